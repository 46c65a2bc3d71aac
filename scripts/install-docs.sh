#!/usr/bin/env bash
# Copies the documents and examples into a folder of an installation. Links to what is not installed become plain text.
#
#   scripts/install-docs.sh FOLDER
set -euo pipefail

folder=$1
source=$(cd "$(dirname "$0")/.." && pwd)

install -d "$folder"/{docs,examples}
install -m 644 "$source"/{README.md,CHANGELOG.md,LICENSE-MIT,LICENSE-APACHE} "$folder/"
install -m 644 "$source"/docs/*.md "$folder/docs/"
cp -R "$source"/examples/. "$folder/examples/"
chmod -R u=rwX,go=rX "$folder/examples"

links() { # FILE: the targets of its links to other files
    grep -oE '\]\([^()[:space:]]+\)' "$1" | sed -E 's/^\]\(//; s/\)$//' | grep -vE '^(https?:|#)' | sort -u || true
}

for page in "$folder"/*.md "$folder"/docs/*.md; do
    links "$page" | while read -r target; do
        [ ! -e "$(dirname "$page")/${target%%#*}" ] || continue
        quoted=$(printf '%s' "$target" | sed 's/[].[*^$|\\]/\\&/g')
        # The text of a link may be broken over two lines.
        sed -i -E -z "s|\[([^][]*)\]\($quoted\)|\1|g" "$page"
    done
done

#!/usr/bin/env bash
# Copies the documents and examples into a folder of an installation, PREFIX/share/doc/NAME. Links to headers lead to those of the installation; links to
# what is not installed become plain text, and the page in front says what it is that is not.
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

# What the page in front says of building and trying the source gives way to what an installation is.
of_an_installation() { # FILE
    local from='^<!-- What follows is of the source' to='^<!-- Behind this all holds'
    grep -q "$from" "$1" && grep -q "$to" "$1" || { echo "$1 does not say what is of the source" >&2 && exit 1; }
    local version repository
    version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' "$source/Cargo.toml")
    repository=$(sed -n '/^\[workspace.package\]/,/^\[/s/^repository = "\(.*\)"/\1/p' "$source/Cargo.toml")
    {
        sed "/$from/,\$d" "$1"
        cat <<END
These are the documents of an installation of version $version. Where they speak of \`make\`, or of files below \`apps\`, \`core\`, \`scripts\` and their like, they
mean the source: <$repository>.

END
        sed "1,/$to/d" "$1"
    } >"$1.new"
    mv "$1.new" "$1"
}
of_an_installation "$folder/README.md"

links() { # FILE: the targets of its links to other files
    grep -oE '\]\([^()[:space:]]+\)' "$1" | sed -E 's/^\]\(//; s/\)$//' | grep -vE '^(https?:|#)' | sort -u || true
}

for page in "$folder"/*.md "$folder"/docs/*.md; do
    links "$page" | while read -r target; do
        [ ! -e "$(dirname "$page")/${target%%#*}" ] || continue
        quoted=$(printf '%s' "$target" | sed 's/[].[*^$|\\]/\\&/g')
        # Headers are in the same installation, three folders up.
        if [ -e "$(dirname "$page")/../../../$target" ] && [[ $target == ../include/* ]]; then
            sed -i "s|]($quoted)|](../../../$target)|g" "$page"
            continue
        fi
        # The text of a link may be broken over two lines.
        sed -i -E -z "s|\[([^][]*)\]\($quoted\)|\1|g" "$page"
    done
done

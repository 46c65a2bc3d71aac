#!/usr/bin/env bash
# Makes the release of the last commit: a tarball with all crates that it needs, which builds without a network, its SHA-256, and a bill of materials
# (CycloneDX). The same commit gives the same bytes.
# Owns what is in a release. Must not: build it, or take what is not committed.
#
#   scripts/dist.sh FOLDER [COMMIT]
set -euo pipefail

readonly SBOM_TOOL=cargo-cyclonedx SBOM_VERSION=0.5.9

[ $# -ge 1 ] || { sed -n '6s/^# */usage: /p' "$0" >&2 && exit 2; }
source=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$source"
commit=$(git rev-parse --verify "${2:-HEAD}^{commit}") || {
    echo "help: a release is made of a commit; there is none of that name here" >&2
    exit 1
}
time=$(git log -1 --format=%ct "$commit")
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

git show "$commit:Cargo.toml" >"$stage/Cargo.toml"
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' "$stage/Cargo.toml")
name=enzyme-rs-$version
git archive --prefix="$name/" "$commit" | tar -x -C "$stage"
cd "$stage/$name"

mkdir -p .cargo
cargo vendor --quiet --locked --versioned-dirs vendor
cat >.cargo/config.toml <<'CONFIG'
[source.crates-io]
replace-with = "vendored"

[source.vendored]
directory = "vendor"

[net]
offline = true
CONFIG

tool=$(command -v "$SBOM_TOOL" || true)
if [ -z "$tool" ]; then
    (cd "$source" && cargo install --quiet --locked --version "$SBOM_VERSION" --root target/tools "$SBOM_TOOL")
    tool=$source/target/tools/bin/$SBOM_TOOL
fi
SOURCE_DATE_EPOCH=$time "$tool" cyclonedx --quiet --format json --override-filename bom --manifest-path apps/cli/Cargo.toml
# Where it was made is nobody's concern.
sed "s|file://$stage/|file:///|g" apps/cli/bom.json >"$folder/$name.cdx.json"
find . -name bom.json -not -path './vendor/*' -delete

cd "$stage"
tar --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --format=gnu -c "$name" | gzip -9 -n >"$folder/$name.tar.gz"
cd "$folder"
sha256sum "$name.tar.gz" "$name.cdx.json" >"$name.sha256"
echo "$folder/$name.tar.gz: $(du -h "$name.tar.gz" | cut -f1), $(cut -d ' ' -f 1 <(sha256sum "$name.tar.gz"))"

#!/usr/bin/env bash
# A release: the same bytes twice, and a Debian package of it, built where there is no network and no git. Leaves the release in FOLDER/release, the package
# in FOLDER/release-files and what is in it in FOLDER/deb, for other tests.
#
#   packages/tests/tarball.sh FOLDER     77: not here, and why
set -euo pipefail

[ $# = 1 ] || { sed -n '5s/^# */usage: /p' "$0" >&2 && exit 2; }
mkdir -p "$1"
work=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
for program in dh chrpath; do
    command -v "$program" >/dev/null || { echo "there is no $program; Debian: apt-get install debhelper chrpath" && exit 77; }
done
git rev-parse --quiet --verify HEAD >/dev/null || { echo "a release is made of a commit, and here is none" && exit 77; }

scripts/dist.sh "$work/release"
scripts/dist.sh "$work/again"
cmp "$work"/release/*.tar.gz "$work"/again/*.tar.gz
(cd "$work/release" && sha256sum --check --quiet ./*.sha256)
rm -rf "$work/again" "$work/source" "$work/release-files"
mkdir "$work/source"
tar xf "$work"/release/*.tar.gz -C "$work/source" --strip-components 1
[ ! -e "$work/source/.git" ]

# A name space without a network, where that is allowed.
apart=()
if unshare --net true 2>/dev/null; then apart=(unshare --net); else echo "with a network: no rights for a name space without"; fi
env -u HDF5_DIR CARGO_TARGET_DIR="$work" GIT_CEILING_DIRECTORIES="$work" "${apart[@]}" make -C "$work/source" deb BOOTSTRAP=no

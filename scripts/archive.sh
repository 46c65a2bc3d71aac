#!/usr/bin/env bash
# Makes a static library of Rust small: of its archive, which has all of Rust's library, one object stays, with what the functions of the shared library of
# the same name need. No name but theirs is left in it, so that several such libraries, and programs of Rust, can be linked together.
# Owns what an installed archive contains. Must not: touch the shared library, or what was built.
#
#   scripts/archive.sh ARCHIVE SHARED_LIBRARY     changes the archive
set -euo pipefail

[ $# = 2 ] || { sed -n '6s/^# */usage: /p' "$0" >&2 && exit 2; }
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
object=$stage/$(basename "$1" .a).o

nm -D --defined-only "$2" | awk '{ print $3 }' >"$stage/names"
[ -s "$stage/names" ] || { echo "archive: $2 exports nothing" >&2 && exit 1; }
sed 's/^/-u /' "$stage/names" >"$stage/roots"
# Groups of sections that each object has once would be shared with other libraries by their name.
ld -r --gc-sections --force-group-allocation @"$stage/roots" -o "$object" "$1"
# Objects of Rust carry LLVM IR as well, for Rust's own linking.
objcopy --keep-global-symbols="$stage/names" --strip-unneeded --remove-section .llvmbc --remove-section .llvmcmd "$object"
ar rcsD "$stage/small.a" "$object"
cat "$stage/small.a" >"$1"

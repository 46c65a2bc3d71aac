#!/usr/bin/env bash
# What is meant for crates.io is packed and built from its package; all else is marked as not to be published.
#
#   packages/tests/crates.sh FOLDER
set -euo pipefail

# Those that programs of others use, behind those that they need.
readonly CRATES="enzyme-order enzyme-tapes enzyme-rs-par enzyme-rules enzyme-checkpoint"

[ $# = 1 ] || { sed -n '4s/^# */usage: /p' "$0" >&2 && exit 2; }
mkdir -p "$1"
work=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."

# Whoever has no `publish = false` is among them, and the other way round.
manifests=$(sed -n 's/^members = \[\(.*\)\]/\1/p' Cargo.toml | tr -d '",' | xargs -n 1 printf '%s/Cargo.toml\n')
# The words are paths without blanks.
# shellcheck disable=SC2086
open=$(grep -L '^publish = false' $manifests | xargs sed -n 's/^name = "\(enzyme-[^"]*\)"/\1/p' | sort -u | xargs)
[ "$open" = "$(echo "$CRATES" | xargs -n 1 | sort | xargs)" ] || { echo "to be published: $open; expected: $CRATES" && exit 1; }

chosen=()
for crate in $CRATES; do
    chosen+=(-p "$crate")
    files=$(cargo package --list --allow-dirty -p "$crate")
    grep -qx README.md <<<"$files" || { echo "$crate has no README.md" && exit 1; }
done
dir=${HDF5_DIR:-$(scripts/hdf5.sh serial)}
[ -z "$dir" ] || export HDF5_DIR=$dir
# With what lies in the folder, committed or not; each is built from its package.
cargo package --locked --allow-dirty --target-dir "$work" "${chosen[@]}" 2>&1 | tee "$work/log" | grep -E 'Packaged|Verifying|error|warning' || true
grep -q 'Verifying enzyme-checkpoint' "$work/log"
! grep -qE '^(error|warning: manifest)' "$work/log"

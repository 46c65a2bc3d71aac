#!/usr/bin/env bash
# Copies the files of Environment Modules and Lmod into an installation, which may be moved afterwards. Lmod takes the one that ends in .lua, the other one
# does not see it.
#
#   apps/modulefiles/install.sh PREFIX
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' "$here/../../Cargo.toml")
folder=$1/share/modulefiles/enzyme-rs

install -D -m 644 "$here/module.tcl" "$folder/$version"
install -D -m 644 "$here/module.lua" "$folder/$version.lua"

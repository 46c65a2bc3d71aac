#!/usr/bin/env bash
# Copies the CMake package and the pkg-config file of the plugin into an installation, which may be moved afterwards.
#
#   apps/cmake/install.sh PREFIX
set -euo pipefail

prefix=$1
package=$(cd "$(dirname "$0")" && pwd)
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' "$package/../../Cargo.toml")
llvm=$(sed -n 's/^set(EnzymeRS_LLVM_VERSION_MAJOR \(.*\))/\1/p' "$package/EnzymeRSConfig.cmake")

install -d "$prefix/lib/cmake/EnzymeRS/compatible" "$prefix/lib/pkgconfig"
install -m 644 "$package/EnzymeRSConfig.cmake" "$prefix/lib/cmake/EnzymeRS/"
install -m 644 "$package/compatible/EnzymeConfig.cmake" "$prefix/lib/cmake/EnzymeRS/compatible/"
filled() { # TEMPLATE TARGET
    sed "s|@VERSION@|$version|; s|@LLVM@|$llvm|" "$package/$1" >"$2"
    chmod 644 "$2"
}
filled EnzymeRSConfigVersion.cmake "$prefix/lib/cmake/EnzymeRS/EnzymeRSConfigVersion.cmake"
filled enzyme_rs.pc.in "$prefix/lib/pkgconfig/enzyme_rs.pc"

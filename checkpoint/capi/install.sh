#!/usr/bin/env bash
# Copies the checkpointing library for C, C++ and Fortran into an installation: libraries, header, modules,
# pkg-config file, CMake package. Owns their layout; all of it may be moved afterwards.
#
#   checkpoint/capi/install.sh BUILD_FOLDER PREFIX
set -euo pipefail

build=$1
prefix=$2
package=$(cd "$(dirname "$0")" && pwd)
source=$(cd "$package/../.." && pwd)
name=enzyme_rs_checkpoint
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' "$source/Cargo.toml")
cmake=$prefix/lib/cmake/$name

install -d "$prefix"/include/enzyme_rs "$prefix/lib/pkgconfig" "$cmake"
install -m 755 "$build/lib$name.so" "$prefix/lib/lib$name.so.$version"
ln -sf "lib$name.so.$version" "$prefix/lib/lib$name.so.0"
ln -sf "lib$name.so.0" "$prefix/lib/lib$name.so"
install -m 644 "$build/lib$name.a" "$prefix/lib/"
install -m 644 "$source/include/enzyme_rs/checkpoint.h" "$source/include/enzyme_rs/$name"*.f90 \
    "$prefix/include/enzyme_rs/"
install -m 644 "$package/cmake/$name-config.cmake" "$cmake/"

# What a static link needs besides, where the library was built with stores in HDF5.
hdf5=$(pkg-config --libs hdf5 2>/dev/null || true)

filled() { # TEMPLATE TARGET
    sed "s|@VERSION@|$version|; s|@HDF5@|$hdf5|" "$package/$1" >"$2"
    chmod 644 "$2"
}
filled "$name.pc.in" "$prefix/lib/pkgconfig/$name.pc"
filled "cmake/$name-config-version.cmake.in" "$cmake/$name-config-version.cmake"

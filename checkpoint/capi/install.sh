#!/usr/bin/env bash
# Copies the checkpointing library for C, C++ and Fortran into an installation: libraries, headers, modules,
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
install -m 644 "$source"/include/enzyme_rs/checkpoint*.h "$source/include/enzyme_rs/$name"*.f90 \
    "$prefix/include/enzyme_rs/"

# What a static link needs besides: the HDF5 library that the shared one is linked with, if it is with any. There may
# be several on a system, so it is not asked which one is usual.
hdf5_name='' hdf5_folder='' hdf5=''
read -r soname _ place _ < <(ldd "$build/lib$name.so" | grep -E '^\s*libhdf5[^/]*\.so') || true
if [ -n "$soname" ]; then
    hdf5_name=${soname%%.so*}
    hdf5_name=${hdf5_name#lib}
    case $place in
    /*) hdf5_folder=$(readlink -f "$(dirname "$place")") ;;
    *) hdf5_folder=${HDF5_DIR:?"$soname is not found: give its folder in LD_LIBRARY_PATH, or HDF5_DIR as it was built with"}/lib ;;
    esac
    hdf5="-L$hdf5_folder -l$hdf5_name"
fi

filled() { # TEMPLATE TARGET
    sed "s|@VERSION@|$version|; s|@HDF5@|$hdf5|; s|@HDF5_NAME@|$hdf5_name|; s|@HDF5_FOLDER@|$hdf5_folder|" "$1" >"$2"
    chmod 644 "$2"
}
filled "$package/cmake/$name-config.cmake.in" "$cmake/$name-config.cmake"
filled "$package/$name.pc.in" "$prefix/lib/pkgconfig/$name.pc"
filled "$source/apps/cmake/EnzymeRSConfigVersion.cmake" "$cmake/$name-config-version.cmake"

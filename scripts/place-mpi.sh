#!/usr/bin/env bash
# Puts the library of MPI's adjoints where the compiler wrappers and the loader find it.
#
#   scripts/place-mpi.sh BUILD_FOLDER FOLDER
set -euo pipefail

install -d "$2"
install -m 644 "$1/libenzyme_rs_mpi.a" "$2/"
install -m 755 "$1/libenzyme_rs_mpi.so" "$2/"
name=$(readelf -d "$2/libenzyme_rs_mpi.so" | sed -n 's/.*(SONAME).*\[\(.*\)\].*/\1/p')
[ -z "$name" ] || ln -sf libenzyme_rs_mpi.so "$2/$name"

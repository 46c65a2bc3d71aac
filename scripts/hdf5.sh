#!/usr/bin/env bash
# Says where the HDF5 library of a kind lies, as HDF5_DIR wants it, if systems keep several beside each other as Debian
# does; nothing elsewhere: then there is one, which pkg-config finds. Must not: install or change anything.
#
#   HDF5_DIR=$(scripts/hdf5.sh serial)      without MPI
#   HDF5_DIR=$(scripts/hdf5.sh parallel)    built with the MPI of mpicc
set -euo pipefail

case "${1:-}" in
serial) kinds=serial ;;
parallel)
    case "$(readlink -f "$(command -v mpicc || true)" 2>/dev/null)" in
    *mpich*) kinds=mpich ;;
    *) kinds=openmpi ;;
    esac
    ;;
*)
    echo "hdf5: error: which? serial or parallel" >&2
    exit 2
    ;;
esac
for folder in /usr/lib/*/hdf5/"$kinds"; do
    if [ -e "$folder/lib/libhdf5.so" ] || [ -e "$folder/libhdf5.so" ]; then
        echo "$folder"
        exit 0
    fi
done

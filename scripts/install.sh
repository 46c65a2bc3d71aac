#!/usr/bin/env bash
# Copies what was built into an installation: programs, plugin, headers, manual pages, completions; documents by
# their own script, the checkpointing library by its own script, the libraries of MPI's adjoints as far as they were built.
# Owns the layout of an installation (the wrappers look for ../lib and ../include beside themselves).
#
#   scripts/install.sh BUILD_FOLDER PREFIX
set -euo pipefail

build=$1
prefix=$2
source=$(cd "$(dirname "$0")/.." && pwd)

install -d "$prefix"/{bin,lib,include/enzyme,include/enzyme_rs,share/man/man1}
install -m 755 "$build/enzyme-rs" "$prefix/bin/"
for name in enzyme-cc enzyme-c++ enzyme-fc; do
    ln -sf enzyme-rs "$prefix/bin/$name"
done
install -m 755 "$build/libenzyme_rs.so" "$prefix/lib/"
install -m 755 "$build/libenzyme_rs_blas.so" "$prefix/lib/"
install -m 644 "$build/libenzyme_rs_blas.a" "$prefix/lib/"
install -m 755 "$build/libenzyme_rs_omp.so" "$prefix/lib/"
install -m 644 "$build/libenzyme_rs_omp.a" "$prefix/lib/"
install -m 755 "$build/libenzyme_rs_threads.so" "$prefix/lib/"
install -m 644 "$build/libenzyme_rs_threads.a" "$prefix/lib/"
install -m 644 "$source"/include/enzyme_rs/*.* "$prefix/include/enzyme_rs/"
install -m 644 "$source"/include/enzyme/* "$prefix/include/enzyme/"
install -D -m 644 "$source/include/enzyme_rs/openmpi/mpif.h" "$prefix/include/enzyme_rs/openmpi/mpif.h"
"$source/checkpoint/capi/install.sh" "$build" "$prefix"
for mpi in openmpi mpich; do
    [ ! -e "$build/$mpi/libenzyme_rs_mpi.so" ] ||
        "$source/scripts/place-mpi.sh" "$build/$mpi" "$prefix/lib/enzyme_rs/$mpi"
done
"$source/scripts/install-docs.sh" "$prefix/share/doc/enzyme-rs"

"$build/enzyme-rs" man "$prefix/share/man/man1"

completion() { # SHELL FILE
    install -d "$(dirname "$prefix/share/$2")"
    "$build/enzyme-rs" completions "$1" >"$prefix/share/$2"
}
completion bash bash-completion/completions/enzyme-rs
completion zsh zsh/site-functions/_enzyme-rs
completion fish fish/vendor_completions.d/enzyme-rs.fish

echo "installed into $prefix"

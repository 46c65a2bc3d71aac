#!/usr/bin/env bash
# Tests of what the checkpointing library does with MPI and parallel HDF5, which its default build is without.
# Builds in a target folder of its own, for the HDF5 library is another one. A rank that hangs says what it did
# last and ends after half a minute; the limit here is for everything else.
#
#   scripts/test-mpi.sh             lints and tests
#   ENZYME_CHECKPOINT_MPI_KILLS=50 scripts/test-mpi.sh
set -euo pipefail
cd "$(dirname "$0")/.."

for program in mpicc mpirun; do
    command -v "$program" >/dev/null || {
        echo "test-mpi: error: there is no $program" >&2
        echo "test-mpi: help: scripts/bootstrap.sh --check says how to get it; \`make check unit fuzz-short' does without" >&2
        exit 1
    }
done

# HDF5_MPI_DIR for a parallel HDF5 elsewhere; HDF5_DIR may be set to the serial one.
dir=${HDF5_MPI_DIR:-$(scripts/hdf5.sh parallel)}
unset HDF5_DIR
[ -z "$dir" ] || export HDF5_DIR=$dir

features=(-p enzyme-checkpoint --features mpio --target-dir "${CARGO_TARGET_DIR:-target}/mpi")
cargo clippy --release --all-targets "${features[@]}" -- -D warnings
cargo test --release --no-run "${features[@]}" --test mpi --test stores
timeout --kill-after 10 900 cargo test --release "${features[@]}" --test mpi --test stores

#!/usr/bin/env bash
# The programs of this folder as their users build and run them: serially and with OpenMP, the hydro code also with RAJA, Kokkos and MPI where they are
# installed. Checks them, which prints a line PASS or FAIL for each thing that is checked, or prints their times.
#
#   apps/threads/run.sh BUILD_FOLDER check|bench
set -euo pipefail
bin=$(cd "$1" && pwd)
what=$2
cd "$(dirname "$0")"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# All variants of the hydro code have one gradient.
[ "$what" = bench ] || export HYDRO_GRADIENT=$work/gradient
export OMP_PROC_BIND=false
# Open MPI: more ranks than cores, which do not spin, no core for each rank, and root as in a container.
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_hwloc_base_binding_policy=none
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
failed=0

# Programs try several numbers of workers by themselves, but for Kokkos, which has one as long as it runs.
run() { # PROGRAM...
    if [ "$what" = bench ]; then set -- "$@" bench; fi
    timeout 300 "$@" || failed=1
}

# The folder that is named, or one where libraries usually are: root FOLDER HEADER
root() {
    local told=${CMAKE_PREFIX_PATH-}
    for folder in "$1" ${told//:/ } /usr/local /usr; do
        [ ! -e "$folder/include/$2" ] || { echo "$folder" && return; }
    done
}

hydro() { # PROGRAM FLAGS...
    local program=$work/$1
    shift
    "$bin/enzyme-c++" -std=c++17 -O2 -w hydro/hydro.cpp "$@" -o "$program" -lm || failed=1
}

# hydro_with NAME ROOT WORKERS LIBRARIES...
hydro_with() {
    local name=$1 folder=$2 workers=$3
    shift 3
    [ -n "$folder" ] || { echo "SKIPPED: no $name" && return; }
    hydro "$name" -fopenmp "-DLOOPS_${name^^}" "-I$folder/include" "-L$folder/lib" "-Wl,-rpath,$folder/lib" "$@"
    for count in $workers; do OMP_NUM_THREADS=$count run "$work/$name"; done
}

has_openmp() {
    echo 'int main(void) { return 0; }' >"$work/empty.c"
    "$bin/enzyme-cc" -fopenmp "$work/empty.c" -o "$work/empty" >/dev/null 2>&1 && "$work/empty"
}

one_thread() {
    for program in docking cg nbody; do
        "$bin/enzyme-cc" -O2 $program.c -o "$work/$program" -lm
        run "$work/$program"
    done
    hydro serial
    run "$work/serial"
}

threads() {
    has_openmp || { echo "SKIPPED: no OpenMP" && return; }
    for program in docking cg nbody; do
        "$bin/enzyme-cc" -O2 -fopenmp $program.c -o "$work/$program" -lm
        run "$work/$program"
    done
    hydro openmp -fopenmp
    run "$work/openmp"
    hydro_with Raja "$(root "${RAJA_ROOT-}" RAJA/RAJA.hpp)" 2 -lRAJA -lcamp
    hydro_with Kokkos "$(root "${Kokkos_ROOT-${KOKKOS_ROOT-}}" Kokkos_Core.hpp)" "1 2" -lkokkoscontainers -lkokkoscore -ldl
}

ranks() {
    local suffix=
    [ -z "$(command -v mpicxx.openmpi)" ] || suffix=.openmpi
    command -v "mpicxx$suffix" >/dev/null || { echo "SKIPPED: no MPI" && return; }
    has_openmp || return 0
    if ! OMPI_CXX=$bin/enzyme-c++ MPICH_CXX=$bin/enzyme-c++ "mpicxx$suffix" -std=c++17 -O2 -fopenmp -w -DHYDRO_MPI hydro/hydro.cpp -o "$work/mpi"; then
        failed=1
        return
    fi
    for count in 1 2; do
        run "mpirun$suffix" -n "$count" "$work/mpi"
    done
}

[ "$what" = check ] || printf '%-20s %9s %12s %12s %6s %12s %6s\n' program workers primal gradient ratio forward ratio
one_thread
threads
ranks
exit $failed

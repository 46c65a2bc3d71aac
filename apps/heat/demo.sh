#!/usr/bin/env bash
# The heat equation as its user builds and runs it: differentiated by enzyme-cc through MPI's own compiler, serial,
# on two ranks, and on two ranks with a kill in the middle. All gradients must be the same.
#
#   apps/heat/demo.sh BUILD_FOLDER
set -euo pipefail
cd "$(dirname "$0")"

bin=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

suffix=
[ -z "$(command -v mpicc.openmpi || true)" ] || suffix=.openmpi
command -v "mpicc$suffix" >/dev/null || {
    echo "heat: left out, for there is no mpicc" >&2
    echo "heat: help: scripts/bootstrap.sh --check says how to get an MPI" >&2
    exit 0
}

# An installation needs neither -I nor -L: see the flags of pkg-config enzyme_rs_checkpoint.
OMPI_CC=$bin/enzyme-cc MPICH_CC=$bin/enzyme-cc "mpicc$suffix" -O2 heat.c -o "$work/heat" \
    -L"$bin" -Wl,-rpath,"$bin" -lenzyme_rs_checkpoint -lm
name=$(readelf -d "$bin/libenzyme_rs_checkpoint.so" | sed -n 's/.*(SONAME).*\[\(.*\)\].*/\1/p')
ln -sf "$bin/libenzyme_rs_checkpoint.so" "$work/$name"

# Open MPI: more ranks than cores, which do not spin, and root as in a container. MPICH asks nothing.
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
heat() { # RANKS FOLDER
    LD_LIBRARY_PATH=$work${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} \
        "mpirun$suffix" -n "$1" "$work/heat" 64 5000 10 20 "$work/$2"
}
norm() { sed -n 's/^gradient: norm \([^,]*\),.*/\1/p' "$1"; }

echo
echo "Heat equation over MPI, 64 x 64 points, 5000 steps, 10 states in memory and 20 in HDF5 files"
echo "-- one rank"
heat 1 serial | tee "$work/serial.txt"
echo "-- mpirun -n 2"
heat 2 parallel | tee "$work/parallel.txt"
echo "-- mpirun -n 2, killed, and the same command again"
heat 2 killed >"$work/first.txt" 2>&1 &
job=$!
for _ in $(seq 600); do
    [ -e "$work/killed/rank0000.previous.journal" ] && break
    sleep 0.05
done
pkill -9 -f "$work/heat" || true
wait "$job" 2>/dev/null || true
heat 2 killed | tee "$work/killed.txt"
a=$(norm "$work/serial.txt") b=$(norm "$work/parallel.txt") c=$(norm "$work/killed.txt")
echo "gradient norms: $a serial, $b on two ranks, $c after the kill"
[ "$b" = "$c" ] || { echo "heat: error: the resumed run gives another gradient" >&2; exit 1; }
awk -v a="$a" -v b="$b" 'BEGIN { exit !((a - b) / a < 1e-11 && (b - a) / a < 1e-11) }' ||
    { echo "heat: error: the ranks change the gradient" >&2; exit 1; }

#!/usr/bin/env bash
# The heat equation as its user builds and runs it: a simulation's library, differentiated by enzyme-cc through MPI's own compiler, and its gradient by
# `enzyme-rs run`: on one rank, on four, and on four of which one is killed in the middle. All must be the same, and that of the closed form.
#
#   apps/heat/demo.sh BUILD_FOLDER
set -euo pipefail
cd "$(dirname "$0")"

bin=$1
work=$(cd ../.. && pwd)/out/heat

suffix=
[ -z "$(command -v mpicc.openmpi || true)" ] || suffix=.openmpi
command -v "mpicc$suffix" >/dev/null || {
    echo "heat: left out, for there is no mpicc" >&2
    echo "heat: help: scripts/bootstrap.sh --check says how to get an MPI" >&2
    exit 0
}

rm -rf "$work"
mkdir -p "$work"
OMPI_CC=$bin/enzyme-cc MPICH_CC=$bin/enzyme-cc "mpicc$suffix" -O2 -shared -fPIC heat.c -o "$work/libheat.so" -lm
cp heat.toml inversion.toml "$work/"

# Open MPI: more ranks than cores, which do not spin, and root as in a container. MPICH asks nothing.
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# Each rank writes its process number down, and becomes the driver.
run() { # RANKS FOLDER [CASE]
    "mpirun$suffix" -n "$1" sh -c 'echo $$ >>"$0"; exec "$@"' "$work/$2.processes" \
        "$bin/enzyme-rs" run "$work/${3:-heat.toml}" --set "output = '$2'" "${@:4}"
}
fail() { echo "heat: error: $1" >&2; exit 1; }
norm() { sed -n 's/^gradient: norm //p' "$1"; }

echo
echo "Heat equation over MPI, 256 x 256 points, 2000 steps, checkpoints in memory and in HDF5 files"
echo "-- one rank"
run 1 serial | tee "$work/serial.txt"
echo "-- mpirun -n 4"
run 4 parallel | tee "$work/parallel.txt"
echo "-- mpirun -n 4, one rank killed, and the same command again"
run 4 killed >"$work/first.txt" 2>&1 &
job=$!
for _ in $(seq 600); do
    [ -e "$work/killed/journal/rank0002.previous.journal" ] && break
    sleep 0.05
done
kill -9 "$(tail -n 1 "$work/killed.processes")" || fail "there is no rank left to kill: the run has ended before"
wait "$job" 2>/dev/null && fail "the run has ended well, although one of its ranks was killed"
run 4 killed | tee "$work/killed.txt"
grep -q "process 2 of this run" "$work/killed.txt" || fail "the same command did not go on with the run of which a rank was killed"

# In closed form: lambda^2N |u0|, where |u0| = (points + 1) / 2 for a product of sines.
exact=$(awk 'BEGIN { pi = atan2(0, -1); h = 1 / 257; a = sin(3 * pi * h / 2); b = sin(2 * pi * h / 2)
    printf "%.15e", exp(4000 * log(1 - 0.8 * (a * a + b * b))) * 257 / 2 }')
a=$(norm "$work/serial.txt") b=$(norm "$work/parallel.txt") c=$(norm "$work/killed.txt")
echo
echo "gradient norms: $exact in closed form"
echo "                $a on one rank"
echo "                $b on four"
echo "                $c on four, one of them killed"
[ "$b" = "$c" ] || fail "the resumed run gives another gradient"
for norm in "$a" "$b"; do
    awk -v a="$norm" -v b="$exact" 'BEGIN { exit !((a - b) / b < 1e-9 && (b - a) / b < 1e-9) }' ||
        fail "$norm is not $exact"
done

echo
echo "-- the temperatures at the beginning from noisy ones at the end, two iterations of L-BFGS on two ranks"
run 2 inversion inversion.toml --set inversion.iterations=2

echo
echo "results, with pictures: out/heat/{serial,parallel,killed,inversion}/report.html"

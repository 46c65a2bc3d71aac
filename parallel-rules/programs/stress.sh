#!/usr/bin/env bash
# Runs the programs whose workers and tasks come in another order each time very often: what a rare order breaks is found in no other way.
# Each run checks gradients and tangents of teams of one to eight workers. Prints a line for each program, and what a failed run said. Runs that LLVM's OpenMP
# itself ends, which it does without derivatives as well (docs/openmp.md, "To watch for"), are counted apart.
#
#   parallel-rules/programs/stress.sh BUILD_FOLDER [RUNS]
set -euo pipefail
bin=$(cd "$1" && pwd)
runs=${2:-1000}
cd "$(dirname "$0")/omp"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# More workers than cores, which give way: the order is then up to the system.
export OMP_WAIT_POLICY=passive OMP_PROC_BIND=false
failed=0

for name in loops tasks taskloops groups cancels atomics often; do
    "$bin/enzyme-cc" -O2 -w -fopenmp "$name.c" -o "$work/$name" -lm
    wrong=0 ended=0
    for _ in $(seq "$runs"); do
        timeout 300 "$work/$name" >"$work/said" 2>&1 && continue
        if grep -q 'Assertion failure at kmp_dispatch.cpp' "$work/said"; then
            ended=$((ended + 1))
        else
            wrong=$((wrong + 1))
            grep -v '^PASS' "$work/said" || echo "no message; did it stand still?"
        fi
    done
    echo "$name: $runs runs, $wrong failed, $ended ended by LLVM's OpenMP"
    [ "$wrong" = 0 ] || failed=1
done
exit "$failed"

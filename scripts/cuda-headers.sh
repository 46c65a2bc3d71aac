#!/bin/sh
# Prints a folder for clang's --cuda-path with the headers of CUDA, its library of mathematics and its assembler, which it fetches from PyPI if they are not
# there yet: nothing of it needs a GPU. The folder is ENZYME_RS_CUDA_HEADERS, or one in the user's cache.
#
# usage: scripts/cuda-headers.sh [--check]    --check: fails if they are not there, and fetches nothing
set -eu

folder=${ENZYME_RS_CUDA_HEADERS:-${XDG_CACHE_HOME:-$HOME/.cache}/enzyme-rs/cuda-12.9}

if [ -f "$folder/complete" ]; then
    echo "$folder"
    exit 0
fi
if [ "${1:-}" = --check ]; then
    echo "$0: $folder has no headers of CUDA; run $0 to fetch them" >&2
    exit 1
fi

fetched=$(mktemp -d)
trap 'rm -rf "$fetched"' EXIT
# 12.9 is the last that clang 22 knows. The headers of random numbers are those that clang's own include.
python3 -m pip download --quiet --no-deps --dest "$fetched" \
    nvidia-cuda-runtime-cu12==12.9.79 nvidia-cuda-nvcc-cu12==12.9.86 nvidia-curand-cu12==10.3.10.19 nvidia-cuda-cccl-cu12==12.9.27 >&2
for wheel in "$fetched"/*.whl; do
    python3 -m zipfile -e "$wheel" "$fetched/all"
done
mkdir -p "$folder/include" "$folder/bin" "$folder/nvvm"
for part in cuda_runtime cuda_nvcc curand cuda_cccl; do
    cp -R "$fetched/all/nvidia/$part/include/." "$folder/include"
done
cp -R "$fetched/all/nvidia/cuda_nvcc/nvvm/libdevice" "$folder/nvvm"
# What is assembled is not run here, but its registers can be counted.
cp "$fetched/all/nvidia/cuda_nvcc/bin/ptxas" "$folder/bin"
chmod +x "$folder/bin/ptxas"
touch "$folder/complete"
echo "$folder"

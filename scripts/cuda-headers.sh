#!/bin/sh
# Prints a folder for clang's --cuda-path with the headers of CUDA, its library of mathematics, its assembler and linkers, and its run-time libraries, which it
# fetches from PyPI if they are not there yet: nothing of it needs a GPU. Among them is a stub of the driver's library, as NVIDIA's toolkit has one: programs are
# linked with it, and find the driver of their machine when they run. The folder is ENZYME_RS_CUDA_HEADERS, or one in the user's cache.
#
# usage: scripts/cuda-headers.sh [--check]    --check: fails if they are not there, and fetches nothing
set -eu

folder=${ENZYME_RS_CUDA_HEADERS:-${XDG_CACHE_HOME:-$HOME/.cache}/enzyme-rs/cuda-12.9}

# All functions of the driver, each of which says that there is no device.
stub() {
    [ -f "$folder/lib64/stubs/libcuda.so" ] && return
    made=$(mktemp -d)
    { grep -ohE '\<cu[A-Z][A-Za-z0-9_]*' "$folder/include/cuda.h" && printf 'cuProfiler%s\n' Initialize Start Stop; } | sort -u |
        sed 's/.*/int &(void) { return 100; }/' >"$made/stub.c"
    clang-22 -w -shared -fPIC -Wl,-soname,libcuda.so.1 "$made/stub.c" -o "$made/libcuda.so"
    mkdir -p "$folder/lib64/stubs"
    mv "$made/libcuda.so" "$folder/lib64/stubs"
    rm -r "$made"
}

# Folders of earlier versions of this script lack the last that is put there.
if [ -f "$folder/complete" ] && [ -f "$folder/bin/nvcc" ]; then
    stub
    echo "$folder"
    exit 0
fi
if [ "${1:-}" = --check ]; then
    echo "$0: $folder does not have all of CUDA that compiling needs; run $0 to fetch it" >&2
    exit 1
fi

fetched=$(mktemp -d)
trap 'rm -rf "$fetched"' EXIT
# 12.9 is the last that clang 22 knows. The headers of random numbers are those that clang's own include. What packs machine code and links it comes
# with the packages of 13 alone; it takes what earlier assemblers make.
pip="python3 -m pip"
if ! $pip --version >/dev/null 2>&1; then
    python3 -m venv "$fetched/python"
    pip=$fetched/python/bin/pip
fi
$pip download --quiet --no-deps --dest "$fetched" \
    nvidia-cuda-runtime-cu12==12.9.79 nvidia-cuda-nvcc-cu12==12.9.86 nvidia-curand-cu12==10.3.10.19 nvidia-cuda-cccl-cu12==12.9.27 \
    nvidia-cuda-nvcc==13.0.88 >&2
for wheel in "$fetched"/*.whl; do
    python3 -m zipfile -e "$wheel" "$fetched/all"
done
mkdir -p "$folder/include" "$folder/bin" "$folder/nvvm" "$folder/lib64"
for part in cuda_runtime cuda_nvcc curand cuda_cccl; do
    cp -R "$fetched/all/nvidia/$part/include/." "$folder/include"
done
cp -R "$fetched/all/nvidia/cuda_nvcc/nvvm/libdevice" "$folder/nvvm"
# A program may be running that is replaced.
install "$fetched/all/nvidia/cuda_nvcc/bin/ptxas" "$folder/bin"
install "$fetched/all/nvidia/cu13/bin/fatbinary" "$fetched/all/nvidia/cu13/bin/nvlink" "$folder/bin"
cp "$fetched/all/nvidia/cuda_runtime/lib/"* "$folder/lib64"
ln -sf libcudart.so.12 "$folder/lib64/libcudart.so"
# CMake asks it for its version, and where it is, whichever compiler of CUDA it is told to use.
cat >"$folder/bin/nvcc" <<'END'
#!/bin/sh
case "${1:-}" in
--version) echo "Cuda compilation tools, release 12.9, V12.9.86" ;;
-v) echo "#$ TOP=$(cd "$(dirname "$0")/.." && pwd)" ;;
*) echo "nvcc: there is none here; compile CUDA by clang" >&2 && exit 1 ;;
esac
END
chmod +x "$folder/bin/nvcc"
touch "$folder/complete"
stub
echo "$folder"

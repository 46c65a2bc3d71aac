#!/usr/bin/env bash
# packages/Containerfile, built from a release by buildah, and a gradient in the image; then the sections of packages/enzyme-rs.def in that image. The two
# images that it begins with come from Debian's mirror and this machine's Rust, so that no registry of images is asked.
# Owns those two. Must not: touch images or containers of this machine: all lie in a folder, which is removed.
#
#   packages/tests/container.sh RELEASE.tar.gz PACKAGE.deb FOLDER     77: not here, and why
set -euo pipefail

[ $# = 3 ] || { sed -n '6s/^# */usage: /p' "$0" >&2 && exit 2; }
for program in buildah mmdebstrap; do
    command -v "$program" >/dev/null || { echo "there is no $program; Debian: apt-get install buildah mmdebstrap" && exit 77; }
done
[ "$(id -u)" = 0 ] || { echo "Debian is unpacked as root" && exit 77; }
release=$(readlink -f "$1")
package=$(readlink -f "$2")
mkdir -p "$3"
work=$(cd "$3" && pwd)
buildah=(buildah --root "$work/storage" --runroot "$work/run")
# In a container there may be no further name spaces; the network is for Debian's packages.
in_chroot=(--isolation chroot --network host)
trap clean EXIT

main() {
    clean
    mkdir "$work/source"
    tar xf "$release" -C "$work/source" --strip-components 1
    images
    "${buildah[@]}" build "${in_chroot[@]}" --tag enzyme-rs --build-arg DEBIAN=localhost/debian --build-arg RUST=localhost/rust \
        --file "$work/source/packages/Containerfile" "$work/source"
    container=$("${buildah[@]}" from localhost/enzyme-rs)
    inside "$(gradient)"
    apptainer
}

inside() { # LINES
    "${buildah[@]}" run "${in_chroot[@]}" "$container" -- bash -euc "$1"
}

clean() {
    if [ -d "$work/storage" ]; then "${buildah[@]}" rm --all >/dev/null || true; fi
    rm -rf "$work"/{storage,run,source,debian.tar}
}

images() {
    local container
    mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm "$work/debian.tar"
    container=$("${buildah[@]}" from scratch)
    "${buildah[@]}" add --quiet "$container" "$work/debian.tar" / >/dev/null
    "${buildah[@]}" commit --quiet "$container" localhost/debian >/dev/null
    "${buildah[@]}" add --quiet "$container" "$(rustc --print sysroot)" /usr/local/rust >/dev/null
    "${buildah[@]}" config --env PATH=/usr/local/rust/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
    "${buildah[@]}" commit --quiet --rm "$container" localhost/rust >/dev/null
}

gradient() {
    cat <<'LINES'
cd "$(mktemp -d)"
cp -R /usr/share/doc/enzyme-rs/examples .
enzyme-cc -O2 examples/cmake/oscillator.c -o oscillator -lm
./oscillator
enzyme-cc -O2 -fopenmp examples/openmp.c -o openmp -lm
OMP_NUM_THREADS=2 ./openmp
cmake -S examples/cmake -B build -DCMAKE_C_COMPILER=clang-22
cmake --build build
build/apart
OMPI_CC=enzyme-cc mpicc -O2 examples/cmake/oscillator.c -o with-mpi -lm
ldd with-mpi | grep -F libenzyme_rs_mpi
! command -v cargo
LINES
}

section() { # NAME: its lines in the definition
    sed -n "/^%$1\$/,/^%/{/^%/!p}" "$work/source/packages/enzyme-rs.def"
}

# Apptainer is in no Debian; what its sections say is lines for the shell. The image has what they install, so that little is fetched.
apptainer() {
    local from to
    read -r from to < <(section files)
    [ "$from" = 'target/release-files/enzyme-rs_*.deb' ] && [ "$to" = /tmp/ ]
    "${buildah[@]}" copy --quiet "$container" "$package" /tmp/ >/dev/null
    inside "$(section post)"
    inside "$(section test)"
}

main

#!/usr/bin/env bash
# Installs the release of the last commit by Spack, as its users do, without a network, and runs what they run: stand-alone tests, the heat equation under
# mpirun with nothing but what Spack puts on the PATH, a package that depends on it. What else is needed (LLVM, Rust, MPI, HDF5) is taken from this
# machine as external packages.
# Owns the externals and the order of things. Must not: change the user's Spack; all lies in a folder of its own.
#
#   scripts/test-spack.sh FOLDER     `spack` is in the PATH
set -euo pipefail

[ $# = 1 ] || { sed -n '7s/^# */usage: /p' "$0" >&2 && exit 2; }
mkdir -p "$1"
work=$(cd "$1" && pwd)
source=$(cd "$(dirname "$0")/.." && pwd)
cd "$source"
command -v spack >/dev/null || { echo "there is no spack in the PATH" >&2 && exit 1; }
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
scope=$work/scope
spack=(spack -C "$scope")

main() {
    step "a release" scripts/dist.sh "$work/release"
    recipes
    externals
    step "audit" "${spack[@]}" audit packages enzyme-rs
    step "the environment for clusters" environment
    step "what cannot be together" refused
    step "install +mpi +hdf5 +zfp" "${spack[@]}" install "enzyme-rs@$version +mpi +hdf5 +zfp"
    step "stand-alone tests" "${spack[@]}" test run --fail-fast "enzyme-rs +mpi"
    step "a program under mpirun" heat
    step "a package that depends on it" "${spack[@]}" install needs-enzyme-rs
    step "install ~mpi ~hdf5 +tests" "${spack[@]}" install "enzyme-rs@$version ~mpi ~hdf5 +tests"
    step "its tests were run" tested
    step "stand-alone tests" "${spack[@]}" test run --fail-fast "enzyme-rs ~mpi"
    echo "spack: all passed"
}

step() { # WHAT COMMAND...
    local what=$1 start=$SECONDS
    shift
    if ! "$@" >"$work/log" 2>&1; then
        tail -60 "$work/log"
        echo "spack: $what FAILED"
        exit 1
    fi
    echo "spack: $what ok, $((SECONDS - start)) s"
}

# What it asks for can be had together; nobody waits for it to be built.
environment() {
    mkdir -p "$scope/environment"
    cp spack/environment/spack.yaml "$scope/environment/"
    spack -e "$scope/environment" concretize
}

# zfp without HDF5, with the reason.
refused() {
    ! "${spack[@]}" spec "enzyme-rs@$version +zfp ~hdf5" >"$work/refused" 2>&1 && grep 'ask for +hdf5' "$work/refused"
}

# By what cargo said.
tested() {
    local prefix
    prefix=$("${spack[@]}" location --install-dir "enzyme-rs ~mpi +tests")
    zgrep 'Running tests/numeric.rs' "$prefix"/.spack/spack-build-out.txt*
}

# The repository with a version for the tarball, and a package that depends on it.
recipes() {
    local repo=$scope/spack_repo/enzyme_rs
    # Nothing of an earlier run is taken for what is tested.
    rm -rf "$scope" "$work/opt"
    mkdir -p "$scope"
    printf 'config:\n  install_tree:\n    root: %s\n' "$work/opt" >"$scope/config.yaml"
    cp -R spack/spack_repo "$scope/"
    local sum
    sum=$(cut -d ' ' -f 1 <(grep tar.gz "$work/release/enzyme-rs-$version.sha256"))
    sed -i "s|^    version(\"main\".*|&\n    version(\"$version\", sha256=\"$sum\", url=\"file://$work/release/enzyme-rs-$version.tar.gz\")|" \
        "$repo/packages/enzyme_rs/package.py"
    mkdir -p "$repo/packages/needs_enzyme_rs"
    cat >"$repo/packages/needs_enzyme_rs/package.py" <<RECIPE
from spack_repo.builtin.build_systems.generic import Package

from spack.package import *


class NeedsEnzymeRs(Package):
    """A program with a gradient."""

    homepage = "https://example.org"
    has_code = False

    version("1.0")

    depends_on("enzyme-rs")
    depends_on("c", type="build")

    def install(self, spec, prefix):
        mkdirp(prefix.bin)
        program = join_path(spec["enzyme-rs"].prefix.share, "doc/enzyme-rs/examples/cmake/oscillator.c")
        Executable(enzyme_cc)("-O2", program, "-o", prefix.bin.oscillator, "-lm")
        Executable(prefix.bin.oscillator)()
RECIPE
    cat >"$scope/repos.yaml" <<YAML
repos:
  enzyme_rs: $repo
YAML
}

external() { # SPEC PREFIX
    printf '  %s:\n    externals:\n    - spec: "%s"\n      prefix: %s\n    buildable: false\n' "${1%%[@+~ ]*}" "$1" "$2"
}

# What Debian and rustup have.
externals() {
    local llvm rust hdf5
    llvm=$(llvm-config-22 --prefix)
    rust=$(dirname "$(dirname "$(readlink -f "$(rustup which cargo 2>/dev/null || command -v cargo)")")")
    hdf5=$(scripts/hdf5.sh serial)
    {
        echo "packages:"
        cat <<YAML
  llvm:
    externals:
    - spec: "llvm@$(llvm-config-22 --version) +clang +flang +lld +llvm_dylib +link_llvm_dylib openmp=runtime"
      prefix: $llvm
      extra_attributes:
        compilers: {c: $llvm/bin/clang, cxx: $llvm/bin/clang++, fortran: $llvm/bin/flang}
    buildable: false
  gcc:
    externals:
    - spec: "gcc@$(gcc -dumpfullversion) languages:='c,c++'"
      prefix: /usr
      extra_attributes:
        compilers: {c: $(command -v gcc), cxx: $(command -v g++)}
    buildable: false
  all:
    prefer: ["%gcc"]
YAML
        external "rust@$("$rust/bin/rustc" --version | cut -d ' ' -f 2)" "$rust"
        external "cmake@$(cmake --version | sed -n '1s/.* //p')" /usr
        external "gmake@$(make --version | sed -n '1s/.* //p')" /usr
        external "pkgconf@$(pkg-config --version)" /usr
        external "openmpi@$(ompi_info --version | sed -n '1s/.* v//p')" /usr
        external "hdf5@$(pkg-config --modversion hdf5-serial) ~mpi" "$hdf5"
        echo "  mpi:"
        echo "    require: openmpi"
        echo "  pkgconfig:"
        echo "    require: pkgconf"
    } >"$scope/packages.yaml"
}

# The heat equation, by a shell that knows of all this through `spack load` alone.
heat() {
    mkdir -p "$work/heat"
    cp examples/checkpointed_heat.c "$work/heat/heat.c"
    local load
    load=$("${spack[@]}" load --sh "enzyme-rs +mpi")
    env -i HOME="$HOME" PATH=/usr/bin:/bin bash -euc "$load
        cd '$work/heat'
        export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
        type enzyme-cc
        OMPI_CC=enzyme-cc mpicc -O2 heat.c -o heat \$(pkg-config --cflags --libs enzyme_rs_checkpoint) \\
            -Wl,-rpath,\$(pkg-config --variable=libdir enzyme_rs_checkpoint) -lm
        mpirun -n 2 ./heat 64 500 10 5 states"
}

main

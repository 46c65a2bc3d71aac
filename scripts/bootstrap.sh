#!/usr/bin/env bash
# Installs the system packages that building and testing need, where that is possible; says what is
# missing and how to get it, where it is not. Owns the list of what is needed. Must not: touch
# anything but system packages, or ask questions.
#
#   scripts/bootstrap.sh            install what is missing (Debian and Ubuntu, as root or with sudo)
#   scripts/bootstrap.sh --check    only report; exit code 1 if something is missing
set -euo pipefail

readonly LLVM=22
readonly RUST=1.90

# What is looked for | which package has it: apt | dnf | spack | nix
# A leading `:` names a check below instead of a program; a leading `?`, what only `make test` needs.
readonly NEEDS="
g++             | g++             | gcc-c++    | gcc                  | gcc
make            | make            | make       | gmake                | gnumake
cmake           | cmake           | cmake      | cmake                | cmake
ninja           | ninja-build     | ninja-build| ninja                | ninja
pkg-config      | pkg-config      | pkgconf    | pkgconf              | pkg-config
clang-$LLVM     | clang-$LLVM     | clang      | llvm@$LLVM+clang     | llvmPackages_$LLVM.clang
ld.lld-$LLVM    | lld-$LLVM       | lld        | llvm@$LLVM+lld       | llvmPackages_$LLVM.lld
flang-$LLVM     | flang-$LLVM     | flang      | llvm@$LLVM+flang     | llvmPackages_$LLVM.flang
opt-$LLVM       | llvm-$LLVM      | llvm       | llvm@$LLVM           | llvmPackages_$LLVM.llvm
:tools          | llvm-$LLVM-tools| llvm       | llvm@$LLVM           | llvmPackages_$LLVM.llvm
:headers        | llvm-$LLVM-dev  | llvm-devel | llvm@$LLVM           | llvmPackages_$LLVM.llvm.dev
:libclang       | libclang-$LLVM-dev | clang-devel | llvm@$LLVM+clang | llvmPackages_$LLVM.libclang
:hdf5           | libhdf5-dev     | hdf5-devel | hdf5@1.10.7:         | hdf5
?mpicc          | libopenmpi-dev  | openmpi-devel | openmpi           | openmpi
?mpirun         | openmpi-bin     | openmpi    | openmpi              | openmpi
?:mpich         | libmpich-dev mpich | mpich-devel | mpich              | mpich
?:openblas      | libopenblas-dev | openblas-devel | openblas           | openblas
?:reference-blas | libblas-dev liblapack-dev | blas-devel lapack-devel | netlib-lapack | lapack-reference
?:fftw          | libfftw3-dev    | fftw-devel | fftw                 | fftw
?:eigen         | libeigen3-dev   | eigen3-devel | eigen               | eigen
?clang-linker-wrapper-$LLVM | clang-tools-$LLVM | clang | llvm@$LLVM+clang | llvmPackages_$LLVM.clang-unwrapped
?:openmp        | libomp-$LLVM-dev | libomp-devel | llvm-openmp@$LLVM | llvmPackages_$LLVM.openmp
?:sanitizers    | libclang-rt-$LLVM-dev | compiler-rt | llvm@$LLVM+compiler-rt | llvmPackages_$LLVM.compiler-rt
?valgrind       | valgrind        | valgrind   | valgrind             | valgrind
?:modules       | environment-modules | environment-modules | environment-modules |
?:hdf5-mpi      | libhdf5-openmpi-dev | hdf5-openmpi-devel | hdf5@1.10.7:+mpi | hdf5-mpi
"

main() {
    local check=no
    case "${1:-}" in
    "") ;;
    --check) check=yes ;;
    -h | --help) sed -n '2,7p' "$0" && exit 0 ;;
    *) fail "unknown argument \`$1'; help: --check or nothing" ;;
    esac
    find_rust
    local missing
    missing=$(missing_rows)
    if [ -n "$missing" ] && [ "$check" = no ] && command -v apt-get >/dev/null && can_be_root; then
        install_with_apt "$missing"
        missing=$(missing_rows)
    fi
    [ -z "$missing" ] || report "$missing"
    local rust=0
    check_rust || rust=1
    # Building does without what only tests need.
    local needed=$missing
    [ "$check" = yes ] || needed=$(echo "$missing" | grep -v '^?' || true)
    [ -z "$needed" ] && [ "$rust" = 0 ] || exit 1
    [ -n "$missing" ] || say "all that is needed is here"
}

# The rows of NEEDS that are not met.
missing_rows() {
    local what rest
    while IFS='|' read -r what rest; do
        what=$(echo "$what" | xargs)
        [ -z "$what" ] || is_met "${what#\?}" || echo "$what|$rest"
    done <<<"$NEEDS"
}

is_met() {
    case "$1" in
    :headers) [ -n "$(llvm_config)" ] && [ -f "$("$(llvm_config)" --includedir)/llvm/IR/Module.h" ] ;;
    :tools) [ -n "$(llvm_config)" ] && [ -x "$("$(llvm_config)" --bindir)/FileCheck" ] ;;
    :libclang) [ -n "$(llvm_config)" ] && [ -e "$("$(llvm_config)" --libdir)/libclang.so" ] ;;
    :hdf5) [ -n "${HDF5_DIR:-}" ] || has_hdf5 ;;
    :mpich) command -v mpicc.mpich >/dev/null || mpicc -show 2>/dev/null | grep -q mpich ;;
    :openblas) has_library libopenblas.so ;;
    :reference-blas) [ -n "$(find /usr/lib*/*/blas /usr/lib*/blas -name 'libblas.so*' 2>/dev/null)" ] || has_library librefblas.so ;;
    :fftw) has_library libfftw3.so ;;
    :eigen) pkg-config --exists eigen3 2>/dev/null ;;
    :openmp) [ -n "$(llvm_config)" ] && [ -e "$("$(llvm_config)" --libdir)/libomp.so" ] ;;
    :sanitizers) [ -n "$(llvm_config)" ] && find "$("$(llvm_config)" --libdir)/clang" -name 'libclang_rt.tsan*.a' | grep -q . ;;
    :modules) [ -e /usr/share/modules/init/bash ] || [ -e /usr/share/lmod/lmod/init/bash ] || [ -n "${MODULESHOME:-}" ] ;;
    :hdf5-mpi) [ -n "${HDF5_MPI_DIR:-}" ] || [ -n "$("$(dirname "$0")/hdf5.sh" parallel)" ] || command -v h5pcc >/dev/null ;;
    *-"$LLVM") command -v "$1" >/dev/null || in_llvm "${1%-"$LLVM"}" ;;
    *) command -v "$1" >/dev/null ;;
    esac
}

# Debian's pkg-config knows it; other systems have the compiler wrapper or the library alone.
has_hdf5() {
    pkg-config --exists hdf5 2>/dev/null || command -v h5cc >/dev/null || command -v h5pcc >/dev/null
}

# Whether the linker finds a library.
has_library() {
    local found
    found=$(g++ -print-file-name="$1" 2>/dev/null)
    [ -n "$found" ] && [ "$found" != "$1" ]
}

# Elsewhere than in Debian programs carry no version in their name.
in_llvm() {
    [ -n "$(llvm_config)" ] && [ -x "$("$(llvm_config)" --bindir)/$1" ]
}

llvm_config() {
    local prefix="${LLVM_SYS_221_PREFIX:-}"
    if [ -n "$prefix" ] && [ -x "$prefix/bin/llvm-config" ]; then
        echo "$prefix/bin/llvm-config"
    else
        command -v "llvm-config-$LLVM" || true
    fi
}

can_be_root() {
    [ "$(id -u)" = 0 ] || sudo -n true 2>/dev/null
}

install_with_apt() {
    local packages root=()
    packages=$(column "$1" 2)
    [ "$(id -u)" = 0 ] || root=(sudo -n)
    say "installing: $packages"
    export DEBIAN_FRONTEND=noninteractive
    "${root[@]}" apt-get update -qq || say "apt-get update failed; trying with what is known"
    # The list is split on purpose.
    # shellcheck disable=SC2086
    "${root[@]}" apt-get install -y -qq --no-install-recommends $packages >/dev/null || {
        say "apt-get could not install all of: $packages"
        say "help: if LLVM $LLVM is not in your release, add LLVM's own repository, see https://apt.llvm.org"
    }
}

# One column of the rows, on one line, each word once.
column() {
    echo "$1" | cut -d '|' -f "$2" | xargs -n 1 | sort -u | xargs
}

report() {
    say "missing: $(column "$1" 1)"
    say "help: get it with one of"
    say "    apt-get install $(column "$1" 2)"
    say "    dnf install $(column "$1" 3)     # where its LLVM is version $LLVM"
    say "    spack install $(column "$1" 4)"
    say "    nix-shell -p $(column "$1" 5)"
    say "help: an HDF5 elsewhere is found through HDF5_DIR=/path/to/hdf5, a parallel one through HDF5_MPI_DIR; without any, build checkpoint with --no-default-features"
    say "help: what begins with \`?' is for tests alone: those of MPI, of BLAS, of Eigen, of devices and of examples"
    say "help: an LLVM elsewhere is found through LLVM_SYS_221_PREFIX=/path/to/llvm"
}

# rustup puts its programs where a fresh shell does not look.
find_rust() {
    command -v cargo >/dev/null || PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
}

check_rust() {
    local version
    if ! command -v cargo >/dev/null; then
        say "missing: cargo (Rust $RUST or newer; the one in Debian 12 is too old)"
        rust_help
        return 1
    fi
    version=$(rustc --version | cut -d ' ' -f 2)
    if [ "$(printf '%s\n%s\n' "$RUST" "$version" | sort -V | sed -n 1p)" != "$RUST" ]; then
        say "rustc is $version, $RUST or newer is needed"
        rust_help
        return 1
    fi
    if ! cargo clippy --version >/dev/null 2>&1 || ! cargo fmt --version >/dev/null 2>&1; then
        say "missing: clippy and rustfmt (only for \`make test')"
        say "help: rustup component add clippy rustfmt"
    fi
}

rust_help() {
    say "help: with rustup, in the home directory, no root needed:"
    say "    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y --profile default"
    say "    . \"\$HOME/.cargo/env\""
    say "help: or spack install rust@$RUST: ; nix-shell -p cargo rustc clippy rustfmt"
}

say() { echo "bootstrap: $*"; }
fail() {
    echo "bootstrap: error: $*" >&2
    exit 2
}

main "$@"

#!/usr/bin/env bash
# flake.nix and default.nix, evaluated with names in the place of nixpkgs (nixpkgs/), for nixpkgs itself is fetched from a network. Then the shell lines in
# them that need no Nix: the check, with an installation whose program is wrapped as nixpkgs wraps it.
# Owns nothing. Must not: touch the store of the machine.
#
#   packages/tests/nix.sh INSTALLATION FOLDER     77: not here, and why
set -euo pipefail

[ $# = 2 ] || { sed -n '6s/^# */usage: /p' "$0" >&2 && exit 2; }
command -v nix >/dev/null || { echo "there is no nix; Debian: apt-get install nix-bin" && exit 77; }
source=$(cd "$(dirname "$0")/../.." && pwd)
installation=$(cd "$1" && pwd)
rm -rf "$2" && mkdir -p "$2"
work=$(cd "$2" && pwd)
export NIX_STORE_DIR=$work/store NIX_STATE_DIR=$work/state NIX_LOG_DIR=$work/log NIX_CONF_DIR=$work/conf XDG_CACHE_HOME=$work/cache
mkdir -p "$work/conf"
# Nobody builds, so there are no users for it.
printf 'experimental-features = nix-command flakes\nbuild-users-group =\n' >"$work/conf/nix.conf"

main() {
    mkdir "$work/flake"
    cp "$source"/{flake.nix,default.nix,Cargo.toml,Cargo.lock} "$work/flake/"
    nix-instantiate --parse "$source/flake.nix" "$source/default.nix" >/dev/null
    nix flake check --no-build "${stub[@]}" "path:$work/flake"
    versions
    apps
    phases
    gradient
}

stub=(--override-input nixpkgs "path:$source/packages/tests/nixpkgs" --no-write-lock-file)

value() { nix eval --raw "${stub[@]}" "path:$work/flake#$1"; } # ATTRIBUTE

# One version of enzyme-rs, one of LLVM.
versions() {
    local version llvm
    version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' "$source/Cargo.toml")
    [ "$(value packages.x86_64-linux.default.version)" = "$version" ]
    llvm=$(sed -n 's/^set(EnzymeRS_LLVM_VERSION_MAJOR \(.*\))/\1/p' "$source/apps/cmake/EnzymeRSConfig.cmake")
    grep -qx "  llvmVersion ? \"$llvm\"," "$source/default.nix" || { echo "default.nix has not LLVM $llvm" && exit 1; }
}

# Older Nix does not look at them itself.
apps() {
    local name
    for name in default:enzyme-rs enzyme-cc:enzyme-cc enzyme-c++:enzyme-c++; do
        [ "$(value "apps.x86_64-linux.\"${name%:*}\".type")" = app ]
        [[ $(value "apps.x86_64-linux.\"${name%:*}\".program") == */bin/${name#*:} ]]
    done
}

# What they call is there, and each choice says so to make.
phases() {
    local phase
    for phase in buildPhase installPhase postFixup; do
        value "packages.x86_64-linux.default.$phase" >"$work/$phase"
        bash -n "$work/$phase"
    done
    [ -x "$source/scripts/install.sh" ]
    grep -q "'MPIS=openmpi' 'MPICC_openmpi=mpicc'" "$work/buildPhase"
    value packages.x86_64-linux.without-mpi.buildPhase | grep -q "'MPIS='"
}

# The program behind a script, by nixpkgs' wrapProgram: same name for the program, another for its file.
gradient() {
    cp -a "$installation" "$work/out"
    mv "$work/out/bin/enzyme-rs" "$work/out/bin/.enzyme-rs-wrapped"
    printf '#!/bin/bash -e\nexec -a "$0" "%s" "$@"\n' "$work/out/bin/.enzyme-rs-wrapped" >"$work/out/bin/enzyme-rs"
    chmod +x "$work/out/bin/enzyme-rs"
    value checks.x86_64-linux.gradient.text >"$work/check"
    mkdir "$work/run"
    (cd "$work/run" && PATH=$work/out/bin:$PATH out=$work/run/out bash -euo pipefail "$work/check")
}

main

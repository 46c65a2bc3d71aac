#!/usr/bin/env bash
# All ways in which enzyme-rs is packaged, each by its test (packages/tests, scripts/test-spack.sh): a line for each, what it printed where it fails.
# Owns their order: the release is what the others package. Must not: change the machine.
#
#   packages/test.sh FOLDER [NAME...]     crates, tarball, deb, nix, container, spack; without names all of them
set -uo pipefail

[ $# -ge 1 ] || { sed -n '5s/^# */usage: /p' "$0" >&2 && exit 2; }
tests=$(cd "$(dirname "$0")/tests" && pwd)
mkdir -p "$1"
work=$(cd "$1" && pwd)
shift
passed=0 failed=0 skipped=0

main() {
    local all=(crates tarball deb nix container spack)
    if [ $# -gt 0 ]; then all=("$@"); fi
    local name
    for name in "${all[@]}"; do
        case $name in
        crates) try crates "$tests/crates.sh" "$work/crates" ;;
        tarball) try tarball "$tests/tarball.sh" "$work" ;;
        deb) try deb with_package "$tests/deb.sh" "$work/deb-test" ;;
        nix) try nix with_installation "$tests/nix.sh" "$work/nix" ;;
        container) try container with_release "$tests/container.sh" "$work/container" ;;
        spack) try spack by_spack "$work/spack" ;;
        *) echo "test-packages: there is no \`$name'" >&2 && exit 2 ;;
        esac
    done
    echo "test-packages: $passed passed, $failed failed, $skipped skipped"
    [ "$failed" = 0 ]
}

# A test ends with 77 where it cannot be run; its last line says why.
try() { # NAME COMMAND...
    local name=$1 start=$SECONDS code=0
    shift
    "$@" >"$work/$name.log" 2>&1 || code=$?
    case $code in
    0) echo "$name: ok, $((SECONDS - start)) s" && passed=$((passed + 1)) ;;
    77) echo "$name: SKIPPED: $(tail -1 "$work/$name.log")" && skipped=$((skipped + 1)) ;;
    *)
        tail -40 "$work/$name.log"
        echo "$name: FAILED, all it printed is in $work/$name.log"
        failed=$((failed + 1))
        ;;
    esac
}

# What the test of the tarball has left.
package() { ls "$work"/release-files/enzyme-rs_*.deb 2>/dev/null || no_release; }
release() { ls "$work"/release/enzyme-rs-*.tar.gz 2>/dev/null || no_release; }
no_release() { echo "there is no package of a release: see tarball" && return 77; }

with_package() { # TEST FOLDER
    local deb
    deb=$(package) || { echo "$deb" && return 77; }
    "$1" "$deb" "$2"
}

with_release() { # TEST FOLDER
    local deb tar
    deb=$(package) || { echo "$deb" && return 77; }
    tar=$(release) || { echo "$tar" && return 77; }
    "$1" "$tar" "$deb" "$2"
}

with_installation() { # TEST FOLDER
    [ -d "$work/deb/usr" ] || { no_release || return; }
    "$1" "$work/deb/usr" "$2"
}

by_spack() { # FOLDER
    command -v spack >/dev/null || { echo "there is no spack in the PATH" && return 77; }
    "$tests/../../scripts/test-spack.sh" "$1"
}

main "$@"

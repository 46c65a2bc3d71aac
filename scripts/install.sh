#!/usr/bin/env bash
# Copies what was built into an installation: programs, plugin, headers, manual pages, completions; documents, the checkpointing library, the CMake package
# and modulefiles by scripts of their own, the libraries of MPI's adjoints as far as they were built.
# Owns the layout of an installation (the wrappers look for ../lib and ../include beside themselves), and the list of its files, by which it is taken away.
#
#   scripts/install.sh BUILD_FOLDER PREFIX     DEBUG_FILES=yes: debug information in folders .debug, where gdb and perf look
#   scripts/install.sh --remove PREFIX
set -euo pipefail

[ $# = 2 ] || { sed -n '6,7s/^# */usage: /p' "$0" >&2 && exit 2; }
source=$(cd "$(dirname "$0")/.." && pwd)
readonly LIST=share/enzyme-rs/installed-files

main() {
    if [ "$1" = --remove ]; then
        remove "$2"
        return
    fi
    [ -e "$1/libenzyme_rs.so" ] || { echo "nothing is built in $1; help: make build, or make install, which builds first" >&2 && exit 1; }
    build=$(cd "$1" && pwd)
    stage=$(mktemp -d)
    trap 'rm -rf "$stage"' EXIT
    programs
    headers
    "$source/checkpoint/capi/install.sh" "$build" "$stage"
    "$source/apps/cmake/install.sh" "$stage"
    "$source/apps/modulefiles/install.sh" "$stage"
    "$source/scripts/install-docs.sh" "$stage/share/doc/enzyme-rs"
    "$build/enzyme-rs" man "$stage/share/man/man1"
    completion bash bash-completion/completions/enzyme-rs
    completion zsh zsh/site-functions/_enzyme-rs
    completion fish fish/vendor_completions.d/enzyme-rs.fish
    without_debug_information
    place "$2"
    echo "installed into $2"
}

programs() {
    install -d "$stage"/{bin,lib,share/man/man1}
    install -m 755 "$build/enzyme-rs" "$build/enzyme-rs-run" "$stage/bin/"
    for name in enzyme-cc enzyme-c++ enzyme-fc; do
        ln -sf enzyme-rs "$stage/bin/$name"
    done
    install -m 755 "$build/libenzyme_rs.so" "$stage/lib/"
    for name in blas omp threads gpu emulated_gpu; do
        install -m 755 "$build/libenzyme_rs_$name.so" "$stage/lib/"
        install -m 644 "$build/libenzyme_rs_$name.a" "$stage/lib/"
    done
    for mpi in openmpi mpich; do
        [ ! -e "$build/$mpi/libenzyme_rs_mpi.so" ] ||
            "$source/scripts/place-mpi.sh" "$build/$mpi" "$stage/lib/enzyme_rs/$mpi"
    done
}

headers() {
    install -d "$stage"/include/{enzyme,enzyme_rs}
    install -m 644 "$source"/include/enzyme_rs/*.* "$stage/include/enzyme_rs/"
    install -m 644 "$source"/include/enzyme/* "$stage/include/enzyme/"
    install -D -m 644 "$source/include/enzyme_rs/openmpi/mpif.h" "$stage/include/enzyme_rs/openmpi/mpif.h"
}

completion() { # SHELL FILE
    install -d "$(dirname "$stage/share/$2")"
    "$build/enzyme-rs" completions "$1" >"$stage/share/$2"
    chmod 644 "$stage/share/$2"
}

# Debug information is nine tenths of what was built.
without_debug_information() {
    local file folder
    find "$stage/bin" "$stage/lib" -type f \( -perm -u+x -o -name '*.a' \) | while read -r file; do
        case $file in
        *.a) "$source/scripts/archive.sh" "$file" "${file%.a}.so" ;;
        *)
            if [ "${DEBUG_FILES:-}" = yes ]; then
                folder=$(dirname "$file")/.debug
                mkdir -p "$folder"
                objcopy --only-keep-debug "$file" "$folder/$(basename "$file").debug"
                chmod 644 "$folder/$(basename "$file").debug"
                strip --strip-unneeded "$file"
                objcopy --add-gnu-debuglink="$folder/$(basename "$file").debug" "$file"
            else
                strip --strip-unneeded "$file"
            fi
            ;;
        esac
    done
}

# Puts the files where they belong, instead of those of an installation before.
place() { # PREFIX
    mkdir -p "$1" "$stage/$(dirname "$LIST")"
    [ ! -e "$1/$LIST" ] || remove "$1" >/dev/null
    # With itself in it.
    touch "$stage/$LIST"
    local files
    files=$(cd "$stage" && find . -type f -o -type l)
    echo "$files" | sed 's|^\./||' | sort >"$stage/$LIST"
    # Files alone: folders that were there keep their modes.
    tar -C "$stage" -c --owner=0 --group=0 -T "$stage/$LIST" | tar -C "$1" -x --no-same-owner -p
}

# Takes away what an installation put there, and folders that are empty then.
remove() { # PREFIX
    if [ ! -e "$1/$LIST" ]; then
        echo "no installation of enzyme-rs in $1: it would have the list of its files, $LIST" >&2
        exit 1
    fi
    local folders
    folders=$(xargs -a "$1/$LIST" -d '\n' -n 1 dirname | sort -ru)
    (cd "$1" && xargs -a "$LIST" -d '\n' rm -f)
    for folder in $folders; do
        while [ "$folder" != . ] && rmdir "$1/$folder" 2>/dev/null; do folder=$(dirname "$folder"); done
    done
    echo "removed from $1"
}

main "$@"

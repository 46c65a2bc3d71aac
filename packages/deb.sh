#!/usr/bin/env bash
# Makes a Debian package of what `make install PREFIX=/usr DESTDIR=FOLDER` has put into a folder.
# Owns how the files of packages/debian are filled in. Must not: build, install, or say what is in the package (debian/control, debian/rules).
#
#   packages/deb.sh INSTALLED FOLDER     DEBFULLNAME, DEBEMAIL: who makes it
set -euo pipefail

[ $# = 2 ] || { sed -n '5s/^# */usage: /p' "$0" >&2 && exit 2; }
source=$(cd "$(dirname "$0")/.." && pwd)
installed=$(cd "$1" && pwd)
mkdir -p "$2"
folder=$(cd "$2" && pwd)
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' "$source/Cargo.toml")
llvm=$(sed -n 's/^set(EnzymeRS_LLVM_VERSION_MAJOR \(.*\))/\1/p' "$source/apps/cmake/EnzymeRSConfig.cmake")
# RFC 2606 keeps the domain `invalid` for those who have no address.
maintainer="${DEBFULLNAME:-enzyme-rs developers} <${DEBEMAIL:-nobody@enzyme-rs.invalid}>"

main() {
    local program
    for program in dh chrpath; do
        command -v "$program" >/dev/null || { echo "deb: there is no $program; help: apt-get install debhelper chrpath" >&2 && exit 1; }
    done
    # The same commit gives the same bytes; a tarball knows no commit, but its files have the commit's time.
    SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$source" log -1 --format=%ct 2>/dev/null || stat -c %Y "$source/CHANGELOG.md")}
    export SOURCE_DATE_EPOCH
    stage=$(mktemp -d)
    trap 'rm -rf "$stage"' EXIT
    local work=$stage/enzyme-rs-$version
    mkdir "$work"
    cp -R "$source/packages/debian" "$work/"
    cp "$source/CHANGELOG.md" "$work/"
    cp -a "$installed" "$work/installed"
    control "$work/debian"
    changelog >"$work/debian/changelog"
    # Nothing is compiled any more: what Debian has each package need for that (build-essential) need not be there.
    (cd "$work" && dpkg-buildpackage --build=binary --no-sign --no-check-builddeps) >"$stage/log" 2>&1 || { cat "$stage/log" >&2 && exit 1; }
    mv "$stage"/*.deb "$folder/"
    echo "$folder/$(basename "$(ls -t "$folder"/enzyme-rs_*.deb | head -1)")"
}

control() { # FOLDER
    crates >"$stage/crates"
    sed -i "s|@MAINTAINER@|$maintainer|; s|@LLVM@|$llvm|g" "$1/control"
    sed -i -e "/^@CRATES@$/{r $stage/crates" -e 'd}' "$1/copyright"
}

# All that is linked into what the package has, and the licence of each.
crates() {
    (cd "$source" && cargo tree --locked --edges normal --prefix none --no-dedupe --format '{p}: {l}' \
        -p enzyme-plugin -p enzyme-cli -p enzyme-driver -p enzyme-checkpoint-capi -p enzyme-blas -p enzyme-omp -p enzyme-threads -p enzyme-gpu -p enzyme-mpi) |
        grep -vE '^(enzyme-|$)' | sed 's/^\([^ ]*\) v\([^ :]*\)[^:]*:/ \1 \2:/; s/ *$//' | LC_ALL=C sort -u
}

# What changed is in the project's own changelog.
changelog() {
    cat <<CHANGELOG
enzyme-rs ($version-1) unstable; urgency=medium

  * Version $version; the file changelog.gz says what changed.

 -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
CHANGELOG
}

main

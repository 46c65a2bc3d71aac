#!/usr/bin/env bash
# The Debian package: what lintian says of it, then installed, used as its users do, and removed, in a copy of this machine's files; nothing is left of it.
#
#   packages/tests/deb.sh PACKAGE.deb FOLDER     77: not here, and why
set -euo pipefail

[ $# = 2 ] || { sed -n '4s/^# */usage: /p' "$0" >&2 && exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
work=$(cd "$2" && pwd)
cp "$1" "$work/package.deb"

# Inside the copy.
session() {
    cat <<'SESSION'
cd /tmp
cat >package.deb
dpkg -i package.deb
cp -R /usr/share/doc/enzyme-rs/examples/cmake .
cat >square.c <<'C'
#include <stdio.h>
double __enzyme_autodiff(void *, ...);
double square(double x) { return x * x; }
int main(void) {
  printf("square(21)=%g, dsquare(21)=%g\n", square(21), __enzyme_autodiff((void *)square, 21.0));
  return 0;
}
C
printf 'cmake_minimum_required(VERSION 3.20)\nproject(square LANGUAGES C)\nfind_package(EnzymeRS REQUIRED)
add_executable(square square.c)\nenzyme_rs_differentiate(square)\n' >CMakeLists.txt
gives() { echo "$1: $("$2")" && [ "$("$2")" = "square(21)=441, dsquare(21)=42" ]; }
/usr/bin/enzyme-cc -O2 square.c -o by-wrapper
gives wrapper ./by-wrapper
cmake -S . -B build -DCMAKE_C_COMPILER=clang-22 -DCMAKE_BUILD_TYPE=Release
cmake --build build
gives find_package build/square
clang-22 -O2 square.c -o by-pkg-config $(pkg-config --cflags --libs enzyme_rs)
gives pkg-config ./by-pkg-config
printf '#include <enzyme_rs/checkpoint.h>\nint main(void) { return enzyme_rs_cp_last_error(0) == 12345; }\n' >checkpoint.c
cc checkpoint.c -o checkpoint $(pkg-config --cflags --libs enzyme_rs_checkpoint)
./checkpoint
enzyme-rs verify square.c --function square
man -w enzyme-cc
dpkg --purge enzyme-rs
! command -v enzyme-cc
SESSION
}

checked_by_lintian() {
    command -v lintian >/dev/null || { echo "without lintian, which is not installed" && return; }
    # Warnings are of what is done once for Debian itself, such as packages for each library.
    lintian --fail-on error "$work/package.deb" >"$work/lintian" 2>&1 || { grep -E '^E:|error' "$work/lintian" && return 1; }
}

for program in cmake pkg-config clang-22; do
    command -v "$program" >/dev/null || { echo "there is no $program" && exit 77; }
done
checked_by_lintian
session >"$work/session"
"$here/overlay.sh" "$work/left" bash -euc "$(cat "$work/session")" <"$work/package.deb"
if [ -s "$work/left" ]; then
    echo "left behind, or changed:"
    cat "$work/left"
    exit 1
fi

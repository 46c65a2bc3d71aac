#!/usr/bin/env bash
# Runs a command as root in a copy of this machine's files that lasts as long as the command: what it installs or removes, it installs or removes there.
# Afterwards prints each file and folder that is another than before, but for logs, caches and temporary files.
# Owns the copy. Must not: change the machine.
#
#   packages/tests/overlay.sh LIST COMMAND...     in LIST go the names of what is left; 77 without the rights for it
set -euo pipefail

[ $# -ge 2 ] || { sed -n '6s/^# */usage: /p' "$0" >&2 && exit 2; }
if [ "${1#/}" = "$1" ]; then set -- "$PWD/$1" "${@:2}"; fi
if [ -z "${ENZYME_RS_OVERLAY:-}" ]; then
    unshare --mount true 2>/dev/null || { echo "no rights to mount: this is for root" && exit 77; }
    ENZYME_RS_OVERLAY=yes exec unshare --mount --propagation private "$0" "$@"
fi

list=$1
shift
# Layers in memory: a system of files may itself be such a copy, on which no second one can be laid.
mount -t tmpfs layers /mnt
mkdir /mnt/{changed,work,root}
mount -t overlay copy -o lowerdir=/,upperdir=/mnt/changed,workdir=/mnt/work /mnt/root 2>/dev/null || {
    echo "no overlay file system here"
    exit 77
}
for folder in dev proc sys; do mount --rbind "/$folder" "/mnt/root/$folder"; done
mount -t tmpfs temporary /mnt/root/tmp
code=0
env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 chroot /mnt/root "$@" || code=$?
# A folder is there because something in it changed; it counts if it was not there before.
(cd /mnt/changed && find . -mindepth 1 \( -path ./var/log -o -path ./var/cache -o -path ./var/lib/dpkg -o -path ./var/lib/apt -o -path ./etc/ld.so.cache -o -path ./run \) -prune \
    -o \( -type d -exec test -d '/{}' \; \) -o -print) | sort >"$list"
exit "$code"

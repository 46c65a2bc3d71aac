/* A disk that has no room at one write: the write number ENZYME_TEST_FAIL_AT to a file whose name ends in ".part" fails
   with ENOSPC, those before and after do not. Loaded before the system's library. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int fails(int file) {
    static int count;
    char link[64], name[4096];
    const char *at = getenv("ENZYME_TEST_FAIL_AT");
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, name, sizeof name);
    if (!at || length < 5 || memcmp(name + length - 5, ".part", 5) != 0) return 0;
    if (++count != atoi(at)) return 0;
    fprintf(stderr, "no room at write %d\n", count);
    errno = ENOSPC;
    return 1;
}

ssize_t pwrite64(int file, const void *from, size_t size, off_t at) {
    static ssize_t (*real)(int, const void *, size_t, off_t);
    if (!real) real = dlsym(RTLD_NEXT, "pwrite64");
    return fails(file) ? -1 : real(file, from, size, at);
}

ssize_t pwrite(int file, const void *from, size_t size, off_t at) {
    return pwrite64(file, from, size, at);
}

ssize_t write(int file, const void *from, size_t size) {
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) real = dlsym(RTLD_NEXT, "write");
    return fails(file) ? -1 : real(file, from, size);
}

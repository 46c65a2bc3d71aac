/* A device, its memory, and the kernels of a module on it: by the vendor's driver, or by what takes its place on the emulator (`driver.c`).
 *
 * Whatever goes wrong ends the program with a line that begins with `wrong`; without a device it ends well, with one that begins with `SKIPPED`.
 *
 * Owns: these names. Must not: know a program. */
#pragma once
#include <stddef.h>
#include <stdint.h>

/* Sizes along x and y. */
struct shape {
    uint32_t grid[2], block[2];
};

/* Makes the first device the present one. */
void machine_find(void);
/* The same, with a module that was compiled for it. */
void machine_open(const char *module);
const char *machine_name(void);
size_t machine_free_memory(void);

/* Zeroed memory of the device. */
void *machine_obtain(size_t bytes);
void machine_release(void *at);
void machine_put(void *to, const void *from, size_t bytes);
void machine_get(void *to, const void *from, size_t bytes);
void machine_copy(void *to, const void *from, size_t bytes);
void machine_clear(void *at, size_t bytes);

/* A variable of the module; null if it has none of that name. */
void *machine_variable(const char *name);

/* Whether the module has a kernel of that name. */
int machine_has(const char *kernel);

/* Launches a kernel, and does not wait. */
void machine_launch(const char *kernel, struct shape shape, const void *const *arguments);
/* Waits for all that was launched. */
void machine_wait(void);
/* What lies between the two takes so many milliseconds on the device. */
void machine_start(void);
double machine_stop(void);

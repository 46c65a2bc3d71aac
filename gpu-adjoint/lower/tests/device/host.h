/* How the host programs of these tests launch kernels. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*kernel)(const void *const *);
kernel enzyme_rs_emulator_kernel(const char *module, const char *name);
void *enzyme_rs_emulator_variable(const char *module, const char *name, uint64_t *bytes);
int enzyme_rs_emulator_launch(kernel, const char *, const uint32_t *, const uint32_t *, uint64_t, const void *const *, uint32_t);

static uint32_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
static uint64_t dynamic = 0;

static void shape(uint32_t gx, uint32_t gy, uint32_t bx, uint32_t by) {
  grid[0] = gx, grid[1] = gy, block[0] = bx, block[1] = by;
}

#define LAUNCH(name, ...) enzyme_rs_emulator_launch(enzyme_rs_emulator_kernel("test", name), name, grid, block, dynamic, (const void *[]){__VA_ARGS__}, WARP)

static void check(bool holds, const char *what) {
  if (holds) return;
  printf("wrong: %s\n", what);
  exit(1);
}

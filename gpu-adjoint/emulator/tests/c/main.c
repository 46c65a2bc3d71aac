/* Launches the kernels of kernels.c, and prints what comes of them. */
#include <stdint.h>
#include <stdio.h>

typedef void kernel(const void *const *);
int enzyme_rs_emulator_launch(kernel *, const char *, const uint32_t *, const uint32_t *, uint64_t, const void *const *, uint32_t);

kernel reverses, copies;

static float x[1024], y[1024];
static uint32_t counts[3];
static struct {
  double value;
  int place;
} pairs[33], *out = pairs;

int main(void) {
  float *px = x, *py = y;
  uint32_t *pc = counts;
  uint32_t grid[] = {4, 1, 1}, one[] = {1, 1, 1}, block[] = {256, 1, 1}, warp[] = {32, 1, 1};
  for (int i = 0; i < 1024; i++) x[i] = (float)i;
  for (int waits = 1; waits >= 0; waits--) {
    const void *arguments[] = {&px, &py, &waits, &pc};
    int code = enzyme_rs_emulator_launch(reverses, "reverses", grid, block, 0, arguments, 32);
    float count;
    __builtin_memcpy(&count, &counts[1], 4);
    printf("%d %g %u %g %u\n", code, y[3], counts[0], count, counts[2]);
  }
  const void *arguments[] = {&out};
  int code = enzyme_rs_emulator_launch(copies, "copies", one, warp, 0, arguments, 32);
  printf("%d %g %d\n", code, pairs[3].value, pairs[3].place);
}

/* Kernels as a compiler would make them of device code, instrumented by clang's ThreadSanitizer pass. */
#include <stdint.h>
#include <string.h>

uint32_t enzyme_rs_emulator_thread(uint32_t axis);
uint32_t enzyme_rs_emulator_block(uint32_t axis);
uint32_t enzyme_rs_emulator_block_size(uint32_t axis);
void enzyme_rs_emulator_barrier(const char *site);
void *enzyme_rs_emulator_shared(const void *variable);
void enzyme_rs_emulator_atomic_access(const void *address, size_t bytes);

static struct {
  uint64_t bytes, align;
  const char *name;
  uint64_t place;
} tile = {256 * 4, 4, "tile", 0};

/* Reverses blocks through shared memory, and counts threads in three ways. */
void reverses(const void *const *arguments) {
  const float *x = *(const float **)arguments[0];
  float *y = *(float **)arguments[1];
  int waits = *(const int *)arguments[2];
  uint32_t *counts = *(uint32_t **)arguments[3];
  uint32_t t = enzyme_rs_emulator_thread(0), n = enzyme_rs_emulator_block_size(0);
  uint32_t g = enzyme_rs_emulator_block(0) * n + t;
  float *s = enzyme_rs_emulator_shared(&tile);
  s[t] = x[g];
  if (waits) enzyme_rs_emulator_barrier("kernels.c:29");
  y[g] = s[n - 1 - t];
  __atomic_fetch_add(&counts[0], 1, __ATOMIC_SEQ_CST);
  uint32_t old = __atomic_load_n(&counts[1], __ATOMIC_RELAXED), new;
  do {
    float count;
    memcpy(&count, &old, 4);
    count += 1;
    memcpy(&new, &count, 4);
  } while (!__atomic_compare_exchange_n(&counts[1], &old, new, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  enzyme_rs_emulator_atomic_access(&counts[2], 4);
  __atomic_fetch_max(&counts[2], g, __ATOMIC_RELAXED);
}

struct pair {
  double value;
  int place;
};

/* Copies structures with a gap, and sets bytes: functions of the pass for memory. */
void copies(const void *const *arguments) {
  struct pair *out = *(struct pair **)arguments[0];
  uint32_t t = enzyme_rs_emulator_thread(0);
  struct pair local = {t, (int)t};
  struct pair *pairs = enzyme_rs_emulator_shared(&tile);
  pairs[t % 32] = local;
  memset(&out[t + 1], 0, sizeof *out * (t == 31));
  enzyme_rs_emulator_barrier("kernels.c:60");
  memcpy(&out[t], &pairs[31 - t], sizeof *out);
}

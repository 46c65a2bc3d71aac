/* Launches the kernel of special.cu, which depends on the language. */
#include "host.h"

int main(void) {
  static int x[64];
  int *to = x;
  shape(1, 1, 64, 1);
  check(LAUNCH("special", &to) == 0, "special runs");
#if WARP == 32
  unsigned *u = (unsigned *)x + 10;
  check(x[0] == 64 && x[1] == 63 && x[2] == 9 && x[3] == 8 && x[4] == 4, "scopes");
  check(((float *)x)[8] == 32, "sums of numbers");
  check(u[0] == 64 % 6 && u[1] == 2, "counters that wrap");
  check(x[6] == 0xff0000 && x[7] == 1, "matches");
  check(x[14] == 0, "threads that leave");
  check(x[12] == 32 && x[13] == 31 * 16, "reductions");
#else
  for (int t = 0; t < 64; t++) check(x[t] == 5 + 1400 + (t & 1) * 10000, "lanes");
#endif
  puts("all is well");
}

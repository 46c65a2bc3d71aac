/* Functions whose values the program would rather have computed again than kept (__enzyme_shouldrecompute): loops that call them keep
 * nothing of what is inside. */
#include "check.h"

extern size_t enzyme_rs_tape_peak_bytes(void);

/* One sample of a mixture: exponentials that a gradient would keep. Not inlined before the plugin is there, as bitcode. */
__attribute__((noinline)) static double term(const double *w, double at, int n) {
  double most = -1e300, sum = 0, room[16];
  for (int k = 0; k < n; k++) {
    room[k] = sin(w[k] * at) - w[k];
    most = room[k] > most ? room[k] : most;
  }
  for (int k = 0; k < n; k++)
    sum += exp(room[k] - most);
  return most + log(sum);
}

/* The same with memory of its own. */
__attribute__((noinline, annotate("enzyme_shouldrecompute"))) static double rebuilt(const double *w, double at, int n) {
  double *room = malloc(n * sizeof *room), sum = 0;
  for (int k = 0; k < n; k++)
    room[k] = exp(w[k] * at);
  for (int k = 0; k < n; k++)
    sum += room[k] * room[(k + 1) % n];
  free(room);
  return sum;
}

void *__enzyme_shouldrecompute[] = {(void *)term};

static double samples(double *w, int n) {
  double sum = 0;
  for (int i = 0; i < 2000; i++) {
    double value = term(w, 0.001 * i, n);
    sum += value * value;
  }
  return sum;
}

/* The result decides. */
static double decided(double *w, int n) {
  double sum = 0;
  for (int i = 0; i < 50; i++) {
    double value = rebuilt(w, 0.01 * i, n);
    sum += value > 5 ? value * value : w[i % n] * value;
  }
  return sum;
}

/* What the function reads is overwritten: it cannot run again, and keeps a tape. */
static double overwritten(double *w, int n) {
  double sum = 0;
  for (int i = 0; i < 20; i++) {
    double value = term(w, 0.1, n);
    w[i % n] += 0.1 * value;
    sum += value * w[(i + 1) % n];
  }
  return sum;
}

int main(void) {
  double x[] = {0.3, -0.7, 0.9, 0.1, 0.6};
  CHECK_GRADIENT(samples, x, 5);
  int small = enzyme_rs_tape_peak_bytes() < 2000 * 5 * 8;
  failures += !small;
  printf("%s tape %zu\n", small ? "PASS" : "FAIL", enzyme_rs_tape_peak_bytes());
  CHECK_GRADIENT(decided, x, 5);
  CHECK_GRADIENT(overwritten, x, 5);
  return failures != 0;
}

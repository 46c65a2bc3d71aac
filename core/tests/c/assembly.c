/* Inline assembly of libraries: maxima and minima of packets as Eigen writes them, and text that is empty. */
#include "check.h"

static double hidden(double *x, int n) {
  double product = 1;
  for (int i = 0; i < n; i++) {
    double value = x[i] * x[i];
    __asm__("" : "+r,x"(value));
    product *= value + 0.5;
    __asm__ volatile("" : "+m,r"(product) : : "memory");
    __asm__ volatile("" : : "r,m"(product) : "memory");
  }
  return product;
}

#if defined __x86_64__
typedef double packet __attribute__((vector_size(16)));

static packet larger(packet a, packet b) {
  packet result = b;
  __asm__("maxpd %[a], %[result]" : [result] "+x"(result) : [a] "x"(a));
  return result;
}

static packet smaller(packet a, packet b) {
  packet result = b;
  __asm__("minpd %[a], %[result]" : [result] "+x"(result) : [a] "x"(a));
  return result;
}

static double packets(double *x, int n) {
  packet most = {x[0], x[1]}, least = most;
  for (int i = 2; i + 1 < n; i += 2) {
    packet next = {x[i], x[i + 1] * x[0]};
    most = larger(most * 1.1, next);
    least = smaller(least, next * next);
  }
  return most[0] * most[1] + least[0] * least[1];
}
#endif

int main(void) {
  double x[6] = {0.7, -1.3, 0.2, 1.1, 0.9, -0.6};
  CHECK_GRADIENT(hidden, x, 6);
#if defined __x86_64__
  CHECK_GRADIENT(packets, x, 6);
#endif
  return failures;
}

// A gradient with all that sanitizers look at: memory that the derivative obtains, clears, copies and keeps, a function that stays a call, a tape.
// `./program` is right and prints the gradient's sum; an argument names a mistake.
#include <enzyme_rs/enzyme.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 100 };

__attribute__((noinline)) static double smooth(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    x[i] = sin(x[i]); // line 15
    sum += x[i] * x[i];
  }
  return sum;
}

static double energy(double *x, int n) {
  double *copy = malloc(n * sizeof *copy);
  memcpy(copy, x, n * sizeof *copy);
  double sum = smooth(copy, n) * smooth(x, n);
  free(copy);
  return sum;
}

static double counted(double *x, int n) {
  int weight = 2147483647;
  return x[0] * (weight + n); // line 31
}

static void gradient(double *x, double *dx, int n) { __enzyme_autodiff_void((void *)energy, enzyme_dup, x, dx, enzyme_const, n); }

static double shared[N];
static void *of_thread(void *start) {
  double x[N];
  for (int i = 0; i < N; i++)
    x[i] = *(double *)start + 0.01 * i;
  for (int k = 0; k < 20; k++)
    gradient(x, shared, N);
  return NULL;
}

int main(int argc, char **argv) {
  const char *mistake = argc > 1 ? argv[1] : "";
  int room = strcmp(mistake, "short-shadow") ? N : N / 2;
  int n = strcmp(mistake, "past-the-end") ? N : N + 1;
  double *x = malloc(N * sizeof *x), *dx = malloc(room * sizeof *dx);
  for (int i = 0; i < N; i++)
    x[i] = i * 0.01;
  for (int i = 0; i < room; i++)
    if (i != 7 || strcmp(mistake, "unset-shadow"))
      dx[i] = 0;
  if (strcmp(mistake, "race") == 0) {
    pthread_t threads[2];
    double starts[2] = {0, 1};
    for (int i = 0; i < 2; i++)
      pthread_create(&threads[i], NULL, of_thread, &starts[i]);
    for (int i = 0; i < 2; i++)
      pthread_join(threads[i], NULL);
  }
  if (strcmp(mistake, "overflow") == 0)
    __enzyme_autodiff_void((void *)counted, enzyme_dup, x, dx, enzyme_const, n);
  gradient(x, dx, n);
  double sum = 0;
  for (int i = 0; i < room; i++)
    sum += dx[i];
  printf("%.6f\n", sum);
  if (sum > 0)
    puts("positive");
  free(x);
  free(dx);
  return 0;
}

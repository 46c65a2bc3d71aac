// What threads return: memory that they have made, what they were given, nothing.
#include <pthread.h>
#include "check.h"

enum { MOST = 8 };

struct given {
  const double *x;
  int n, me;
};

// Numbers of its own, which whoever waits frees.
static void *numbers(void *it) {
  struct given *given = (struct given *)it;
  double *two = (double *)malloc(2 * sizeof(double));
  two[0] = 0, two[1] = 1;
  for (int i = given->me; i < given->n; i += workers) {
    two[0] += given->x[i] * given->x[0];
    two[1] *= 0.9 + 0.1 * given->x[i];
  }
  return two;
}
static void made(const double *x, double *y, int n) {
  pthread_t threads[MOST];
  struct given given[MOST];
  for (int t = 0; t < workers; t++) {
    struct given one = {x, n, t};
    given[t] = one;
    pthread_create(&threads[t], NULL, numbers, &given[t]);
  }
  double sum = 0, product = 1;
  for (int t = workers - 1; t >= 0; t--) {
    void *result;
    pthread_join(threads[t], &result);
    double *two = (double *)result;
    sum += two[0], product *= two[1];
    free(result);
  }
  y[0] = sum * sum, y[1] = sum * product;
}
MODES(made)

// The structure that it was given; handles that are copied about.
struct part {
  const double *x;
  double *y;
  double sum;
  int first, last;
};
static void *part(void *it) {
  struct part *part = (struct part *)it;
  for (int i = part->first; i < part->last; i++) {
    part->y[i] = sin(part->x[i]) * part->x[1];
    part->sum += part->y[i];
  }
  return part;
}
static void given(const double *x, double *y, int n) {
  struct {
    pthread_t thread;
    struct part part;
  } all[MOST];
  pthread_t copies[MOST];
  for (int t = 0; t < workers; t++) {
    struct part one = {x, y, 0, n * t / workers, n * (t + 1) / workers};
    all[t].part = one;
    pthread_create(&all[t].thread, NULL, part, &all[t].part);
    copies[workers - 1 - t] = all[t].thread;
  }
  double sum = 0;
  for (int t = 0; t < workers; t++) {
    struct part *result;
    pthread_join(copies[t], (void **)&result);
    sum += result->sum * result->y[result->first];
  }
  for (int i = 0; i < n; i++) y[i] *= sum;
}
MODES(given)

// Nothing, which is asked for all the same; and threads whose results nobody wants.
static void *nothing(void *it) {
  part(it);
  return NULL;
}
static void asked(const double *x, double *y, int n) {
  pthread_t first, second;
  struct part one = {x, y, 0, 0, n / 2}, two = {x, y, 0, n / 2, n};
  void *result = y;
  pthread_create(&first, NULL, nothing, &one);
  pthread_create(&second, NULL, part, &two);
  pthread_join(second, NULL);
  pthread_join(first, &result);
  if (result == NULL) y[0] += one.sum * two.sum;
}
MODES(asked)

// The thread's end in the middle of its function: on one path with a result, on the other without.
static void *left(void *it) {
  struct part *part = (struct part *)it;
  if (part->first > 0 && part->x[0] > -100) {
    part->sum = part->x[0] * part->x[part->first];
    pthread_exit(part);
  }
  for (int i = part->first; i < part->last; i++) {
    part->y[i] = exp(part->x[i]);
    part->sum += part->y[i] * part->x[1];
  }
  pthread_exit(NULL);
}
static void ended(const double *x, double *y, int n) {
  pthread_t first, second;
  struct part one = {x, y, 0, 0, n / 2}, two = {x, y, 0, n / 2, n};
  void *nothing, *result;
  pthread_create(&first, NULL, left, &one);
  pthread_create(&second, NULL, left, &two);
  pthread_join(first, &nothing);
  pthread_join(second, &result);
  if (nothing == NULL) y[0] += one.sum * ((struct part *)result)->sum;
}
MODES(ended)

int main(void) {
  CHECK(made);
  CHECK(given);
  CHECK(asked);
  CHECK(ended);
  return failures != 0;
}

// Threads that are started and joined: each works on a part of an array, on what all read, in several rounds, and starts others.
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include "check.h"

enum { MOST = 8 };

// Each thread has its own part of the array, and reads a number that all read.
struct part {
  const double *x;
  double *y;
  double factor, sum;
  int first, last;
};
static void *scale(void *given) {
  struct part *part = (struct part *)given;
  part->sum = 0;
  for (int i = part->first; i < part->last; i++) {
    part->y[i] = part->factor * part->x[i] * part->x[0] + sin(part->x[i]);
    part->sum += part->y[i] * part->y[i];
  }
  return NULL;
}
static void parts(const double *x, double *y, int n) {
  pthread_t threads[MOST];
  struct part parts[MOST];
  int count = workers;
  for (int t = 0; t < count; t++) {
    struct part part = {x, y, x[1] * x[2], 0, n * t / count, n * (t + 1) / count};
    parts[t] = part;
    pthread_create(&threads[t], NULL, scale, &parts[t]);
  }
  double sum = 0;
  for (int t = 0; t < count; t++) {
    pthread_join(threads[t], NULL);
    sum += parts[t].sum;
  }
  for (int i = 0; i < n; i++) y[i] += 0.01 * sum * x[n - 1 - i];
}
MODES(parts)

// Several rounds; what a round wrote, all of the next one read. The handles are in memory of the heap.
struct round {
  const double *from;
  double *to;
  int n, me;
};
static void *smooth(void *given) {
  struct round *round = (struct round *)given;
  int n = round->n;
  for (int i = round->me; i < n; i += workers) {
    double left = round->from[(i + n - 1) % n], right = round->from[(i + 1) % n];
    round->to[i] = 0.3 * left * right + cos(round->from[i]);
  }
  return given;
}
static void rounds(const double *x, double *y, int n) {
  int count = workers;
  double *a = (double *)malloc(n * sizeof(double)), *b = (double *)malloc(n * sizeof(double));
  pthread_t *threads = (pthread_t *)malloc(count * sizeof(pthread_t));
  struct round *given = (struct round *)malloc(count * sizeof(struct round));
  memcpy(a, x, n * sizeof(double));
  for (int k = 0; k < 4; k++) {
    for (int t = 0; t < count; t++) {
      given[t].from = a, given[t].to = b, given[t].n = n, given[t].me = t;
      if (pthread_create(threads + t, NULL, smooth, given + t) != 0) abort();
    }
    for (int t = 0; t < count; t++) pthread_join(threads[t], NULL);
    double *other = a;
    a = b, b = other;
  }
  for (int i = 0; i < n; i++) y[i] = a[i] * x[0];
  free(a), free(b), free(threads), free(given);
}
MODES(rounds)

// Threads that start threads.
struct tree {
  const double *x;
  int n;
  double value;
};
static void *tree(void *given) {
  struct tree *all = (struct tree *)given;
  const double *x = all->x;
  if (all->n <= 9) {
    all->value = 0.5;
    for (int i = 0; i < all->n; i++) all->value = sin(all->value * x[i]) + 0.2 * x[i];
    return NULL;
  }
  struct tree left = {x, all->n / 2, 0}, right = {x + all->n / 2, all->n - all->n / 2, 0};
  pthread_t thread;
  pthread_create(&thread, NULL, tree, &left);
  tree(&right);
  pthread_join(thread, NULL);
  all->value = left.value * right.value + cos(left.value);
  return NULL;
}
static void recursive(const double *x, double *y, int n) {
  struct tree all = {x, n, 0};
  tree(&all);
  y[0] = all.value, y[1] = all.value * all.value;
}
MODES(recursive)

// Whoever starts threads works as well, on what they read; they are joined in another order than they were started.
static void *powers(void *given) {
  struct part *part = (struct part *)given;
  for (int i = part->first; i < part->last; i++) {
    double power = 1;
    for (int k = 0; k < 5; k++) power *= part->x[i] + 0.1 * k * part->x[3];
    part->y[i] = power;
  }
  return NULL;
}
static void beside(const double *x, double *y, int n) {
  pthread_t threads[MOST];
  struct part parts[MOST];
  double mine = 0;
  for (int t = 0; t < workers; t++) {
    parts[t].x = x, parts[t].y = y;
    parts[t].first = n * t / workers, parts[t].last = n * (t + 1) / workers;
    pthread_create(&threads[t], NULL, powers, &parts[t]);
    for (int i = 0; i < n; i++) mine += x[i] * x[i] * x[3];
  }
  for (int i = 0; i < n; i++) mine = sin(mine) * x[i] + x[3];
  for (int t = workers - 1; t >= 0; t--) pthread_join(threads[t], NULL);
  for (int i = 0; i < n; i++) y[i] *= mine;
}
MODES(beside)

// A thread for which nobody waits: its derivative ends with a message, before the reverse pass would be wrong.
static pthread_t left_alone;
static void forgotten(const double *x, double *y, int n) {
  static struct part part;
  struct part own = {x, y, x[1], 0, 0, n};
  part = own;
  pthread_create(&left_alone, NULL, scale, &part);
}
MODES(forgotten)
static void says_so(void) {
  int ends[2];
  char text[400] = "";
  if (pipe(ends) != 0) return;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    double x[SIZE], dx[SIZE] = {0}, y[SIZE] = {0}, dy[SIZE] = {0};
    for (int i = 0; i < SIZE; i++) x[i] = number(i);
    dup2(ends[1], 2);
    forgotten_gradient(x, dx, y, dy);
    _exit(0);
  }
  close(ends[1]);
  for (size_t got = 0; got + 1 < sizeof text;) {
    ssize_t more = read(ends[0], text + got, sizeof text - 1 - got);
    if (more <= 0) break;
    got += (size_t)more;
  }
  int status;
  waitpid(child, &status, 0);
  judge("forgotten", 1, "ends with a message", WIFSIGNALED(status) && strstr(text, "EZ7413") != NULL, status, SIGABRT);
}

int main(void) {
  CHECK(parts);
  CHECK(rounds);
  CHECK(recursive);
  CHECK(beside);
  says_so();
  return failures != 0;
}

// Threads that wait for each other: mutexes, spin locks, barriers, conditions.
#define _GNU_SOURCE
#include <pthread.h>
#include "check.h"

enum { MOST = 8 };

struct given {
  const double *x;
  double *y;
  int n, me;
};
static void join(pthread_t *threads) {
  for (int t = 0; t < workers; t++) pthread_join(threads[t], NULL);
}
#define START(function)                                                  \
  pthread_t threads[MOST];                                               \
  struct given given[MOST];                                              \
  for (int t = 0; t < workers; t++) {                                    \
    struct given one = {x, y, n, t};                                     \
    given[t] = one;                                                      \
    pthread_create(&threads[t], NULL, function, &given[t]);              \
  }

// A number that each changes in turn, whoever comes first: what it is in between matters. The result is the same in any order.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double product;
static void *multiply(void *it) {
  struct given *given = (struct given *)it;
  for (int i = given->me; i < given->n; i += workers) {
    double factor = 0.9 + 0.1 * given->x[i];
    pthread_mutex_lock(&lock);
    product *= factor;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}
static void products(const double *x, double *y, int n) {
  product = x[0];
  START(multiply)
  join(threads);
  y[0] = product, y[1] = product * product;
}
MODES(products)

// What a thread reads in its section is what another one left: a chain whose order is another one each time, and whose end is not.
struct chain {
  pthread_mutex_t lock;
  double state;
  int count;
};
static struct chain *now;
static void *link(void *it) {
  struct given *given = (struct given *)it;
  for (int i = 0; i < given->n; i++) {
    pthread_mutex_lock(&now->lock);
    int k = now->count++;
    now->state = sin(now->state) + given->x[k % given->n];
    if (k < given->n) given->y[k] = now->state * now->state;
    pthread_mutex_unlock(&now->lock);
  }
  return NULL;
}
static void chain(const double *x, double *y, int n) {
  struct chain own = {PTHREAD_MUTEX_INITIALIZER, x[5], 0};
  now = &own;
  START(link)
  join(threads);
  y[1] += own.state;
}
MODES(chain)

// A mutex that its owner may take again, and a spin lock inside.
static pthread_mutex_t again;
static pthread_spinlock_t spin;
static double sum, most;
static void *nested(void *it) {
  struct given *given = (struct given *)it;
  for (int i = given->me; i < given->n; i += workers) {
    double value = exp(given->x[i]);
    pthread_mutex_lock(&again);
    sum += value * given->x[0];
    pthread_mutex_lock(&again);
    pthread_spin_lock(&spin);
    if (value > most) most = value;
    pthread_spin_unlock(&spin);
    pthread_mutex_unlock(&again);
    sum += 0.1 * value;
    pthread_mutex_unlock(&again);
  }
  return NULL;
}
static void twice(const double *x, double *y, int n) {
  sum = 0, most = 0;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&again, &kind);
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  START(nested)
  join(threads);
  pthread_mutex_destroy(&again);
  pthread_spin_destroy(&spin);
  y[0] = sum * sum, y[1] = most * sum;
}
MODES(twice)

// Phases between barriers, of as many steps as threads like.
static pthread_barrier_t barrier;
static double *old, *new_;
static void *step(void *it) {
  struct given *given = (struct given *)it;
  int n = given->n;
  double *from = old, *to = new_;
  for (int k = 0; k < 5; k++) {
    for (int i = given->me; i < n; i += workers)
      to[i] = from[i] + 0.1 * from[(i + 1) % n] * from[(i + n - 1) % n] - 0.05 * from[i] * from[i];
    pthread_barrier_wait(&barrier);
    double *other = from;
    from = to, to = other;
  }
  for (int i = given->me; i < n; i += workers) given->y[i] = from[i] * from[(i + 3) % n];
  return NULL;
}
static void phases(const double *x, double *y, int n) {
  pthread_barrier_init(&barrier, NULL, workers);
  old = (double *)malloc(n * sizeof(double)), new_ = (double *)malloc(n * sizeof(double));
  memcpy(old, x, n * sizeof(double));
  START(step)
  join(threads);
  pthread_barrier_destroy(&barrier);
  free(old), free(new_);
}
MODES(phases)

// One thread produces, the others consume: a queue of one place, with two conditions.
struct queue {
  pthread_mutex_t lock;
  pthread_cond_t filled, emptied;
  int full, over, taken;
  double value;
};
static struct queue *queue;
static void *consume(void *it) {
  struct given *given = (struct given *)it;
  for (;;) {
    pthread_mutex_lock(&queue->lock);
    while (!queue->full && !queue->over) pthread_cond_wait(&queue->filled, &queue->lock);
    if (!queue->full) break;
    double value = queue->value;
    int place = queue->taken++;
    queue->full = 0;
    pthread_cond_signal(&queue->emptied);
    pthread_mutex_unlock(&queue->lock);
    given->y[place] = value * value + given->x[place] * given->x[0];
  }
  pthread_mutex_unlock(&queue->lock);
  return NULL;
}
static void queued(const double *x, double *y, int n) {
  struct queue own = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0, 0};
  queue = &own;
  START(consume)
  double value = x[3];
  for (int i = 0; i < n; i++) {
    value = cos(value) * x[i];
    pthread_mutex_lock(&own.lock);
    while (own.full) pthread_cond_wait(&own.emptied, &own.lock);
    own.value = value;
    own.full = 1;
    pthread_cond_signal(&own.filled);
    pthread_mutex_unlock(&own.lock);
  }
  pthread_mutex_lock(&own.lock);
  while (own.full) pthread_cond_wait(&own.emptied, &own.lock);
  own.over = 1;
  pthread_cond_broadcast(&own.filled);
  pthread_mutex_unlock(&own.lock);
  join(threads);
}
MODES(queued)

// Whoever starts a thread reads, under the mutex, what the thread changes later.
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;
static int may;
static double shared;
static void *change(void *it) {
  struct given *given = (struct given *)it;
  pthread_mutex_lock(&lock);
  while (!may) pthread_cond_wait(&told, &lock);
  shared = shared * shared * given->x[given->me];
  pthread_mutex_unlock(&lock);
  return NULL;
}
static void before(const double *x, double *y, int n) {
  shared = x[2];
  may = 0;
  START(change)
  pthread_mutex_lock(&lock);
  y[0] = shared * shared * x[1];
  shared = shared * x[4];
  may = 1;
  pthread_cond_broadcast(&told);
  pthread_mutex_unlock(&lock);
  join(threads);
  y[1] = workers == 1 ? sin(shared) : 0;
}
MODES(before)

// What one thread reads, another one changes later, which was started before; and so of what the starting function reads in a function that it calls.
static int turn;
struct crossed {
  const double *x;
  double shared, *made;
};
static void *writer(void *it) {
  struct crossed *own = (struct crossed *)it;
  pthread_mutex_lock(&lock);
  while (turn != 2) pthread_cond_wait(&told, &lock);
  own->shared = 3 * own->shared * own->x[0];
  pthread_mutex_unlock(&lock);
  return NULL;
}
static void *reader(void *it) {
  struct crossed *own = (struct crossed *)it;
  double *made = (double *)malloc(sizeof(double));
  pthread_mutex_lock(&lock);
  *made = own->shared * own->shared * own->x[1];
  own->made = made;
  turn++;
  pthread_cond_broadcast(&told);
  pthread_mutex_unlock(&lock);
  return NULL;
}
__attribute__((noinline)) static double square(struct crossed *own) {
  pthread_mutex_lock(&lock);
  double value = own->shared * own->shared;
  pthread_mutex_unlock(&lock);
  return value;
}
static void crossed(const double *x, double *y, int n) {
  struct crossed own = {x, x[2], NULL};
  pthread_t first, second;
  turn = 0;
  pthread_create(&first, NULL, writer, &own);
  pthread_create(&second, NULL, reader, &own);
  double value = square(&own);
  pthread_mutex_lock(&lock);
  turn++;
  pthread_cond_broadcast(&told);
  pthread_mutex_unlock(&lock);
  pthread_join(second, NULL);
  pthread_join(first, NULL);
  y[0] = value * x[1], y[1] = own.shared, y[2] = *own.made;
  free(own.made);
}
MODES(crossed)

// A function that writes nothing, and reads what its thread changes behind a barrier.
static void *cube(void *it) {
  double *x = (double *)it;
  pthread_barrier_wait(&barrier);
  *x = 3 * *x * *x * *x;
  return NULL;
}
static double early(double *x) {
  pthread_t thread;
  pthread_create(&thread, NULL, cube, x);
  double value = *x * *x;
  pthread_barrier_wait(&barrier);
  pthread_join(thread, NULL);
  return value;
}
double __enzyme_autodiff(void *, ...);
static void changed(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  // What the thread leaves has the seed 0.5.
  double x = 2, dx = 0.5, wanted = 2 * 2 + 0.5 * 9 * 2 * 2;
  __enzyme_autodiff((void *)early, enzyme_dup, &x, &dx);
  judge("changed", 1, "closed form", fabs(dx - wanted) < 1e-14 * wanted, dx, wanted);
  pthread_barrier_destroy(&barrier);
}

int main(void) {
  CHECK(products);
  CHECK(chain);
  CHECK(twice);
  CHECK(phases);
  CHECK(queued);
  CHECK(before);
  CHECK(crossed);
  changed();
  return failures != 0;
}

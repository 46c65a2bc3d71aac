/* Rules of functions that are given structures: what the pointers in them lead to is read and written by rules although the function that makes the call
 * knows nothing of it, and no function of the program does. */
#include "check.h"

struct place { double *numbers; int count; };

// Does not look at its numbers; the rule does.
static double all(const struct place *p) { (void)p; return 1; }
static double all_forth(const struct place *p, struct place *dp) { (void)dp; return all(p); }
static void all_back(const struct place *p, struct place *dp, double seed) {
  for (int i = 0; i < p->count; i++) dp->numbers[i] += seed * (i + 1) * p->numbers[i];
}
void *__enzyme_register_gradient_all[] = {(void *)all, (void *)all_forth, (void *)all_back};

// A function that stays a call, and one that calls itself.
static __attribute__((noinline)) double outer(const struct place *p) { return 2 * all(p); }
static double descend(const struct place *p, int depth) {
  return depth == 0 ? all(p) : 0.5 * descend(p, depth - 1);
}
static double by_outer(double x) {
  double numbers[2] = {x, 3 * x};
  struct place p = {numbers, 2};
  return outer(&p);
}
static double by_descent(double x) {
  double numbers[2] = {x, 3 * x};
  struct place p = {numbers, 2};
  return descend(&p, 2);
}

// Two levels further down, and numbers that come from the heap.
struct holder { int spare; struct place *place; };
static double held(const struct holder *h) { (void)h; return 1; }
static double held_forth(const struct holder *h, struct holder *dh) { (void)dh; return held(h); }
static void held_back(const struct holder *h, struct holder *dh, double seed) {
  dh->place->numbers[0] += seed * h->place->numbers[0];
}
void *__enzyme_register_gradient_held[] = {(void *)held, (void *)held_forth, (void *)held_back};
static __attribute__((noinline)) double of_holder(const struct holder *h) { return 4 * held(h); }
static double by_holder(double x) {
  struct place p = {malloc(sizeof(double)), 1};
  struct holder h = {0, &p};
  p.numbers[0] = x;
  double result = of_holder(&h);
  free(p.numbers);
  return result;
}

// Pointers that change between calls are on the tape: the gradient does not look for them in the shadow.
static double square(const struct place *p) { return p->numbers[0] * p->numbers[0]; }
struct tape { double *shadow; double number; };
struct kept { struct tape tape; double result; };
static struct kept square_forth(const struct place *p, struct place *dp) {
  return (struct kept){{dp->numbers, p->numbers[0]}, square(p)};
}
static void square_back(const struct place *p, struct place *dp, double seed, struct tape tape) {
  (void)p, (void)dp;
  *tape.shadow += 2 * tape.number * seed;
}
void *__enzyme_register_gradient_square[] = {(void *)square, (void *)square_forth, (void *)square_back};
static double moving(double *numbers, int n) {
  double sum = 0;
  struct place p = {numbers, 1};
  for (int i = 0; i < n; i++) {
    p.numbers = numbers + i;
    sum += (i + 1) * square(&p);
  }
  return sum;
}

int main(void) {
  const double x = 0.7;
  same("by outer", __enzyme_autodiff((void *)by_outer, x), 2 * (x + 2 * 3 * 3 * x));
  same("by descent", __enzyme_autodiff((void *)by_descent, x), 0.25 * (x + 2 * 3 * 3 * x));
  same("by holder", __enzyme_autodiff((void *)by_holder, x), 4 * x);
  double numbers[3] = {1, 2, 3}, shadow[3] = {0};
  __enzyme_autodiff_v((void *)moving, numbers, shadow, enzyme_const, 3);
  for (int i = 0; i < 3; i++) same("moving", shadow[i], 2 * (i + 1) * numbers[i]);
  return failures;
}

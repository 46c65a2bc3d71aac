/* Numbers in the cells of a list of pointers, put there by a function that stays one. */
/* May be refused: EZ0202 EZ0203. */
#include "never_wrong.h"
struct cell {
  void *content;
  struct cell *next;
};
static void *boxed(double number) {
  void *bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}
static double unboxed(void *bits) {
  double number;
  memcpy(&number, &bits, sizeof number);
  return number;
}
__attribute__((noinline)) static struct cell *push(struct cell *head, void *content) {
  struct cell *cell = malloc(sizeof *cell);
  cell->content = content;
  cell->next = head;
  return cell;
}
double f(double *x, int n) {
  struct cell *head = 0;
  for (int i = 0; i < n; i++)
    head = push(head, boxed(x[i] * x[i]));
  double s = 0;
  while (head) {
    s = s * 0.5 + unboxed(head->content);
    struct cell *next = head->next;
    free(head);
    head = next;
  }
  return s;
}

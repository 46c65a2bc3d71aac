/* Nodes of more than some thousand bytes, put into a list by a function that sees a pointer in them. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
enum { LENGTH = 700 };
struct node {
  double a[LENGTH];
  struct node *next;
};
__attribute__((noinline)) static void insert(struct node *head, const struct node *e) {
  struct node t = *e;
  t.next = head->next;
  head->next = (struct node *)malloc(sizeof t);
  *head->next = t;
}
double f(double *x, int n) {
  struct node head;
  head.next = 0;
  for (int j = 0; j < 3; j++) {
    struct node e;
    for (int i = 0; i < LENGTH; i++)
      e.a[i] = x[(i + j) % n] * (j + 1);
    insert(&head, &e);
  }
  double s = 0;
  for (struct node *p = head.next; p;) {
    for (int i = 0; i < LENGTH; i++)
      s += p->a[i] * 1e-2 * (i & 3);
    struct node *q = p;
    p = p->next;
    free(q);
  }
  return s;
}

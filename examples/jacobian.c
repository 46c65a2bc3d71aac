/* Several directions at once: the Jacobian of a function of few variables in one call, and a few rows of another in one more.
 *
 *     enzyme-cc -O2 jacobian.c -o jacobian -lm && ./jacobian
 */
#include <enzyme_rs/enzyme.h>
#include <math.h>
#include <stdio.h>

enum { IN = 4, OUT = 3 };

/* Where an arm of four joints ends, and how it points. */
void arm(const double *angles, double *tip) {
  double sum = 0, x = 0, y = 0;
  for (int i = 0; i < IN; i++) {
    sum += angles[i];
    x += cos(sum) / (i + 1);
    y += sin(sum) / (i + 1);
  }
  tip[0] = x;
  tip[1] = y;
  tip[2] = sum;
}

int main(void) {
  double angles[IN] = {0.3, -0.2, 0.5, 0.1}, tip[OUT];

  /* Forward mode, four tangents: column k of the Jacobian is the tangent along angle k. */
  double along[IN][IN] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}, columns[IN][OUT];
  __enzyme_fwddiff_void((void *)arm, enzyme_width, 4, enzyme_dupv, sizeof along[0], angles, along, enzyme_dupv, sizeof columns[0], tip,
                        columns);

  /* Reverse mode, three adjoints: row k is the adjoint of output k. */
  double of[OUT][OUT] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, rows[OUT][IN] = {{0}};
  __enzyme_autodiff_void((void *)arm, enzyme_width, 3, enzyme_dupv, sizeof rows[0], angles, rows, enzyme_dupv, sizeof of[0], tip, of);

  for (int i = 0; i < OUT; i++) {
    for (int k = 0; k < IN; k++)
      printf("%9.5f", columns[k][i]);
    printf("   |");
    for (int k = 0; k < IN; k++)
      printf("%9.5f", rows[i][k]);
    printf("\n");
  }
  return 0;
}

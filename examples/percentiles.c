/* Sorting: how the expected shortfall of a portfolio, the mean of its worst outcomes, depends on the weights of its papers.
 *
 *     enzyme-cc -O2 percentiles.c -o percentiles -lm && ./percentiles
 */
#include <enzyme_rs/enzyme.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PAPERS = 3, DAYS = 200, WORST = 10 };

struct outcome {
  int day;
  double gain;
};

static int by_gain(const void *a, const void *b) {
  double x = ((const struct outcome *)a)->gain, y = ((const struct outcome *)b)->gain;
  return (x > y) - (x < y);
}

/* What a paper gains on a day. */
static double gain(int paper, int day) { return sin((paper + 1) * (day + 0.5)) * (1 + 0.5 * paper); }

double shortfall(const double *weight, int n) {
  struct outcome outcomes[DAYS];
  for (int day = 0; day < DAYS; day++) {
    outcomes[day] = (struct outcome){day, 0};
    for (int paper = 0; paper < n; paper++)
      outcomes[day].gain += weight[paper] * gain(paper, day);
  }
  qsort(outcomes, DAYS, sizeof *outcomes, by_gain);
  double sum = 0;
  for (int i = 0; i < WORST; i++)
    sum -= outcomes[i].gain;
  return sum / WORST;
}

int main(void) {
  double weight[PAPERS] = {0.5, 0.3, 0.2}, slope[PAPERS] = {0};
  __enzyme_autodiff_void((void *)shortfall, enzyme_dup, weight, slope, enzyme_const, PAPERS);
  for (int paper = 0; paper < PAPERS; paper++) {
    double up[PAPERS] = {0.5, 0.3, 0.2}, down[PAPERS] = {0.5, 0.3, 0.2};
    up[paper] += 1e-6;
    down[paper] -= 1e-6;
    double difference = (shortfall(up, PAPERS) - shortfall(down, PAPERS)) / 2e-6;
    printf("paper %d: %.6f (by differences: %.6f)\n", paper, slope[paper], difference);
  }
  return 0;
}

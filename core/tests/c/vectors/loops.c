/* Loops that the compiler vectorises before the plugin sees them: reductions, conditional stores, strides, gathers,
 * structures of numbers and integers, and choices that drop what is no number. */
#include "check.h"

enum { COUNT = 32 };

static double sum(double *x, int n) {
  double s = 0, t = 1;
  for (int i = 0; i < n; i++)
    s += x[i] * x[n - 1 - i];
  for (int i = 0; i < n; i++)
    t += 0.5 * x[i] * s;
  return t;
}

/* A zero among the factors. */
static double product(double *x, int n) {
  double p = 1, q = 1;
  for (int i = 0; i < n; i++)
    p *= x[i] + 0.25;
  x[3] = 0;
  for (int i = 0; i < n; i++)
    q *= x[i] + 0.25 * (i != 3);
  return p + q;
}

static double extremes(double *x, int n) {
  double most = -1e300, least = 1e300;
  for (int i = 0; i < n; i++) {
    most = fmax(most, x[i] * x[1]);
    least = fmin(least, x[i]);
  }
  return most * least + most;
}

static double clamped(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double v = x[i] > 1 ? 1 : x[i];
    v = v < 0.5 ? 0.5 : v;
    s += v * v + fabs(x[i] - 0.9);
  }
  return s;
}

static double conditional_store(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] > 0.5) {
      if (x[i] < 0.9)
        x[i] = sqrt(x[i]);
      else
        x[i] = 1 / x[i];
    }
  }
  for (int i = 0; i < n; i++)
    s += x[i] * x[(i * 3) % n];
  return s;
}

struct triple {
  double a, b, c;
};

static double strided(double *x, int n) {
  struct triple *t = (struct triple *)x;
  double s = 0;
  for (int i = 0; i < n / 3; i++) {
    s += t[i].a * t[i].b + t[i].c;
    t[i].b = t[i].a * t[i].c;
  }
  for (int i = 0; i < n; i += 2)
    x[i] *= s;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

static int places[COUNT];
static double scattered[COUNT];

static double gathered(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    places[i] = (i * 7 + 1) % n;
    scattered[i] = 1;
  }
  for (int i = 0; i < n; i++)
    if (x[i] > 0.7)
      scattered[places[i]] = x[i] * x[i];
  for (int i = 0; i < n; i++)
    s += x[i] > 0.6 ? scattered[places[i]] * x[places[i]] : 0;
  return s;
}

struct counted {
  double value;
  long count;
};

static double mixed(double *x, int n) {
  struct counted t[COUNT];
  double s = 0;
  for (int i = 0; i < n; i++) {
    t[i].value = x[i] * x[i];
    t[i].count = i;
  }
  for (int i = 0; i < n; i++)
    s += t[i].value * (double)t[i].count;
  return s;
}

static double rows(double *x, int n) {
  double *row[4], s = 0;
  for (int i = 0; i < 4; i++)
    row[i] = x + n / 4 * i;
  for (int j = 0; j < n / 4; j++)
    for (int i = 0; i < 4; i++)
      s += row[i][j] * row[3 - i][j];
  return s;
}

static double matrix(double *x, int n) {
  double c[5][5] = {{0}}, s = 0;
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++)
      for (int k = 0; k < 5; k++)
        c[i][j] += x[i * 5 + k] * x[k * 5 + j];
  for (int i = 0; i < 25; i++)
    s += ((double *)c)[i] * ((double *)c)[i];
  return s + x[n - 1];
}

/* The side that is not taken divides by zero and takes roots of negative numbers. */
static double guarded(double *x, int n) {
  double s = 0, b = x[1] * x[2];
  for (int i = 0; i < n; i++) {
    double y = x[i] - 0.8, t = 0;
    if (y > 0)
      t = b * (1 / (y * y * sqrt(y) + 1)) * x[i];
    x[i] = t;
  }
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

static double data[COUNT];

/* Data that is missing is no number. */
static double missing(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += data[i] == data[i] ? data[i] * x[i] * x[0] : 0;
  return s;
}

static double widened(double *x, int n) {
  float f[COUNT];
  double s = 0;
  for (int i = 0; i < n; i++)
    f[i] = (float)(i * 0.5);
  for (int i = 0; i < n; i++)
    s += (double)f[i] * x[i] + (double)(long)(x[i] * 10) * x[0] + floor(x[i] * 3) * x[i];
  return s;
}

int main(void) {
  double x[COUNT];
  for (int i = 0; i < COUNT; i++) {
    x[i] = 0.7 + 0.31 * sin(3.0 * i + 1) + 0.005 * i;
    data[i] = i % 5 == 2 ? NAN : 0.1 * i;
  }
  CHECK_GRADIENT(sum, x, COUNT);
  CHECK_GRADIENT(product, x, COUNT);
  CHECK_GRADIENT(extremes, x, COUNT);
  CHECK_GRADIENT(clamped, x, COUNT);
  CHECK_GRADIENT(conditional_store, x, COUNT);
  CHECK_GRADIENT(strided, x, COUNT);
  CHECK_GRADIENT(gathered, x, COUNT);
  CHECK_GRADIENT(mixed, x, COUNT);
  CHECK_GRADIENT(rows, x, COUNT);
  CHECK_GRADIENT(matrix, x, COUNT);
  CHECK_GRADIENT(guarded, x, COUNT);
  CHECK_GRADIENT(missing, x, COUNT);
  CHECK_GRADIENT(widened, x, COUNT);
  return failures;
}

/* Cross sections by the multipole method, as in the benchmark RSBench: a sum over complex poles, with a simple approximation of the Faddeeva function.
 * Numbers: for each of n poles its place and its residue, complex. */
#include "device.h"

struct complex_number { double re, im; };
DEVICE complex_number operator+(complex_number a, complex_number b) { return {a.re + b.re, a.im + b.im}; }
DEVICE complex_number operator*(complex_number a, complex_number b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
DEVICE complex_number operator/(complex_number a, complex_number b)
{
    double square = b.re * b.re + b.im * b.im;
    return {(a.re * b.re + a.im * b.im) / square, (a.im * b.re - a.re * b.im) / square};
}

/* For large arguments. */
DEVICE complex_number faddeeva(complex_number z)
{
    const double a = 0.512424224754768462984202823134979415014943561548661637413182, b = 0.275255128608410950901357962647054304017026259671664935783653,
                 c = 0.051765358792987823963876628425793170829107067780337219430904, d = 2.724744871391589049098642037352945695982973740328335064216346;
    complex_number square = z * z, left = {a, 0}, right = {c, 0};
    complex_number sum = left / complex_number{square.re - b, square.im} + right / complex_number{square.re - d, square.im};
    return complex_number{-z.im, z.re} * sum;
}

DEVICE void poles(const double *x, double *y, int n)
{
    int me = global_x();
    double energy = 7 + 0.1 * me;
    complex_number sum = {0, 0};
    for (int i = 0; i < n; i++) {
        complex_number pole = {x[4 * i], x[4 * i + 1] - 3}, residue = {x[4 * i + 2], x[4 * i + 3]};
        complex_number z = {(energy - pole.re) * 2, -2 * pole.im};
        sum = sum + residue * faddeeva(z);
    }
    y[2 * me] = sum.re, y[2 * me + 1] = sum.im;
}
KERNELS(poles)

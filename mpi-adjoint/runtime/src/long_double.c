/* Arithmetic on long double, a type that Rust does not have.
 *
 * Owns: loops over elements. Must not: know where they come from; addresses need not be aligned. */
#include <math.h>
#include <stddef.h>
#include <string.h>

/* to[i] += from[i] */
void enzyme_rs_mpi_internal_add_long_double(char *to, const char *from, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        long double sum, term;
        memcpy(&sum, to + i * sizeof sum, sizeof sum);
        memcpy(&term, from + i * sizeof term, sizeof term);
        sum += term;
        memcpy(to + i * sizeof sum, &sum, sizeof sum);
    }
}

/* *product = a * b */
void enzyme_rs_mpi_internal_multiply_long_double(char *product, const char *a, const char *b) {
    long double left, right;
    memcpy(&left, a, sizeof left);
    memcpy(&right, b, sizeof right);
    left *= right;
    memcpy(product, &left, sizeof left);
}

/* *quotient = a / b */
void enzyme_rs_mpi_internal_divide_long_double(char *quotient, const char *a, const char *b) {
    long double left, right;
    memcpy(&left, a, sizeof left);
    memcpy(&right, b, sizeof right);
    left /= right;
    memcpy(quotient, &left, sizeof left);
}

/* 0: zero, 1: infinite, 2: NaN, 3: any other number */
int enzyme_rs_mpi_internal_class_long_double(const char *a) {
    long double number;
    memcpy(&number, a, sizeof number);
    return number == 0 ? 0 : isinf(number) ? 1 : isnan(number) ? 2 : 3;
}

/* As frexp has it. */
int enzyme_rs_mpi_internal_exponent_long_double(const char *a) {
    long double number;
    int exponent;
    memcpy(&number, a, sizeof number);
    frexpl(number, &exponent);
    return exponent;
}

/* *a *= 2^exponent */
void enzyme_rs_mpi_internal_scale_long_double(char *a, int exponent) {
    long double number;
    memcpy(&number, a, sizeof number);
    number = ldexpl(number, exponent);
    memcpy(a, &number, sizeof number);
}

/* a < b */
int enzyme_rs_mpi_internal_less_long_double(const char *a, const char *b) {
    long double left, right;
    memcpy(&left, a, sizeof left);
    memcpy(&right, b, sizeof right);
    return left < right;
}

/* *to = value */
void enzyme_rs_mpi_internal_widen(double value, char *to) {
    long double wide = value;
    memcpy(to, &wide, sizeof wide);
}

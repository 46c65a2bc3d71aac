/* Arithmetic on long double, a type that Rust does not have.
 *
 * Owns: loops over elements. Must not: know where they come from; addresses need not be aligned. */
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

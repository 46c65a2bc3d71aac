//! Spellings with library functions that run functions of the program: sorting, searching, loops over a function.

use super::{Effect, Helper, Row, row, several};
use crate::features::Feature::{Batches, Regions};

pub(super) const ROWS: &[Row] = &[
    several(
        Regions,
        "qsort",
        Effect::Sort,
        r"qsort(to, $n, sizeof *to, $pascending);",
    ),
    several(
        Regions,
        "qsort downwards, read backwards",
        Effect::Sort,
        r"double held[$n];
memcpy(held, to, sizeof held);
qsort(held, $n, sizeof *held, $pdescending);
for (int at = 0; at < $n; at++) to[at] = held[$n - 1 - at];",
    ),
    several(
        Regions,
        "qsort of records",
        Effect::Sort,
        r"struct $pkeyed held[$n];
for (int at = 0; at < $n; at++) held[at] = (struct $pkeyed){at, to[at]};
qsort(held, $n, sizeof *held, $pby_value);
for (int at = 0; at < $n; at++) to[at] = held[at].value;",
    ),
    several(
        Regions,
        "qsort of records on the heap, and back by their keys",
        Effect::Square,
        r"struct $pkeyed *held = (struct $pkeyed *)malloc($n * sizeof *held);
for (int at = 0; at < $n; at++) {
    held[at].key = $n - at;
    held[at].value = from[at];
}
qsort(held, $n, sizeof *held, $pby_key);
for (int at = 0; at < $n; at++) to[$n - 1 - at] = held[at].value * from[$n - 1 - at];
free(held);",
    ),
    several(
        Regions,
        "qsort of pointers",
        Effect::Sort,
        r"double *order[$n], held[$n];
for (int at = 0; at < $n; at++) order[at] = to + at;
qsort(order, $n, sizeof *order, $pby_target);
for (int at = 0; at < $n; at++) held[at] = *order[at];
memcpy(to, held, sizeof held);",
    ),
    several(
        Regions,
        "qsort of places, by numbers elsewhere",
        Effect::Sort,
        r"int order[$n];
double held[$n];
for (int at = 0; at < $n; at++) order[at] = at;
qsort_r(order, $n, sizeof *order, $pby_place, to);
for (int at = 0; at < $n; at++) held[at] = to[order[at]];
memcpy(to, held, sizeof held);",
    ),
    several(
        Regions,
        "qsort_r that counts",
        Effect::Sort,
        r"struct $ptallied counted = {0, -1.0};
double held[$n];
memcpy(held, to, sizeof held);
qsort_r(held, $n, sizeof *held, $pby_factor, &counted);
for (int at = 0; at < $n; at++) to[at] = held[counted.count > 0 ? $n - 1 - at : at];",
    ),
    several(
        Regions,
        "bsearch of keys",
        Effect::Square,
        r"struct $pkeyed held[$n];
for (int at = 0; at < $n; at++) {
    held[at].key = 3 * at;
    held[at].value = from[at];
}
for (int at = 0; at < $n; at++) {
    struct $pkeyed wanted = {3 * at, 0.0};
    struct $pkeyed *found = (struct $pkeyed *)bsearch(&wanted, held, $n, sizeof *held, $pby_key);
    to[at] = found ? found->value * from[at] : 0.0;
}",
    ),
    several(
        Regions,
        "bsearch, written where it was found",
        Effect::Square,
        r"struct $pkeyed held[$n];
for (int at = 0; at < $n; at++) held[at] = (struct $pkeyed){at, 0.0};
for (int at = 0; at < $n; at++) {
    struct $pkeyed wanted = {at, 0.0};
    struct $pkeyed *found = (struct $pkeyed *)bsearch(&wanted, held, $n, sizeof *held, $pby_key);
    if (found) found->value += from[at] * from[at];
}
for (int at = 0; at < $n; at++) to[at] = held[at].value;",
    ),
    several(
        Regions,
        "sorted, then found one by one",
        Effect::Sort,
        r"double held[$n];
qsort(to, $n, sizeof *to, $pascending);
for (int at = 0; at < $n; at++) {
    double *found = (double *)bsearch(to + at, to, $n, sizeof *to, $pascending);
    held[at] = *found;
}
memcpy(to, held, sizeof held);",
    ),
    row(
        Regions,
        "a loop over a function",
        Effect::Square,
        r"struct $pends ends = {to, from, 0.0};
enzyme_rs_for_each($n, $psquare_one, &ends);",
    ),
    several(
        Regions,
        "a loop over a function that reads what it wrote",
        Effect::Add,
        r"struct $pends ends = {to, from, 0.0};
enzyme_rs_for_each($n, $psum_one, &ends);",
    ),
    row(
        Regions,
        "a loop over a function over a loop",
        Effect::Square,
        r"struct $pends ends = {to, from, $n};
enzyme_rs_for_each($n, $pevery_one, &ends);",
    ),
    row(
        Regions,
        "a loop over a function chosen before",
        Effect::Square,
        r"struct $pends ends = {to, from, 0.0};
void (*body)(long, void *) = $n > 1 ? $psquare_one : $psquare_two;
enzyme_rs_for_each($n, body, &ends);",
    ),
    several(
        Regions,
        "rows of a table sorted in a loop over a function",
        Effect::Sort,
        r"double rows[3][$n];
for (int row = 0; row < 3; row++) memcpy(rows[row], to, sizeof rows[row]);
struct $prows all = {rows[0], $n};
enzyme_rs_for_each(3, $psort_row, &all);
for (int at = 0; at < $n; at++) to[at] = 0.5 * (rows[0][at] + rows[2][at]);",
    ),
    several(
        Batches,
        "two calls of a function at once",
        Effect::Square,
        r"#ifdef NO_AD
for (int at = 0; at < 2; at++) to[at] = $pbatched(from[at], 0.0);
#else
struct $ptwo two = __enzyme_batch_$ptwo((void *)$pbatched, enzyme_width, 2, enzyme_vector, from[0], from[1], enzyme_scalar, 0.0);
for (int at = 0; at < 2; at++) to[at] = two.result[at];
#endif
for (int at = 2; at < $n; at++) to[at] = from[at] * from[at];",
    ),
    several(
        Batches,
        "calls of a function with a buffer, in a loop",
        Effect::Square,
        r"for (int at = 0; at + 1 < $n; at++) {
#ifdef NO_AD
    for (int k = 0; k < 2; k++) to[at + k] = $ppointed(from + at + k, 1.0);
#else
    struct $ptwo two = __enzyme_batch_$ptwo((void *)$ppointed, enzyme_width, 2, enzyme_buffer, sizeof *from, from + at, enzyme_scalar, 1.0);
    for (int k = 0; k < 2; k++) to[at + k] = two.result[k];
#endif
}",
    ),
];

pub(super) const HELPERS: &[Helper] = &[
    (
        "ascending",
        r"static int $pascending(const void *one, const void *two)
{
    double first = *(const double *)one, second = *(const double *)two;
    return (first > second) - (first < second);
}",
    ),
    (
        "descending",
        r"static __attribute__((noinline)) int $pdescending(const void *one, const void *two)
{
    double first = *(const double *)one, second = *(const double *)two;
    return first < second ? 1 : first > second ? -1 : 0;
}",
    ),
    ("keyed", r"struct $pkeyed { int key; double value; };"),
    (
        "by_value",
        r"static int $pby_value(const void *one, const void *two)
{
    const struct $pkeyed *first = (const struct $pkeyed *)one, *second = (const struct $pkeyed *)two;
    if (first->value < second->value) return -1;
    return first->value > second->value;
}",
    ),
    (
        "by_key",
        r"static int $pby_key(const void *one, const void *two)
{
    return ((const struct $pkeyed *)one)->key - ((const struct $pkeyed *)two)->key;
}",
    ),
    (
        "by_target",
        r"static int $pby_target(const void *one, const void *two)
{
    double first = **(double *const *)one, second = **(double *const *)two;
    return (first > second) - (first < second);
}",
    ),
    (
        "by_place",
        r"static int $pby_place(const void *one, const void *two, void *numbers)
{
    const double *number = (const double *)numbers;
    double first = number[*(const int *)one], second = number[*(const int *)two];
    return (first > second) - (first < second);
}",
    ),
    (
        "by_factor",
        r"struct $ptallied { int count; double factor; };
static int $pby_factor(const void *one, const void *two, void *context)
{
    struct $ptallied *counted = (struct $ptallied *)context;
    double first = counted->factor * *(const double *)one, second = counted->factor * *(const double *)two;
    counted->count++;
    return (first > second) - (first < second);
}",
    ),
    (
        "ends",
        r"struct $pends { double *to, *from; double last; };",
    ),
    (
        "square_one",
        r"static void $psquare_one(long at, void *context)
{
    struct $pends *ends = (struct $pends *)context;
    ends->to[at] = ends->from[at] * ends->from[at];
}",
    ),
    (
        "square_two",
        r"static __attribute__((noinline)) void $psquare_two(long at, void *context)
{
    struct $pends *ends = (struct $pends *)context;
    ends->last = ends->from[at];
    ends->to[at] = ends->last * ends->from[at];
}",
    ),
    (
        "sum_one",
        r"static __attribute__((noinline)) void $psum_one(long at, void *context)
{
    struct $pends *ends = (struct $pends *)context;
    double more = ends->from[at] - ends->last;
    ends->to[at] += more + ends->last;
    ends->last = 0.5 * ends->to[at];
}",
    ),
    (
        "every_one",
        r"static void $pevery_one(long first, void *context)
{
    struct $pends *ends = (struct $pends *)context;
    struct $pends rest = {ends->to + first, ends->from + first, 0.0};
    if (first % 2) enzyme_rs_for_each((long)ends->last - first, $psquare_one, &rest);
    else enzyme_rs_for_each((long)ends->last - first, $psquare_two, &rest);
}",
    ),
    (
        "sort_row",
        r"struct $prows { double *first; int count; };
static void $psort_row(long row, void *context)
{
    struct $prows *rows = (struct $prows *)context;
    qsort(rows->first + row * rows->count, rows->count, sizeof(double), $pascending);
}",
    ),
    (
        "two",
        r#"#ifndef NO_AD
extern int enzyme_width, enzyme_vector, enzyme_scalar, enzyme_buffer;
struct $ptwo { double result[2]; };
extern struct $ptwo __enzyme_batch_$ptwo(void *, ...);
#endif"#,
    ),
    (
        "batched",
        r"static __attribute__((noinline)) double $pbatched(double value, double more)
{
    return value * value + more;
}",
    ),
    (
        "pointed",
        r"static double $ppointed(const double *value, double factor)
{
    return factor * *value * *value;
}",
    ),
];

//! Spellings with atomic operations, with memory that changes its type, and that sort.

use super::{Dialect, Effect, Helper, Row, row};
use crate::features::Feature::{Atomics, Retyped, Sorted};

pub(super) const ROWS: &[Row] = &[
    row(
        Atomics,
        "atomic exchange",
        Effect::Swap,
        r"for (int at = 0; at < $n; at++) {
    double old;
    __atomic_exchange(to + at, from + at, &old, __ATOMIC_SEQ_CST);
    from[at] = old;
}",
    ),
    row(
        Atomics,
        "atomic exchange of bits",
        Effect::Swap,
        r"typedef int64_t __attribute__((may_alias)) word;
for (int at = 0; at < $n; at++) {
    word bits = ((word *)from)[at];
    ((word *)from)[at] = __atomic_exchange_n((word *)(to + at), bits, __ATOMIC_ACQ_REL);
}",
    ),
    row(
        Atomics,
        "atomic load and store",
        Effect::Copy,
        r"for (int at = 0; at < $n; at++) {
    double value;
    __atomic_load(from + at, &value, __ATOMIC_ACQUIRE);
    __atomic_store(to + at, &value, __ATOMIC_RELEASE);
}",
    ),
    row(
        Atomics,
        "atomic load and store of bits",
        Effect::Copy,
        r"typedef int64_t __attribute__((may_alias)) word;
for (int at = 0; at < $n; at++) {
    word bits = __atomic_load_n((word *)(from + at), __ATOMIC_RELAXED);
    __atomic_store_n((word *)(to + at), bits, __ATOMIC_RELAXED);
}",
    ),
    row(
        Atomics,
        "atomic sum",
        Effect::Add,
        r"for (int at = 0; at < $n; at++) __atomic_fetch_add(to + at, from[at], __ATOMIC_RELAXED);",
    ),
    row(
        Atomics,
        "_Atomic sum",
        Effect::Add,
        r"for (int at = 0; at < $n; at++) *(_Atomic double *)(to + at) += from[at];",
    )
    .only_in(Dialect::C),
    row(
        Atomics,
        "_Atomic local",
        Effect::Add,
        r"for (int at = 0; at < $n; at++) {
    _Atomic double sum = to[at];
    sum += from[at];
    to[at] = sum;
}",
    )
    .only_in(Dialect::C),
    row(
        Atomics,
        "compare and exchange",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    double old = to[at], value = from[at] * from[at];
    while (!__atomic_compare_exchange(to + at, &old, &value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) { }
}",
    ),
    row(
        Atomics,
        "counter beside a number",
        Effect::Square,
        r"struct { double value; int count; } cell = {0.0, 0};
for (int at = 0; at < $n; at++) {
    cell.value = from[at];
    int place = __atomic_fetch_add(&cell.count, 1, __ATOMIC_SEQ_CST);
    to[place] = cell.value * cell.value;
}",
    ),
    row(
        Atomics,
        "counter in a shared struct",
        Effect::Square,
        r"struct $pcell { int count; double value[$n]; } *cell = (struct $pcell *)malloc(sizeof *cell);
cell->count = 0;
for (int at = 0; at < $n; at++) cell->value[__atomic_fetch_add(&cell->count, 1, __ATOMIC_RELAXED)] = from[at];
while (__atomic_sub_fetch(&cell->count, 1, __ATOMIC_ACQ_REL) >= 0) to[cell->count] = cell->value[cell->count] * cell->value[cell->count];
free(cell);",
    ),
    row(
        Atomics,
        "exchange of a counter",
        Effect::Square,
        r"struct { int turn; double value; } cell = {0, 1.0};
for (int at = 0; at < $n; at++) {
    cell.value = from[at];
    int turn = __atomic_exchange_n(&cell.turn, at + 1, __ATOMIC_SEQ_CST);
    to[turn] = cell.value * from[turn];
}",
    ),
    row(
        Retyped,
        "numbers, then ints",
        Effect::Square,
        r"double *heap = (double *)malloc($n * sizeof *heap), square[$n];
for (int at = 0; at < $n; at++) heap[at] = from[at];
for (int at = 0; at < $n; at++) square[at] = heap[at] * heap[at];
int *place = (int *)heap;
for (int at = 0; at < $n; at++) place[at] = $n - 1 - at;
for (int at = 0; at < $n; at++) to[place[at]] = square[place[at]];
free(heap);",
    ),
    row(
        Retyped,
        "ints, then numbers",
        Effect::Square,
        r"void *heap = malloc($n * sizeof(double));
int *place = (int *)heap, sum = 0;
for (int at = 0; at < $n; at++) place[at] = 2 * at;
for (int at = 0; at < $n; at++) sum += place[at];
double *value = (double *)heap;
for (int at = 0; at < $n; at++) value[at] = from[at];
for (int at = 0; at < $n; at++) to[at] = value[at] * value[at] * (sum == $n * ($n - 1) ? 1.0 : 0.0);
free(heap);",
    ),
    row(
        Retyped,
        "numbers, then a struct",
        Effect::Square,
        r"struct $pitem { int place; double value; } *item;
double *heap = (double *)malloc($n * sizeof *item), square[$n];
for (int at = 0; at < $n; at++) heap[at] = from[at];
for (int at = 0; at < $n; at++) square[at] = heap[at] * heap[at];
item = (struct $pitem *)heap;
for (int at = 0; at < $n; at++) {
    item[at].place = $n - 1 - at;
    item[at].value = square[$n - 1 - at];
}
for (int at = 0; at < $n; at++) to[item[at].place] = item[at].value;
free(heap);",
    ),
    row(
        Retyped,
        "structs, then numbers",
        Effect::Square,
        r"struct $pitem { int place; double value; } *item = (struct $pitem *)malloc($n * sizeof *item);
double other[$n];
for (int at = 0; at < $n; at++) {
    item[at].place = $n - 1 - at;
    item[at].value = from[at];
}
for (int at = 0; at < $n; at++) other[item[at].place] = item[at].value;
double *heap = (double *)item;
for (int at = 0; at < $n; at++) heap[at] = other[$n - 1 - at];
for (int at = 0; at < $n; at++) to[at] = heap[at] * other[$n - 1 - at];
free(item);",
    ),
    row(
        Retyped,
        "numbers, then floats",
        Effect::Square,
        r"double *heap = (double *)malloc($n * sizeof *heap);
for (int at = 0; at < $n; at++) heap[at] = from[at];
for (int at = 0; at < $n; at++) to[at] = heap[at] * heap[at];
float *weight = (float *)heap;
for (int at = 0; at < 2 * $n; at++) weight[at] = 0.5f * (float)at;
for (int at = 0; at < $n; at++) to[at] *= weight[at] == 0.5f * (float)at ? 1.0 : 2.0;
free(heap);",
    ),
    row(
        Retyped,
        "numbers, then bytes",
        Effect::Square,
        r"double *heap = (double *)malloc($n * sizeof *heap);
memcpy(heap, from, $n * sizeof *heap);
for (int at = 0; at < $n; at++) to[at] = heap[at] * heap[at];
memset(heap, 1, $n * sizeof *heap);
for (int at = 0; at < $n; at++) to[at] *= ((unsigned char *)heap)[at];
free(heap);",
    ),
    row(
        Sorted,
        "insertion",
        Effect::Sort,
        r"for (int at = 1; at < $n; at++) {
    double value = to[at];
    int place = at;
    while (place > 0 && to[place - 1] > value) {
        to[place] = to[place - 1];
        place--;
    }
    to[place] = value;
}",
    )
    .at_least(2),
    row(
        Sorted,
        "bubbles swapped by memcpy",
        Effect::Sort,
        r"for (int last = $n - 1; last > 0; last--) {
    for (int at = 0; at < last; at++) {
        if (to[at] > to[at + 1]) {
            double held;
            memcpy(&held, to + at, sizeof held);
            memcpy(to + at, to + at + 1, sizeof held);
            memcpy(to + at + 1, &held, sizeof held);
        }
    }
}",
    )
    .at_least(2),
    row(
        Sorted,
        "selection by a function",
        Effect::Sort,
        r"$psort(to, $n);",
    )
    .at_least(2),
    row(
        Sorted,
        "places sorted",
        Effect::Sort,
        r"int place[$n];
double sorted[$n];
for (int at = 0; at < $n; at++) place[at] = at;
for (int at = 1; at < $n; at++) {
    for (int pos = at; pos > 0 && to[place[pos - 1]] > to[place[pos]]; pos--) {
        int held = place[pos];
        place[pos] = place[pos - 1];
        place[pos - 1] = held;
    }
}
for (int at = 0; at < $n; at++) sorted[at] = to[place[at]];
memcpy(to, sorted, sizeof sorted);",
    )
    .at_least(2),
    row(
        Sorted,
        "merged by fmin and fmax",
        Effect::Sort,
        r"for (int last = $n - 1; last > 0; last--) {
    for (int at = 0; at < last; at++) {
        double low = fmin(to[at], to[at + 1]), high = fmax(to[at], to[at + 1]);
        to[at] = low;
        to[at + 1] = high;
    }
}",
    )
    .at_least(2),
    row(
        Sorted,
        "pairs sorted",
        Effect::Sort,
        r"struct { double value; int place; } pair[$n], held;
for (int at = 0; at < $n; at++) {
    pair[at].value = to[at];
    pair[at].place = at;
}
for (int at = 1; at < $n; at++) {
    held = pair[at];
    int pos = at;
    for (; pos > 0 && pair[pos - 1].value > held.value; pos--) pair[pos] = pair[pos - 1];
    pair[pos] = held;
}
for (int at = 0; at < $n; at++) to[at] = pair[at].value;",
    )
    .at_least(2),
];

pub(super) const HELPERS: &[Helper] = &[
    (
        "change",
        r"static __attribute__((noinline)) void $pchange(double *one, double *two)
{
    double held;
    memcpy(&held, one, sizeof held);
    memcpy(one, two, sizeof held);
    memcpy(two, &held, sizeof held);
}",
    ),
    (
        "sort",
        r"static __attribute__((noinline)) void $psort(double *to, int count)
{
    for (int first = 0; first < count - 1; first++) {
        int least = first;
        for (int at = first + 1; at < count; at++) {
            if (to[at] < to[least]) least = at;
        }
        if (least != first) $pchange(to + first, to + least);
    }
}",
    ),
];

//! Spellings with buffers: swapped ones, parts of arrays that functions choose, scratch memory of recursions, arrays of variable
//! length, and memory that is allocated or copied when it is needed.

use super::{Dialect, Effect, Helper, Row, row, several};
use crate::features::Feature::Buffers;

/// A spelling that C++ does not have.
const fn only_c(name: &'static str, effect: Effect, code: &'static str) -> Row {
    several(Buffers, name, effect, code).only_in(Dialect::C)
}

pub(super) const ROWS: &[Row] = &[
    several(
        Buffers,
        "two buffers swapped",
        Effect::Square,
        r"double one[$n], two[$n], *now = one, *next = two;
for (int at = 0; at < $n; at++) now[at] = from[at] * from[at];
for (int step = 0; step < $n; step++) {
    for (int at = 0; at < $n; at++) next[(at + 1) % $n] = 2.0 * now[at];
    double *held = now;
    now = next;
    next = held;
}
for (int at = 0; at < $n; at++) to[at] = ldexp(now[at], -$n);",
    ),
    several(
        Buffers,
        "two buffers of the heap swapped, a copy at the end",
        Effect::Square,
        r"double *one = (double *)malloc($n * sizeof *one), *two = (double *)calloc($n, sizeof *two), *now = one, *next = two;
int steps = ($n + 1) * $pstride;
memcpy(one, from, $n * sizeof *one);
for (int step = 0; step < steps; step++) {
    for (int at = 0; at < $n; at++) next[$n - 1 - at] = 0.5 * now[at];
    double *held = now;
    now = next;
    next = held;
}
if (now != one) memcpy(one, now, $n * sizeof *one);
for (int at = 0; at < $n; at++) to[at] = ldexp(one[($n + 1) % 2 ? $n - 1 - at : at], $n + 1) * from[at];
free(two);
free(one);",
    ),
    several(
        Buffers,
        "buffers swapped by a function",
        Effect::Square,
        r"double room[2 * $n];
struct $pfields fields = {room, room + $n};
for (int at = 0; at < $n; at++) fields.now[at] = from[at];
for (int step = 0; step < 3; step++) {
    for (int at = 0; at < $n; at++) fields.next[at] = fields.now[at] * (step ? 2.0 : from[at]);
    $plater(&fields);
}
for (int at = 0; at < $n; at++) to[at] = 0.25 * fields.now[at];",
    ),
    several(
        Buffers,
        "three buffers in turn",
        Effect::Square,
        r"double first[$n], second[$n], third[$n], *old = first, *now = second, *next = third;
for (int at = 0; at < $n; at++) {
    old[at] = 0.0;
    now[at] = from[at] * from[at];
}
for (int step = 1; step < $n + 3; step++) {
    for (int at = 0; at < $n; at++) next[at] = 2.0 * now[at] - old[at];
    double *held = old;
    old = now;
    now = next;
    next = held;
}
for (int at = 0; at < $n; at++) to[at] = now[at] / ($n + 3);",
    ),
    several(
        Buffers,
        "three buffers of the heap in turn",
        Effect::Square,
        r"double *field[3];
for (int pos = 0; pos < 3; pos++) field[pos] = (double *)malloc($n * sizeof **field);
for (int at = 0; at < $n; at++) {
    field[0][at] = from[at] * from[at];
    field[1][at] = 2.0 * field[0][at];
}
for (int step = 0; step < 4; step++) {
    for (int at = 0; at < $n; at++) field[2][at] = 2.0 * field[1][at] - field[0][at];
    double *held = field[0];
    field[0] = field[1];
    field[1] = field[2];
    field[2] = held;
}
for (int at = 0; at < $n; at++) to[at] = field[1][at] / 6.0;
for (int pos = 0; pos < 3; pos++) free(field[pos]);",
    ),
    several(
        Buffers,
        "elements of any kind in buffers that are swapped",
        Effect::Copy,
        r"$t one[$n], two[$n], *now = one, *next = two;
for (int at = 0; at < $n; at++) now[at] = from[at];
for (int step = 0; step < $n; step++) {
    for (int at = 0; at < $n; at++) next[(at + 1) % $n] = now[at];
    $t *held = now;
    now = next;
    next = held;
}
for (int at = 0; at < $n; at++) to[at] = now[at];",
    )
    .any_type(),
    several(
        Buffers,
        "elements of any kind by pointers to them",
        Effect::Swap,
        r"$t *list[2 * $n], room[2 * $n];
for (int at = 0; at < $n; at++) {
    list[at] = to + at;
    list[$n + at] = from + at;
}
for (int at = 0; at < $n; at++) {
    $t *held = list[at];
    list[at] = list[$n + at];
    list[$n + at] = held;
}
for (int at = 0; at < 2 * $n; at++) room[at] = *list[at];
for (int at = 0; at < $n; at++) to[at] = room[at];
for (int at = 0; at < $n; at++) from[at] = room[$n + at];",
    )
    .any_type(),
    several(
        Buffers,
        "elements of any kind as members of structures",
        Effect::Copy,
        r"struct { $t one; int place; $t other; } pair = {from[0], 0, from[1]}, back;
for (int at = 0; at < $n; at++) {
    pair.place = at;
    pair.one = from[at];
    back = pair;
    pair.other = back.one;
    to[pair.place] = pair.other;
}",
    )
    .any_type(),
    several(
        Buffers,
        "planes chosen by the parity of a step",
        Effect::Square,
        r"double plane[2][$n];
int step = 0;
for (int at = 0; at < $n; at++) plane[0][at] = from[at];
for (; step < $n; step++) {
    for (int at = 0; at < $n; at++) plane[(step + 1) & 1][(at + 1) % $n] = -plane[step & 1][at];
}
for (int at = 0; at < $n; at++) to[at] = ($n & 1 ? -1.0 : 1.0) * plane[step & 1][at] * from[at];",
    ),
    several(
        Buffers,
        "recursion with scratch memory",
        Effect::Sort,
        r"double scratch[$n];
$pmerge(to, scratch, $n);",
    ),
    several(
        Buffers,
        "recursion with scratch memory of its own",
        Effect::Square,
        r"double sum;
for (int at = 0; at < $n; at++) {
    $pdescend(from + at, 3, &sum, to + at);
    to[at] *= 0.125 * sum;
}",
    ),
    several(
        Buffers,
        "a pointer that a function chooses",
        Effect::Square,
        r"double one[$n], two[$n];
for (int at = 0; at < $n; at++) *$pchosen(one + at, two + at, at & 1) = from[at];
for (int at = 0; at < $n; at++) *$pchosen(two + at, one + at, at & 1) = 3.0;
for (int at = 0; at < $n; at++) {
    double *place = $pchosen(one + at, two + at, at & 1);
    *place *= from[at];
    to[at] = *place + (*$pchosen(two + at, one + at, at & 1) - 3.0);
}",
    ),
    several(
        Buffers,
        "a structure with pointers that a function returns",
        Effect::Square,
        r"struct $pslice whole = {from, $n, 1}, back = $preversed(whole);
for (int at = 0; at < $n; at++) to[$n - 1 - at] = back.data[back.step * at] * from[$n - 1 - at];",
    ),
    several(
        Buffers,
        "memory that is allocated when it is first used",
        Effect::Square,
        r"double *room = NULL;
for (int at = 0; at < $n; at++) {
    if (!room) room = (double *)calloc($n, sizeof *room);
    room[at] += from[at];
    to[at] = room[at] * room[at];
}
if (room) free(room);",
    ),
    several(
        Buffers,
        "an array that shrinks to nothing",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    double *room = (double *)malloc($n * sizeof *room);
    memcpy(room, from, $n * sizeof *room);
    double *rest = $pshrink(room, (size_t)(at * $pstride) * sizeof *room);
    if (rest == NULL) {
        to[at] = from[at] * from[at];
    } else {
        to[at] = at ? from[at] * from[at] + (rest[at - 1] - from[at - 1]) : -7.0;
        free(rest);
    }
}",
    ),
    several(
        Buffers,
        "an array that is copied when it is written to",
        Effect::Square,
        r"struct { double *data; int shared; } one = {from, 1}, two = one;
for (int at = 0; at < $n; at++) {
    if (two.shared) {
        double *own = (double *)malloc($n * sizeof *own);
        memcpy(own, two.data, $n * sizeof *own);
        two.data = own;
        two.shared = 0;
    }
    two.data[at] *= one.data[at];
    to[at] = two.data[at];
}
if (!two.shared) free(two.data);",
    ),
    several(
        Buffers,
        "rows of a matrix exchanged",
        Effect::Square,
        r"double room[$n][2], (*row[$n])[2];
for (int at = 0; at < $n; at++) {
    row[at] = room + at;
    (*row[at])[0] = from[at];
    (*row[at])[1] = from[$n - 1 - at];
}
for (int at = 0; at < $n / 2; at++) {
    double (*held)[2] = row[at];
    row[at] = row[$n - 1 - at];
    row[$n - 1 - at] = held;
}
for (int at = 0; at < $n; at++) to[at] = (*row[at])[1] * (*row[$n - 1 - at])[0];",
    ),
    only_c(
        "arrays of variable length",
        Effect::Square,
        r"int count = $n * $pstride;
double list[count], grid[count][2];
for (int at = 0; at < count; at++) {
    list[count - 1 - at] = from[at];
    grid[at][0] = from[at];
    grid[at][1] = 2.0;
}
for (int at = 0; at < count; at++) to[at] = 0.5 * list[count - 1 - at] * grid[at][0] * grid[at][1];",
    ),
    only_c(
        "arrays of variable length as arguments",
        Effect::Square,
        r"int count = $n * $pstride;
double grid[count][3];
for (int at = 0; at < count; at++) {
    for (int pos = 0; pos < 3; pos++) grid[at][pos] = pos == 1 ? from[at] : 0.0;
}
$pgrid(count, 3, grid);
for (int at = 0; at < count; at++) to[at] = grid[at][1];",
    ),
    row(
        Buffers,
        "room on the stack that a function asks for",
        Effect::Square,
        r"$pborrow(to, from, $n * $pstride);",
    ),
];

pub(super) const HELPERS: &[Helper] = &[
    ("stride", "int $pstride = 1;"),
    // By itself, for what a function does not use the compiler takes away, and with it the null pointer.
    (
        "shrink",
        r"static __attribute__((noinline)) double *$pshrink(double *room, size_t size)
{
    return (double *)realloc(room, size);
}",
    ),
    ("fields", r"struct $pfields { double *now, *next; };"),
    (
        "later",
        r"static __attribute__((noinline)) void $plater(struct $pfields *fields)
{
    double *held = fields->now;
    fields->now = fields->next;
    fields->next = held;
}",
    ),
    (
        "merge",
        r"static void $pmerge(double *list, double *scratch, int count)
{
    if (count < 2) return;
    int half = count / 2, one = 0, two = half;
    $pmerge(list, scratch, half);
    $pmerge(list + half, scratch + half, count - half);
    for (int at = 0; at < count; at++)
        scratch[at] = two == count || (one < half && list[one] < list[two]) ? list[one++] : list[two++];
    memcpy(list, scratch, (size_t)count * sizeof *list);
}",
    ),
    (
        "descend",
        r"static void $pdescend(const double *from, int depth, double *sum, double *last)
{
    double part[2] = {*from, *from};
    if (depth == 0) {
        *sum = *from;
        *last = *from;
        return;
    }
    double other[2], unused;
    $pdescend(part, depth - 1, other, last);
    $pdescend(part + 1, depth - 1, other + 1, &unused);
    *sum = other[0] + other[1];
}",
    ),
    (
        "chosen",
        r"static __attribute__((noinline)) double *$pchosen(double *one, double *two, int second)
{
    return second ? two : one;
}",
    ),
    (
        "slice",
        r"struct $pslice { double *data; int count, step; };",
    ),
    (
        "reversed",
        r"static __attribute__((noinline)) struct $pslice $preversed(struct $pslice whole)
{
    struct $pslice back = {whole.data + (whole.count - 1) * whole.step, whole.count, -whole.step};
    return back;
}",
    ),
    (
        "grid",
        r"static __attribute__((noinline)) void $pgrid(int rows, int columns, double grid[rows][columns])
{
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) grid[row][column] *= grid[row][1];
        grid[row][0] = 0.0;
    }
}",
    ),
    (
        "borrow",
        r"static __attribute__((noinline)) void $pborrow(double *to, const double *from, int count)
{
    double *room = (double *)__builtin_alloca(count * sizeof *room);
    for (int at = 0; at < count; at++) room[count - 1 - at] = from[at];
    for (int at = 0; at < count; at++) to[at] = room[count - 1 - at] * from[at];
}",
    ),
];

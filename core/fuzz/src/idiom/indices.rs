//! Spellings that read arrays by tables of indices and overwrite them later: under branches, by narrow indices, two arrays by one index, rows of several lengths,
//! in steps from one array to another one and back.

use super::{Effect, Helper, Row, row, several};
use crate::features::Feature::Indices;

pub(super) const ROWS: &[Row] = &[
    row(
        Indices,
        "a gather whose array is overwritten",
        Effect::Square,
        r"double room[$n];
int place[$n];
$pindices(place, $n);
memcpy(room, from, sizeof room);
for (int at = 0; at < $n; at++) to[place[at]] = room[place[at]] * room[place[at]];
for (int at = 0; at < $n; at++) room[at] = 0.5 * to[at];",
    ),
    row(
        Indices,
        "two arrays by one index, on two sides of a branch",
        Effect::Alternate,
        r"double one[$n], other[$n];
int place[$n];
$pindices(place, $n);
for (int at = 0; at < $n; at++) {
    one[at] = from[at];
    other[at] = 0.25 * from[at];
}
for (int at = 0; at < $n; at++) {
    int of = place[at];
    if (of % 2) to[of] = 2.0 * (other[of] + 0.0 * other[of] * other[of]);
    else to[of] = one[of] * one[of];
}
for (int at = 0; at < $n; at++) one[at] = other[at] = to[at];",
    ),
    row(
        Indices,
        "narrow indices that wrap around",
        Effect::Square,
        r"double room[$n];
unsigned char place[$n];
for (int at = 0; at < $n; at++) place[at] = (unsigned char)(250 + at * $punit);
memcpy(room, from, sizeof room);
for (int at = 0; at < $n; at++) {
    unsigned char of = (unsigned char)(place[at] + 6);
    to[of] = room[of] * room[(signed char)of];
}
memset(room, 0, sizeof room);",
    ),
    several(
        Indices,
        "neighbours by a table, none at the ends",
        Effect::Smoothed,
        r"double room[$n];
short left[$n], right[$n];
for (int at = 0; at < $n; at++) {
    left[at] = (short)(at - $punit);
    right[at] = (short)(at + $punit < $n ? at + 1 : -1);
}
memcpy(room, from, sizeof room);
for (int at = 0; at < $n; at++) {
    double product = 1.0;
    if (left[at] >= 0) product *= room[left[at]];
    else product *= room[at];
    product *= room[right[at] >= 0 ? right[at] : at];
    to[at] = room[at] + 0.25 * product;
}
for (int at = 0; at < $n; at++) room[at] = to[at] * to[at];",
    ),
    row(
        Indices,
        "all pairs by a table",
        Effect::Coupled,
        r"double room[$n], sum = 0.0;
int place[$n];
$pindices(place, $n);
memcpy(room, from, sizeof room);
for (int at = 1; at < $n; at++)
    for (int of = 0; of < at; of++) sum += room[place[at]] * room[place[of]];
sum /= $n * $n;
for (int at = 0; at < $n; at++) to[at] = room[at] * sum;
memset(room, 0, sizeof room);",
    ),
    row(
        Indices,
        "steps by a table between two arrays",
        Effect::Shared,
        r"double *one = (double *)malloc($n * sizeof *one), *other = (double *)malloc($n * sizeof *other);
int place[$n];
double mean = 0.0;
$pindices(place, $n);
for (int at = 0; at < $n; at++) {
    one[at] = from[at];
    mean += from[at] / $n;
}
for (int step = 0; step < 2 * $punit; step++) {
    $pgathered(other, one, place, step ? mean : 1.0, $n);
    $pgathered(one, other, place, 1.0, $n);
}
for (int at = 0; at < $n; at++) to[at] = one[at];
free(one);
free(other);",
    ),
    row(
        Indices,
        "rows of several lengths, in place",
        Effect::Chained,
        r"double room[2 * $n + 1];
int begin[$n + 1], column[2 * $n + 1];
begin[0] = 0;
for (int at = 0; at < $n; at++) {
    int used = begin[at];
    column[used++] = at;
    if (at * $punit > 0) column[used++] = $n + at - 1;
    begin[at + 1] = used;
}
memcpy(room, from, $n * sizeof *room);
for (int at = 0; at < $n; at++) {
    double sum = 0.0;
    for (int of = begin[at]; of < begin[at + 1]; of++)
        sum += column[of] < $n ? room[column[of]] * room[column[of]] : 0.5 * room[column[of]];
    room[$n + at] = sum;
}
for (int at = 0; at < $n; at++) to[at] = room[$n + at];
memset(room, 0, sizeof room);",
    ),
    several(
        Indices,
        "gathers at constant distances, behind a pointer into the middle",
        Effect::Smoothed,
        r"double room[$n + 2], *middle = room + 1;
int place[$n];
$pindices(place, $n);
memcpy(middle, from, $n * sizeof *middle);
room[0] = from[0];
room[$n + 1] = from[$n - 1];
$psmooth(to, middle, place, $n);
memset(room, 0, sizeof room);",
    ),
];

pub(super) const HELPERS: &[Helper] = &[
    (
        "indices",
        r"static void $pindices(int *place, int count)
{
    for (int at = 0; at < count; at++) place[at] = (count - 1 - at) * $punit;
}",
    ),
    (
        "gathered",
        r"static __attribute__((noinline)) void $pgathered(double *into, const double *out_of, const int *place, double times, int count)
{
    for (int at = 0; at < count; at++) into[at] = times * out_of[place[at]];
}",
    ),
    (
        "smooth",
        r"static __attribute__((noinline)) void $psmooth(double *into, const double *out_of, const int *place, int count)
{
    for (int at = 0; at < count; at++) {
        int of = place[at];
        into[of] = out_of[of] + 0.25 * out_of[of - 1] * out_of[of + 1];
    }
}",
    ),
];

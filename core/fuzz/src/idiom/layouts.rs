//! Spellings whose places are hard to tell: members chosen at run time, and structures that are too large to look into, packed, moved
//! over themselves with an array that is indexed at run time, or put at an address that was rounded.

use super::{Dialect, Effect, Helper, Row, row, several};
use crate::features::Feature::Layouts;

pub(super) const ROWS: &[Row] = &[
    row(
        Layouts,
        "choice of members",
        Effect::Copy,
        r"struct { double one; int id; double other; } pair;
for (int at = 0; at < $n; at++) {
    double *place = at & 1 ? &pair.one : &pair.other;
    *place = from[at];
    to[at] = at & 1 ? pair.one : pair.other;
}",
    ),
    row(
        Layouts,
        "choice of indices",
        Effect::Copy,
        r"double few[4] = {0, 0, 0, 0};
for (int at = 0; at < $n; at++) {
    int place = at & 1 ? 1 : 3;
    few[place] = from[at];
    to[at] = few[at & 1 ? 1 : 3];
}",
    ),
    row(
        Layouts,
        "choice by what is found",
        Effect::Square,
        r"struct { double one, other; int id; } pair;
for (int at = 0; at < $n; at++) {
    pair.one = from[at];
    pair.other = -from[at];
    const double *place = from[at] > 0 ? &pair.one : &pair.other;
    to[at] = *place * *place;
}",
    ),
    row(
        Layouts,
        "large structure copied below",
        Effect::Copy,
        r"struct $plarge *held = (struct $plarge *)calloc(2, sizeof *held);
for (int at = 0; at < $n; at++) {
    held[0].few[at % 3] = from[at];
    held[0].last = from[at];
    $plarge_copy(&held[1], &held[0]);
    to[at] = at & 1 ? held[1].few[at % 3] : held[1].last;
}
free(held);",
    ),
    row(
        Layouts,
        "packed structure copied below",
        Effect::Copy,
        r"struct $ppacked held[$n], other;
for (int at = 0; at < $n; at++) {
    held[at].tag = 'a';
    held[at].id = at;
    held[at].num = from[at];
}
for (int at = 0; at < $n; at++) {
    $ppacked_copy(&other, &held[at]);
    to[other.id] = other.num;
}",
    ),
    several(
        Layouts,
        "array of members moved over itself",
        Effect::Copy,
        r"struct $pqueue list[$n + 1];
for (int at = 0; at < $n; at++) {
    list[at].few[at & 1] = from[at];
    list[at].few[!(at & 1)] = 0;
    list[at].id = at;
    list[at].ref = from + at;
}
memmove(list + 1, list, $n * sizeof *list);
for (int at = 0; at < $n; at++) to[list[at + 1].id] = list[at + 1].few[at & 1];",
    ),
    several(
        Layouts,
        "queue that a function shifts",
        Effect::Square,
        r"struct $pqueue list[$n];
for (int at = 0; at < $n; at++) {
    list[at].few[0] = list[at].few[1] = from[at];
    list[at].id = at;
    list[at].ref = from + at;
}
for (int at = 0; at < $n; at++) {
    to[list[0].id] = list[0].few[at & 1] * *list[0].ref;
    $padvance(list, $n - at);
}",
    ),
    row(
        Layouts,
        "array at a rounded address",
        Effect::Copy,
        r"char room[($n + 4) * sizeof(double)];
double *list = (double *)(((uintptr_t)room + 15) & ~(uintptr_t)15);
for (int at = 0; at < $n; at++) list[at] = from[at];
for (int at = 0; at < $n; at++) to[at] = list[at];",
    ),
    several(
        Layouts,
        "erased from a vector",
        Effect::Copy,
        r"std::vector<$pqueue> list($n + 1);
for (int at = 0; at < $n; at++) {
    list[at + 1].few[at & 1] = from[at];
    list[at + 1].id = at;
}
list.erase(list.begin());
for (int at = 0; at < $n; at++) to[list[at].id] = list[at].few[at & 1];",
    )
    .only_in(Dialect::Cpp),
    several(
        Layouts,
        "members of structures filled as blocks",
        Effect::Square,
        r"struct { int id; double at[3]; } held[$n];
for (int at = 0; at + 3 <= $n; at += 3) {
    held[at / 3].id = at;
    memcpy(held[at / 3].at, from + at, sizeof held->at);
}
for (int at = 0; at < $n; at++) {
    int place = at % 3, which = at / 3;
    if (3 * which + 3 > $n) to[at] = from[at] * from[at];
    else if (held[which].id != 3 * which) to[at] = 0;
    else if (place == 0) to[at] = held[which].at[0] * held[which].at[0];
    else if (place == 1) to[at] = held[which].at[1] * held[which].at[1];
    else to[at] = held[which].at[2] * held[which].at[2];
}",
    )
    .at_least(3),
    several(
        Layouts,
        "members of structures filled by loops",
        Effect::Copy,
        r"struct $pelement { double mass; long corner; double at[2]; } *held = (struct $pelement *)malloc($n * sizeof *held);
for (int at = 0; at + 1 < $n; at++) {
    held[at].corner = $n - 2 - at;
    held[at].mass = from[at];
    for (int side = 0; side < 2; side++) held[at].at[side] = from[at + side];
}
for (int at = 0; at + 1 < $n; at++) to[at] = at & 1 ? held[held[at].corner].mass : held[held[at].corner].at[0];
for (int at = 0; at + 1 < $n; at++) to[at] = at & 1 ? held[at].mass : held[at].at[0];
to[$n - 1] = held[$n - 2].at[1];
free(held);",
    ),
];

pub(super) const HELPERS: &[Helper] = &[
    (
        "large",
        r"struct $plarge { double few[3]; char text[5000]; double last; };",
    ),
    (
        "large_copy",
        r"static __attribute__((noinline)) void $plarge_copy(struct $plarge *to, const struct $plarge *from)
{
    *to = *from;
}",
    ),
    (
        "packed",
        r"struct __attribute__((packed)) $ppacked { char tag; double num; int id; };",
    ),
    (
        "packed_copy",
        r"static __attribute__((noinline)) void $ppacked_copy(struct $ppacked *to, const struct $ppacked *from)
{
    *to = *from;
}",
    ),
    (
        "queue",
        r"struct $pqueue { double few[2]; int id; double *ref; };",
    ),
    (
        "advance",
        r"static __attribute__((noinline)) void $padvance(struct $pqueue *list, int count)
{
    memmove(list, list + 1, (count - 1) * sizeof *list);
}",
    ),
];

//! Spellings in which functions copy whole structures and look at some of their members only: an array that they index beside a
//! pointer that their callers follow, at once, in part, many together, or by way of memory of their own.

use super::{Effect, Helper, Row, several};
use crate::features::Feature::Copies;

/// A spelling for two numbers or more.
const fn copied(name: &'static str, code: &'static str) -> Row {
    several(Copies, name, Effect::Square, code)
}

pub(super) const ROWS: &[Row] = &[
    copied(
        "an array beside a pointer",
        r"double spare = 1.0;
for (int at = 0; at < $n; at++) {
    struct $pbeside one = {0.0, {0.0, 0.0, 0.0}, from + at, 0}, other = {0.0, {0.0, 0.0, 0.0}, &spare, 0};
    one.few[at % 3] = from[at];
    other.first = *other.ref;
    $pbeside_copied(&other, &one, at % 3);
    to[at] = other.first * *other.ref;
}",
    ),
    copied(
        "an array beside a pointer, many at once",
        r"double spare = 1.0, sum = 0.0;
struct $pbeside list[$n + 3], others[$n + 3];
for (int at = 0; at < $n; at++) {
    list[at] = (struct $pbeside){0.0, {0.0, 0.0, 0.0}, from + at, 0};
    list[at].few[at % 3] = from[at];
    others[at].ref = &spare;
    sum += *others[at].ref;
}
$pbeside_three_copied(others, list);
for (int at = 0; at < $n; at++) to[at] = at < 3 ? others[at].few[at % 3] * *others[at].ref : from[at] * from[at];",
    )
    .only_in(super::Dialect::C),
    copied(
        "an array beside a pointer, swapped",
        r"double spare = 1.0;
for (int at = 0; at < $n; at++) {
    struct $pbeside one = {0.0, {1.0, 1.0, 1.0}, from + at, 0}, other = {0.0, {1.0, 1.0, 1.0}, &spare, 0};
    one.few[at % 3] = from[at];
    $pbeside_swapped(&other, &one, at % 3);
    to[at] = 0.5 * other.few[at % 3] * *other.ref * *one.ref;
}",
    ),
    copied(
        "an array beside a pointer, without what is in front",
        r"double spare = 1.0;
for (int at = 0; at < $n; at++) {
    struct $pbeside one = {0.0, {0.0, 0.0, 0.0}, from + at, 0}, other = {from[at], {0.0, 0.0, 0.0}, &spare, 0};
    one.few[at % 3] = 1.0;
    other.first *= *other.ref;
    $pbeside_rest(&other, &one, at % 3);
    to[at] = other.first * *other.ref;
}",
    ),
    copied(
        "a node with an array",
        r"struct $pbeside last = {0.0, {1.0, 1.0, 1.0}, from, 0};
for (int at = 0; at < $n; at++) {
    struct $pbeside first = {from[at], {0.0, 0.0, 0.0}, NULL, &last};
    last.ref = from + at;
    struct $pbeside *made = $pbeside_cloned(&first, at % 3);
    to[at] = made->few[at % 3] * made->first * *made->next->ref;
    free(made);
}",
    ),
    copied(
        "a structure by way of memory of a function's own",
        r"double spare = 1.0;
for (int at = 0; at < $n; at++) {
    double here = from[at] * from[at];
    struct $pbeside one = {1.0, {0.0, 0.0, 0.0}, &here, 0}, other = {0.0, {0.0, 0.0, 0.0}, &spare, 0};
    other.first = *other.ref;
    $pbeside_through(&other, &one, &other, at & 1);
    to[at] = other.first * *other.ref;
}",
    ),
];

pub(super) const HELPERS: &[Helper] = &[
    (
        "beside",
        r"struct $pbeside { double first, few[3], *ref; struct $pbeside *next; };",
    ),
    (
        "beside_copied",
        r"static __attribute__((noinline)) void $pbeside_copied(struct $pbeside *to, const struct $pbeside *from, int place)
{
    memcpy(to, from, sizeof *to);
    to->first += to->few[place];
}",
    ),
    (
        "beside_three_copied",
        r"static __attribute__((noinline)) void $pbeside_three_copied(struct $pbeside *to, const struct $pbeside *from)
{
    memcpy(to, from, 3 * sizeof *to);
    for (int at = 0; at < 3; at++) to[at].few[(at + 1) % 3] += 1.0;
}",
    ),
    (
        "beside_swapped",
        r"static __attribute__((noinline)) void $pbeside_swapped(struct $pbeside *one, struct $pbeside *other, int place)
{
    struct $pbeside held;
    memcpy(&held, one, sizeof held);
    memcpy(one, other, sizeof held);
    memcpy(other, &held, sizeof held);
    one->few[place] *= 2.0;
}",
    ),
    (
        "beside_rest",
        r"static __attribute__((noinline)) void $pbeside_rest(struct $pbeside *to, const struct $pbeside *from, int place)
{
    memcpy(to->few, from->few, sizeof *to - offsetof(struct $pbeside, few));
    to->first *= to->few[place];
}",
    ),
    (
        "beside_cloned",
        r"static __attribute__((noinline)) struct $pbeside *$pbeside_cloned(const struct $pbeside *from, int place)
{
    struct $pbeside *made = (struct $pbeside *)malloc(sizeof *made);
    memcpy(made, from, sizeof *made);
    made->few[place] += 1.0;
    return made;
}",
    ),
    (
        "beside_through",
        r"static __attribute__((noinline)) void $pbeside_through(struct $pbeside *to, const struct $pbeside *from, const struct $pbeside *other, int odd)
{
    struct $pbeside held, again;
    if (odd < 2) memcpy(&held, from, sizeof held);
    else memcpy(&held, other, sizeof held);
    if (odd > -1) memcpy(&again, &held, sizeof held);
    else memcpy(&again, other, sizeof held);
    memcpy(to, &again, sizeof held);
}",
    ),
];

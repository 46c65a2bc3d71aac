//! Spellings with records of numbers, ints and pointers: copied in parts by functions that see some of
//! the members only, and moved over themselves, as arrays of pointers are.

use super::{Dialect, Effect, Helper, Row, several};
use crate::features::Feature::{Moved, Records};

/// A spelling in C++.
const fn cpp(name: &'static str, effect: Effect, code: &'static str) -> Row {
    several(Moved, name, effect, code).only_in(Dialect::Cpp)
}

pub(super) const ROWS: &[Row] = &[
    several(
        Records,
        "record copied, one member changed",
        Effect::Square,
        r"struct $precord_$s one, two;
for (int at = 0; at < $n; at++) {
    $pset_$s(&one, from, at);
    $ptake_$s(&two, &one);
    to[two.id] = two.$v;
}",
    ),
    several(
        Records,
        "records copied by memcpy, the pointer touched",
        Effect::Square,
        r"struct $precord_$s one[$n], two[$n];
for (int at = 0; at < $n; at++) $pset_$s(one + at, from, at);
for (int at = 0; at < $n; at++) $plink_$s(two + ($n - 1 - at), one + at);
for (int at = 0; at < $n; at++) to[two[at].id] = two[at].$v * *two[at].ref;",
    ),
    several(
        Records,
        "record copied but for its last member",
        Effect::Square,
        r"struct $precord_$s one, two;
for (int at = 0; at < $n; at++) {
    $pset_$s(&one, from, at);
    $phead_$s(&two, &one);
    to[two.id] = two.$v * *two.ref;
}",
    ),
    several(
        Records,
        "record copied to where a distance leads",
        Effect::Square,
        r"struct $precord_$s one, two[$n];
for (int at = 0; at < $n; at++) {
    $pset_$s(&one, from, at);
    $pfar_$s(two, &one, &two[$n - 1 - at], two);
}
for (int at = 0; at < $n; at++) to[two[at].id] = two[at].$v * *two[at].ref;",
    ),
    several(
        Records,
        "record copied to where an index leads",
        Effect::Square,
        r"struct $precord_$s one, two[2];
for (int at = 0; at < $n; at++) {
    $pset_$s(&one, from, at);
    $pindex_$s(two, &one, (long)(sizeof one / sizeof(double)) * (at & 1));
    to[two[at & 1].id] = two[at & 1].$v * *two[at & 1].ref;
}",
    ),
    several(
        Records,
        "heads of records swapped by copies",
        Effect::Square,
        r"struct $precord_$s list[$n];
for (int at = 0; at < $n; at++) $pset_$s(list + at, from, at);
for (int at = 0; at < $n / 2; at++) $pheads_$s(list, at, $n - 1 - at);
for (int at = 0; at < $n; at++) to[list[at].id] = list[at].$v * *list[at].ref;",
    ),
    several(
        Records,
        "heads of records zeroed",
        Effect::Square,
        r"struct $precord_$s one, two[2];
for (int at = 0; at < $n; at++) {
    $pset_$s(&one, from, at);
    two[0] = one;
    two[1] = one;
    two[at & 1].$v *= from[at];
    to[at] = two[at & 1].$v;
    $preset_$s(two, &one, (long)(sizeof one / sizeof(double)) * (at & 1));
    if (offsetof(struct $precord_$s, $v) < offsetof(struct $precord_$s, $m)) to[at] += 3.0 * two[at & 1].$v;
}",
    ),
    several(
        Records,
        "records in an array that grows",
        Effect::Square,
        r"struct $precord_$s *list = (struct $precord_$s *)malloc(sizeof *list);
for (int at = 0; at < $n; at++) {
    struct $precord_$s *more = (struct $precord_$s *)malloc((at + 1) * sizeof *list);
    $pgrow_$s(more, list, list + at);
    $pset_$s(more + at, from, at);
    free(list);
    list = more;
}
for (int at = 0; at < $n; at++) to[list[at].id] = list[at].$v * *list[at].ref;
free(list);",
    ),
    several(
        Records,
        "records sorted by a function",
        Effect::Square,
        r"struct $precord_$s list[$n];
for (int at = 0; at < $n; at++) $pset_$s(list + at, from, $n - 1 - at);
$porder_$s(list, $n);
for (int at = 0; at < $n; at++) to[at] = list[at].$v * from[list[at].id];",
    ),
    several(
        Records,
        "records by value",
        Effect::Square,
        r"struct $precord_$s one;
for (int at = 0; at < $n; at++) {
    $pset_$s(&one, from, at);
    one = $ptwice_$s(one);
    to[one.id] = 0.5 * one.$v * *one.ref;
}",
    ),
    several(
        Records,
        "numbers of a record changed behind its pointer",
        Effect::Square,
        r"struct $precord_$s one, two;
for (int at = 0; at < $n; at++) {
    to[at] = from[at];
    $pset_$s(&one, to, at);
    $phead_$s(&two, &one);
    *two.ref *= two.$v;
}",
    ),
    several(
        Moved,
        "pointers inserted",
        Effect::Square,
        r"double *list[$n + 1];
for (int at = 0; at < $n; at++) list[at] = from + at;
memmove(list + $n / 2 + 1, list + $n / 2, ($n - $n / 2) * sizeof *list);
list[$n / 2] = to;
for (int at = 0; at < $n; at++) to[at] = *list[at < $n / 2 ? at : at + 1] * from[at];",
    ),
    several(
        Moved,
        "pointers erased",
        Effect::Square,
        r"double *list[$n + 1];
list[0] = to;
for (int at = 0; at < $n; at++) list[at + 1] = from + at;
memmove(list, list + 1, $n * sizeof *list);
for (int at = 0; at < $n; at++) to[at] = *list[at] * from[at];",
    ),
    several(
        Moved,
        "pointers turned up and down",
        Effect::Square,
        r"double *list[$n], *held;
for (int at = 0; at < $n; at++) list[at] = from + at;
for (int at = 0; at < $n; at++) {
    held = list[$n - 1];
    memmove(list + 1, list, ($n - 1) * sizeof *list);
    list[0] = held;
    to[at] = *list[(2 * at + 1) % $n] * from[at];
}
held = list[0];
memmove(list, list + 1, ($n - 1) * sizeof *list);
list[$n - 1] = held;
for (int at = 0; at < $n; at++) to[at] += *list[(at + 1) % $n] * 0.0;",
    ),
    several(
        Moved,
        "pointers turned by a function",
        Effect::Square,
        r"double **list = (double **)malloc($n * sizeof *list);
for (int at = 0; at < $n; at++) list[at] = from + at;
$pturn(list, $n);
for (int at = 0; at < $n; at++) to[at] = *list[(at + 1) % $n] * from[at];
free(list);",
    ),
    several(
        Moved,
        "moved pointers written through",
        Effect::Square,
        r"double *list[$n + 1];
for (int at = 0; at < $n; at++) list[at] = to + at;
memmove(list + 1, list, $n * sizeof *list);
for (int at = 0; at < $n; at++) *list[at + 1] = from[at];
for (int at = $n - 1; at >= 0; at--) *list[at + 1] *= from[at];",
    ),
    several(
        Moved,
        "pointers moved by a distance",
        Effect::Square,
        r"double *list[$n + 1], **end = list + $n, **place = list + $n / 3;
for (int at = 0; at < $n; at++) list[at] = from + at;
memmove(place + 1, place, (char *)end - (char *)place);
for (int at = 0; at < $n; at++) to[at] = *list[at < $n / 3 ? at : at + 1] * from[at];",
    ),
    several(
        Moved,
        "records inserted",
        Effect::Square,
        r"struct $precord_$s list[$n + 1], *place = list + $n / 2;
for (int at = 0; at < $n; at++) $pset_$s(list + at, from, at);
memmove(place + 1, place, (char *)(list + $n) - (char *)place);
$pset_$s(place, from, $n - 1);
for (int at = 0; at <= $n; at++) to[list[at].id] = list[at].$v * *list[at].ref;",
    ),
    several(
        Moved,
        "records inserted by a function",
        Effect::Square,
        r"struct $precord_$s list[$n], one;
for (int at = 0; at < $n; at++) {
    $pset_$s(&one, from, at);
    $pinsert_$s(list, list + at, list + at / 2, &one);
}
for (int at = 0; at < $n; at++) to[list[at].id] = list[at].$v * *list[at].ref;",
    ),
    several(
        Moved,
        "records erased",
        Effect::Square,
        r"struct $precord_$s *list = (struct $precord_$s *)malloc(($n + 2) * sizeof *list);
for (int at = 0; at < $n + 2; at++) $pset_$s(list + at, from, at % $n);
memmove(list, list + 2, $n * sizeof *list);
for (int at = 0; at < $n; at++) to[list[at].id] = list[at].$v * *list[at].ref;
free(list);",
    ),
    cpp(
        "vector of pointers, inserted and erased",
        Effect::Square,
        r"std::vector<double *> list;
for (int at = 0; at < $n; at++) list.insert(list.begin() + at / 2, from + at);
list.insert(list.begin(), to);
list.erase(list.begin());
for (int at = 0; at < $n; at++) to[list[at] - from] = *list[at] * *list[at];",
    ),
    cpp(
        "std::rotate of pointers",
        Effect::Square,
        r"double *list[$n];
for (int at = 0; at < $n; at++) list[at] = from + at;
std::rotate(list, list + 1, list + $n);
for (int at = 0; at < $n; at++) to[at] = *list[(at + $n - 1) % $n] * from[at];",
    ),
    cpp(
        "std::sort of pointers",
        Effect::Square,
        r"std::vector<double *> list;
for (int at = $n - 1; at >= 0; at--) list.push_back(from + at);
std::sort(list.begin(), list.end());
for (int at = 0; at < $n; at++) to[at] = *list[at] * from[at];",
    ),
    cpp(
        "vector of records",
        Effect::Square,
        r"std::vector<$precord_$s> list;
$precord_$s one;
for (int at = 0; at < $n; at++) {
    $pset_$s(&one, from, at);
    list.insert(list.begin(), one);
}
for (const $precord_$s &held : list) to[held.id] = held.$v * *held.ref;",
    ),
];

pub(super) const HELPERS: &[Helper] = &[
    ("record_$s", r"struct $precord_$s { $members };"),
    (
        "set_$s",
        r"static void $pset_$s(struct $precord_$s *to, double *from, int at)
{
    to->$v = from[at];
    to->id = at;
    to->ref = from + at;
}",
    ),
    (
        "take_$s",
        r"static __attribute__((noinline)) void $ptake_$s(struct $precord_$s *to, const struct $precord_$s *from)
{
    *to = *from;
    to->$v *= *from->ref;
}",
    ),
    (
        "link_$s",
        r"static __attribute__((noinline)) void $plink_$s(struct $precord_$s *to, const struct $precord_$s *from)
{
    memcpy(to, from, sizeof *to);
    to->ref = from->ref;
}",
    ),
    (
        "head_$s",
        r"static __attribute__((noinline)) void $phead_$s(struct $precord_$s *to, const struct $precord_$s *from)
{
    memcpy(to, from, offsetof(struct $precord_$s, $m));
    to->$m = from->$m;
}",
    ),
    (
        "far_$s",
        r"static __attribute__((noinline)) void $pfar_$s(struct $precord_$s *list, const struct $precord_$s *from, struct $precord_$s *place, struct $precord_$s *base)
{
    struct $precord_$s *to = (struct $precord_$s *)((char *)list + ((char *)place - (char *)base));
    memcpy(to, from, offsetof(struct $precord_$s, $m));
    to->$m = from->$m;
}",
    ),
    (
        "index_$s",
        r"static __attribute__((noinline)) void $pindex_$s(struct $precord_$s *list, const struct $precord_$s *from, long index)
{
    struct $precord_$s *to = (struct $precord_$s *)((double *)list + index);
    memcpy(to, from, offsetof(struct $precord_$s, $m));
    to->$m = from->$m;
}",
    ),
    (
        "heads_$s",
        r"static __attribute__((noinline)) void $pheads_$s(struct $precord_$s *list, int one, int two)
{
    struct $precord_$s held;
    memcpy(&held, list + one, offsetof(struct $precord_$s, $m));
    memcpy(list + one, list + two, offsetof(struct $precord_$s, $m));
    memcpy(list + two, &held, offsetof(struct $precord_$s, $m));
    held.$m = list[one].$m;
    list[one].$m = list[two].$m;
    list[two].$m = held.$m;
}",
    ),
    (
        "reset_$s",
        r"static __attribute__((noinline)) void $preset_$s(struct $precord_$s *list, const struct $precord_$s *from, long index)
{
    struct $precord_$s *to = (struct $precord_$s *)((double *)list + index);
    memset(to, 0, offsetof(struct $precord_$s, $m));
    to->$m = from->$m;
}",
    ),
    (
        "grow_$s",
        r"static __attribute__((noinline)) void $pgrow_$s(struct $precord_$s *to, struct $precord_$s *from, struct $precord_$s *end)
{
    for (; from != end; from++, to++) {
        memcpy(to, from, offsetof(struct $precord_$s, $m));
        to->$m = from->$m;
        from->ref = NULL;
    }
}",
    ),
    (
        "order_$s",
        r"static __attribute__((noinline)) void $porder_$s(struct $precord_$s *list, int count)
{
    for (int at = 1; at < count; at++) {
        struct $precord_$s held;
        memcpy(&held, list + at, sizeof held);
        int place = at;
        for (; place > 0 && list[place - 1].id > held.id; place--) memcpy(list + place, list + place - 1, sizeof held);
        memcpy(list + place, &held, sizeof held);
    }
}",
    ),
    (
        "twice_$s",
        r"static __attribute__((noinline)) struct $precord_$s $ptwice_$s(struct $precord_$s held)
{
    held.$v += held.$v;
    return held;
}",
    ),
    (
        "insert_$s",
        r"static __attribute__((noinline)) void $pinsert_$s(struct $precord_$s *list, struct $precord_$s *end, struct $precord_$s *place, const struct $precord_$s *from)
{
    memmove((char *)list + ((char *)place - (char *)list) + sizeof *list, place, (char *)end - (char *)place);
    memcpy(place, from, offsetof(struct $precord_$s, $m));
    place->$m = from->$m;
}",
    ),
    (
        "turn",
        r"static __attribute__((noinline)) void $pturn(double **list, int count)
{
    double *held = list[count - 1];
    memmove(list + 1, list, (count - 1) * sizeof *list);
    list[0] = held;
}",
    ),
];

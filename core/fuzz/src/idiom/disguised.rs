//! Spellings that move numbers as something else than numbers or integers: as pointers, as numbers of another kind, and pointers as
//! numbers.

use super::{Effect, Helper, Row, row};
use crate::features::Feature::Disguised;

pub(super) const ROWS: &[Row] = &[
    row(
        Disguised,
        "bits in pointers",
        Effect::Copy,
        r"void *held[$n];
for (int at = 0; at < $n; at++) memcpy(&held[at], from + at, 8);
for (int at = 0; at < $n; at++) memcpy(to + at, &held[at], 8);",
    ),
    row(
        Disguised,
        "bits in pointers, one by one",
        Effect::Copy,
        r"void *held[$n];
for (int at = 0; at < $n; at++) memcpy(&held[$n - 1 - at], from + at, 8);
for (int at = 0; at < $n; at++) {
    void *bits = held[$n - 1 - at];
    memcpy(to + at, &bits, 8);
}",
    ),
    row(
        Disguised,
        "bits in a pointer through a function",
        Effect::Copy,
        r"for (int at = 0; at < $n; at++) {
    void *bits;
    memcpy(&bits, from + at, 8);
    bits = $prelay(bits, at & 1);
    memcpy(to + at, &bits, 8);
}",
    ),
    row(
        Disguised,
        "square through pointers",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    void *bits;
    memcpy(&bits, from + at, 8);
    bits = $pwork(bits);
    memcpy(to + at, &bits, 8);
}",
    ),
    row(
        Disguised,
        "bits in cells",
        Effect::Copy,
        r"struct $pcell *head = NULL;
for (int at = 0; at < $n; at++) {
    void *bits;
    memcpy(&bits, from + at, 8);
    head = $ppush(head, bits);
}
for (int at = $n - 1; head; at--) {
    memcpy(to + at, &head->content, 8);
    struct $pcell *next = head->next;
    free(head);
    head = next;
}",
    ),
    row(
        Disguised,
        "bits in a pointer beside an int",
        Effect::Copy,
        r"struct { void *bits; int place; } box[$n];
for (int at = 0; at < $n; at++) {
    box[at].place = $n - 1 - at;
    memcpy(&box[at].bits, from + ($n - 1 - at), 8);
}
for (int at = 0; at < $n; at++) memcpy(to + box[at].place, &box[at].bits, 8);",
    ),
    row(
        Disguised,
        "union by its pointer",
        Effect::Copy,
        r"union $peither one, other;
for (int at = 0; at < $n; at++) {
    one.num = from[at];
    $passign(&other, &one);
    to[at] = other.num;
}",
    ),
    row(
        Disguised,
        "unions by their pointers",
        Effect::Copy,
        r"union $peither one[$n], other[$n];
for (int at = 0; at < $n; at++) one[at].num = from[at];
$pbackwards(other, one, $n);
for (int at = 0; at < $n; at++) to[at] = other[$n - 1 - at].num;",
    ),
    row(
        Disguised,
        "pointers by their numbers",
        Effect::Square,
        r"union $peither one[$n], other[$n];
for (int at = 0; at < $n; at++) one[at].ref = from + at;
$prenumber(other, one, $n);
for (int at = 0; at < $n; at++) to[at] = *other[at].ref * *one[at].ref;",
    ),
    row(
        Disguised,
        "pointer over a number",
        Effect::Square,
        r"union $peither both[$n];
for (int at = 0; at < $n; at++) both[at].num = from[at];
for (int at = 0; at < $n; at++) {
    to[at] = both[at].num * both[at].num;
    both[at].ref = from + at;
}
for (int at = 0; at < $n; at++) to[at] += *both[at].ref - from[at];",
    ),
    row(
        Disguised,
        "tagged unions",
        Effect::Copy,
        r"struct $ptagged one[$n], other[$n];
for (int at = 0; at < $n; at++) {
    one[at].tag = at & 1;
    if (at & 1) one[at].both.ref = from + at;
    else one[at].both.num = from[at];
}
for (int at = 0; at < $n; at++) $pretag(&other[at], &one[at]);
for (int at = 0; at < $n; at++) to[at] = other[at].tag ? *other[at].both.ref : other[at].both.num;",
    ),
    row(
        Disguised,
        "union by two floats",
        Effect::Copy,
        r"union { double num; float half[2]; } one, other;
for (int at = 0; at < $n; at++) {
    one.num = from[at];
    other.half[0] = one.half[0];
    other.half[1] = one.half[1];
    to[at] = other.num;
}",
    ),
    row(
        Disguised,
        "vectors of floats",
        Effect::Copy,
        r"typedef float __attribute__((vector_size(8), aligned(8), may_alias)) pair;
for (int at = 0; at < $n; at++) ((pair *)to)[at] = ((pair *)from)[at];",
    ),
    row(
        Disguised,
        "vectors of floats swapped below",
        Effect::Swap,
        r"$ppairs(to, from, $n);",
    ),
];

pub(super) const HELPERS: &[Helper] = &[
    (
        "relay",
        r"static __attribute__((noinline)) void *$prelay(void *bits, int depth)
{
    return depth > 0 ? $prelay(bits, depth - 1) : bits;
}",
    ),
    (
        "work",
        r"static __attribute__((noinline)) void *$pwork(void *bits)
{
    double num;
    memcpy(&num, &bits, 8);
    num *= num;
    memcpy(&bits, &num, 8);
    return bits;
}",
    ),
    (
        "cell",
        r"struct $pcell { void *content; struct $pcell *next; };",
    ),
    (
        "push",
        r"static __attribute__((noinline)) struct $pcell *$ppush(struct $pcell *head, void *content)
{
    struct $pcell *cell = (struct $pcell *)malloc(sizeof *cell);
    cell->content = content;
    cell->next = head;
    return cell;
}",
    ),
    ("either", r"union $peither { double num; double *ref; };"),
    (
        "assign",
        r"static __attribute__((noinline)) void $passign(union $peither *to, const union $peither *from)
{
    to->ref = from->ref;
}",
    ),
    (
        "backwards",
        r"static __attribute__((noinline)) void $pbackwards(union $peither *to, const union $peither *from, int count)
{
    for (int at = 0; at < count; at++) to[at].ref = from[count - 1 - at].ref;
}",
    ),
    (
        "renumber",
        r"static __attribute__((noinline)) void $prenumber(union $peither *to, const union $peither *from, int count)
{
    for (int at = 0; at < count; at++) to[at].num = from[at].num;
}",
    ),
    (
        "tagged",
        r"struct $ptagged { int tag; union { double num; double *ref; } both; };",
    ),
    (
        "retag",
        r"static __attribute__((noinline)) void $pretag(struct $ptagged *to, const struct $ptagged *from)
{
    to->tag = from->tag;
    if (from->tag) to->both.ref = from->both.ref;
    else to->both.num = from->both.num;
}",
    ),
    (
        "pairs",
        r"typedef float __attribute__((vector_size(8), aligned(8), may_alias)) $ppair;
static __attribute__((noinline)) void $ppairs(double *one, double *other, int count)
{
    for (int at = 0; at < count; at++) {
        $ppair held = *($ppair *)(one + at);
        *($ppair *)(one + at) = *($ppair *)(other + at);
        *($ppair *)(other + at) = held;
    }
}",
    ),
];

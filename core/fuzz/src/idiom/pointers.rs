//! Spellings with null pointers, and with pointers that functions move as integers.

use super::{Dialect, Effect, Helper, Row, several};
use crate::features::Feature::{Addresses, Nulls};

pub(super) const ROWS: &[Row] = &[
    several(
        Nulls,
        "results that are optional",
        Effect::Alternate,
        r"for (int at = 0; at < $n; at++) {
    if (at & 1) $pparts(from[at], NULL, to + at);
    else $pparts(from[at], to + at, NULL);
}",
    ),
    several(
        Nulls,
        "results chosen by null pointers",
        Effect::Alternate,
        r"for (int at = 0; at < $n; at++) $pparts(from[at], at & 1 ? NULL : to + at, at & 1 ? to + at : NULL);",
    ),
    several(
        Nulls,
        "result that nobody wants",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) $pparts(from[at], to + at, NULL);",
    ),
    several(
        Nulls,
        "optional factor",
        Effect::Alternate,
        r"for (int at = 0; at < $n; at++) to[at] = $pweigh(from[at], at & 1 ? NULL : from + at);",
    ),
    several(
        Nulls,
        "array that is not there",
        Effect::Square,
        r"$pshift(to, from, NULL, $n);
for (int at = 0; at < $n; at++) to[at] *= from[at];",
    ),
    several(
        Nulls,
        "array that is there every other time",
        Effect::Square,
        r"double half[$n];
$pshift(half, from, NULL, $n);
for (int at = 0; at < $n; at++) half[at] *= 0.5;
$pshift(to, half, half, $n);
for (int at = 0; at < $n; at++) to[at] *= from[at];",
    ),
    several(
        Nulls,
        "null in a struct",
        Effect::Alternate,
        r"for (int at = 0; at < $n; at++) {
    struct $pwanted wanted = {NULL, NULL};
    if (at & 1) wanted.half = to + at;
    else wanted.square = to + at;
    $pserve(from[at], &wanted);
}",
    ),
    several(
        Nulls,
        "frames of a recursion linked",
        Effect::Square,
        r"$pdeep(from, to, 0, $n, NULL);",
    ),
    several(
        Nulls,
        "list that begins with null",
        Effect::Square,
        r"struct $pchain *list = NULL;
for (int at = $n - 1; at >= 0; at--) list = $pprepend(from + at, list);
$pvisit(list, to);
while (list) {
    struct $pchain *next = list->next;
    free(list);
    list = next;
}",
    ),
    several(
        Nulls,
        "tree whose ends are null",
        Effect::Square,
        r"struct $ptree *tree = NULL, node[$n];
for (int at = 0; at < $n; at++) {
    node[at].value = from[at];
    node[at].place = at;
    tree = $pplant(tree, node + at);
}
$pharvest(tree, to);",
    ),
    several(
        Nulls,
        "argument by default",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    double old, value = $pdefault(from[at], &old);
    to[at] = $pdefault(value) * old;
}",
    )
    .only_in(Dialect::Cpp),
    several(
        Addresses,
        "struct of one pointer copied by a function",
        Effect::Square,
        r"struct $pbox one = {from}, two;
$pgive(&two, &one);
for (int at = 0; at < $n; at++) to[at] = two.at[at] * from[at];",
    ),
    several(
        Addresses,
        "struct of one pointer taken by a function",
        Effect::Square,
        r"struct $pbox one = {from}, two = {NULL};
for (int at = 0; at < $n; at++) {
    $pseize(&two, &one);
    to[at] = two.at[at] * from[at];
    $pseize(&one, &two);
}",
    ),
    several(
        Addresses,
        "struct of one pointer copied in a recursion",
        Effect::Square,
        r"struct $pbox one = {from}, two;
$precur(&two, &one, $n);
for (int at = 0; at < $n; at++) to[at] = two.at[at] * from[at];",
    ),
    several(
        Addresses,
        "structs of one pointer in an array",
        Effect::Square,
        r"struct $pbox one[$n], two[$n];
for (int at = 0; at < $n; at++) one[at].at = from + at;
for (int at = 0; at < $n; at++) $pgive(two + ($n - 1 - at), one + at);
for (int at = 0; at < $n; at++) to[at] = *two[$n - 1 - at].at * from[at];",
    ),
    several(
        Addresses,
        "numbers written behind a copied pointer",
        Effect::Square,
        r"struct $pbox one = {to}, two;
$pgive(&two, &one);
for (int at = 0; at < $n; at++) two.at[at] = from[at];
for (int at = 0; at < $n; at++) one.at[at] *= two.at[at];",
    ),
    several(
        Addresses,
        "address in an integer copied by a function",
        Effect::Square,
        r"double *heap = (double *)malloc($n * sizeof *heap);
memcpy(heap, from, $n * sizeof *heap);
struct $pwhere one = {(uintptr_t)heap}, two;
$ptell(&two, &one);
for (int at = 0; at < $n; at++) to[at] = ((double *)two.bits)[at] * from[at];
free(heap);",
    ),
    several(
        Addresses,
        "addresses in integers exchanged by a function",
        Effect::Square,
        r"uintptr_t both[2] = {(uintptr_t)to, (uintptr_t)from};
$pexchange(both, 0, 1);
for (int at = 0; at < $n; at++) ((double *)both[1])[at] = ((double *)both[0])[at] * from[at];",
    ),
    several(
        Addresses,
        "addresses copied as an array of integers",
        Effect::Square,
        r"double *one[$n], *two[$n];
uintptr_t bits[$n];
for (int at = 0; at < $n; at++) one[at] = from + at;
memcpy(bits, one, sizeof bits);
memcpy(two, bits, sizeof bits);
for (int at = 0; at < $n; at++) to[at] = *two[at] * from[at];",
    ),
    several(
        Addresses,
        "address carried by memcpy in a function",
        Effect::Square,
        r"double *one[2] = {from, to}, *two[2];
for (int at = 0; at < 2; at++) $pcarry(two + at, one + at);
for (int at = 0; at < $n; at++) two[1][at] = two[0][at] * from[at];",
    ),
    several(
        Addresses,
        "bytes of pointers exchanged by a function",
        Effect::Square,
        r"double *one = from, *two = NULL;
$ptrade((char *)&one, (char *)&two);
for (int at = 0; at < $n; at++) to[at] = two[at] * from[at];",
    ),
    several(
        Addresses,
        "std::unique_ptr moved",
        Effect::Square,
        r"std::unique_ptr<double[]> one(new double[$n]), two;
std::copy(from, from + $n, one.get());
$pmove(two, one);
for (int at = 0; at < $n; at++) to[at] = two[at] * from[at];",
    )
    .only_in(Dialect::Cpp),
    several(
        Addresses,
        "std::swap of structs of one pointer",
        Effect::Square,
        r"$pbox one = {from}, two = {to};
$pflip(one, two);
for (int at = 0; at < $n; at++) one.at[at] = two.at[at] * from[at];",
    )
    .only_in(Dialect::Cpp),
    several(
        Addresses,
        "std::exchange in a function",
        Effect::Square,
        r"$pbox one = {from};
for (int at = 0; at < $n; at++) {
    $pbox two = $pleased(one);
    to[at] = two.at[at] * from[at];
    one = two;
}",
    )
    .only_in(Dialect::Cpp),
];

pub(super) const HELPERS: &[Helper] = &[
    (
        "parts",
        r"static __attribute__((noinline)) void $pparts(double value, double *square, double *half)
{
    if (square) *square = value * value;
    if (half) *half = 0.5 * value;
}",
    ),
    (
        "weigh",
        r"static __attribute__((noinline)) double $pweigh(double value, const double *factor)
{
    return factor ? value * *factor : 0.5 * value;
}",
    ),
    (
        "shift",
        r"static __attribute__((noinline)) void $pshift(double *to, const double *from, const double *more, int count)
{
    for (int at = 0; at < count; at++) to[at] = more ? from[at] + more[at] : from[at];
}",
    ),
    ("wanted", r"struct $pwanted { double *square, *half; };"),
    (
        "serve",
        r"static __attribute__((noinline)) void $pserve(double value, const struct $pwanted *wanted)
{
    if (wanted->square) *wanted->square = value * value;
    if (wanted->half) *wanted->half = 0.5 * value;
}",
    ),
    (
        "deep",
        r"struct $pframe { double value; int place; struct $pframe *above; };
static __attribute__((noinline)) void $pdeep(const double *from, double *to, int at, int count, struct $pframe *above)
{
    struct $pframe frame = {from[at], at, above};
    if (at + 1 < count) return $pdeep(from, to, at + 1, count, &frame);
    for (struct $pframe *held = &frame; held; held = held->above) to[held->place] = held->value * held->value;
}",
    ),
    (
        "chain",
        r"struct $pchain { double *value; struct $pchain *next; };",
    ),
    (
        "prepend",
        r"static __attribute__((noinline)) struct $pchain *$pprepend(double *value, struct $pchain *next)
{
    struct $pchain *link = (struct $pchain *)malloc(sizeof *link);
    link->value = value;
    link->next = next;
    return link;
}",
    ),
    (
        "visit",
        r"static void $pvisit(const struct $pchain *list, double *to)
{
    if (!list) return;
    *to = *list->value * *list->value;
    $pvisit(list->next, to + 1);
}",
    ),
    (
        "tree",
        r"struct $ptree { double value; int place; struct $ptree *left, *right; };",
    ),
    (
        "plant",
        r"static __attribute__((noinline)) struct $ptree *$pplant(struct $ptree *tree, struct $ptree *node)
{
    if (!tree) {
        node->left = node->right = NULL;
        return node;
    }
    if ((node->place ^ tree->place) % 3) tree->left = $pplant(tree->left, node);
    else tree->right = $pplant(tree->right, node);
    return tree;
}",
    ),
    (
        "harvest",
        r"static void $pharvest(const struct $ptree *tree, double *to)
{
    if (!tree) return;
    to[tree->place] = tree->value * tree->value;
    $pharvest(tree->left, to);
    $pharvest(tree->right, to);
}",
    ),
    (
        "default",
        r"static __attribute__((noinline)) double $pdefault(double value, double *old = nullptr)
{
    if (old) *old = value;
    return value;
}",
    ),
    ("box", r"struct $pbox { double *at; };"),
    (
        "give",
        r"static __attribute__((noinline)) void $pgive(struct $pbox *to, const struct $pbox *from)
{
    *to = *from;
}",
    ),
    (
        "seize",
        r"static __attribute__((noinline)) void $pseize(struct $pbox *to, struct $pbox *from)
{
    *to = *from;
    from->at = NULL;
}",
    ),
    (
        "recur",
        r"static void $precur(struct $pbox *to, const struct $pbox *from, int depth)
{
    struct $pbox held = *from;
    if (depth > 0) $precur(&held, from, depth - 1);
    *to = held;
}",
    ),
    ("where", r"struct $pwhere { uintptr_t bits; };"),
    (
        "tell",
        r"static __attribute__((noinline)) void $ptell(struct $pwhere *to, const struct $pwhere *from)
{
    *to = *from;
}",
    ),
    (
        "exchange",
        r"static __attribute__((noinline)) void $pexchange(uintptr_t *bits, int one, int two)
{
    uintptr_t held = bits[one];
    bits[one] = bits[two];
    bits[two] = held;
}",
    ),
    (
        "carry",
        r"static __attribute__((noinline)) void $pcarry(void *to, const void *from)
{
    uint64_t held;
    memcpy(&held, from, sizeof held);
    memcpy(to, &held, sizeof held);
}",
    ),
    (
        "trade",
        r"static __attribute__((noinline)) void $ptrade(char *one, char *two)
{
    for (size_t at = 0; at < sizeof(double *); at++) {
        char held = one[at];
        one[at] = two[at];
        two[at] = held;
    }
}",
    ),
    (
        "move",
        r"static __attribute__((noinline)) void $pmove(std::unique_ptr<double[]> &to, std::unique_ptr<double[]> &from)
{
    to = std::move(from);
}",
    ),
    (
        "flip",
        r"static __attribute__((noinline)) void $pflip($pbox &one, $pbox &two)
{
    std::swap(one, two);
}",
    ),
    (
        "leased",
        r"static __attribute__((noinline)) $pbox $pleased($pbox &held)
{
    return std::exchange(held, {nullptr});
}",
    ),
];

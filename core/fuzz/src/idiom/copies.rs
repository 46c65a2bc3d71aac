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
    copied(
        "an array beside an integer, cleared",
        r"for (int at = 0; at < $n; at++) {
    struct $pcleared one = {2, {1.0, 1.0}, 0.0};
    $pcleared_set(&one, from[at], at % 2);
    double before = one.few[at % 2];
    memset(one.few, 0, sizeof one.few);
    one.few[1] = from[at] * before;
    to[at] = $pcleared_sum(&one);
}",
    ),
    copied(
        "an array beside an integer, set by memcpy",
        r"static const double half = 0.5;
for (int at = 0; at < $n; at++) {
    struct $pcleared one = {2, {1.0, 1.0}, 0.0};
    $pcleared_set(&one, from[at], at % 2);
    double before = one.few[at % 2];
    memcpy(&one.few[0], &half, sizeof half);
    one.few[1] = from[at] * before - one.few[0];
    to[at] = $pcleared_sum(&one);
}",
    ),
    copied(
        "elements of one of two arrays",
        r"double spare = 1.0;
for (int at = 0; at < $n; at++) {
    struct $ptwo_arrays one = {{&spare, from + at}, {0.0, 0.0, from[at]}, 0}, other = {{&spare, &spare}, {1.0, 1.0, 1.0}, 0};
    $ptwo_arrays_moved(&other, &one);
    to[at] = $ptwo_arrays_read(&other, at % 2);
}",
    ),
    copied(
        "elements of one of two arrays, of floats",
        r"for (int at = 0; at < $n; at++) {
    struct $ptwo_kinds one = {{1.0f, 1.0f}, {0.0, 0.0, from[at]}, 0}, other = {{1.0f, 1.0f}, {1.0, 1.0, 1.0}, 0};
    $ptwo_kinds_moved(&other, &one);
    to[at] = $ptwo_kinds_read(&other, at % 2) * from[at];
}",
    ),
    copied(
        "members of one word, made by a function",
        r"struct $pword list[40];
for (int at = 0; at < $n; at++) {
    double sum = 0.0;
    for (int place = 0; place < 40; place++) { list[place].count = place; list[place].factor = (float)from[at]; }
    for (int place = 9; place < 9 + $n; place++) list[place] = $pword_made(at);
    for (int place = 0; place < 40; place++) sum += (place == 9 + at) * list[place].factor;
    to[at] = from[at] * from[at] * 2.0 * sum;
}",
    ),
    copied(
        "members of one word, made in place",
        r"struct $pword list[40];
for (int at = 0; at < $n; at++) {
    double sum = 0.0;
    for (int place = 0; place < 40; place++) { list[place].count = place; list[place].factor = (float)from[at]; }
    for (int place = 9; place < 9 + $n; place++) list[place] = $pword_inlined(at);
    for (int place = 0; place < 40; place++) sum += (place == 9 + at) * list[place].factor;
    to[at] = from[at] * from[at] * 2.0 * sum;
}",
    ),
    copied(
        "members of one word, of a table",
        r"static const struct $pword table[2] = {{3, 0.5f}, {0, 0.5f}};
struct $pword list[40];
for (int at = 0; at < $n; at++) {
    double sum = 0.0;
    for (int place = 0; place < 40; place++) { list[place].count = place; list[place].factor = (float)from[at]; }
    for (int place = 9; place < 9 + $n; place++) list[place] = table[place & 1];
    for (int place = 0; place < 40; place++) sum += (place == 9 + at) * list[place].factor;
    to[at] = from[at] * from[at] * 2.0 * sum;
}",
    ),
    copied(
        "members of one word, behind another number",
        r"struct $pword_last list[40];
for (int at = 0; at < $n; at++) {
    double sum = 0.0;
    for (int place = 0; place < 40; place++) { list[place].value = from[at]; list[place].count = at; list[place].factor = (float)from[at]; }
    for (int place = 9; place < 9 + $n; place++) list[place] = $pword_last_made(at);
    for (int place = 0; place < 40; place++) sum += (place == 9 + at) * list[place].factor;
    to[at] = from[at] * from[at] * 2.0 * sum;
}",
    ),
    copied(
        "members of one word, a number and characters",
        r"struct $pword_text list[40];
for (int at = 0; at < $n; at++) {
    double sum = 0.0;
    for (int place = 0; place < 40; place++) { list[place].text[0] = 'a'; list[place].factor = (float)from[at]; }
    for (int place = 9; place < 9 + $n; place++) list[place] = $pword_text_made('b');
    for (int place = 0; place < 40; place++) sum += (place == 9 + at) * list[place].factor;
    to[at] = from[at] * from[at] * 2.0 * sum;
}",
    ),
    copied(
        "members of one word, packed",
        r"struct $pword_packed list[40];
for (int at = 0; at < $n; at++) {
    double sum = 0.0;
    for (int place = 0; place < 40; place++) { list[place].count = 0; list[place].factor = (float)from[at]; }
    for (int place = 9; place < 9 + $n; place++) list[place] = $pword_packed_found(at);
    for (int place = 0; place < 40; place++) sum += (place == 9 + at) * list[place].factor;
    to[at] = from[at] * from[at] * 2.0 * sum;
}",
    ),
    copied(
        "a half beside short integers",
        r"struct $phalves list[40];
for (int at = 0; at < $n; at++) {
    double sum = 0.0;
    for (int place = 0; place < 40; place++) { list[place].first = list[place].second = 1; list[place].factor = (_Float16)0.5; }
    list[at].factor = (_Float16)from[at];
    for (int place = at; place < 30; place++) $phalves_copied(&list[place + 1], &list[place]);
    for (int place = 0; place < 40; place++) sum += (place == 30) * (double)list[place].factor;
    to[at] = from[at] * from[at] + (at == 0) * (sum - (double)(_Float16)from[at]);
}",
    ),
    copied(
        "the beginning of elements, assigned",
        r"struct $pheaded list[40];
for (int at = 0; at < $n; at++) {
    float sum = 0.0f;
    for (int place = 0; place < 40; place++) { list[place].head.read = list[place].head.last = 0.5f; list[place].tail = (place == 9 + at) * (float)from[at]; }
    $pheaded_assigned(list, 39);
    for (int place = 0; place < 40; place++) sum += (place == 9 + at) * (list[place].head.read + list[place].head.last) * list[place].tail;
    to[at] = from[at] * from[at] + (at == 0) * (double)(sum - (float)from[at]);
}",
    ),
    copied(
        "the beginning of elements, by memcpy",
        r"struct $pheaded list[40];
for (int at = 0; at < $n; at++) {
    float sum = 0.0f;
    for (int place = 0; place < 40; place++) { list[place].head.read = list[place].head.last = 0.5f; list[place].tail = (place == 9 + at) * (float)from[at]; }
    $pheaded_copied(list, 39);
    for (int place = 0; place < 40; place++) sum += (place == 9 + at) * (list[place].head.read + list[place].head.last) * list[place].tail;
    to[at] = from[at] * from[at] + (at == 0) * (double)(sum - (float)from[at]);
}",
    ),
    copied(
        "pointers beside numbers, many at once",
        r"struct $pled list[64];
double others[64], products[64];
for (int at = 0; at < 64; at++) {
    others[at] = from[at % $n];
    list[at].value = from[at % $n];
    list[at].ref = others + at;
}
for (int at = 0; at < 64; at++) products[at] = list[at].value * *list[at].ref;
for (int at = 0; at < $n; at++) to[at] = products[at];",
    ),
    copied(
        "pointers beside integers, many at once",
        r"struct $pled_by list[64];
double others[64], products[64];
for (int at = 0; at < 64; at++) {
    others[at] = from[at % $n] * from[at % $n];
    list[at].count = 1 + at / $n;
    list[at].ref = others + at;
}
for (int at = 0; at < 64; at++) products[at] = list[at].count * *list[at].ref;
for (int at = 0; at < $n; at++) to[at] = products[at];",
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
    (
        "cleared",
        r"struct $pcleared { long count; double few[2], last; };",
    ),
    (
        "cleared_set",
        r"static __attribute__((noinline)) void $pcleared_set(struct $pcleared *to, double value, int place)
{
    for (int at = 0; at < to->count; at++) to->few[at] = at == place ? value : to->last;
}",
    ),
    (
        "cleared_sum",
        r"static __attribute__((noinline)) double $pcleared_sum(const struct $pcleared *of)
{
    double sum = of->last;
    for (int at = 0; at < of->count; at++) sum += of->few[at];
    return sum;
}",
    ),
    (
        "two_arrays",
        r"struct $ptwo_arrays { double *refs[2], few[3]; int place; };",
    ),
    (
        "two_arrays_moved",
        r"static __attribute__((noinline)) void $ptwo_arrays_moved(struct $ptwo_arrays *to, struct $ptwo_arrays *from)
{
    memcpy(&to->refs[0], &from->refs[1], sizeof to->refs[0]);
    memcpy(&to->few[0], &from->few[2], sizeof to->few[0]);
}",
    ),
    (
        "two_arrays_read",
        r"static __attribute__((noinline)) double $ptwo_arrays_read(const struct $ptwo_arrays *of, int place)
{
    return of->few[of->place] * *of->refs[of->place] * of->few[1 + place] * *of->refs[1];
}",
    ),
    (
        "two_kinds",
        r"struct $ptwo_kinds { float factors[2]; double few[3]; int place; };",
    ),
    (
        "two_kinds_moved",
        r"static __attribute__((noinline)) void $ptwo_kinds_moved(struct $ptwo_kinds *to, const struct $ptwo_kinds *from)
{
    memcpy(&to->factors[0], &from->factors[0], sizeof to->factors);
    memcpy(&to->few[0], &from->few[2], sizeof to->few[0]);
}",
    ),
    (
        "two_kinds_read",
        r"static __attribute__((noinline)) double $ptwo_kinds_read(const struct $ptwo_kinds *of, int place)
{
    return of->few[of->place] * of->factors[of->place] * of->few[1 + place] * of->factors[place];
}",
    ),
    (
        "halves",
        r"struct $phalves { _Float16 factor; short first, second; };",
    ),
    (
        "halves_copied",
        r"static __attribute__((noinline)) void $phalves_copied(struct $phalves *to, const struct $phalves *from)
{
    *to = *from;
}",
    ),
    (
        "word_packed",
        r"struct __attribute__((packed)) $pword_packed { float factor; short count; };",
    ),
    (
        "word_packed_found",
        r"static __attribute__((noinline)) struct $pword_packed $pword_packed_found(int at)
{
    static const struct $pword_packed table[2] = {{0.5f, 2}, {0.5f, 0}};
    return table[at & 1];
}",
    ),
    (
        "headed",
        r"struct $phead { float read, unread, last; };
struct $pheaded { struct $phead head; float tail, end; };",
    ),
    (
        "headed_assigned",
        r"static __attribute__((noinline)) void $pheaded_assigned(struct $pheaded *list, int count)
{
    for (int place = 0; place < count; place++)
        list[place].head = list[place + 1].head;
}",
    ),
    (
        "headed_copied",
        r"static __attribute__((noinline)) void $pheaded_copied(struct $pheaded *list, int count)
{
    for (int place = 0; place < count; place++)
        memcpy(&list[place], &list[place + 1], offsetof(struct $pheaded, tail));
}",
    ),
    ("word", r"struct $pword { int count; float factor; };"),
    (
        "word_made",
        r"static __attribute__((noinline)) struct $pword $pword_made(int count)
{
    struct $pword made = {count, 0.5f};
    return made;
}",
    ),
    (
        "word_inlined",
        r"static struct $pword $pword_inlined(int count)
{
    struct $pword made = {count, 0.5f};
    return made;
}",
    ),
    (
        "word_last",
        r"struct $pword_last { double value; int count; float factor; };",
    ),
    (
        "word_last_made",
        r"static __attribute__((noinline)) struct $pword_last $pword_last_made(int count)
{
    struct $pword_last made = {0.25, count, 0.5f};
    return made;
}",
    ),
    (
        "word_text",
        r"struct $pword_text { float factor; char text[4]; };",
    ),
    (
        "word_text_made",
        r"static __attribute__((noinline)) struct $pword_text $pword_text_made(char first)
{
    struct $pword_text made = {0.5f, {first, 'x'}};
    return made;
}",
    ),
    ("led", r"struct $pled { double value, *ref; };"),
    ("led_by", r"struct $pled_by { double *ref; long count; };"),
];

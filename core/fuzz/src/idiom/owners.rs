//! Spellings with heap memory whose owner is hard to tell: functions that return it, free it, or give back what they were given, and
//! arenas that give the same memory again.

use super::{Dialect, Effect, Helper, Row, several};
use crate::features::Feature::Owners;

/// A spelling for two numbers or more.
const fn owner(name: &'static str, code: &'static str) -> Row {
    several(Owners, name, Effect::Square, code)
}

pub(super) const ROWS: &[Row] = &[
    owner(
        "freed as what a function chose",
        r"double *one = $pduplicate(from, $n), *two = $pduplicate(from, $n);
double *first = $pprefer(one, two, from[0] > from[1]), *second = first == one ? two : one;
for (int at = 0; at < $n; at++) to[at] = first[at] * second[at];
free(first);
free(second);",
    ),
    owner(
        "freed as what a function gave back",
        r"double *one = (double *)malloc($n * sizeof *one);
for (int at = 0; at < $n; at++) one[at] = from[at] * from[at];
double *two = $pprefer(one, NULL, 1);
for (int at = 0; at < $n; at++) to[at] = two[at];
free(two);",
    ),
    owner(
        "an argument or new memory",
        r"for (int at = 0; at < $n; at++) {
    double room[2] = {from[at], 1.0};
    int own;
    double *data = $pnormal(room, 2, at & 1, &own);
    to[at] = data[0] * data[1] * from[at];
    if (own) free(data);
}",
    ),
    owner(
        "a small buffer or new memory",
        r"double small[2];
for (int at = 0; at < $n; at++) {
    double *room = $pspacious(small, at + 1);
    for (int pos = 0; pos <= at; pos++) room[pos] = from[pos];
    to[at] = room[at] * room[at];
    if (room != small) free(room);
}",
    ),
    owner(
        "a function frees, or the caller does",
        r"for (int at = 0; at < $n; at++) {
    double *room = $pduplicate(from, $n), value;
    room[at] *= from[at];
    if (!$pconsume(room, at, at & 1, &value)) free(room);
    to[at] = value;
}",
    ),
    owner(
        "freed by a function on one path",
        r"for (int at = 0; at < $n; at++) {
    double *room = $pduplicate(from, $n);
    to[at] = room[at] * from[at];
    if (at & 1) $pdispose(room);
    else free(room);
}",
    ),
    owner(
        "freed from in front of it on one path",
        r"for (int at = 0; at < $n; at++) {
    int front = from[at] > 0.25;
    double *room = $pheaded(front, from[at]);
    to[at] = room[0] * room[1];
    if (front) free(room - 2);
    else free(room);
}",
    ),
    owner(
        "room that a function makes sure of",
        r"int room = 1;
double *list = (double *)malloc(sizeof *list);
for (int at = 0; at < $n; at++) {
    list = $pensure(list, &room, at + 1);
    list[at] = from[at];
}
for (int at = 0; at < $n; at++) {
    double *same = $pensure(list, &room, $n);
    same[at] *= from[at];
    to[at] = same[at];
    list = same;
}
free(list);",
    ),
    owner(
        "an arena of the program's own",
        r"struct $ppond pond = {{0.0}, 0};
for (int turn = 0; turn < 2; turn++) {
    pond.used = 0;
    double *one = $ptap(&pond, $n), *two = $ptap(&pond, $n);
    for (int at = 0; at < $n; at++) one[at] = turn ? to[at] : from[at];
    for (int at = 0; at < $n; at++) two[at] = turn ? one[at] * one[at] : 1.0;
    for (int at = 0; at < $n; at++) to[at] = turn ? two[at] : one[at] * two[at];
}",
    ),
    owner(
        "structures that functions return themselves",
        r"for (int at = 0; at < $n; at++) {
    struct $pvector *vector = $paugmented($pstretched($pbrought(from[at], 1.0), from[at]), 0.0);
    to[at] = vector->x * vector->y;
    free(vector);
}",
    ),
    owner(
        "handles with memory of their own",
        r"struct $phandle *handle = $popened(from, $n), *other = $popened(from, $n), *held;
for (int at = 0; at < $n; at++) {
    handle->data[at] *= other->data[at];
    held = handle;
    handle = other;
    other = held;
    to[at] = (at & 1 ? held : other)->data[at];
}
$pclosed(handle);
$pclosed(other);",
    ),
    owner(
        "memory whose holders are counted",
        r"struct $pcounted *one = $pcounting(from[0]), *two = $pretained(one);
for (int at = 0; at < $n; at++) {
    $preleased(one);
    one = $pretained(two);
    two->value = from[at] * from[at];
    to[at] = one->value;
    if (at & 1) {
        $preleased(two);
        two = $pcounting(0.5);
        $preleased(one);
        one = $pretained(two);
    }
}
$preleased(one);
$preleased(two);",
    ),
    owner(
        "memory that is handed on",
        r"double *held = NULL;
for (int at = 0; at < $n; at++) {
    double *next = $psucceed(held, from[at]);
    to[at] = next[0] * next[1];
    held = next;
}
free(held);
free(NULL);",
    ),
    owner(
        "memory freed on the way out",
        r"for (int at = 0; at < $n; at++) {
    double *one = (double *)malloc(2 * sizeof *one), *two = at & 1 ? NULL : (double *)malloc(2 * sizeof *two);
    if (one) one[0] = one[1] = from[at];
    if (two) {
        two[0] = from[at];
        two[1] = one[1];
    }
    to[at] = (two ? two[1] : one[0]) * (two ? two[0] : one[1]);
    free(two);
    if (one) free(one);
}",
    ),
    owner(
        "a list of memory that one function frees",
        r"void *list[$n];
double *data[$n];
for (int at = 0; at < $n; at++) list[at] = data[at] = $pduplicate(from, $n);
for (int at = 0; at < $n; at++) to[at] = data[at][at] * data[$n - 1 - at][at];
$pclear(list, $n);",
    ),
    owner(
        "methods that return their object",
        r"for (int at = 0; at < $n; at++) {
    $pchained *chained = &(new $pchained{from[at]})->times(from[at]).plus(0.0);
    to[at] = chained->value;
    delete chained;
}",
    )
    .only_in(Dialect::Cpp),
    owner(
        "std::unique_ptr handed to a function and back",
        r"for (int at = 0; at < $n; at++) {
    std::unique_ptr<double> held(new double(from[at]));
    held = $phanded(std::move(held), from[at]);
    to[at] = *held;
}",
    )
    .only_in(Dialect::Cpp),
];

pub(super) const HELPERS: &[Helper] = &[
    (
        "duplicate",
        r"static __attribute__((noinline)) double *$pduplicate(const double *from, int count)
{
    double *made = (double *)malloc((size_t)count * sizeof *made);
    memcpy(made, from, (size_t)count * sizeof *made);
    return made;
}",
    ),
    (
        "headed",
        r"static __attribute__((noinline)) double *$pheaded(int header, double value)
{
    double *made = (double *)malloc(4 * sizeof *made);
    for (int i = 0; i < 4; i++) made[i] = value;
    return header ? made + 2 : made;
}",
    ),
    (
        "prefer",
        r"static __attribute__((noinline)) double *$pprefer(double *one, double *two, int first)
{
    return first ? one : two;
}",
    ),
    (
        "normal",
        r"static __attribute__((noinline)) double *$pnormal(double *data, int count, int copied, int *own)
{
    *own = copied;
    if (!copied) return data;
    double *made = (double *)malloc((size_t)count * sizeof *made);
    for (int at = 0; at < count; at++) made[at] = data[at];
    return made;
}",
    ),
    (
        "spacious",
        r"static __attribute__((noinline)) double *$pspacious(double *small, int count)
{
    return count > 2 ? (double *)malloc((size_t)count * sizeof *small) : small;
}",
    ),
    (
        "consume",
        r"static __attribute__((noinline)) int $pconsume(double *room, int at, int wanted, double *value)
{
    *value = room[at];
    if (wanted) free(room);
    return wanted;
}",
    ),
    (
        "dispose",
        r"static __attribute__((noinline)) void $pdispose(void *room)
{
    free(room);
}",
    ),
    (
        "ensure",
        r"static __attribute__((noinline)) double *$pensure(double *list, int *room, int wanted)
{
    if (wanted <= *room) return list;
    while (*room < wanted) *room *= 2;
    return (double *)realloc(list, (size_t)*room * sizeof *list);
}",
    ),
    ("pond", r"struct $ppond { double room[64]; int used; };"),
    (
        "tap",
        r"static __attribute__((noinline, malloc)) double *$ptap(struct $ppond *pond, int count)
{
    double *found = pond->room + pond->used;
    pond->used += count;
    return found;
}",
    ),
    ("vector", r"struct $pvector { double x, y; };"),
    (
        "brought",
        r"static __attribute__((noinline)) struct $pvector *$pbrought(double x, double y)
{
    struct $pvector *made = (struct $pvector *)malloc(sizeof *made);
    made->x = x;
    made->y = y;
    return made;
}",
    ),
    (
        "stretched",
        r"static __attribute__((noinline)) struct $pvector *$pstretched(struct $pvector *vector, double factor)
{
    vector->y *= factor;
    return vector;
}",
    ),
    (
        "augmented",
        r"static __attribute__((noinline)) struct $pvector *$paugmented(struct $pvector *vector, double more)
{
    vector->x += more;
    return vector;
}",
    ),
    ("handle", r"struct $phandle { int count; double *data; };"),
    (
        "opened",
        r"static __attribute__((noinline)) struct $phandle *$popened(const double *from, int count)
{
    struct $phandle *made = (struct $phandle *)malloc(sizeof *made);
    made->count = count;
    made->data = (double *)calloc((size_t)count, sizeof *made->data);
    for (int at = 0; at < count; at++) made->data[at] += from[at];
    return made;
}",
    ),
    (
        "closed",
        r"static __attribute__((noinline)) void $pclosed(struct $phandle *handle)
{
    free(handle->data);
    free(handle);
}",
    ),
    (
        "counted",
        r"struct $pcounted { int holders; double value; };",
    ),
    (
        "counting",
        r"static __attribute__((noinline)) struct $pcounted *$pcounting(double value)
{
    struct $pcounted *made = (struct $pcounted *)malloc(sizeof *made);
    made->holders = 1;
    made->value = value;
    return made;
}",
    ),
    (
        "retained",
        r"static __attribute__((noinline)) struct $pcounted *$pretained(struct $pcounted *counted)
{
    counted->holders = counted->holders + 1;
    return counted;
}",
    ),
    (
        "released",
        r"static __attribute__((noinline)) void $preleased(struct $pcounted *counted)
{
    counted->holders = counted->holders - 1;
    if (counted->holders == 0) free(counted);
}",
    ),
    (
        "succeed",
        r"static __attribute__((noinline)) double *$psucceed(double *last, double value)
{
    double *next = (double *)malloc(2 * sizeof *next);
    next[0] = value;
    next[1] = last ? value + 0.0 * last[0] : value;
    free(last);
    return next;
}",
    ),
    (
        "clear",
        r"static __attribute__((noinline)) void $pclear(void **list, int count)
{
    for (int at = 0; at < count; at++) {
        free(list[at]);
        list[at] = NULL;
    }
}",
    ),
    (
        "chained",
        r"struct $pchained {
    double value;
    __attribute__((noinline)) $pchained &times(double factor)
    {
        value *= factor;
        return *this;
    }
    __attribute__((noinline)) $pchained &plus(double more)
    {
        value += more;
        return *this;
    }
};",
    ),
    (
        "handed",
        r"static __attribute__((noinline)) std::unique_ptr<double> $phanded(std::unique_ptr<double> held, double factor)
{
    *held *= factor;
    return held;
}",
    ),
];

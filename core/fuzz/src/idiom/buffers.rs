//! Spellings with the containers that programs write by hand: buffers that are swapped, arrays that grow, queues, lists that change
//! while they are walked, tables with flags and with hashed keys, and recursion with scratch memory.

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
        "an array that grows",
        Effect::Square,
        r"struct $pseries series = {NULL, 0, 0};
for (int at = 0; at < $n; at++) $pappend(&series, from[at]);
for (int at = 0; at < $n; at++) $pappend(&series, series.data[at] * series.data[at]);
for (int at = $n - 1; at >= 0; at--) to[at] = series.data[--series.used];
free(series.data);",
    ),
    several(
        Buffers,
        "an array of pointers that grows",
        Effect::Square,
        r"double **list = NULL;
int used = 0, room = 0;
for (int at = 0; at < $n; at++) {
    if (used == room) {
        room = room ? 2 * room : 1;
        list = (double **)realloc(list, room * sizeof *list);
    }
    list[used++] = from + at;
}
while (used--) to[used] = *list[used] * from[used];
free(list);",
    ),
    several(
        Buffers,
        "an array of structures that grows",
        Effect::Square,
        r"struct $pitemized { int place; double value; double *ref; } *list = NULL;
int room = 0;
for (int used = 0; used < $n; used++) {
    if (used >= room) {
        room = room + room / 2 + 1;
        list = (struct $pitemized *)realloc(list, (size_t)room * sizeof *list);
    }
    list[used].place = $n - 1 - used;
    list[used].value = from[$n - 1 - used];
    list[used].ref = from + ($n - 1 - used);
}
for (int at = 0; at < $n; at++) to[list[at].place] = list[at].value * *list[at].ref;
free(list);",
    ),
    several(
        Buffers,
        "a queue by priority",
        Effect::Sort,
        r"struct $ppriority queue[$n];
int used = 0;
for (int at = 0; at < $n; at++) $penqueue(queue, used++, to[at], at);
for (int at = 0; at < $n; at++) to[at] = $pdequeue(queue, used--).key;",
    ),
    several(
        Buffers,
        "a queue by priority of an integer",
        Effect::Square,
        r"struct $pjob { int rank; double load; } job[$n];
int used = 0;
for (int at = 0; at < $n; at++) {
    int place = used++;
    for (; place > 0 && job[(place - 1) / 2].rank > $n - at; place = (place - 1) / 2) job[place] = job[(place - 1) / 2];
    job[place].rank = $n - at;
    job[place].load = from[at];
}
while (used > 0) {
    struct $pjob top = job[0], last = job[--used];
    int place = 0, child = 1;
    for (; child < used; child = 2 * place + 1) {
        if (child + 1 < used && job[child + 1].rank < job[child].rank) child++;
        if (job[child].rank >= last.rank) break;
        job[place] = job[child];
        place = child;
    }
    job[place] = last;
    to[$n - top.rank] = top.load * from[$n - top.rank];
}",
    ),
    several(
        Buffers,
        "a list that changes while it is walked",
        Effect::Square,
        r"struct $pthread { struct $pthread *next; double value; int place; } *head = NULL, **link;
for (int at = $n - 1; at >= 0; at--) {
    struct $pthread *one = (struct $pthread *)malloc(sizeof *one);
    one->next = head;
    one->value = from[at];
    one->place = at;
    head = one;
}
for (link = &head; *link;) {
    struct $pthread *one = *link;
    if (one->place & 1) {
        *link = one->next;
        to[one->place] = one->value * one->value;
        free(one);
    } else {
        struct $pthread *more = (struct $pthread *)malloc(sizeof *more);
        *more = *one;
        more->value *= one->value;
        one->next = more;
        link = &more->next;
    }
}
while (head) {
    struct $pthread *one = head, *more = one->next;
    to[one->place] = more->value;
    head = more->next;
    free(one);
    free(more);
}",
    ),
    several(
        Buffers,
        "a list turned round",
        Effect::Square,
        r"struct $pring { struct $pring *next; double *ref; } one[$n], *head = NULL, *turned = NULL;
for (int at = 0; at < $n; at++) {
    one[at].ref = from + at;
    one[at].next = head;
    head = one + at;
}
while (head) {
    struct $pring *next = head->next;
    head->next = turned;
    turned = head;
    head = next;
}
for (int at = 0; at < $n; at++, turned = turned->next) to[at] = *turned->ref * from[at];",
    ),
    several(
        Buffers,
        "a ring of nodes with two links",
        Effect::Square,
        r"struct $ptie { struct $ptie *last, *next; double value; } ring = {&ring, &ring, 0.0}, one[$n];
for (int at = 0; at < $n; at++) {
    one[at].value = from[at];
    one[at].last = ring.last;
    one[at].next = &ring;
    ring.last->next = one + at;
    ring.last = one + at;
}
int at = 0;
for (struct $ptie *walk = ring.next; walk != &ring; walk = walk->next, at++) {
    to[at] = walk->value * walk->value;
    walk->last->next = walk->next;
    walk->next->last = walk->last;
}",
    ),
    several(
        Buffers,
        "nodes linked by indices",
        Effect::Square,
        r"struct { double value; int next; } pool[$n];
int head = -1;
for (int at = 0; at < $n; at++) {
    pool[at].value = from[at];
    pool[at].next = head;
    head = at;
}
for (; head >= 0; head = pool[head].next) to[head] = pool[head].value * pool[head].value;",
    ),
    several(
        Buffers,
        "a table of results with flags",
        Effect::Square,
        r"struct $pmemory memory;
memset(memory.known, 0, sizeof memory.known);
for (int at = 0; at < $n; at++) to[at] = 0.5 * ($precall(&memory, from, at) + $precall(&memory, from, at));",
    ),
    several(
        Buffers,
        "results that a recursion keeps",
        Effect::Square,
        r"double kept[$n];
char known[$n];
memset(known, 0, sizeof known);
for (int at = $n - 1; at >= 0; at--) to[at] = ldexp($premember(kept, known, from, at), -at) * from[at];",
    ),
    several(
        Buffers,
        "a table with hashed keys",
        Effect::Square,
        r"struct { int key; double value; } table[2 * $n];
for (int at = 0; at < 2 * $n; at++) table[at].key = -1;
for (int at = 0; at < $n; at++) {
    unsigned place = (unsigned)(17 * at + 5) * 2654435761u % (2 * $n);
    while (table[place].key >= 0) place = (place + 1) % (2 * $n);
    table[place].key = 17 * at + 5;
    table[place].value = from[at];
}
for (int at = 0; at < $n; at++) {
    unsigned place = (unsigned)(17 * at + 5) * 2654435761u % (2 * $n);
    while (table[place].key != 17 * at + 5) place = (place + 1) % (2 * $n);
    table[place].value *= from[at];
    to[at] = table[place].value;
}",
    ),
    several(
        Buffers,
        "hashed chains on the heap",
        Effect::Square,
        r"struct $pentry *bucket[4] = {NULL, NULL, NULL, NULL};
for (int at = 0; at < $n; at++) *$plookup(bucket, 7 * at) = from[at];
for (int at = 0; at < $n; at++) *$plookup(bucket, 7 * at) *= from[at];
for (int at = 0; at < $n; at++) to[at] = *$plookup(bucket, 7 * at);
for (int pos = 0; pos < 4; pos++) {
    while (bucket[pos]) {
        struct $pentry *next = bucket[pos]->next;
        free(bucket[pos]);
        bucket[pos] = next;
    }
}",
    ),
    several(
        Buffers,
        "a queue in a ring",
        Effect::Square,
        r"struct { double room[3]; unsigned head, tail; } queue = {{0.0, 0.0, 0.0}, 0, 0};
int pushed = 0, popped = 0;
while (popped < $n) {
    while (pushed < $n && queue.head - queue.tail < 3) {
        queue.room[queue.head++ % 3] = from[pushed];
        pushed++;
    }
    double value = queue.room[queue.tail++ % 3];
    to[popped++] = value * value;
}",
    ),
    several(
        Buffers,
        "a stack of tasks",
        Effect::Square,
        r"struct { int low, high; double factor; } stack[2 * $n], task;
int depth = 0;
stack[depth].low = 0;
stack[depth].high = $n;
stack[depth++].factor = 1.0;
while (depth) {
    task = stack[--depth];
    if (task.high - task.low == 1) {
        to[task.low] = task.factor * from[task.low] * from[task.low];
        continue;
    }
    int middle = (task.low + task.high) / 2;
    stack[depth] = task;
    stack[depth++].low = middle;
    stack[depth] = task;
    stack[depth++].high = middle;
}",
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
    only_c(
        "a structure that ends in an array",
        Effect::Square,
        r"struct $popen { int used; double data[]; } *list = malloc(sizeof *list + $n * sizeof(double));
list->used = 0;
for (int at = 0; at < $n; at++) list->data[list->used++] = from[at];
while (list->used-- > 0) to[list->used] = list->data[list->used] * from[list->used];
free(list);",
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
        "series",
        r"struct $pseries { double *data; int used, room; };",
    ),
    (
        "append",
        r"static __attribute__((noinline)) void $pappend(struct $pseries *series, double value)
{
    if (series->used == series->room) {
        series->room = series->room ? 2 * series->room : 2;
        series->data = (double *)realloc(series->data, (size_t)series->room * sizeof *series->data);
    }
    series->data[series->used++] = value;
}",
    ),
    ("priority", r"struct $ppriority { double key; int place; };"),
    (
        "enqueue",
        r"static void $penqueue(struct $ppriority *queue, int used, double key, int place)
{
    int at = used;
    queue[at].key = key;
    queue[at].place = place;
    while (at > 0 && queue[at].key < queue[(at - 1) / 2].key) {
        struct $ppriority held = queue[at];
        queue[at] = queue[(at - 1) / 2];
        queue[(at - 1) / 2] = held;
        at = (at - 1) / 2;
    }
}",
    ),
    (
        "dequeue",
        r"static __attribute__((noinline)) struct $ppriority $pdequeue(struct $ppriority *queue, int used)
{
    struct $ppriority top = queue[0];
    int at = 0;
    queue[0] = queue[--used];
    for (;;) {
        int least = at;
        for (int child = 2 * at + 1; child <= 2 * at + 2 && child < used; child++)
            if (queue[child].key < queue[least].key) least = child;
        if (least == at) return top;
        struct $ppriority held = queue[at];
        queue[at] = queue[least];
        queue[least] = held;
        at = least;
    }
}",
    ),
    (
        "memory",
        r"struct $pmemory { double result[64]; char known[64]; };",
    ),
    (
        "recall",
        r"static __attribute__((noinline)) double $precall(struct $pmemory *memory, const double *from, int at)
{
    if (!memory->known[at]) {
        memory->result[at] = from[at] * from[at];
        memory->known[at] = 1;
    }
    return memory->result[at];
}",
    ),
    (
        "remember",
        r"static double $premember(double *kept, char *known, const double *from, int at)
{
    if (known[at]) return kept[at];
    double value = ldexp(from[at], at);
    if (at > 0) value += 0.0 * $premember(kept, known, from, at - 1);
    known[at] = 1;
    return kept[at] = value;
}",
    ),
    (
        "entry",
        r"struct $pentry { struct $pentry *next; double value; int key; };",
    ),
    (
        "lookup",
        r"static __attribute__((noinline)) double *$plookup(struct $pentry **bucket, int key)
{
    struct $pentry **link = bucket + (unsigned)key % 4;
    for (; *link; link = &(*link)->next)
        if ((*link)->key == key) return &(*link)->value;
    *link = (struct $pentry *)calloc(1, sizeof **link);
    (*link)->key = key;
    return &(*link)->value;
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

//! Spellings with the containers that programs write by hand: arrays that grow, queues by priority, lists that change while they are
//! walked, and tables with flags or with hashed keys.

use super::{Dialect, Effect, Helper, Row, several};
use crate::features::Feature::Containers;

pub(super) const ROWS: &[Row] = &[
    several(
        Containers,
        "an array that grows",
        Effect::Square,
        r"struct $pseries series = {NULL, 0, 0};
for (int at = 0; at < $n; at++) $pappend(&series, from[at]);
for (int at = 0; at < $n; at++) $pappend(&series, series.data[at] * series.data[at]);
for (int at = $n - 1; at >= 0; at--) to[at] = series.data[--series.used];
free(series.data);",
    ),
    several(
        Containers,
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
        Containers,
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
        Containers,
        "a queue by priority",
        Effect::Sort,
        r"struct $ppriority queue[$n];
int used = 0;
for (int at = 0; at < $n; at++) $penqueue(queue, used++, to[at], at);
for (int at = 0; at < $n; at++) to[at] = $pdequeue(queue, used--).key;",
    ),
    several(
        Containers,
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
        Containers,
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
        Containers,
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
        Containers,
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
        Containers,
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
        Containers,
        "a table of results with flags",
        Effect::Square,
        r"struct $pmemory memory;
memset(memory.known, 0, sizeof memory.known);
for (int at = 0; at < $n; at++) to[at] = 0.5 * ($precall(&memory, from, at) + $precall(&memory, from, at));",
    ),
    several(
        Containers,
        "results that a recursion keeps",
        Effect::Square,
        r"double kept[$n];
char known[$n];
memset(known, 0, sizeof known);
for (int at = $n - 1; at >= 0; at--) to[at] = ldexp($premember(kept, known, from, at), -at) * from[at];",
    ),
    several(
        Containers,
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
        Containers,
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
        Containers,
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
        Containers,
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
        Containers,
        "a structure that ends in an array",
        Effect::Square,
        r"struct $popen { int used; double data[]; } *list = malloc(sizeof *list + $n * sizeof(double));
list->used = 0;
for (int at = 0; at < $n; at++) list->data[list->used++] = from[at];
while (list->used-- > 0) to[list->used] = list->data[list->used] * from[list->used];
free(list);",
    )
    .only_in(Dialect::C),
];

pub(super) const HELPERS: &[Helper] = &[
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
];

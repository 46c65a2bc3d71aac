//! Spellings with memory that is used more than once: copies of run-time length between the same memory at several distances, heap
//! memory that holds pointers first and numbers later, and memory that functions choose by global pointers.

use super::{Dialect, Effect, Helper, Row, row, several};
use crate::features::Feature::{Windows, Workspaces};

pub(super) const ROWS: &[Row] = &[
    several(
        Windows,
        "a window filled from two places",
        Effect::Copy,
        r"$t part[$n];
size_t first = (size_t)($n / 2 * $punit), rest = $n - first;
memcpy(part, from, first * sizeof *part);
memcpy(to, part, first * sizeof *part);
memcpy(part, from + first, rest * sizeof *part);
memcpy(to + first, part, rest * sizeof *part);",
    )
    .any_type(),
    several(
        Windows,
        "a window that moves, read at its beginning",
        Effect::Square,
        r"double all[$n], part[$n];
size_t half = (size_t)($n / 2 * $punit);
for (int at = 0; at < $n; at++) to[at] = from[at] * from[at];
memcpy(all, from, sizeof all);
memcpy(part, all, half * sizeof *part);
to[0] = part[0] * all[0];
memcpy(part, all + 1, half * sizeof *part);
to[1] = part[0] * all[1];
memcpy(part, all + ($n - 1), (size_t)$punit * sizeof *part);
to[$n - 1] = part[0] * part[0];",
    ),
    several(
        Windows,
        "a message with a header, in and out",
        Effect::Square,
        r"struct { long count; double value[$n]; } message;
double out[$n];
message.count = $n * $punit;
memcpy(message.value, from, $n * sizeof(double));
memcpy(out, message.value, (size_t)message.count * sizeof *out);
for (int at = 0; at < $n; at++) to[at] = out[at] * message.value[at];
memcpy(out, message.value + 1, (size_t)(message.count - 1) * sizeof *out);
memcpy(message.value, out, (size_t)(message.count - 1) * sizeof *out);
to[0] += 2.0 * (out[0] - message.value[0]);",
    ),
    several(
        Windows,
        "three buffers in a circle",
        Effect::Copy,
        r"$t one[$n + 2], two[$n + 2], three[$n + 2];
size_t count = (size_t)($n * $punit);
memset(one, 0, sizeof one);
memset(two, 0, sizeof two);
memset(three, 0, sizeof three);
memcpy(one, from, count * sizeof *one);
memcpy(two + 1, one, count * sizeof *one);
memcpy(three + 2, two + 1, count * sizeof *one);
memcpy(one + 1, three + 2, count * sizeof *one);
memcpy(to, one + 1, count * sizeof *one);",
    )
    .any_type(),
    several(
        Windows,
        "a ring unrolled in two copies",
        Effect::Square,
        r"double ring[$n], flat[$n];
size_t head = (size_t)(($n - 1) * $punit);
for (int at = 0; at < $n; at++) ring[(at + $n - 1) % $n] = from[at];
memcpy(flat, ring + head, ($n - head) * sizeof *flat);
memcpy(flat + ($n - head), ring, head * sizeof *flat);
for (int at = 0; at < $n; at++) to[at] = flat[at] * from[at];",
    ),
    several(
        Windows,
        "borders exchanged between fields",
        Effect::Square,
        r"double left[$n + 2], right[$n + 2];
size_t wide = (size_t)$punit;
memset(left, 0, sizeof left);
memset(right, 0, sizeof right);
memcpy(left + 1, from, $n * sizeof *from);
memcpy(right + 1, from, $n * sizeof *from);
memcpy(right, left + $n, wide * sizeof *from);
memcpy(left + $n + 1, right + 1, wide * sizeof *from);
memcpy(left, right + $n, wide * sizeof *from);
memcpy(right + $n + 1, left + 1, wide * sizeof *from);
for (int at = 0; at < $n; at++) to[at] = left[at + 1] * right[at + 1] + (left[0] - right[0]) + (left[$n + 1] - right[$n + 1]);",
    ),
    several(
        Windows,
        "messages packed and unpacked",
        Effect::Square,
        r"char *message = (char *)malloc($n * (sizeof(int) + sizeof(double)));
size_t used = 0;
for (int at = 0; at < $n; at++) {
    int place = $n - 1 - at;
    double value = from[place] * from[place];
    $pencode(message, &used, &place, sizeof place);
    $pencode(message, &used, &value, sizeof value);
}
used = 0;
for (int at = 0; at < $n; at++) {
    int place;
    double value;
    $pdecode(message, &used, &place, sizeof place);
    $pdecode(message, &used, &value, sizeof value);
    to[place] = value;
}
free(message);",
    ),
    several(
        Windows,
        "rows packed and unpacked",
        Effect::Square,
        r"double *message = (double *)malloc(2 * $n * sizeof *message), both[2][$n];
size_t used = 0;
$pencode((char *)message, &used, from, (size_t)($n * $punit) * sizeof *from);
$pencode((char *)message, &used, from, (size_t)($n * $punit) * sizeof *from);
used = 0;
$pdecode((char *)message, &used, both[1], (size_t)($n * $punit) * sizeof *from);
$pdecode((char *)message, &used, both[0], (size_t)($n * $punit) * sizeof *from);
for (int at = 0; at < $n; at++) to[at] = both[0][at] * both[1][at];
free(message);",
    ),
    several(
        Windows,
        "ends of copies used",
        Effect::Square,
        r"double room[2 * $n];
size_t half = (size_t)($n / 2 * $punit) * sizeof *from;
char *end = (char *)__builtin_mempcpy(room, from, half);
end = (char *)__builtin_mempcpy(end, (char *)from + half, $n * sizeof *from - half);
memcpy(end, room, $n * sizeof *from);
for (int at = 0; at < $n; at++) to[at] = room[at] * room[$n + at];",
    ),
    several(
        Windows,
        "ends of checked copies used",
        Effect::Square,
        r"double room[2 * $n];
size_t half = (size_t)($n / 2 * $punit) * sizeof *from;
char *end = (char *)__builtin___mempcpy_chk(room, from, half, sizeof room);
end = (char *)__builtin___mempcpy_chk(end, (char *)from + half, $n * sizeof *from - half, sizeof room - half);
memcpy(end, room, $n * sizeof *from);
for (int at = 0; at < $n; at++) to[at] = room[at] * room[$n + at];",
    ),
    several(
        Windows,
        "windows of pointers",
        Effect::Square,
        r"double *list[$n], *part[$n];
size_t half = (size_t)($n / 2 * $punit);
for (int at = 0; at < $n; at++) list[at] = from + at;
memcpy(part, list + half, ($n - half) * sizeof *part);
memcpy(part + ($n - half), list, half * sizeof *part);
memcpy(list, part, half * sizeof *part);
for (int at = 0; at < $n; at++) to[at] = *part[(at + $n - $n / 2) % $n] * from[at] + 0.0 * *list[at];",
    ),
    several(
        Windows,
        "moved over itself by two distances",
        Effect::Copy,
        r"$t room[$n + 3];
size_t count = (size_t)($n * $punit) * sizeof *room;
memset(room, 0, sizeof room);
memcpy(room, from, count);
memmove(room + 1, room, count);
memmove(room + 3, room + 1, count);
memmove(room, room + 3, count);
memcpy(to, room, count);",
    )
    .any_type(),
    several(
        Windows,
        "parts that a recursion copies",
        Effect::Copy,
        r"double room[$n];
$psplice(to, from, room, (size_t)($n * $punit));",
    ),
    several(
        Windows,
        "lines of a text of numbers",
        Effect::Square,
        r"struct { size_t length; double line[2][$n]; } page = {(size_t)($n * $punit), {{0}}};
memcpy(page.line[0], from, page.length * sizeof *from);
memcpy(page.line[1], page.line[0], page.length * sizeof *from);
memmove(page.line[0] + 1, page.line[0], (page.length - 1) * sizeof *from);
memmove(page.line[0], page.line[0] + 1, (page.length - 1) * sizeof *from);
for (int at = 0; at < $n - 1; at++) to[at] = page.line[0][at] * page.line[1][at];
to[$n - 1] = page.line[1][$n - 1] * from[$n - 1];",
    ),
    several(
        Workspaces,
        "pointers, then floats",
        Effect::Square,
        r"void *room = malloc($n * sizeof(double *));
double **list = (double **)room;
for (int at = 0; at < $n; at++) list[at] = from + at;
for (int at = 0; at < $n; at++) to[at] = *list[at];
float *weight = (float *)room;
for (int at = 0; at < $n; at++) weight[at] = (float)from[at];
for (int at = 0; at < $n; at++) to[at] *= weight[at] + (from[at] - weight[at]);
free(room);",
    ),
    several(
        Workspaces,
        "pointers, then numbers",
        Effect::Square,
        r"void *room = malloc($n * sizeof(double *));
double **list = (double **)room;
for (int at = 0; at < $n; at++) list[at] = from + ($n - 1 - at);
for (int at = 0; at < $n; at++) to[at] = *list[$n - 1 - at];
double *value = (double *)room;
for (int at = 0; at < $n; at++) value[at] = to[at] * to[at];
for (int at = 0; at < $n; at++) to[at] = value[at];
free(room);",
    ),
    several(
        Workspaces,
        "numbers, then pointers, then numbers",
        Effect::Square,
        r"void *room = calloc($n, sizeof(double));
double square[$n];
double *value = (double *)room;
for (int at = 0; at < $n; at++) value[at] = from[at] * from[at];
for (int at = 0; at < $n; at++) square[at] = value[at];
double **list = (double **)room;
for (int at = 0; at < $n; at++) list[at] = square + at;
for (int at = 0; at < $n; at++) to[at] = *list[at];
value = (double *)room;
for (int at = 0; at < $n; at++) value[at] = 2.0 * to[at];
for (int at = 0; at < $n; at++) to[at] = 0.5 * value[at];
free(room);",
    ),
    several(
        Workspaces,
        "a workspace of several functions",
        Effect::Square,
        r"void *room = malloc($n * sizeof(double *));
for (int turn = 0; turn < 2; turn++) {
    $prowwise(room, to, from, $n);
    $pcoarse(room, to, $n);
    $pplaced(room, to, $n);
    for (int at = 0; at < $n; at++) to[at] *= from[at];
}
free(room);",
    ),
    several(
        Workspaces,
        "buffers that a function exchanges",
        Effect::Square,
        r"double left[$n], right[$n];
$pfront = left;
$pback = right;
for (int at = 0; at < $n; at++) $pfront[at] = from[at];
$pturnover();
for (int at = 0; at < $n; at++) $pfront[at] = $pback[at] * from[at];
$pturnover();
for (int at = 0; at < $n; at++) $pfront[at] *= 3.0;
for (int at = 0; at < $n; at++) to[at] = $pback[at];
$pfront = $pback = NULL;",
    ),
    several(
        Workspaces,
        "a buffer that a function chooses",
        Effect::Square,
        r"double left[$n], right[$n];
$pback = right;
$pfront = left;
for (int at = 0; at < $n; at++) $pfront[at] = from[at];
$pchoose();
for (int at = 0; at < $n; at++) $pfront[at] = left[at] * from[at];
for (int at = 0; at < $n; at++) to[at] = right[at];
$pfront = $pback = NULL;",
    ),
    several(
        Workspaces,
        "a workspace that a function obtains again",
        Effect::Square,
        r"$pprovide($n);
for (int at = 0; at < $n; at++) $pfront[at] = from[at] * from[at];
for (int at = 0; at < $n; at++) to[at] = $pfront[at];
$pprovide($n);
for (int at = 0; at < $n; at++) $pfront[at] = to[at] * from[at];
for (int at = 0; at < $n; at++) to[at] *= 1.0 + $pfront[at] - to[at] * from[at];
free($pfront);
$pfront = NULL;",
    ),
    several(
        Workspaces,
        "blocks of a free list",
        Effect::Square,
        r"struct $pspare *spare = NULL;
char *room = (char *)malloc($n * sizeof(struct $pspare));
for (int at = 0; at < $n; at++) {
    struct $pspare *block = (struct $pspare *)(room + at * sizeof *block);
    block->next = spare;
    spare = block;
}
for (int at = 0; at < $n; at++) {
    struct $pspare *block = spare;
    spare = spare->next;
    float *part = (float *)block;
    part[0] = (float)from[at];
    part[1] = 1.0f;
    to[at] = from[at] * (part[0] + (from[at] - part[0])) * part[1];
    block->next = spare;
    spare = block;
    if (at & 1) spare = spare->next ? spare->next : spare;
}
free(room);",
    ),
    several(
        Workspaces,
        "a block that is kept and given again",
        Effect::Square,
        r"void *kept = NULL;
for (int at = 0; at < $n; at++) {
    double **list = (double **)(kept ? kept : malloc(16));
    list[0] = from + at;
    list[1] = from;
    to[at] = *list[0];
    kept = list;
    float *part = (float *)kept;
    part[at & 1] = (float)from[at];
    to[at] *= part[at & 1] + (from[at] - part[at & 1]);
}
free(kept);",
    ),
    several(
        Workspaces,
        "an arena that begins again",
        Effect::Square,
        r"struct $parena arena = {(char *)malloc($n * sizeof(double *)), 0};
double **list = (double **)$pobtain(&arena, $n * sizeof *list);
for (int at = 0; at < $n; at++) list[at] = from + at;
for (int at = 0; at < $n; at++) to[at] = *list[at];
arena.used = 0;
float *high = (float *)$pobtain(&arena, $n * sizeof *high), *low = (float *)$pobtain(&arena, $n * sizeof *low);
for (int at = 0; at < $n; at++) {
    high[at] = (float)from[at];
    low[at] = (float)(from[at] - high[at]);
}
for (int at = 0; at < $n; at++) to[at] *= high[at] + (low[at] + (from[at] - high[at] - low[at]));
free(arena.base);",
    ),
    several(
        Workspaces,
        "pointers, then long doubles",
        Effect::Square,
        r"void *room = malloc($n * sizeof(long double));
double **list = (double **)room;
for (int at = 0; at < 2 * $n; at++) list[at] = from + at / 2;
for (int at = 0; at < $n; at++) to[at] = *list[2 * at + 1];
long double *wide = (long double *)room;
for (int at = 0; at < $n; at++) wide[at] = (long double)to[at] * from[at];
for (int at = 0; at < $n; at++) to[at] = (double)wide[at];
free(room);",
    ),
    several(
        Workspaces,
        "nodes of a list, then numbers",
        Effect::Square,
        r"struct $pplainnode { struct $pplainnode *next; double *ref; } *head = NULL;
void *room = malloc($n * sizeof *head);
for (int at = $n - 1; at >= 0; at--) {
    struct $pplainnode *one = (struct $pplainnode *)room + at;
    one->ref = from + at;
    one->next = head;
    head = one;
}
for (int at = 0; head; at++, head = head->next) to[at] = *head->ref;
double *value = (double *)room;
for (int at = 0; at < 2 * $n; at++) value[at] = from[at / 2];
for (int at = 0; at < $n; at++) to[at] *= 0.5 * (value[2 * at] + value[2 * at + 1]);
free(room);",
    ),
    several(
        Workspaces,
        "a workspace that grows and changes its kind",
        Effect::Square,
        r"double **list = (double **)malloc($n * sizeof *list);
for (int at = 0; at < $n; at++) list[at] = from + at;
for (int at = 0; at < $n; at++) to[at] = *list[at];
double *value = (double *)realloc(list, (size_t)(2 * $n * $punit) * sizeof *value);
for (int at = 0; at < 2 * $n; at++) value[at] = to[at % $n] * from[at % $n];
for (int at = 0; at < $n; at++) to[at] = 0.5 * (value[at] + value[$n + at]);
free(value);",
    ),
    several(
        Workspaces,
        "pointers in front, floats behind, then the reverse",
        Effect::Square,
        r"char *room = (char *)malloc(2 * $n * sizeof(double *));
double **list = (double **)room;
float *part = (float *)(room + $n * sizeof *list);
for (int at = 0; at < $n; at++) {
    list[at] = from + at;
    part[at] = (float)from[at];
}
for (int at = 0; at < $n; at++) to[at] = *list[at] + 0.0f * part[at];
list = (double **)(room + $n * sizeof *list);
part = (float *)room;
for (int at = 0; at < $n; at++) {
    list[at] = from + at;
    part[at] = (float)*list[at];
}
for (int at = 0; at < $n; at++) to[at] *= part[at] + (*list[at] - part[at]);
free(room);",
    ),
    several(
        Workspaces,
        "std::vector of pointers behind one of floats",
        Effect::Square,
        r"for (int turn = 0; turn < 2; turn++) {
    std::vector<double *> list;
    for (int at = 0; at < $n; at++) list.push_back(from + at);
    for (int at = 0; at < $n; at++) to[at] = *list[at] * from[at];
    list = std::vector<double *>();
    std::vector<float> part(2 * $n, 1.0f);
    for (int at = 0; at < $n; at++) to[at] *= part[2 * at];
}",
    )
    .only_in(Dialect::Cpp),
    row(
        Workspaces,
        "freed and allocated again",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    double **one = (double **)malloc(2 * sizeof *one);
    one[0] = one[1] = from + at;
    to[at] = *one[at & 1];
    free(one);
    float *two = (float *)malloc(4 * sizeof *two);
    for (int pos = 0; pos < 4; pos++) two[pos] = (float)from[at];
    to[at] *= two[at & 3] + (from[at] - two[at & 3]);
    free(two);
}",
    ),
];

pub(super) const HELPERS: &[Helper] = &[
    ("front", r"static double *$pfront, *$pback;"),
    (
        "turnover",
        r"static __attribute__((noinline)) void $pturnover(void)
{
    double *held = $pfront;
    $pfront = $pback;
    $pback = held;
}",
    ),
    (
        "choose",
        r"static __attribute__((noinline)) void $pchoose(void)
{
    $pfront = $pback;
}",
    ),
    (
        "provide",
        r"static __attribute__((noinline)) void $pprovide(int count)
{
    if ($pfront) free($pfront);
    $pfront = (double *)malloc(count * sizeof *$pfront);
}",
    ),
    ("unit", "int $punit = 1;"),
    (
        "encode",
        r"static __attribute__((noinline)) void $pencode(char *message, size_t *used, const void *from, size_t size)
{
    memcpy(message + *used, from, size);
    *used += size;
}",
    ),
    (
        "decode",
        r"static __attribute__((noinline)) void $pdecode(const char *message, size_t *used, void *to, size_t size)
{
    memcpy(to, message + *used, size);
    *used += size;
}",
    ),
    (
        "splice",
        r"static __attribute__((noinline)) void $psplice(double *to, const double *from, double *room, size_t count)
{
    if (count == 0) return;
    if (count == 1) {
        *to = *from;
        return;
    }
    size_t half = count / 2;
    memcpy(room, from + half, (count - half) * sizeof *room);
    $psplice(to + half, room, room + (count - half), count - half > half ? half : count - half);
    if (count - half > half) to[count - 1] = room[count - half - 1];
    memcpy(room, from, half * sizeof *room);
    memcpy(to, room, half * sizeof *room);
}",
    ),
    (
        "rowwise",
        r"static __attribute__((noinline)) void $prowwise(void *room, double *to, double *from, int count)
{
    double **list = (double **)room;
    for (int at = 0; at < count; at++) list[at] = from + at;
    for (int at = 0; at < count; at++) to[at] = *list[at];
}",
    ),
    (
        "coarse",
        r"static __attribute__((noinline)) void $pcoarse(void *room, double *to, int count)
{
    float *part = (float *)room;
    for (int at = 0; at < count; at++) part[at] = (float)to[at];
    for (int at = 0; at < count; at++) to[at] = part[at] + (to[at] - part[at]);
}",
    ),
    (
        "placed",
        r"static __attribute__((noinline)) void $pplaced(void *room, double *to, int count)
{
    int *place = (int *)room;
    for (int at = 0; at < count; at++) place[at] = count - 1 - at;
    for (int at = 0; at < count; at++) to[place[at]] *= 1.0 + 0.0 * place[at];
}",
    ),
    ("spare", r"struct $pspare { struct $pspare *next; };"),
    ("arena", r"struct $parena { char *base; size_t used; };"),
    (
        "obtain",
        r"static void *$pobtain(struct $parena *arena, size_t size)
{
    void *found = arena->base + arena->used;
    arena->used += size;
    return found;
}",
    ),
];

//! Spellings that move structures and pointers in pieces: by bytes, by shorts, and by words of another kind than the members, as
//! sorts with an element size and copies written by hand do.

use super::{Effect, Helper, Row, row, several};
use crate::features::Feature::Movers;

/// Two records swapped word by word where they stand.
macro_rules! records_by {
    ($word:literal) => {
        row(
            Movers,
            concat!("records swapped by words of type ", $word),
            Effect::Square,
            concat!(
                "typedef ",
                $word,
                r"__attribute__((may_alias)) word;
struct $precord_$s list[2];
memset(list, 0, sizeof list);
for (int at = 0; at < $n; at++) {
    $pset_$s(list, from, at);
    $pset_$s(list + 1, from, $n - 1 - at);
    for (size_t pos = 0; pos < sizeof *list / sizeof(word); pos++) {
        word held = ((word *)list)[pos];
        ((word *)list)[pos] = ((word *)(list + 1))[pos];
        ((word *)(list + 1))[pos] = held;
    }
    to[list[1].id] = list[1].$v * *list[1].ref + 0.0 * (list[0].$v - *list[0].ref);
}"
            ),
        )
    };
}

/// Numbers or structures without pointers swapped word by word, and by memcpy behind the last whole word.
macro_rules! elements_by {
    ($word:literal) => {
        row(
            Movers,
            concat!("elements swapped by words of type ", $word),
            Effect::Swap,
            concat!(
                "typedef ",
                $word,
                r"__attribute__((may_alias, aligned(4))) word;
size_t whole = $n * sizeof *to / sizeof(word);
for (size_t pos = 0; pos < whole; pos++) {
    word held = ((word *)to)[pos];
    ((word *)to)[pos] = ((word *)from)[pos];
    ((word *)from)[pos] = held;
}
char rest[sizeof(word)];
memcpy(rest, (word *)to + whole, $n * sizeof *to % sizeof(word));
memcpy((word *)to + whole, (word *)from + whole, $n * sizeof *to % sizeof(word));
memcpy((word *)from + whole, rest, $n * sizeof *to % sizeof(word));"
            ),
        )
        .any_type()
    };
}

/// An array of records turned round, word by word, by a function.
macro_rules! records_by_function {
    ($call:literal) => {
        several(
            Movers,
            concat!("records turned round: ", $call),
            Effect::Square,
            concat!(
                r"struct $precord_$s list[$n];
memset(list, 0, sizeof list);
for (int at = 0; at < $n; at++) $pset_$s(list + at, from, at);
for (int at = 0; at < $n / 2; at++) $p",
                $call,
                r";
for (int at = 0; at < $n; at++) to[list[at].id] = list[at].$v * *list[at].ref;"
            ),
        )
    };
}

/// A function that swaps words of a type.
macro_rules! swapper {
    ($name:literal, $word:literal) => {
        (
            $name,
            concat!(
                "typedef ",
                $word,
                "__attribute__((may_alias)) $p",
                $name,
                "_word;\n",
                "static __attribute__((noinline)) void $p",
                $name,
                "(void *one, void *two, size_t size)\n{\n    $p",
                $name,
                "_word *left = ($p",
                $name,
                "_word *)one, *right = ($p",
                $name,
                r"_word *)two;
    for (size_t pos = 0; pos < size / sizeof *left; pos++) {
        $p",
                $name,
                r"_word held = left[pos];
        left[pos] = right[pos];
        right[pos] = held;
    }
}"
            ),
        )
    };
}

pub(super) const ROWS: &[Row] = &[
    several(
        Movers,
        "pointers sorted by their bytes",
        Effect::Square,
        r"struct $pslot list[$n];
for (int at = 0; at < $n; at++) {
    list[at].ref = from + at;
    list[at].key = $n - 1 - at;
}
$parrange(list, $n, sizeof *list, $pby_slot);
for (int at = 0; at < $n; at++) to[$n - 1 - list[at].key] = *list[at].ref * from[$n - 1 - at];",
    ),
    several(
        Movers,
        "numbers sorted by their bytes",
        Effect::Square,
        r"struct $psample list[$n];
for (int at = 0; at < $n; at++) {
    list[at].num = from[at];
    list[at].more = from[at];
    list[at].key = $n - 1 - at;
}
$pselect(list, $n, sizeof *list, $pby_sample);
for (int at = 0; at < $n; at++) to[$n - 1 - list[at].key] = list[at].num * list[at].more;",
    ),
    several(
        Movers,
        "pointers swapped by their bytes",
        Effect::Square,
        r"double *list[$n];
for (int at = 0; at < $n; at++) list[at] = from + at;
for (int at = 0; at < $n / 2; at++) {
    char *one = (char *)(list + at), *two = (char *)(list + ($n - 1 - at));
    for (size_t pos = 0; pos < sizeof *list; pos++) {
        char held = one[pos];
        one[pos] = two[pos];
        two[pos] = held;
    }
}
for (int at = 0; at < $n; at++) to[at] = *list[$n - 1 - at] * from[at];",
    ),
    several(
        Movers,
        "pointers swapped by their bytes in a function",
        Effect::Square,
        r"double **list = (double **)malloc($n * sizeof *list);
for (int at = 0; at < $n; at++) list[at] = from + at;
for (int at = 0; at < $n / 2; at++) $pbyteswap(list + at, list + ($n - 1 - at), sizeof *list);
for (int at = 0; at < $n; at++) to[at] = *list[$n - 1 - at] * from[at];
free(list);",
    ),
    several(
        Movers,
        "structures copied by bytes, the last first",
        Effect::Square,
        r"struct $pslot one[$n], two[$n];
for (int at = 0; at < $n; at++) {
    one[at].ref = from + at;
    one[at].key = at;
    two[at].ref = from;
    two[at].key = 1;
}
for (int at = 0; at < $n; at++) $pbytecopy(two + ($n - 1 - at), one + at, sizeof *one);
for (int at = 0; at < $n; at++) to[two[at].key] = *two[at].ref * from[$n - 1 - at];",
    ),
    row(
        Movers,
        "structures swapped by shorts",
        Effect::Square,
        r"struct $psample *list = (struct $psample *)malloc(2 * sizeof *list);
for (int at = 0; at < $n; at++) {
    list[0].num = from[at];
    list[0].more = 0.5;
    list[0].key = at;
    list[1].num = 3.0;
    list[1].more = 2.0 * from[at];
    list[1].key = -1;
    $pshorts(list, list + 1, sizeof *list);
    to[list[1].key] = list[0].more * list[1].num * list[1].more;
}
free(list);",
    ),
    row(
        Movers,
        "a number and a float swapped by shorts",
        Effect::Copy,
        r"struct $pblend list[2];
for (int at = 0; at < $n; at++) {
    for (int pos = 0; pos < 2; pos++) {
        list[pos].num = pos ? from[at] : 0.5 * from[at];
        list[pos].weight = 0.25f * (float)pos;
        list[pos].key = at + pos;
    }
    $pshorts(list, list + 1, sizeof *list);
    to[list[1].key] = 4.0 * list[0].weight * list[0].num + list[1].weight * list[1].num;
}",
    ),
    several(
        Movers,
        "structures copied by words of four bytes",
        Effect::Square,
        r"typedef int __attribute__((may_alias)) word;
struct $pslot one[$n], two[$n];
for (int at = 0; at < $n; at++) {
    one[at].ref = from + at;
    one[at].key = at;
}
for (int at = 0; at < (int)(sizeof one / sizeof(word)); at++) ((word *)two)[at] = ((word *)one)[at];
for (int at = 0; at < $n; at++) to[two[at].key] = *two[at].ref * from[at];",
    ),
    several(
        Movers,
        "structures copied by words of eight bytes",
        Effect::Square,
        r"typedef long __attribute__((may_alias)) word;
struct $psample one[$n], two[$n];
for (int at = 0; at < $n; at++) {
    one[at].num = from[at];
    one[at].more = 2.0;
    one[at].key = $n - 1 - at;
}
for (int at = 0; at < (int)(sizeof one / sizeof(word)); at++) ((word *)two)[at] = ((word *)one)[at];
for (int at = 0; at < $n; at++) to[$n - 1 - two[at].key] = 0.5 * two[at].num * two[at].num * two[at].more;",
    ),
    row(
        Movers,
        "structures swapped by words that are pointers",
        Effect::Square,
        r"struct $pmixed list[2];
for (int at = 0; at < $n; at++) {
    for (int pos = 0; pos < 2; pos++) {
        list[pos].ref = from + at;
        list[pos].num[0] = pos ? from[at] : 1.0;
        list[pos].num[1] = pos ? 2.0 : from[at];
    }
    $ppointers(list, list + 1, sizeof *list);
    to[at] = 0.25 * list[0].num[0] * list[0].num[1] * *list[0].ref + 0.5 * list[1].num[0] * list[1].num[1] * *list[1].ref;
}",
    ),
    row(
        Movers,
        "structures swapped by words that are numbers",
        Effect::Square,
        r"struct $pmixed list[2];
for (int at = 0; at < $n; at++) {
    for (int pos = 0; pos < 2; pos++) {
        list[pos].ref = from + at;
        list[pos].num[0] = pos ? from[at] : 1.0;
        list[pos].num[1] = pos ? 2.0 : from[at];
    }
    $preals(list, list + 1, sizeof *list);
    to[at] = 0.25 * list[0].num[0] * list[0].num[1] * *list[0].ref + 0.5 * list[1].num[0] * list[1].num[1] * *list[1].ref;
}",
    ),
    row(
        Movers,
        "structures copied by words that are floats",
        Effect::Square,
        r"struct $pscaled one, two;
for (int at = 0; at < $n; at++) {
    for (int pos = 0; pos < 4; pos++) one.weight[pos] = 0.5f * (float)pos;
    one.ref = from + at;
    one.num[0] = from[at];
    one.num[1] = 0.5 * from[at];
    $pnarrow(&two, &one, (int)(sizeof one / sizeof(float)));
    to[at] = *two.ref * (two.weight[1] * two.num[0] + two.weight[2] * two.num[1]);
}",
    ),
    row(
        Movers,
        "a float and ints copied by words that are numbers",
        Effect::Square,
        r"struct $pmeasured one, two;
for (int at = 0; at < $n; at++) {
    one.num[0] = from[at];
    one.num[1] = 2.0 * from[at];
    one.key = at;
    one.weight = 0.5f;
    $pwide(&two, &one, (int)(sizeof one / sizeof(double)));
    to[two.key] = two.weight * two.num[0] * two.num[1];
}",
    ),
    row(
        Movers,
        "floats and numbers copied by words of four bytes",
        Effect::Square,
        r"typedef int __attribute__((may_alias)) word;
struct $pscaled one, two;
for (int at = 0; at < $n; at++) {
    for (int pos = 0; pos < 4; pos++) one.weight[pos] = (float)pos;
    one.ref = from + at;
    one.num[0] = from[at];
    one.num[1] = 3.0 * from[at];
    for (int pos = (int)(sizeof one / sizeof(word)) - 1; pos >= 0; pos--) ((word *)&two)[pos] = ((word *)&one)[pos];
    to[at] = (two.weight[3] * two.num[0] - 2.0 * two.weight[1] * two.num[0]) * *two.ref + 0.0 * two.num[1];
}",
    ),
    several(
        Movers,
        "structures copied word by word through memcpy",
        Effect::Square,
        r"struct $pslot one[$n], two[$n];
for (int at = 0; at < $n; at++) {
    one[at].ref = from + at;
    one[at].key = $n - 1 - at;
}
for (size_t pos = 0; pos < sizeof one; pos += 8) {
    uint64_t bits;
    memcpy(&bits, (char *)one + pos, 8);
    memcpy((char *)two + pos, &bits, 8);
}
for (int at = 0; at < $n; at++) to[$n - 1 - two[at].key] = *two[at].ref * from[at];",
    ),
    row(
        Movers,
        "structures moved in vectors of bytes",
        Effect::Square,
        r"typedef char __attribute__((vector_size(16), aligned(8), may_alias)) pack;
struct { double num[3]; int key, more; } one, two;
for (int at = 0; at < $n; at++) {
    one.num[0] = one.num[1] = one.num[2] = from[at];
    one.key = at;
    one.more = 0;
    for (int pos = 0; pos < (int)(sizeof one / sizeof(pack)); pos++) ((pack *)&two)[pos] = ((pack *)&one)[pos];
    to[two.key + two.more] = two.num[0] * two.num[2];
}",
    ),
    row(
        Movers,
        "pairs of numbers in wide integers",
        Effect::Swap,
        r"unsigned __int128 room[$n], held;
for (int at = 0; at < $n; at++) {
    memcpy(room + at, to + at, 8);
    memcpy((char *)(room + at) + 8, from + at, 8);
}
for (int at = 0; at < $n / 2; at++) {
    held = room[at];
    room[at] = room[$n - 1 - at];
    room[$n - 1 - at] = held;
}
for (int at = 0; at < $n; at++) {
    memcpy(from + at, room + ($n - 1 - at), 8);
    memcpy(to + at, (char *)(room + ($n - 1 - at)) + 8, 8);
}",
    ),
    several(
        Movers,
        "wide integers swapped at places that are known",
        Effect::Copy,
        r"unsigned __int128 room[$n], held;
memset(room, 0, sizeof room);
for (int at = 0; at < $n; at++) memcpy(room + at, from + at, 8);
held = room[0];
room[0] = room[1];
room[1] = held;
for (int at = 0; at < $n; at++) memcpy(to + at, room + (at < 2 ? 1 - at : at), 8);",
    ),
    row(
        Movers,
        "words exchanged by exclusive ors",
        Effect::Swap,
        r"typedef uint64_t __attribute__((may_alias)) word;
for (int at = 0; at < $n; at++) {
    word *one = (word *)(to + at), *two = (word *)(from + at);
    *one ^= *two;
    *two ^= *one;
    *one ^= *two;
}",
    ),
    several(
        Movers,
        "structures turned by their bytes",
        Effect::Square,
        r"struct $psample list[$n];
for (int at = 0; at < $n; at++) {
    list[at].num = from[at];
    list[at].more = from[at];
    list[at].key = at;
}
$pbyteturn(list, $n, sizeof *list);
for (int at = 0; at < $n; at++) to[list[at].key] = list[at].num * list[at].more;",
    ),
    elements_by!("short "),
    elements_by!("int "),
    elements_by!("long "),
    elements_by!("void *"),
    elements_by!("double "),
    elements_by!("float "),
    records_by!("char "),
    records_by!("short "),
    records_by!("int "),
    records_by!("long "),
    records_by!("void *"),
    records_by!("double "),
    records_by!("float "),
    records_by_function!("chars(list + at, list + ($n - 1 - at), sizeof *list)"),
    records_by_function!("shorts(list + at, list + ($n - 1 - at), sizeof *list)"),
    records_by_function!("ints(list + at, list + ($n - 1 - at), sizeof *list)"),
    records_by_function!("longs(list + at, list + ($n - 1 - at), sizeof *list)"),
    records_by_function!("pointers(list + at, list + ($n - 1 - at), sizeof *list)"),
    records_by_function!("reals(list + at, list + ($n - 1 - at), sizeof *list)"),
    records_by_function!("floats(list + at, list + ($n - 1 - at), sizeof *list)"),
];

pub(super) const HELPERS: &[Helper] = &[
    ("slot", r"struct $pslot { double *ref; long key; };"),
    ("sample", r"struct $psample { double num, more; int key; };"),
    (
        "blend",
        r"struct $pblend { double num; float weight; int key; };",
    ),
    ("mixed", r"struct $pmixed { double *ref; double num[2]; };"),
    (
        "scaled",
        r"struct $pscaled { float weight[4]; double *ref; double num[2]; };",
    ),
    (
        "measured",
        r"struct $pmeasured { double num[2]; int key; float weight; };",
    ),
    (
        "by_slot",
        r"static int $pby_slot(const void *one, const void *two)
{
    long left = ((const struct $pslot *)one)->key, right = ((const struct $pslot *)two)->key;
    return left < right ? -1 : left > right;
}",
    ),
    (
        "by_sample",
        r"static int $pby_sample(const void *one, const void *two)
{
    return ((const struct $psample *)one)->key - ((const struct $psample *)two)->key;
}",
    ),
    (
        "arrange",
        r"static void $parrange(void *base, int count, size_t size, int (*compare)(const void *, const void *))
{
    char *list = (char *)base;
    for (int one = 1; one < count; one++) {
        for (int two = one; two > 0 && compare(list + two * size, list + (two - 1) * size) < 0; two--) {
            for (size_t pos = 0; pos < size; pos++) {
                char held = list[two * size + pos];
                list[two * size + pos] = list[(two - 1) * size + pos];
                list[(two - 1) * size + pos] = held;
            }
        }
    }
}",
    ),
    (
        "select",
        r"static void $pselect(void *base, int count, size_t size, int (*compare)(const void *, const void *))
{
    char *list = (char *)base;
    for (int one = 0; one < count; one++) {
        int least = one;
        for (int two = one + 1; two < count; two++)
            if (compare(list + two * size, list + least * size) < 0) least = two;
        if (least == one) continue;
        for (size_t pos = 0; pos < size; pos++) {
            char held = list[one * size + pos];
            list[one * size + pos] = list[least * size + pos];
            list[least * size + pos] = held;
        }
    }
}",
    ),
    (
        "byteswap",
        r"static __attribute__((noinline)) void $pbyteswap(void *one, void *two, size_t size)
{
    char *left = (char *)one, *right = (char *)two;
    while (size--) {
        char held = *left;
        *left++ = *right;
        *right++ = held;
    }
}",
    ),
    (
        "bytecopy",
        r"static void $pbytecopy(void *to, const void *from, size_t size)
{
    for (size_t pos = 0; pos < size; pos++) ((char *)to)[size - 1 - pos] = ((const char *)from)[size - 1 - pos];
}",
    ),
    (
        "byteturn",
        r"static __attribute__((noinline)) void $pbyteturn(void *base, int count, size_t size)
{
    unsigned char *list = (unsigned char *)base;
    for (size_t pos = 0; pos < size; pos++) {
        unsigned char held = list[pos];
        for (int at = 0; at < count - 1; at++) list[at * size + pos] = list[(at + 1) * size + pos];
        list[(count - 1) * size + pos] = held;
    }
}",
    ),
    (
        "narrow",
        r"static __attribute__((noinline)) void $pnarrow(void *to, const void *from, int count)
{
    typedef float __attribute__((may_alias)) word;
    for (int pos = 0; pos < count; pos++) ((word *)to)[pos] = ((const word *)from)[pos];
}",
    ),
    (
        "wide",
        r"static __attribute__((noinline)) void $pwide(void *to, const void *from, int count)
{
    typedef double __attribute__((may_alias)) word;
    for (int pos = 0; pos < count; pos++) ((word *)to)[pos] = ((const word *)from)[pos];
}",
    ),
    swapper!("chars", "char "),
    swapper!("shorts", "short "),
    swapper!("ints", "int "),
    swapper!("longs", "long "),
    swapper!("pointers", "void *"),
    swapper!("reals", "double "),
    swapper!("floats", "float "),
];

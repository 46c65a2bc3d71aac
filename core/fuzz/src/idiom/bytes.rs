//! Spellings that move numbers in pieces: bytes, halves, and copies whose seam lies inside a number.

use super::{Effect, Helper, Row, row};
use crate::features::Feature::Bytes;

pub(super) const ROWS: &[Row] = &[
    row(Bytes, "chars", Effect::Copy, r"for (int at = 0; at < (int)($n * sizeof *to); at++) ((char *)to)[at] = ((char *)from)[at];").any_type(),
    row(Bytes, "buffer of bytes", Effect::Copy, r"unsigned char buf[$n * sizeof($t)];
for (int at = 0; at < (int)sizeof buf; at++) buf[at] = ((unsigned char *)from)[at];
memcpy(to, buf, sizeof buf);").any_type(),
    row(Bytes, "buffer read backwards", Effect::Copy, r"unsigned char buf[$n * sizeof($t)];
memcpy(buf, from, sizeof buf);
for (int at = (int)sizeof buf - 1; at >= 0; at--) ((unsigned char *)to)[at] = buf[at];").any_type(),
    row(Bytes, "halves", Effect::Copy, r"for (int at = 0; at < (int)($n * sizeof *to / 4); at++) {
    uint32_t half;
    memcpy(&half, (char *)from + 4 * at, 4);
    memcpy((char *)to + 4 * at, &half, 4);
}").any_type(),
    row(Bytes, "words of four bytes", Effect::Copy, r"typedef uint32_t __attribute__((may_alias)) word;
for (int at = 0; at < (int)($n * sizeof *to / 4); at++) ((word *)to)[at] = ((word *)from)[at];").any_type(),
    row(Bytes, "array of halves", Effect::Copy, r"uint32_t half[2 * $n];
memcpy(half, from, sizeof half);
for (int at = 0; at < $n; at++) {
    memcpy((char *)(to + at) + 4, &half[2 * at + 1], 4);
    memcpy(to + at, &half[2 * at], 4);
}"),
    row(Bytes, "a seam", Effect::Copy, r"enum { SEAM = $n * sizeof($t) / 2 + 1 };
memcpy(to, from, SEAM);
memcpy((char *)to + SEAM, (char *)from + SEAM, $n * sizeof *to - SEAM);").any_type(),
    row(Bytes, "a seam at four bytes", Effect::Copy, r"memcpy(to, from, 12);
memcpy((char *)to + 12, (char *)from + 12, $n * sizeof *to - 12);").at_least(2),
    row(Bytes, "upper half first", Effect::Copy, r"for (int at = 0; at < $n; at++) {
    memcpy((char *)(to + at) + 4, (char *)(from + at) + 4, 4);
    memcpy(to + at, from + at, 4);
}"),
    row(Bytes, "seam through a buffer", Effect::Copy, r"unsigned char buf[$n * sizeof($t)];
memcpy(buf, from, 6);
memcpy(buf + 6, (char *)from + 6, sizeof buf - 6);
memcpy(to, buf, sizeof buf);"),
    row(Bytes, "halves joined by shifts", Effect::Copy, r"for (int at = 0; at < $n; at++) {
    uint32_t low, high;
    memcpy(&low, from + at, 4);
    memcpy(&high, (char *)(from + at) + 4, 4);
    uint64_t bits = (uint64_t)high << 32 | low;
    memcpy(to + at, &bits, 8);
}"),
    row(Bytes, "bytes joined by shifts", Effect::Copy, r"for (int at = 0; at < $n; at++) {
    uint64_t bits = 0;
    for (int pos = 7; pos >= 0; pos--) bits = bits << 8 | ((unsigned char *)(from + at))[pos];
    memcpy(to + at, &bits, 8);
}"),
    row(Bytes, "bytes by a function", Effect::Copy, r"$pcopy(to, from, $n * sizeof *to);").any_type(),
    row(Bytes, "buffer by a function", Effect::Copy, r"unsigned char buf[$n * sizeof($t)];
$pcopy(buf, from, sizeof buf);
$pcopy(to, buf, sizeof buf);").any_type(),
    row(Bytes, "struct of bytes", Effect::Copy, r"struct { unsigned char raw[$n * sizeof($t)]; int size; } box;
box.size = (int)sizeof box.raw;
memcpy(box.raw, from, sizeof box.raw);
memcpy(to, box.raw, (size_t)box.size);").any_type(),
    row(Bytes, "swap of chars", Effect::Swap, r"for (int at = 0; at < (int)($n * sizeof *to); at++) {
    char one = ((char *)to)[at];
    ((char *)to)[at] = ((char *)from)[at];
    ((char *)from)[at] = one;
}").any_type(),
    row(Bytes, "swap through a buffer", Effect::Swap, r"unsigned char buf[$n * sizeof($t)];
memcpy(buf, to, sizeof buf);
memcpy(to, from, sizeof buf);
memcpy(from, buf, sizeof buf);").any_type(),
    row(Bytes, "swap of halves", Effect::Swap, r"for (int at = 0; at < (int)($n * sizeof *to / 4); at++) {
    uint32_t one, two;
    memcpy(&one, (char *)to + 4 * at, 4);
    memcpy(&two, (char *)from + 4 * at, 4);
    memcpy((char *)to + 4 * at, &two, 4);
    memcpy((char *)from + 4 * at, &one, 4);
}").any_type(),
    row(Bytes, "swap by a function", Effect::Swap, r"$pswap((char *)to, (char *)from, $n * sizeof *to);").any_type(),
];

pub(super) const HELPERS: &[Helper] = &[
    (
        "copy",
        r"static __attribute__((noinline)) void $pcopy(void *to, const void *from, size_t size)
{
    for (size_t at = 0; at < size; at++) ((unsigned char *)to)[at] = ((const unsigned char *)from)[at];
}",
    ),
    (
        "swap",
        r"static __attribute__((noinline)) void $pswap(char *to, char *from, size_t size)
{
    for (size_t at = 0; at < size; at++) {
        char one = to[at];
        to[at] = from[at];
        from[at] = one;
    }
}",
    ),
];

//! Spellings that hold numbers in integers: moved, and with sign and exponent changed.

use super::{Dialect, Effect, Helper, Row, row};
use crate::features::Feature::Punning;

pub(super) const ROWS: &[Row] = &[
    row(
        Punning,
        "bits in a local",
        Effect::Copy,
        r"for (int at = 0; at < $n; at++) {
    int64_t bits;
    memcpy(&bits, from + at, 8);
    memcpy(to + at, &bits, 8);
}",
    ),
    row(
        Punning,
        "bits in an array",
        Effect::Copy,
        r"int64_t bits[$n];
memcpy(bits, from, sizeof bits);
for (int at = 0; at < $n; at++) memcpy(to + at, &bits[at], 8);",
    ),
    row(
        Punning,
        "bits in an array, reversed",
        Effect::Copy,
        r"int64_t bits[$n];
for (int at = 0; at < $n; at++) memcpy(&bits[$n - 1 - at], from + at, 8);
for (int at = 0; at < $n; at++) memcpy(to + at, &bits[$n - 1 - at], 8);",
    ),
    row(
        Punning,
        "bits in structs",
        Effect::Copy,
        r"struct { uint64_t bits; int place; } box[$n];
for (int at = 0; at < $n; at++) {
    box[at].place = $n - 1 - at;
    memcpy(&box[at].bits, from + ($n - 1 - at), 8);
}
for (int at = 0; at < $n; at++) memcpy(to + box[at].place, &box[at].bits, 8);",
    ),
    row(
        Punning,
        "bits on the heap",
        Effect::Copy,
        r"int64_t *bits = (int64_t *)malloc($n * sizeof *bits);
memcpy(bits, from, $n * sizeof *bits);
for (int at = 0; at < $n; at++) memcpy(to + at, bits + at, 8);
free(bits);",
    ),
    row(
        Punning,
        "bits through a function",
        Effect::Copy,
        r"for (int at = 0; at < $n; at++) {
    int64_t bits;
    memcpy(&bits, from + at, 8);
    bits = $ppass(bits);
    memcpy(to + at, &bits, 8);
}",
    ),
    row(
        Punning,
        "bits got and put by functions",
        Effect::Copy,
        r"for (int at = 0; at < $n; at++) $pput(to + at, $pget(from + at));",
    ),
    row(
        Punning,
        "bits in a struct from a function",
        Effect::Copy,
        r"for (int at = 0; at < $n; at++) {
    struct $pbits held = $phold(from + at, at);
    memcpy(to + held.place, &held.bits, 8);
}",
    ),
    row(
        Punning,
        "bits chosen",
        Effect::Copy,
        r"for (int at = 0; at < $n; at++) {
    int64_t bits, other;
    memcpy(&bits, from + at, 8);
    memcpy(&other, to + at, 8);
    bits = at >= 0 && sizeof *to == 8 ? bits : other;
    memcpy(to + at, &bits, 8);
}",
    ),
    row(
        Punning,
        "words of eight bytes",
        Effect::Copy,
        r"typedef int64_t __attribute__((may_alias)) word;
for (int at = 0; at < $n; at++) ((word *)to)[at] = ((word *)from)[at];",
    ),
    row(
        Punning,
        "union",
        Effect::Copy,
        r"union { double num; int64_t bits; } both;
for (int at = 0; at < $n; at++) {
    both.num = from[at];
    int64_t bits = both.bits;
    both.bits = bits;
    to[at] = both.num;
}",
    ),
    row(
        Punning,
        "union that counts later",
        Effect::Square,
        r"union { double num; int64_t bits; } both[$n];
for (int at = 0; at < $n; at++) both[at].num = from[at];
for (int at = 0; at < $n; at++) {
    to[at] = both[at].num * both[at].num;
    both[at].bits = at;
}
for (int at = 0; at < $n; at++) to[at] += 0.0 * (double)both[at].bits;",
    ),
    row(
        Punning,
        "swap of bits",
        Effect::Swap,
        r"for (int at = 0; at < $n; at++) {
    int64_t one, two;
    memcpy(&one, to + at, 8);
    memcpy(&two, from + at, 8);
    memcpy(to + at, &two, 8);
    memcpy(from + at, &one, 8);
}",
    ),
    row(
        Punning,
        "swap by exclusive or",
        Effect::Swap,
        r"for (int at = 0; at < $n; at++) {
    int64_t one, two;
    memcpy(&one, to + at, 8);
    memcpy(&two, from + at, 8);
    one ^= two;
    two ^= one;
    one ^= two;
    memcpy(to + at, &one, 8);
    memcpy(from + at, &two, 8);
}",
    ),
    row(
        Punning,
        "exponent",
        Effect::Scale,
        r"for (int at = 0; at < $n; at++) {
    int64_t bits;
    memcpy(&bits, from + at, 8);
    bits += (int64_t)$k * (INT64_C(1) << 52);
    memcpy(to + at, &bits, 8);
}",
    ),
    row(
        Punning,
        "exponent in an array",
        Effect::Scale,
        r"int64_t bits[$n];
memcpy(bits, from, sizeof bits);
for (int at = 0; at < $n; at++) bits[at] += (int64_t)$k * (INT64_C(1) << 52);
memcpy(to, bits, sizeof bits);",
    ),
    row(
        Punning,
        "exponent in a union",
        Effect::Scale,
        r"union { double num; int64_t bits; } both;
for (int at = 0; at < $n; at++) {
    both.num = from[at];
    both.bits += (int64_t)$k * (INT64_C(1) << 52);
    to[at] = both.num;
}",
    ),
    row(
        Punning,
        "exponent by a function",
        Effect::Scale,
        r"for (int at = 0; at < $n; at++) $pput(to + at, $praise($pget(from + at), $k));",
    ),
    row(
        Punning,
        "exponent in a struct",
        Effect::Scale,
        r"struct { int place; uint64_t bits; } box;
for (int at = 0; at < $n; at++) {
    box.place = at;
    memcpy(&box.bits, from + at, 8);
    box.bits += (uint64_t)$k << 52;
    memcpy(to + box.place, &box.bits, 8);
}",
    ),
    row(
        Punning,
        "exponent in the upper half",
        Effect::Scale,
        r"for (int at = 0; at < $n; at++) {
    int32_t half[2];
    memcpy(half, from + at, 8);
    half[1] += $k * (1 << 20);
    memcpy(to + at, half, 8);
}",
    ),
    row(
        Punning,
        "a sum of bits",
        Effect::Scale,
        r"for (int at = 0; at < $n; at++) {
    int64_t bits, one = INT64_C(0x3ff0000000000000);
    double factor = $k > 0 ? (double)(1 << ($k & 3)) : 1.0 / (double)(1 << (-$k & 3)), value = from[at];
    int64_t more;
    memcpy(&bits, &value, 8);
    memcpy(&more, &factor, 8);
    bits += more - one;
    memcpy(to + at, &bits, 8);
}",
    ),
    row(
        Punning,
        "sign flipped",
        Effect::Negate,
        r"for (int at = 0; at < $n; at++) {
    uint64_t bits;
    memcpy(&bits, from + at, 8);
    bits ^= UINT64_C(1) << 63;
    memcpy(to + at, &bits, 8);
}",
    ),
    row(
        Punning,
        "sign flipped by a sum",
        Effect::Negate,
        r"for (int at = 0; at < $n; at++) {
    uint64_t bits;
    memcpy(&bits, from + at, 8);
    bits += UINT64_C(1) << 63;
    memcpy(to + at, &bits, 8);
}",
    ),
    row(
        Punning,
        "sign flipped in a byte",
        Effect::Negate,
        r"for (int at = 0; at < $n; at++) {
    unsigned char buf[8];
    memcpy(buf, from + at, 8);
    buf[7] ^= 0x80;
    memcpy(to + at, buf, 8);
}",
    ),
    row(
        Punning,
        "sign masked",
        Effect::Abs,
        r"for (int at = 0; at < $n; at++) {
    uint64_t bits;
    memcpy(&bits, from + at, 8);
    bits &= ~(UINT64_C(1) << 63);
    memcpy(to + at, &bits, 8);
}",
    ),
    row(
        Punning,
        "sign asked of bits",
        Effect::Abs,
        r"for (int at = 0; at < $n; at++) {
    int64_t bits;
    memcpy(&bits, from + at, 8);
    to[at] = bits < 0 ? -from[at] : from[at];
}",
    ),
    row(
        Punning,
        "sign shifted out",
        Effect::Abs,
        r"for (int at = 0; at < $n; at++) {
    uint64_t bits;
    memcpy(&bits, from + at, 8);
    bits = bits << 1 >> 1;
    memcpy(to + at, &bits, 8);
}",
    ),
    row(
        Punning,
        "mantissa by a mask",
        Effect::Mantissa,
        r"for (int at = 0; at < $n; at++) {
    uint64_t bits;
    memcpy(&bits, from + at, 8);
    bits = (bits & ~(UINT64_C(0x7ff) << 52)) | UINT64_C(0x3ff) << 52;
    memcpy(to + at, &bits, 8);
}",
    ),
    row(
        Punning,
        "mantissa by the exponent",
        Effect::Mantissa,
        r"for (int at = 0; at < $n; at++) {
    int64_t bits;
    memcpy(&bits, from + at, 8);
    int64_t power = (bits >> 52 & 0x7ff) - 1023;
    bits -= power * (INT64_C(1) << 52);
    memcpy(to + at, &bits, 8);
}",
    ),
    row(
        Punning,
        "a factor from the exponent",
        Effect::Mantissa,
        r"for (int at = 0; at < $n; at++) {
    int64_t bits;
    memcpy(&bits, from + at, 8);
    int64_t inverse = (2046 - (bits >> 52 & 0x7ff)) << 52;
    double factor;
    memcpy(&factor, &inverse, 8);
    to[at] = from[at] * factor;
}",
    ),
    row(
        Punning,
        "compound literal",
        Effect::Copy,
        r"for (int at = 0; at < $n; at++) {
    int64_t bits = ((union { double num; int64_t bits; }){from[at]}).bits;
    to[at] = ((union { int64_t bits; double num; }){bits}).num;
}",
    )
    .only_in(Dialect::C),
];

pub(super) const HELPERS: &[Helper] = &[
    (
        "pass",
        r"static __attribute__((noinline)) int64_t $ppass(int64_t bits)
{
    return bits;
}",
    ),
    (
        "get",
        r"static __attribute__((noinline)) int64_t $pget(const double *at)
{
    int64_t bits;
    memcpy(&bits, at, 8);
    return bits;
}",
    ),
    (
        "put",
        r"static __attribute__((noinline)) void $pput(double *at, int64_t bits)
{
    memcpy(at, &bits, 8);
}",
    ),
    (
        "raise",
        r"static __attribute__((noinline)) int64_t $praise(int64_t bits, int power)
{
    return bits + (int64_t)power * (INT64_C(1) << 52);
}",
    ),
    (
        "hold",
        r"struct $pbits { uint64_t bits; int place; };
static __attribute__((noinline)) struct $pbits $phold(const double *at, int place)
{
    struct $pbits held;
    memcpy(&held.bits, at, 8);
    held.place = place;
    return held;
}",
    ),
];

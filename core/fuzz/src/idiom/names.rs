//! Spellings with names: second names of globals and functions, functions that another module may
//! replace or that are not the library's, and what the C library keeps under the name of errno.

use super::{Dialect, Effect, Helper, Row, several};
use crate::features::Feature::{Aliases, Errno, Weak};

pub(super) const ROWS: &[Row] = &[
    several(
        Aliases,
        "array with two names",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) $pnamed[at] = from[at] * from[at];
for (int at = 0; at < $n; at++) to[at] = $ptwin[at];",
    ),
    several(
        Aliases,
        "read by its second name in a function",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) $pnamed[at] = from[at];
for (int at = 0; at < $n; at++) to[at] = $pnamed[at] * $pread(at);",
    ),
    several(
        Aliases,
        "overwritten by its second name",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) $pnamed[at] = from[at];
for (int at = 0; at < $n; at++) {
    double held = $pnamed[at];
    to[at] = held * held;
    $pwrite(at, 3.0);
}
for (int at = 0; at < $n; at++) to[at] *= $pnamed[at] / 3.0;",
    ),
    several(
        Aliases,
        "sum under two names",
        Effect::Add,
        r"for (int at = 0; at < $n; at++) {
    $pnamed[0] = to[at];
    $ptwin[0] += from[at];
    to[at] = $pnamed[0];
}",
    ),
    several(
        Aliases,
        "second name as an argument",
        Effect::Square,
        r"memcpy($ptwin, from, $n * sizeof *from);
$pmultiply($pnamed, from, $n);
memcpy(to, $ptwin, $n * sizeof *to);",
    ),
    several(
        Aliases,
        "pointer that begins with the second name",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) $pnamed[at] = from[at] * from[at];
for (int at = 0; at < $n; at++) to[at] = $pfollow(at);",
    ),
    several(
        Aliases,
        "second name that is weak",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) $pnamed[at] = from[at] * from[at];
for (int at = 0; at < $n; at++) to[at] = $pdim[at];",
    ),
    several(
        Aliases,
        "struct with two names",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    $pstate.value = from[at];
    $pstate.place = $n - 1 - at;
    $pother.value *= from[$n - 1 - $pother.place];
    to[at] = $pstate.value;
}",
    ),
    several(
        Aliases,
        "function with two names",
        Effect::Alternate,
        r"for (int at = 0; at < $n; at++) to[at] = at & 1 ? 0.5 * from[at] : $ptimes(from[at], from[at]);
for (int at = 1; at < $n; at += 2) to[at] = $pproduct(from[at], 0.5);",
    ),
    several(
        Aliases,
        "class whose constructors have two names",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    $pnumber number(from[at]);
    to[at] = number.times(from[at]);
}",
    )
    .only_in(Dialect::Cpp),
    several(
        Weak,
        "weak function",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) to[at] = $pfaintly(from[at]);",
    ),
    several(
        Weak,
        "weak function on memory",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) $pweakly(to + at, from + at);",
    ),
    several(
        Weak,
        "weak function of integers",
        Effect::Alternate,
        r"for (int at = 0; at < $n; at++) to[at] = $podd(at) ? 0.5 * from[at] : from[at] * from[at];",
    ),
    several(
        Weak,
        "weak table",
        Effect::Alternate,
        r"for (int at = 0; at < $n; at++) to[at] = $pfactor[at & 1] != 0.0 ? $pfactor[at & 1] * from[at] : from[at] * from[at];",
    ),
    several(
        Weak,
        "no builtin",
        Effect::Abs,
        r"for (int at = 0; at < $n; at++) to[at] = $psize(from[at]);",
    ),
    several(
        Errno,
        "errno of a square root below",
        Effect::Abs,
        r"for (int at = 0; at < $n; at++) {
    errno = 0;
    double value = $proot(from[at], 0.0);
    if (errno) value = $proot(-from[at], 0.0);
    to[at] = value * value;
}",
    ),
    several(
        Errno,
        "errno of a logarithm",
        Effect::Abs,
        r"for (int at = 0; at < $n; at++) {
    errno = 0;
    double value = log(from[at]);
    if (errno == EDOM) value = log(-from[at]);
    to[at] = fabs(from[at]) * exp(value - log(fabs(from[at])));
}",
    ),
    several(
        Errno,
        "errno of an overflow",
        Effect::Alternate,
        r"for (int at = 0; at < $n; at++) {
    errno = 0;
    double value = $pgrown(from[at], at & 1);
    if (errno == ERANGE) value = 0.5 * from[at];
    to[at] = value;
}",
    ),
    several(
        Errno,
        "errno kept and given back",
        Effect::Abs,
        r"int kept = errno;
for (int at = 0; at < $n; at++) {
    errno = at;
    double value = sqrt(from[at]);
    int failed = errno != at;
    errno = kept;
    if (failed) value = sqrt(-from[at]);
    to[at] = value * value;
}",
    ),
    several(
        Errno,
        "errno as a place",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    errno = at;
    double value = $proot(from[at] * from[at], 1.0);
    to[errno] = value * value - 1.0;
}
errno = 0;",
    ),
    several(
        Errno,
        "errno of each in an array",
        Effect::Abs,
        r"int failed[$n];
for (int at = 0; at < $n; at++) {
    errno = 0;
    to[at] = log(from[at]);
    failed[at] = errno;
}
for (int at = 0; at < $n; at++) to[at] = failed[at] ? -from[at] : exp(to[at]);",
    ),
    several(
        Errno,
        "errno where a derivative underflows",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    errno = 0;
    double value = from[at] * from[at], factor = erf(30.0 + value / (1.0 + value));
    to[at] = errno ? -7.0 : value * factor;
}",
    ),
    several(
        Errno,
        "errno where a derivative underflows below",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    errno = 0;
    double value = $psettled(from[at]);
    to[at] = errno == 0 ? value : 0.5;
}",
    ),
    several(
        Errno,
        "errno where a derivative has a pole",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    double base = fabs(from[at]) < 1e9 ? 0.0 : 2.0;
    errno = 0;
    double value = pow(base, 1.0 + from[at] * from[at]);
    to[at] = from[at] * from[at] + (errno ? 1.0 : value);
}",
    ),
    several(
        Errno,
        "errno where a derivative overflows",
        Effect::Square,
        r"int failures = 0;
for (int at = 0; at < $n; at++) {
    errno = 0;
    double value = from[at] * from[at];
    to[at] = value * tanh(800.0 + value) * -expm1(-800.0 - value);
    failures += errno != 0;
}
for (int at = 0; at < $n; at++) to[at] += failures;",
    ),
    several(
        Errno,
        "errno that was set before",
        Effect::Square,
        r"errno = ERANGE;
for (int at = 0; at < $n; at++) {
    double value = from[at] * from[at];
    to[at] = value * erf(35.0 + atan(value)) + (errno == ERANGE ? 0.0 : 1.0);
    if (at & 1) errno = EDOM;
    to[at] *= errno == (at & 1 ? EDOM : ERANGE) ? 1.0 : 2.0;
    errno = ERANGE;
}
errno = 0;",
    ),
    several(
        Errno,
        "sign of a gamma function below",
        Effect::Alternate,
        r"for (int at = 0; at < $n; at++) {
    double value = $pgammas((at & 1 ? -0.5 : 0.5) + 0.25 * from[at] / (1.0 + from[at] * from[at]));
    if (signgam < 0) to[at] = 0.5 * from[at] + 0.0 * value;
    else to[at] = from[at] * from[at] + 0.0 * value;
}",
    ),
];

pub(super) const HELPERS: &[Helper] = &[
    ("named", r#"static double $pnamed[16] __asm__("$pnamed");"#),
    (
        "twin",
        r#"extern double $ptwin[16] __attribute__((alias("$pnamed")));"#,
    ),
    (
        "dim",
        r#"extern double $pdim[16] __attribute__((weak, alias("$pnamed")));"#,
    ),
    (
        "read",
        r"static __attribute__((noinline)) double $pread(int at)
{
    return $ptwin[at];
}",
    ),
    (
        "write",
        r"static __attribute__((noinline)) void $pwrite(int at, double value)
{
    $ptwin[at] = value;
}",
    ),
    (
        "multiply",
        r"static __attribute__((noinline)) void $pmultiply(double *to, const double *from, int count)
{
    for (int at = 0; at < count; at++) to[at] *= from[at];
}",
    ),
    ("begins", r"static double *$pbegins = $ptwin;"),
    (
        "follow",
        r"static __attribute__((noinline)) double $pfollow(int at)
{
    return $pbegins[at];
}",
    ),
    (
        "state",
        r#"static struct { int place; double value; } $pstate __asm__("$pstate");"#,
    ),
    (
        "other",
        r#"extern __typeof__($pstate) $pother __attribute__((alias("$pstate")));"#,
    ),
    (
        "times",
        r#"static __attribute__((noinline)) double $ptimes(double one, double two) __asm__("$ptimes");
static double $ptimes(double one, double two)
{
    return one * two;
}"#,
    ),
    (
        "product",
        r#"extern double $pproduct(double one, double two) __attribute__((alias("$ptimes")));"#,
    ),
    (
        "number",
        r"struct $pnumber {
    double value;
    explicit $pnumber(double held);
    ~$pnumber();
    double times(double factor) const;
};
$pnumber::$pnumber(double held) : value(held) {}
$pnumber::~$pnumber() { value = 0.0; }
double $pnumber::times(double factor) const { return value * factor; }",
    ),
    (
        "faintly",
        r"__attribute__((weak)) double $pfaintly(double value)
{
    return value * value;
}",
    ),
    (
        "weakly",
        r"__attribute__((weak)) void $pweakly(double *to, const double *from)
{
    *to = *from * *from;
}",
    ),
    (
        "odd",
        r"__attribute__((weak)) int $podd(int at)
{
    return at & 1;
}",
    ),
    (
        "factor",
        r"extern const double $pfactor[2];
__attribute__((weak)) const double $pfactor[2] = {0.0, 0.5};",
    ),
    (
        "size",
        r"static __attribute__((noinline, no_builtin)) double $psize(double value)
{
    return sqrt(value * value);
}",
    ),
    (
        "root",
        r"static __attribute__((noinline)) double $proot(double value, double more)
{
    return sqrt(value + more);
}",
    ),
    (
        "settled",
        r"static __attribute__((noinline)) double $psettled(double value)
{
    value *= value;
    return value * (2.0 - erfc(-30.0 - value / (1.0 + value))) + value * erf(28.0 + exp(-value));
}",
    ),
    (
        "grown",
        r"static __attribute__((noinline)) double $pgrown(double value, int far)
{
    return value * value + exp(1000.0 * far) - 1.0;
}",
    ),
    (
        "gammas",
        r"static __attribute__((noinline)) double $pgammas(double value)
{
    return value * lgamma(value);
}",
    ),
];

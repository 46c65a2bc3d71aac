//! Spellings with guards of OpenMP whose order is chance and whose result is not: atomic accesses that are looked at, and sections of
//! code that change what they read.

use super::{Effect, Helper, Row, row, several};
use crate::features::Feature::{Atomics, Guards};

pub(super) const ROWS: &[Row] = &[
    row(
        Guards,
        "sums that are captured before",
        Effect::Coupled,
        r"double sum = 0.0, pairs = 0.0;
#pragma omp parallel for reduction(+ : pairs) $chunks
for (int at = 0; at < $n; at++) {
    double before;
#pragma omp atomic capture
    {
        before = sum;
        sum += from[at];
    }
    pairs += before * from[at];
}
for (int at = 0; at < $n; at++) to[at] = from[at] * pairs / ($n * $n);",
    ),
    row(
        Guards,
        "sums that are captured behind",
        Effect::Coupled,
        r"double sum = 0.0, pairs = 0.0;
#pragma omp parallel
{
    double own = 0.0;
#pragma omp for nowait $chunks
    for (int at = 0; at < $n; at++) {
        double behind, value = from[at];
#pragma omp atomic capture
        behind = sum += value;
        own += (behind - value) * value;
    }
#pragma omp atomic
    pairs += own;
}
for (int at = 0; at < $n; at++) to[at] = from[at] * pairs / ($n * $n);",
    ),
    several(
        Guards,
        "sums of two kinds that are captured",
        Effect::Coupled,
        r"double bins[2] = {0.0, 0.0}, pairs = 0.0;
#pragma omp parallel for $chunks
for (int at = 0; at < $n; at++) {
    double before;
#pragma omp atomic capture
    {
        before = bins[at % 2];
        bins[at % 2] = bins[at % 2] + from[at];
    }
    double more = before * from[at];
#pragma omp atomic update
    pairs += more;
}
pairs += bins[0] * bins[1];
for (int at = 0; at < $n; at++) to[at] = from[at] * pairs / ($n * $n);",
    ),
    row(
        Guards,
        "numbers that are exchanged",
        Effect::Shared,
        r"double held = 0.0, sum = 0.0;
#pragma omp parallel for reduction(+ : sum) $chunks
for (int at = 0; at < $n; at++) {
    double before;
#pragma omp atomic capture
    {
        before = held;
        held = from[at];
    }
    sum += before;
}
sum += held;
for (int at = 0; at < $n; at++) to[at] = from[at] * sum / $n;",
    ),
    // The compiler exchanges words until it succeeds, and at -O0 nothing says what they are.
    row(
        Atomics,
        "numbers that are exchanged from array to array",
        Effect::Shared,
        r"double held = 0.0, before[$n];
#pragma omp parallel for $chunks
for (int at = 0; at < $n; at++) {
#pragma omp atomic capture
    {
        before[at] = held;
        held = from[at];
    }
}
double sum = held;
for (int at = 0; at < $n; at++) sum += before[at];
for (int at = 0; at < $n; at++) to[at] = from[at] * sum / $n;",
    ),
    row(
        Guards,
        "numbers that are exchanged by a builtin",
        Effect::Shared,
        r"double held = 0.0, sum = 0.0;
#pragma omp parallel for reduction(+ : sum) $chunks
for (int at = 0; at < $n; at++) {
    double own = from[at], before;
    __atomic_exchange(&held, &own, &before, __ATOMIC_RELAXED);
    sum += before;
}
sum += held;
for (int at = 0; at < $n; at++) to[at] = from[at] * sum / $n;",
    ),
    row(
        Guards,
        "a sum that all workers look at",
        Effect::Shared,
        r"double sum = 0.0;
#pragma omp parallel
{
#pragma omp for $chunks
    for (int at = 0; at < $n; at++) {
#pragma omp atomic
        sum += from[at];
    }
    double seen;
#pragma omp atomic read
    seen = sum;
#pragma omp for
    for (int at = 0; at < $n; at++) to[at] = from[at] * seen / $n;
}",
    ),
    row(
        Guards,
        "a product that all workers look at",
        Effect::Shared,
        r"double product = 1.0;
#pragma omp parallel
{
#pragma omp for $chunks
    for (int at = 0; at < $n; at++) {
        double factor = exp(0.0078125 * from[at]);
#pragma omp atomic
        product *= factor;
    }
#pragma omp for
    for (int at = 0; at < $n; at++) to[at] = from[at] * log(product) / (0.0078125 * $n);
}",
    ),
    row(
        Guards,
        "a number that one worker writes for all",
        Effect::Pivot,
        r"double pivot = 0.0;
#pragma omp parallel
{
#pragma omp single
    {
#pragma omp atomic write
        pivot = from[$n - 1];
    }
    double seen;
#pragma omp atomic read
    seen = pivot;
#pragma omp for nowait
    for (int at = 0; at < $n; at++) to[at] = from[at] * seen;
}",
    ),
    row(
        Guards,
        "the largest, by comparison",
        Effect::Largest,
        r"double most = -1e30;
#pragma omp parallel
{
#pragma omp for $chunks
    for (int at = 0; at < $n; at++) {
        double value = from[at];
#pragma omp atomic compare
        if (value > most) { most = value; }
    }
#pragma omp for
    for (int at = 0; at < $n; at++) to[at] = from[at] * most;
}",
    ),
    row(
        Guards,
        "iterations that are drawn",
        Effect::Square,
        r"int next = 0;
#pragma omp parallel
while (1) {
    int at;
#pragma omp atomic capture
    at = next++;
    if (at >= $n) break;
    to[at] = from[at] * from[at];
}",
    ),
    row(
        Guards,
        "pairs in a section",
        Effect::Coupled,
        r"double sum = 0.0, pairs = 0.0;
#pragma omp parallel for $chunks
for (int at = 0; at < $n; at++) {
#pragma omp critical
    {
        pairs += sum * from[at];
        sum += from[at];
    }
}
for (int at = 0; at < $n; at++) to[at] = from[at] * pairs / ($n * $n);",
    ),
    row(
        Guards,
        "a length in a section",
        Effect::Norm,
        r"double norm = 1.0;
#pragma omp parallel
{
#pragma omp for nowait $chunks
    for (int at = 0; at < $n; at++) {
        double value = from[at];
#pragma omp critical($plength)
        norm = sqrt(norm * norm + value * value);
    }
#pragma omp barrier
#pragma omp for
    for (int at = 0; at < $n; at++) to[at] = from[at] * norm;
}",
    ),
    row(
        Guards,
        "a length under a lock",
        Effect::Norm,
        r"double norm = 1.0;
omp_lock_t lock;
omp_init_lock(&lock);
#pragma omp parallel for $chunks
for (int at = 0; at < $n; at++) {
    omp_set_lock(&lock);
    norm = sqrt(norm * norm + from[at] * from[at]);
    omp_unset_lock(&lock);
}
omp_destroy_lock(&lock);
for (int at = 0; at < $n; at++) to[at] = from[at] * norm;",
    ),
    row(
        Guards,
        "a length in a section of a function",
        Effect::Norm,
        r"double norm = 1.0;
#pragma omp parallel for $chunks
for (int at = 0; at < $n; at++) {
    double way = at % 2 ? from[at] : -from[at];
    $plengthen(&norm, way);
}
for (int at = 0; at < $n; at++) to[at] = from[at] * norm;",
    ),
    row(
        Guards,
        "a polynomial by its roots in a section",
        Effect::Coupled,
        r"double terms[3] = {1.0, 0.0, 0.0};
#pragma omp parallel for $chunks
for (int at = 0; at < $n; at++) {
#pragma omp critical
    for (int k = 2; k > 0; k--) terms[k] += from[at] * terms[k - 1];
}
for (int at = 0; at < $n; at++) to[at] = from[at] * terms[2] / ($n * $n);",
    ),
    row(
        Guards,
        "a sorted list that grows in a section",
        Effect::Sort,
        r"double held[$n];
int filled = 0;
#pragma omp parallel for $chunks
for (int at = 0; at < $n; at++) {
    double value = to[at];
#pragma omp critical
    {
        int place = filled++;
        while (place > 0 && held[place - 1] > value) {
            held[place] = held[place - 1];
            place--;
        }
        held[place] = value;
    }
}
for (int at = 0; at < $n; at++) to[at] = held[at];",
    ),
    row(
        Guards,
        "two sections, one around what the other one made",
        Effect::Coupled,
        r"double sum = 0.0, squares = 0.0, last = 0.0;
#pragma omp parallel for $chunks
for (int at = 0; at < $n; at++) {
    double seen;
#pragma omp critical($pfirst)
    {
        sum += from[at];
        last = 0.5 * last + from[at];
        seen = last;
    }
#pragma omp critical($psecond)
    squares += from[at] * from[at] + seen - seen;
}
for (int at = 0; at < $n; at++) to[at] = from[at] * 0.5 * (sum * sum - squares) / ($n * $n);",
    ),
];

pub(super) const HELPERS: &[Helper] = &[(
    "lengthen",
    r"static __attribute__((noinline)) void $plengthen(double *norm, double value)
{
#pragma omp critical($plengthening)
    {
        double before = *norm;
        *norm = sqrt(before * before + value * value);
    }
}",
)];

//! Spellings with what is left of OpenMP: values that one worker hands to all, loops that are left, sections, last values, loops without
//! barriers, teams within teams.

use super::{Effect, Helper, Row, row, several};
use crate::features::Feature::Teamwork;

pub(super) const ROWS: &[Row] = &[
    row(
        Teamwork,
        "a variable that workers know under two names",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    double value = from[at], pair[2] = {from[at], 0.0};
    double *same = &value, *second = pair + 1;
#pragma omp parallel firstprivate(same, second)
    {
#pragma omp single
        {
            *same = value * from[at];
            second[0] = pair[0];
            pair[0] = 2.0 * value;
        }
#pragma omp single
        to[at] = value + second[-1] - *same - second[0] * second[0];
    }
}",
    ),
    row(
        Teamwork,
        "steps that are run again, with two regions each",
        Effect::Square,
        r"double now[$n], factor[$n], own[$n];
for (int at = 0; at < $n; at++) now[at] = 1.0, own[at] = from[at];
for (int step = 0; step < 4; step++) {
    enzyme_rs_checkpoint(2, now, sizeof now, factor, sizeof factor, own, sizeof own);
#pragma omp parallel for
    for (int at = 0; at < $n; at++) factor[at] = step % 2 ? own[at] : 2.0 * step + 1.0;
#pragma omp parallel for schedule(dynamic)
    for (int at = 0; at < $n; at++) now[at] = now[at] * factor[at] / (step == 2 ? 5.0 : 1.0);
}
for (int at = 0; at < $n; at++) to[at] = now[at];",
    ),
    row(
        Teamwork,
        "a number that one worker hands to all",
        Effect::Shared,
        r"#pragma omp parallel
{
    double sum;
#pragma omp single copyprivate(sum)
    {
        sum = 0.0;
        for (int at = 0; at < $n; at++) sum += from[at];
    }
#pragma omp for $chunks
    for (int at = 0; at < $n; at++) to[at] = from[at] * sum / $n;
}",
    ),
    row(
        Teamwork,
        "a structure and an array that one worker hands to all",
        Effect::Coupled,
        r"#pragma omp parallel
{
    struct $psums both;
    double half[2];
#pragma omp single copyprivate(both, half)
    {
        both.sum = both.squares = 0.0;
        for (int at = 0; at < $n; at++) {
            both.sum += from[at];
            both.squares += from[at] * from[at];
        }
        half[0] = 0.5 * both.sum;
        half[1] = 0.5;
    }
#pragma omp for
    for (int at = 0; at < $n; at++) to[at] = from[at] * (half[0] * both.sum - half[1] * both.squares) / ($n * $n);
}",
    ),
    row(
        Teamwork,
        "a pointer that one worker hands to all, in steps",
        Effect::Copy,
        r"double now[$n], next[$n];
for (int at = 0; at < $n; at++) now[at] = from[at];
#pragma omp parallel
{
    double *source, *target, shift;
    for (int step = 0; step < 4; step++) {
#pragma omp single copyprivate(source, target, shift)
        {
            source = step % 2 ? next : now;
            target = step % 2 ? now : next;
            shift = (step % 2 ? -0.5 : 0.5) * (from[0] * from[0]);
        }
#pragma omp for $chunks
        for (int at = 0; at < $n; at++) target[at] = source[at] + shift;
    }
}
for (int at = 0; at < $n; at++) to[at] = now[at];",
    ),
    row(
        Teamwork,
        "a loop that is left where something is found",
        Effect::Pivot,
        r"double pivot = 0.0, held[$n];
#pragma omp parallel
{
#pragma omp for
    for (int at = 0; at < $n; at++) {
        held[at] = from[at] * from[at];
        if (at == $n - 1) {
            pivot = from[at];
#pragma omp cancel for
        }
    }
#pragma omp for $chunks
    for (int at = 0; at < $n; at++) held[at] = from[at] * pivot;
#pragma omp for
    for (int at = 0; at < $n; at++) to[at] = held[at];
}",
    ),
    row(
        Teamwork,
        "a loop that asks whether it is left, before it does anything",
        Effect::Square,
        r"#pragma omp parallel
{
#pragma omp for schedule(static)
    for (int at = 0; at < $n; at++) {
#pragma omp cancellation point for
        to[at] = 0.5 * from[at];
        if (at > $n) {
#pragma omp cancel for
        }
    }
#pragma omp for $chunks
    for (int at = 0; at < $n; at++) to[at] = 2.0 * to[at] * from[at];
}",
    ),
    several(
        Teamwork,
        "sections side by side",
        Effect::Square,
        r"#pragma omp parallel sections
{
#pragma omp section
    for (int at = 0; at < $n / 2; at++) to[at] = from[at] * from[at];
#pragma omp section
    for (int at = $n / 2; at < $n; at++) to[at] = from[at] * from[at];
}",
    ),
    row(
        Teamwork,
        "sections that hand the last value back",
        Effect::Pivot,
        r"double last = 0.0, sum = 0.0;
#pragma omp parallel
{
#pragma omp sections lastprivate(last) reduction(+ : sum)
    {
#pragma omp section
        {
            last = from[0] * from[0];
            sum += last;
        }
#pragma omp section
        {
            last = from[$n - 1];
            sum += last * last;
        }
    }
#pragma omp for $chunks
    for (int at = 0; at < $n; at++) to[at] = from[at] * (last + sum - sum);
}",
    ),
    row(
        Teamwork,
        "a loop that hands the last values back",
        Effect::Pivot,
        r"double last = 0.0, pair[2];
#pragma omp parallel
{
#pragma omp for lastprivate(last, pair) schedule(static, 2)
    for (int at = 0; at < $n; at++) {
        last = from[at] * from[at];
        pair[0] = from[at];
        pair[1] = last;
        to[at] = last;
    }
#pragma omp for
    for (int at = 0; at < $n; at++) to[at] = from[at] * pair[0] + (pair[1] - last);
}",
    ),
    row(
        Teamwork,
        "planes as one loop",
        Effect::Square,
        r"double held[$n][3];
#pragma omp parallel for collapse(2) $chunks
for (int at = 0; at < $n; at++)
    for (int k = 2; k >= 0; k--) held[at][k] = from[at] * (k == 1 ? 0.5 : 0.25);
#pragma omp parallel for $chunks
for (int at = 0; at < $n; at++) to[at] = (held[at][0] + held[at][1] + held[at][2]) * from[at];",
    ),
    row(
        Teamwork,
        "loops without a barrier",
        Effect::Smoothed,
        r"double held[$n], other[$n];
#pragma omp parallel
{
#pragma omp for nowait $chunks
    for (int at = 0; at < $n; at++) held[at] = 0.25 * from[at > 0 ? at - 1 : at];
#pragma omp for nowait schedule(guided)
    for (int at = $n - 1; at >= 0; at--) other[at] = from[at + 1 < $n ? at + 1 : at];
#pragma omp barrier
#pragma omp for schedule(static) nowait
    for (int at = 0; at < $n; at++) held[at] = held[at] * other[at];
#pragma omp for schedule(static)
    for (int at = 0; at < $n; at++) to[at] = from[at] + held[at];
}",
    ),
    row(
        Teamwork,
        "teams within a team",
        Effect::Shared,
        r"double sum = 0.0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
{
#pragma omp for
    for (int half = 0; half < 2; half++) {
        double own = 0.0;
#pragma omp parallel for reduction(+ : own) num_threads(2)
        for (int at = half; at < $n; at += 2) {
            own += from[at];
            to[at] = from[at] * from[at];
        }
        sum += own;
    }
}
#pragma omp parallel for
for (int at = 0; at < $n; at++) to[at] = from[at] * sum / $n;",
    ),
    row(
        Teamwork,
        "a chain in the order of iterations",
        Effect::Chained,
        r"double state = 0.0;
#pragma omp parallel for ordered $chunks
for (int at = 0; at < $n; at++) {
    double square = from[at] * from[at];
#pragma omp ordered
    {
        state = square + 0.5 * state;
        to[at] = state;
    }
}",
    ),
    // clang 22 does not end where there is one iteration.
    several(
        Teamwork,
        "a running sum",
        Effect::Chained,
        r"double sum = 0.0, weight[$n];
for (int at = 0; at < $n; at++) weight[at] = at > 0 ? 2.0 * weight[at - 1] : 1.0;
#pragma omp parallel for reduction(inscan, + : sum)
for (int at = 0; at < $n; at++) {
    sum += weight[at] * from[at] * from[at];
#pragma omp scan inclusive(sum)
    to[at] = sum / weight[at];
}",
    ),
    row(
        Teamwork,
        "steps with scratch memory of each worker's own",
        Effect::Copy,
        r"double now[$n], scratch[3];
for (int at = 0; at < $n; at++) now[at] = from[at];
for (int step = 0; step < 3; step++) {
#pragma omp parallel for private(scratch) $chunks
    for (int at = 0; at < $n; at++) {
        for (int k = 0; k < 3; k++) scratch[k] = now[at] * now[at] + k;
        now[at] = now[at] + scratch[2] / (1.0 + scratch[1]) - (scratch[0] + 2.0) / (2.0 + scratch[0]);
    }
}
for (int at = 0; at < $n; at++) to[at] = now[at];",
    ),
];

pub(super) const HELPERS: &[Helper] = &[("sums", r"struct $psums { double sum, squares; };")];

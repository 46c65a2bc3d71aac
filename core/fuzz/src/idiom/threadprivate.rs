//! Spellings with variables of which each thread has a copy: scratch, values that are kept from region to region, `copyin`.

use super::{Effect, Helper, Row, row};
use crate::features::Feature::Threadprivate;

pub(super) const ROWS: &[Row] = &[
    row(
        Threadprivate,
        "scratch of each worker",
        Effect::Square,
        r"#pragma omp parallel for $chunks
for (int at = 0; at < $n; at++) {
    $pown = 0.5 * from[at];
    $pfew[at % 3] = 2.0 * $pown;
    to[at] = $pfew[at % 3] * from[at];
}",
    ),
    row(
        Threadprivate,
        "a sum of each worker's, added up in another region",
        Effect::Shared,
        r"double sum = 0.0;
#pragma omp parallel
{
    $pown = 0.0;
#pragma omp for $chunks
    for (int at = 0; at < $n; at++) $pown += from[at];
}
#pragma omp parallel
#pragma omp critical
sum += $pown;
#pragma omp parallel for
for (int at = 0; at < $n; at++) to[at] = from[at] * sum / $n;",
    ),
    row(
        Threadprivate,
        "a number, an array and a structure that all begin with",
        Effect::Coupled,
        r"$pown = 0.0;
$pboth.sum = $pboth.squares = 0.0, $pboth.n = $n;
for (int at = 0; at < $n; at++) {
    $pown += from[at];
    $pboth.sum += from[at];
    $pboth.squares += from[at] * from[at];
}
for (int k = 0; k < 3; k++) $pfew[k] = 0.5 * (k < 2 ? $pown : 1.0);
#pragma omp parallel copyin($pown, $pfew, $pboth)
{
    $pown = $pfew[0] * $pboth.sum;
#pragma omp for $chunks
    for (int at = 0; at < $n; at++) to[at] = from[at] * ($pown - $pfew[2] * $pboth.squares) / ($n * $pboth.n);
}",
    ),
    row(
        Threadprivate,
        "steps that hand on what the first worker has, each worker changing its copy",
        Effect::Copy,
        r"double now[$n];
for (int at = 0; at < $n; at++) now[at] = from[at];
$pown = 0.5 * from[0];
for (int step = 0; step < 4; step++) {
#pragma omp parallel copyin($pown)
    {
        $pfew[1] = $pown;
        $pown = -$pfew[1];
#pragma omp for $chunks
        for (int at = 0; at < $n; at++) now[at] = now[at] + $pfew[1] * from[0];
    }
}
for (int at = 0; at < $n; at++) to[at] = now[at];",
    ),
    row(
        Threadprivate,
        "a function that adds to the copy of whoever calls it",
        Effect::Shared,
        r"double sum = 0.0;
#pragma omp parallel
$pown = 0.0, $pfew[0] = 1.0;
#pragma omp parallel for schedule(static)
for (int at = 0; at < $n; at++) to[at] = from[at] * $pheld(from[at]);
#pragma omp parallel reduction(+ : sum)
sum += $pown;
for (int at = 0; at < $n; at++) to[at] = from[at] * sum / $n;",
    ),
    row(
        Threadprivate,
        "regions in a region that are handed the outer worker's copy",
        Effect::Square,
        r"#pragma omp parallel num_threads(2)
{
#pragma omp for
    for (int half = 0; half < 2; half++) {
        $pown = from[half < $n ? half : 0];
#pragma omp parallel num_threads(2) copyin($pown)
        {
            double first = $pown;
#pragma omp for
            for (int at = half; at < $n; at += 2) {
                $pown = from[at] - first;
                $pfew[half] = $pown + first;
                to[at] = $pfew[half] * from[at];
            }
        }
    }
}",
    ),
    row(
        Threadprivate,
        "memory of each worker's, from region to region",
        Effect::Square,
        r"#pragma omp parallel
{
    $pbuffer = (double *)malloc(2 * sizeof(double));
    $pbuffer[1] = from[$n - 1];
}
#pragma omp parallel for $chunks
for (int at = 0; at < $n; at++) {
    $pbuffer[0] = from[at] - $pbuffer[1];
    to[at] = ($pbuffer[0] + $pbuffer[1]) * from[at];
}
#pragma omp parallel
free($pbuffer);",
    ),
    row(
        Threadprivate,
        "tasks that use the copies of whoever does them",
        Effect::Square,
        r"#pragma omp parallel
#pragma omp single
for (int at = 0; at < $n; at++)
#pragma omp task
{
    $pown = from[at] * from[at];
    $pfew[2] = 0.5 * $pown;
    to[at] = $pown * 0.5 + $pfew[2];
}",
    ),
    row(
        Threadprivate,
        "a copy that one worker hands to all others",
        Effect::Pivot,
        r"#pragma omp parallel
{
    $pown = from[0] * from[0];
#pragma omp single copyprivate($pown)
    $pown = from[$n - 1];
#pragma omp for $chunks
    for (int at = 0; at < $n; at++) to[at] = from[at] * $pown;
}",
    ),
    row(
        Threadprivate,
        "teams of several sizes",
        Effect::Pivot,
        r"double held[$n];
for (int at = 0; at < $n; at++) held[at] = from[at];
$pown = from[$n - 1];
for (int most = 1; most < 4; most++) {
#pragma omp parallel num_threads(most) copyin($pown)
    {
        $pfew[0] = $pown * from[0];
#pragma omp for schedule(static, 1)
        for (int at = 0; at < $n; at++) held[at] = held[at] + (most == 2 ? -2.0 : 1.0) * $pfew[0];
    }
}
for (int at = 0; at < $n; at++) to[at] = held[at] * $pown;",
    ),
    row(
        Threadprivate,
        "the first worker's chain, beside regions that use the other copies",
        Effect::Chained,
        r"$pown = 0.0;
for (int at = 0; at < $n; at++) {
    double kept = $pown;
#pragma omp parallel
    $pown = from[at];
    $pown = $pown * from[at] + 0.5 * kept;
    to[at] = $pown;
}",
    ),
];

pub(super) const HELPERS: &[Helper] = &[
    (
        "own",
        "static double $pown;\n#pragma omp threadprivate($pown)",
    ),
    (
        "few",
        "static double $pfew[3];\n#pragma omp threadprivate($pfew)",
    ),
    (
        "both",
        "static struct { double sum, squares; int n; } $pboth;\n#pragma omp threadprivate($pboth)",
    ),
    (
        "buffer",
        "static double *$pbuffer;\n#pragma omp threadprivate($pbuffer)",
    ),
    (
        "held",
        r"static __attribute__((noinline)) double $pheld(double by)
{
    $pown = $pown + by;
    $pfew[0] = 0.125 * $pfew[0] * by;
    return $pown * $pfew[0];
}",
    ),
];

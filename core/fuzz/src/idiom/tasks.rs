//! Spellings with tasks of OpenMP: recursive ones, chains that depend on each other, groups with reductions, loops cut into tasks.

use super::{Dialect, Effect, Helper, Row, row, several};
use crate::features::Feature::Tasks;

pub(super) const ROWS: &[Row] = &[
    row(
        Tasks,
        "halves of halves",
        Effect::Square,
        r"#pragma omp parallel
#pragma omp single
$phalves(to, from, 0, $n);",
    ),
    row(
        Tasks,
        "halves of halves that a group waits for",
        Effect::Square,
        r"#pragma omp parallel
#pragma omp masked
{
#pragma omp taskgroup
    $ploose_halves(to, from, 0, $n);
    to[0] = to[0] + from[0] - from[0];
}",
    ),
    row(
        Tasks,
        "a rule for a number, called by tasks",
        Effect::Square,
        r"#pragma omp parallel
#pragma omp single
for (int at = 0; at < $n; at++) {
#pragma omp task if(at % 3)
    to[at] = $pown_number(from[at]);
}",
    ),
    row(
        Tasks,
        "tasks that add to a part of an array",
        Effect::Shared,
        r"double parts[3] = {0};
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : parts[0:3])
for (int at = 0; at < $n; at++) {
#pragma omp task in_reduction(+ : parts[0:3]) firstprivate(at)
    parts[at % 3] += from[at];
}
double sum = parts[0] + parts[1] + parts[2];
for (int at = 0; at < $n; at++) to[at] = from[at] * sum / $n;",
    ),
    row(
        Tasks,
        "a tree of sums",
        Effect::Shared,
        r"double sum = 0.0;
#pragma omp parallel
#pragma omp single
sum = $phalved_sum(from, $n);
for (int at = 0; at < $n; at++) to[at] = from[at] * sum / $n;",
    ),
    row(
        Tasks,
        "a tree of sums and products",
        Effect::Coupled,
        r"double sum = 0.0, pairs = 0.0;
#pragma omp parallel
#pragma omp single nowait
$phalved_pairs(from, $n, &sum, &pairs);
for (int at = 0; at < $n; at++) to[at] = from[at] * pairs / ($n * $n);",
    ),
    row(
        Tasks,
        "a chain of tasks",
        Effect::Chained,
        r"double state = 0.0;
#pragma omp parallel
#pragma omp single
for (int at = 0; at < $n; at++) {
#pragma omp task depend(inout : state)
    {
        state = from[at] * from[at] + 0.5 * state;
        to[at] = state;
    }
}",
    ),
    row(
        Tasks,
        "a chain of tasks of which none is put off",
        Effect::Chained,
        r"double state = 0.0;
#pragma omp parallel
#pragma omp single
for (int at = 0; at < $n; at++) {
    double square = from[at] * from[at];
#pragma omp task if(0) shared(state)
    {
        state = square + 0.5 * state;
        to[at] = state;
    }
}",
    ),
    row(
        Tasks,
        "a chain of tasks of which every other one is put off",
        Effect::Chained,
        r"double state = 0.0;
#pragma omp parallel
#pragma omp single
for (int at = 0; at < $n; at++) {
#pragma omp task if(at % 2) depend(inout : state)
    {
        state = from[at] * from[at] + 0.5 * state;
        to[at] = state;
    }
#pragma omp task if(0) depend(in : state)
    to[at] = to[at] + (state - state);
}",
    ),
    row(
        Tasks,
        "a group that adds up, none of whose tasks is put off",
        Effect::Shared,
        r"double sum = 0.0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
for (int at = 0; at < $n; at++) {
#pragma omp task if(0) in_reduction(+ : sum)
    sum += from[at];
}
for (int at = 0; at < $n; at++) to[at] = from[at] * sum / $n;",
    ),
    row(
        Tasks,
        "a pipeline of tasks",
        Effect::Chained,
        r"double held[$n], state = 0.0;
#pragma omp parallel
#pragma omp single
for (int at = 0; at < $n; at++) {
#pragma omp task depend(out : held[at])
    held[at] = from[at] * from[at];
#pragma omp task depend(in : held[at]) depend(inout : state)
    {
        state = held[at] + 0.5 * state;
        to[at] = state;
    }
#pragma omp task depend(inout : held[at])
    held[at] *= 0.5;
}",
    ),
    row(
        Tasks,
        "tasks that depend on their neighbours",
        Effect::Smoothed,
        r"double held[$n];
#pragma omp parallel
#pragma omp single
{
    for (int at = 0; at < $n; at++) {
#pragma omp task depend(out : held[at])
        held[at] = from[at];
    }
    for (int at = 0; at < $n; at++) {
        int left = at > 0 ? at - 1 : at, right = at + 1 < $n ? at + 1 : at;
#pragma omp task depend(in : held[left], held[at], held[right])
        to[at] = held[at] + 0.25 * held[left] * held[right];
    }
    for (int at = 0; at < $n; at++) {
#pragma omp task depend(inout : held[at])
        held[at] = 0.0;
    }
}",
    ),
    row(
        Tasks,
        "tasks that exclude each other",
        Effect::Coupled,
        r"double sum = 0.0, pairs = 0.0;
#pragma omp parallel
#pragma omp single
for (int at = 0; at < $n; at++) {
#pragma omp task depend(mutexinoutset : sum)
    {
        pairs += sum * from[at];
        sum += from[at];
    }
}
for (int at = 0; at < $n; at++) to[at] = from[at] * pairs / ($n * $n);",
    ),
    row(
        Tasks,
        "a group that adds up",
        Effect::Shared,
        r"double sum = 0.0;
#pragma omp parallel
#pragma omp single
{
#pragma omp taskgroup task_reduction(+ : sum)
    for (int at = 0; at < $n; at++) {
#pragma omp task in_reduction(+ : sum)
        sum += from[at];
    }
    for (int at = 0; at < $n; at++) to[at] = from[at] * sum / $n;
}",
    ),
    several(
        Tasks,
        "a group that adds up parts and squares",
        Effect::Coupled,
        r"double parts[2] = {0.0, 0.0}, squares = 0.0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : parts, squares)
for (int at = 0; at < $n; at += 2) {
#pragma omp task in_reduction(+ : parts, squares)
    for (int k = at; k < $n && k < at + 2; k++) {
        parts[k % 2] += from[k];
        squares += from[k] * from[k];
    }
}
double sum = parts[0] + parts[1];
for (int at = 0; at < $n; at++) to[at] = from[at] * 0.5 * (sum * sum - squares) / ($n * $n);",
    ),
    row(
        Tasks,
        "a group that looks for the largest",
        Effect::Largest,
        r"double most = -1e30;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(max : most)
for (int at = 0; at < $n; at++) {
#pragma omp task in_reduction(max : most)
    if (from[at] > most) most = from[at];
}
for (int at = 0; at < $n; at++) to[at] = from[at] * most;",
    ),
    row(
        Tasks,
        "tasks of a region's reduction",
        Effect::Shared,
        r"double sum = 0.0;
#pragma omp parallel reduction(task, + : sum)
{
#pragma omp single
    for (int at = 0; at < $n; at++) {
#pragma omp task in_reduction(+ : sum)
        sum += from[at];
    }
}
for (int at = 0; at < $n; at++) to[at] = from[at] * sum / $n;",
    ),
    row(
        Tasks,
        "tasks of a loop's reduction",
        Effect::Norm,
        r"double sum = 1.0;
#pragma omp parallel
#pragma omp for reduction(task, + : sum)
for (int at = 0; at < $n; at++) {
#pragma omp task in_reduction(+ : sum)
    sum += from[at] * from[at];
}
for (int at = 0; at < $n; at++) to[at] = from[at] * sqrt(sum);",
    ),
    row(
        Tasks,
        "a loop cut into tasks",
        Effect::Square,
        r"#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(2)
for (int at = 0; at < $n; at++) to[at] = from[at] * from[at];",
    ),
    row(
        Tasks,
        "a loop cut into three tasks that add up",
        Effect::Shared,
        r"double sum = 0.0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(3) reduction(+ : sum)
for (int at = 0; at < $n; at++) sum += from[at];
for (int at = 0; at < $n; at++) to[at] = from[at] * sum / $n;",
    ),
    row(
        Tasks,
        "a loop cut into tasks of a group that adds up",
        Effect::Norm,
        r"double sum = 1.0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
{
#pragma omp taskloop in_reduction(+ : sum) nogroup
    for (int at = 0; at < $n; at += 2) sum += from[at] * from[at];
#pragma omp task in_reduction(+ : sum)
    for (int at = 1; at < $n; at += 2) sum += from[at] * from[at];
}
for (int at = 0; at < $n; at++) to[at] = from[at] * sqrt(sum);",
    ),
    row(
        Tasks,
        "two loops cut into tasks, waited for",
        Effect::Smoothed,
        r"double held[$n];
#pragma omp parallel
#pragma omp single
{
#pragma omp taskloop nogroup num_tasks(4)
    for (int at = 0; at < $n; at++) held[at] = from[at] * from[at];
#pragma omp taskloop nogroup grainsize(1)
    for (int at = $n - 1; at >= 0; at--) to[at] = 0.25 * from[at > 0 ? at - 1 : at] * from[at + 1 < $n ? at + 1 : at];
#pragma omp taskwait
#pragma omp taskloop
    for (int at = 0; at < $n; at++) to[at] += (from[at] + held[at]) - held[at];
}",
    ),
    row(
        Tasks,
        "tasks with a window of their own",
        Effect::Smoothed,
        r"double window[3] = {0.0, 0.0, 0.0};
#pragma omp parallel
#pragma omp single
for (int at = 0; at < $n; at++) {
    for (int k = -1; k < 2; k++) window[k + 1] = from[at + k < 0 ? 0 : at + k < $n ? at + k : at];
#pragma omp task firstprivate(window)
    {
        double sum = 0.0;
        window[0] *= 0.25 * window[2];
        for (int k = 0; k < 2; k++) sum += window[k];
        to[at] = sum;
    }
}",
    ),
    row(
        Tasks,
        "tasks with a structure of their own",
        Effect::Square,
        r"#pragma omp parallel
#pragma omp single
{
    struct { double value, weights[2]; int at; } own;
    for (int at = 0; at < $n; at++) {
        own.at = at;
        own.value = from[at];
        own.weights[0] = own.weights[1] = 0.5;
#pragma omp task firstprivate(own)
        {
            for (int k = 0; k < 2; k++) own.weights[k] *= own.value;
            to[own.at] = own.value * (own.weights[0] + own.weights[own.at % 2]);
        }
    }
}",
    ),
    row(
        Tasks,
        "tasks with a pair of their own, some of which are not put off",
        Effect::Chained,
        r"double state = 0.0, pair[2] = {0.0, 0.5};
#pragma omp parallel
#pragma omp single
for (int at = 0; at < $n; at++) {
    pair[0] = from[at];
#pragma omp task if(at % 3) depend(inout : state) firstprivate(pair)
    {
        pair[at % 2 * 0] *= from[at];
        state = pair[0] + pair[1] * state;
        to[at] = state;
    }
}",
    ),
    row(
        Tasks,
        "a loop cut into tasks with an array of their own",
        Effect::Square,
        r"double pair[2] = {0.0, 1.0};
#pragma omp parallel
#pragma omp single
#pragma omp taskloop firstprivate(pair) grainsize(2)
for (int at = 0; at < $n; at++) {
    pair[at % 2] = from[at];
    to[at] = pair[at % 2] * from[at];
}",
    ),
    row(
        Tasks,
        "tasks with objects of their own",
        Effect::Square,
        r"#pragma omp parallel
#pragma omp single
for (int at = 0; at < $n; at++) {
    std::vector<double> all(from, from + at + 1);
    std::array<double, 2> pair{{from[at], 0.0}};
#pragma omp task firstprivate(all, pair)
    {
        pair[(at + 1) % 2] += all[at];
        to[at] = all.back() * (at % 2 == 0 ? pair[1] : pair[0] - all[at]);
    }
}",
    )
    .only_in(Dialect::Cpp),
    // clang 22 gives each task an array of its own where nothing is said of it.
    row(
        Tasks,
        "a plane cut into tasks",
        Effect::Square,
        r"double held[$n][3];
#pragma omp parallel masked taskloop collapse(2) num_tasks(5) shared(held)
for (int at = 0; at < $n; at++)
    for (int k = 0; k < 3; k++) held[at][k] = from[at] * from[at] * (k == 1 ? 0.5 : 0.25);
for (int at = 0; at < $n; at++) to[at] = held[at][0] + held[at][1] + held[at][2];",
    ),
    row(
        Tasks,
        "a loop cut into tasks that hands its last value back",
        Effect::Pivot,
        r"double last = 0.0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop lastprivate(last)
for (int at = 0; at < $n; at++) {
    last = from[at];
    to[at] = last * last;
}
for (int at = 0; at < $n; at++) to[at] = from[at] * last;",
    ),
    row(
        Tasks,
        "a task for each iteration of a shared loop",
        Effect::Square,
        r"#pragma omp parallel for $chunks
for (int at = 0; at < $n; at++) {
    double value = from[at];
#pragma omp task firstprivate(value)
    to[at] = value * value;
    value = 0.0;
}",
    ),
    row(
        Tasks,
        "tasks of all workers, then what they made",
        Effect::Smoothed,
        r"double held[$n];
#pragma omp parallel
{
#pragma omp for nowait $chunks
    for (int at = 0; at < $n; at++) {
#pragma omp task
        held[at] = from[at];
    }
#pragma omp taskwait
#pragma omp barrier
#pragma omp for
    for (int at = 0; at < $n; at++) to[at] = held[at] + 0.25 * held[at > 0 ? at - 1 : at] * held[at + 1 < $n ? at + 1 : at];
}",
    ),
    row(
        Tasks,
        "tasks of every sort",
        Effect::Square,
        r"#pragma omp parallel
#pragma omp single
for (int at = 0; at < $n; at++) {
#pragma omp task if(at % 2) priority(at) final(at > 3) mergeable
    {
        double value = from[at];
#pragma omp task shared(value)
        value *= from[at];
#pragma omp taskwait
        to[at] = value;
    }
}",
    ),
    // LLVM's OpenMP 22 takes no tasks of an untied one that is run at once.
    row(
        Tasks,
        "untied tasks, backwards",
        Effect::Square,
        r"#pragma omp parallel
#pragma omp single nowait
for (int at = $n - 1; at >= 0; at--) {
#pragma omp task untied
    {
        to[at] = 2.0 * from[at];
#pragma omp taskyield
        to[at] *= 0.5 * from[at];
    }
}",
    ),
    row(
        Tasks,
        "waves of tasks over what they change",
        Effect::Copy,
        r"double now[$n], next[$n];
for (int at = 0; at < $n; at++) now[at] = from[at];
#pragma omp parallel
#pragma omp single
for (int step = 0; step < 3; step++) {
    for (int at = 0; at < $n; at++) {
#pragma omp task
        next[at] = now[at] + 1.0 / (1.0 + now[at] * now[at]);
    }
#pragma omp taskwait
    for (int at = 0; at < $n; at += 2) {
#pragma omp task
        for (int k = at; k < $n && k < at + 2; k++) now[k] = next[k] - 1.0 / (1.0 + now[k] * now[k]);
    }
#pragma omp taskwait
}
for (int at = 0; at < $n; at++) to[at] = now[at];",
    ),
];

pub(super) const HELPERS: &[Helper] = &[
    (
        "halves",
        r"static void $phalves(double *to, const double *from, int first, int last)
{
    if (last - first < 3) {
        for (int at = first; at < last; at++) to[at] = from[at] * from[at];
        return;
    }
    int middle = (first + last) / 2;
#pragma omp task
    $phalves(to, from, first, middle);
#pragma omp task
    $phalves(to, from, middle, last);
#pragma omp taskwait
}",
    ),
    (
        "loose_halves",
        r"static void $ploose_halves(double *to, const double *from, int first, int last)
{
    if (last - first == 1) {
        to[first] = from[first] * from[first];
        return;
    }
    int middle = (first + last) / 2;
#pragma omp task
    $ploose_halves(to, from, first, middle);
    $ploose_halves(to, from, middle, last);
}",
    ),
    (
        "halved_sum",
        r"static double $phalved_sum(const double *from, int count)
{
    if (count == 1) return *from;
    double left, right;
#pragma omp task shared(left)
    left = $phalved_sum(from, count / 2);
#pragma omp task shared(right) if(count > 4)
    right = $phalved_sum(from + count / 2, count - count / 2);
#pragma omp taskwait
    return left + right;
}",
    ),
    (
        "halved_pairs",
        r"static void $phalved_pairs(const double *from, int count, double *sum, double *pairs)
{
    if (count == 1) {
        *sum = *from;
        *pairs = 0.0;
        return;
    }
    double left[2], right[2];
#pragma omp task shared(left)
    $phalved_pairs(from, count / 2, left, left + 1);
    $phalved_pairs(from + count / 2, count - count / 2, right, right + 1);
#pragma omp taskwait
    *sum = left[0] + right[0];
    *pairs = left[1] + right[1] + left[0] * right[0];
}",
    ),
];

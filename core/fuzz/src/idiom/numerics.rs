//! Spellings of a number's square, its size or itself by methods of numerical mathematics: iterations that end where they have
//! converged, steps that are rejected, systems that are solved, tables that are searched, and corners of mathematical functions.

use super::{Dialect, Effect, Helper, Row, row, several};
use crate::features::Feature::Numerics;

/// A spelling that C++ does not have.
const fn only_c(name: &'static str, effect: Effect, code: &'static str) -> Row {
    row(Numerics, name, effect, code).only_in(Dialect::C)
}

pub(super) const ROWS: &[Row] = &[
    row(
        Numerics,
        "Newton's method until it converges",
        Effect::Abs,
        r"for (int at = 0; at < $n; at++) {
    double square = from[at] * from[at], value = 1.0 + square;
    for (;;) {
        double next = 0.5 * (value + square / value), step = fabs(next - value);
        value = next;
        if (step <= 1e-12 * value) break;
    }
    to[at] = value;
}",
    ),
    row(
        Numerics,
        "Newton's method with a limit and a flag",
        Effect::Abs,
        r"for (int at = 0; at < $n; at++) {
    double value = 1.0 + from[at] * from[at], rest;
    int steps = 0, done = 0;
    do {
        rest = value * value - from[at] * from[at];
        if (fabs(rest) < 1e-13 * value * value) done = 1;
        value -= rest / (2.0 * value);
    } while (!done && ++steps < 100);
    to[at] = value;
}",
    ),
    row(
        Numerics,
        "Newton's method as a recursion",
        Effect::Abs,
        r"for (int at = 0; at < $n; at++) to[at] = $prefine(1.0 + fabs(from[at]), from[at] * from[at], 60);",
    ),
    row(
        Numerics,
        "intervals halved, and one step of Newton's method",
        Effect::Abs,
        r"for (int at = 0; at < $n; at++) {
    double low = 0.0, high = 1.0 + from[at] * from[at];
    for (int step = 0; step < 200; step++) {
        double middle = 0.5 * (low + high);
        if (middle == low || middle == high) break;
        if (middle * middle < from[at] * from[at]) low = middle;
        else high = middle;
    }
    to[at] = 0.5 * (high + from[at] * from[at] / high);
}",
    ),
    several(
        Numerics,
        "Gauss-Seidel sweeps in place, with an early exit",
        Effect::Square,
        r"double right[$n];
for (int at = 0; at < $n; at++) {
    right[at] = 8.0 * from[at] * from[at];
    if (at > 0) right[at] -= from[at - 1] * from[at - 1];
    if (at < $n - 1) right[at] -= from[at + 1] * from[at + 1];
    to[at] = 0.0;
}
for (int sweep = 0; sweep < 40; sweep++) {
    double change = 0.0, most = 1.0;
    for (int at = 0; at < $n; at++) {
        double value = right[at];
        if (at > 0) value += to[at - 1];
        if (at < $n - 1) value += to[at + 1];
        value *= 0.125;
        change = fmax(change, fabs(value - to[at]));
        most = fmax(most, fabs(value));
        to[at] = value;
    }
    if (change < 1e-16 * most) break;
}",
    ),
    several(
        Numerics,
        "Jacobi's sweeps until nothing changes",
        Effect::Square,
        r"double old[$n], right[$n], change;
int sweeps = 0;
for (int at = 0; at < $n; at++) right[at] = from[at] * from[at] - 0.0625 * from[(at + 1) % $n] * from[(at + 1) % $n];
memset(old, 0, sizeof old);
do {
    change = 0.0;
    for (int at = 0; at < $n; at++) to[at] = right[at] + 0.0625 * old[(at + 1) % $n];
    for (int at = 0; at < $n; at++) {
        double moved = fabs(to[at] - old[at]);
        if (moved > change) change = moved;
    }
    memcpy(old, to, sizeof old);
} while (change > 0.0 && ++sweeps < 60);",
    ),
    row(
        Numerics,
        "steps that are rejected and made smaller",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    double time = 0.0, step = 1.0, value = 0.0;
    while (time < 1.0) {
        if (time + step > 1.0) step = 1.0 - time;
        double one = 2.0 * from[at] * from[at] * time, two = 2.0 * from[at] * from[at] * (time + step);
        double next = value + 0.5 * step * (one + two), error = step * step;
        if (error > 0.1) {
            step *= 0.5;
            continue;
        }
        value = next;
        time += step;
        if (error < 0.02) step *= 2.0;
    }
    to[at] = value;
}",
    ),
    row(
        Numerics,
        "steps whose size varies with the error",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    double time = 0.0, step = 0.5, value = 0.0, rate = 2.0 * from[at] * from[at];
    for (int tried = 0; tried < 30; tried++) {
        int last = time + step >= 1.0;
        if (last || tried == 29) step = 1.0 - time;
        double error = step * step * (1.0 + rate / (1.0 + rate)), next = value + step * (rate * time + 0.5 * rate * step);
        if (!last && tried < 29 && error > 0.09) {
            step = fmax(0.3 * step, 0.9 * step * sqrt(0.09 / error));
            continue;
        }
        value = next;
        time += step;
        if (last || tried == 29) break;
        step = fmin(2.0 * step, 0.9 * step * sqrt(0.09 / error));
    }
    to[at] = value;
}",
    ),
    row(
        Numerics,
        "a table that is searched and interpolated",
        Effect::Square,
        r"double knot[9], height[9];
for (int at = 0; at < $n; at++) {
    for (int pos = 0; pos < 9; pos++) {
        knot[pos] = 2.0 * pos - 8.0;
        height[pos] = knot[pos] * from[at];
    }
    to[at] = $plinear(knot, height, 9, from[at]);
}",
    ),
    row(
        Numerics,
        "a table on the heap, its places found by bisection",
        Effect::Square,
        r"struct $pknot *table = (struct $pknot *)malloc(5 * sizeof *table);
for (int at = 0; at < $n; at++) {
    for (int pos = 0; pos < 5; pos++) {
        table[pos].place = 4.0 * pos - 8.0;
        table[pos].height = table[pos].place * from[at];
        table[pos].slope = from[at];
    }
    int low = 0, high = 4;
    while (high - low > 1) {
        int middle = (low + high) >> 1;
        if (table[middle].place > from[at]) high = middle;
        else low = middle;
    }
    const struct $pknot *left = table + low;
    to[at] = left->height + left->slope * (from[at] - left->place);
}
free(table);",
    ),
    several(
        Numerics,
        "elimination with pivots",
        Effect::Square,
        r"double matrix[$n][$n + 1], *row[$n];
for (int at = 0; at < $n; at++) {
    row[at] = matrix[at];
    matrix[at][$n] = 0.0;
    for (int pos = 0; pos < $n; pos++) {
        matrix[at][pos] = pos == (at + 1) % $n ? 4.0 : 1.0 / ($n + at + pos);
        matrix[at][$n] += matrix[at][pos] * from[pos] * from[pos];
    }
}
for (int col = 0; col < $n; col++) {
    int best = col;
    for (int at = col + 1; at < $n; at++) if (fabs(row[at][col]) > fabs(row[best][col])) best = at;
    double *held = row[col];
    row[col] = row[best];
    row[best] = held;
    for (int at = col + 1; at < $n; at++) {
        double factor = row[at][col] / row[col][col];
        for (int pos = col; pos <= $n; pos++) row[at][pos] -= factor * row[col][pos];
    }
}
for (int at = $n - 1; at >= 0; at--) {
    double value = row[at][$n];
    for (int pos = at + 1; pos < $n; pos++) value -= row[at][pos] * to[pos];
    to[at] = value / row[at][at];
}",
    ),
    several(
        Numerics,
        "a system of three diagonals in place",
        Effect::Square,
        r"double upper[$n], right[$n];
for (int at = 0; at < $n; at++) {
    double last = at > 0 ? from[at - 1] : 0.0, next = at < $n - 1 ? from[at + 1] : 0.0;
    right[at] = 4.0 * from[at] * from[at] + last * last + next * next;
    upper[at] = 1.0;
}
upper[0] /= 4.0;
right[0] /= 4.0;
for (int at = 1; at < $n; at++) {
    double pivot = 4.0 - upper[at - 1];
    upper[at] /= pivot;
    right[at] = (right[at] - right[at - 1]) / pivot;
}
to[$n - 1] = right[$n - 1];
for (int at = $n - 2; at >= 0; at--) to[at] = right[at] - upper[at] * to[at + 1];",
    ),
    row(
        Numerics,
        "a sum with compensation",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    double sum = 0.0, lost = 0.0;
    for (int pos = 0; pos < 4; pos++) {
        double more = 0.25 * from[at] * from[at] - lost, next = sum + more;
        lost = (next - sum) - more;
        sum = next;
    }
    to[at] = sum;
}",
    ),
    row(
        Numerics,
        "exact products and sums",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    double product = from[at] * from[at], rest = fma(from[at], from[at], -product);
    to[at] = (product + rest) - rest + fdim(rest, rest);
}",
    ),
    row(
        Numerics,
        "fmod by an active number",
        Effect::Copy,
        r"for (int at = 0; at < $n; at++) {
    double span = 4.0 * fabs(from[at]) + 1.0, value = fmod(from[at] + 3.0 * span, span);
    if (value > 0.5 * span) value -= span;
    to[at] = value;
}",
    ),
    row(
        Numerics,
        "fmod below and above zero",
        Effect::Copy,
        r"for (int at = 0; at < $n; at++) to[at] = (fmod(from[at], 4096.0) - fmod(-from[at], 4096.0) + 2.0 * fmod(from[at], -4096.0)) / 4.0;",
    ),
    row(
        Numerics,
        "remainder by an active number",
        Effect::Copy,
        r"for (int at = 0; at < $n; at++) {
    double span = 4.0 * fabs(from[at]) + 1.0;
    to[at] = remainder(from[at] - 2.0 * span, at & 1 ? span : -span);
}",
    ),
    row(
        Numerics,
        "remainder and quotient",
        Effect::Copy,
        r"for (int at = 0; at < $n; at++) {
    int turns = 7;
    double span = 1.0 + fabs(from[at]) * 4.0, value = remquo(from[at] + span, span, &turns);
    to[at] = value + (turns - 1) * span;
}",
    ),
    row(
        Numerics,
        "whole and fraction",
        Effect::Copy,
        r"for (int at = 0; at < $n; at++) {
    double whole, part = modf(from[at], &whole);
    to[at] = (whole - floor(from[at])) + part + floor(from[at]) + (trunc(from[at]) - whole);
}",
    ),
    row(
        Numerics,
        "hypot of parts and of zero",
        Effect::Abs,
        r"for (int at = 0; at < $n; at++) to[at] = at & 1 ? hypot(from[at], 0.0) : hypot(-0.6 * from[at], hypot(0.0, 0.8 * from[at]));",
    ),
    row(
        Numerics,
        "angles in four quadrants",
        Effect::Copy,
        r"for (int at = 0; at < $n; at++) {
    double other = (at & 1 ? -0.75 : 0.75) * fabs(from[at]) + (at & 1 ? -0.5 : 0.5), angle = atan2(from[at], other);
    to[at] = hypot(from[at], other) * sin(angle);
}",
    ),
    row(
        Numerics,
        "an angle on the axes",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    double size = 1.0 + from[at] * from[at], angle = at & 1 ? atan2(0.0, size) : atan2(size, 0.0);
    to[at] = size * (at & 1 ? cos(angle) : sin(angle)) - 1.0;
}",
    ),
    row(
        Numerics,
        "powers at their corners",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) to[at] = pow(from[at], 2.0) * pow(from[at], 0.0) + 0.5 * pow(0.0, 2.0) + pow(-from[at], 1.0) + from[at] * pow(1.0, from[at]);",
    ),
    row(
        Numerics,
        "a number split and scaled",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    int power;
    double part = frexp(from[at], &power);
    to[at] = ldexp(part * part, 2 * power);
}",
    ),
    row(
        Numerics,
        "scaled down and up by loops",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    double value = from[at] * from[at];
    int halved = 0;
    while (value > 2.0) {
        value *= 0.5;
        halved++;
    }
    while (halved-- > 0) value += value;
    to[at] = value;
}",
    ),
    row(
        Numerics,
        "products of wide numbers",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    long double wide = from[at];
    wide = wide * (wide + 1.0L) - fabsl(wide) * (wide < 0.0L ? -1.0L : 1.0L);
    to[at] = (double)wide;
}",
    ),
    only_c(
        "products of complex numbers",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    double _Complex one = from[at] + 1.0i * from[at], two = ~one;
    two *= one;
    to[at] = 0.5 * __real__ two + 0.5 * __imag__ two;
}",
    ),
    only_c(
        "quotients of complex numbers",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    double _Complex one = (1.0 + from[at] * from[at]) * (0.6 + 0.8i), two = 0.8 - 0.6i;
    one = one / two * (0.0 - 1.0i);
    to[at] = __real__ one - 1.0;
}",
    ),
    only_c(
        "complex numbers in an array",
        Effect::Square,
        r"double _Complex list[$n], sum = 0.0;
for (int at = 0; at < $n; at++) list[at] = from[at] * (at & 1 ? 1.0 : 1.0i);
for (int at = 0; at < $n; at++) {
    list[at] = list[at] * list[at];
    sum += list[at];
}
for (int at = 0; at < $n; at++) to[at] = __builtin_creal(list[at]) * (at & 1 ? 1.0 : -1.0) + 0.0 * __builtin_cimag(sum);",
    ),
    only_c(
        "the size of a complex number",
        Effect::Abs,
        r"for (int at = 0; at < $n; at++) to[at] = __builtin_cabs($protate(from[at] * (0.8 - 0.6i)));",
    ),
    only_c(
        "tried again by a jump",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    __label__ again;
    int tries = 0;
    double factor = 8.0;
again:
    to[at] = factor * from[at] * from[at];
    factor *= 0.5;
    if (++tries < 4) goto again;
}",
    ),
    only_c(
        "jumps out of loops",
        Effect::Alternate,
        r"for (int at = 0; at < $n; at++) {
    __label__ odd, next;
    for (int one = 0; one < 3; one++) {
        for (int two = 0; two < 3; two++) {
            if (one + two != 3) continue;
            if (at & 1) goto odd;
            to[at] = from[at] * from[at] * (one * two - 1);
            goto next;
        }
    }
odd:
    to[at] = 0.5 * from[at];
next:;
}",
    ),
    row(
        Numerics,
        "cases that fall through",
        Effect::Alternate,
        r"for (int at = 0; at < $n; at++) {
    double value = from[at];
    switch (at & 3) {
    case 1: value *= 2.0; /* fall through */
    case 3: value *= 0.5; /* fall through */
    default:
        if (at & 1) {
            to[at] = (at & 3) == 1 ? 0.5 * value : value;
            break;
        } /* fall through */
    case 5: to[at] = value * value;
    }
}",
    ),
    row(
        Numerics,
        "a machine of states",
        Effect::Alternate,
        r"for (int at = 0; at < $n; at++) {
    enum { BEGIN, ODD, EVEN, END } state = BEGIN;
    double value = from[at];
    while (state != END) {
        switch (state) {
        case BEGIN: state = at & 1 ? ODD : EVEN; break;
        case ODD: value *= 0.5; state = END; break;
        case EVEN: value *= from[at]; state = END; break;
        case END: value = 0.0;
        }
    }
    to[at] = value;
}",
    ),
    row(
        Numerics,
        "a counter of one byte that wraps",
        Effect::Square,
        r"for (unsigned char count = 250; count != (unsigned char)(250 + $n); count++) {
    unsigned char at = count - 250;
    to[at] = from[at] * from[at];
}",
    ),
    row(
        Numerics,
        "a counter without sign that wraps",
        Effect::Square,
        r"for (size_t at = $n; at-- > 0;) to[at] = from[at];
for (unsigned short at = 65536 - $n; at; at++) to[(unsigned short)(at + $n)] *= from[(unsigned short)(at + $n)];",
    ),
    row(
        Numerics,
        "pointers that walk",
        Effect::Square,
        r"double *one = to, *end = to + $n, *two = from;
while (one != end) *one++ = *two++;
while (one > to) *--one *= *--two;",
    ),
    row(
        Numerics,
        "a structure that a function returns",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    struct $pjet jet = $pjet_of(from[at], at);
    to[at] = jet.value + (jet.place - at) * jet.slope + 0.0 * jet.slope;
}",
    ),
    row(
        Numerics,
        "structures by value through a recursion",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    struct $pwave wave = {{from[at], 1.0, 0.0}, 0};
    wave = $psteps(wave, 3);
    to[at] = wave.part[0] * wave.part[1] * 0.125 + wave.part[2];
    to[at] *= wave.count == 3 ? from[at] : 0.0;
}",
    ),
    row(
        Numerics,
        "a polynomial of a polynomial",
        Effect::Square,
        r"static const double weights[4] = {0.0, 0.0, 1.0, 0.0};
for (int at = 0; at < $n; at++) {
    double value = weights[3], slope = 0.0;
    for (int pos = 2; pos >= 0; pos--) {
        slope = slope * from[at] + value;
        value = value * from[at] + weights[pos];
    }
    to[at] = 0.5 * value + 0.25 * slope * from[at];
}",
    ),
    row(
        Numerics,
        "the larger by conditions that end early",
        Effect::Abs,
        r"for (int at = 0; at < $n; at++) {
    double value = from[at];
    int seen = 0;
    if ((value < 0.0 && (seen++, value = -value) > 0.0) || ((seen += 2) && value < 0.0)) to[at] = value;
    else to[at] = seen == 2 ? value : 0.0;
}",
    ),
];

pub(super) const HELPERS: &[Helper] = &[
    (
        "refine",
        r"static __attribute__((noinline)) double $prefine(double value, double square, int most)
{
    double next = 0.5 * (value + square / value);
    if (fabs(next - value) <= 1e-12 * next || most == 0) return next;
    return $prefine(next, square, most - 1);
}",
    ),
    (
        "linear",
        r"static __attribute__((noinline)) double $plinear(const double *knot, const double *height, int count, double place)
{
    int low = 0, high = count - 1;
    while (high - low > 1) {
        int middle = low + (high - low) / 2;
        if (knot[middle] <= place) low = middle;
        else high = middle;
    }
    double part = (place - knot[low]) / (knot[high] - knot[low]);
    return height[low] + part * (height[high] - height[low]);
}",
    ),
    ("knot", r"struct $pknot { double place, height, slope; };"),
    (
        "rotate",
        r"static __attribute__((noinline)) double _Complex $protate(double _Complex value)
{
    return value * (0.0 + 1.0i);
}",
    ),
    ("jet", r"struct $pjet { double value, slope; int place; };"),
    (
        "jet_of",
        r"static __attribute__((noinline)) struct $pjet $pjet_of(double value, int place)
{
    struct $pjet jet;
    jet.value = value * value;
    jet.slope = 2.0 * value;
    jet.place = place;
    return jet;
}",
    ),
    ("wave", r"struct $pwave { double part[3]; int count; };"),
    (
        "steps",
        r"static __attribute__((noinline)) struct $pwave $psteps(struct $pwave wave, int more)
{
    if (more == 0) return wave;
    wave.part[1] *= 2.0;
    wave.count++;
    return $psteps(wave, more - 1);
}",
    ),
];

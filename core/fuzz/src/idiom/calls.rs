//! Spellings with calls through pointers to functions, and with what only C++ has.

use super::{Dialect, Effect, Helper, Row, row};
use crate::features::Feature::{Callbacks, Classes};

/// A spelling in C++.
const fn cpp(name: &'static str, effect: Effect, code: &'static str) -> Row {
    row(Classes, name, effect, code).only_in(Dialect::Cpp)
}

pub(super) const ROWS: &[Row] = &[
    row(
        Callbacks,
        "pointer to a function",
        Effect::Square,
        r"double (*apply)(double) = $psquare;
for (int at = 0; at < $n; at++) to[at] = apply(from[at]);",
    ),
    row(
        Callbacks,
        "pointer chosen in a loop",
        Effect::Alternate,
        r"for (int at = 0; at < $n; at++) {
    double (*apply)(double) = (at & 1) ? $phalf : $psquare;
    to[at] = apply(from[at]);
}",
    ),
    row(
        Callbacks,
        "table of functions",
        Effect::Alternate,
        r"static double (*const table[2])(double) = {$psquare, $phalf};
for (int at = 0; at < $n; at++) to[at] = table[at & 1](from[at]);",
    ),
    row(
        Callbacks,
        "local table of functions",
        Effect::Alternate,
        r"double (*table[2])(double);
table[0] = $psquare;
table[1] = $phalf;
for (int at = 0; at < $n; at++) to[at] = table[at % 2](from[at]);",
    ),
    row(
        Callbacks,
        "pointer as an argument",
        Effect::Square,
        r"$peach($psquare, to, from, $n);",
    ),
    row(
        Callbacks,
        "pointer in a struct",
        Effect::Square,
        r"struct { double (*apply)(double); double *out; } work = {$psquare, to};
for (int at = 0; at < $n; at++) work.out[at] = work.apply(from[at]);",
    ),
    row(
        Callbacks,
        "pointer to a function on memory",
        Effect::Square,
        r"void (*apply)(double *, const double *) = $pstore;
for (int at = 0; at < $n; at++) apply(to + at, from + at);",
    ),
    cpp(
        "vector",
        Effect::Square,
        r"std::vector<double> held(from, from + $n);
for (double &value : held) value *= value;
std::copy(held.begin(), held.end(), to);",
    ),
    cpp(
        "vector that grows",
        Effect::Square,
        r"std::vector<double> held;
for (int at = 0; at < $n; at++) held.push_back(from[at]);
for (int at = 0; at < $n; at++) to[at] = held[at] * held[at];",
    ),
    cpp(
        "array",
        Effect::Square,
        r"std::array<double, $n> held;
std::copy(from, from + $n, held.begin());
std::array<double, $n> twin = held;
for (int at = 0; at < $n; at++) to[at] = held[at] * twin[at];",
    ),
    cpp("std::sort", Effect::Sort, r"std::sort(to, to + $n);").at_least(2),
    cpp(
        "std::sort of a vector",
        Effect::Sort,
        r"std::vector<double> held(to, to + $n);
std::sort(held.begin(), held.end());
std::copy(held.begin(), held.end(), to);",
    )
    .at_least(2),
    cpp(
        "std::sort of an array, backwards",
        Effect::Sort,
        r"std::array<double, $n> held;
std::copy(to, to + $n, held.begin());
std::sort(held.begin(), held.end(), [](double one, double two) { return one > two; });
for (int at = 0; at < $n; at++) to[at] = held[$n - 1 - at];",
    )
    .at_least(2),
    cpp(
        "std::swap_ranges",
        Effect::Swap,
        r"std::swap_ranges(to, to + $n, from);",
    ),
    cpp(
        "std::swap",
        Effect::Swap,
        r"for (int at = 0; at < $n; at++) std::swap(to[at], from[at]);",
    ),
    cpp(
        "references",
        Effect::Add,
        r"for (int at = 0; at < $n; at++) {
    double &sum = to[at];
    $padd(sum, from[at]);
}",
    ),
    cpp(
        "a class with state",
        Effect::Square,
        r"$pkeeper keeper(from[0]);
for (int at = 0; at < $n; at++) {
    keeper.set(from[at]);
    to[at] = keeper() * from[at];
}",
    ),
    cpp(
        "virtual function of a local",
        Effect::Square,
        r"$psquarer work;
$pmap &map = work;
for (int at = 0; at < $n; at++) to[at] = map.apply(from[at]);",
    ),
    cpp(
        "virtual functions",
        Effect::Alternate,
        r"$psquarer one;
$phalver two;
const $pmap *maps[2] = {&one, &two};
for (int at = 0; at < $n; at++) to[at] = maps[at % 2]->apply(from[at]);",
    ),
    cpp(
        "object on the heap",
        Effect::Square,
        r"$pmap *map = new $psquarer;
for (int at = 0; at < $n; at++) to[at] = map->apply(from[at]);
delete map;",
    ),
    cpp(
        "lambda",
        Effect::Square,
        r"double held[$n];
auto keep = [&](int at) { held[at] = from[at]; };
for (int at = 0; at < $n; at++) keep(at);
for (int at = 0; at < $n; at++) to[at] = held[at] * from[at];",
    ),
    cpp(
        "std::transform",
        Effect::Square,
        r"std::transform(from, from + $n, to, [](double value) { return value * value; });",
    ),
    cpp(
        "std::pair",
        Effect::Square,
        r"std::vector<std::pair<int, double>> held;
for (int at = 0; at < $n; at++) held.emplace_back(at, from[at]);
for (const auto &pair : held) to[pair.first] = pair.second * pair.second;",
    ),
    cpp(
        "std::unique_ptr",
        Effect::Square,
        r"std::unique_ptr<double[]> held(new double[$n]);
for (int at = 0; at < $n; at++) held[at] = from[at];
for (int at = 0; at < $n; at++) to[at] = held[at] * held[at];",
    ),
    cpp(
        "std::sort of pairs",
        Effect::Sort,
        r"std::vector<std::pair<double, int>> held;
for (int at = 0; at < $n; at++) held.emplace_back(to[at], at);
std::sort(held.begin(), held.end());
for (int at = 0; at < $n; at++) to[at] = held[at].first;",
    )
    .at_least(2),
    row(
        Callbacks,
        "updates by a function that is called again",
        Effect::Add,
        r"double given[$n];
for (int at = 0; at < $n; at++) given[at] = from[at];
for (int part = 0; part < 4; part++) $paccrue(to, given, $n);",
    ),
];

pub(super) const HELPERS: &[Helper] = &[
    (
        "accrue",
        r"static __attribute__((noinline)) void $paccrue(double *to, const double *from, int count)
{
    for (int at = 0; at < count; at++) to[at] += from[at] * 0.25;
}",
    ),
    (
        "square",
        r"static __attribute__((noinline)) double $psquare(double value)
{
    return value * value;
}",
    ),
    (
        "half",
        r"static __attribute__((noinline)) double $phalf(double value)
{
    return 0.5 * value;
}",
    ),
    (
        "each",
        r"static __attribute__((noinline)) void $peach(double (*apply)(double), double *to, const double *from, int count)
{
    for (int at = 0; at < count; at++) to[at] = apply(from[at]);
}",
    ),
    (
        "store",
        r"static __attribute__((noinline)) void $pstore(double *to, const double *from)
{
    *to = *from * *from;
}",
    ),
    (
        "add",
        r"static __attribute__((noinline)) void $padd(double &sum, const double &more)
{
    sum += more;
}",
    ),
    (
        "keeper",
        r"class $pkeeper {
public:
    explicit $pkeeper(double first) : value(first) {}
    void set(double next) { value = next; }
    double operator()() const { return value; }
private:
    double value;
};",
    ),
    (
        "map",
        r"struct $pmap {
    virtual ~$pmap() {}
    virtual double apply(double value) const = 0;
};",
    ),
    (
        "squarer",
        r"struct $psquarer : $pmap {
    double apply(double value) const override { return value * value; }
};",
    ),
    (
        "halver",
        r"struct $phalver : $pmap {
    double factor = 0.5;
    double apply(double value) const override { return factor * value; }
};",
    ),
];

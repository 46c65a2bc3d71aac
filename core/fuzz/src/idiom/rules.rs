//! Spellings with functions that have rules of the program's own. The functions' own code has another derivative where it can, so that a
//! rule that is passed over is noticed.

use super::{Effect, Helper, Row, row};
use crate::features::Feature::Rules;

pub(super) const ROWS: &[Row] = &[
    row(
        Rules,
        "a rule for a number",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) to[at] = $pown_number(from[at]);",
    ),
    row(
        Rules,
        "a rule for a number, called on one path",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) to[at] = at & 1 ? from[at] * from[at] : $pown_number(from[at]);",
    ),
    row(
        Rules,
        "a rule for a number in a recursion",
        Effect::Square,
        r"$pown_descend(to, from, $n);",
    ),
    row(
        Rules,
        "a rule with a tape",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    double value = from[at];
    to[at] = $pown_taped(value);
    value = 0.0;
}",
    ),
    row(
        Rules,
        "a rule with a tape on the heap",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) to[at] = $pown_heaped(from[at]);",
    ),
    row(
        Rules,
        "a rule for two numbers",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) to[at] = $pown_product(from[at], from[at]);",
    ),
    row(
        Rules,
        "a rule for two numbers, one of them constant",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) to[at] = from[at] * $pown_product(1.0, from[at]);",
    ),
    row(
        Rules,
        "a rule for memory that is read",
        Effect::Square,
        r"double part[2];
for (int at = 0; at < $n; at++) {
    part[0] = part[1] = from[at];
    to[at] = $pown_dotted(part, 2) * 0.5;
}",
    ),
    row(
        Rules,
        "a rule for memory that is read and overwritten later",
        Effect::Square,
        r"double part[3] = {0.0};
for (int at = 0; at < $n; at++) {
    part[at % 3] = from[at];
    to[at] = $pown_dotted(part + at % 3, 1);
    part[at % 3] *= 0.25;
}",
    ),
    row(
        Rules,
        "a rule for memory that is written",
        Effect::Square,
        r"$pown_squares(to, from, $n);",
    ),
    row(
        Rules,
        "a rule for memory on the heap that is written",
        Effect::Square,
        r"double *held = (double *)malloc($n * sizeof *held);
$pown_squares(held, from, $n);
for (int at = 0; at < $n; at++) to[at] = held[at];
free(held);",
    ),
    row(
        Rules,
        "a rule for memory that is changed",
        Effect::Square,
        r"double held[$n];
memcpy(held, from, sizeof held);
$pown_in_place(held, $n);
memcpy(to, held, sizeof held);",
    ),
    row(
        Rules,
        "a rule for a pointer that is returned",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    double *place = $pown_place(from, at);
    to[at] = *place * from[at];
}",
    ),
    row(
        Rules,
        "a rule behind a pointer in a constant table",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) to[at] = $pown_table.two(from[at]);",
    ),
    row(
        Rules,
        "a rule behind a pointer that is passed",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) to[at] = $pown_apply($pown_number, from[at]);",
    ),
    row(
        Rules,
        "rules behind a pointer that is chosen",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) {
    double (*chosen)(double) = at & 1 ? $pown_number : $pown_taped;
    to[at] = chosen(from[at]);
}",
    ),
    row(
        Rules,
        "a rule behind another name",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) to[at] = at & 1 ? $pown_renamed(from[at]) : $pown_renamed_of(from[at]);",
    ),
    row(
        Rules,
        "a rule that reads more than its function",
        Effect::Square,
        r"double part[2];
for (int at = 0; at < $n; at++) {
    part[0] = from[at];
    part[1] = from[at];
    to[at] = $pown_paired(part);
}",
    ),
    row(
        Rules,
        "a rule that follows a pointer of which nobody else knows",
        Effect::Square,
        r"double part = 0.0;
struct $pown_view view = {0, &part};
for (int at = 0; at < $n; at++) {
    part = from[at];
    to[at] = $pown_outer(from[at], &view);
}",
    ),
    row(
        Rules,
        "a function without derivative",
        Effect::Square,
        r"for (int at = 0; at < $n; at++) to[at] = $pown_inert(from[at]) * from[at] * from[at];",
    ),
    row(
        Rules,
        "a function like another",
        Effect::Abs,
        r"for (int at = 0; at < $n; at++) to[at] = $pown_like_fabs(from[at]);",
    ),
    row(
        Rules,
        "an allocator of the program's own",
        Effect::Square,
        r"double *held = (double *)$pown_obtain(3, $n * sizeof *held);
for (int at = 0; at < $n; at++) held[at] = from[at];
for (int at = 0; at < $n; at++) to[at] = held[at] * held[$n - 1 - ($n - 1 - at)];
$pown_release(held);",
    ),
];

pub(super) const HELPERS: &[Helper] = &[
    (
        "own_frozen",
        r"/* The number itself, with the derivative zero by its own code. */
static __attribute__((noinline)) double $pown_frozen(double value)
{
    return value;
}
void *__enzyme_inactivefn_$pown_frozen[] = {(void *)$pown_frozen};",
    ),
    (
        "own_number",
        r"static __attribute__((noinline)) double $pown_number(double value)
{
    return value * $pown_frozen(value);
}
static double $pown_number_augmented(double value)
{
    return value * value;
}
struct $pown_number_tape { double value; double result; };
static struct $pown_number_tape $pown_number_kept(double value)
{
    struct $pown_number_tape kept = {value, value * value};
    return kept;
}
static double $pown_number_gradient(double value, double adjoint, double kept)
{
    return 2.0 * kept * adjoint;
}
struct $pown_number_pair { double result, tangent; };
static struct $pown_number_pair $pown_number_derivative(double value, double tangent)
{
    struct $pown_number_pair pair = {$pown_number_augmented(value), 2.0 * value * tangent};
    return pair;
}
void *__enzyme_register_gradient_$pown_number[] = {(void *)$pown_number, (void *)$pown_number_kept, (void *)$pown_number_gradient};
void *__enzyme_register_derivative_$pown_number[] = {(void *)$pown_number, (void *)$pown_number_derivative};",
    ),
    (
        "own_descend",
        r"static __attribute__((noinline)) void $pown_descend(double *to, const double *from, int count)
{
    if (count == 0) return;
    to[count - 1] = $pown_number(from[count - 1]);
    $pown_descend(to, from, count - 1);
}",
    ),
    (
        "own_taped",
        r"static __attribute__((noinline)) double $pown_taped(double value)
{
    return $pown_frozen(value) * value;
}
struct $pown_tape { long sign; double size, spare; };
struct $pown_kept { struct $pown_tape tape; double result; };
static struct $pown_kept $pown_taped_augmented(double value)
{
    struct $pown_kept kept = {{value < 0.0 ? -1 : 1, fabs(value), 0.5}, value * value};
    return kept;
}
static double $pown_taped_gradient(double value, double adjoint, struct $pown_tape tape)
{
    return 4.0 * tape.spare * tape.sign * tape.size * adjoint;
}
static double $pown_taped_derivative(double value, double tangent)
{
    return 2.0 * value * tangent;
}
void *__enzyme_register_gradient_$pown_taped[] = {(void *)$pown_taped, (void *)$pown_taped_augmented, (void *)$pown_taped_gradient};
void *__enzyme_register_derivative_$pown_taped[] = {(void *)$pown_taped, (void *)$pown_taped_derivative};",
    ),
    (
        "own_heaped",
        r"static __attribute__((noinline)) double $pown_heaped(double value)
{
    return $pown_frozen(value) * value;
}
struct $pown_heap_kept { double *tape; double result; };
static struct $pown_heap_kept $pown_heaped_augmented(double value)
{
    double *tape = (double *)malloc(sizeof *tape);
    *tape = value;
    struct $pown_heap_kept kept = {tape, value * value};
    return kept;
}
static double $pown_heaped_gradient(double value, double adjoint, double *tape)
{
    double slope = 2.0 * *tape;
    free(tape);
    return slope * adjoint;
}
static double $pown_heaped_derivative(double value, double tangent)
{
    return 2.0 * value * tangent;
}
void *__enzyme_register_gradient_$pown_heaped[] = {(void *)$pown_heaped, (void *)$pown_heaped_augmented, (void *)$pown_heaped_gradient};
void *__enzyme_register_derivative_$pown_heaped[] = {(void *)$pown_heaped, (void *)$pown_heaped_derivative};",
    ),
    (
        "own_product",
        r"static __attribute__((noinline)) double $pown_product(double one, double two)
{
    return one * $pown_frozen(two);
}
struct $pown_both { double one, two; };
static double $pown_product_augmented(double one, double two)
{
    return one * two;
}
static struct $pown_both $pown_product_gradient(double one, double two, double adjoint)
{
    struct $pown_both both = {two * adjoint, one * adjoint};
    return both;
}
static double $pown_product_derivative(double one, double one_tangent, double two, double two_tangent)
{
    return one * two_tangent + two * one_tangent;
}
void *__enzyme_register_gradient_$pown_product[] = {(void *)$pown_product, (void *)$pown_product_augmented, (void *)$pown_product_gradient};
void *__enzyme_register_derivative_$pown_product[] = {(void *)$pown_product, (void *)$pown_product_derivative};",
    ),
    (
        "own_dotted",
        r"static __attribute__((noinline)) double $pown_dotted(const double *p, int count)
{
    double sum = 0.0;
    for (int at = 0; at < count; at++) sum += p[at] * $pown_frozen(p[at]);
    return sum;
}
struct $pown_dot_kept { double *tape; double result; };
static struct $pown_dot_kept $pown_dotted_augmented(const double *p, double *shadow, int count)
{
    struct $pown_dot_kept kept = {(double *)malloc(count * sizeof(double)), 0.0};
    for (int at = 0; at < count; at++) kept.tape[at] = p[at];
    for (int at = 0; at < count; at++) kept.result += p[at] * p[at];
    return kept;
}
static void $pown_dotted_gradient(const double *p, double *shadow, int count, double adjoint, double *tape)
{
    for (int at = 0; at < count; at++) shadow[at] += 2.0 * tape[at] * adjoint;
    free(tape);
}
static double $pown_dotted_derivative(const double *p, const double *shadow, int count)
{
    double sum = 0.0;
    for (int at = 0; at < count; at++) sum += 2.0 * p[at] * shadow[at];
    return sum;
}
void *__enzyme_register_gradient_$pown_dotted[] = {(void *)$pown_dotted, (void *)$pown_dotted_augmented, (void *)$pown_dotted_gradient};
void *__enzyme_register_derivative_$pown_dotted[] = {(void *)$pown_dotted, (void *)$pown_dotted_derivative};",
    ),
    (
        "own_squares",
        r"static __attribute__((noinline)) void $pown_squares(double *to, const double *from, int count)
{
    for (int at = 0; at < count; at++) to[at] = from[at] * $pown_frozen(from[at]);
}
static double *$pown_squares_augmented(double *to, double *to_shadow, const double *from, double *from_shadow, int count)
{
    double *tape = (double *)malloc(count * sizeof *tape);
    for (int at = 0; at < count; at++) {
        tape[at] = from[at];
        to[at] = from[at] * from[at];
    }
    return tape;
}
static void $pown_squares_gradient(double *to, double *to_shadow, const double *from, double *from_shadow, int count, double *tape)
{
    for (int at = 0; at < count; at++) {
        double adjoint = to_shadow[at];
        to_shadow[at] = 0.0;
        from_shadow[at] += 2.0 * tape[at] * adjoint;
    }
    free(tape);
}
static void $pown_squares_derivative(double *to, double *to_shadow, const double *from, const double *from_shadow, int count)
{
    for (int at = 0; at < count; at++) {
        to_shadow[at] = 2.0 * from[at] * from_shadow[at];
        to[at] = from[at] * from[at];
    }
}
void *__enzyme_register_gradient_$pown_squares[] = {(void *)$pown_squares, (void *)$pown_squares_augmented, (void *)$pown_squares_gradient};
void *__enzyme_register_derivative_$pown_squares[] = {(void *)$pown_squares, (void *)$pown_squares_derivative};",
    ),
    (
        "own_in_place",
        r"static __attribute__((noinline)) void $pown_in_place(double *p, int count)
{
    for (int at = 0; at < count; at++) p[at] *= $pown_frozen(p[at]);
}
static double *$pown_in_place_augmented(double *p, double *shadow, int count)
{
    double *tape = (double *)malloc(count * sizeof *tape);
    for (int at = 0; at < count; at++) {
        tape[at] = p[at];
        p[at] *= tape[at];
    }
    return tape;
}
static void $pown_in_place_gradient(double *p, double *shadow, int count, double *tape)
{
    for (int at = 0; at < count; at++) shadow[at] *= 2.0 * tape[at];
    free(tape);
}
static void $pown_in_place_derivative(double *p, double *shadow, int count)
{
    for (int at = 0; at < count; at++) {
        shadow[at] *= 2.0 * p[at];
        p[at] *= p[at];
    }
}
void *__enzyme_register_gradient_$pown_in_place[] = {(void *)$pown_in_place, (void *)$pown_in_place_augmented, (void *)$pown_in_place_gradient};
void *__enzyme_register_derivative_$pown_in_place[] = {(void *)$pown_in_place, (void *)$pown_in_place_derivative};",
    ),
    (
        "own_place",
        r"static __attribute__((noinline)) double *$pown_place(double *p, int at)
{
    return p + at;
}
struct $pown_places { double *place, *shadow; };
static struct $pown_places $pown_place_augmented(double *p, double *shadow, int at)
{
    struct $pown_places both = {p + at, shadow + at};
    return both;
}
static void $pown_place_gradient(double *p, double *shadow, int at)
{
}
static struct $pown_places $pown_place_derivative(double *p, double *shadow, int at)
{
    return $pown_place_augmented(p, shadow, at);
}
void *__enzyme_register_gradient_$pown_place[] = {(void *)$pown_place, (void *)$pown_place_augmented, (void *)$pown_place_gradient};
void *__enzyme_register_derivative_$pown_place[] = {(void *)$pown_place, (void *)$pown_place_derivative};",
    ),
    (
        "own_table",
        r"struct $pown_functions { double (*one)(double), (*two)(double); };
static const struct $pown_functions $pown_table = {fabs, $pown_number};",
    ),
    (
        "own_apply",
        r"static double $pown_apply(double (*what)(double), double value)
{
    return what(value);
}",
    ),
    (
        "own_renamed",
        r#"/* An alias names its function as the linker does. */
#ifdef __cplusplus
extern "C"
#endif
__attribute__((noinline)) double $pown_renamed_of(double value)
{
    return value * $pown_frozen(value);
}
static double $pown_renamed_augmented(double value)
{
    return value * value;
}
static double $pown_renamed_gradient(double value, double adjoint)
{
    return 2.0 * value * adjoint;
}
static double $pown_renamed_derivative(double value, double tangent)
{
    return 2.0 * value * tangent;
}
void *__enzyme_register_gradient_$pown_renamed[] = {(void *)$pown_renamed_of, (void *)$pown_renamed_augmented, (void *)$pown_renamed_gradient};
void *__enzyme_register_derivative_$pown_renamed[] = {(void *)$pown_renamed_of, (void *)$pown_renamed_derivative};
double $pown_renamed(double value) __attribute__((alias("$pown_renamed_of")));"#,
    ),
    (
        "own_paired",
        r"/* Looks at the first of two numbers that are the same, and its rule at both. */
static __attribute__((noinline)) double $pown_paired(const double *p)
{
    return p[0] * $pown_frozen(p[0]);
}
struct $pown_pair_tape { double one, two; };
struct $pown_pair_kept { struct $pown_pair_tape tape; double result; };
static struct $pown_pair_kept $pown_paired_augmented(const double *p, double *shadow)
{
    struct $pown_pair_kept kept = {{p[0], p[1]}, p[0] * p[1]};
    return kept;
}
static void $pown_paired_gradient(const double *p, double *shadow, double adjoint, struct $pown_pair_tape tape)
{
    shadow[0] += tape.two * adjoint;
    shadow[1] += tape.one * adjoint;
}
static double $pown_paired_derivative(const double *p, const double *shadow)
{
    return p[0] * shadow[1] + p[1] * shadow[0];
}
void *__enzyme_register_gradient_$pown_paired[] = {(void *)$pown_paired, (void *)$pown_paired_augmented, (void *)$pown_paired_gradient};
void *__enzyme_register_derivative_$pown_paired[] = {(void *)$pown_paired, (void *)$pown_paired_derivative};",
    ),
    (
        "own_outer",
        r"/* One of the two factors is behind the structure as well, and only the rule looks there. */
struct $pown_view { int spare; double *number; };
static __attribute__((noinline)) double $pown_deep(double value, const struct $pown_view *view)
{
    return $pown_frozen(value) * value;
}
struct $pown_deep_tape { double value, *shadow; };
struct $pown_deep_kept { struct $pown_deep_tape tape; double result; };
static struct $pown_deep_kept $pown_deep_augmented(double value, const struct $pown_view *view, struct $pown_view *shadow)
{
    struct $pown_deep_kept kept = {{*view->number, shadow->number}, value * *view->number};
    return kept;
}
static double $pown_deep_gradient(double value, const struct $pown_view *view, struct $pown_view *shadow, double adjoint, struct $pown_deep_tape tape)
{
    *tape.shadow += value * adjoint;
    return tape.value * adjoint;
}
static double $pown_deep_derivative(double value, double tangent, const struct $pown_view *view, const struct $pown_view *shadow)
{
    return *view->number * tangent + value * *shadow->number;
}
void *__enzyme_register_gradient_$pown_deep[] = {(void *)$pown_deep, (void *)$pown_deep_augmented, (void *)$pown_deep_gradient};
void *__enzyme_register_derivative_$pown_deep[] = {(void *)$pown_deep, (void *)$pown_deep_derivative};
static __attribute__((noinline)) double $pown_outer(double value, const struct $pown_view *view)
{
    return $pown_deep(value, view);
}",
    ),
    (
        "own_inert",
        r#"static __attribute__((noinline, annotate("enzyme_inactive"))) double $pown_inert(double value)
{
    return value > 1e9 ? value : 1.0;
}"#,
    ),
    (
        "own_like_fabs",
        r#"static __attribute__((noinline)) double $pown_like_fabs(double value)
{
    return value < 0.0 ? -$pown_frozen(value) : $pown_frozen(value);
}
void *__enzyme_function_like_$pown_like_fabs[] = {(void *)$pown_like_fabs, (void *)"fabs"};"#,
    ),
    (
        "own_obtain",
        r#"static __attribute__((noinline)) void *$pown_obtain(int kind, size_t size)
{
    return malloc(size + (size_t)kind);
}
static __attribute__((noinline)) void $pown_release(void *memory)
{
    free(memory);
}
void *__enzyme_allocation_like_$pown_obtain[] = {(void *)$pown_obtain, (void *)1, (void *)"-1", (void *)$pown_release};"#,
    ),
];

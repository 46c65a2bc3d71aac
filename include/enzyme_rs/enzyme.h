/* enzyme_rs/enzyme.h - hooks and markers of enzyme-rs for C (and C++)
 *
 * Owns: declarations. Must not: define anything; there is no library to link.
 *
 * A hook is a function that is declared and never defined: calling it asks the compiler plugin for a
 * derivative, and the generated code takes the place of the call. Any name that contains
 * `__enzyme_autodiff` (reverse mode) or `__enzyme_fwddiff` (forward mode) is one, so you may declare
 * your own with the result type you need; this header declares the usual ones and has a macro for
 * others. Compile with `enzyme-cc`, or with clang and -fpass-plugin=libenzyme_rs.so.
 *
 *     #include <enzyme_rs/enzyme.h>
 *
 *     double square(double x) { return x * x; }
 *     double dsquare(double x) { return __enzyme_autodiff_double((void *)square, x); }
 *
 * REVERSE MODE, __enzyme_autodiff*(function, arguments...). For each argument of the function, in
 * order, a marker and what it asks for:
 *
 *     enzyme_const, x          x is not differentiated
 *     enzyme_dup, p, dp        a pointer and its shadow: adjoints are *added* to what dp points to;
 *                              for outputs, dp holds the seed before the call and is zeroed
 *                              dp is as large as p, aligned as its numbers and pointers are, and
 *                              other memory than what the function reads and writes; two shadows
 *                              overlap only where what p and its like point to does
 *     enzyme_dupnoneed, p, dp  the same; the content of p after the call is not needed, and is not
 *                              computed where the derivative can do without
 *     enzyme_out, x            a number by value; its adjoint is part of the hook's result
 *
 * Without a marker the type decides: a floating value is `out` (in forward mode `dup`), a pointer is
 * `dup`, an integer is `const`. A floating result of the function has the seed 1. The hook returns
 * nothing, the adjoint of the one `out` argument, or a structure with those of all in order.
 *
 * FORWARD MODE, __enzyme_fwddiff*(function, arguments...). Every active argument is `enzyme_dup`: the
 * value and its tangent, or the pointer and a pointer to the tangents. The hook returns the tangent of
 * the result; tangents of what is written to memory are in the shadows.
 *
 * `enzyme_primal_return`, in front of all arguments' markers, adds the function's own result in front
 * of the others.
 *
 * HALVES. __enzyme_augmentfwd*(function, arguments...) runs the function and returns a tape, or a structure
 * of tape and result; __enzyme_reverse*(function, arguments..., adjoint of the result, tape) is the
 * adjoint, at any later time. They take the same arguments and markers; what pointers lead to may change in
 * between. The reverse half gives the tape back.
 *
 *     enzyme_allocated, bytes  how much memory there is for the tape: as __enzyme_augmentsize* says
 *     enzyme_tape, p           where it is; in a reverse half, the tape
 *     enzyme_nofree            the reverse half leaves the tape for another pass
 *     enzyme_not_overwritten   what the next argument points to does not change in between; what
 *                              pointers in there lead to may
 *
 * SEVERAL DIRECTIONS. `enzyme_width, n` in front of all arguments asks for n derivatives at once: behind each
 * active value stand n shadows or tangents, and results come as arrays of n. `enzyme_dupv, bytes, p, dp`
 * takes the n shadows in one buffer, so many bytes apart. __enzyme_batch*(function, enzyme_width, n, arguments...) calls the
 * function n times: `enzyme_scalar, x` is the same for all, `enzyme_vector, x0, x1, ...` one for each, `enzyme_buffer, bytes, p`
 * p, and what is so many bytes behind it, and so on.
 *
 * SHADOWS THAT ARE NOT THERE, AND SHARED ONES. `enzyme_runtime_activity` says that memory whose shadow pointer is equal
 * to its primal pointer is inactive; `enzyme_atomic_add`, that other threads add to the same shadows. Both may stand
 * anywhere among the arguments.
 *
 * CALLS THROUGH POINTERS to functions that are not seen where the derivative is made: the shadow of such a pointer
 * leads to the function's derivatives. __enzyme_virtualreverse*(function) gives the address of those of reverse mode,
 * __enzyme_virtualforward*(function) of those of forward mode. Compile the calls with ENZYME_RS_OPTIONS=virtual-calls.
 *
 * IN BODIES of differentiated functions:
 *
 *     __enzyme_call_inactive*(f, arguments...)   calls f; its result counts as constant
 *     __enzyme_float(p), __enzyme_double(p), __enzyme_pointer(p), __enzyme_integer(p)
 *                              say what lies at p, where nothing else does; a second argument says in how many bytes, also of an array
 *     __enzyme_iter(n, extra)  n iterations; in derivatives n + extra
 *
 * MARKS of functions and globals: compilers drop attributes that they do not know, such as enzyme_inactive; annotations stay.
 *
 *     ENZYME_RS_INACTIVE double tabulated(double x);      no derivative
 *     ENZYME_RS_FUNCTION_LIKE("sin") double my_sine(double x);
 *
 * Variadic C functions receive `float` as `double`; the engine converts back.
 */
#ifndef ENZYME_RS_ENZYME_H
#define ENZYME_RS_ENZYME_H

#include <stddef.h>

/* Markers. They have no definition and no value; only their names count. In C++ they must have the
 * same linkage as in code that declares them itself. */
extern int enzyme_const;
extern int enzyme_dup;
extern int enzyme_dupnoneed;
extern int enzyme_out;
extern int enzyme_primal_return;
extern int enzyme_const_return;
extern int enzyme_dup_return;
extern int enzyme_active_return;
extern int enzyme_noret;
extern int enzyme_runtime_activity;
extern int enzyme_atomic_add;
extern int enzyme_width;
extern int enzyme_dupv;
extern int enzyme_dupnoneedv;
extern int enzyme_scalar;
extern int enzyme_vector;
extern int enzyme_buffer;
extern int enzyme_allocated;
extern int enzyme_tape;
extern int enzyme_nofree;
extern int enzyme_not_overwritten;
extern int enzyme_interleave;

#ifdef __cplusplus
#define ENZYME_RS_EXTERN_C extern "C"
#else
#define ENZYME_RS_EXTERN_C extern
#endif

/* Declares a reverse or forward hook with a result type of your own:
 *
 *     struct gradient { double x, y; };
 *     ENZYME_RS_AUTODIFF(struct gradient, gradient_of_f);
 *     struct gradient g = __enzyme_autodiff_gradient_of_f((void *)f, x, y);
 */
#define ENZYME_RS_AUTODIFF(type, name) ENZYME_RS_EXTERN_C type __enzyme_autodiff_##name(void *, ...)
#define ENZYME_RS_FWDDIFF(type, name) ENZYME_RS_EXTERN_C type __enzyme_fwddiff_##name(void *, ...)
#define ENZYME_RS_AUGMENTED(type, name) ENZYME_RS_EXTERN_C type __enzyme_augmentfwd_##name(void *, ...)
#define ENZYME_RS_REVERSE(type, name) ENZYME_RS_EXTERN_C type __enzyme_reverse_##name(void *, ...)

/* Marks of functions and globals. */
#define ENZYME_RS_INACTIVE __attribute__((annotate("enzyme_inactive")))
#define ENZYME_RS_FUNCTION_LIKE(name) __attribute__((annotate("enzyme_function_like=" name)))
#define ENZYME_RS_NOFREE __attribute__((annotate("enzyme_nofree")))
#define ENZYME_RS_SHOULD_RECOMPUTE __attribute__((annotate("enzyme_shouldrecompute")))

/* The usual ones. Plain `__enzyme_autodiff` and `__enzyme_fwddiff` are left to you: programs declare
 * them with different result types, and C allows only one. */
ENZYME_RS_AUTODIFF(void, void);
ENZYME_RS_AUTODIFF(double, double);
ENZYME_RS_AUTODIFF(float, float);
ENZYME_RS_FWDDIFF(void, void);
ENZYME_RS_FWDDIFF(double, double);
ENZYME_RS_FWDDIFF(float, float);
ENZYME_RS_AUGMENTED(void, void);
ENZYME_RS_AUGMENTED(void *, tape);
ENZYME_RS_REVERSE(void, void);
ENZYME_RS_REVERSE(double, double);
ENZYME_RS_REVERSE(float, float);
ENZYME_RS_EXTERN_C size_t __enzyme_augmentsize_bytes(void *, ...);
ENZYME_RS_EXTERN_C void *__enzyme_virtualreverse(void *);
ENZYME_RS_EXTERN_C void *__enzyme_virtualforward(void *);
ENZYME_RS_EXTERN_C double __enzyme_call_inactive_double(void *, ...);
ENZYME_RS_EXTERN_C void __enzyme_call_inactive_void(void *, ...);

/* Of the run-time library, which is part of every program with a derivative: gives a tape back that no
 * reverse half was given; the most bytes that the calling thread's own tape has held. */
ENZYME_RS_EXTERN_C void enzyme_rs_tape_free(void *);
ENZYME_RS_EXTERN_C long enzyme_rs_tape_peak_bytes(void);

#endif /* ENZYME_RS_ENZYME_H */

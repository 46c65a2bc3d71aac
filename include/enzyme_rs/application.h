/* enzyme_rs/application.h - a simulation as `enzyme-rs run` takes it: a shared library with a few functions
 *
 * Owns: what such a library says of itself, and the derivatives of its functions. Must not: know how runs are planned, checkpointed or drawn.
 *
 * A simulation has *controls*, of which the gradient is wanted, a *state* that steps take from one time to the next, and an *objective*, one
 * number. Controls and state are arrays of doubles, one after the other for all fields of their kind, in the order in which `create` names them; each rank has
 * its part. For a type `heat` of one's own, which holds what never changes during a run:
 *
 *     #include <mpi.h>                       (in front, for a simulation over MPI)
 *     #include <enzyme_rs/application.h>
 *
 *     typedef struct heat { ... } heat;
 *     static heat *heat_create(const enzyme_rs_app_setup *s)     reads parameters, names fields; NULL if it cannot be had
 *     static void heat_destroy(heat *h)
 *     static void heat_guess(const heat *h, double *controls)    the controls to begin with
 *     static void heat_initial(const heat *h, const double *controls, double *state)
 *     static void heat_step(const heat *h, int64_t step, const double *controls, const double *before, double *after)
 *     static double heat_objective(const heat *h, const double *controls, const double *state)
 *
 *     ENZYME_RS_APPLICATION(heat, "what it simulates")
 *
 * and then
 *
 *     OMPI_CC=enzyme-cc mpicc -O2 -shared -fPIC heat.c -o libheat.so
 *     enzyme-rs run heat.toml
 *
 * - Steps must be deterministic: from equal numbers, step n leads to equal numbers, each time and in each process.
 * - `after` is what `before` was two steps ago, or anything: a step sets all of it.
 * - Arrays lie apart from each other and from what hangs on `heat`.
 * - `create` does the same on all ranks: it communicates on all of them, and goes on where it has refused something.
 * - The objective is the sum of what the ranks return. What is to be added up in each step lies in the state, as a field of one number.
 * - What hangs on `heat` is constant to derivatives: a step has arrays of its own for what it computes.
 * - `ENZYME_RS_APPLICATION_UNTIL` takes a function besides that ends a run whose number of steps nobody knows before:
 *
 *     static int heat_done(const heat *h, int64_t step, const double *state)      the same on all ranks
 *
 * - `ENZYME_RS_APPLICATION_TWICE` and `ENZYME_RS_APPLICATION_UNTIL_TWICE` have second derivatives besides, for steps that are neither over MPI nor over OpenMP.
 *
 * Where a macro does not fit (other languages, steps in place), define `enzyme_rs_application` by hand: a structure of the type below.
 */
#ifndef ENZYME_RS_APPLICATION_H
#define ENZYME_RS_APPLICATION_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "enzyme.h"

/* What a simulation in C++ throws does not leave its library: a case whose `create` throws is refused with what was thrown, and any other function that throws ends
 * the program at once, with a message that names what was thrown. */
#ifdef __cplusplus
#define ENZYME_RS_APP_NOTHROW noexcept
#else
#define ENZYME_RS_APP_NOTHROW
#endif
#if defined(__cplusplus) && defined(__cpp_exceptions)
#include <exception>
#define ENZYME_RS_APP_MADE(SETUP, MADE)                                                                                                            \
    try {                                                                                                                                          \
        return MADE;                                                                                                                               \
    } catch (const std::exception &thrown) {                                                                                                       \
        enzyme_rs_app_refuse(SETUP, "", thrown.what());                                                                                            \
    } catch (...) {                                                                                                                                \
        enzyme_rs_app_refuse(SETUP, "", "`create` has thrown what is no std::exception");                                                          \
    }                                                                                                                                              \
    return NULL;
#else
#define ENZYME_RS_APP_MADE(SETUP, MADE) return MADE;
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** What a field is part of. */
typedef enum enzyme_rs_app_role {
    /** What the gradient is wanted of. */
    ENZYME_RS_APP_CONTROL = 0,
    /** What steps take from one time to the next. */
    ENZYME_RS_APP_STATE = 1,
} enzyme_rs_app_role;

/** Up to so many dimensions. */
enum { ENZYME_RS_APP_DIMENSIONS = 3 };

/** Numbers on a grid of which each rank has a block; or, without dimensions, one number that all ranks have. Where the block of each rank is the whole
 * grid, all ranks have the same numbers, too, and a gradient by them is that of all ranks together. Lists are in the order of their dimensions, the
 * slowest first. Zero the structure before filling it. */
typedef struct enzyme_rs_app_field {
    /** Its name, which becomes that of a dataset: letters, digits and underscores. */
    const char *name;
    /** In which unit its numbers are: "m/s"; NULL for pure numbers. */
    const char *unit;
    /** Of enum enzyme_rs_app_role. */
    int32_t role;
    /** How many dimensions the grid has: 0 to 3. */
    int32_t dimensions;
    /** How many points the grid has. */
    int64_t extent[ENZYME_RS_APP_DIMENSIONS];
    /** Where this rank's block begins. */
    int64_t first[ENZYME_RS_APP_DIMENSIONS];
    /** How many points it has. */
    int64_t count[ENZYME_RS_APP_DIMENSIONS];
    /** Where the grid's first point lies, and how far it is to the next; a spacing of 0 is taken for 1. */
    double origin[ENZYME_RS_APP_DIMENSIONS], spacing[ENZYME_RS_APP_DIMENSIONS];
    /** Of controls: the least and the greatest value that make sense; both 0 if all do. */
    double least, greatest;
} enzyme_rs_app_field;

/** What the driver offers while a simulation is made. All ranks ask for the same in the same order. */
typedef struct enzyme_rs_app_setup {
    /** sizeof(enzyme_rs_app_setup). */
    int64_t size;
    void *driver;
    /** Use the functions enzyme_rs_app_number and so on in the place of these. */
    double (*number)(void *driver, const char *name, double otherwise, const char *unit, const char *meaning);
    int64_t (*integer)(void *driver, const char *name, int64_t otherwise, const char *meaning);
    const char *(*text)(void *driver, const char *name, const char *otherwise, const char *meaning);
    const char *(*file)(void *driver, const char *name, const char *otherwise, const char *meaning);
    void (*steps)(void *driver, int64_t steps);
    void (*field)(void *driver, const enzyme_rs_app_field *field);
    void (*refuse)(void *driver, const char *name, const char *why);
} enzyme_rs_app_setup;

/** A parameter of the case that is a number: what the case says, or `otherwise`. A case may say it in multiples of the unit ("3 km"). */
static inline double enzyme_rs_app_number(const enzyme_rs_app_setup *s, const char *name, double otherwise, const char *unit,
                                          const char *meaning)
{
    return s->number(s->driver, name, otherwise, unit, meaning);
}

/** A parameter that is a whole number. */
static inline int64_t enzyme_rs_app_integer(const enzyme_rs_app_setup *s, const char *name, int64_t otherwise, const char *meaning)
{
    return s->integer(s->driver, name, otherwise, meaning);
}

/** A parameter that is a text, which lives as long as the simulation. */
static inline const char *enzyme_rs_app_text(const enzyme_rs_app_setup *s, const char *name, const char *otherwise, const char *meaning)
{
    return s->text(s->driver, name, otherwise, meaning);
}

/** A parameter that is the path of a file to read, as seen from the case's folder; empty if there is none. */
static inline const char *enzyme_rs_app_file(const enzyme_rs_app_setup *s, const char *name, const char *otherwise, const char *meaning)
{
    return s->file(s->driver, name, otherwise, meaning);
}

/** How many steps the run has, if that is known before. */
static inline void enzyme_rs_app_steps(const enzyme_rs_app_setup *s, int64_t steps) { s->steps(s->driver, steps); }

/** Names a field: its numbers lie behind those of the fields of its role that were named before. */
static inline void enzyme_rs_app_field_of(const enzyme_rs_app_setup *s, const enzyme_rs_app_field *field) { s->field(s->driver, field); }

/** Says that the value of a parameter, or the case as a whole (NULL), cannot be had, and why. `create` may go on or return NULL. */
static inline void enzyme_rs_app_refuse(const enzyme_rs_app_setup *s, const char *name, const char *why)
{
    s->refuse(s->driver, name, why);
}

/** The ranks of a simulation. All call the same functions in the same order. */
typedef struct enzyme_rs_app_ranks {
    /** sizeof(enzyme_rs_app_ranks). */
    int64_t size;
    /** Begins, if that has not been done; says which rank this is, from 0, and of how many. */
    void (*begin)(int32_t *rank, int32_t *ranks);
    /** Ends. */
    void (*end)(void);
    /** Ends all ranks at once. */
    void (*abort)(int32_t code);
    /** The bits that any rank has set; the least of all ranks' numbers. */
    uint64_t (*any)(uint64_t mine);
    uint64_t (*least)(uint64_t mine);
    /** Sets each of the numbers to the sum over all ranks. */
    void (*sum)(double *numbers, int64_t count);
    /** To rank 0; on rank 0 from another rank. */
    void (*give)(const void *bytes, int64_t count);
    void (*take)(int32_t rank, void *bytes, int64_t count);
} enzyme_rs_app_ranks;

/** A simulation. In functions, `app` is what `create` returned. Adjoints are added to what `d...` leads to, but for `dafter` and `dstate` of
 * `initial_adjoint`, which are used up. */
typedef struct enzyme_rs_app {
    /** sizeof(enzyme_rs_app). */
    int64_t size;
    /** What it is called, and what it simulates. */
    const char *name, *about;
    /** NULL for a simulation of one process. */
    const enzyme_rs_app_ranks *ranks;
    void *(*create)(const enzyme_rs_app_setup *setup);
    void (*destroy)(void *app);
    void (*guess)(const void *app, double *controls);
    void (*initial)(const void *app, const double *controls, double *state);
    void (*step)(const void *app, int64_t step, const double *controls, const double *before, double *after);
    double (*objective)(const void *app, const double *controls, const double *state);
    /** Whether the state before this step is the last one; NULL where `create` says how many steps there are. */
    int32_t (*done)(const void *app, int64_t step, const double *state);
    /** Reverse mode. `state` and `after` have room for what the functions set. */
    void (*initial_adjoint)(const void *app, const double *controls, double *dcontrols, double *state, double *dstate);
    void (*step_adjoint)(const void *app, int64_t step, const double *controls, double *dcontrols, const double *before, double *dbefore,
                         double *after, double *dafter);
    void (*objective_adjoint)(const void *app, const double *controls, double *dcontrols, const double *state, double *dstate);
    /** Forward mode: `d...` are tangents. */
    void (*initial_tangent)(const void *app, const double *controls, const double *dcontrols, double *state, double *dstate);
    void (*step_tangent)(const void *app, int64_t step, const double *controls, const double *dcontrols, const double *before,
                         const double *dbefore, double *after, double *dafter);
    double (*objective_tangent)(const void *app, const double *controls, const double *dcontrols, const double *state, const double *dstate);
    /** The whole run in one function, and its derivative, which keeps in memory what it needs; NULL if there is none. `numbers` are those of a
     * state on this rank. */
    double (*whole)(const void *app, int64_t steps, const double *controls, int64_t numbers);
    void (*whole_adjoint)(const void *app, int64_t steps, const double *controls, double *dcontrols, int64_t numbers);
    /** Second derivatives: reverse mode of the tangents, for products with Hessians; NULL if there are none. A tangent is called `v...` here, and adjoints
     * of what it is made of `d...` and `dv...`; those of `state`, `after` and their tangents are used up, but for those of the objective. A table may end
     * before these: `size` says so. */
    void (*initial_second)(const void *app, const double *controls, double *dcontrols, const double *vcontrols, double *dvcontrols, double *state,
                           double *dstate, double *vstate, double *dvstate);
    void (*step_second)(const void *app, int64_t step, const double *controls, double *dcontrols, const double *vcontrols, double *dvcontrols,
                        const double *before, double *dbefore, const double *vbefore, double *dvbefore, double *after, double *dafter,
                        double *vafter, double *dvafter);
    void (*objective_second)(const void *app, const double *controls, double *dcontrols, const double *vcontrols, double *dvcontrols,
                             const double *state, double *dstate, const double *vstate, double *dvstate);
} enzyme_rs_app;

/** What the driver looks for: a simulation. */
extern const enzyme_rs_app enzyme_rs_application;

/** Or, where its addresses are not known before the program runs (Fortran: enzyme_rs_application.f90), a function that fills one in. `size` is that of
 * the driver's; all else is zero. */
void enzyme_rs_application_fill(enzyme_rs_app *table);

#ifdef __cplusplus
}
#endif

/* What a function of a simulation does not depend on has a derivative that is zero, and rightly. */
ENZYME_RS_EXTERN_C void __enzyme_autodiff_void_may_be_zero(void *, ...);

/* Says that doubles lie there, where a function only copies them. */
ENZYME_RS_EXTERN_C void __enzyme_double_of_app(const void *, ...);

/* Zeros for a state of a run that is one function. Without them the run cannot go on, and its caller asks for no error. */
static inline double *enzyme_rs_app_room(int64_t numbers)
{
    double *room = (double *)calloc(numbers > 0 ? (size_t)numbers : 1, sizeof(double));
    if (!room) {
        fprintf(stderr, "error: there is no memory for a state of %lld numbers, of which a run as one function needs two\n", (long long)numbers);
        abort();
    }
    return room;
}

#ifdef MPI_VERSION
#include "application_mpi.h"
#define ENZYME_RS_APP_RANKS &enzyme_rs_app_ranks_of_mpi
#else
#define ENZYME_RS_APP_RANKS NULL
#endif

/** Defines the simulation from the functions TYPE_create, TYPE_destroy, TYPE_guess, TYPE_initial, TYPE_step and TYPE_objective. */
#define ENZYME_RS_APPLICATION(TYPE, ABOUT)                                                                                                         \
    ENZYME_RS_APP_WHOLE(TYPE)                                                                                                                      \
    ENZYME_RS_APP_FUNCTIONS(TYPE)                                                                                                                  \
    ENZYME_RS_APP_TABLE(TYPE, ABOUT, NULL, TYPE##_app_whole, TYPE##_app_whole_adjoint, NULL, NULL, NULL)

/** The same with second derivatives, by which an inversion has products with the Hessian (`method = "newton-cg"`). Not all steps have them: over MPI, for
 * one, enzyme-cc refuses to compile this. */
#define ENZYME_RS_APPLICATION_TWICE(TYPE, ABOUT)                                                                                                   \
    ENZYME_RS_APP_WHOLE(TYPE)                                                                                                                      \
    ENZYME_RS_APP_FUNCTIONS(TYPE)                                                                                                                  \
    ENZYME_RS_APP_SECOND(TYPE)                                                                                                                     \
    ENZYME_RS_APP_TABLE(TYPE, ABOUT, NULL, TYPE##_app_whole, TYPE##_app_whole_adjoint, TYPE##_app_initial_second, TYPE##_app_step_second,          \
                        TYPE##_app_objective_second)

/** Of a simulation that has TYPE_done, which ends its runs: without second derivatives, and with them. */
#define ENZYME_RS_APPLICATION_UNTIL(TYPE, ABOUT)                                                                                                   \
    ENZYME_RS_APP_DONE(TYPE)                                                                                                                       \
    ENZYME_RS_APP_FUNCTIONS(TYPE)                                                                                                                  \
    ENZYME_RS_APP_TABLE(TYPE, ABOUT, TYPE##_app_done, NULL, NULL, NULL, NULL, NULL)
#define ENZYME_RS_APPLICATION_UNTIL_TWICE(TYPE, ABOUT)                                                                                             \
    ENZYME_RS_APP_DONE(TYPE)                                                                                                                       \
    ENZYME_RS_APP_FUNCTIONS(TYPE)                                                                                                                  \
    ENZYME_RS_APP_SECOND(TYPE)                                                                                                                     \
    ENZYME_RS_APP_TABLE(TYPE, ABOUT, TYPE##_app_done, NULL, NULL, TYPE##_app_initial_second, TYPE##_app_step_second, TYPE##_app_objective_second)

#define ENZYME_RS_APP_WHOLE(TYPE)                                                                                                                  \
    static double TYPE##_app_whole(const void *__restrict app, int64_t steps, const double *__restrict controls,                                     \
                                   int64_t numbers) ENZYME_RS_APP_NOTHROW                                                                            \
    {                                                                                                                                              \
        double *before = enzyme_rs_app_room(numbers), *after = enzyme_rs_app_room(numbers);                                                        \
        TYPE##_initial((const TYPE *)app, controls, before);                                                                                       \
        for (int64_t step = 0; step < steps; step++) {                                                                                             \
            TYPE##_step((const TYPE *)app, step, controls, before, after);                                                                         \
            memcpy(before, after, (size_t)numbers * sizeof(double));                                                                               \
        }                                                                                                                                          \
        double value = TYPE##_objective((const TYPE *)app, controls, before);                                                                      \
        free(before);                                                                                                                              \
        free(after);                                                                                                                               \
        return value;                                                                                                                              \
    }                                                                                                                                              \
    static void TYPE##_app_whole_adjoint(const void *app, int64_t steps, const double *controls, double *dcontrols,                                  \
                                         int64_t numbers) ENZYME_RS_APP_NOTHROW                                                                      \
    {                                                                                                                                              \
        __enzyme_autodiff_void_may_be_zero((void *)TYPE##_app_whole, enzyme_const, app, enzyme_const, steps, enzyme_dup, controls, dcontrols,      \
                               enzyme_const, numbers);                                                                                             \
    }

#define ENZYME_RS_APP_DONE(TYPE)                                                                                                                   \
    static int32_t TYPE##_app_done(const void *app, int64_t step, const double *state) ENZYME_RS_APP_NOTHROW                                                           \
    {                                                                                                                                              \
        return TYPE##_done((const TYPE *)app, step, state);                                                                                        \
    }

#define ENZYME_RS_APP_FUNCTIONS(TYPE)                                                                                                              \
    static void *TYPE##_app_create(const enzyme_rs_app_setup *setup) ENZYME_RS_APP_NOTHROW { ENZYME_RS_APP_MADE(setup, TYPE##_create(setup)) }     \
    static void TYPE##_app_destroy(void *app) ENZYME_RS_APP_NOTHROW { TYPE##_destroy((TYPE *)app); }                                               \
    static void TYPE##_app_guess(const void *app, double *controls) ENZYME_RS_APP_NOTHROW { TYPE##_guess((const TYPE *)app, controls); }           \
    static void TYPE##_app_initial(const void *__restrict app, const double *__restrict controls, double *__restrict state) ENZYME_RS_APP_NOTHROW  \
    {                                                                                                                                             \
        __enzyme_double_of_app(controls, INT64_MAX);                                                                                              \
        __enzyme_double_of_app(state, INT64_MAX);                                                                                                 \
        TYPE##_initial((const TYPE *)app, controls, state);                                                                                       \
    }                                                                                                                                             \
    static void TYPE##_app_step(const void *__restrict app, int64_t step, const double *__restrict controls, const double *__restrict before, double *__restrict after) ENZYME_RS_APP_NOTHROW \
    {                                                                                                                                             \
        __enzyme_double_of_app(before, INT64_MAX);                                                                                                \
        __enzyme_double_of_app(after, INT64_MAX);                                                                                                 \
        TYPE##_step((const TYPE *)app, step, controls, before, after);                                                                            \
    }                                                                                                                                             \
    static double TYPE##_app_objective(const void *__restrict app, const double *__restrict controls, const double *__restrict state) ENZYME_RS_APP_NOTHROW \
    {                                                                                                                                             \
        return TYPE##_objective((const TYPE *)app, controls, state);                                                                              \
    }                                                                                                                                             \
    static void TYPE##_app_initial_adjoint(const void *app, const double *controls, double *dcontrols, double *state,                                \
                                           double *dstate) ENZYME_RS_APP_NOTHROW                                                                     \
    {                                                                                                                                             \
        __enzyme_autodiff_void_may_be_zero((void *)TYPE##_app_initial, enzyme_const, app, enzyme_dup, controls, dcontrols, enzyme_dup, state, dstate); \
    }                                                                                                                                             \
    static void TYPE##_app_step_adjoint(const void *app, int64_t step, const double *controls, double *dcontrols, const double *before,           \
                                        double *dbefore, double *after, double *dafter) ENZYME_RS_APP_NOTHROW                                     \
    {                                                                                                                                             \
        __enzyme_autodiff_void_may_be_zero((void *)TYPE##_app_step, enzyme_const, app, enzyme_const, step, enzyme_dup, controls, dcontrols, enzyme_dup, \
                               before, dbefore, enzyme_dupnoneed, after, dafter);                                                                 \
    }                                                                                                                                             \
    static void TYPE##_app_objective_adjoint(const void *app, const double *controls, double *dcontrols, const double *state,                     \
                                             double *dstate) ENZYME_RS_APP_NOTHROW                                                                \
    {                                                                                                                                             \
        __enzyme_autodiff_void_may_be_zero((void *)TYPE##_app_objective, enzyme_const, app, enzyme_dup, controls, dcontrols, enzyme_dup, state, dstate); \
    }                                                                                                                                             \
    static void TYPE##_app_initial_tangent(const void *__restrict app, const double *__restrict controls, const double *__restrict dcontrols,     \
                                           double *__restrict state, double *__restrict dstate) ENZYME_RS_APP_NOTHROW                             \
    {                                                                                                                                             \
        __enzyme_double_of_app(controls, INT64_MAX);                                                                                              \
        __enzyme_double_of_app(dcontrols, INT64_MAX);                                                                                             \
        __enzyme_double_of_app(state, INT64_MAX);                                                                                                 \
        __enzyme_double_of_app(dstate, INT64_MAX);                                                                                                \
        __enzyme_fwddiff_void((void *)TYPE##_app_initial, enzyme_const, app, enzyme_dup, controls, dcontrols, enzyme_dup, state, dstate);         \
    }                                                                                                                                             \
    static void TYPE##_app_step_tangent(const void *__restrict app, int64_t step, const double *__restrict controls,                              \
                                        const double *__restrict dcontrols, const double *__restrict before,                                      \
                                        const double *__restrict dbefore, double *__restrict after, double *__restrict dafter) ENZYME_RS_APP_NOTHROW \
    {                                                                                                                                             \
        __enzyme_double_of_app(before, INT64_MAX);                                                                                                \
        __enzyme_double_of_app(dbefore, INT64_MAX);                                                                                               \
        __enzyme_double_of_app(after, INT64_MAX);                                                                                                 \
        __enzyme_double_of_app(dafter, INT64_MAX);                                                                                                \
        __enzyme_fwddiff_void((void *)TYPE##_app_step, enzyme_const, app, enzyme_const, step, enzyme_dup, controls, dcontrols, enzyme_dup,        \
                              before, dbefore, enzyme_dup, after, dafter);                                                                        \
    }                                                                                                                                             \
    static double TYPE##_app_objective_tangent(const void *__restrict app, const double *__restrict controls,                                     \
                                               const double *__restrict dcontrols, const double *__restrict state,                                \
                                               const double *__restrict dstate) ENZYME_RS_APP_NOTHROW                                             \
    {                                                                                                                                             \
        return __enzyme_fwddiff_double((void *)TYPE##_app_objective, enzyme_const, app, enzyme_dup, controls, dcontrols, enzyme_dup, state,       \
                                       dstate);                                                                                                   \
    }

/* We differentiate the tangent in reverse mode; the opposite order would need forward mode through the tape of reverse mode. */
#define ENZYME_RS_APP_SECOND(TYPE)                                                                                                                 \
    static void TYPE##_app_initial_second(const void *app, const double *controls, double *dcontrols, const double *vcontrols,                     \
                                          double *dvcontrols, double *state, double *dstate, double *vstate, double *dvstate) ENZYME_RS_APP_NOTHROW \
    {                                                                                                                                              \
        __enzyme_autodiff_void_may_be_zero((void *)TYPE##_app_initial_tangent, enzyme_const, app, enzyme_dup, controls, dcontrols, enzyme_dup,     \
                                           vcontrols, dvcontrols, enzyme_dupnoneed, state, dstate, enzyme_dupnoneed, vstate, dvstate);             \
    }                                                                                                                                              \
    static void TYPE##_app_step_second(const void *app, int64_t step, const double *controls, double *dcontrols, const double *vcontrols,          \
                                       double *dvcontrols, const double *before, double *dbefore, const double *vbefore, double *dvbefore,         \
                                       double *after, double *dafter, double *vafter, double *dvafter) ENZYME_RS_APP_NOTHROW                       \
    {                                                                                                                                              \
        __enzyme_autodiff_void_may_be_zero((void *)TYPE##_app_step_tangent, enzyme_const, app, enzyme_const, step, enzyme_dup, controls,           \
                                           dcontrols, enzyme_dup, vcontrols, dvcontrols, enzyme_dup, before, dbefore, enzyme_dup, vbefore,         \
                                           dvbefore, enzyme_dupnoneed, after, dafter, enzyme_dupnoneed, vafter, dvafter);                          \
    }                                                                                                                                              \
    static void TYPE##_app_objective_second(const void *app, const double *controls, double *dcontrols, const double *vcontrols,                   \
                                            double *dvcontrols, const double *state, double *dstate, const double *vstate,                           \
                                            double *dvstate) ENZYME_RS_APP_NOTHROW                                                                   \
    {                                                                                                                                              \
        __enzyme_autodiff_void_may_be_zero((void *)TYPE##_app_objective_tangent, enzyme_const, app, enzyme_dup, controls, dcontrols, enzyme_dup,   \
                                           vcontrols, dvcontrols, enzyme_dup, state, dstate, enzyme_dup, vstate, dvstate);                         \
    }

#define ENZYME_RS_APP_TABLE(TYPE, ABOUT, DONE, WHOLE, WHOLE_ADJOINT, INITIAL_SECOND, STEP_SECOND, OBJECTIVE_SECOND)                                \
    ENZYME_RS_EXTERN_C const enzyme_rs_app enzyme_rs_application;                                                                                  \
    const enzyme_rs_app enzyme_rs_application = {sizeof(enzyme_rs_app),                                                                            \
                                                 #TYPE,                                                                                            \
                                                 ABOUT,                                                                                            \
                                                 ENZYME_RS_APP_RANKS,                                                                              \
                                                 TYPE##_app_create,                                                                                \
                                                 TYPE##_app_destroy,                                                                               \
                                                 TYPE##_app_guess,                                                                                 \
                                                 TYPE##_app_initial,                                                                               \
                                                 TYPE##_app_step,                                                                                  \
                                                 TYPE##_app_objective,                                                                             \
                                                 DONE,                                                                                             \
                                                 TYPE##_app_initial_adjoint,                                                                       \
                                                 TYPE##_app_step_adjoint,                                                                          \
                                                 TYPE##_app_objective_adjoint,                                                                     \
                                                 TYPE##_app_initial_tangent,                                                                       \
                                                 TYPE##_app_step_tangent,                                                                          \
                                                 TYPE##_app_objective_tangent,                                                                     \
                                                 WHOLE,                                                                                            \
                                                 WHOLE_ADJOINT,                                                                                    \
                                                 INITIAL_SECOND,                                                                                   \
                                                 STEP_SECOND,                                                                                      \
                                                 OBJECTIVE_SECOND};

#endif /* ENZYME_RS_APPLICATION_H */

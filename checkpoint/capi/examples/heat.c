/* The gradient of a heat equation by Revolve, against its closed form.
 *
 * u' = u_xx on (0, 1) with zero ends, explicit Euler. The objective is the sum over all states k of
 * dt/2 |u_k|^2, so that every adjoint step needs its state. For u_0 = sin(p pi x), an eigenvector of the
 * step with eigenvalue lambda, the gradient is dt (1 + lambda^2 + ... + lambda^(2 STEPS)) u_0.
 *
 * Half way the schedule is thrown away and resumed from a cursor, as after a restart. */
#include <enzyme_rs/checkpoint.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 63, STEPS = 2000, SLOTS = 12, MODE = 3 };

static const double MU = 0.4; /* dt / h^2 */

typedef double field[POINTS];

static void check(int status)
{
    if (status < 0) {
        fprintf(stderr, "heat: %s\n", enzyme_rs_cp_last_message());
        exit(1);
    }
}

/* One step. The matrix is symmetric: it is its own adjoint. */
static void step(field u)
{
    double left = 0.0;
    for (int i = 0; i < POINTS; i++) {
        double here = u[i], right = i + 1 < POINTS ? u[i + 1] : 0.0;
        u[i] = here + MU * (left - 2.0 * here + right);
        left = here;
    }
}

static void add(field to, double factor, const field from)
{
    for (int i = 0; i < POINTS; i++)
        to[i] += factor * from[i];
}

static enzyme_rs_cp_schedule *restarted(enzyme_rs_cp_schedule *schedule)
{
    char *cursor;
    check(enzyme_rs_cp_schedule_cursor(schedule, &cursor));
    enzyme_rs_cp_schedule_free(schedule);
    check(enzyme_rs_cp_schedule_resume(cursor, &schedule));
    enzyme_rs_cp_text_free(cursor);
    return schedule;
}

/* Leaves the gradient with respect to u_0 in `adjoint`; returns the number of forward steps. */
static long gradient(const field start, double dt, field adjoint)
{
    enzyme_rs_cp_spec spec = {.kind = ENZYME_RS_CP_KIND_REVOLVE, .slots = SLOTS, .adjoints = 1};
    enzyme_rs_cp_schedule *schedule;
    enzyme_rs_cp_action action;
    int64_t slots;
    long forward_steps = 0;
    int status;
    field state, tape;

    check(enzyme_rs_cp_schedule_open(&spec, STEPS, &schedule));
    check(enzyme_rs_cp_schedule_check(schedule));
    check(enzyme_rs_cp_schedule_limit(schedule, 0, &slots));
    field *stored = calloc((size_t)slots, sizeof(field));
    if (!stored)
        exit(1);
    memcpy(state, start, sizeof(field));
    for (long number = 0; (status = enzyme_rs_cp_schedule_next(schedule, &action)) == 0; number++) {
        switch (action.kind) {
        case ENZYME_RS_CP_ACTION_KIND_RECORD: /* the tape of a step is the state before it */
            memcpy(tape, state, sizeof(field));
            /* fall through: run the step */
        case ENZYME_RS_CP_ACTION_KIND_ADVANCE:
            for (int64_t k = action.step; k < action.end; k++, forward_steps++)
                step(state);
            break;
        case ENZYME_RS_CP_ACTION_KIND_REVERSE:
            step(adjoint);
            add(adjoint, dt, tape);
            break;
        case ENZYME_RS_CP_ACTION_KIND_STORE:
            memcpy(stored[action.slot], state, sizeof(field));
            break;
        case ENZYME_RS_CP_ACTION_KIND_RESTORE:
            memcpy(state, stored[action.slot], sizeof(field));
            break;
        case ENZYME_RS_CP_ACTION_KIND_END_FORWARD:
            memset(adjoint, 0, sizeof(field));
            add(adjoint, dt, state);
            break;
        default: /* discard, end of adjoint: nothing to do */
            break;
        }
        if (number == STEPS)
            schedule = restarted(schedule);
    }
    check(status);
    free(stored);
    enzyme_rs_cp_schedule_free(schedule);
    return forward_steps;
}

int main(void)
{
    const double pi = 3.14159265358979323846, h = 1.0 / (POINTS + 1), dt = MU * h * h;
    const double sine = sin(MODE * pi * h / 2.0), lambda = 1.0 - 4.0 * MU * sine * sine;
    double sum = 0.0, worst = 0.0;
    field start, found;

    for (int k = 0; k <= STEPS; k++)
        sum += pow(lambda, 2.0 * k);
    for (int i = 0; i < POINTS; i++)
        start[i] = sin(MODE * pi * (i + 1) * h);
    long forward_steps = gradient(start, dt, found);
    for (int i = 0; i < POINTS; i++)
        worst = fmax(worst, fabs(found[i] - dt * sum * start[i]) / (dt * sum));
    printf("heat: %ld forward steps for %d steps with %d checkpoints; largest error %.1e\n", forward_steps,
           STEPS, SLOTS, worst);
    return worst < 1e-11 ? 0 : 1;
}

/* Numbers that grow, in C++, until something is thrown: by `create` for more than ten of them, by a step where the case says so.
 *
 * Owns: what is thrown. Must not: catch it. */
#include <enzyme_rs/application.h>
#include <stdexcept>
#include <vector>

struct throws {
    int64_t numbers, at;
};

static throws *throws_create(const enzyme_rs_app_setup *setup)
{
    auto *t = new throws{};
    t->numbers = enzyme_rs_app_integer(setup, "numbers", 4, "how many grow");
    t->at = enzyme_rs_app_integer(setup, "at", -1, "the step that throws");
    enzyme_rs_app_steps(setup, 10);
    if (t->numbers > 10)
        throw std::length_error("more numbers than ten");
    enzyme_rs_app_field field = {};
    field.name = "start", field.role = ENZYME_RS_APP_CONTROL, field.dimensions = 1;
    field.extent[0] = field.count[0] = t->numbers;
    enzyme_rs_app_field_of(setup, &field);
    field.name = "grown", field.role = ENZYME_RS_APP_STATE;
    enzyme_rs_app_field_of(setup, &field);
    return t;
}

static void throws_destroy(throws *t) { delete t; }

static void throws_guess(const throws *t, double *controls)
{
    for (int64_t k = 0; k < t->numbers; k++)
        controls[k] = 1 + double(k);
}

static void throws_initial(const throws *t, const double *controls, double *state)
{
    for (int64_t k = 0; k < t->numbers; k++)
        state[k] = controls[k];
}

static void throws_step(const throws *t, int64_t step, const double *, const double *before, double *after)
{
    if (step == t->at)
        throw std::runtime_error("the step does not converge");
    const std::vector<double> copied(before, before + t->numbers);
    for (int64_t k = 0; k < t->numbers; k++)
        after[k] = 1.01 * copied.at(std::size_t(k));
}

static double throws_objective(const throws *t, const double *, const double *state)
{
    double sum = 0;
    for (int64_t k = 0; k < t->numbers; k++)
        sum += state[k] * state[k];
    return sum;
}

ENZYME_RS_APPLICATION(throws, "numbers that grow until something is thrown")

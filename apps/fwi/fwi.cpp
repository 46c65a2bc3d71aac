/* Acoustic full-waveform inversion in two dimensions, over MPI and OpenMP: which speeds of waves explain what receivers have recorded of shots.
 *
 * Controls: the speed at each point, of which each rank has all. Shots are dealt out to ranks. Objective: how far the waves at the receivers
 * are from the records, or when their energy arrives.
 *
 * Owns: the wave equation, records, objectives. Must not: know how the gradient is made, checkpointed or drawn. */
#include "ground.h"
#include <cstring>
#include <mpi.h>
#include <algorithm>
#include <enzyme_rs/application.h>

/* Points on each side that a second derivative of eighth order takes, and its weights (Fornberg, Math. Comput. 51, 1988). */
enum { REACH = 4 };
static const double WEIGHTS[] = {-205.0 / 72, 8.0 / 5, -1.0 / 5, 8.0 / 315, -1.0 / 560};

struct fwi {
    ground in;
    rock of;
    double least, greatest;
    /* Shots of all ranks, and this rank's. */
    int shots, first, own;
    std::vector<std::size_t> sources, receivers;
    double frequency, time_step;
    int64_t steps;
    bool is_timed;
    /* The misfit of the first guess: misfits are parts of it. */
    double guessed;
    /* Decay times time step at each point; what each receiver has recorded of each of this rank's shots in each step. */
    std::vector<double> decays, records;

    /* Where parts of the state lie: the waves now and one step before, then numbers of each shot. */
    std::size_t before() const { return own * in.points(); }
    std::size_t misfits() const { return 2 * before(); }
    std::size_t energies() const { return misfits() + own; }
    std::size_t moments() const { return energies() + own; }
    std::size_t numbers() const { return moments() + own; }
};

/* The second derivatives along both dimensions, times the square of the spacing. */
static inline double laplacian(const double *u, std::ptrdiff_t row)
{
    double sum = 2 * WEIGHTS[0] * u[0];
    for (int k = 1; k <= REACH; k++)
        sum += WEIGHTS[k] * (u[k] + u[-k] + u[k * row] + u[-k * row]);
    return sum;
}

/* A step of all shots' waves by leapfrog: u_tt + 2 decay u_t = speed² laplacian(u). The outermost points stay at rest. Workers share out rows, so that
 * each has the speeds of its own. */
static void advance(const fwi &f, const double *speed, const double *now, const double *before, double *after)
{
    const int rows = f.in.rows, columns = f.in.columns, own = f.own;
    const std::size_t points = f.in.points();
    const double ratio = f.time_step / f.in.spacing;
    const double *decays = f.decays.data();
    std::fill_n(after, f.before(), 0.0);
#pragma omp parallel for schedule(static)
    for (int row = REACH; row < rows - REACH; row++)
        for (int shot = 0; shot < own; shot++)
            for (int column = REACH; column < columns - REACH; column++) {
                const std::size_t point = std::size_t(row) * columns + column, at = shot * points + point;
                const double courant = ratio * speed[point], decay = decays[point];
                after[at] = (2 * now[at] - (1 - decay) * before[at] + courant * courant * laplacian(now + at, columns)) / (1 + decay);
            }
}

/* Ricker's wavelet: the second derivative of a Gaussian, which begins at rest. */
static double wavelet(const fwi &f, double time)
{
    const double phase = std::acos(-1.0) * f.frequency * time - 4;
    return (1 - 2 * phase * phase) * std::exp(-phase * phase);
}

/* Adds to a shot's numbers what its receivers show at a time. */
static void listen(const fwi &f, int shot, int64_t step, const double *wave, double *state)
{
    const std::size_t receivers = f.receivers.size();
    const double time = double(step + 1) * f.time_step;
    const double *records = f.records.empty() ? nullptr : &f.records[(std::size_t(step) * f.own + shot) * receivers];
    double misfit = 0, energy = 0;
    for (std::size_t k = 0; k < receivers; k++) {
        const double shown = wave[f.receivers[k]], apart = records ? shown - records[k] : 0;
        misfit += apart * apart;
        energy += shown * shown;
    }
    state[f.misfits() + shot] += f.time_step / 2 * misfit;
    state[f.energies() + shot] += f.time_step * energy;
    state[f.moments() + shot] += f.time_step * energy * time;
}

static void fwi_step(const fwi *f, int64_t step, const double *controls, const double *before, double *after)
{
    const std::size_t points = f->in.points();
    advance(*f, controls, before, before + f->before(), after);
    std::copy_n(before, f->before(), after + f->before());
    std::copy(before + f->misfits(), before + f->numbers(), after + f->misfits());
    for (int shot = 0; shot < f->own; shot++) {
        double *wave = after + shot * points;
        wave[f->sources[f->first + shot]] += f->time_step * f->time_step * wavelet(*f, double(step) * f->time_step);
        listen(*f, shot, step, wave, after);
    }
}

static void fwi_initial(const fwi *f, const double *, double *state) { std::fill_n(state, f->numbers(), 0.0); }

/* The speed without the lens. */
static void fwi_guess(const fwi *f, double *controls)
{
    for (int row = 0; row < f->in.rows; row++)
        std::fill_n(controls + std::size_t(row) * f->in.columns, f->in.columns, background(f->of, f->in, row));
}

static double fwi_objective(const fwi *f, const double *, const double *state)
{
    double sum = 0;
    for (int shot = 0; shot < f->own; shot++)
        sum += f->is_timed ? state[f->moments() + shot] / state[f->energies() + shot] : state[f->misfits() + shot] / f->guessed;
    return sum;
}

/* What the receivers show of waves in a ground with such speeds: of each step, each shot and each receiver. */
static std::vector<double> shown(const fwi *f, const std::vector<double> &speed)
{
    std::vector<double> before(f->numbers()), after(f->numbers()), all;
    for (int64_t step = 0; step < f->steps; step++) {
        fwi_step(f, step, speed.data(), before.data(), after.data());
        for (int shot = 0; shot < f->own; shot++)
            for (const std::size_t receiver : f->receivers)
                all.push_back(after[shot * f->in.points() + receiver]);
        before.swap(after);
    }
    return all;
}

/* Has the receivers record waves in the ground with the lens. */
static void make_records(fwi *f)
{
    std::vector<double> speed(f->in.points());
    fwi_guess(f, speed.data());
    const std::vector<double> guessed = shown(f, speed);
    for (int row = 0; row < f->in.rows; row++)
        for (int column = 0; column < f->in.columns; column++)
            speed[std::size_t(row) * f->in.columns + column] = truth(f->of, f->in, row, column);
    f->records = shown(f, speed);
    double own = 0;
    for (std::size_t k = 0; k < guessed.size(); k++)
        own += (guessed[k] - f->records[k]) * (guessed[k] - f->records[k]);
    MPI_Allreduce(&own, &f->guessed, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    f->guessed *= f->time_step / 2;
}

/* Deals out the shots; false, on all ranks, if some would have none. */
static bool deal(fwi *f)
{
    int ranks, rank;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    f->first = int(long(f->shots) * rank / ranks);
    f->own = int(long(f->shots) * (rank + 1) / ranks) - f->first;
    return f->shots >= ranks;
}

/* A field of which each rank has all, or for the state, one with a block for each shot, of which it has its own. */
static void name_field(const enzyme_rs_app_setup *setup, const fwi *f, const char *name, const char *unit, enzyme_rs_app_role role, int dimensions)
{
    enzyme_rs_app_field field = {};
    field.name = name, field.unit = unit, field.role = role, field.dimensions = dimensions;
    int d = 0;
    if (role == ENZYME_RS_APP_STATE)
        field.extent[0] = f->shots, field.first[0] = f->first, field.count[0] = f->own, d = 1;
    else
        field.least = f->least, field.greatest = f->greatest;
    const int points[] = {f->in.rows, f->in.columns};
    const double origin[] = {-f->in.depth(0), f->in.place(0)};
    for (int k = 0; d < dimensions; d++, k++) {
        field.extent[d] = field.count[d] = points[k];
        field.origin[d] = origin[k], field.spacing[d] = f->in.spacing;
    }
    enzyme_rs_app_field_of(setup, &field);
}

static void name_fields(const enzyme_rs_app_setup *setup, const fwi *f)
{
    name_field(setup, f, "speed", "m/s", ENZYME_RS_APP_CONTROL, 2);
    name_field(setup, f, "wave", "", ENZYME_RS_APP_STATE, 3);
    name_field(setup, f, "wave_before", "", ENZYME_RS_APP_STATE, 3);
    name_field(setup, f, "misfit", "s", ENZYME_RS_APP_STATE, 1);
    name_field(setup, f, "energy", "s", ENZYME_RS_APP_STATE, 1);
    name_field(setup, f, "moment", "s^2", ENZYME_RS_APP_STATE, 1);
}

/* Reads what the ground is; false if it cannot be had. */
static bool read_ground(fwi *f, const enzyme_rs_app_setup *setup)
{
    ground &g = f->in;
    const int64_t border = enzyme_rs_app_integer(setup, "border", 20, "points on each side in which waves die away");
    const int64_t columns = enzyme_rs_app_integer(setup, "columns", 121, "points along the surface");
    const int64_t rows = enzyme_rs_app_integer(setup, "rows", 61, "points down");
    g.spacing = enzyme_rs_app_number(setup, "spacing", 10, "m", "from point to point");
    f->of.surface = enzyme_rs_app_number(setup, "speed", 2000, "m/s", "of waves at the surface");
    f->of.increase = enzyme_rs_app_number(setup, "increase", 0, "", "of the speed with depth, in m/s for each metre");
    f->of.lens = enzyme_rs_app_number(setup, "lens", 200, "m/s", "what is added in a lens below the surface's middle");
    f->of.depth = enzyme_rs_app_number(setup, "lens_depth", 250, "m", "of its middle");
    f->of.radius = enzyme_rs_app_number(setup, "lens_radius", 50, "m", "half its thickness, a quarter of its width");
    f->least = enzyme_rs_app_number(setup, "least", 1500, "m/s", "least speed of an estimate");
    f->greatest = enzyme_rs_app_number(setup, "greatest", 3000, "m/s", "greatest speed; time steps are those that it allows");
    const bool is_sized = border >= REACH && border < 1 << 10 && rows > 1 && columns > 1 && rows < 1 << 14 && columns < 1 << 14;
    if (!is_sized)
        enzyme_rs_app_refuse(setup, "columns", "and `rows` must be from 2 to 16383, and `border` from 4 to 1023");
    const bool is_spaced = g.spacing > 0;
    if (!is_spaced)
        enzyme_rs_app_refuse(setup, "spacing", "must be above 0");
    if (!is_sized || !is_spaced)
        return false;
    g.border = int(border);
    g.rows = int(rows) + 2 * g.border, g.columns = int(columns) + 2 * g.border;
    const double bottom = f->of.surface + f->of.increase * g.thickness();
    const double slowest = std::min({f->of.surface, bottom, f->of.surface + f->of.lens, bottom + f->of.lens});
    const double fastest = std::max({f->of.surface, bottom, f->of.surface + f->of.lens, bottom + f->of.lens});
    const bool has_speeds = f->least > 0 && f->least < slowest && fastest < f->greatest;
    if (!has_speeds)
        enzyme_rs_app_refuse(setup, "speed", "must be above 0 and between `least` and `greatest`, at all depths, and with `lens`");
    return has_speeds;
}

/* Reads where shots and receivers are, and for how long they listen; false if that cannot be had. What they are in a ground that was refused is not judged. */
static bool read_shots(fwi *f, const enzyme_rs_app_setup *setup, bool has_ground)
{
    const int64_t shots = enzyme_rs_app_integer(setup, "shots", 8, "shots, evenly along the surface");
    const int64_t receivers = enzyme_rs_app_integer(setup, "receivers", 40, "receivers, evenly along the surface");
    const double shot_depth = enzyme_rs_app_number(setup, "shot_depth", 20, "m", "of shots");
    const double receiver_depth = enzyme_rs_app_number(setup, "receiver_depth", 20, "m", "of receivers");
    f->frequency = enzyme_rs_app_number(setup, "frequency", 8, "Hz", "of Ricker's wavelet where it is strongest");
    const double duration = enzyme_rs_app_number(setup, "duration", 0.9, "s", "for which receivers listen");
    const char *objective = enzyme_rs_app_text(setup, "objective", "records",
                                               "\"records\" (how far waves are from them) or \"time\" (when their energy comes)");
    if (!has_ground)
        return false;
    f->is_timed = std::strcmp(objective, "time") == 0;
    if (!f->is_timed && std::strcmp(objective, "records") != 0)
        enzyme_rs_app_refuse(setup, "objective", "must be \"records\" or \"time\"");
    if (!f->is_timed && f->of.lens == 0)
        enzyme_rs_app_refuse(setup, "lens", "must not be 0, or records would be those of the first guess");
    const auto is_below = [&](double depth) { return depth >= 0 && depth <= f->in.thickness(); };
    if (!is_below(shot_depth) || !is_below(receiver_depth))
        enzyme_rs_app_refuse(setup, "shot_depth", "and `receiver_depth` must be in the ground, from 0 to the depth of its last row");
    const double wavelength = f->least / (2.5 * f->frequency);
    const bool is_resolved = f->frequency > 0 && wavelength >= 3 * f->in.spacing;
    if (!is_resolved)
        enzyme_rs_app_refuse(setup, "frequency", "must be above 0, and leave three points to the shortest wave: least / (2.5 frequency) >= 3 spacing");
    f->time_step = 0.5 * f->in.spacing / f->greatest;
    const double steps = std::ceil(duration / f->time_step);
    const bool does_end = steps > 0 && steps < 1 << 24;
    if (!does_end)
        enzyme_rs_app_refuse(setup, "duration", "must be above 0, and below 2^24 steps");
    const bool are_some = shots > 0 && shots < 1 << 20 && receivers > 0 && receivers < 1 << 20;
    if (!are_some)
        enzyme_rs_app_refuse(setup, "shots", "and `receivers` must be from 1 to a million");
    if (!are_some || !does_end || !is_below(shot_depth) || !is_below(receiver_depth))
        return false;
    f->steps = int64_t(steps);
    f->shots = int(shots);
    f->sources = line(f->in, f->shots, shot_depth);
    f->receivers = line(f->in, int(receivers), receiver_depth);
    return is_resolved;
}

static fwi *fwi_create(const enzyme_rs_app_setup *setup)
{
    auto *f = new fwi{};
    const bool has_ground = read_ground(f, setup);
    const bool has_shots = read_shots(f, setup, has_ground);
    if (!has_shots)
        return f;
    if (!deal(f)) {
        enzyme_rs_app_refuse(setup, "shots", "are too few: some ranks would have none");
        return f;
    }
    enzyme_rs_app_steps(setup, f->steps);
    name_fields(setup, f);
    for (int row = 0; row < f->in.rows; row++)
        for (int column = 0; column < f->in.columns; column++)
            f->decays.push_back(f->time_step * decay(f->in, f->of.surface, row, column));
    if (!f->is_timed)
        make_records(f);
    return f;
}

static void fwi_destroy(fwi *f) { delete f; }

/* Regions of OpenMP have no second derivatives. */
#ifdef _OPENMP
ENZYME_RS_APPLICATION(fwi, "acoustic waves of shots, and the speeds that explain them")
#else
ENZYME_RS_APPLICATION_TWICE(fwi, "acoustic waves of shots, and the speeds that explain them")
#endif

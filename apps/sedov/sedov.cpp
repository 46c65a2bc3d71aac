/* The blast wave of Sedov on a staggered Lagrangian mesh of hexahedra in three dimensions, over MPI.
 *
 * Controls: the energies at the beginning, of each element, and the one that is set free at the origin. Objective, by choice: the internal energy
 * of the element at the origin in the end, the total energy, or the radius of the shock. README.md has the equations, by their names here.
 *
 * Nodes have positions and velocities, elements have energies. A block of elements is a rank's; nodes between two ranks are held by both, which
 * add up the forces on them, so that both move them in the same way, to the last bit.
 *
 * Owns: the scheme. Must not: know how its gradient is made, checkpointed or drawn. */
#include <algorithm>
#include <cmath>
#include <memory>
#include <mpi.h>
#include <string>
#include <enzyme_rs/application.h>

#include "hexahedron.hpp"

namespace {

/* Ratio of specific heats. */
constexpr double GAMMA = 1.4;

/* Energy of a blast whose shock is at the radius 1 m after 1 s, in gas of 1 kg/m^3 (Kamm and Timmes, LA-UR-07-2849, 2007). */
constexpr double ALPHA = 0.851072;

/* Below this part of the speed of sound the linear viscosity becomes a quadratic one, so that it has a derivative where nothing moves. */
constexpr double CALM = 0.01;

enum class goal { origin, total, radius };

struct sedov {
    /* A side of all elements; of this rank's block: how many, and which is the first. */
    int elements, count[3], first[3];
    /* Ranks next to this one: in each dimension the one before and the one behind. */
    MPI_Comm grid;
    int neighbours[3][2];
    /* This rank's elements and nodes; from a node to the next in each dimension; from an element's first corner to each of the eight. */
    size_t cells, nodes, stride[3], corner[8];
    double side, density, end, blast, ambient, uneven;
    double linear, quadratic, hourglass, courant, growth;
    goal objective;
    /* Of an element, and of each node. */
    double cell_mass, *mass;
};

/* Where fields lie in a state. */
template <class Number> struct fields {
    Number *position[3], *velocity[3], *energy, *time, *step;

    fields(const sedov *s, Number *state)
    {
        for (int d = 0; d < 3; d++) {
            position[d] = state + d * s->nodes;
            velocity[d] = state + (3 + d) * s->nodes;
        }
        energy = state + 6 * s->nodes;
        time = energy + s->cells;
        step = time + 1;
    }
};

/* Calls `act(element, node)` for each element, with the first of its corners. */
template <class Act> void for_elements(const sedov *s, Act act)
{
    size_t cell = 0;
    for (int i = 0; i < s->count[0]; i++)
        for (int j = 0; j < s->count[1]; j++) {
            size_t node = i * s->stride[0] + j * s->stride[1];
            for (int k = 0; k < s->count[2]; k++)
                act(cell++, node++);
        }
}

/* Calls `act(n, node)` for the n-th node of the first or the last plane (`side` 0 or 1) across dimension `d`. */
template <class Act> void for_plane(const sedov *s, int d, int side, Act act)
{
    int one = d == 0 ? 1 : 0, other = d == 2 ? 1 : 2;
    size_t n = 0, begin = side * s->count[d] * s->stride[d];
    for (int i = 0; i <= s->count[one]; i++)
        for (int j = 0; j <= s->count[other]; j++)
            act(n++, begin + i * s->stride[one] + j * s->stride[other]);
}

/* Numbers that the caller sets, all of them. */
std::unique_ptr<double[]> room(size_t count) { return std::unique_ptr<double[]>(new double[count]); }

/* Adds to what the nodes between ranks have here what they have there: `parts` numbers of each node, one array behind the other. Nodes on edges
 * between more than two ranks get all, since one dimension follows the other. */
void add_neighbours(const sedov *s, int parts, double *numbers)
{
    for (int d = 0; d < 3; d++) {
        size_t plane = s->nodes / (s->count[d] + 1), size = parts * plane;
        auto sent = room(2 * size), got = std::make_unique<double[]>(2 * size);
        for (int side = 0; side < 2; side++)
            for (int part = 0; part < parts; part++)
                for_plane(s, d, side, [&](size_t n, size_t node) { sent[side * size + part * plane + n] = numbers[part * s->nodes + node]; });
        MPI_Request requests[4];
        for (int side = 0; side < 2; side++) {
            int rank = s->neighbours[d][side];
            MPI_Irecv(&got[side * size], (int)size, MPI_DOUBLE, rank, 1 - side, s->grid, &requests[side]);
            MPI_Isend(&sent[side * size], (int)size, MPI_DOUBLE, rank, side, s->grid, &requests[2 + side]);
        }
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        for (int side = 0; side < 2; side++)
            for (int part = 0; part < parts; part++)
                for_plane(s, d, side, [&](size_t n, size_t node) { numbers[part * s->nodes + node] += got[side * size + part * plane + n]; });
    }
}

corners gather(const sedov *s, const double *const numbers[3], size_t node)
{
    corners c;
    for (int a = 0; a < 8; a++) {
        size_t at = node + s->corner[a];
        c[a] = {numbers[0][at], numbers[1][at], numbers[2][at]};
    }
    return c;
}

/* The forces of an element, and the longest stable time step. */
struct response {
    modes forces;
    double limit;
};

/* `x` and `v` are positions and velocities, `energy` and `v` are of half a step before. */
response respond(const sedov *s, const modes &x, const modes &v, double energy, double half)
{
    volume space(x);
    double rate = space.along(v), length = space.length();
    double density = s->cell_mass / space.size, pressure = (GAMMA - 1) * energy / space.size;
    double sound2 = GAMMA * (GAMMA - 1) * energy / s->cell_mass, sound = std::sqrt(sound2);
    /* How fast opposite faces approach each other. */
    double jump = rate < 0 ? -length * rate / space.size : 0;
    double share = sound / std::sqrt(jump * jump + CALM * CALM * sound2);
    double viscosity = density * jump * jump * (s->quadratic + s->linear * share);
    double now = energy - half * (pressure + viscosity) * rate;
    response r;
    r.forces = space.push((GAMMA - 1) * now / space.size + viscosity);
    add_hourglass(r.forces, x, v, s->hourglass * density * sound * space.size / (64 * length));
    double damping = s->linear * sound + 2 * s->quadratic * jump;
    r.limit = s->courant * length / (std::sqrt(3.0) * (damping + std::sqrt(damping * damping + sound2)));
    return r;
}

/* Sums up forces on nodes, keeps those of elements by their modes 1 to 7, and gives the longest step that is stable on this rank. */
double find_forces(const sedov *s, const fields<const double> &old, double *force, double *kept)
{
    double limit = s->end, half = *old.step / 2;
    for_elements(s, [&](size_t cell, size_t node) {
        modes x = modes_of(gather(s, old.position, node)), v = modes_of(gather(s, old.velocity, node));
        response r = respond(s, x, v, old.energy[cell], half);
        limit = std::min(limit, r.limit);
        for (int m = 1; m < 8; m++) {
            kept[21 * cell + 3 * m - 3] = r.forces[m].x;
            kept[21 * cell + 3 * m - 2] = r.forces[m].y;
            kept[21 * cell + 3 * m - 1] = r.forces[m].z;
        }
        corners f = corners_of(r.forces);
        for (int a = 0; a < 8; a++) {
            size_t at = node + s->corner[a];
            force[at] += f[a].x;
            force[s->nodes + at] += f[a].y;
            force[2 * s->nodes + at] += f[a].z;
        }
    });
    return limit;
}

/* The time step of all ranks: stable, not much longer than the last one, and not beyond the end. */
double choose_step(const sedov *s, double mine, double last, double left)
{
    double limit;
    MPI_Allreduce(&mine, &limit, 1, MPI_DOUBLE, MPI_MIN, s->grid);
    double grown = last > 0 ? s->growth * last : 0.1 * limit;
    return std::min(std::min(limit, grown), left);
}

/* Planes of symmetry and walls: what would move a node through one of them is no force. */
void hold_walls(const sedov *s, double *force)
{
    for (int d = 0; d < 3; d++)
        for (int side = 0; side < 2; side++)
            if (s->neighbours[d][side] == MPI_PROC_NULL)
                for_plane(s, d, side, [&](size_t, size_t node) { force[d * s->nodes + node] = 0; });
}

/* Moves the nodes, and keeps the means of their velocities before and behind. */
void move(const sedov *s, const fields<const double> &old, const fields<double> &now, const double *force, double kick, double step, double *mean)
{
    for (int d = 0; d < 3; d++)
        for (size_t node = 0; node < s->nodes; node++) {
            double change = kick * force[d * s->nodes + node] / s->mass[node], velocity = old.velocity[d][node] + change;
            mean[d * s->nodes + node] = old.velocity[d][node] + change / 2;
            now.velocity[d][node] = velocity;
            now.position[d][node] = old.position[d][node] + step * velocity;
        }
}

/* What the forces of an element give to its nodes, they take from its energy: nothing is lost. */
void work(const sedov *s, const fields<const double> &old, const fields<double> &now, const double *mean, const double *kept, double kick)
{
    const double *parts[3] = {mean, mean + s->nodes, mean + 2 * s->nodes};
    for_elements(s, [&](size_t cell, size_t node) {
        modes v = modes_of(gather(s, parts, node));
        double power = 0;
        for (int m = 1; m < 8; m++) {
            vec force = {kept[21 * cell + 3 * m - 3], kept[21 * cell + 3 * m - 2], kept[21 * cell + 3 * m - 1]};
            power += dot(force, v[m]);
        }
        now.energy[cell] = old.energy[cell] - kick * power;
    });
}

} // namespace

static void sedov_step(const sedov *s, int64_t, const double *, const double *before, double *after)
{
    fields<const double> old(s, before);
    fields<double> now(s, after);
    auto force = std::make_unique<double[]>(3 * s->nodes), mean = room(3 * s->nodes), kept = room(21 * s->cells);
    double mine = find_forces(s, old, force.get(), kept.get());
    add_neighbours(s, 3, force.get());
    hold_walls(s, force.get());
    double left = s->end - *old.time, step = choose_step(s, mine, *old.step, left), kick = (*old.step + step) / 2;
    move(s, old, now, force.get(), kick, step, mean.get());
    work(s, old, now, mean.get(), kept.get(), kick);
    *now.time = step < left ? *old.time + step : s->end;
    *now.step = step;
}

static void sedov_initial(const sedov *s, const double *controls, double *state)
{
    fields<double> now(s, state);
    double spacing = s->side / s->elements;
    size_t node = 0;
    for (int i = 0; i <= s->count[0]; i++)
        for (int j = 0; j <= s->count[1]; j++)
            for (int k = 0; k <= s->count[2]; k++, node++) {
                now.position[0][node] = spacing * (s->first[0] + i);
                now.position[1][node] = spacing * (s->first[1] + j);
                now.position[2][node] = spacing * (s->first[2] + k);
                for (int d = 0; d < 3; d++)
                    now.velocity[d][node] = 0;
            }
    for (size_t cell = 0; cell < s->cells; cell++)
        now.energy[cell] = controls[cell];
    if (s->first[0] + s->first[1] + s->first[2] == 0)
        now.energy[0] += controls[s->cells];
    *now.time = *now.step = 0;
}

/* The run is over when a step of no length has brought energies and velocities to the time of the positions. */
[[maybe_unused]] static int sedov_done(const sedov *s, int64_t, const double *state)
{
    fields<const double> now(s, state);
    return *now.time >= s->end && *now.step == 0;
}

static double total_energy(const sedov *s, const fields<const double> &now)
{
    double sum = 0;
    for_elements(s, [&](size_t cell, size_t node) {
        corners v = gather(s, now.velocity, node);
        double square = 0;
        for (int a = 0; a < 8; a++)
            square += dot(v[a], v[a]);
        sum += now.energy[cell] + s->cell_mass / 16 * square;
    });
    return sum;
}

/* Of the gas that the shock has passed, as a ball of the density at the beginning. An element counts by its energy, as one that is passed from about
 * half of what the exact solution of such a blast has behind the shock. */
static double shock_radius(const sedov *s, double blast, const fields<const double> &now)
{
    double exact = std::pow(8 * blast * s->end * s->end / (ALPHA * s->density), 0.2), speed = 0.4 * exact / s->end;
    double half = s->cell_mass * speed * speed / ((GAMMA + 1) * (GAMMA + 1)), mine = 0, all;
    for (size_t cell = 0; cell < s->cells; cell++) {
        double ratio = now.energy[cell] / half, fourth = ratio * ratio * ratio * ratio;
        mine += fourth / (1 + fourth);
    }
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, s->grid);
    double spacing = s->side / s->elements;
    return spacing * std::cbrt(6 * all / M_PI);
}

static double sedov_objective(const sedov *s, const double *controls, const double *state)
{
    fields<const double> now(s, state);
    if (s->objective == goal::total)
        return total_energy(s, now);
    bool is_origin = s->first[0] + s->first[1] + s->first[2] == 0;
    double value = s->objective == goal::radius ? shock_radius(s, controls[s->cells], now) : now.energy[0];
    return is_origin ? value : 0;
}

/* The gas at rest, if so wanted a bit warmer here than there. */
static void sedov_guess(const sedov *s, double *controls)
{
    double cell_volume = s->cell_mass / s->density;
    size_t cell = 0;
    for (int i = 0; i < s->count[0]; i++)
        for (int j = 0; j < s->count[1]; j++)
            for (int k = 0; k < s->count[2]; k++) {
                double wave = std::sin(1.0 * (s->first[0] + i) + 1.7 * (s->first[1] + j) + 2.3 * (s->first[2] + k));
                controls[cell++] = s->ambient * cell_volume * (1 + s->uneven * wave);
            }
    controls[cell] = s->blast;
}

static void decompose(sedov *s)
{
    int ranks, rank, extents[3] = {0, 0, 0}, open[3] = {0, 0, 0}, at[3];
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Dims_create(ranks, 3, extents);
    MPI_Cart_create(MPI_COMM_WORLD, 3, extents, open, 0, &s->grid);
    MPI_Comm_rank(s->grid, &rank);
    MPI_Cart_coords(s->grid, rank, 3, at);
    s->cells = s->nodes = 1;
    for (int d = 2; d >= 0; d--) {
        MPI_Cart_shift(s->grid, d, 1, &s->neighbours[d][0], &s->neighbours[d][1]);
        s->first[d] = s->elements * at[d] / extents[d];
        s->count[d] = s->elements * (at[d] + 1) / extents[d] - s->first[d];
        s->stride[d] = s->nodes;
        s->cells *= s->count[d];
        s->nodes *= s->count[d] + 1;
    }
    for (int a = 0; a < 8; a++)
        s->corner[a] = (a & 1 ? s->stride[0] : 0) + (a & 2 ? s->stride[1] : 0) + (a & 4 ? s->stride[2] : 0);
}

/* Each element gives an eighth of its mass to each corner. */
static void weigh(sedov *s)
{
    double spacing = s->side / s->elements;
    s->cell_mass = s->density * spacing * spacing * spacing;
    s->mass = static_cast<double *>(calloc(s->nodes, sizeof(double)));
    for_elements(s, [&](size_t, size_t node) {
        for (int a = 0; a < 8; a++)
            s->mass[node + s->corner[a]] += s->cell_mass / 8;
    });
    add_neighbours(s, 1, s->mass);
}

/* Names a field: of elements (`more` 0) or of nodes (`more` 1). */
static void name_field(const enzyme_rs_app_setup *setup, const sedov *s, const char *name, const char *unit, enzyme_rs_app_role role, int more)
{
    enzyme_rs_app_field f = {};
    f.name = name;
    f.unit = unit;
    f.role = role;
    f.dimensions = 3;
    double spacing = s->side / s->elements;
    for (int d = 0; d < 3; d++) {
        f.extent[d] = s->elements + more;
        f.first[d] = s->first[d];
        f.count[d] = s->count[d] + more;
        f.spacing[d] = spacing;
        f.origin[d] = more ? 0 : spacing / 2;
    }
    if (role == ENZYME_RS_APP_CONTROL) {
        f.least = 1e-6 * s->ambient * s->cell_mass / s->density;
        f.greatest = s->blast;
    }
    enzyme_rs_app_field_of(setup, &f);
}

/* Names one number that all ranks have. */
static void name_number(const enzyme_rs_app_setup *setup, const char *name, const char *unit, enzyme_rs_app_role role, double greatest)
{
    enzyme_rs_app_field f = {};
    f.name = name;
    f.unit = unit;
    f.role = role;
    f.greatest = greatest;
    enzyme_rs_app_field_of(setup, &f);
}

static void name_fields(const enzyme_rs_app_setup *setup, const sedov *s)
{
    name_field(setup, s, "ambient", "J", ENZYME_RS_APP_CONTROL, 0);
    name_number(setup, "blast", "J", ENZYME_RS_APP_CONTROL, 1e3 * s->blast);
    for (const char *name : {"x", "y", "z"})
        name_field(setup, s, name, "m", ENZYME_RS_APP_STATE, 1);
    for (const char *name : {"velocity_x", "velocity_y", "velocity_z"})
        name_field(setup, s, name, "m/s", ENZYME_RS_APP_STATE, 1);
    name_field(setup, s, "energy", "J", ENZYME_RS_APP_STATE, 0);
    name_number(setup, "time", "s", ENZYME_RS_APP_STATE, 0);
    name_number(setup, "last_step", "s", ENZYME_RS_APP_STATE, 0);
}

static void read_numbers(const enzyme_rs_app_setup *setup, sedov *s)
{
    const double tiny = 1e-300, huge = 1e30;
    struct {
        const char *name;
        double *to, otherwise, least, most;
        const char *unit, *meaning, *allowed;
    } list[] = {
        {"side", &s->side, 1.2, tiny, huge, "m", "side of the cube", "must be above 0"},
        {"density", &s->density, 1, tiny, huge, "kg/m3", "density at the beginning", "must be above 0"},
        {"blast", &s->blast, ALPHA / 8, tiny, huge, "J", "energy that is set free at the origin, in this octant", "must be above 0"},
        {"ambient", &s->ambient, 1e-6, tiny, huge, "J/m3", "internal energy of the gas at rest", "must be above 0, where sound has a speed"},
        {"uneven", &s->uneven, 0, 0, 0.9, "", "part by which that differs from place to place", "must be from 0 to 0.9"},
        {"end", &s->end, 1, tiny, huge, "s", "time of the end", "must be above 0"},
        {"linear", &s->linear, 0.25, 0, 10, "", "linear viscosity", "must be from 0 to 10"},
        {"quadratic", &s->quadratic, 1.5, 0, 10, "", "quadratic viscosity", "must be from 0 to 10"},
        {"hourglass", &s->hourglass, 0.5, 0, 1, "", "damping of hourglass patterns", "must be from 0 to 1"},
        {"courant", &s->courant, 0.7, 0.001, 1, "", "time step over the longest one that is stable", "must be from 0.001 to 1"},
        {"growth", &s->growth, 1.1, 1.001, 2, "", "time step over the last one, at most", "must be from 1.001 to 2"},
    };
    for (auto &p : list) {
        *p.to = enzyme_rs_app_number(setup, p.name, p.otherwise, p.unit, p.meaning);
        if (!(*p.to >= p.least && *p.to <= p.most))
            enzyme_rs_app_refuse(setup, p.name, p.allowed);
    }
}

static void read_objective(const enzyme_rs_app_setup *setup, sedov *s)
{
    std::string name = enzyme_rs_app_text(setup, "objective", "origin",
                                          "\"origin\", the internal energy of the element there, \"total\", all energy, or \"radius\", of the shock");
    s->objective = name == "total" ? goal::total : name == "radius" ? goal::radius : goal::origin;
    if (name != "origin" && name != "total" && name != "radius")
        enzyme_rs_app_refuse(setup, "objective", "must be \"origin\", \"total\" or \"radius\"");
}

static sedov *sedov_create(const enzyme_rs_app_setup *setup)
{
    sedov *s = new sedov();
    const int64_t elements = enzyme_rs_app_integer(setup, "elements", 30, "elements a side");
    read_numbers(setup, s);
    read_objective(setup, s);
#ifndef SEDOV_UNTIL
    enzyme_rs_app_steps(setup, enzyme_rs_app_integer(setup, "steps", 400, "time steps; those behind the end change nothing"));
#endif
    if (elements < 1 || elements > 1000) {
        enzyme_rs_app_refuse(setup, "elements", "must be from 1 to 1000");
        delete s;
        return nullptr;
    }
    s->elements = int(elements);
    decompose(s);
    if (s->cells == 0)
        enzyme_rs_app_refuse(setup, "elements", "are too few: some ranks would have none");
    weigh(s);
    name_fields(setup, s);
    return s;
}

static void sedov_destroy(sedov *s)
{
    MPI_Comm_free(&s->grid);
    free(s->mass);
    delete s;
}

/* Either a known number of steps, which may also be differentiated as a whole, or as many as it takes until the end. */
#ifdef SEDOV_UNTIL
ENZYME_RS_APPLICATION_UNTIL(sedov, "the blast wave of Sedov on a Lagrangian mesh, until a time")
#else
ENZYME_RS_APPLICATION(sedov, "the blast wave of Sedov on a Lagrangian mesh")
#endif

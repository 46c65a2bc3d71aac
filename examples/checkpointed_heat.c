/* The gradient of a heat equation over MPI.
 *
 *     mpirun -n 2 heat [points [steps [slots [files [folder]]]]]
 *
 * u_t = u_xx + u_yy on the unit square, zero on its border, explicit Euler, on a Cartesian grid of ranks. The objective
 * is the sum over all steps of |u|^2 / 2, so there is a global sum in each. `step` is plain C and MPI. Its adjoint comes
 * from the compiler; thousands of steps are reversed by the checkpointing library, with `slots` states in memory and
 * `files` states in HDF5 files, one for each rank, and a journal in `folder`, from which a killed run goes on.
 *
 * A step is a symmetric matrix with the eigenvectors u0 = sin(k pi x) sin(l pi y), so the gradient is known:
 * (lambda^2 + lambda^4 + ... + lambda^2N) u0. It is compared with that, and the objective along a line with its Taylor
 * polynomial. */
#include <enzyme_rs/checkpoint.h>
#include <enzyme_rs/enzyme.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Waves of the initial state; the time step over the square of the spacing. */
enum { K = 3, L = 2 };
static const double MU = 0.2, PI = 3.14159265358979323846;

/* A rank's part of the points; its first one is (`top`, `left`) of all. */
typedef struct part {
    int points, rows, columns, top, left, ranks, rank;
    MPI_Comm grid, apart;
} part;

/* A rank's state: the objective so far, then its part of u, row by row. */
static int numbers(const part *p) { return 1 + p->rows * p->columns; }

/* Fills the border of `wide`, which is one point wider on each side, with the neighbours' points. */
static void exchange(double *wide, const part *p)
{
    int up, down, left, right, width = p->columns + 2;
    MPI_Request requests[8];
    MPI_Datatype column;
    MPI_Type_vector(p->rows, 1, width, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Cart_shift(p->grid, 0, 1, &up, &down);
    MPI_Cart_shift(p->grid, 1, 1, &left, &right);
    MPI_Irecv(wide + 1, p->columns, MPI_DOUBLE, up, 0, p->grid, requests);
    MPI_Irecv(wide + (p->rows + 1) * width + 1, p->columns, MPI_DOUBLE, down, 1, p->grid, requests + 1);
    MPI_Irecv(wide + width, 1, column, left, 2, p->grid, requests + 2);
    MPI_Irecv(wide + 2 * width - 1, 1, column, right, 3, p->grid, requests + 3);
    MPI_Isend(wide + p->rows * width + 1, p->columns, MPI_DOUBLE, down, 0, p->grid, requests + 4);
    MPI_Isend(wide + width + 1, p->columns, MPI_DOUBLE, up, 1, p->grid, requests + 5);
    MPI_Isend(wide + 2 * width - 2, 1, column, right, 2, p->grid, requests + 6);
    MPI_Isend(wide + width + 1, 1, column, left, 3, p->grid, requests + 7);
    MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
    MPI_Type_free(&column);
}

/* One time step, from the state `old` to the state `now`. */
static void step(const double *old, double *now, const part *p)
{
    int width = p->columns + 2;
    double *wide = calloc((size_t)(p->rows + 2) * width, sizeof *wide);
    double local = 0, norm;
    for (int i = 0; i < p->rows; i++)
        memcpy(wide + (i + 1) * width + 1, old + 1 + i * p->columns, p->columns * sizeof *old);
    exchange(wide, p);
    for (int i = 0; i < p->rows; i++)
        for (int j = 0; j < p->columns; j++) {
            const double *u = wide + (i + 1) * width + j + 1;
            double value = u[0] + MU * (u[-1] + u[1] + u[-width] + u[width] - 4 * u[0]);
            now[1 + i * p->columns + j] = value;
            local += value * value;
        }
    MPI_Allreduce(&local, &norm, 1, MPI_DOUBLE, MPI_SUM, p->grid);
    now[0] = old[0] + norm / 2;
    free(wide);
}

/* The simulation as the checkpointing library sees it: a state, the one before it (all that the adjoint of a step
 * needs), the adjoint, and room for the next one. */
typedef struct heat {
    part *p;
    double *state, *before, *adjoint, *earlier;
} heat;

static void swap(double **a, double **b)
{
    double *kept = *a;
    *a = *b, *b = kept;
}

static int32_t run_step(void *user, int64_t number)
{
    heat *h = user;
    (void)number;
    swap(&h->state, &h->before);
    step(h->before, h->state, h->p);
    return 0;
}

static int32_t seed(void *user, int32_t number)
{
    heat *h = user;
    (void)number;
    memset(h->adjoint, 0, numbers(h->p) * sizeof *h->adjoint);
    /* All ranks have the objective; it counts once. */
    h->adjoint[0] = h->p->rank == 0;
    return 0;
}

static int32_t reverse(void *user, int64_t number)
{
    heat *h = user;
    (void)number;
    memset(h->earlier, 0, numbers(h->p) * sizeof *h->earlier);
    __enzyme_autodiff_void((void *)step, enzyme_dup, h->before, h->earlier, enzyme_dup, h->state, h->adjoint,
                           enzyme_const, h->p);
    swap(&h->adjoint, &h->earlier);
    return 0;
}

static int32_t save_state(void *user, void *bytes, int64_t size)
{
    memcpy(bytes, ((heat *)user)->state, (size_t)size);
    return 0;
}

static int32_t load_state(void *user, const void *bytes, int64_t size)
{
    memcpy(((heat *)user)->state, bytes, (size_t)size);
    return 0;
}

static int32_t save_adjoint(void *user, void *bytes, int64_t size)
{
    memcpy(bytes, ((heat *)user)->adjoint, (size_t)size);
    return 0;
}

static int32_t load_adjoint(void *user, const void *bytes, int64_t size)
{
    memcpy(((heat *)user)->adjoint, bytes, (size_t)size);
    return 0;
}

/* What the ranks of a run agree on goes through these two. */
static uint64_t any(void *user, uint64_t mine)
{
    uint64_t all;
    MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_BOR, ((part *)user)->apart);
    return all;
}

static uint64_t least(void *user, uint64_t mine)
{
    uint64_t all;
    MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_MIN, ((part *)user)->apart);
    return all;
}

/* Ends with the library's message if there is one. Ranks fail together, so this needs no MPI_Abort. */
static int check(const part *p, int status)
{
    if (status < 0) {
        fprintf(stderr, "heat: rank %d: %s\n", p->rank, enzyme_rs_cp_last_message());
        MPI_Finalize();
        exit(1);
    }
    return status;
}

static void progress(void *user, const enzyme_rs_cp_event *event)
{
    const part *p = user;
    if (p->rank == 0 && event->kind == ENZYME_RS_CP_EVENT_KIND_PROGRESS)
        fprintf(stderr, "heat: %lld forward steps, %lld adjoint steps of %lld\n", (long long)event->forward,
                (long long)event->reverse, (long long)event->steps);
}

/* Runs the model forward and back; returns with which code to end. */
static int gradient(heat *h, int64_t steps, int64_t slots, int64_t files, const char *folder)
{
    part *p = h->p;
    char name[100], *text;
    const int64_t extent = numbers(p);
    const enzyme_rs_cp_field u = {"state", &extent, 1, ENZYME_RS_CP_NUMBER_F64};
    const enzyme_rs_cp_field adjoint = {"adjoint", &extent, 1, ENZYME_RS_CP_NUMBER_F64};
    const enzyme_rs_cp_spec spec = {.kind = ENZYME_RS_CP_KIND_MULTISTAGE,
                                    .adjoints = 1,
                                    .slots = slots,
                                    .disk = files,
                                    .write = 1,
                                    .read = 1};
    const enzyme_rs_cp_model model = {.size = sizeof model,
                                      .user = h,
                                      .identity = name,
                                      .steps = steps,
                                      .step = run_step,
                                      .record = run_step,
                                      .seed = seed,
                                      .reverse = reverse,
                                      .state = {{&u, 1, 0}, NULL, save_state, load_state},
                                      .adjoint = {{&adjoint, 1, 0}, NULL, save_adjoint, load_adjoint}};
    const enzyme_rs_cp_peers peers = {
        .size = sizeof peers, .user = p, .rank = p->rank, .ranks = p->ranks, .any = any, .least = least};
    const enzyme_rs_cp_file_options options = {.rank = p->rank};
    enzyme_rs_cp_run *run;
    enzyme_rs_cp_store *memory, *on_disk, *behind;
    enzyme_rs_cp_stop *stop;
    enzyme_rs_cp_report *report;
    enzyme_rs_cp_summary summary;

    snprintf(name, sizeof name, "heat, %d points", p->points);
    check(p, enzyme_rs_cp_run_open(&spec, &run));
    check(p, enzyme_rs_cp_store_memory(&memory));
    check(p, enzyme_rs_cp_run_store(run, memory));
    check(p, enzyme_rs_cp_store_files(folder, &options, &on_disk));
    check(p, enzyme_rs_cp_store_background(on_disk, 64 << 20, &behind));
    check(p, enzyme_rs_cp_run_store(run, behind));
    check(p, enzyme_rs_cp_run_journal(run, folder, 0.25, p->rank));
    check(p, enzyme_rs_cp_run_peers(run, &peers));
    check(p, enzyme_rs_cp_stop_open(&stop));
    check(p, enzyme_rs_cp_stop_on_signals(stop));
    check(p, enzyme_rs_cp_run_stop(run, stop));
    check(p, enzyme_rs_cp_run_on_event(run, progress, p, 2.0));
    check(p, enzyme_rs_cp_run_execute(run, &model, &report));
    check(p, enzyme_rs_cp_report_summary(report, &summary));
    check(p, enzyme_rs_cp_report_text(report, &text));
    if (p->rank == 0)
        printf("%s\n", text);
    enzyme_rs_cp_text_free(text);
    enzyme_rs_cp_report_free(report);
    enzyme_rs_cp_stop_free(stop);
    enzyme_rs_cp_store_free(behind);
    enzyme_rs_cp_store_free(on_disk);
    enzyme_rs_cp_store_free(memory);
    enzyme_rs_cp_run_free(run);
    return summary.exit_code;
}

static part decompose(int points)
{
    part p = {.points = points};
    int extents[2] = {0, 0}, open[2] = {0, 0}, at[2];
    MPI_Comm_size(MPI_COMM_WORLD, &p.ranks);
    MPI_Dims_create(p.ranks, 2, extents);
    MPI_Cart_create(MPI_COMM_WORLD, 2, extents, open, 0, &p.grid);
    MPI_Comm_dup(p.grid, &p.apart);
    MPI_Comm_rank(p.grid, &p.rank);
    MPI_Cart_coords(p.grid, p.rank, 2, at);
    p.top = points * at[0] / extents[0];
    p.left = points * at[1] / extents[1];
    p.rows = points * (at[0] + 1) / extents[0] - p.top;
    p.columns = points * (at[1] + 1) / extents[1] - p.left;
    return p;
}

/* The eigenvector at a point of this rank's part. */
static double wave(const part *p, int i, int j)
{
    double h = 1.0 / (p->points + 1);
    return sin(K * PI * h * (p->top + i + 1)) * sin(L * PI * h * (p->left + j + 1));
}

/* A direction in the space of initial states that is no eigenvector. */
static double other(const part *p, int i, int j)
{
    return wave(p, i, j) + cos(p->top + i + 0.3 * (p->left + j));
}

static double eigenvalue(const part *p)
{
    double h = 1.0 / (p->points + 1), a = sin(K * PI * h / 2), b = sin(L * PI * h / 2);
    return 1 - 4 * MU * (a * a + b * b);
}

/* Sets the eigenvector, moved by `by` along the other direction. */
static void start(const part *p, double by, double *state)
{
    state[0] = 0;
    for (int i = 0; i < p->rows; i++)
        for (int j = 0; j < p->columns; j++)
            state[1 + i * p->columns + j] = wave(p, i, j) + by * other(p, i, j);
}

static double objective(const part *p, int64_t steps, double by)
{
    double *a = malloc(numbers(p) * sizeof *a), *b = malloc(numbers(p) * sizeof *b);
    start(p, by, a);
    for (int64_t n = 0; n < steps; n++) {
        step(a, b, p);
        swap(&a, &b);
    }
    double found = a[0];
    free(a), free(b);
    return found;
}

/* Prints how far the gradient is from the closed form and from Taylor's; returns whether it is right. */
static int judge(const part *p, int64_t steps, const double *found)
{
    double lambda = eigenvalue(p), factor = 0, mine[3] = {0, 0, 0}, all[2], worst;
    for (int64_t n = 1; n <= steps; n++)
        factor += pow(lambda, 2.0 * n);
    for (int i = 0; i < p->rows; i++)
        for (int j = 0; j < p->columns; j++) {
            double g = found[1 + i * p->columns + j];
            mine[0] += g * g;
            mine[1] += g * other(p, i, j);
            mine[2] = fmax(mine[2], fabs(g / factor - wave(p, i, j)));
        }
    MPI_Allreduce(mine, all, 2, MPI_DOUBLE, MPI_SUM, p->grid);
    MPI_Allreduce(mine + 2, &worst, 1, MPI_DOUBLE, MPI_MAX, p->grid);
    double h = 1e-2, at = objective(p, steps, 0);
    double whole = objective(p, steps, h) - at, half = objective(p, steps, h / 2) - at;
    double order = log2(fabs(whole - h * all[1]) / fabs(half - h / 2 * all[1]));
    int good = worst < 1e-10 && fabs(order - 2) < 0.02;
    if (p->rank == 0)
        printf("gradient: norm %.12e, %.1e from the closed form\n"
               "Taylor: remainder %.1e without the gradient, %.1e with it, of order %.3f: %s\n",
               sqrt(all[0]), worst, fabs(whole), fabs(whole - h * all[1]), order, good ? "ok" : "WRONG");
    return good;
}

/* The argument at `at`, a number of 1 or more. */
static int64_t number(int count, char **words, int at, const char *name, int64_t otherwise)
{
    char *end;
    if (count <= at)
        return otherwise;
    long long found = strtoll(words[at], &end, 10);
    if (*end == 0 && found >= 1 && found <= 1000000000)
        return found;
    fprintf(stderr, "heat: %s: `%s' is no number from 1 to 10^9\n"
                    "heat: help: heat [points [steps [slots [files [folder]]]]]\n", name, words[at]);
    exit(2);
}

int main(int count, char **words)
{
    int points = (int)number(count, words, 1, "points", 64);
    int64_t steps = number(count, words, 2, "steps", 2000);
    int64_t slots = number(count, words, 3, "slots", 10), files = number(count, words, 4, "files", 10);
    const char *folder = count > 5 ? words[5] : "heat.run";
    MPI_Init(&count, &words);
    part p = decompose(points);
    if (p.points < p.ranks) {
        if (p.rank == 0)
            fprintf(stderr, "heat: %d points a side are too few for %d ranks\n", points, p.ranks);
        MPI_Finalize();
        return 2;
    }
    heat h = {.p = &p};
    double **rooms[] = {&h.state, &h.before, &h.adjoint, &h.earlier};
    for (int i = 0; i < 4; i++)
        *rooms[i] = calloc(numbers(&p), sizeof(double));
    start(&p, 0, h.state);
    int code = gradient(&h, steps, slots, files, folder);
    if (code == 0)
        code = !judge(&p, steps, h.adjoint);
    for (int i = 0; i < 4; i++)
        free(*rooms[i]);
    MPI_Finalize();
    return code;
}

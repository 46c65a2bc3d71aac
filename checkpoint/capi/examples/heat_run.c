/* The gradient of a heat equation by an executor: killed in the adjoint, it goes on and gives the same bits.
 *
 * u' = u_xx on (0, 1) with zero ends, explicit Euler. The objective is |u_N|^2 / 2. A step is a symmetric
 * matrix, so for u_0 = sin(p pi x), an eigenvector with eigenvalue lambda, the gradient is lambda^(2N) u_0.
 *
 *     heat_run FOLDER          runs, or goes on with what was begun in FOLDER; prints the gradient's error
 *     heat_run FOLDER STEP     the same, but kills itself in the adjoint of that step
 *     heat_run                 all of it in a folder of its own: a run, a killed one, and the rest of it */
#define _POSIX_C_SOURCE 200809L
#include <enzyme_rs/checkpoint.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { POINTS = 63, STEPS = 1000, SLOTS = 10, MODE = 3 };

static const double MU = 0.4; /* dt / h^2 */
static const double PI = 3.14159265358979323846;

typedef struct heat {
    double u[POINTS];
    double adjoint[POINTS];
    int64_t kill_at; /* step whose adjoint is fatal, or -1 */
} heat;

static void step(double *u)
{
    double left = 0.0;
    for (int i = 0; i < POINTS; i++) {
        double here = u[i], right = i + 1 < POINTS ? u[i + 1] : 0.0;
        u[i] = here + MU * (left - 2.0 * here + right);
        left = here;
    }
}

static int32_t run_step(void *user, int64_t number)
{
    (void)number;
    step(((heat *)user)->u);
    return 0;
}

static int32_t seed(void *user, int32_t adjoint)
{
    heat *model = user;
    (void)adjoint;
    memcpy(model->adjoint, model->u, sizeof model->u);
    return 0;
}

/* The step is linear: its adjoint reads no tape. */
static int32_t reverse(void *user, int64_t number)
{
    heat *model = user;
    if (number == model->kill_at)
        raise(SIGKILL);
    step(model->adjoint);
    return 0;
}

static int32_t save_state(void *user, void *bytes, int64_t size)
{
    memcpy(bytes, ((heat *)user)->u, (size_t)size);
    return 0;
}

static int32_t load_state(void *user, const void *bytes, int64_t size)
{
    memcpy(((heat *)user)->u, bytes, (size_t)size);
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

static int check(int status)
{
    if (status < 0) {
        fprintf(stderr, "heat_run: %s\n", enzyme_rs_cp_last_message());
        exit(1);
    }
    return status;
}

/* Leaves the gradient in `found`. Returns what the program is to end with; 0 is good. */
static int gradient(const char *folder, int64_t kill_at, double *found)
{
    static const int64_t points = POINTS;
    const enzyme_rs_cp_field u = {"u", &points, 1, ENZYME_RS_CP_NUMBER_F64};
    const enzyme_rs_cp_field adjoint_u = {"adjoint_u", &points, 1, ENZYME_RS_CP_NUMBER_F64};
    const enzyme_rs_cp_spec spec = {.kind = ENZYME_RS_CP_KIND_REVOLVE, .slots = SLOTS, .adjoints = 1};
    heat mine = {.kill_at = kill_at};
    enzyme_rs_cp_model model = {.size = sizeof model,
                                .user = &mine,
                                .identity = "heat, 63 points, mu 0.4",
                                .steps = STEPS,
                                .step = run_step,
                                .record = run_step,
                                .seed = seed,
                                .reverse = reverse,
                                .state = {{&u, 1, 0}, NULL, save_state, load_state},
                                .adjoint = {{&adjoint_u, 1, 0}, NULL, save_adjoint, load_adjoint}};
    enzyme_rs_cp_run *run;
    enzyme_rs_cp_store *files, *behind;
    enzyme_rs_cp_stop *stop;
    enzyme_rs_cp_report *report;
    enzyme_rs_cp_summary summary;
    char *text;

    for (int i = 0; i < POINTS; i++)
        mine.u[i] = sin(MODE * PI * (i + 1) / (POINTS + 1));
    check(enzyme_rs_cp_run_open(&spec, &run));
    check(enzyme_rs_cp_store_files(folder, NULL, &files));
    check(enzyme_rs_cp_store_background(files, 1 << 20, &behind));
    check(enzyme_rs_cp_run_store(run, behind));
    /* To be killed: a save at every possible point, so that there is one to go on from. */
    check(enzyme_rs_cp_run_journal(run, folder, kill_at < 0 ? 0.001 : 0.0, 0));
    check(enzyme_rs_cp_stop_open(&stop));
    check(enzyme_rs_cp_stop_on_signals(stop));
    check(enzyme_rs_cp_run_stop(run, stop));
    check(enzyme_rs_cp_run_execute(run, &model, &report));
    check(enzyme_rs_cp_report_summary(report, &summary));
    check(enzyme_rs_cp_report_text(report, &text));
    printf("%s\n", text);
    printf("processes %d\n", (int)summary.processes);
    memcpy(found, mine.adjoint, sizeof mine.adjoint);
    enzyme_rs_cp_text_free(text);
    enzyme_rs_cp_report_free(report);
    enzyme_rs_cp_stop_free(stop);
    enzyme_rs_cp_store_free(behind);
    enzyme_rs_cp_store_free(files);
    enzyme_rs_cp_run_free(run);
    return summary.exit_code;
}

/* The largest difference to the closed form, over its largest value. */
static double error(const double *found)
{
    const double sine = sin(MODE * PI / (2.0 * (POINTS + 1))), lambda = 1.0 - 4.0 * MU * sine * sine;
    const double factor = pow(lambda, 2.0 * STEPS);
    double worst = 0.0;
    for (int i = 0; i < POINTS; i++)
        worst = fmax(worst, fabs(found[i] / factor - sin(MODE * PI * (i + 1) / (POINTS + 1))));
    return worst;
}

/* A run, one that is killed, and the rest of that one. */
static int demonstrate(void)
{
    char whole[] = "/tmp/heat_run_whole_XXXXXX", broken[] = "/tmp/heat_run_broken_XXXXXX", command[200];
    double once[POINTS], again[POINTS];
    int status;

    if (!mkdtemp(whole) || !mkdtemp(broken) || gradient(whole, -1, once) != 0)
        return 1;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0)
        _exit(gradient(broken, STEPS - 20, again));
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFSIGNALED(status))
        return 1;
    if (gradient(broken, -1, again) != 0)
        return 1;
    printf("largest error %.1e; after kill and resume the gradient %s\n", error(once),
           memcmp(once, again, sizeof once) == 0 ? "is the same" : "DIFFERS");
    snprintf(command, sizeof command, "rm -r %s %s", whole, broken);
    if (system(command) != 0)
        return 1;
    return error(once) < 1e-9 && memcmp(once, again, sizeof once) == 0 ? 0 : 1;
}

int main(int count, char **words)
{
    double found[POINTS];
    if (count == 1)
        return demonstrate();
    int code = gradient(words[1], count > 2 ? atol(words[2]) : -1, found);
    if (code != 0)
        return code;
    printf("largest error %.1e\n", error(found));
    return error(found) < 1e-9 ? 0 : 1;
}

/* What runs with peers promise: two ranks as threads, whose reductions wait at a shared barrier, stop, resume and
 * fail together; and what becomes of wrong peers. */
#define _POSIX_C_SOURCE 200809L
#include "support.h"
#include <math.h>
#include <pthread.h>
#include <unistd.h>

enum { STEPS = 40, RANKS = 2 };

#define REVOLVE(slots) "{\"revolve\":{\"slots\":" #slots ",\"adjoints\":1}}"

static const double H = 0.01;

/* Where the ranks meet. */
typedef struct place {
    pthread_barrier_t barrier;
    uint64_t words[RANKS];
} place;

/* One of them, with its part of the model: x' = x + h x^2 from a value of its own. */
typedef struct member {
    place *place;
    int32_t rank;
    double x, tape, adjoint;
    const char *spec, *folder; /* journal there, or nowhere */
    int64_t fail_at, stop_at;
    enzyme_rs_cp_stop *stop;
    int status, exit_code, meetings;
    char message[300];
} member;

static uint64_t reduce(member *my, uint64_t mine, int least)
{
    place *place = my->place;
    my->meetings++;
    place->words[my->rank] = mine;
    pthread_barrier_wait(&place->barrier);
    uint64_t one = place->words[0], other = place->words[1];
    pthread_barrier_wait(&place->barrier); /* no word changes before all have read it */
    return !least ? one | other : one < other ? one : other;
}

static uint64_t any(void *user, uint64_t mine) { return reduce(user, mine, 0); }
static uint64_t least(void *user, uint64_t mine) { return reduce(user, mine, 1); }

static int32_t run_step(void *user, int64_t step)
{
    member *my = user;
    my->x += H * my->x * my->x;
    if (step == my->stop_at)
        REQUIRE(enzyme_rs_cp_stop_request(my->stop) == 0);
    return step == my->fail_at ? 7 : 0;
}

static int32_t record(void *user, int64_t step)
{
    member *my = user;
    my->tape = my->x;
    return run_step(user, step);
}

static int32_t seed(void *user, int32_t number)
{
    member *my = user;
    my->adjoint = 1.0;
    return number;
}

static int32_t reverse(void *user, int64_t step)
{
    member *my = user;
    my->adjoint *= 1.0 + 2.0 * H * my->tape;
    return step < 0;
}

static int32_t save(void *bytes, const double *number, int64_t size)
{
    memcpy(bytes, number, (size_t)size);
    return 0;
}

static int32_t load(double *number, const void *bytes, int64_t size)
{
    memcpy(number, bytes, (size_t)size);
    return 0;
}

static int32_t save_state(void *user, void *bytes, int64_t size) { return save(bytes, &((member *)user)->x, size); }
static int32_t load_state(void *user, const void *bytes, int64_t size) { return load(&((member *)user)->x, bytes, size); }
static int32_t save_adjoint(void *user, void *bytes, int64_t size) { return save(bytes, &((member *)user)->adjoint, size); }
static int32_t load_adjoint(void *user, const void *bytes, int64_t size) { return load(&((member *)user)->adjoint, bytes, size); }

static double start(const member *my) { return 1.0 + my->rank; }

static int right(const member *my)
{
    double x = start(my), derivative = 1.0;
    for (int k = 0; k < STEPS; k++) {
        derivative *= 1.0 + 2.0 * H * x;
        x += H * x * x;
    }
    return fabs(my->adjoint / derivative - 1.0) < 1e-14;
}

static enzyme_rs_cp_run *run_of(const char *spec)
{
    enzyme_rs_cp_run *run;
    enzyme_rs_cp_store *store;
    REQUIRE(enzyme_rs_cp_run_open_text(spec, &run) == 0);
    REQUIRE(enzyme_rs_cp_store_memory(&store) == 0);
    REQUIRE(enzyme_rs_cp_run_store(run, store) == 0);
    enzyme_rs_cp_store_free(store);
    return run;
}

static enzyme_rs_cp_peers peers_of(member *my)
{
    return (enzyme_rs_cp_peers){sizeof(enzyme_rs_cp_peers), my, my->rank, RANKS, any, least};
}

/* What a rank does. */
static void *live(void *user)
{
    member *my = user;
    const enzyme_rs_cp_peers peers = peers_of(my);
    const enzyme_rs_cp_model model = {.size = sizeof model,
                                      .user = my,
                                      .identity = "rank",
                                      .steps = STEPS,
                                      .step = run_step,
                                      .record = record,
                                      .seed = seed,
                                      .reverse = reverse,
                                      .state = {{NULL, 0, 8}, NULL, save_state, load_state},
                                      .adjoint = {{NULL, 0, 8}, NULL, save_adjoint, load_adjoint}};
    enzyme_rs_cp_report *report;
    enzyme_rs_cp_summary summary;
    enzyme_rs_cp_run *run = run_of(my->spec);
    REQUIRE(enzyme_rs_cp_stop_open(&my->stop) == 0 && enzyme_rs_cp_run_stop(run, my->stop) == 0);
    REQUIRE(enzyme_rs_cp_run_peers(run, &peers) == 0);
    if (my->folder)
        REQUIRE(enzyme_rs_cp_run_journal(run, my->folder, 1e6, my->rank) == 0);
    my->status = enzyme_rs_cp_run_execute(run, &model, &report);
    snprintf(my->message, sizeof my->message, "%s", enzyme_rs_cp_last_message());
    if (report) {
        REQUIRE(enzyme_rs_cp_report_summary(report, &summary) == 0);
        my->exit_code = summary.exit_code;
    }
    enzyme_rs_cp_report_free(report);
    enzyme_rs_cp_run_free(run);
    enzyme_rs_cp_stop_free(my->stop);
    return NULL;
}

/* Fresh ranks under a schedule. */
static void ranks_of(member *all, const char *spec, const char *folder)
{
    for (int32_t rank = 0; rank < RANKS; rank++) {
        all[rank] = (member){.rank = rank, .spec = spec, .folder = folder, .fail_at = -1, .stop_at = -1};
        all[rank].x = start(&all[rank]);
    }
}

/* All of them live; they have met equally often. */
static void together(member *all)
{
    place place;
    pthread_t threads[RANKS];
    REQUIRE(pthread_barrier_init(&place.barrier, NULL, RANKS) == 0);
    for (int rank = 0; rank < RANKS; rank++) {
        all[rank].place = &place;
        REQUIRE(pthread_create(&threads[rank], NULL, live, &all[rank]) == 0);
    }
    for (int rank = 0; rank < RANKS; rank++)
        REQUIRE(pthread_join(threads[rank], NULL) == 0);
    REQUIRE(pthread_barrier_destroy(&place.barrier) == 0);
    REQUIRE(all[0].meetings == all[1].meetings && all[0].meetings > 0);
}

static void agree(const char *folder)
{
    member all[RANKS];
    ranks_of(all, REVOLVE(4), NULL);
    together(all);
    for (int rank = 0; rank < RANKS; rank++)
        REQUIRE(all[rank].status == 0 && right(&all[rank]));

    /* One is asked to stop: both do, and go on together. */
    ranks_of(all, REVOLVE(4), folder);
    all[1].stop_at = 25;
    together(all);
    for (int rank = 0; rank < RANKS; rank++)
        REQUIRE(all[rank].status == ENZYME_RS_CP_STATUS_STOPPED && all[rank].exit_code == ENZYME_RS_CP_RESUME_EXIT_CODE);
    ranks_of(all, REVOLVE(4), folder);
    together(all);
    for (int rank = 0; rank < RANKS; rank++)
        REQUIRE(all[rank].status == 0 && right(&all[rank]));
    for (int rank = 0; rank < RANKS; rank++)
        REQUIRE(enzyme_rs_cp_journal_clear(folder, rank) == 0);
}

/* One fails: it has its own error, the other one learns which rank it was. */
static void fail(void)
{
    for (int bad = 0; bad < RANKS; bad++) {
        member all[RANKS];
        char name[20];
        ranks_of(all, REVOLVE(4), NULL);
        all[bad].fail_at = 13;
        together(all);
        REQUIRE(all[bad].status == ENZYME_RS_CP_STATUS_MODEL_FAILED && strstr(all[bad].message, "returned 7"));
        snprintf(name, sizeof name, "rank %d", bad);
        REQUIRE(all[!bad].status == ENZYME_RS_CP_STATUS_PEER_FAILED && strstr(all[!bad].message, name));
    }
}

/* The ranks do not do the same. */
static void apart(void)
{
    member all[RANKS];
    ranks_of(all, REVOLVE(4), NULL);
    all[1].spec = REVOLVE(5);
    together(all);
    for (int rank = 0; rank < RANKS; rank++)
        REQUIRE(all[rank].status == ENZYME_RS_CP_STATUS_PEER_FAILED && strstr(all[rank].message, "schedule"));
}

static void wrong_peers(void)
{
    member my = {0};
    const enzyme_rs_cp_peers good = peers_of(&my);
    enzyme_rs_cp_peers peers;
    enzyme_rs_cp_run *run = run_of(REVOLVE(4));
#define REFUSED(member, value, words)                                                                        \
    do {                                                                                                     \
        peers = good;                                                                                        \
        peers.member = value;                                                                                \
        REQUIRE(enzyme_rs_cp_run_peers(run, &peers) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says(words));     \
    } while (0)
    REFUSED(size, 0, "sizeof(enzyme_rs_cp_peers)");
    REFUSED(size, sizeof peers + 8, "sizeof(enzyme_rs_cp_peers)");
    REFUSED(any, NULL, "`any`");
    REFUSED(least, NULL, "`least`");
    REFUSED(rank, -1, "`rank`");
    REFUSED(rank, RANKS, "`rank` of the peers is 2");
    REFUSED(ranks, 0, "there are 0 ranks");
    REFUSED(ranks, -2, "`ranks`");
    REQUIRE(enzyme_rs_cp_run_peers(run, NULL) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`peers`"));
    REQUIRE(enzyme_rs_cp_run_peers(NULL, &good) == ENZYME_RS_CP_STATUS_BAD_ARGUMENT && says("`run`"));
    REQUIRE(enzyme_rs_cp_run_peers(run, &good) == 0 && my.meetings == 0);
    enzyme_rs_cp_run_free(run);
}

int main(void)
{
    char folder[] = "/tmp/enzyme_rs_ranks_XXXXXX";
    REQUIRE(mkdtemp(folder));
    alarm(120); /* ranks that do not agree wait for ever */
    wrong_peers();
    agree(folder);
    fail();
    apart();
    char command[100];
    snprintf(command, sizeof command, "rm -r %s", folder);
    REQUIRE(system(command) == 0);
    puts("all is well");
    return 0;
}

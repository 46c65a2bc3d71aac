/* enzyme_rs/application_mpi.h - the ranks of a simulation over MPI, for `enzyme-rs run`
 *
 * application.h includes it where mpi.h was included before. The functions use a communicator of their own, which nothing else sends messages on.
 *
 * Owns: what MPI calls these services take. Must not: know what is sent.
 */
#ifndef ENZYME_RS_APPLICATION_MPI_H
#define ENZYME_RS_APPLICATION_MPI_H

/** Set by `begin`. */
static MPI_Comm enzyme_rs_app_communicator;

/** Numbers of one message: counts of MPI are int. */
enum { ENZYME_RS_APP_MESSAGE = 1 << 28 };

static void enzyme_rs_app_begin(int32_t *rank, int32_t *ranks)
{
    int begun, mine, all;
    MPI_Initialized(&begun);
    if (!begun)
        MPI_Init(NULL, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &enzyme_rs_app_communicator);
    MPI_Comm_rank(enzyme_rs_app_communicator, &mine);
    MPI_Comm_size(enzyme_rs_app_communicator, &all);
    *rank = mine;
    *ranks = all;
}

static void enzyme_rs_app_end(void)
{
    MPI_Comm_free(&enzyme_rs_app_communicator);
    MPI_Finalize();
}

static void enzyme_rs_app_abort(int32_t code) { MPI_Abort(MPI_COMM_WORLD, code); }

static uint64_t enzyme_rs_app_any(uint64_t mine)
{
    uint64_t all;
    MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_BOR, enzyme_rs_app_communicator);
    return all;
}

static uint64_t enzyme_rs_app_least(uint64_t mine)
{
    uint64_t all;
    MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_MIN, enzyme_rs_app_communicator);
    return all;
}

static void enzyme_rs_app_sum(double *numbers, int64_t count)
{
    for (int64_t done = 0; done < count; done += ENZYME_RS_APP_MESSAGE) {
        int64_t left = count - done;
        MPI_Allreduce(MPI_IN_PLACE, numbers + done, (int)(left < ENZYME_RS_APP_MESSAGE ? left : ENZYME_RS_APP_MESSAGE), MPI_DOUBLE, MPI_SUM,
                      enzyme_rs_app_communicator);
    }
}

static void enzyme_rs_app_give(const void *bytes, int64_t count)
{
    for (int64_t done = 0; done < count; done += ENZYME_RS_APP_MESSAGE) {
        int64_t left = count - done;
        MPI_Send((const char *)bytes + done, (int)(left < ENZYME_RS_APP_MESSAGE ? left : ENZYME_RS_APP_MESSAGE), MPI_BYTE, 0, 0,
                 enzyme_rs_app_communicator);
    }
}

static void enzyme_rs_app_take(int32_t rank, void *bytes, int64_t count)
{
    for (int64_t done = 0; done < count; done += ENZYME_RS_APP_MESSAGE) {
        int64_t left = count - done;
        MPI_Recv((char *)bytes + done, (int)(left < ENZYME_RS_APP_MESSAGE ? left : ENZYME_RS_APP_MESSAGE), MPI_BYTE, rank, 0,
                 enzyme_rs_app_communicator, MPI_STATUS_IGNORE);
    }
}

static const enzyme_rs_app_ranks enzyme_rs_app_ranks_of_mpi = {
    sizeof(enzyme_rs_app_ranks), enzyme_rs_app_begin, enzyme_rs_app_end,  enzyme_rs_app_abort, enzyme_rs_app_any,
    enzyme_rs_app_least,         enzyme_rs_app_sum,   enzyme_rs_app_give, enzyme_rs_app_take};

#endif /* ENZYME_RS_APPLICATION_MPI_H */

/* enzyme_rs_application_mpi.c - the ranks of a simulation in Fortran over MPI
 *
 * Compile it with MPI's compiler wrapper for C and link it with a simulation that includes enzyme_rs_application.inc with ENZYME_RS_MPI defined.
 *
 * Owns: handing the services of application_mpi.h to Fortran. Must not: have services of its own. */
#include <mpi.h>

#include "application.h"

const enzyme_rs_app_ranks *enzyme_rs_app_mpi(void) { return ENZYME_RS_APP_RANKS; }

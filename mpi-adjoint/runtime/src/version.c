/* What the MPI at hand has, as words that build.rs looks for after the preprocessor. Never compiled. */
#include <mpi.h>
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif
#if MPI_VERSION >= 4
persistent_standard
#elif defined OMPI_HAVE_MPI_EXT_PCOLLREQ
persistent_extension
#endif

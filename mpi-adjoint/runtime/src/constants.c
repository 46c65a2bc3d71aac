/* The constants of this MPI that its header defines as macros or names in its own way.
 *
 * Owns: the table of basic datatypes, the codes of type constructors, special addresses.
 * Must not: compute. The tables are read by src/raw.rs, which mirrors their layout. */
#include <mpi.h>
#include <stddef.h>

/* What a basic datatype is made of. Must match `Basic` in src/datatype/basic.rs. */
enum basic { INTEGER = 0, REAL = 1, COMPLEX = 2, PAIR = 3, OPAQUE = 4 };

struct enzyme_rs_mpi_basic {
    MPI_Datatype type;
    const char *name;
    int basic;
};

#define ROW(type, basic) {type, #type, basic}

const struct enzyme_rs_mpi_basic enzyme_rs_mpi_internal_basics[] = {
    /* C and C++ */
    ROW(MPI_FLOAT, REAL),
    ROW(MPI_DOUBLE, REAL),
    ROW(MPI_LONG_DOUBLE, REAL),
    ROW(MPI_C_FLOAT_COMPLEX, COMPLEX),
    ROW(MPI_C_DOUBLE_COMPLEX, COMPLEX),
    ROW(MPI_C_LONG_DOUBLE_COMPLEX, COMPLEX),
    ROW(MPI_CXX_FLOAT_COMPLEX, COMPLEX),
    ROW(MPI_CXX_DOUBLE_COMPLEX, COMPLEX),
    ROW(MPI_CXX_LONG_DOUBLE_COMPLEX, COMPLEX),
    ROW(MPI_CHAR, INTEGER),
    ROW(MPI_SIGNED_CHAR, INTEGER),
    ROW(MPI_UNSIGNED_CHAR, INTEGER),
    ROW(MPI_WCHAR, INTEGER),
    ROW(MPI_SHORT, INTEGER),
    ROW(MPI_UNSIGNED_SHORT, INTEGER),
    ROW(MPI_INT, INTEGER),
    ROW(MPI_UNSIGNED, INTEGER),
    ROW(MPI_LONG, INTEGER),
    ROW(MPI_UNSIGNED_LONG, INTEGER),
    ROW(MPI_LONG_LONG_INT, INTEGER),
    ROW(MPI_UNSIGNED_LONG_LONG, INTEGER),
    ROW(MPI_C_BOOL, INTEGER),
    ROW(MPI_CXX_BOOL, INTEGER),
    ROW(MPI_INT8_T, INTEGER),
    ROW(MPI_INT16_T, INTEGER),
    ROW(MPI_INT32_T, INTEGER),
    ROW(MPI_INT64_T, INTEGER),
    ROW(MPI_UINT8_T, INTEGER),
    ROW(MPI_UINT16_T, INTEGER),
    ROW(MPI_UINT32_T, INTEGER),
    ROW(MPI_UINT64_T, INTEGER),
    ROW(MPI_AINT, INTEGER),
    ROW(MPI_OFFSET, INTEGER),
    ROW(MPI_COUNT, INTEGER),
    /* The value of a pair is active, its index is not. */
    ROW(MPI_FLOAT_INT, PAIR),
    ROW(MPI_DOUBLE_INT, PAIR),
    ROW(MPI_LONG_DOUBLE_INT, PAIR),
    ROW(MPI_LONG_INT, INTEGER),
    ROW(MPI_2INT, INTEGER),
    ROW(MPI_SHORT_INT, INTEGER),
    ROW(MPI_BYTE, OPAQUE),
    ROW(MPI_PACKED, OPAQUE),
    /* Fortran; not every MPI has every one. */
    ROW(MPI_REAL, REAL),
    ROW(MPI_DOUBLE_PRECISION, REAL),
    ROW(MPI_COMPLEX, COMPLEX),
    ROW(MPI_DOUBLE_COMPLEX, COMPLEX),
    ROW(MPI_2REAL, COMPLEX),
    ROW(MPI_2DOUBLE_PRECISION, COMPLEX),
#ifdef MPI_REAL4
    ROW(MPI_REAL4, REAL),
#endif
#ifdef MPI_REAL8
    ROW(MPI_REAL8, REAL),
#endif
#ifdef MPI_COMPLEX8
    ROW(MPI_COMPLEX8, COMPLEX),
#endif
#ifdef MPI_COMPLEX16
    ROW(MPI_COMPLEX16, COMPLEX),
#endif
    ROW(MPI_CHARACTER, INTEGER),
    ROW(MPI_LOGICAL, INTEGER),
    ROW(MPI_INTEGER, INTEGER),
    ROW(MPI_2INTEGER, INTEGER),
#ifdef MPI_INTEGER1
    ROW(MPI_INTEGER1, INTEGER),
#endif
#ifdef MPI_INTEGER2
    ROW(MPI_INTEGER2, INTEGER),
#endif
#ifdef MPI_INTEGER4
    ROW(MPI_INTEGER4, INTEGER),
#endif
#ifdef MPI_INTEGER8
    ROW(MPI_INTEGER8, INTEGER),
#endif
};

const size_t enzyme_rs_mpi_internal_basic_count =
    sizeof enzyme_rs_mpi_internal_basics / sizeof enzyme_rs_mpi_internal_basics[0];

/* In the order of `Combiner` in src/datatype/walk.rs. */
const int enzyme_rs_mpi_internal_combiners[15] = {
    MPI_COMBINER_NAMED,         MPI_COMBINER_DUP,           MPI_COMBINER_CONTIGUOUS,
    MPI_COMBINER_VECTOR,        MPI_COMBINER_HVECTOR,       MPI_COMBINER_INDEXED,
    MPI_COMBINER_HINDEXED,      MPI_COMBINER_INDEXED_BLOCK, MPI_COMBINER_HINDEXED_BLOCK,
    MPI_COMBINER_STRUCT,        MPI_COMBINER_SUBARRAY,      MPI_COMBINER_RESIZED,
    MPI_COMBINER_F90_REAL,      MPI_COMBINER_F90_COMPLEX,   MPI_COMBINER_F90_INTEGER,
};

const MPI_Datatype enzyme_rs_mpi_internal_byte = MPI_BYTE;
const MPI_Datatype enzyme_rs_mpi_internal_long_double = MPI_LONG_DOUBLE;
const MPI_Datatype enzyme_rs_mpi_internal_packed = MPI_PACKED;
void *const enzyme_rs_mpi_internal_in_place = MPI_IN_PLACE;
const int enzyme_rs_mpi_internal_order_c = MPI_ORDER_C;
const MPI_Op enzyme_rs_mpi_internal_minloc = MPI_MINLOC;
const MPI_Op enzyme_rs_mpi_internal_maxloc = MPI_MAXLOC;
const MPI_Op enzyme_rs_mpi_internal_replace = MPI_REPLACE;
const MPI_Op enzyme_rs_mpi_internal_op_null = MPI_OP_NULL;
const int enzyme_rs_mpi_internal_win_base = MPI_WIN_BASE;

/* Each routine's call, in both conventions. */
#define BY(name) FORTRAN(PREFIX, name)

/* LAPACK has Fortran's convention alone. */
void BY(potrf)(const char *, const INT *, T *, const INT *, INT *);
void BY(potrs)(const char *, const INT *, const INT *, const T *, const INT *, T *, const INT *, INT *);
void BY(posv)(const char *, const INT *, const INT *, T *, const INT *, T *, const INT *, INT *);
void BY(getrf)(const INT *, const INT *, T *, const INT *, INT *, INT *);
void BY(getrs)(const char *, const INT *, const INT *, const T *, const INT *, const INT *, T *, const INT *, INT *);
void BY(gesv)(const INT *, const INT *, T *, const INT *, INT *, T *, const INT *, INT *);
void BY(trtrs)(const char *, const char *, const char *, const INT *, const INT *, const T *, const INT *, T *, const INT *, INT *);

ROUTINE(potrf, BY(potrf)(&o->uplo, &o->n, C, &o->ldc, &info))
ROUTINE(potrs, BY(potrs)(&o->uplo, &o->n, &o->k, A, &o->lda, C, &o->ldc, &info))
ROUTINE(posv, BY(posv)(&o->uplo, &o->n, &o->k, C, &o->ldc, B, &o->ldb, &info))
ROUTINE(getrf, BY(getrf)(&o->m, &o->n, C, &o->ldc, pivots, &info))
/* Factors come from getrf, so that there are exchanges. */
ROUTINE(getrs, (BY(getrf)(&o->n, &o->n, A, &o->lda, pivots, &info),
                BY(getrs)(&o->op, &o->n, &o->k, A, &o->lda, pivots, C, &o->ldc, &info)))
ROUTINE(gesv, BY(gesv)(&o->n, &o->k, C, &o->ldc, pivots, B, &o->ldb, &info))
ROUTINE(trtrs, BY(trtrs)(&o->uplo, &o->op, &o->diag, &o->n, &o->k, A, &o->lda, C, &o->ldc, &info))

#ifdef CBLAS
#define TO(name) NAMED(PREFIX, name)
#define OF(letter)                                                                                 \
  ((letter) == 'N' ? 111 : (letter) == 'T' ? 112 : 113)
#define ORDER (o->by_rows ? 101 : 102)
#define UPLO (o->uplo == 'U' ? 121 : 122)
#define SIDE (o->side == 'L' ? 141 : 142)
#define DIAG (o->diag == 'N' ? 131 : 132)
#ifdef MIXED
typedef const T *PASSED;
#define VALUE(p) (p)
void TO(dotu_sub)(INT, const T *, INT, const T *, INT, T *);
void TO(dotc_sub)(INT, const T *, INT, const T *, INT, T *);
void NAMED(MIXED, scal)(INT, R, T *, INT);
void NAMED(MIXED, rot)(INT, T *, INT, T *, INT, R, R);
void TO(geru)(int, INT, INT, PASSED, const T *, INT, const T *, INT, T *, INT);
void TO(gerc)(int, INT, INT, PASSED, const T *, INT, const T *, INT, T *, INT);
#else
typedef T PASSED;
#define VALUE(p) (*(p))
T TO(dot)(INT, const T *, INT, const T *, INT);
void TO(rot)(INT, T *, INT, T *, INT, R, R);
void TO(ger)(int, INT, INT, PASSED, const T *, INT, const T *, INT, T *, INT);
void TO(symv)(int, int, INT, PASSED, const T *, INT, const T *, INT, PASSED, T *, INT);
#endif
R NAMED(NORM, nrm2)(INT, const T *, INT);
R NAMED(NORM, asum)(INT, const T *, INT);
void TO(axpy)(INT, PASSED, const T *, INT, T *, INT);
void TO(scal)(INT, PASSED, T *, INT);
void TO(copy)(INT, const T *, INT, T *, INT);
void TO(swap)(INT, T *, INT, T *, INT);
void TO(gemv)(int, int, INT, INT, PASSED, const T *, INT, const T *, INT, PASSED, T *, INT);
void TO(trmv)(int, int, int, int, INT, const T *, INT, T *, INT);
void TO(trsv)(int, int, int, int, INT, const T *, INT, T *, INT);
void TO(gemm)(int, int, int, INT, INT, INT, PASSED, const T *, INT, const T *, INT, PASSED, T *, INT);
void TO(symm)(int, int, int, INT, INT, PASSED, const T *, INT, const T *, INT, PASSED, T *, INT);
void TO(syrk)(int, int, int, INT, INT, PASSED, const T *, INT, PASSED, T *, INT);
void TO(syr2k)(int, int, int, INT, INT, PASSED, const T *, INT, const T *, INT, PASSED, T *, INT);
void TO(trmm)(int, int, int, int, int, INT, INT, PASSED, const T *, INT, T *, INT);
void TO(trsm)(int, int, int, int, int, INT, INT, PASSED, const T *, INT, T *, INT);

#ifdef MIXED
/* A result through a pointer, into an array. */
ROUTINE(dotu, TO(dotu_sub)(o->n, B, o->incx, C, o->incy, A + 3))
ROUTINE(dotc, TO(dotc_sub)(o->n, B, o->incx, C, o->incy, A + 3))
ROUTINE(rscal, NAMED(MIXED, scal)(o->n, s[0], C, o->incx))
ROUTINE(rot, NAMED(MIXED, rot)(o->n, B, o->incx, C, o->incy, s[0], s[1]))
ROUTINE(geru, TO(geru)(ORDER, o->m, o->n, VALUE(ALPHA), A, o->incx, B, o->incy, C, o->ldc))
ROUTINE(gerc, TO(gerc)(ORDER, o->m, o->n, VALUE(ALPHA), A, o->incx, B, o->incy, C, o->ldc))
ROUTINE(gerc_same, TO(gerc)(ORDER, o->n, o->n, VALUE(ALPHA), B, o->incx, B, o->incx, C, o->ldc))
#else
ROUTINE(dot, more = TO(dot)(o->n, B, o->incx, C, o->incy))
ROUTINE(dot_same, more = TO(dot)(o->n, C, o->incx, C, o->incx))
ROUTINE(rot, TO(rot)(o->n, B, o->incx, C, o->incy, s[0], s[1]))
ROUTINE(ger, TO(ger)(ORDER, o->m, o->n, VALUE(ALPHA), A, o->incx, B, o->incy, C, o->ldc))
ROUTINE(ger_same, TO(ger)(ORDER, o->n, o->n, VALUE(ALPHA), B, o->incx, B, o->incx, C, o->ldc))
ROUTINE(symv, TO(symv)(ORDER, UPLO, o->n, VALUE(ALPHA), A, o->lda, B, o->incx, VALUE(BETA), C, o->incy))
#endif
ROUTINE(nrm2, more = NAMED(NORM, nrm2)(o->n, C, abs((int)o->incx)))
ROUTINE(asum, more = NAMED(NORM, asum)(o->n, C, abs((int)o->incx)))
ROUTINE(axpy, TO(axpy)(o->n, VALUE(ALPHA), B, o->incx, C, o->incy))
ROUTINE(scal, TO(scal)(o->n, VALUE(ALPHA), C, abs((int)o->incx)))
ROUTINE(copy, TO(copy)(o->n, B, o->incx, C, o->incy))
ROUTINE(axpy_same, TO(axpy)(o->n, VALUE(ALPHA), C, o->incx, C, o->incx))
ROUTINE(copy_same, TO(copy)(o->n, C, o->incx, C, o->incx))
ROUTINE(swap, TO(swap)(o->n, B, o->incx, C, o->incy))
ROUTINE(gemv, TO(gemv)(ORDER, OF(o->op), o->m, o->n, VALUE(ALPHA), A, o->lda, B, o->incx, VALUE(BETA), C, o->incy))
ROUTINE(trmv, TO(trmv)(ORDER, UPLO, OF(o->op), DIAG, o->n, A, o->lda, C, o->incx))
ROUTINE(trsv, TO(trsv)(ORDER, UPLO, OF(o->op), DIAG, o->n, A, o->lda, C, o->incx))
ROUTINE(gemm, TO(gemm)(ORDER, OF(o->op), OF(o->op2), o->m, o->n, o->k, VALUE(ALPHA), A, o->lda, B, o->ldb, VALUE(BETA), C, o->ldc))
ROUTINE(gemm_same, TO(gemm)(ORDER, OF(o->op), OF(o->op2), o->n, o->n, o->n, VALUE(ALPHA), B, o->ldb, B, o->ldb, VALUE(BETA), C, o->ldc))
ROUTINE(symm, TO(symm)(ORDER, SIDE, UPLO, o->m, o->n, VALUE(ALPHA), A, o->lda, B, o->ldb, VALUE(BETA), C, o->ldc))
ROUTINE(syrk, TO(syrk)(ORDER, UPLO, o->op == 'N' ? 111 : 112, o->n, o->k, VALUE(ALPHA), A, o->lda, VALUE(BETA), C, o->ldc))
ROUTINE(syr2k, TO(syr2k)(ORDER, UPLO, o->op == 'N' ? 111 : 112, o->n, o->k, VALUE(ALPHA), A, o->lda, B, o->ldb, VALUE(BETA), C, o->ldc))
ROUTINE(trmm, TO(trmm)(ORDER, SIDE, UPLO, OF(o->op), DIAG, o->m, o->n, VALUE(ALPHA), A, o->lda, C, o->ldc))
ROUTINE(trsm, TO(trsm)(ORDER, SIDE, UPLO, OF(o->op), DIAG, o->m, o->n, VALUE(ALPHA), A, o->lda, C, o->ldc))
#else
#ifdef MIXED
T BY(dotu)(const INT *, const T *, const INT *, const T *, const INT *);
T BY(dotc)(const INT *, const T *, const INT *, const T *, const INT *);
void FORTRAN(MIXED, scal)(const INT *, const R *, T *, const INT *);
void FORTRAN(MIXED, rot)(const INT *, T *, const INT *, T *, const INT *, const R *, const R *);
void BY(geru)(const INT *, const INT *, const T *, const T *, const INT *, const T *, const INT *, T *, const INT *);
void BY(gerc)(const INT *, const INT *, const T *, const T *, const INT *, const T *, const INT *, T *, const INT *);
#else
T BY(dot)(const INT *, const T *, const INT *, const T *, const INT *);
void BY(rot)(const INT *, T *, const INT *, T *, const INT *, const R *, const R *);
void BY(ger)(const INT *, const INT *, const T *, const T *, const INT *, const T *, const INT *, T *, const INT *);
void BY(symv)(const char *, const INT *, const T *, const T *, const INT *, const T *, const INT *, const T *, T *, const INT *);
#endif
R FORTRAN(NORM, nrm2)(const INT *, const T *, const INT *);
R FORTRAN(NORM, asum)(const INT *, const T *, const INT *);
void BY(axpy)(const INT *, const T *, const T *, const INT *, T *, const INT *);
void BY(scal)(const INT *, const T *, T *, const INT *);
void BY(copy)(const INT *, const T *, const INT *, T *, const INT *);
void BY(swap)(const INT *, T *, const INT *, T *, const INT *);
void BY(gemv)(const char *, const INT *, const INT *, const T *, const T *, const INT *, const T *, const INT *, const T *, T *, const INT *);
void BY(trmv)(const char *, const char *, const char *, const INT *, const T *, const INT *, T *, const INT *);
void BY(trsv)(const char *, const char *, const char *, const INT *, const T *, const INT *, T *, const INT *);
void BY(gemm)(const char *, const char *, const INT *, const INT *, const INT *, const T *, const T *, const INT *, const T *, const INT *, const T *, T *, const INT *);
void BY(symm)(const char *, const char *, const INT *, const INT *, const T *, const T *, const INT *, const T *, const INT *, const T *, T *, const INT *);
void BY(syrk)(const char *, const char *, const INT *, const INT *, const T *, const T *, const INT *, const T *, T *, const INT *);
void BY(syr2k)(const char *, const char *, const INT *, const INT *, const T *, const T *, const INT *, const T *, const INT *, const T *, T *, const INT *);
void BY(trmm)(const char *, const char *, const char *, const char *, const INT *, const INT *, const T *, const T *, const INT *, T *, const INT *);
void BY(trsm)(const char *, const char *, const char *, const char *, const INT *, const INT *, const T *, const T *, const INT *, T *, const INT *);

#ifdef MIXED
#define BOTH(value) T r = value; more = creal(r) * 0.7 + cimag(r) * 1.1
ROUTINE(dotu, BOTH(BY(dotu)(&o->n, B, &o->incx, C, &o->incy)))
ROUTINE(dotc, BOTH(BY(dotc)(&o->n, B, &o->incx, C, &o->incy)))
ROUTINE(rscal, FORTRAN(MIXED, scal)(&o->n, s, C, &o->incx))
ROUTINE(rot, FORTRAN(MIXED, rot)(&o->n, B, &o->incx, C, &o->incy, s, s + 1))
ROUTINE(geru, BY(geru)(&o->m, &o->n, ALPHA, A, &o->incx, B, &o->incy, C, &o->ldc))
ROUTINE(gerc, BY(gerc)(&o->m, &o->n, ALPHA, A, &o->incx, B, &o->incy, C, &o->ldc))
ROUTINE(gerc_same, BY(gerc)(&o->n, &o->n, ALPHA, B, &o->incx, B, &o->incx, C, &o->ldc))
#else
ROUTINE(dot, more = BY(dot)(&o->n, B, &o->incx, C, &o->incy))
ROUTINE(dot_same, more = BY(dot)(&o->n, C, &o->incx, C, &o->incx))
ROUTINE(rot, BY(rot)(&o->n, B, &o->incx, C, &o->incy, s, s + 1))
ROUTINE(ger, BY(ger)(&o->m, &o->n, ALPHA, A, &o->incx, B, &o->incy, C, &o->ldc))
ROUTINE(ger_same, BY(ger)(&o->n, &o->n, ALPHA, B, &o->incx, B, &o->incx, C, &o->ldc))
ROUTINE(symv, BY(symv)(&o->uplo, &o->n, ALPHA, A, &o->lda, B, &o->incx, BETA, C, &o->incy))
#endif
#define TRANSPOSED (o->op == 'N' ? "N" : "T")
ROUTINE(nrm2, INT step = abs((int)o->incx); more = FORTRAN(NORM, nrm2)(&o->n, C, &step))
ROUTINE(asum, INT step = abs((int)o->incx); more = FORTRAN(NORM, asum)(&o->n, C, &step))
ROUTINE(axpy, BY(axpy)(&o->n, ALPHA, B, &o->incx, C, &o->incy))
ROUTINE(scal, INT step = abs((int)o->incx); BY(scal)(&o->n, ALPHA, C, &step))
ROUTINE(copy, BY(copy)(&o->n, B, &o->incx, C, &o->incy))
ROUTINE(axpy_same, BY(axpy)(&o->n, ALPHA, C, &o->incx, C, &o->incx))
ROUTINE(copy_same, BY(copy)(&o->n, C, &o->incx, C, &o->incx))
ROUTINE(swap, BY(swap)(&o->n, B, &o->incx, C, &o->incy))
ROUTINE(gemv, BY(gemv)(&o->op, &o->m, &o->n, ALPHA, A, &o->lda, B, &o->incx, BETA, C, &o->incy))
ROUTINE(trmv, BY(trmv)(&o->uplo, &o->op, &o->diag, &o->n, A, &o->lda, C, &o->incx))
ROUTINE(trsv, BY(trsv)(&o->uplo, &o->op, &o->diag, &o->n, A, &o->lda, C, &o->incx))
ROUTINE(gemm, BY(gemm)(&o->op, &o->op2, &o->m, &o->n, &o->k, ALPHA, A, &o->lda, B, &o->ldb, BETA, C, &o->ldc))
ROUTINE(gemm_same, BY(gemm)(&o->op, &o->op2, &o->n, &o->n, &o->n, ALPHA, B, &o->ldb, B, &o->ldb, BETA, C, &o->ldc))
ROUTINE(symm, BY(symm)(&o->side, &o->uplo, &o->m, &o->n, ALPHA, A, &o->lda, B, &o->ldb, BETA, C, &o->ldc))
ROUTINE(syrk, BY(syrk)(&o->uplo, TRANSPOSED, &o->n, &o->k, ALPHA, A, &o->lda, BETA, C, &o->ldc))
ROUTINE(syr2k, BY(syr2k)(&o->uplo, TRANSPOSED, &o->n, &o->k, ALPHA, A, &o->lda, B, &o->ldb, BETA, C, &o->ldc))
ROUTINE(trmm, BY(trmm)(&o->side, &o->uplo, &o->op, &o->diag, &o->m, &o->n, ALPHA, A, &o->lda, C, &o->ldc))
ROUTINE(trsm, BY(trsm)(&o->side, &o->uplo, &o->op, &o->diag, &o->m, &o->n, ALPHA, A, &o->lda, C, &o->ldc))
#endif

/* The routines of `calls.h`: some write their second array as well, factorisations of positive matrices want one. */
#ifdef MIXED
#ifdef CBLAS
TEST_FIRST(dotu)
TEST_FIRST(dotc)
#else
TEST(dotu)
TEST(dotc)
#endif
TEST(rscal)
TEST(geru)
TEST(gerc)
TEST(gerc_same)
#else
TEST(dot)
TEST(dot_same)
TEST(ger)
TEST(ger_same)
TEST(symv)
#endif
TEST(nrm2)
TEST(asum)
TEST(axpy)
TEST(scal)
TEST(copy)
#ifndef MIXED
/* OpenBLAS computes something else of complex numbers. */
TEST(axpy_same)
#endif
TEST(copy_same)
TEST_BOTH(swap)
TEST_BOTH(rot)
TEST(gemv)
TEST(trmv)
TEST(trsv)
TEST(gemm)
TEST(gemm_same)
TEST(symm)
TEST(syrk)
TEST(syr2k)
TEST(trmm)
TEST(trsm)
TEST(trtrs)
TEST_POSITIVE(potrf)
TEST(potrs)
TEST_POSITIVE_BOTH(posv)
TEST(getrf)
TEST_FIRST(getrs)
TEST_BOTH(gesv)

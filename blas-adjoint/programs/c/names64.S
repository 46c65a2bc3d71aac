/* The names of 64-bit routines, for an OpenBLAS of 64-bit integers whose names do not say so. */
.macro name wide, plain
  .globl \wide
  .type \wide, @function
\wide:
  jmp \plain@PLT
.endm

  .text
  name ddot_64_, ddot_
  name cblas_ddot64_, cblas_ddot
  name dnrm2_64_, dnrm2_
  name cblas_dnrm264_, cblas_dnrm2
  name dasum_64_, dasum_
  name cblas_dasum64_, cblas_dasum
  name daxpy_64_, daxpy_
  name cblas_daxpy64_, cblas_daxpy
  name dscal_64_, dscal_
  name cblas_dscal64_, cblas_dscal
  name dcopy_64_, dcopy_
  name cblas_dcopy64_, cblas_dcopy
  name dswap_64_, dswap_
  name cblas_dswap64_, cblas_dswap
  name drot_64_, drot_
  name cblas_drot64_, cblas_drot
  name dgemv_64_, dgemv_
  name cblas_dgemv64_, cblas_dgemv
  name dger_64_, dger_
  name cblas_dger64_, cblas_dger
  name dsymv_64_, dsymv_
  name cblas_dsymv64_, cblas_dsymv
  name dtrmv_64_, dtrmv_
  name cblas_dtrmv64_, cblas_dtrmv
  name dtrsv_64_, dtrsv_
  name cblas_dtrsv64_, cblas_dtrsv
  name dgemm_64_, dgemm_
  name cblas_dgemm64_, cblas_dgemm
  name dsymm_64_, dsymm_
  name cblas_dsymm64_, cblas_dsymm
  name dsyrk_64_, dsyrk_
  name cblas_dsyrk64_, cblas_dsyrk
  name dsyr2k_64_, dsyr2k_
  name cblas_dsyr2k64_, cblas_dsyr2k
  name dtrmm_64_, dtrmm_
  name cblas_dtrmm64_, cblas_dtrmm
  name dtrsm_64_, dtrsm_
  name cblas_dtrsm64_, cblas_dtrsm
  name dpotrf_64_, dpotrf_
  name dpotrs_64_, dpotrs_
  name dposv_64_, dposv_
  name dgetrf_64_, dgetrf_
  name dgetrs_64_, dgetrs_
  name dgesv_64_, dgesv_
  name dtrtrs_64_, dtrtrs_

  .section .note.GNU-stack,"",@progbits

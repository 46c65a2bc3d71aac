// Functions that clang 22's headers of HIP 5 lack: amd_hip_fp16.h calls them, and Kokkos includes that.
typedef _Float16 enzyme_rs_two_halves __attribute__((ext_vector_type(2)));
static inline __attribute__((device)) _Float16 __llvm_amdgcn_rcp_f16(_Float16 x) { return (_Float16)1 / x; }
static inline __attribute__((device)) enzyme_rs_two_halves __llvm_amdgcn_rcp_2f16(enzyme_rs_two_halves x) {
  return enzyme_rs_two_halves{(_Float16)1 / x[0], (_Float16)1 / x[1]};
}

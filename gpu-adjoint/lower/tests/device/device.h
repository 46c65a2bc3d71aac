// What CUDA and HIP call differently, without their headers.
#define GLOBAL extern "C" __attribute__((global))
#define DEVICE __attribute__((device))
#define SHARED __attribute__((shared))
#define CONSTANT __attribute__((constant))

#ifdef __CUDA__
#define WARP 32
DEVICE inline int thread_x() { return __nvvm_read_ptx_sreg_tid_x(); }
DEVICE inline int thread_y() { return __nvvm_read_ptx_sreg_tid_y(); }
DEVICE inline int block_x() { return __nvvm_read_ptx_sreg_ctaid_x(); }
DEVICE inline int block_y() { return __nvvm_read_ptx_sreg_ctaid_y(); }
DEVICE inline int threads_x() { return __nvvm_read_ptx_sreg_ntid_x(); }
DEVICE inline int blocks_x() { return __nvvm_read_ptx_sreg_nctaid_x(); }
DEVICE inline int lane() { return __nvvm_read_ptx_sreg_laneid(); }
DEVICE inline void sync() { __syncthreads(); }
DEVICE inline float from_below(float value, int distance) { return __nvvm_shfl_sync_down_f32(~0u, value, distance, 31); }
DEVICE inline unsigned long votes(bool value) { return __nvvm_vote_ballot_sync(~0u, value); }
DEVICE inline void wide_fence() { __nvvm_membar_gl(); }
#else
#define WARP 64
DEVICE inline int thread_x() { return __builtin_amdgcn_workitem_id_x(); }
DEVICE inline int thread_y() { return __builtin_amdgcn_workitem_id_y(); }
DEVICE inline int block_x() { return __builtin_amdgcn_workgroup_id_x(); }
DEVICE inline int block_y() { return __builtin_amdgcn_workgroup_id_y(); }
DEVICE inline int threads_x() { return __builtin_amdgcn_workgroup_size_x(); }
DEVICE inline int blocks_x() { return __builtin_amdgcn_grid_size_x() / __builtin_amdgcn_workgroup_size_x(); }
DEVICE inline int lane() { return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0)); }
DEVICE inline void sync() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
DEVICE inline float from_below(float value, int distance) {
  return __builtin_bit_cast(float, __builtin_amdgcn_ds_bpermute((lane() + distance) << 2, __builtin_bit_cast(int, value)));
}
DEVICE inline unsigned long votes(bool value) { return __builtin_amdgcn_ballot_w64(value); }
DEVICE inline void wide_fence() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent"); }
#endif
DEVICE inline int global_x() { return block_x() * threads_x() + thread_x(); }

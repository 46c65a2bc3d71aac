// What only one of the languages has.
#include "device.h"

#ifdef __CUDA__
GLOBAL void special(int *x) {
  float *y = (float *)(x + 8);
  unsigned *u = (unsigned *)(x + 10);
  __nvvm_atom_cta_add_gen_i(x, 1);
  __nvvm_atom_sys_max_gen_i(x + 1, thread_x());
  __nvvm_atom_cta_add_gen_f(y, 0.5f);
  __nvvm_atom_inc_gen_ui(u, 5);
  __nvvm_atom_dec_gen_ui(u + 1, 5);
  __nvvm_atom_cas_gen_i(x + 2, 0, 9);
  __nvvm_atom_cta_cas_gen_i(x + 3, 0, 8);
  __nvvm_atom_sys_xchg_gen_ll((long long *)(x + 4), 4);
  unsigned same = __nvvm_match_any_sync_i32(~0u, thread_x() / 8);
  int all;
  __nvvm_match_all_sync_i32p(~0u, thread_x() / 32, &all);
  unsigned odd = __nvvm_bar0_popc(thread_x() & 1);
  int sum = __nvvm_redux_sync_add(thread_x() % 32, ~0u);
  if (thread_x() >= 60) __nvvm_exit();
  sync();
  if (thread_x() >= 60) x[14] = 1;
  if (thread_x() == 20) x[6] = same, x[7] = all, x[12] = odd, x[13] = sum;
}
#else
GLOBAL void special(int *x) {
  int t = thread_x();
  x[t] = __builtin_amdgcn_readfirstlane(t + 5) + 100 * __builtin_amdgcn_readlane(t * 2, 7);
  if (t & 1) x[t] += 10000 * __builtin_amdgcn_readfirstlane(t);
}
#endif

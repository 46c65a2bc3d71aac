/* What lanes and threads say of each other, and numbers by lanes in other ways: votes, counting barriers, barriers of warps, parts of warps, first lanes. */
#include "device.h"

#ifdef __NVPTX__
/* Within parts of 8 lanes, beyond whose ends a lane reads from itself. */
DEVICE inline int word_part_up(int value, int by) { return __nvvm_shfl_sync_up_i32(~0u, value, by, 0x1800); }
DEVICE inline int word_part_down(int value, int by) { return __nvvm_shfl_sync_down_i32(~0u, value, by, 0x181f); }
DEVICE inline int word_part_turn(int value, int by) { return __nvvm_shfl_sync_bfly_i32(~0u, value, by, 0x181f); }
DEVICE inline int word_part_from(int value, int by) { return __nvvm_shfl_sync_idx_i32(~0u, value, by, 0x181f); }
EXCHANGE(part_up)
EXCHANGE(part_down)
EXCHANGE(part_turn)
EXCHANGE(part_from)
#endif

DEVICE void meetings(const double *x, double *y, int n)
{
    SHARED double halves[128];
    int i = global_x(), t = thread_x();
    double v = x[i] * x[i], sum = v;
#ifdef __NVPTX__
    int positive = __nvvm_bar0_popc(x[i] > 0), any = __nvvm_vote_any_sync(~0u, x[i] > 0.5);
    unsigned votes = __nvvm_vote_ballot_sync(~0u, x[i] > 0);
    sum += part_down(v, 2) + part_turn(v, 3);
    sum += part_up(v, 3) * part_from(v, 5);
    halves[t] = v * v;
    __nvvm_bar_warp_sync(~0u);
#else
    int positive = 3, any = 1;
    unsigned votes = (unsigned)__builtin_amdgcn_ballot_w64(x[i] > 0);
    /* The first lane's number, in halves. */
    int words[2];
    double first;
    __builtin_memcpy(words, &v, sizeof v);
    words[0] = __builtin_amdgcn_readfirstlane(words[0]), words[1] = __builtin_amdgcn_readfirstlane(words[1]);
    __builtin_memcpy(&first, words, sizeof first);
    sum += first * MATH(sin)(v);
    __builtin_memcpy(words, &sum, sizeof v);
    words[0] = __builtin_amdgcn_readlane(words[0], 9), words[1] = __builtin_amdgcn_readlane(words[1], 9);
    __builtin_memcpy(&first, words, sizeof first);
    sum += 0.5 * first * first;
    halves[t] = v * v;
    barrier();
#endif
    sum += halves[t ^ 1] * (1 + positive % 3 + any) + (votes & 1);
    y[i] = sum;
}
KERNELS(meetings)

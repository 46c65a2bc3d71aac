/* What the lanes of a warp hand each other, and the adjoint of that. `../lanes.sh` makes lanes.{nvidia,amd}.ll of it.
 *
 * Each lane reads a number of one lane, its source. The adjoint adds up, in each lane, what all those hold that read there. Where sources are those of a
 * permutation that is its own inverse, or of a shift, that takes one exchange or two; any others are looked at one by one.
 *
 * Where all lanes add to one number, one of them adds the sum; where all threads of a block do, one of these.
 *
 * Owns: shuffles of numbers by their halves, and their adjoints; these sums. */

#define OWN static __attribute__((device, always_inline))
#define EXPORT extern "C" __attribute__((device, used, weak, visibility("hidden")))

typedef unsigned long long lanes;

#ifdef __NVPTX__
enum { WIDTH = 32 };
OWN unsigned lane() { return __nvvm_read_ptx_sreg_laneid(); }
OWN int read_from(lanes mask, int value, unsigned source) { return __nvvm_shfl_sync_idx_i32((unsigned)mask, value, source, WIDTH - 1); }
OWN lanes which(lanes mask, int holds) { return (unsigned)__nvvm_vote_ballot_sync((unsigned)mask, holds); }
OWN lanes here() { return (unsigned)__nvvm_activemask(); }
enum : lanes { EVERY = 0xffffffff };
#else
enum { WIDTH = 64 };
OWN unsigned lane() { return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0)); }
OWN int read_from(lanes mask, int value, unsigned source) { return __builtin_amdgcn_ds_bpermute((int)(4 * source), value); }
OWN lanes which(lanes mask, int holds) { return __builtin_amdgcn_ballot_w64(holds) & mask; }
OWN lanes here() { return __builtin_amdgcn_ballot_w64(1); }
enum : lanes { EVERY = ~0ull };
#endif

OWN int has(lanes mask, unsigned which) { return which < WIDTH && (mask >> which & 1); }
OWN unsigned first(lanes mask) { return (unsigned)__builtin_ctzll(mask); }
OWN int all(lanes mask, int holds) { return which(mask, holds) == mask; }

OWN float float_from(lanes mask, float value, unsigned source)
{
    return __builtin_bit_cast(float, read_from(mask, __builtin_bit_cast(int, value), source));
}

OWN double double_from(lanes mask, double value, unsigned source)
{
    lanes bits = __builtin_bit_cast(lanes, value);
    unsigned low = (unsigned)read_from(mask, (int)bits, source), high = (unsigned)read_from(mask, (int)(bits >> 32), source);
    return __builtin_bit_cast(double, (lanes)high << 32 | low);
}

/* The sum of what those lanes of `mask` hold that read from this one. */
#define GIVEN_BACK(TYPE)                                                                                                                              \
    OWN TYPE TYPE##_given_back(lanes mask, TYPE held, unsigned source)                                                                                \
    {                                                                                                                                                  \
        unsigned me = lane();                                                                                                                          \
        int turned = (int)(source ^ me);                                                                                                               \
        if (all(mask, turned == read_from(mask, turned, first(mask))))                                                                                 \
            return TYPE##_from(mask, held, source);                                                                                                    \
        int by = read_from(mask, (int)(source - me), first(which(mask, source != me)));                                                               \
        TYPE sum = source == me ? held : 0;                                                                                                            \
        if (all(mask, source == me || (int)(source - me) == by)) {                                                                                     \
            unsigned reader = me - (unsigned)by, there = has(mask, reader) ? reader : me;                                                              \
            TYPE other = TYPE##_from(mask, held, there);                                                                                               \
            unsigned read = (unsigned)read_from(mask, (int)source, there);                                                                             \
            return there != me && read == me ? sum + other : sum;                                                                                      \
        }                                                                                                                                              \
        sum = 0;                                                                                                                                       \
        for (lanes left = mask; left; left &= left - 1) {                                                                                              \
            unsigned reader = first(left);                                                                                                             \
            TYPE other = TYPE##_from(mask, held, reader);                                                                                              \
            unsigned read = (unsigned)read_from(mask, (int)source, reader);                                                                            \
            sum += read == me ? other : 0;                                                                                                             \
        }                                                                                                                                              \
        return sum;                                                                                                                                    \
    }
GIVEN_BACK(float)
GIVEN_BACK(double)

#ifdef __NVPTX__
/* Sources by the modes of `shfl.sync`: a distance or a lane, and what PTX calls operand c. */
OWN unsigned low_of(unsigned c) { return lane() & (c >> 8 & 31); }
OWN unsigned end_of(unsigned c) { return low_of(c) | (c & 31 & ~(c >> 8)); }
OWN unsigned source_up(unsigned b, unsigned c) { int from = (int)lane() - (int)(b & 31); return from >= (int)end_of(c) ? (unsigned)from : lane(); }
OWN unsigned source_down(unsigned b, unsigned c) { unsigned from = lane() + (b & 31); return from <= end_of(c) ? from : lane(); }
OWN unsigned source_bfly(unsigned b, unsigned c) { unsigned from = lane() ^ (b & 31); return from <= end_of(c) ? from : lane(); }
OWN unsigned source_idx(unsigned b, unsigned c) { unsigned from = low_of(c) | (b & 31 & ~(c >> 8)); return from <= end_of(c) ? from : lane(); }

#define SHUFFLE(MODE)                                                                                                                                 \
    EXPORT float enzyme_rs_shuffle_##MODE##_f32(unsigned mask, float value, unsigned b, unsigned c) { return float_from(mask, value, source_##MODE(b, c)); } \
    EXPORT double enzyme_rs_shuffle_##MODE##_f64(unsigned mask, double value, unsigned b, unsigned c) { return double_from(mask, value, source_##MODE(b, c)); } \
    EXPORT float enzyme_rs_shuffle_##MODE##_f32_adjoint(unsigned mask, float held, unsigned b, unsigned c) { return float_given_back(mask, held, source_##MODE(b, c)); } \
    EXPORT double enzyme_rs_shuffle_##MODE##_f64_adjoint(unsigned mask, double held, unsigned b, unsigned c) { return double_given_back(mask, held, source_##MODE(b, c)); }
SHUFFLE(up)
SHUFFLE(down)
SHUFFLE(bfly)
SHUFFLE(idx)

/* A number and that of the lane which is so far from this one, if that is one of the warp's. */
OWN int is_none(unsigned from, unsigned distance) { return from == lane() && (distance & 31) != 0; }
#define SUM(MODE, TYPE, SORT)                                                                                                                         \
    EXPORT TYPE enzyme_rs_shuffled_sum_##MODE##_##SORT(unsigned mask, TYPE value, unsigned b, unsigned c)                                              \
    {                                                                                                                                                  \
        unsigned from = source_##MODE(b, c);                                                                                                           \
        TYPE other = TYPE##_from(mask, value, from);                                                                                                   \
        return is_none(from, b) ? value : value + other;                                                                                               \
    }                                                                                                                                                  \
    EXPORT TYPE enzyme_rs_shuffled_sum_##MODE##_##SORT##_adjoint(unsigned mask, TYPE held, unsigned b, unsigned c)                                     \
    {                                                                                                                                                  \
        unsigned from = source_##MODE(b, c);                                                                                                           \
        return held + TYPE##_given_back(mask, is_none(from, b) ? 0 : held, from);                                                                      \
    }
SUM(up, float, f32)
SUM(up, double, f64)
SUM(down, float, f32)
SUM(down, double, f64)
#else
/* `ds_bpermute` reads from the lane that bits 2 to 7 of an address name; among the lanes that are there. */
OWN unsigned source_of(int address) { return (unsigned)address >> 2 & (WIDTH - 1); }
EXPORT float enzyme_rs_bpermute_f32(int address, float value) { return float_from(here(), value, source_of(address)); }
EXPORT double enzyme_rs_bpermute_f64(int address, double value) { return double_from(here(), value, source_of(address)); }
EXPORT float enzyme_rs_bpermute_f32_adjoint(int address, float held) { return float_given_back(here(), held, source_of(address)); }
EXPORT double enzyme_rs_bpermute_f64_adjoint(int address, double held) { return double_given_back(here(), held, source_of(address)); }
EXPORT float enzyme_rs_first_lane_f32(float value) { return float_from(here(), value, first(here())); }
EXPORT double enzyme_rs_first_lane_f64(double value) { return double_from(here(), value, first(here())); }
EXPORT float enzyme_rs_first_lane_f32_adjoint(float held) { return float_given_back(here(), held, first(here())); }
EXPORT double enzyme_rs_first_lane_f64_adjoint(double held) { return double_given_back(here(), held, first(here())); }
EXPORT float enzyme_rs_lane_f32(float value, int source) { return float_from(here(), value, (unsigned)source); }
EXPORT double enzyme_rs_lane_f64(double value, int source) { return double_from(here(), value, (unsigned)source); }
EXPORT float enzyme_rs_lane_f32_adjoint(float held, int source) { return float_given_back(here(), held, (unsigned)source); }
EXPORT double enzyme_rs_lane_f64_adjoint(double held, int source) { return double_given_back(here(), held, (unsigned)source); }

/* DPP: by a pattern that is known when the code is compiled, lanes read from others of their row of 16, of their four, or of all. */
OWN int source_dpp(int pattern)
{
    int me = (int)lane(), in_row = me & 15, row = me & ~15, by = pattern & 15, from = -1;
    switch (pattern >> 4) {
    case 0x10: from = in_row + by; break; /* row_shl */
    case 0x11: from = in_row - by; break; /* row_shr */
    case 0x12: return row | ((in_row - by) & 15); /* row_ror */
    case 0x15: return row | by; /* row_share */
    case 0x16: return row | (in_row ^ by); /* row_xmask */
    case 0x13:
        switch (by) {
        case 0: return me + 1 < WIDTH ? me + 1 : -1; /* wave_shl */
        case 4: return (me + 1) & (WIDTH - 1); /* wave_rol */
        case 8: return me - 1; /* wave_shr */
        default: return (me - 1) & (WIDTH - 1); /* wave_ror */
        }
    case 0x14:
        switch (by) {
        case 0: return row | (15 - in_row); /* row_mirror */
        case 1: return (me & ~7) | (7 - (me & 7)); /* row_half_mirror */
        case 2: return row - 1; /* row_bcast15: the last lane of the row before */
        default: return me < 32 ? -1 : 31; /* row_bcast31 */
        }
    default: return (me & ~3) | (pattern >> 2 * (me & 3) & 3); /* quad_perm */
    }
    return from < 0 || from > 15 ? -1 : row | from;
}
enum { LEFT_OUT = -2, NONE = -1 };
/* The lane from which this one reads; or whether the masks leave it out, or there is none. */
OWN int reads_dpp(int pattern, int rows, int banks)
{
    unsigned me = lane();
    lanes all_here = here(); /* before lanes take different ways */
    if (!(rows >> (me >> 4 & 3) & 1) || !(banks >> (me >> 2 & 3) & 1))
        return LEFT_OUT;
    int from = source_dpp(pattern);
    return from >= 0 && has(all_here, (unsigned)from) ? from : NONE;
}
EXPORT int enzyme_rs_dpp_keeps(int pattern, int rows, int banks, bool zero)
{
    int from = reads_dpp(pattern, rows, banks);
    return from == LEFT_OUT || (from == NONE && !zero);
}
#define DPP(TYPE, NAME)                                                                                                                                   EXPORT TYPE enzyme_rs_dpp_##NAME(TYPE value, int pattern, int rows, int banks, bool zero)                                                              {                                                                                                                                                          int from = reads_dpp(pattern, rows, banks);                                                                                                            TYPE read = TYPE##_from(here(), value, from < 0 ? lane() : (unsigned)from);                                                                            return from < 0 ? 0 : read;                                                                                                                        }                                                                                                                                                      EXPORT TYPE enzyme_rs_dpp_##NAME##_adjoint(TYPE held, int pattern, int rows, int banks, bool zero)                                                     {                                                                                                                                                          int from = reads_dpp(pattern, rows, banks);                                                                                                            return TYPE##_given_back(here(), from < 0 ? 0 : held, from < 0 ? lane() : (unsigned)from);                                                         }
DPP(float, f32)
DPP(double, f64)

/* `ds_swizzle`: within 32 lanes by masks, or within four. */
OWN unsigned source_swizzle(int pattern)
{
    unsigned me = lane(), in_half = me & 31;
    if (pattern & 0x8000)
        return (me & ~3u) | (pattern >> 2 * (me & 3) & 3);
    return (me & ~31u) | (((in_half & (pattern & 31)) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31));
}
EXPORT float enzyme_rs_swizzle_f32(float value, int pattern) { return float_from(here(), value, source_swizzle(pattern)); }
EXPORT double enzyme_rs_swizzle_f64(double value, int pattern) { return double_from(here(), value, source_swizzle(pattern)); }
EXPORT float enzyme_rs_swizzle_f32_adjoint(float held, int pattern) { return float_given_back(here(), held, source_swizzle(pattern)); }
EXPORT double enzyme_rs_swizzle_f64_adjoint(double held, int pattern) { return double_given_back(here(), held, source_swizzle(pattern)); }
#endif

/* Whether all lanes run here, and have the same address: lanes that took different ways, and so were called from different places, may run as one. */
OWN int all_at(const void *to)
{
    if (here() != EVERY)
        return 0;
    lanes at = (lanes)to;
    int low = (int)at, high = (int)(at >> 32);
    return all(EVERY, low == read_from(EVERY, low, 0) && high == read_from(EVERY, high, 0));
}

/* Each thread adds its value to one number that all of them are given, if there is one. */
#define ADD_ALL(NAME, TYPE)                                                                                                                           \
    EXPORT void NAME(TYPE *to, TYPE value)                                                                                                            \
    {                                                                                                                                                  \
        int together = all_at(to);                                                                                                                     \
        if (together)                                                                                                                                  \
            for (unsigned by = WIDTH / 2; by; by /= 2)                                                                                                 \
                value += TYPE##_from(EVERY, value, lane() ^ by);                                                                                       \
        if (to && (!together || lane() == 0))                                                                                                          \
            __scoped_atomic_fetch_add(to, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);                                                             \
    }
ADD_ALL(enzyme_rs_grid_add_all, double)
ADD_ALL(enzyme_rs_grid_add_all_f32, float)

/* The sum of what the threads of a block have for one number, and where that is; in memory that they share. */
struct sum {
    void *to;
    double value;
};
extern "C" __attribute__((device)) long enzyme_rs_grid_thread();
extern "C" __attribute__((device)) long enzyme_rs_grid_threads();
extern "C" __attribute__((device, convergent)) void enzyme_rs_grid_barrier();

/* Each thread of the block gives what it has: null and zero if it has nothing. */
EXPORT void enzyme_rs_grid_give(sum *of, void *to, double value)
{
    int together = here() == EVERY; /* before lanes take different ways */
    if (to)
        __scoped_atomic_store_n(&of->to, to, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
    if (together)
        for (unsigned by = WIDTH / 2; by; by /= 2)
            value += double_from(EVERY, value, lane() ^ by);
    if (!together || lane() == 0)
        __scoped_atomic_fetch_add(&of->value, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
}

/* When all have, these sums are added to where they belong; bits of `singles` tell which numbers are of single precision. */
EXPORT void enzyme_rs_grid_take(const sum *all, long count, lanes singles)
{
    enzyme_rs_grid_barrier();
    for (long i = enzyme_rs_grid_thread(); i < count; i += enzyme_rs_grid_threads()) {
        void *to = all[i].to;
        double value = all[i].value;
        if (to && singles >> i & 1)
            __scoped_atomic_fetch_add((float *)to, (float)value, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
        else if (to)
            __scoped_atomic_fetch_add((double *)to, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);
    }
}

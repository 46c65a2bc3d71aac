/* Numbers that lanes hand each other by patterns that are known when the code is compiled, as AMD's machines have them: within rows of 16 lanes, within four, from
 * one lane to a row; where some lanes keep what they have, or get zero. On others, by shuffles. */
#include "device.h"

#ifdef __AMDGCN__
#define WORDS(NAME, WORD)                                                                                                                             \
    DEVICE inline double NAME(double old, double value)                                                                                               \
    {                                                                                                                                                  \
        int before[2], halves[2];                                                                                                                      \
        __builtin_memcpy(before, &old, sizeof old);                                                                                                    \
        __builtin_memcpy(halves, &value, sizeof value);                                                                                                \
        halves[0] = WORD(before[0], halves[0]), halves[1] = WORD(before[1], halves[1]);                                                                \
        __builtin_memcpy(&value, halves, sizeof value);                                                                                                \
        return value;                                                                                                                                  \
    }
#define MOVE(PATTERN, ROWS, BANKS, ZERO)                                                                                                              \
    template <> DEVICE double moved<PATTERN>(double old, double value)                                                                                \
    {                                                                                                                                                  \
        long long before = __builtin_bit_cast(long long, old), bits = __builtin_bit_cast(long long, value);                                           \
        int low = __builtin_amdgcn_update_dpp((int)before, (int)bits, PATTERN, ROWS, BANKS, ZERO);                                                     \
        int high = __builtin_amdgcn_update_dpp((int)(before >> 32), (int)(bits >> 32), PATTERN, ROWS, BANKS, ZERO);                                    \
        return __builtin_bit_cast(double, (long long)high << 32 | (unsigned)low);                                                                      \
    }
template <int pattern> DEVICE double moved(double old, double value);
MOVE(0x101, 15, 15, false)
MOVE(0x113, 15, 15, true)
MOVE(0x125, 15, 15, false)
MOVE(0x130, 15, 15, false)
MOVE(0x138, 15, 15, true)
MOVE(0x13c, 15, 15, false)
MOVE(0x140, 15, 5, false)
MOVE(0x141, 15, 15, false)
MOVE(0x142, 10, 15, false)
MOVE(0x143, 12, 15, true)
MOVE(0x1b, 15, 15, false)
MOVE(0x00, 15, 15, false)
DEVICE inline float moved_float(float value) { return __builtin_bit_cast(float, __builtin_amdgcn_mov_dpp(__builtin_bit_cast(int, value), 0x4e, 15, 15, true)); }
#define SWIZZLED(old, value) __builtin_amdgcn_ds_swizzle(value, 0x401f)
#define SPREAD(old, value) __builtin_amdgcn_ds_swizzle(value, 0x0060)
WORDS(swizzled, SWIZZLED)
WORDS(spread, SPREAD)
#else
#define KEPT(holds, value) ((holds) ? (value) : old)
template <int pattern> DEVICE double moved(double old, double value)
{
    double up_one = up(value, 1), down_one = down(value, 3), turned = turn(value, pattern & 31);
    return pattern & 1 ? KEPT(lane() > 0, up_one) : pattern & 2 ? KEPT(lane() < 7, down_one) : turned;
}
DEVICE inline float moved_float(float value) { return (float)turn(value, 2); }
DEVICE inline double swizzled(double, double value) { return turn(value, 16); }
DEVICE inline double spread(double, double value) { return from(value, 3); }
#endif

DEVICE void patterns(const double *x, double *y, int)
{
    int i = global_x();
    double v = x[i], w = MATH(sin)(v), sum = moved<0x101>(w, v * v);
    sum += moved<0x113>(0, w * w) + moved<0x125>(0, v) * w + moved<0x130>(v, w) * v;
    sum += moved<0x138>(v, sum * w) + 0.5 * moved<0x13c>(0, sum);
    sum += moved<0x140>(v * w, w) * w + moved<0x141>(0, v * w * w);
    sum += moved<0x142>(v, sum) * w + moved<0x143>(w, sum * v);
    sum += moved<0x1b>(0, sum * v) + w * moved<0x00>(0, w * v);
    sum += swizzled(0, sum) * v + spread(0, w * v) + (int)moved_float((float)(int)v);
    /* A sum of each row, as libraries have it. */
    for (int round = 0; round < 2; round++)
        sum += moved<0x125>(0, sum) * 0.25;
    y[i] = sum;
}
KERNELS(patterns)

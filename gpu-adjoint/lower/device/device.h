/* What all files of the device library share: the emulator's functions, and how names are made.
 *
 * A function of device code called `llvm.nvvm.NAME` or `NAME` is `device_` and its name here, with _ for each dot. One parameter more than the device
 * code gives, behind all others, is the site (`const char *`); one more in front of it, where device code gets a structure, is where the second part of
 * the result goes. Names leave `.ftz` out: denormal numbers are not flushed.
 */
#include <limits.h>
#include <math.h>
#include <stdint.h>

#define CONST __attribute__((const))

CONST uint32_t enzyme_rs_emulator_thread(uint32_t axis);
CONST uint32_t enzyme_rs_emulator_block(uint32_t axis);
CONST uint32_t enzyme_rs_emulator_block_size(uint32_t axis);
CONST uint32_t enzyme_rs_emulator_grid_size(uint32_t axis);
CONST uint32_t enzyme_rs_emulator_lane(void);
CONST uint32_t enzyme_rs_emulator_warp(void);
CONST uint32_t enzyme_rs_emulator_warp_size(void);
uint64_t enzyme_rs_emulator_clock(void);
void enzyme_rs_emulator_yield(void);
uint64_t enzyme_rs_emulator_active_mask(const char *site);
void *enzyme_rs_emulator_shared(void *variable);
void *enzyme_rs_emulator_dynamic_shared(void);
uint64_t enzyme_rs_emulator_dynamic_shared_bytes(void);
_Bool enzyme_rs_emulator_is_shared(const void *address);
_Bool enzyme_rs_emulator_is_own(const void *address);
void enzyme_rs_emulator_barrier(const char *site);
int32_t enzyme_rs_emulator_barrier_popc(int32_t value, const char *site);
int32_t enzyme_rs_emulator_barrier_and(int32_t value, const char *site);
int32_t enzyme_rs_emulator_barrier_or(int32_t value, const char *site);
void enzyme_rs_emulator_warp_barrier(uint64_t mask, const char *site);
int32_t enzyme_rs_emulator_shuffle_idx_i32(uint64_t mask, int32_t value, int32_t lane, int32_t clamp, int *inside, const char *site);
int32_t enzyme_rs_emulator_shuffle_up_i32(uint64_t mask, int32_t value, int32_t lane, int32_t clamp, int *inside, const char *site);
int32_t enzyme_rs_emulator_shuffle_down_i32(uint64_t mask, int32_t value, int32_t lane, int32_t clamp, int *inside, const char *site);
int32_t enzyme_rs_emulator_shuffle_xor_i32(uint64_t mask, int32_t value, int32_t lane, int32_t clamp, int *inside, const char *site);
int64_t enzyme_rs_emulator_shuffle_up_i64(uint64_t mask, int64_t value, int32_t lane, int32_t clamp, int *inside, const char *site);
int64_t enzyme_rs_emulator_shuffle_down_i64(uint64_t mask, int64_t value, int32_t lane, int32_t clamp, int *inside, const char *site);
uint64_t enzyme_rs_emulator_ballot(uint64_t mask, int32_t value, const char *site);
int32_t enzyme_rs_emulator_any(uint64_t mask, int32_t value, const char *site);
int32_t enzyme_rs_emulator_all(uint64_t mask, int32_t value, const char *site);
uint64_t enzyme_rs_emulator_match_any(uint64_t mask, int64_t value, const char *site);
uint64_t enzyme_rs_emulator_match_all(uint64_t mask, int64_t value, int *same, const char *site);
int32_t enzyme_rs_emulator_ds_bpermute(int32_t address, int32_t value, const char *site);
int32_t enzyme_rs_emulator_read_first_lane(int32_t value, const char *site);
int32_t enzyme_rs_emulator_readlane(int32_t value, int32_t lane, const char *site);
const void *enzyme_rs_emulator_implicit_arguments(void);
const void *enzyme_rs_emulator_dispatch_packet(void);
void *enzyme_rs_emulator_meeting(void);
uint32_t enzyme_rs_emulator_arrives(uint32_t *at, uint32_t by);
uint32_t enzyme_rs_emulator_looks(uint32_t *at);
_Noreturn void enzyme_rs_emulator_exit(void);
_Noreturn void enzyme_rs_emulator_trap(const char *site);
_Noreturn void enzyme_rs_emulator_assertion(const char *asserted, const char *file, uint32_t line, const char *function);
int enzyme_rs_emulator_print(const char *format, const void *arguments);
uint64_t enzyme_rs_emulator_print_begin(_Bool is_error);
uint64_t enzyme_rs_emulator_print_text(uint64_t print, const char *text, uint64_t bytes, uint32_t last);
uint64_t enzyme_rs_emulator_print_numbers(uint64_t print, uint32_t count, const uint64_t *numbers, uint32_t last);

/* The bits of a number as another type of its size. */
#define BITS(to, value)                                                                                                                              \
  ({                                                                                                                                                 \
    union {                                                                                                                                          \
      __typeof__(value) from;                                                                                                                        \
      to as;                                                                                                                                         \
    } pun = {value};                                                                                                                                 \
    pun.as;                                                                                                                                          \
  })

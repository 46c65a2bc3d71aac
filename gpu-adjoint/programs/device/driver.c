/* What the programs here and cust call of a vendor's driver, on the emulator: for the one module that is linked with it.
 *
 * Owns: that a driver's functions are those of the emulator. Must not: know a program. */
#include "vendor.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef void (*kernel)(const void *const *);
kernel enzyme_rs_emulator_kernel(const char *module, const char *name);
void *enzyme_rs_emulator_variable(const char *module, const char *name, uint64_t *bytes);
int enzyme_rs_emulator_launch(kernel, const char *, const uint32_t *, const uint32_t *, uint64_t, const void *const *, uint32_t);

enum { INVALID = 1, NO_MEMORY = 2, NOT_FOUND = 500, FAILED = 719, WARP = VENDOR(32, 64) };

#define DECLARE(ours, theirs, types) int theirs types;
DRIVER(DECLARE)

/* The emulator says where a kernel failed; from then on nothing works, as on a device. */
static int failure;

int VENDOR(cuInit, hipInit)(unsigned flags) { return flags ? INVALID : 0; }
int VENDOR(cuDeviceGetCount, hipGetDeviceCount)(int *count) { return *count = 1, 0; }
int VENDOR(cuDeviceGetName, hipDeviceGetName)(char *name, int bytes, int device)
{
    strncpy(name, "emulator", (size_t)bytes);
    return device ? INVALID : 0;
}

/* So little that what is timed is small: the emulator is slow. */
int VENDOR(cuMemGetInfo_v2, hipMemGetInfo)(size_t *unused, size_t *all) { return *unused = *all = 140000, 0; }

int VENDOR(cuModuleLoadData, hipModuleLoadData)(void **module, const void *image) { return *module = (void *)image, 0; }

struct function {
    kernel run;
    char name[];
};

int VENDOR(cuModuleGetFunction, hipModuleGetFunction)(void **function, void *module, const char *name)
{
    (void)module;
    kernel run = enzyme_rs_emulator_kernel("program", name);
    if (!run)
        return NOT_FOUND;
    struct function *made = calloc(1, sizeof *made + strlen(name) + 1);
    made->run = run;
    strcpy(made->name, name);
    return *function = made, 0;
}

int VENDOR(cuModuleGetGlobal_v2, hipModuleGetGlobal)(void **at, size_t *bytes, void *module, const char *name)
{
    (void)module;
    uint64_t size = 0;
    *at = enzyme_rs_emulator_variable("program", name, &size);
    if (bytes)
        *bytes = size;
    return *at ? 0 : NOT_FOUND;
}

int VENDOR(cuMemAlloc_v2, hipMalloc)(void **at, size_t bytes) { return *at = malloc(bytes), failure ? failure : *at ? 0 : NO_MEMORY; }
int VENDOR(cuMemFree_v2, hipFree)(void *at) { return free(at), failure; }
int VENDOR(cuMemcpyHtoD_v2, hipMemcpyHtoD)(void *to, const void *from, size_t bytes) { return memcpy(to, from, bytes), failure; }
int VENDOR(cuMemcpyDtoH_v2, hipMemcpyDtoH)(void *to, const void *from, size_t bytes) { return memcpy(to, from, bytes), failure; }
int VENDOR(cuMemcpyDtoD_v2, hipMemcpyDtoD)(void *to, const void *from, size_t bytes) { return memcpy(to, from, bytes), failure; }
int VENDOR(cuMemsetD8_v2, hipMemsetD8)(void *at, unsigned char byte, size_t bytes) { return memset(at, byte, bytes), failure; }

int VENDOR(cuLaunchKernel, hipModuleLaunchKernel)(LAUNCH_ARGUMENTS)
{
    (void)stream;
    struct function *called = function;
    uint32_t grid[3] = {grid_x, grid_y, grid_z}, block[3] = {block_x, block_y, block_z};
    if (extra || failure)
        return failure ? failure : INVALID;
    if (enzyme_rs_emulator_launch(called->run, called->name, grid, block, shared, (const void *const *)arguments, WARP))
        failure = FAILED;
    return 0;
}

int VENDOR(cuCtxSynchronize, hipDeviceSynchronize)(void) { return failure; }

int VENDOR(cuEventCreate, hipEventCreateWithFlags)(void **event, unsigned flags)
{
    (void)flags;
    return *event = calloc(1, sizeof(double)), 0;
}
int VENDOR(cuEventRecord, hipEventRecord)(void *event, void *stream)
{
    (void)stream;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    *(double *)event = 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
    return failure;
}
int VENDOR(cuEventSynchronize, hipEventSynchronize)(void *event) { return (void)event, failure; }
int VENDOR(cuEventElapsedTime, hipEventElapsedTime)(float *milliseconds, void *begin, void *end)
{
    return *milliseconds = (float)(*(double *)end - *(double *)begin), failure;
}

/* What cust calls besides. */
#ifndef VENDOR_HIP
#define ALSO(name, types, result)                                                                                                                     \
    int name types;                                                                                                                                    \
    int name types { return result; }
ALSO(cuDeviceGet, (int *device, int number), (*device = number, number ? INVALID : 0))
ALSO(cuDevicePrimaryCtxRelease_v2, (int device), device ? INVALID : 0)
ALSO(cuDevicePrimaryCtxSetFlags_v2, (int device, unsigned flags), device || flags > 31 ? INVALID : 0)
ALSO(cuModuleLoadDataEx, (void **module, const void *image, unsigned count, int *options, void **values),
     ((void)options, (void)values, count ? INVALID : cuModuleLoadData(module, image)))
ALSO(cuModuleUnload, (void *module), module ? 0 : INVALID)
ALSO(cuStreamCreateWithPriority, (void **stream, unsigned flags, int priority), ((void)priority, *stream = &failure, flags ? INVALID : 0))
ALSO(cuStreamSynchronize, (void *stream), (stream ? failure : INVALID))
ALSO(cuStreamDestroy_v2, (void *stream), stream ? 0 : INVALID)
#endif

#ifdef VENDOR_HIP
int hipSetDevice(int device);
int hipSetDevice(int device) { return device ? INVALID : 0; }
const char *hipGetErrorString(int error);
const char *hipGetErrorString(int error) { return error == FAILED ? "unspecified launch failure" : "error of the emulator"; }
#else
int cuDevicePrimaryCtxRetain(void **context, int device);
int cuDevicePrimaryCtxRetain(void **context, int device) { return *context = &failure, device ? INVALID : 0; }
int cuCtxSetCurrent(void *context);
int cuCtxSetCurrent(void *context) { return context ? 0 : INVALID; }
int cuGetErrorString(int error, const char **text);
int cuGetErrorString(int error, const char **text) { return *text = error == FAILED ? "unspecified launch failure" : "error of the emulator", 0; }
#endif

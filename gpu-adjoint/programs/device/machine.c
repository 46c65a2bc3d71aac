/* A device by the driver of its vendor, which is looked for when the program runs: it starts on machines without one, too.
 *
 * Owns: what is called of the driver, and what is said where that fails. Must not: know a program. */
#include "machine.h"
#include "vendor.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIBRARY VENDOR("libcuda.so.1", "libamdhip64.so")

#define FIELD(ours, theirs, types) int(*ours) types;
static struct {
    DRIVER(FIELD)
} driver;

static void *module, *begins, *ends;

static _Noreturn void end(int code, const char *begin, const char *what, const char *why)
{
    printf("%s: %s%s%s\n", begin, what, *why ? ": " : "", why);
    fflush(stdout);
    _Exit(code);
}

static void *library;

static const char *text_of(int error)
{
    const char *text = NULL;
#ifdef VENDOR_HIP
    const char *(*text_of)(int) = (const char *(*)(int))dlsym(library, "hipGetErrorString");
    text = text_of ? text_of(error) : NULL;
#else
    int (*text_of)(int, const char **) = (int (*)(int, const char **))dlsym(library, "cuGetErrorString");
    if (text_of)
        text_of(error, &text);
#endif
    static char number[32];
    snprintf(number, sizeof number, "error %d", error);
    return text ? text : number;
}

static void expect(int error, const char *what)
{
    if (error)
        end(1, "wrong", what, text_of(error));
}

/* What the program itself has goes before the library. */
static void find_driver(void)
{
    library = dlsym(RTLD_DEFAULT, VENDOR("cuInit", "hipInit")) ? RTLD_DEFAULT : dlopen(LIBRARY, RTLD_NOW | RTLD_GLOBAL);
    if (!library && !dlsym(RTLD_DEFAULT, VENDOR("cuInit", "hipInit")))
        end(0, "SKIPPED", "no device: there is no " LIBRARY, "");
#define FIND(ours, theirs, types)                                                                                                                     \
    *(void **)&driver.ours = dlsym(library, NAME_OF(theirs));                                                                                         \
    if (!driver.ours)                                                                                                                                  \
        end(1, "wrong", "the driver lacks " NAME_OF(theirs), "");
#define NAME_OF(name) NAME(name)
#define NAME(name) #name
    DRIVER(FIND)
}

void machine_find(void)
{
    find_driver();
    int count = 0, error = driver.init(0);
    error = error ? error : driver.count(&count);
    if (error || !count)
        end(0, "SKIPPED", "no device", error ? text_of(error) : "");
#ifdef VENDOR_HIP
    int (*use)(int) = (int (*)(int))dlsym(library, "hipSetDevice");
    expect(use(0), "the device cannot be used");
#else
    void *context;
    int (*retain)(void **, int) = (int (*)(void **, int))dlsym(library, "cuDevicePrimaryCtxRetain");
    int (*use)(void *) = (int (*)(void *))dlsym(library, "cuCtxSetCurrent");
    expect(retain(&context, 0), "the device cannot be used");
    expect(use(context), "the device cannot be used");
#endif
}

static char *contents(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        end(1, "wrong", "cannot be read", path);
    fseek(file, 0, SEEK_END);
    size_t bytes = (size_t)ftell(file);
    rewind(file);
    char *text = calloc(bytes + 1, 1);
    if (fread(text, 1, bytes, file) != bytes)
        end(1, "wrong", "cannot be read", path);
    fclose(file);
    return text;
}

void machine_open(const char *path)
{
    machine_find();
    expect(driver.load(&module, contents(path)), "the module cannot be loaded");
    expect(driver.event(&begins, 0), "there is no event");
    expect(driver.event(&ends, 0), "there is no event");
}

const char *machine_name(void)
{
    static char name[256];
    expect(driver.name(name, sizeof name, 0), "the device has no name");
    return name;
}

size_t machine_free_memory(void)
{
    size_t unused, all;
    expect(driver.memory(&unused, &all), "the device does not say how much memory it has");
    return unused;
}

void *machine_obtain(size_t bytes)
{
    void *at = NULL;
    bytes = bytes ? bytes : 1;
    expect(driver.allocate(&at, bytes), "there is no memory on the device");
    machine_clear(at, bytes);
    return at;
}

void machine_release(void *at) { expect(driver.release(at), "memory of the device cannot be freed"); }
void machine_put(void *to, const void *from, size_t bytes) { expect(driver.put(to, from, bytes), "cannot copy to the device"); }
void machine_get(void *to, const void *from, size_t bytes) { expect(driver.get(to, from, bytes), "cannot copy from the device"); }
void machine_copy(void *to, const void *from, size_t bytes) { expect(driver.copy(to, from, bytes), "cannot copy on the device"); }
void machine_clear(void *at, size_t bytes) { expect(driver.fill(at, 0, bytes), "cannot clear memory of the device"); }

void *machine_variable(const char *name)
{
    void *at = NULL;
    size_t bytes;
    return driver.global(&at, &bytes, module, name) ? NULL : at;
}

/* Each is looked for once: between two events it would count. */
static void *kernel_of(const char *name)
{
    static struct {
        const char *name;
        void *kernel;
    } known[16];
    int i = 0;
    while (known[i].name && strcmp(known[i].name, name) != 0)
        i++;
    if (!known[i].name) {
        expect(driver.function(&known[i].kernel, module, name), name);
        known[i].name = name;
    }
    return known[i].kernel;
}

int machine_has(const char *kernel)
{
    void *there;
    return !driver.function(&there, module, kernel);
}

void machine_launch(const char *name, struct shape shape, const void *const *arguments)
{
    int error = driver.launch(kernel_of(name), shape.grid[0], shape.grid[1], 1, shape.block[0], shape.block[1], 1, 0, NULL, (void **)arguments, NULL);
    expect(error, name);
}

void machine_wait(void) { expect(driver.wait(), "a kernel has failed"); }

void machine_start(void) { expect(driver.record(begins, NULL), "an event cannot be recorded"); }

double machine_stop(void)
{
    float milliseconds = 0;
    expect(driver.record(ends, NULL), "an event cannot be recorded");
    expect(driver.reach(ends), "a kernel has failed");
    expect(driver.between(&milliseconds, begins, ends), "events have no times");
    return milliseconds;
}

/* How many bytes lie behind a pointer, and whether they are there still.
 *
 * AddressSanitizer knows all variables and all that is allocated. Where it is not linked (Fortran), the library sees what is allocated by
 * standing in for `malloc` and its like. Memory of a device that is emulated knows its library, which lays gaps around it.
 *
 * Owns: these questions. Must not: know types.
 */

extern int64_t enzyme_rs_emulated_bytes_behind(const void *pointer) __attribute__((weak));

/* -1 if it is no memory of an emulated device. */
static int64_t bytes_on_device(const void *pointer) {
  return enzyme_rs_emulated_bytes_behind ? enzyme_rs_emulated_bytes_behind(pointer) : -1;
}

#if __has_feature(address_sanitizer)

const char *__asan_default_options(void) { return "detect_leaks=0"; }

const char *__asan_locate_address(void *address, char *name, size_t room, void **region, size_t *bytes);
void *__asan_region_is_poisoned(void *begin, size_t bytes);

/* -1 if nobody knows; 0 where memory was given back. */
static int64_t bytes_behind(void *pointer) {
  int64_t on_device = bytes_on_device(pointer);
  if (on_device >= 0)
    return on_device;
  char name[2];
  void *region = NULL;
  size_t bytes = 0;
  const char *where = __asan_locate_address(pointer, name, sizeof name, &region, &bytes);
  int known = where && (!strcmp(where, "heap") || !strcmp(where, "stack") || !strcmp(where, "global"));
  char *end = (char *)region + bytes;
  if (!known || (char *)pointer < (char *)region || (char *)pointer > end)
    return -1;
  void *poisoned = __asan_region_is_poisoned(pointer, (size_t)(end - (char *)pointer));
  return (poisoned ? (char *)poisoned : end) - (char *)pointer;
}

#else

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

enum { HELD = 1 << 20, NEAR = 64 };
static struct held {
  char *at;
  size_t bytes;
} held[HELD];
static int lock;

static void enter(void) {
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
    ;
}

static void leave(void) { __atomic_store_n(&lock, 0, __ATOMIC_RELEASE); }

/* The place of an address, or, without address, the first free one where that address would be looked for. */
static struct held *place_near(const void *address, const void *wanted) {
  size_t k = ((uintptr_t)address >> 4) * 0x9e3779b97f4a7c15u >> 44;
  for (int tried = 0; tried < NEAR; tried++, k = (k + 1) % HELD)
    if (held[k].at == wanted)
      return &held[k];
  return NULL;
}

static void let_go(void *at) {
  if (!at)
    return;
  enter();
  struct held *place = place_near(at, at);
  if (place)
    *place = (struct held){NULL, 0};
  leave();
}

/* What finds no place is not known, and said to be so. */
static void *hold(void *at, size_t bytes) {
  let_go(at);
  if (!at)
    return at;
  enter();
  struct held *place = place_near(at, NULL);
  if (place)
    *place = (struct held){at, bytes};
  leave();
  return at;
}

void *malloc(size_t bytes) { return hold(__libc_malloc(bytes), bytes); }

void *calloc(size_t count, size_t bytes) { return hold(__libc_calloc(count, bytes), count * bytes); }

void *realloc(void *old, size_t bytes) {
  void *at = __libc_realloc(old, bytes);
  if (at || !bytes)
    let_go(old);
  return hold(at, bytes);
}

void *memalign(size_t alignment, size_t bytes) { return hold(__libc_memalign(alignment, bytes), bytes); }

void *aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }

int posix_memalign(void **at, size_t alignment, size_t bytes) {
  if (alignment % sizeof(void *) || !alignment || (alignment & (alignment - 1)))
    return EINVAL;
  void *new = memalign(alignment, bytes);
  if (!new)
    return ENOMEM;
  *at = new;
  return 0;
}

void free(void *at) {
  let_go(at);
  __libc_free(at);
}

static int64_t bytes_behind(void *pointer) {
  int64_t found = bytes_on_device(pointer);
  if (found >= 0)
    return found;
  enter();
  for (size_t k = 0; k < HELD; k++) {
    char *at = held[k].at;
    if (at && at <= (char *)pointer && (char *)pointer < at + held[k].bytes)
      found = at + held[k].bytes - (char *)pointer;
  }
  leave();
  return found;
}

#endif

/* Memory that cannot be written, once for all: from, to. */
struct fixed {
  uintptr_t low, high;
};

enum { FIXED = 4096 };

static int find_fixed(struct fixed all[FIXED]) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[512], mode[8];
  int count = 0;
  uintptr_t low, high;
  while (maps && count < FIXED && fgets(line, sizeof line, maps))
    if (sscanf(line, "%lx-%lx %7s", &low, &high, mode) == 3 && mode[1] != 'w')
      all[count++] = (struct fixed){low, high};
  if (maps)
    fclose(maps);
  return count;
}


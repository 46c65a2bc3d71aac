/* Compares derivatives where a program asks for them: the library behind the option `check-hooks`.
 *
 * In front of each hook call in reverse mode, generated code calls `enzyme_rs_check_hook`. It walks from the arguments along the types of
 * the source, finds the numbers and their shadows, and compares
 *   reverse = <J^T w - w, v>    forward = <w, J v - v>    differences = d/dh <w, y(x + h v)> - <w, v> at h = 0
 * where x are all numbers that the arguments lead to, y the same after the call and the result, v a random direction that moves each number
 * in proportion to its size, and w random weights (1 for the result). What a call leaves alone takes part in none of them. Then everything is
 * put back, and the program goes on with its own hook call.
 *
 * Over MPI each process has its part of the sums; who reads the reports adds them up. So all processes do the same number of runs.
 *
 * Owns: the walk, the runs, and one line for each check in a file of the folder ENZYME_RS_CHECK_REPORT. Judges nothing.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#if __has_feature(address_sanitizer)
#define WATCHED 1
#else
#define WATCHED 0
#endif

/* ---- What generated code says: `frontend/checked` of the engine has the other side. */

enum kind { UNKNOWN, FLOAT, OTHER, POINTER, RECORD, ARRAY };

struct member {
  int64_t offset, type;
};

struct type {
  int64_t kind, bytes, count, base, members;
  const struct member *const *member;
};

enum moves { FIXED_VALUE, WITH_SHADOW, BY_VALUE, FIXED_POINTER };

struct param {
  const char *name;
  int64_t moves, type;
};

struct hook {
  const char *function, *place;
  int64_t params;
  const struct param *const *param;
  const struct type *const *types;
  double (*primal)(void **x, void **dx);
  double (*tangent)(void **x, void **dx);
  void (*gradient)(void **x, void **dx);
};

/* ---- How many bytes lie behind a pointer: -1 if nobody knows. */

#if WATCHED

const char *__asan_default_options(void) { return "detect_leaks=0"; }

const char *__asan_locate_address(void *address, char *name, size_t room, void **region, size_t *bytes);

static int64_t bytes_behind(void *pointer) {
  char name[2];
  void *region = NULL;
  size_t bytes = 0;
  const char *where = __asan_locate_address(pointer, name, sizeof name, &region, &bytes);
  int known = where && (!strcmp(where, "heap") || !strcmp(where, "stack") || !strcmp(where, "global"));
  char *end = (char *)region + bytes;
  if (!known || (char *)pointer < (char *)region || (char *)pointer > end)
    return -1;
  return end - (char *)pointer;
}

#else

/* Without the sanitizer (Fortran), the library sees what is allocated: the larger of the sizes of a place, should it have been used again. */
extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

enum { HELD = 1 << 20 };
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

static size_t place_of(const void *at) { return ((uintptr_t)at >> 4) * 0x9e3779b97f4a7c15u >> 44; }

static void hold(void *at, size_t bytes) {
  if (!at)
    return;
  enter();
  size_t k = place_of(at);
  for (int tried = 0; tried < 64; tried++, k = (k + 1) % HELD)
    if (!held[k].at || held[k].at == (char *)at) {
      held[k] = (struct held){at, bytes};
      break;
    }
  leave();
}

static void let_go(void *at) {
  if (!at)
    return;
  enter();
  size_t k = place_of(at);
  for (int tried = 0; tried < 64; tried++, k = (k + 1) % HELD)
    if (held[k].at == (char *)at) {
      held[k].bytes = 0;
      break;
    }
  leave();
}

void *malloc(size_t bytes) {
  void *at = __libc_malloc(bytes);
  hold(at, bytes);
  return at;
}

void *calloc(size_t count, size_t bytes) {
  void *at = __libc_calloc(count, bytes);
  hold(at, count * bytes);
  return at;
}

void *realloc(void *old, size_t bytes) {
  let_go(old);
  void *at = __libc_realloc(old, bytes);
  hold(at, bytes);
  return at;
}

void *memalign(size_t alignment, size_t bytes) {
  void *at = __libc_memalign(alignment, bytes);
  hold(at, bytes);
  return at;
}

void *aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }

int posix_memalign(void **at, size_t alignment, size_t bytes) { return (*at = memalign(alignment, bytes)) ? 0 : ENOMEM; }

void free(void *at) {
  let_go(at);
  __libc_free(at);
}

static int64_t bytes_behind(void *pointer) {
  int64_t found = -1;
  enter();
  for (size_t k = 0; k < HELD; k++) {
    char *at = held[k].at;
    if (at && held[k].bytes && at <= (char *)pointer && (char *)pointer < at + held[k].bytes)
      found = at + held[k].bytes - (char *)pointer;
  }
  leave();
  return found;
}

#endif

/* ---- The state of one check. */

/* Numbers of one type, some bytes apart. */
struct run {
  char *x, *dx;
  int64_t bytes, count, stride;
  /* Directions and weights; a number that is passed by value is no result, and has no weight. */
  long double *v, *w;
  int is_by_value;
};

/* Memory that is put back: so many values of a type of the primal, and of the shadow if there is one. */
struct block {
  char *x, *dx;
  int64_t bytes, type, count, stride;
  char *saved, *saved_shadow;
};

struct check {
  const struct hook *hook;
  struct run *runs;
  size_t run_count, run_room;
  struct block *blocks;
  size_t block_count, block_room;
  /* The argument that is being walked along. */
  const char *argument;
  char notes[2048];
  int is_lost;
};

static void note(struct check *c, const char *text, const char *argument) {
  char line[512];
  snprintf(line, sizeof line, "note\t%s\t%s\t%s%s%s%s\n", c->hook->function, c->hook->place, *argument ? "`" : "", argument, *argument ? "`" : "", text);
  if (!strstr(c->notes, line) && strlen(c->notes) + strlen(line) < sizeof c->notes)
    strcat(c->notes, line);
}

static void *grown(void *array, size_t count, size_t *room, size_t bytes) {
  if (count < *room)
    return array;
  *room = *room ? 2 * *room : 16;
  array = realloc(array, *room * bytes);
  if (!array)
    abort();
  return array;
}

/* ---- The walk. */

static int leads_to_numbers(const struct hook *hook, int64_t of, int depth) {
  const struct type *type = hook->types[of];
  if (type->kind == FLOAT || depth > 8)
    return 1;
  if ((type->kind == POINTER || type->kind == ARRAY) && type->base >= 0)
    return leads_to_numbers(hook, type->base, depth + 1);
  for (int64_t m = 0; m < type->members; m++)
    if (leads_to_numbers(hook, type->member[m]->type, depth + 1))
      return 1;
  return 0;
}

/* Numbers in memory that cannot be written do not move. */
static int is_fixed(const char *at) {
  FILE *maps = fopen("/proc/self/maps", "r");
  char line[512], mode[8];
  int fixed = 0;
  uintptr_t low, high;
  while (maps && fgets(line, sizeof line, maps))
    if (sscanf(line, "%lx-%lx %7s", &low, &high, mode) == 3 && low <= (uintptr_t)at && (uintptr_t)at < high)
      fixed = mode[1] != 'w';
  if (maps)
    fclose(maps);
  return fixed;
}

/* The first block that ends behind an address. */
static size_t place_in(const struct check *c, const char *at) {
  size_t low = 0, high = c->block_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (c->blocks[middle].x + c->blocks[middle].bytes > at)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

static void add_block(struct check *c, size_t at, struct block block) {
  c->blocks = grown(c->blocks, c->block_count, &c->block_room, sizeof *c->blocks);
  memmove(c->blocks + at + 1, c->blocks + at, (c->block_count++ - at) * sizeof *c->blocks);
  c->blocks[at] = block;
}

static void walk(struct check *c, char *x, char *dx, int64_t of, int64_t count, int64_t stride);

/* Memory behind a pointer, and behind the pointer in its place of the shadow; `known` bytes, or -1. */
static void follow(struct check *c, char *x, char *dx, int64_t of, int64_t known, int64_t known_shadow) {
  const struct type *type = c->hook->types[of];
  if (!x || x == dx)
    return;
  int64_t whole = type->kind == ARRAY && !type->count && type->base >= 0 ? c->hook->types[type->base]->bytes : type->bytes;
  if (type->kind == UNKNOWN || whole <= 0 || (dx && !leads_to_numbers(c->hook, of, 0))) {
    if (dx && type->kind == UNKNOWN)
      note(c, " leads to something whose type is not known: numbers in there do not move", c->argument);
    return;
  }
  int64_t bytes = known >= 0 ? known : bytes_behind(x);
  int64_t of_shadow = !dx ? bytes : known_shadow >= 0 ? known_shadow : bytes_behind(dx);
  if (bytes < 0 || of_shadow < 0) {
    if (dx) {
      note(c, ": how many bytes there are behind it, or behind its shadow, is not known", c->argument);
      c->is_lost = 1;
    }
    return;
  }
  int64_t least = bytes < of_shadow ? bytes : of_shadow;
  size_t at = place_in(c, x);
  if (at < c->block_count && c->blocks[at].x < x + least)
    least = c->blocks[at].x > x ? c->blocks[at].x - x : 0;
  int64_t count = least / whole;
  if (!count)
    return;
  int64_t elements = type->kind == ARRAY && !type->count ? type->base : of;
  add_block(c, at, (struct block){.x = x, .dx = dx, .bytes = count * whole, .type = elements, .count = count, .stride = whole});
  if (dx && is_fixed(x))
    note(c, " is constant memory: its numbers do not move", c->argument);
  else
    walk(c, x, dx, elements, count, whole);
}

static void add_run(struct check *c, char *x, char *dx, int64_t bytes, int64_t count, int64_t stride) {
  c->runs = grown(c->runs, c->run_count, &c->run_room, sizeof *c->runs);
  c->runs[c->run_count++] = (struct run){.x = x, .dx = dx, .bytes = bytes, .count = count, .stride = stride};
}

/* So many values of a type, some bytes apart; without shadow they are only put back. */
static void walk(struct check *c, char *x, char *dx, int64_t of, int64_t count, int64_t stride) {
  const struct type *type = c->hook->types[of];
  switch (type->kind) {
  case FLOAT:
    if (dx)
      add_run(c, x, dx, type->bytes, count, stride);
    break;
  case POINTER:
    for (int64_t i = 0; type->base >= 0 && i < count; i++)
      follow(c, *(char **)(x + i * stride), dx ? *(char **)(dx + i * stride) : NULL, type->base, -1, -1);
    break;
  case ARRAY:
    for (int64_t i = 0; type->base >= 0 && i < count; i++)
      walk(c, x + i * stride, dx ? dx + i * stride : NULL, type->base, type->count, c->hook->types[type->base]->bytes);
    break;
  case RECORD:
    for (int64_t m = 0; m < type->members; m++) {
      int64_t offset = type->member[m]->offset;
      walk(c, x + offset, dx ? dx + offset : NULL, type->member[m]->type, count, stride);
    }
    break;
  }
}

static void walk_arguments(struct check *c, void **x, void **dx, const int64_t *bytes, const int64_t *shadow_bytes) {
  /* What moves first: constant arguments may lead to the same memory. */
  for (int moving = 1; moving >= 0; moving--)
    for (int64_t k = 0; k < c->hook->params; k++) {
      const struct param *param = c->hook->param[k];
      const struct type *type = c->hook->types[param->type];
      c->argument = *param->name ? param->name : "argument";
      if (moving && param->moves == BY_VALUE) {
        int64_t size = type->bytes;
        add_block(c, place_in(c, x[k]), (struct block){.x = x[k], .bytes = size, .type = param->type, .count = 1, .stride = size});
        add_run(c, x[k], dx[k], size, 1, size);
        c->runs[c->run_count - 1].is_by_value = 1;
      } else if (moving && param->moves == WITH_SHADOW)
        follow(c, *(char **)x[k], *(char **)dx[k], param->type, bytes[k], shadow_bytes[k]);
      else if (!moving && param->moves == FIXED_POINTER)
        follow(c, *(char **)x[k], NULL, param->type, bytes[k], -1);
    }
}

/* ---- Numbers. */

static long double get(const char *at, int64_t bytes) {
  if (bytes == sizeof(float))
    return *(const float *)at;
  return bytes == sizeof(double) ? *(const double *)at : *(const long double *)at;
}

static void set(char *at, int64_t bytes, long double value) {
  if (bytes == sizeof(float))
    *(float *)at = (float)value;
  else if (bytes == sizeof(double))
    *(double *)at = (double)value;
  else
    *(long double *)at = value;
}

static uint64_t state;

/* splitmix64, as a number in [-1, 1) */
static double uniform(void) {
  uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

/* Directions and weights. What is no finite number, or beyond all measure (memory that nobody has set), stays. */
static void draw(struct run *run) {
  long double sum = 0;
  int64_t counted = 0;
  run->v = calloc(run->count, sizeof *run->v), run->w = calloc(run->count, sizeof *run->w);
  if (!run->v || !run->w)
    abort();
  for (int64_t i = 0; i < run->count; i++) {
    long double size = fabsl(get(run->x + i * run->stride, run->bytes));
    if (size > 0 && size < 1e100L)
      sum += size, counted++;
  }
  long double usual = counted ? sum / counted : 1;
  for (int64_t i = 0; i < run->count; i++) {
    long double size = fabsl(get(run->x + i * run->stride, run->bytes)), u = uniform(), weight = uniform();
    if (!(size < 1e100L))
      continue;
    run->v[i] = u * (size > 0 ? size : usual);
    run->w[i] = run->is_by_value ? 0 : weight;
  }
}

/* ---- Runs. */

static void save(struct check *c) {
  for (size_t b = 0; b < c->block_count; b++) {
    struct block *block = &c->blocks[b];
    block->saved = malloc(block->bytes), block->saved_shadow = block->dx ? malloc(block->bytes) : NULL;
    if (!block->saved || (block->dx && !block->saved_shadow))
      abort();
    memcpy(block->saved, block->x, block->bytes);
    if (block->dx)
      memcpy(block->saved_shadow, block->dx, block->bytes);
  }
}

static void put_back(struct check *c) {
  for (size_t b = 0; b < c->block_count; b++) {
    struct block *block = &c->blocks[b];
    if (memcmp(block->x, block->saved, block->bytes))
      memcpy(block->x, block->saved, block->bytes);
    if (block->dx && memcmp(block->dx, block->saved_shadow, block->bytes))
      memcpy(block->dx, block->saved_shadow, block->bytes);
  }
}

/* Whether a call has left a pointer that leads to none of the memory that is put back: what the old one led to may be gone. */
static int is_elsewhere(const struct check *c, const char *now, const char *before) {
  if (now == before || !now)
    return 0;
  size_t at = place_in(c, now);
  return at == c->block_count || c->blocks[at].x > now;
}

static int has_moved_memory(const struct check *c, const char *x, const char *saved, int64_t of, int64_t count, int64_t stride) {
  const struct type *type = c->hook->types[of];
  int moved = 0;
  for (int64_t i = 0; i < count && type->kind == POINTER; i++)
    moved |= is_elsewhere(c, *(char *const *)(x + i * stride), *(char *const *)(saved + i * stride));
  for (int64_t i = 0; i < count && type->kind == ARRAY && type->base >= 0; i++)
    moved |= has_moved_memory(c, x + i * stride, saved + i * stride, type->base, type->count, c->hook->types[type->base]->bytes);
  for (int64_t m = 0; m < type->members && type->kind == RECORD; m++) {
    int64_t offset = type->member[m]->offset;
    moved |= has_moved_memory(c, x + offset, saved + offset, type->member[m]->type, count, stride);
  }
  return moved;
}

static int replaces_memory(const struct check *c) {
  for (size_t b = 0; b < c->block_count; b++) {
    const struct block *block = &c->blocks[b];
    if (has_moved_memory(c, block->x, block->saved, block->type, block->count, block->stride))
      return 1;
  }
  return 0;
}

static void free_all(struct check *c) {
  for (size_t b = 0; b < c->block_count; b++)
    free(c->blocks[b].saved), free(c->blocks[b].saved_shadow);
  for (size_t r = 0; r < c->run_count; r++)
    free(c->runs[r].v), free(c->runs[r].w);
  free(c->blocks), free(c->runs);
}

#define FOR_NUMBERS(c, r, i)                         \
  for (size_t r = 0; r < (c)->run_count; r++)        \
    for (int64_t i = 0; i < (c)->runs[r].count; i++)

static char *at(const struct run *run, int64_t i) { return run->x + i * run->stride; }
static char *shadow_at(const struct run *run, int64_t i) { return run->dx + i * run->stride; }

/* <w, numbers in memory> */
static long double weighed(const struct check *c) {
  long double sum = 0;
  FOR_NUMBERS(c, r, i) {
    const struct run *run = &c->runs[r];
    sum += run->w[i] * get(at(run, i), run->bytes);
  }
  return sum;
}

/* <w, y(x + h v)> for the numbers in memory less the same at x, and the result: what is left of the numbers that do not change is nothing. */
static long double moved(struct check *c, void **x, void **dx, double h, double *result) {
  put_back(c);
  FOR_NUMBERS(c, r, i) {
    struct run *run = &c->runs[r];
    set(at(run, i), run->bytes, get(at(run, i), run->bytes) + h * run->v[i]);
  }
  *result = c->hook->primal(x, dx);
  return weighed(c);
}

enum { STEPS = 5 };
static const double steps[STEPS] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7};

struct sums {
  double value, reverse, forward, squares, differences[STEPS];
  /* What two runs from the same numbers come to. */
  double first, second;
  /* How many numbers move, and the bytes of the smallest. */
  int64_t numbers, least_bytes;
};

static void set_shadows(struct check *c, int to_directions) {
  FOR_NUMBERS(c, r, i) {
    struct run *run = &c->runs[r];
    set(shadow_at(run, i), run->bytes, to_directions ? run->v[i] : run->w[i]);
  }
}

/* Whether all could be put back. */
static int compare(struct check *c, void **x, void **dx, struct sums *s) {
  long double reverse = 0, squares = 0, identity = 0;
  FOR_NUMBERS(c, r, i) {
    struct run *run = &c->runs[r];
    identity += run->w[i] * run->v[i];
    s->numbers += run->v[i] != 0;
    if (run->v[i] != 0 && (!s->least_bytes || run->bytes < s->least_bytes))
      s->least_bytes = run->bytes;
  }
  s->value = c->hook->primal(x, dx);
  if (replaces_memory(c))
    return 0;
  double again;
  s->first = weighed(c) + s->value;
  s->second = moved(c, x, dx, 0, &again);
  s->second += again;
  put_back(c), set_shadows(c, 0);
  c->hook->gradient(x, dx);
  FOR_NUMBERS(c, r, i) {
    struct run *run = &c->runs[r];
    long double term = (get(shadow_at(run, i), run->bytes) - run->w[i]) * run->v[i];
    reverse += term, squares += term * term;
  }
  put_back(c), set_shadows(c, 1);
  long double forward = c->hook->tangent(x, dx);
  FOR_NUMBERS(c, r, i) {
    struct run *run = &c->runs[r];
    forward += run->w[i] * (get(shadow_at(run, i), run->bytes) - run->v[i]);
  }
  s->reverse = reverse, s->forward = forward, s->squares = squares;
  for (int k = 0; k < STEPS; k++) {
    double above, below;
    long double over = moved(c, x, dx, steps[k], &above), under = moved(c, x, dx, -steps[k], &below);
    s->differences[k] = (over - under + above - below) / (2 * steps[k]) - identity;
  }
  put_back(c);
  return 1;
}

/* ---- Reports. */

static const char *rank(void) {
  static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (getenv(names[k]))
      return getenv(names[k]);
  return "0";
}

static void report(const struct check *c, int call, const struct sums *s) {
  const char *folder = getenv("ENZYME_RS_CHECK_REPORT");
  char path[4096];
  folder = folder ? folder : "enzyme-rs-check";
  mkdir(folder, 0777);
  snprintf(path, sizeof path, "%s/rank-%s.txt", folder, rank());
  FILE *out = fopen(path, "a");
  if (!out) {
    fprintf(stderr, "enzyme-rs: cannot write %s: %s\n", path, strerror(errno));
    return;
  }
  fputs(c->notes, out);
  if (s) {
    fprintf(out, "check\t%s\t%s\t%d\t%.17g\t%.17g\t%.17g\t%.17g\t%.17g\t%.17g\t%ld\t%ld", c->hook->function, c->hook->place, call, s->value, s->reverse, s->forward,
            s->squares, s->first, s->second, (long)s->numbers, (long)s->least_bytes);
    for (int k = 0; k < STEPS; k++)
      fprintf(out, "\t%.17g", s->differences[k]);
    fputc('\n', out);
  }
  fclose(out);
}

/* ---- Which calls are checked. */

enum { HOOKS = 1024 };
static struct counted {
  const struct hook *hook;
  int calls;
} all[HOOKS];

/* The same call in the source: compilers make several of one in a loop. */
static int is_same(const struct hook *a, const struct hook *b) { return !strcmp(a->function, b->function) && !strcmp(a->place, b->place); }

/* The number of this call of the hook, from 1; 0 if it is not to be checked. */
static int counted(const struct hook *hook) {
  const char *text = getenv("ENZYME_RS_CHECK_CALLS");
  int most = text ? atoi(text) : 2;
  for (int k = 0; k < HOOKS; k++)
    if (!all[k].hook || is_same(all[k].hook, hook)) {
      all[k].hook = hook;
      return all[k].calls < most ? ++all[k].calls : 0;
    }
  return 0;
}

static int in_parallel(void) {
  int (*ask)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "omp_in_parallel");
  return ask && ask();
}

void enzyme_rs_check_hook(const struct hook *hook, void **x, void **dx, const int64_t *bytes, const int64_t *shadow_bytes) {
  struct check c = {.hook = hook};
  if (in_parallel()) {
    note(&c, "is called by workers of a parallel region, which would disturb each other: not compared", "");
    report(&c, 0, NULL);
    return;
  }
  int call = counted(hook);
  if (!call)
    return;
  walk_arguments(&c, x, dx, bytes, shadow_bytes);
  if (c.is_lost) {
    report(&c, call, NULL);
    free_all(&c);
    return;
  }
  state = 1000003u * (uint64_t)call + 7919u * (uint64_t)atoi(rank());
  for (size_t r = 0; r < c.run_count; r++)
    draw(&c.runs[r]);
  save(&c);
  struct sums s = {0};
  int whole = compare(&c, x, dx, &s);
  if (!whole)
    note(&c, "replaces memory that its arguments lead to, which cannot be put back: the program ends here", "");
  report(&c, call, whole ? &s : NULL);
  if (!whole)
    _exit(3);
  free_all(&c);
}

/* The runs of a function and of its derivatives, from the same numbers, and what they come to.
 *
 * Owns: directions, weights, sums, and that memory is put back. Must not: judge.
 */

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

static char *at(const struct span *span, int64_t i) { return span->x + i * span->stride; }
static char *shadow_at(const struct span *span, int64_t i) { return span->dx + i * span->stride; }

/* Memory that processes of runs write their results to. */
static void *shared(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    abort();
  return memory;
}

static uint64_t state;

/* splitmix64, as a number in [-1, 1) */
static double uniform(void) {
  uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-52 - 1;
}

static int is_too_small(long double size, int64_t bytes) { return size > 0 && size < (bytes == sizeof(float) ? 0x1p-126L : 0x1p-1022L); }

/* How many numbers there are before something that looks like a pointer or an integer: as numbers, these are smaller than any normal one. An
 * array within a structure is followed by other members. The first one is a number, whatever it looks like: its type says so. */
static int64_t plausible(const struct span *span) {
  for (int64_t i = 1; i < span->count; i++)
    if (is_too_small(fabsl(get(at(span, i), span->bytes)), span->bytes))
      /* Half of a pointer may look like a number in single precision. */
      return span->bytes == sizeof(float) && i > 1 ? i / 2 * 2 : i;
  return span->count;
}

/* Directions and weights. What is no finite number, or beyond all measure (memory that nobody has set), stays. */
static void draw(struct check *c, struct span *span) {
  int64_t count = plausible(span), counted = 0;
  if (count < span->count)
    note(c, "there is something else than numbers behind some of an array, or numbers too small to tell: these do not move", "");
  long double sum = 0;
  for (int64_t i = 0; i < count; i++) {
    long double size = fabsl(get(at(span, i), span->bytes));
    if (size > 0 && size < 1e100L)
      sum += size, counted++;
  }
  long double usual = counted ? sum / counted : 1;
  for (int64_t i = 0; i < count; i++) {
    long double size = fabsl(get(at(span, i), span->bytes)), u = uniform(), weight = uniform();
    int moves = size < 1e100L;
    span->known[i] = moves ? MOVES : STAYS;
    span->v[i] = moves ? u * (size > 0 && !is_too_small(size, span->bytes) ? size : usual) : 0;
    span->w[i] = moves && !span->is_by_value ? weight : 0;
  }
}

/* Room for what is known of all numbers, in one piece that processes of runs share, and directions and weights. */
static void draw_all(struct check *c) {
  size_t count = 0, next = 0;
  for (size_t s = 0; s < c->span_count; s++)
    count += c->spans[s].count;
  c->room = (count + 1) * (3 * sizeof(long double) + 1);
  c->numbers = shared(c->room);
  long double *g = c->numbers, *v = g + count, *w = v + count;
  char *known = (char *)(w + count);
  for (struct span *span = c->spans; span < c->spans + c->span_count; span++) {
    span->g = g + next, span->v = v + next, span->w = w + next, span->known = known + next;
    next += span->count;
    draw(c, span);
  }
}

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

/* Whether a call has given back memory that is to be put back. */
static int gave_memory_back(const struct check *c) {
  for (size_t b = 0; b < c->block_count; b++)
    if (c->blocks[b].is_found && bytes_behind(c->blocks[b].x) < c->blocks[b].bytes)
      return 1;
  return 0;
}

static void free_all(struct check *c) {
  for (size_t b = 0; b < c->block_count; b++)
    free(c->blocks[b].saved), free(c->blocks[b].saved_shadow);
  if (c->numbers)
    munmap(c->numbers, c->room);
  free(c->blocks), free(c->spans), free(c->pending);
}

/* For each number that moves. */
#define FOR_NUMBERS(c, span, i)                                                                              \
  for (const struct span *span = (c)->spans; span < (c)->spans + (c)->span_count; span++)                    \
    for (int64_t i = 0; i < span->count; i++)                                                                \
      if (span->known[i] & MOVES)

/* <w, numbers in memory> */
static long double weighed(const struct check *c) {
  long double sum = 0;
  FOR_NUMBERS(c, span, i)
    sum += span->w[i] ? span->w[i] * get(at(span, i), span->bytes) : 0;
  return sum;
}

enum { STEPS = 5 };
static const double steps[STEPS] = {1e-1, 1e-2, 1e-3, 1e-4, 1e-6};

struct sums {
  double value, reverse, forward, squares, differences[STEPS];
  /* What two runs from the same numbers come to. */
  double first, second;
  /* How many numbers move, and the bytes of the smallest. */
  int64_t numbers, least_bytes;
  /* What remains to be said: a run has changed nothing but results, and no result has a seed. */
  int is_without_seeds;
};

/* One run of a check: what it is given, and where its results go. */
struct run {
  struct check *c;
  void **x, **dx;
  struct sums *sums;
  double h, *into;
};

static int has_shadow_numbers(const struct span *span) {
  for (int64_t i = 0; i < span->count; i++)
    if (span->known[i] & MOVES && get(shadow_at(span, i), span->bytes) != 0)
      return 1;
  return 0;
}

static int changes(const struct span *span) {
  for (int64_t i = 0; i < span->count; i++)
    if (span->known[i] & CHANGES)
      return 1;
  return 0;
}

/* The function as it is: its result, which numbers it changes, and what is to be said of the program's own shadows. */
static void run_first(struct run run) {
  struct check *c = run.c;
  int has_seeds = 0;
  for (struct span *span = c->spans; span < c->spans + c->span_count; span++)
    for (int64_t i = 0; i < span->count; i++)
      span->g[i] = get(at(span, i), span->bytes);
  run.sums->value = c->hook->primal(run.x, run.dx);
  for (struct span *span = c->spans; span < c->spans + c->span_count; span++) {
    for (int64_t i = 0; i < span->count; i++) {
      long double now = get(at(span, i), span->bytes);
      /* Also what did not look like a number: memory that nobody has set, for results. */
      if (memcmp(&now, &span->g[i], 10) != 0)
        span->known[i] |= CHANGES;
    }
    int has_numbers = !span->is_by_value && has_shadow_numbers(span);
    has_seeds |= has_numbers;
    if (has_numbers && !changes(span))
      note(c, ", which the function only reads, has a shadow that is not zero: the gradient is added to what is there", span->argument);
  }
  run.sums->is_without_seeds = !has_seeds;
}

static void run_moved(struct run run) {
  struct check *c = run.c;
  FOR_NUMBERS(c, span, i)
    set(at(span, i), span->bytes, get(at(span, i), span->bytes) + run.h * span->v[i]);
  double result = c->hook->primal(run.x, run.dx);
  *run.into = weighed(c) + result;
}

static void set_shadows(struct check *c, int to_directions) {
  for (const struct span *span = c->spans; span < c->spans + c->span_count; span++)
    for (int64_t i = 0; i < span->count; i++)
      if (span->known[i] != NO_NUMBER)
        set(shadow_at(span, i), span->bytes, to_directions ? span->v[i] : span->w[i]);
}

static void run_reverse(struct run run) {
  set_shadows(run.c, 0);
  run.c->hook->gradient(run.x, run.dx);
  FOR_NUMBERS(run.c, span, i)
    span->g[i] = get(shadow_at(span, i), span->bytes) - span->w[i];
}

static void run_forward(struct run run) {
  set_shadows(run.c, 1);
  long double forward = run.c->hook->tangent(run.x, run.dx);
  FOR_NUMBERS(run.c, span, i)
    forward += span->w[i] ? span->w[i] * (get(shadow_at(span, i), span->bytes) - span->v[i]) : 0;
  run.sums->forward = forward;
}

/* MPI's processes cannot be copied: what they have open is theirs alone. */
static int has_mpi(void) {
  int (*ask)(int *) = (int (*)(int *))dlsym(RTLD_DEFAULT, "MPI_Initialized");
  int is_begun = 0;
  return ask && !ask(&is_begun) && is_begun;
}

/* Runs in a process of its own, so that whatever a run changes, the program and the next run begin as if there had been none; what it prints
 * is not seen. Says whether it came to its end. */
static int apart(void (*job)(struct run), struct run run) {
  fflush(NULL);
  pid_t child = fork();
  if (child < 0)
    return 0;
  if (!child) {
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0)
      dup2(nowhere, STDOUT_FILENO);
    *run.c->notes = 0;
    job(run);
    write_notes(run.c);
    _exit(0);
  }
  int status = 1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  return WIFEXITED(status) && !WEXITSTATUS(status);
}

/* Runs here, and puts back what was reached. */
static int here(void (*job)(struct run), struct run run) {
  job(run);
  if (gave_memory_back(run.c)) {
    note(run.c, "gives memory back that its arguments lead to, which cannot be put back over MPI: the program ends here", "");
    write_notes(run.c);
    _exit(3);
  }
  put_back(run.c);
  return 1;
}

/* Numbers that the function only reads are no results: without weights their adjoints begin at zero, and lose nothing beside them. */
static void weigh_results(struct check *c) {
  FOR_NUMBERS(c, span, i)
    if (!(span->known[i] & CHANGES))
      span->w[i] = 0;
}

static long double contribution(const struct span *span) {
  long double sum = 0;
  for (int64_t i = 0; i < span->count; i++)
    sum += span->known[i] & MOVES ? span->g[i] * span->v[i] * span->g[i] * span->v[i] : 0;
  return sqrtl(sum);
}

/* Shortens the directions of what contributes most, so that a mistake in what contributes little is seen beside it. */
static void balance(struct check *c) {
  long double least = INFINITY;
  for (size_t s = 0; s < c->span_count; s++) {
    long double own = contribution(&c->spans[s]);
    if (own > 0 && own < least)
      least = own;
  }
  for (struct span *span = c->spans; span < c->spans + c->span_count; span++) {
    long double own = contribution(span), factor = own > 0 ? least / own : 1;
    for (int64_t i = 0; i < span->count; i++)
      span->v[i] *= factor > 1e-3L ? factor : 1e-3L;
  }
}

/* The reverse mode's sum; how many numbers moved, and how narrow those are that matter. */
static void add_up(struct check *c, struct sums *s) {
  long double reverse = 0, squares = 0;
  FOR_NUMBERS(c, span, i) {
    long double term = span->g[i] * span->v[i];
    reverse += term, squares += term * term;
    s->numbers++;
    int matters = term != 0 || span->known[i] & CHANGES;
    if (matters && (!s->least_bytes || span->bytes < s->least_bytes))
      s->least_bytes = span->bytes;
  }
  s->reverse = reverse, s->squares = squares;
}

/* Whether all runs came to their ends. */
static int compare(struct check *c, void **x, void **dx, struct sums *s) {
  int (*made)(void (*)(struct run), struct run) = has_mpi() ? here : apart;
  if (made == here)
    save(c);
  struct run run = {c, x, dx, s, 0, &s->first};
  /* Not one after the other that is well: all processes make the same runs. */
  int is_whole = made(run_first, run);
  weigh_results(c);
  is_whole &= made(run_reverse, run);
  balance(c);
  add_up(c, s);
  is_whole &= made(run_forward, run) & made(run_moved, run);
  run.into = &s->second;
  is_whole &= made(run_moved, run);
  long double identity = 0;
  FOR_NUMBERS(c, span, i)
    identity += span->w[i] * span->v[i];
  double *ends = shared(2 * sizeof *ends);
  for (int k = 0; k < STEPS; k++) {
    is_whole &= made(run_moved, (struct run){c, x, dx, s, steps[k], &ends[0]});
    is_whole &= made(run_moved, (struct run){c, x, dx, s, -steps[k], &ends[1]});
    s->differences[k] = (ends[0] - ends[1]) / (2 * steps[k]) - identity;
  }
  munmap(ends, 2 * sizeof *ends);
  return is_whole;
}


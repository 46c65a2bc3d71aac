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
 * array within a structure is followed by other members. */
static int64_t plausible(const struct span *span) {
  for (int64_t i = 0; i < span->count; i++)
    if (is_too_small(fabsl(get(at(span, i), span->bytes)), span->bytes))
      return span->bytes == sizeof(float) ? i / 2 * 2 : i;
  return span->count;
}

/* Directions and weights. What is no finite number, or beyond all measure (memory that nobody has set), stays. */
static void draw(struct check *c, struct span *span) {
  span->v = calloc(span->count, sizeof *span->v), span->w = calloc(span->count, sizeof *span->w), span->moves = calloc(span->count, 1);
  if (!span->v || !span->w || !span->moves)
    abort();
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
    span->moves[i] = size < 1e100L;
    span->v[i] = u * (size > 0 ? size : usual);
    span->w[i] = span->is_by_value ? 0 : weight;
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
  for (size_t s = 0; s < c->span_count; s++)
    free(c->spans[s].v), free(c->spans[s].w), free(c->spans[s].moves);
  free(c->blocks), free(c->spans), free(c->pending);
}

/* For each number that moves. */
#define FOR_NUMBERS(c, span, i)                                                                              \
  for (const struct span *span = (c)->spans; span < (c)->spans + (c)->span_count; span++)                    \
    for (int64_t i = 0; i < span->count; i++)                                                                \
      if (span->moves[i])

/* <w, numbers in memory> */
static long double weighed(const struct check *c) {
  long double sum = 0;
  FOR_NUMBERS(c, span, i)
    sum += span->w[i] ? span->w[i] * get(at(span, i), span->bytes) : 0;
  return sum;
}

/* <w, y(x + h v)> for the numbers in memory, and the result. */
static long double moved(struct check *c, void **x, void **dx, double h, double *result) {
  put_back(c);
  FOR_NUMBERS(c, span, i)
    set(at(span, i), span->bytes, get(at(span, i), span->bytes) + h * span->v[i]);
  *result = c->hook->primal(x, dx);
  return weighed(c);
}

static void set_shadows(struct check *c, int to_directions) {
  FOR_NUMBERS(c, span, i)
    set(shadow_at(span, i), span->bytes, to_directions ? span->v[i] : span->w[i]);
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

/* Whether all could be put back. */
static int compare(struct check *c, void **x, void **dx, struct sums *s) {
  long double reverse = 0, squares = 0, identity = 0;
  FOR_NUMBERS(c, span, i) {
    identity += span->w[i] * span->v[i];
    s->numbers++;
    if (!s->least_bytes || span->bytes < s->least_bytes)
      s->least_bytes = span->bytes;
  }
  s->value = c->hook->primal(x, dx);
  if (gave_memory_back(c))
    return 0;
  double again;
  s->first = weighed(c) + s->value;
  s->second = moved(c, x, dx, 0, &again);
  s->second += again;
  put_back(c), set_shadows(c, 0);
  c->hook->gradient(x, dx);
  FOR_NUMBERS(c, span, i) {
    long double term = (get(shadow_at(span, i), span->bytes) - span->w[i]) * span->v[i];
    reverse += term, squares += term * term;
  }
  put_back(c), set_shadows(c, 1);
  long double forward = c->hook->tangent(x, dx);
  FOR_NUMBERS(c, span, i)
    forward += span->w[i] ? span->w[i] * (get(shadow_at(span, i), span->bytes) - span->v[i]) : 0;
  s->reverse = reverse, s->forward = forward, s->squares = squares;
  for (int k = 0; k < STEPS; k++) {
    double above, below;
    long double over = moved(c, x, dx, steps[k], &above), under = moved(c, x, dx, -steps[k], &below);
    s->differences[k] = (over - under + above - below) / (2 * steps[k]) - identity;
  }
  put_back(c);
  return 1;
}


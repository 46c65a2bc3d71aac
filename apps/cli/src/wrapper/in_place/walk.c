/* The walk from the arguments of a hook call to all numbers that move, and to all memory that is put back.
 *
 * Owns: which numbers move, and what is said of those that cannot. Must not: change any memory of the program's.
 */

/* What is known of a number: it is none, as far as one sees; it is none that can move (NaN, infinity); it moves; the function changes it. */
enum known { NO_NUMBER = 0, STAYS = 1, MOVES = 2, CHANGES = 4 };

/* Numbers of one type, some bytes apart, with their directions, weights and derivatives. */
struct span {
  char *x, *dx;
  int64_t bytes, count, stride;
  long double *v, *w;
  /* Written by processes of runs: the derivative by each (its value, before), and what is known of it. */
  long double *g;
  char *known;
  /* A number that is passed by value is no result, and has no weight. */
  int is_by_value;
  /* The argument that leads there. */
  const char *argument;
};

/* Memory that is put back, where runs are not made by processes of their own: of the primal, and of the shadow if there is one. */
struct block {
  char *x, *dx;
  int64_t bytes;
  char *saved, *saved_shadow;
  /* Found by its address: whether it is there still can be asked. */
  int is_found;
};

/* Values of a type that the walk has not come to yet. */
struct pending {
  char *x, *dx;
  int64_t type, count, stride;
  /* The member of a structure that they are, or are elements of; NULL at first. */
  const char *member;
};

struct check {
  const struct hook *hook;
  struct span *spans;
  size_t span_count, span_room;
  /* Where all that is known of numbers lies. */
  void *numbers;
  size_t room;
  struct block *blocks;
  size_t block_count, block_room;
  struct pending *pending;
  size_t pending_count, pending_room;
  struct fixed fixed[FIXED];
  int fixed_count;
  /* The argument that is being walked along, and what all arguments that are pointers lead to. */
  const char *argument;
  void **pointers;
  char notes[16384];
  /* Something that should move cannot: nothing does. */
  int is_lost;
};

static void note(struct check *c, const char *text, const char *argument) {
  char line[4096];
  const char *quote = *argument ? "`" : "";
  int size = snprintf(line, sizeof line, "note\t%s\t%s\t%s%s%s%s\n", c->hook->function, c->hook->place, quote, argument, quote, text);
  if (size < (int)sizeof line && !strstr(c->notes, line) && strlen(c->notes) + size < sizeof c->notes)
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

static int is_fixed(const struct check *c, const char *at) {
  for (int k = 0; k < c->fixed_count; k++)
    if (c->fixed[k].low <= (uintptr_t)at && (uintptr_t)at < c->fixed[k].high)
      return 1;
  return 0;
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

static void add_pending(struct check *c, struct pending values) {
  c->pending = grown(c->pending, c->pending_count, &c->pending_room, sizeof *c->pending);
  c->pending[c->pending_count++] = values;
}

static void add_span(struct check *c, struct span span) {
  c->spans = grown(c->spans, c->span_count, &c->span_room, sizeof *c->spans);
  c->spans[c->span_count++] = span;
}

/* Bytes of one element of what a pointer leads to: where an array has no length, its elements are many. */
static int64_t bytes_of_each(const struct check *c, const struct type *type) {
  int is_open = type->kind == ARRAY && !type->count && type->base >= 0;
  return is_open ? c->hook->types[type->base]->bytes : type->bytes;
}

/* As many bytes behind a pointer as there are before another argument's memory begins: several may share one. */
static int64_t until_next(const struct check *c, const char *x, int64_t bytes) {
  for (int64_t k = 0; k < c->hook->params; k++) {
    enum moves moves = c->hook->param[k]->moves;
    if (moves != WITH_SHADOW && moves != FIXED_POINTER)
      continue;
    const char *other = *(char **)c->pointers[k];
    if (other > x && other < x + bytes)
      bytes = other - x;
  }
  return bytes;
}

/* Memory behind a pointer, and behind the pointer in its place of the shadow; `known` bytes, or -1. Without a shadow, or with itself as
 * one, it is only put back. */
static void follow(struct check *c, char *x, char *dx, int64_t of, int64_t known, int64_t known_shadow) {
  const struct type *type = c->hook->types[of];
  int64_t each = bytes_of_each(c, type);
  if (!x)
    return;
  if (type->kind == UNKNOWN || each <= 0) {
    if (dx && x != dx)
      note(c, " leads to something whose type is not known: numbers in there do not move, and what a call changes there stays changed", c->argument);
    return;
  }
  if (x == dx || !leads_to_numbers(c->hook, of, 0))
    dx = NULL;
  int64_t found = bytes_behind(x), found_shadow = dx ? bytes_behind(dx) : -1;
  /* What the compiler sees may be a sanitizer's: arrays with room around them. */
  int64_t bytes = found >= 0 ? found : known;
  int64_t of_shadow = !dx ? bytes : found_shadow >= 0 ? found_shadow : known_shadow;
  if (bytes < 0 || of_shadow < 0) {
    if (dx) {
      note(c, ": how many bytes there are behind it, or behind its shadow, is not known", c->argument);
      c->is_lost = 1;
    }
    return;
  }
  int64_t least = until_next(c, x, bytes < of_shadow ? bytes : of_shadow);
  size_t at = place_in(c, x);
  if (at < c->block_count && c->blocks[at].x < x + least)
    least = c->blocks[at].x > x ? c->blocks[at].x - x : 0;
  int64_t count = least / each;
  if (!count)
    return;
  add_block(c, at, (struct block){.x = x, .dx = dx, .bytes = count * each, .is_found = found >= 0});
  if (dx && is_fixed(c, x)) {
    note(c, " is constant memory: its numbers do not move", c->argument);
    dx = NULL;
  }
  int is_open = type->kind == ARRAY && !type->count;
  add_pending(c, (struct pending){x, dx, is_open ? type->base : of, count, each});
}

/* A derivative that comes to these numbers ends the process. */
static void note_without_shadow(struct check *c, const char *member) {
  char text[512];
  snprintf(text, sizeof text, ": the pointer to numbers %s%s%s in there is null in the shadow: they have no derivatives", member ? "`" : "",
           member ? member : "", member ? "`" : "");
  note(c, text, c->argument);
}

/* So many values of a type, some bytes apart. What pointers lead to is left for later. */
static void walk(struct check *c, struct pending p) {
  const struct type *type = c->hook->types[p.type];
  if (p.dx && (type->kind == UNKNOWN || (type->kind == ARRAY && !type->count)))
    note(c, " leads to a union, an array without length or something else of unknown type: numbers in there do not move", c->argument);
  switch (type->kind) {
  case FLOAT:
    if (p.dx)
      add_span(c, (struct span){.x = p.x, .dx = p.dx, .bytes = type->bytes, .count = p.count, .stride = p.stride, .argument = c->argument});
    break;
  case POINTER:
    for (int64_t i = 0; type->base >= 0 && i < p.count; i++) {
      char *x = *(char **)(p.x + i * p.stride), *shadow = p.dx ? *(char **)(p.dx + i * p.stride) : NULL;
      if (x && p.dx && !shadow && leads_to_numbers(c->hook, type->base, 0))
        note_without_shadow(c, p.member);
      follow(c, x, shadow, type->base, -1, -1);
    }
    break;
  case ARRAY:
    for (int64_t i = 0; type->base >= 0 && i < p.count; i++) {
      char *shadow = p.dx ? p.dx + i * p.stride : NULL;
      walk(c, (struct pending){p.x + i * p.stride, shadow, type->base, type->count, c->hook->types[type->base]->bytes, p.member});
    }
    break;
  case RECORD:
    for (int64_t m = 0; m < type->members; m++) {
      const struct member *member = type->member[m];
      char *shadow = p.dx ? p.dx + member->offset : NULL;
      walk(c, (struct pending){p.x + member->offset, shadow, member->type, p.count, p.stride, member->name});
    }
    break;
  }
}

static void walk_to_the_end(struct check *c) {
  while (c->pending_count)
    walk(c, c->pending[--c->pending_count]);
}

static void walk_arguments(struct check *c, void **x, void **dx, const int64_t *bytes, const int64_t *shadow_bytes) {
  c->fixed_count = find_fixed(c->fixed);
  c->pointers = x;
  /* What moves first: constant arguments may lead to the same memory. */
  for (int moving = 1; moving >= 0; moving--)
    for (int64_t k = 0; k < c->hook->params; k++) {
      const struct param *param = c->hook->param[k];
      int64_t size = c->hook->types[param->type]->bytes;
      c->argument = *param->name ? param->name : "argument";
      if (moving && param->moves == BY_VALUE) {
        add_block(c, place_in(c, x[k]), (struct block){.x = x[k], .bytes = size});
        add_span(c, (struct span){.x = x[k], .dx = dx[k], .bytes = size, .count = 1, .stride = size, .is_by_value = 1});
      } else if (moving && param->moves == WITH_SHADOW)
        follow(c, *(char **)x[k], *(char **)dx[k], param->type, bytes[k], shadow_bytes[k]);
      else if (!moving && param->moves == FIXED_POINTER)
        follow(c, *(char **)x[k], NULL, param->type, bytes[k], -1);
      walk_to_the_end(c);
    }
}


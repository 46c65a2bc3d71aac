/* Loops whose steps are run again from checkpoints. `steps.ll`, which is linked into programs, is made of this file:
 * BLESS=1 cargo test -p enzyme-core --test steps.
 *
 * The schedule is Revolve's: Griewank & Walther, "Algorithm 799: revolve", ACM TOMS 26(1), 2000, doi 10.1145/347837.347846. It is
 * tested against that of the crate `checkpoint`.
 *
 * A record lives from the forward sweep to the reverse pass. Behind the states of its slots lie two more: that before the last step,
 * and what was there when the reverse pass came, which is put back at its end.
 */
typedef unsigned long word;

struct piece {
  char *memory;
  word bytes;
};

/* A pointer in the shadow of the context, as the steps found it. */
struct link {
  void **place;
  void *to;
  struct link *next;
};

struct record {
  word steps, slots;
  word held;           /* slots in use, those of earlier steps first */
  word *at;            /* by slot: the step whose state it has */
  word *checks;        /* by slot: of its state, if the forward sweep put it there, else 0 */
  word bytes;          /* of one state */
  word count;          /* of pieces */
  struct piece *pieces;
  char *states;
  word ends[2];        /* checks of the states before and behind the last step */
  int forward;         /* the forward sweep runs */
  int apart;           /* a step and its derivative may round otherwise */
  struct link *links;
};

typedef void step(long i, void *context);
typedef void adjoint(long i, void *context, void *shadow);

#define PART __attribute__((weak, visibility("hidden"), noinline))
#define MOST 0x7fffffffUL

void *malloc(word);
void free(void *);
void *memcpy(void *, const void *, word);
int dprintf(int, const char *, ...);
void abort(void) __attribute__((noreturn));

PART void enzyme_rs_steps_fail(const char *text, word steps, word bytes) {
  dprintf(2, text, steps, bytes);
  abort();
}

PART void *enzyme_rs_steps_memory(const struct record *r, word count, word bytes) {
  word all;
  void *memory = __builtin_mul_overflow(count, bytes, &all) ? 0 : malloc(all + !all);
  if (!memory)
    enzyme_rs_steps_fail("enzyme-rs: no memory for checkpoints of a loop: of %lu, each has %lu bytes\n", r->slots, r->bytes);
  return memory;
}

/* Copies a part of a state. A host whose steps launch kernels has another function do it, for which the state may lie on a device. */
PART void enzyme_rs_steps_move(void *to, const void *from, word bytes) { memcpy(to, from, bytes); }

/* Puts the state that memory holds into a slot. */
PART void enzyme_rs_steps_store(struct record *r, word slot) {
  char *to = r->states + slot * r->bytes;
  for (word k = 0; k < r->count; to += r->pieces[k++].bytes)
    enzyme_rs_steps_move(to, r->pieces[k].memory, r->pieces[k].bytes);
}

/* Puts the state of a slot into memory. */
PART void enzyme_rs_steps_restore(struct record *r, word slot) {
  const char *from = r->states + slot * r->bytes;
  for (word k = 0; k < r->count; from += r->pieces[k++].bytes)
    enzyme_rs_steps_move(r->pieces[k].memory, from, r->pieces[k].bytes);
}

/* Tells states apart; never 0. (FNV-1a by words; Fowler, Noll and Vo.) */
PART word enzyme_rs_steps_check(const struct record *r) {
  enum { WORDS = 4096 };
  word hash = 0xcbf29ce484222325UL, part[WORDS];
  for (word k = 0; k < r->count; k++) {
    word bytes = r->pieces[k].bytes, now;
    for (word from = 0; from < bytes; from += now) {
      now = bytes - from < sizeof part ? bytes - from : sizeof part;
      part[(now - 1) / 8] = 0;
      enzyme_rs_steps_move(part, r->pieces[k].memory + from, now);
      for (word i = 0; 8 * i < now; i++) {
        hash = (hash ^ part[i]) * 0x100000001b3UL;
        hash ^= hash >> 29;
      }
    }
  }
  return hash | 1;
}

/* Makes a checkpoint of the state before a step. */
PART void enzyme_rs_steps_keep(struct record *r, word step) {
  r->at[r->held] = step;
  r->checks[r->held] = r->forward ? enzyme_rs_steps_check(r) : 0;
  enzyme_rs_steps_store(r, r->held++);
}

/* How far to advance before the next checkpoint: with at least two slots and two steps (ibid.). beta(s, r) is the number of steps
 * that s slots reverse with none run more than r times. */
PART word enzyme_rs_steps_distance(word steps, word s) {
  word r = 0, reach = 1, b1 = 1;
  while (reach < steps) {
    r++;
    b1 = reach;                        /* beta(s, r - 1) */
    reach = reach * (s + r) / r;       /* beta(s, r) */
  }
  if (r == 1)
    return 1;
  word b2 = b1 * s / (s + r - 1);       /* beta(s - 1, r - 1) */
  word b3 = b2 * (s - 1) / (s + r - 2); /* beta(s - 2, r - 1) */
  word b5 = s < 3 ? 0 : b3 * (s - 2) / r; /* beta(s - 3, r) */
  if (steps <= b1 + b3)
    return b2 * (r - 1) / s;            /* beta(s, r - 2) */
  if (steps >= reach - b5)
    return b1;
  return steps - b2 - b3;
}

/* Runs steps from one, with checkpoints on the way to the state before another; the first of them is there. */
PART void enzyme_rs_steps_advance(struct record *r, word from, word to, step *body, void *context) {
  while (from < to) {
    word slots = r->slots - r->held + 1, next = to;
    if (slots > 1)
      next = from + enzyme_rs_steps_distance(to + 1 - from, slots);
    for (; from < next; from++)
      body((long)from, context);
    if (from < to) {
      enzyme_rs_steps_keep(r, from);
    }
  }
}

PART struct record *enzyme_rs_steps_forward(long steps, long slots, const struct piece *pieces, word count, step *body, void *context) {
  if (steps <= 0)
    return 0;
  if ((word)steps > MOST)
    enzyme_rs_steps_fail("enzyme-rs: a loop of %lu steps is too long for checkpoints: at most %lu\n", (word)steps, MOST);
  struct record *r = malloc(sizeof *r);
  if (!r)
    enzyme_rs_steps_fail("enzyme-rs: no memory for the checkpoints of a loop of %lu steps\n", (word)steps, 0);
  r->steps = (word)steps;
  r->slots = slots < 1 ? 1 : slots < steps ? (word)slots : (word)steps;
  r->count = count;
  r->bytes = 0;
  for (word k = 0; k < count; k++)
    r->bytes += pieces[k].bytes;
  r->pieces = enzyme_rs_steps_memory(r, count, sizeof *pieces);
  memcpy(r->pieces, pieces, count * sizeof *pieces);
  r->at = enzyme_rs_steps_memory(r, r->slots, sizeof *r->at);
  r->checks = enzyme_rs_steps_memory(r, r->slots, sizeof *r->checks);
  r->states = enzyme_rs_steps_memory(r, r->slots + 3, r->bytes);
  r->links = 0;
  r->held = 0;
  r->apart = 0;
  r->forward = 1;
  enzyme_rs_steps_keep(r, 0);
  enzyme_rs_steps_advance(r, 0, r->steps - 1, body, context);
  enzyme_rs_steps_store(r, r->slots);
  r->ends[0] = enzyme_rs_steps_check(r);
  body(steps - 1, context);
  r->ends[1] = enzyme_rs_steps_check(r);
  r->forward = 0;
  return r;
}

PART void enzyme_rs_steps_link(struct record *r, void **place) {
  if (!r)
    return;
  struct link *link = enzyme_rs_steps_memory(r, 1, sizeof *link);
  link->place = place;
  link->to = *place;
  link->next = r->links;
  r->links = link;
}

/* The derivative of a step adds up in another order than the step does, so that the last bits of its state may be others. */
PART void enzyme_rs_steps_apart(struct record *r) {
  if (r)
    r->apart = 1;
}

/* Exchanges the pointers that were kept and those that are there. */
PART void enzyme_rs_steps_exchange(struct record *r) {
  for (struct link *link = r->links; link; link = link->next) {
    void *now = *link->place;
    *link->place = link->to;
    link->to = now;
  }
}

/* Steps that were run again must have led to the same state, where that is known. */
PART void enzyme_rs_steps_compare(const struct record *r, word step, word want) {
  if (want && enzyme_rs_steps_check(r) != want)
    enzyme_rs_steps_fail("enzyme-rs: the first %lu steps of a loop give another state when they are run again\n"
                         "  help: name all memory that the steps change, as large as it is (%lu bytes are named); what they read besides must stay as it is\n"
                         "  help: in parallel regions, schedule(static) has each worker do the same again: the last bits of what they add up depend on that\n",
                         step + 1, r->bytes);
}

PART void enzyme_rs_steps_reverse(struct record *r, step *body, adjoint *reverse, void *context, void *shadow) {
  if (!r)
    return;
  enzyme_rs_steps_store(r, r->slots + 1);
  enzyme_rs_steps_exchange(r);
  enzyme_rs_steps_restore(r, r->slots);
  word want = r->ends[1];
  for (word left = r->steps; left-- > 0;) {
    if (left + 1 < r->steps) {
      enzyme_rs_steps_restore(r, r->held - 1);
      enzyme_rs_steps_advance(r, r->at[r->held - 1], left, body, context);
    }
    if (r->apart && want) {
      enzyme_rs_steps_store(r, r->slots + 2);
      body((long)left, context);
      enzyme_rs_steps_compare(r, left, want);
      enzyme_rs_steps_restore(r, r->slots + 2);
    }
    reverse((long)left, context, shadow);
    if (!r->apart)
      enzyme_rs_steps_compare(r, left, want);
    want = left + 1 == r->steps ? r->ends[0] : 0;
    if (r->at[r->held - 1] == left)
      want = r->checks[--r->held];
  }
  enzyme_rs_steps_exchange(r);
  enzyme_rs_steps_restore(r, r->slots + 1);
  while (r->links) {
    struct link *next = r->links->next;
    free(r->links);
    r->links = next;
  }
  free(r->states);
  free(r->at);
  free(r->checks);
  free(r->pieces);
  free(r);
}

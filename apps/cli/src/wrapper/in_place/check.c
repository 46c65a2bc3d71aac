/* Which calls of hooks are compared, and the line that each leaves.
 *
 * Owns: the entry from generated code. Must not: compare.
 */

/* Numbers are written as in C, whatever the program's language is. */
static void report(const struct hook *hook, int call, const struct sums *s) {
  FILE *out = opened();
  if (!out)
    return;
  locale_t plain = newlocale(LC_ALL_MASK, "C", NULL), before = uselocale(plain);
  fprintf(out, "check\t%s\t%s\t%d\t%.17g\t%.17g\t%.17g\t%.17g\t%.17g\t%.17g\t%ld\t%ld", hook->function, hook->place, call, s->value,
          s->reverse, s->forward, s->squares, s->first, s->second, (long)s->numbers, (long)s->least_bytes);
  for (int k = 0; k < STEPS; k++)
    fprintf(out, "\t%.17g", s->differences[k]);
  fputc('\n', out);
  uselocale(before);
  freelocale(plain);
  fclose(out);
}

enum { HOOKS = 1024 };
static struct counted {
  const struct hook *hook;
  int calls;
} all[HOOKS];

/* The same call in the source: compilers make several of one in a loop. */
static int is_same(const struct hook *a, const struct hook *b) { return !strcmp(a->function, b->function) && !strcmp(a->place, b->place); }

/* The number of this call of the hook, from 1; 0 if it is not to be compared. */
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

/* The walk, the runs, the line. */
static void check_call(struct check *c, int call, void **x, void **dx) {
  if (c->is_lost)
    c->span_count = 0;
  state = 1000003u * (uint64_t)call + 7919u * (uint64_t)atoi(rank());
  draw_all(c);
  struct sums *s = shared(sizeof *s);
  int is_whole = compare(c, x, dx, s);
  if (!is_whole)
    note(c, "ends the process, or is ended, when it runs: not compared (see what is said above)", "");
  if (s->is_without_seeds && !c->hook->is_seeded && !c->is_lost)
    note(c, "returns nothing that is active, and all shadows are zero: so is the gradient", "");
  if (c->is_lost || !is_whole)
    s->numbers = -1;
  write_notes(c);
  report(c->hook, call, s);
  munmap(s, sizeof *s);
}

static void check_alone(const struct hook *hook, void **x, void **dx, const int64_t *bytes, const int64_t *shadow_bytes) {
  int call = counted(hook);
  struct check *c = call ? calloc(1, sizeof *c) : NULL;
  if (!c)
    return;
  c->hook = hook;
  if (in_parallel()) {
    note(c, "is called by workers of a parallel region, which would disturb each other: not compared", "");
    write_notes(c);
    report(hook, call, &(struct sums){.numbers = -1});
  } else {
    walk_arguments(c, x, dx, bytes, shadow_bytes);
    check_call(c, call, x, dx);
  }
  free_all(c);
  free(c);
}

/* One at a time: two would put back each other's memory. */
void enzyme_rs_check_hook(const struct hook *hook, void **x, void **dx, const int64_t *bytes, const int64_t *shadow_bytes) {
  static int busy;
  if (__atomic_exchange_n(&busy, 1, __ATOMIC_ACQUIRE))
    return;
  check_alone(hook, x, dx, bytes, shadow_bytes);
  __atomic_store_n(&busy, 0, __ATOMIC_RELEASE);
}

/* Which calls of hooks are compared, and what each process leaves behind: a line for each check, and for each thing to be said, in a file of
 * the folder ENZYME_RS_CHECK_REPORT.
 *
 * Owns: the lines, which `verify/in_place.rs` reads. Must not: compare.
 */

static const char *rank(void) {
  static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (getenv(names[k]))
      return getenv(names[k]);
  return "0";
}

static FILE *opened(void) {
  const char *folder = getenv("ENZYME_RS_CHECK_REPORT");
  char path[4096];
  folder = folder ? folder : "enzyme-rs-check";
  mkdir(folder, 0777);
  snprintf(path, sizeof path, "%s/rank-%s.txt", folder, rank());
  FILE *out = fopen(path, "a");
  if (!out)
    fprintf(stderr, "enzyme-rs: cannot write %s: %s\n", path, strerror(errno));
  return out;
}

/* Numbers are written as in C, whatever the program's language is. */
static void report(const struct check *c, int call, const struct sums *s) {
  FILE *out = opened();
  if (!out)
    return;
  locale_t plain = newlocale(LC_ALL_MASK, "C", NULL), before = uselocale(plain);
  fputs(c->notes, out);
  if (s) {
    fprintf(out, "check\t%s\t%s\t%d\t%.17g\t%.17g\t%.17g\t%.17g\t%.17g\t%.17g\t%ld\t%ld", c->hook->function, c->hook->place, call, s->value,
            s->reverse, s->forward, s->squares, s->first, s->second, (long)s->numbers, (long)s->least_bytes);
    for (int k = 0; k < STEPS; k++)
      fprintf(out, "\t%.17g", s->differences[k]);
    fputc('\n', out);
  }
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

static void check_alone(const struct hook *hook, void **x, void **dx, const int64_t *bytes, const int64_t *shadow_bytes) {
  int call = counted(hook);
  struct check *c = call ? calloc(1, sizeof *c) : NULL;
  if (!c)
    return;
  c->hook = hook;
  if (in_parallel()) {
    note(c, "is called by workers of a parallel region, which would disturb each other: not compared", "");
    report(c, call, NULL);
    free(c);
    return;
  }
  walk_arguments(c, x, dx, bytes, shadow_bytes);
  if (c->is_lost)
    c->span_count = 0;
  state = 1000003u * (uint64_t)call + 7919u * (uint64_t)atoi(rank());
  for (size_t s = 0; s < c->span_count; s++)
    draw(c, &c->spans[s]);
  save(c);
  struct sums s = {0};
  int is_whole = compare(c, x, dx, &s);
  if (c->is_lost)
    s.numbers = -1;
  if (!is_whole)
    note(c, "gives memory back that its arguments lead to, which cannot be put back: the program ends here", "");
  report(c, call, is_whole ? &s : NULL);
  if (!is_whole)
    _exit(3);
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

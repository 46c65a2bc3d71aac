/* What each process leaves behind: a line for each thing to be said, and for each check, in a file of the folder ENZYME_RS_CHECK_REPORT.
 *
 * Owns: where lines go, which `verify/in_place.rs` reads. Must not: know what they say.
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

static void write_notes(struct check *c) {
  FILE *out = *c->notes ? opened() : NULL;
  if (!out)
    return;
  fputs(c->notes, out);
  fclose(out);
  *c->notes = 0;
}


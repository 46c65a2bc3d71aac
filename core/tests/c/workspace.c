/* A workspace in a static pointer that is allocated when it is first used.
 * Where the differentiated code allocates it, the gradient is right; where it
 * was allocated before, it has no shadow, and the program ends with a message.
 */
#include "check.h"
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static double *workspace;

__attribute__((noinline)) static void put(int i, double v) {
  if (!workspace)
    workspace = (double *)malloc(8 * sizeof(double));
  workspace[i] = v;
}

static double squares(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    put(i, x[i] * x[i]);
  for (int i = 0; i < n; i++)
    s += workspace[i] * workspace[n - 1 - i];
  return s;
}

static void release(void) {
  free(workspace);
  workspace = 0;
}

static void gradient(double *x, double *g) {
  __enzyme_autodiff((void *)squares, enzyme_dup, x, g, enzyme_const, 8);
}

/* The end of a child process, and whether its last words name the global. */
static int ends_with_name(double *x) {
  int ends[2], status = 0;
  char words[512] = {0};
  if (pipe(ends))
    return 0;
  pid_t child = fork();
  if (!child) {
    double g[8] = {0};
    dup2(ends[1], 2);
    squares(x, 8);
    gradient(x, g);
    _exit(0);
  }
  close(ends[1]);
  size_t got = 0;
  for (ssize_t n; (n = read(ends[0], words + got, sizeof words - 1 - got)) > 0;)
    got += (size_t)n;
  close(ends[0]);
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT &&
         strstr(words, "`workspace`") != 0;
}

int main(void) {
  double x[8], g[8] = {0};
  for (int i = 0; i < 8; i++)
    x[i] = 0.5 + 0.1 * i;
  gradient(x, g);
  for (int i = 0; i < 8; i++)
    near_to("squares", g[i], 4 * x[i] * x[7 - i] * x[7 - i], 1e-12);
  release();
  near_to("unset", ends_with_name(x), 1, 0);
  return failures != 0;
}

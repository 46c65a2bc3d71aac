// The checks of `omp/check.h` for programs that start so many threads by themselves.
static int workers;
#define SET_WORKERS(count) (workers = (count))
#include "../omp/check.h"

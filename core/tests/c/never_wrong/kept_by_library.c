/* The address of a static array is kept by way of a library function's result. */
/* May be refused: EZ0302. */
#define ARRAY static double
#define KEPT (double *)memchr(g, 0, 64)
#include "kept.h"

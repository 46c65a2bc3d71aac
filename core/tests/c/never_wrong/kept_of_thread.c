/* The address of a thread-local array is kept. */
/* May be refused: EZ0302. */
#define ARRAY static _Thread_local double
#define KEPT g
#include "kept.h"

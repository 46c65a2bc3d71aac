// A halo exchange on a few points: see halo.h.
#define NAME "halo"
#include "check.h"

enum { ROWS = 4, COLUMNS = 5, STEPS = 6 };
#include "halo.h"

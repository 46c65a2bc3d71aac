// Atomic accesses whose results nobody looks at: the derivatives that are made first bring in the run-time library, whose own atomic accesses say nothing
// of the program's.
#define UNNEEDED
#include "atomics.c"

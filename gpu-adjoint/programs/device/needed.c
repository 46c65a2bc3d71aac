/* Linked with a program, it ends it well before it begins where there is no device, as `machine.h` says.
 *
 * Must not: do anything else. */
#include "machine.h"

__attribute__((constructor)) static void look(void) { machine_find(); }

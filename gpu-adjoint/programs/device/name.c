/* Says which device there is, if there is one.
 *
 * Must not: do anything else. */
#include "machine.h"
#include <stdio.h>

int main(void)
{
    machine_find();
    printf("%s, %.0f GB free\n", machine_name(), (double)machine_free_memory() * 1e-9);
    return 0;
}

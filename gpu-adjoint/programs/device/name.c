/* Says which device there is, if there is one. With an argument, it holds the device for ten minutes at most: where nobody does, each program that begins waits
 * until the driver has woken it.
 *
 * Must not: do anything else. */
#include "machine.h"
#include <stdio.h>
#include <unistd.h>

int main(int count, char **arguments)
{
    (void)arguments;
    machine_find();
    if (count > 1)
        return (int)sleep(600);
    printf("%s, %.0f GB free\n", machine_name(), (double)machine_free_memory() * 1e-9);
    return 0;
}

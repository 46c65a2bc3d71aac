/* What the programs of this folder have in common: a check that ends the program, and the words of the last error. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <enzyme_rs/checkpoint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUIRE(holds)                                                                                       \
    do {                                                                                                     \
        if (!(holds)) {                                                                                      \
            fprintf(stderr, "line %d: %s; last message: %s\n", __LINE__, #holds, enzyme_rs_cp_last_message()); \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

static int says(const char *words) { return strstr(enzyme_rs_cp_last_message(), words) != NULL; }

#endif

/* The names of frames: function and line, also of functions that the compiler has inlined. */
#ifndef TANDEM_EXPLORE_FINDING_BROKEN_NAMES_H
#define TANDEM_EXPLORE_FINDING_BROKEN_NAMES_H

#include "explore/finding/broken.h"

typedef struct broken_name {
    char *function; /* or "library.so+0x12" */
    char *place;    /* "file.c:12"; NULL: not known */
    uint8_t section;
} broken_name;

typedef VEC(broken_name) broken_names;

/* The innermost first; what lies outside the program's main (the runtime) is left out. */
void broken_names_find(broken_names *names, const explore_broken *b, const char *program,
                       const volatile sig_atomic_t *interrupt);
void broken_names_free(broken_names *names);

#endif

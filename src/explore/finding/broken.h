/* Where a run broke, from what it told (target_broken): the frames of its stack, and for
 * AddressSanitizer what was wrong. Names come from the program's debug data, by binutils'
 * addr2line; where that cannot be had, frames are a module and an offset. */
#ifndef TANDEM_EXPLORE_FINDING_BROKEN_H
#define TANDEM_EXPLORE_FINDING_BROKEN_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"

typedef struct broken_frame {
    uint64_t offset;
    char *module;
    bool own;        /* in the program itself */
    uint8_t section; /* of the report: 0 is where it broke */
} broken_frame;

enum { BROKEN_SECTIONS = 3 };

typedef struct explore_broken {
    char *error;                     /* the sanitizer's name for it; NULL: there is no report */
    char *access;                    /* "read of 1 byte"; NULL: not told */
    char *sections[BROKEN_SECTIONS]; /* "freed by thread T0 here", …; the first is NULL */
    VEC(broken_frame) frames;
} explore_broken;

/* Reads what a run of `program` told; any text will do. */
void broken_read(explore_broken *b, const char *text, const char *program);
void broken_free(explore_broken *b);
/* Two runs that broke in the same way at the same place have the same key: the error, and the
 * innermost frames. 0: nothing is known. */
uint64_t broken_key(const explore_broken *b);
/* Adds " at PLACE", ends the line, and adds a line for each frame, the innermost first. */
void broken_describe(const explore_broken *b, const char *program,
                     const volatile sig_atomic_t *interrupt, strbuf *out);
/* The same for descriptions: how it broke, and the innermost frames. */
uint64_t broken_description_key(const char *text);

#endif

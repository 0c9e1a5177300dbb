/* Comparisons in machine code: what the instruction at a place is about to compare. */
#ifndef TANDEM_BOX_WORKER_COMPARES_H
#define TANDEM_BOX_WORKER_COMPARES_H

#include <stdbool.h>
#include <stdint.h>
#include <ucontext.h>

typedef struct compared {
    uint64_t x, y;
    unsigned bytes;
    bool constant; /* y stands in the code */
} compared;

/* Whether `context` is before an instruction that compares integers; never where the machine is not known.
 * Memory that the instruction would read is read: where it would crash, so does this. */
bool compares_at(const ucontext_t *context, compared *c);

#endif

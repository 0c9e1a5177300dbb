/* The memory that a call reaches: ranges that do not overlap, and how far strings go. */
#ifndef TANDEM_RUNTIME_BOXES_REACH_H
#define TANDEM_RUNTIME_BOXES_REACH_H

#include "runtime/core/objects.h"

enum { TANDEM_MAX_RANGES = 48, TANDEM_MAX_REACH = 1 << 14 };

typedef struct tandem_reach {
    tandem_range range[TANDEM_MAX_RANGES];
    uint32_t n;
    size_t bytes; /* of all together */
    bool full;    /* not everything found room */
} tandem_reach;

void tandem_reach_add(tandem_reach *r, uintptr_t base, size_t bytes);

/* Whether the memory there can be read: a pointer of which only the type is known may be a number,
 * or the end of something. */
bool tandem_readable(const void *p, size_t bytes);

/* Memory that is only read: of much of it only the parts near input bytes, as the rest is the same
 * whenever the function is called again. */
void tandem_reach_add_read(tandem_reach *r, uintptr_t base, size_t bytes);

/* Bytes from p on, at least `bytes`, as far as inputs go on behind them: a gap in them is not
 * wider than 16 bytes. */
size_t tandem_input_reach(const void *p, size_t bytes);

/* Bytes of the string at s that a function may look at, whatever the input: up to the first end
 * that is no input, and no further than `most`. `unit` is the size of a character, 1 or 4. */
size_t tandem_string_reach(const void *s, size_t most, size_t unit);

#endif

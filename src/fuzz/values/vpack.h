/* Values as plain bytes: for shared memory, and over a release of the bank. What is read is
 * checked: it may come from a worker. */
#ifndef TANDEM_FUZZ_VALUES_VPACK_H
#define TANDEM_FUZZ_VALUES_VPACK_H

#include "term/value/value.h"

typedef struct vpack {
    uint8_t *bytes;
    size_t size;
    size_t at;
    bool good; /* false after an end that came too early */
} vpack;

void vpack_put(vpack *p, const term_bank *b, value_id v);
/* A value of the sort; 0 when the bytes are none. */
value_id vpack_get(vpack *p, term_bank *b, sort_id s);

#endif

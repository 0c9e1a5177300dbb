/* Calls of opaque functions in one process, one after the other, so that what they keep between
 * calls has its effect; and in a new process when that is wanted. Nothing is remembered here. */
#ifndef TANDEM_PROVE_RUN_SITTING_H
#define TANDEM_PROVE_RUN_SITTING_H

#include "box/box.h"

enum { SITTING_ARGS = 48, SITTING_CALLS = 2048 };

typedef struct sitting_call {
    decl_id decl;
    uint64_t args[SITTING_ARGS]; /* words, as invoke.h has them */
    uint64_t result;
    box_status status;
} sitting_call;

typedef struct sitting sitting;

/* NULL with *error set (caller frees). All boxes have to be bound before. A process is
 * replaced after so many crashes of calls (not 0). */
sitting *sitting_new(box_set *boxes, double call_seconds, uint32_t recoveries, char **error);
void sitting_free(sitting *s);
/* The next call is the first one of a new process. */
void sitting_renew(sitting *s);
/* Makes at most SITTING_CALLS calls; one that crashes, hangs or exits has no result, and what comes
 * behind it may be in a new process. False: not all were made. */
bool sitting_make(sitting *s, sitting_call *calls, size_t n, double deadline);
/* An answer did not come until the deadline: this one is of no more use. */
bool sitting_lost(const sitting *s);
/* Values to words and back; false or 0 when they are none. */
bool sitting_word(box_set *boxes, const term_bank *b, decl_id d, uint32_t argument, value_id v,
                  uint64_t *word);
value_id sitting_value(box_set *boxes, term_bank *b, decl_id d, uint64_t word);

#endif

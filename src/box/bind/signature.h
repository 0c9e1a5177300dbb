/* Which C type carries which sort: the table of docs/boxes.md. */
#ifndef TANDEM_BOX_BIND_SIGNATURE_H
#define TANDEM_BOX_BIND_SIGNATURE_H

#include "box/worker/invoke.h"

/* Fills parameters, result and shape of a C function box from its declaration; false with *error
 * set (caller frees) when a sort has no C form or a C type does not fit its sort. */
bool signature_make(term_bank *b, box *x, const char *const *ctypes, char **error);
void signature_free(box *x);
/* The sort that a C type has by itself: integers are bit-vectors, `const char *` is a String, other pointers to constant
 * numbers (or nothing) are arrays of them, indexed by 32 bits; 0: none. */
sort_id signature_sort(term_bank *b, const char *text);

#endif

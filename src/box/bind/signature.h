/* Which C type carries which sort: the table of docs/boxes.md. */
#ifndef TANDEM_BOX_BIND_SIGNATURE_H
#define TANDEM_BOX_BIND_SIGNATURE_H

#include "box/worker/invoke.h"

/* Fills parameters, result and shape of a C function box from its declaration; false with *error
 * set (caller frees) when a sort has no C form or a C type does not fit its sort. */
bool signature_make(term_bank *b, box *x, const char *const *ctypes, char **error);
void signature_free(box *x);

#endif

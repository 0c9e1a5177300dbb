/* Functions that are neither in the built-in table nor in the user's file: what the modules that
 * call them say about them (tandem_prototype), and what trials have found out. */
#ifndef TANDEM_RUNTIME_BOXES_CLASSIFY_H
#define TANDEM_RUNTIME_BOXES_CLASSIFY_H

#include "runtime/boxes/box.h"

/* What the modules say of a function of this name; NULL: nothing. */
const tandem_known *tandem_prototyped(const char *name);
/* Is this call, on which something depends that is an input, to be a closed box? It may take a
 * trial, after which the signature may say more about what is written. Else its arguments are to
 * be made concrete. */
bool tandem_admit(tandem_call *c, tandem_signature *s);
/* Counts a call that is no box. */
void tandem_refused(const tandem_call *c, tandem_origin why);

#endif

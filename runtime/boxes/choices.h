/* What the user chose: which calls are closed boxes, and signatures of functions of their own.
 * Lines of the file in the environment variable TANDEM_SIGNATURES:
 *
 *     # …                     a comment
 *     NAME SIGNATURE          a function (runtime/boxes/signature.h); it is a closed box
 *     +NAME  +NAME@FILE:LINE  these calls are closed boxes; with such a line all others are not
 *     +*                      all calls of unknown functions are, as functions of their arguments
 *     -NAME  -NAME@FILE:LINE  these calls are not: their arguments are made concrete */
#ifndef TANDEM_RUNTIME_BOXES_CHOICES_H
#define TANDEM_RUNTIME_BOXES_CHOICES_H

#include "runtime/calls/calls.h"

/* Reads the file; complains on standard error of lines that cannot be read. `add` is told of each
 * signature; it owns the strings. */
void tandem_choices_read(const char *path, void (*add)(const char *name, const char *signature));
/* May this call be a closed box? */
bool tandem_chosen(const tandem_call *c);
/* Was this call named as a closed box? */
bool tandem_chosen_by_name(const tandem_call *c);
/* Are unknown functions closed boxes? */
bool tandem_choices_all(void);

#endif

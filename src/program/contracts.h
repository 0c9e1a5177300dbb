/* Conditions in comments: inside of a function, "//@ requires C;" and "//@ assume C;" become
 * assume(C), "//@ ensures C;" and "//@ assert C;" become assert(C); the same in comments between
 * slash-star-at and star-slash. Before a function, "requires" is assumed at its beginning. Lines
 * stay where they are. */
#ifndef TANDEM_PROGRAM_CONTRACTS_H
#define TANDEM_PROGRAM_CONTRACTS_H

#include <stdbool.h>

#include "base/strbuf.h"

/* Appends the text with these comments replaced. False when there are none. */
bool ir_contracts_apply(const char *source, strbuf *out);

#endif

/* Arrays on the stack of the traced thread, of which instrumented functions tell (part 1 of the
 * interface). What is left of functions that ended otherwise than by a return is of no harm: an
 * array only says how far an address may go, and that becomes an assumption of the path. */
#ifndef TANDEM_RUNTIME_CORE_LOCALS_H
#define TANDEM_RUNTIME_CORE_LOCALS_H

#include "runtime/core/objects.h"

/* A run starts in this thread: no function has told of anything yet. */
void tandem_locals_start(void);
/* The array that holds the byte at this address. */
bool tandem_locals_find(uintptr_t address, tandem_range *r);

#endif

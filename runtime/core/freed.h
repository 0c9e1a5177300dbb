/* Blocks of the heap that were given back last. Where the input chooses a pointer, from a table or between two, it may
 * choose one that leads there: that is asked about, before the path has it that the pointer leads where it did. */
#ifndef TANDEM_RUNTIME_CORE_FREED_H
#define TANDEM_RUNTIME_CORE_FREED_H

#include "runtime/core/expr.h"

void tandem_freed(const void *p, size_t bytes);
/* An address that depends on the input is about to be used, or given back. */
void tandem_freed_wonder(tandem_expr address);

#endif

/* Landings: where straight code has met something that depends on inputs, it calls the runtime with nothing in its hands.
 * Where its values are at that place (registers, the stack, constants) is said by the stack maps that LLVM writes for each module; what is to
 * be done with them by the module's programs (runtime/inline_kinds.h), which runtime/core/stretch.c takes. So the program's own code
 * is a test and a call. */
#ifndef TANDEM_RUNTIME_CORE_LANDING_H
#define TANDEM_RUNTIME_CORE_LANDING_H

#include "runtime/core/state.h"

/* The places of a module become known; before code of it runs that may see inputs. Not by two threads at a time. */
void tandem_landing_add(const tandem_module_info *m);

#endif

/* Events of control flow that the runtime itself makes, between tandem_enter and tandem_leave. */
#ifndef TANDEM_RUNTIME_CORE_CONTROL_H
#define TANDEM_RUNTIME_CORE_CONTROL_H

#include "runtime/core/state.h"

/* A branch on `c`, which may be a constant or 0 (then it is none). */
void tandem_log_branch(tandem_expr c, bool truth, uint32_t site);
/* A branch on whether the byte `e` is `byte`. */
void tandem_byte_branch(tandem_expr e, uint8_t byte, bool truth, uint32_t site);
/* `c` has to hold, and does so here. */
void tandem_log_assume(tandem_expr c);
/* That it does not hold would be a question for a sanitizer. */
void tandem_log_wonder(tandem_expr c);
/* The same where it may not: then the run ends. */
void tandem_log_demand(tandem_expr c, bool truth, uint32_t site);

#endif

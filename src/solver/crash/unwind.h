/* The stack of a stopped process, by elfutils' libdw, which is loaded when it is first needed. */
#ifndef TANDEM_SOLVER_CRASH_UNWIND_H
#define TANDEM_SOLVER_CRASH_UNWIND_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/strbuf.h"

/* Adds the innermost frames of a thread that its tracer has stopped, as "f < g < h": names without
 * parameters, or where the program has none, where the function begins in it. Frames of the C and
 * C++ libraries before the first one of the program (abort, say) are left out. False: nothing can
 * be told. */
bool unwind_stack(pid_t process, strbuf *out);
/* "a::b" for _ZN1a1bEv, as far as the name is that simple; other names as they are. */
void unwind_name(const char *symbol, strbuf *out);

#endif

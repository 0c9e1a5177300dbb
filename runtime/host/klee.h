/* Between the intrinsics of KLEE (klee.c) and those of SV-COMP (verifier.c). */
#ifndef TANDEM_RUNTIME_HOST_KLEE_H
#define TANDEM_RUNTIME_HOST_KLEE_H

#include "runtime/core/state.h"

#pragma GCC visibility push(default)
void klee_make_symbolic(void *p, size_t bytes, const char *name);
#pragma GCC visibility pop

/* A new object of up to eight bytes as a value; its expression goes to the caller of the function that
 * returns it, whose handlers are klee_value (runtime/calls/functions.def). Of 1-bit values the lowest
 * bit counts. */
uint64_t tandem_klee_value(const char *name, size_t bytes);
/* The expression of the last one; 0: none. */
tandem_expr tandem_klee_expression(void);
/* Ends the run as a failed assertion. */
_Noreturn void tandem_klee_fail(void);

#endif

/* What the runtime knows of functions that are not instrumented (runtime/calls/functions.def, and
 * the signatures that the user gives). */
#ifndef TANDEM_RUNTIME_CALLS_FUNCTIONS_H
#define TANDEM_RUNTIME_CALLS_FUNCTIONS_H

#include "runtime/core/state.h"

struct tandem_call;

/* Before the call: true if `after` is to be called. After it: the expression of the result; errno
 * is that of the call, and what it leaves there the program sees. */
typedef bool (*tandem_before)(struct tandem_call *c);
typedef tandem_expr (*tandem_after)(struct tandem_call *c, uint32_t width, uint64_t result);

typedef struct tandem_known {
    const char *name;
    tandem_before before;
    tandem_after after;
    const char *signature;             /* of boxes, see functions.def; NULL: none */
    uint32_t origin;                   /* of boxes: a tandem_origin */
    const tandem_prototype *prototype; /* that all this comes from; NULL: it does not */
} tandem_known;

/* Builds the table of names, before the first run. Reads the user's signatures from the file in
 * TANDEM_SIGNATURES. */
void tandem_functions_start(void);
/* What `function` is; NULL: nothing is known. */
const tandem_known *tandem_known_function(const void *function, const char *name);

/* Handlers. */
#define BEFORE(name) bool tandem_before_##name(struct tandem_call *c);
#define AFTER(name) \
    tandem_expr tandem_after_##name(struct tandem_call *c, uint32_t width, uint64_t result);
#include "runtime/calls/handlers.def"
#undef BEFORE
#undef AFTER

/* All arguments with expressions have the values of this run from here on. Gives false. */
bool tandem_concretize_args(struct tandem_call *c);

#endif

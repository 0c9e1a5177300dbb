/* Closed boxes: a call is recorded with its arguments and the memory it reaches, and its results
 * are fresh expressions (part 3 of the interface). */
#ifndef TANDEM_RUNTIME_BOXES_BOX_H
#define TANDEM_RUNTIME_BOXES_BOX_H

#include "runtime/boxes/reach.h"
#include "runtime/boxes/signature.h"
#include "runtime/calls/calls.h"

/* What a call of a box does with memory. */
typedef struct tandem_footprint {
    tandem_reach reached; /* before the call, with what may be written */
    tandem_reach changed;
    bool symbolic; /* an argument or something reached depends on the input */
} tandem_footprint;

/* Finds it. Sizes and addresses that cannot vary in a box are fixed, with events. */
void tandem_box_footprint(tandem_call *c, const tandem_signature *s, tandem_footprint *f);
/* Makes everything that the call depends on concrete. */
void tandem_box_concretize(tandem_call *c, const tandem_footprint *f);

/* The expression of errno, which was `error` before the call; errno is `now` and has this one. */
tandem_expr tandem_errno_before(int error);
void tandem_set_errno(int now, tandem_expr e);

/* Begins the call as if it were one of this box; the first half of a handler. */
bool tandem_box_begin(tandem_call *c, const tandem_known *box);

/* The box of a function that nothing is known of: its arguments are values. */
extern const tandem_known tandem_any_box;

#endif

/* What was seen of the boxes during a search over values: observe.h for vgraph.h. */
#ifndef TANDEM_FUZZ_VALUES_VOBSERVE_H
#define TANDEM_FUZZ_VALUES_VOBSERVE_H

#include "base/rng.h"
#include "base/vec.h"
#include "term/value/value.h"

typedef struct vobservations vobservations;

/* Remembers the latest `rows` calls of each box, at least one. */
vobservations *vobserve_new(term_bank *b, size_t rows);
void vobserve_free(vobservations *o);
/* Forgets everything, before the bank is released. */
void vobserve_clear(vobservations *o);
void vobserve_call(vobservations *o, decl_id box, const value_id *args, uint32_t n,
                   value_id result);
/* Arguments of the latest call that gave `wanted`; NULL: none did. Valid until the next call. */
const value_id *vobserve_exact(const vobservations *o, decl_id box, value_id wanted);
/* Arguments of the call whose result was nearest to it; NULL: no call was seen. */
const value_id *vobserve_nearest(const vobservations *o, decl_id box, value_id wanted);
/* A number for argument `j` between observations whose results enclose `wanted`; 0: there are none,
 * or these are no numbers. */
value_id vobserve_between(const vobservations *o, decl_id box, uint32_t j, value_id wanted);

#endif

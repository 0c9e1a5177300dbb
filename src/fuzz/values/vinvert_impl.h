/* The inside of vinvert.c: one file for each kind of values. */
#ifndef TANDEM_FUZZ_VALUES_VINVERT_IMPL_H
#define TANDEM_FUZZ_VALUES_VINVERT_IMPL_H

#include "fuzz/values/vinvert.h"
#include "term/eval/eval.h"

typedef struct vrequest {
    vgraph *g;
    term_bank *bank;
    vwords *w;
    rng *r;
    const vnode *x;
    value_id wanted;
    value_id now; /* of the node; 0: none */
    vwant_vec *out;
} vrequest;

static inline bool vrequest_moves(const vrequest *q, uint32_t i)
{
    return q->g->nodes.at[q->g->operands.at[q->x->first + i]].depends;
}
static inline value_id vrequest_operand(const vrequest *q, uint32_t i)
{
    return vgraph_operand(q->g, q->x, i);
}
static inline sort_id vrequest_sort(const vrequest *q, uint32_t i)
{
    return q->g->nodes.at[q->g->operands.at[q->x->first + i]].sort;
}
/* An operand that depends on an input, at random; false if there is none. */
bool vrequest_pick(const vrequest *q, uint32_t *i);
/* Asks for a value of operand `i`; a value of 0 is ignored. */
void vrequest_want(const vrequest *q, uint32_t i, value_id v);
/* One operator at values; 0 when it has no value there, or when an argument is 0. */
value_id vrequest_op(const vrequest *q, term_op op, sort_id s, value_id x, value_id y);
value_id vrequest_indexed(const vrequest *q, term_op op, uint32_t i, uint32_t j, unsigned n_indices,
                          sort_id s, value_id x);

/* Each says whether the operator was its own. */
bool vinvert_arith(const vrequest *q);
bool vinvert_bits(const vrequest *q);
bool vinvert_float(const vrequest *q);
bool vinvert_string(const vrequest *q);
bool vinvert_array(const vrequest *q);

#endif

/* The inside of vinvert.c: one file for each kind of values. */
#ifndef TANDEM_FUZZ_VALUES_VINVERT_IMPL_H
#define TANDEM_FUZZ_VALUES_VINVERT_IMPL_H

#include "fuzz/values/vinvert.h"
#include "fuzz/values/vrun.h"
#include "term/eval/eval.h"

typedef struct vrequest {
    const fuzz_bytecode *p;
    const fuzz_machine *m;
    const uint8_t *depends;
    term_bank *bank;
    vwords *w;
    rng *r;
    term_op op;
    term_id term;
    sort_id sort;
    uint32_t n;               /* operands */
    const uint32_t *operands; /* their registers */
    value_id wanted;
    value_id now; /* of the register; 0: none */
    fuzz_wants *out;
} vrequest;

static inline bool vrequest_moves(const vrequest *q, uint32_t i)
{
    return q->depends[q->operands[i]];
}
static inline value_id vrequest_operand(const vrequest *q, uint32_t i)
{
    return vrun_value(q->p, q->m, q->operands[i]);
}
static inline sort_id vrequest_sort(const vrequest *q, uint32_t i)
{
    return q->p->sorts.at[q->operands[i]];
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

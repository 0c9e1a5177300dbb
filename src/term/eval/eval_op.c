#include "term/eval/eval.h"

#include <assert.h>

static value_id extension(eval_call *c)
{
    if (c->op <= OP_PIAND)
        return eval_integer(c);
    if (c->op == OP_STR_INDEXOF_RE)
        return eval_regex(c);
    if (c->op <= OP_STR_UPDATE)
        return eval_string(c);
    if (c->op <= OP_SEQ_REV)
        return eval_seq(c);
    if (c->op <= OP_REL_JOIN_IMAGE)
        return eval_set(c);
    if (c->op <= OP_BAG_CHOOSE)
        return eval_bag(c);
    value_id v = value_cast(c->bank, c->args[0], c->sort);
    c->why = v ? EVAL_OK : EVAL_UNASSIGNED; /* an array that is no finite set says nothing of one */
    return v;
}

/* The theories are blocks of ops.def, in its order. */
static value_id dispatch(eval_call *c)
{
    if (c->op >= OP_NOT && c->op <= OP_ITE)
        return eval_core(c);
    if (c->op >= OP_NEG && c->op <= OP_IS_INT)
        return eval_arith(c);
    if (c->op >= OP_CONCAT && c->op <= OP_INT_TO_BV)
        return eval_bv(c);
    if (c->op >= OP_FP && c->op <= OP_FP_TO_BITS)
        return eval_fp(c);
    if (c->op >= OP_STR_CONCAT && c->op <= OP_RE_LOOP)
        return c->op >= OP_STR_IN_RE || c->op == OP_STR_REPLACE_RE || c->op == OP_STR_REPLACE_RE_ALL
                   ? eval_regex(c)
                   : eval_string(c);
    if (c->op >= OP_SQRT && c->op <= OP_PI)
        return eval_transcendental(c);
    if (c->op > OP_PI)
        return extension(c);
    assert(c->op >= OP_SELECT && c->op <= OP_CONST_ARRAY);
    return eval_array(c);
}

value_id eval_op(term_bank *b, term_op op, const uint32_t *indices, uint32_t n_indices,
                 sort_id result_sort, const value_id *args, uint32_t n, eval_reason *why)
{
    assert(n_indices == term_op_indices(op));
    eval_call c = {b, op, indices, result_sort, args, n, EVAL_OK};
    value_id result = dispatch(&c);
    assert(result || c.why != EVAL_OK);
    if (!result && why)
        *why = c.why;
    return result;
}

value_id eval_fold(term_bank *b, term_id t, const map *values)
{
    term_op op = term_op_of(b, t);
    uint32_t n_indices;
    const uint32_t *indices = term_index_words(b, t, &n_indices);
    if (op == OP_CONST)
        return term_value(b, t);
    if (op == OP_APP || op == OP_VAR || op == OP_PATTERN || term_is_binder(op))
        return 0;
    vec_u32 args = {0};
    bool constant = true;
    for (uint32_t i = 0; i < term_arity(b, t) && constant; i++) {
        vec_push(&args, (value_id)map_get(values, term_arg(b, t, i), 0));
        constant = vec_last(&args);
    }
    eval_reason why;
    value_id v = constant ? eval_op(b, op, indices, n_indices, term_sort(b, t), args.at,
                                    (uint32_t)args.n, &why)
                          : 0;
    vec_free(&args);
    return v;
}

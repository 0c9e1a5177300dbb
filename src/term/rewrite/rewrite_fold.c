/* Folding: operators at constants, through the evaluator's own steps. Where an operator is
 * underspecified it has no value there, and stays. Regular expressions stay as they are written
 * (their values would only be the same trees); membership in one without variables is decided. */
#include "base/map.h"
#include "term/core/walk.h"
#include "term/rewrite/rewrite_rule.h"

static bool is_plain(term_op op)
{
    switch (op) {
    case OP_CONST:
    case OP_VAR:
    case OP_APP:
    case OP_FORALL:
    case OP_EXISTS:
    case OP_LAMBDA:
    case OP_PATTERN:
        return false;
    default:
        return true;
    }
}

static value_id value_of(term_bank *b, term_id t, const map *known, vec_u32 *values)
{
    uint32_t n_indices;
    eval_reason why = EVAL_OK;
    const uint32_t *indices = term_index_words(b, t, &n_indices);
    vec_clear(values);
    for (uint32_t i = 0; i < term_arity(b, t); i++) {
        term_id x = term_arg(b, t, i);
        value_id v = rewrite_is_const(b, x) ? term_value(b, x) : (value_id)map_get(known, x, 0);
        if (!v)
            return 0;
        vec_push(values, v);
    }
    return eval_op(b, term_op_of(b, t), indices, n_indices, term_sort(b, t), values->at,
                   (uint32_t)values->n, &why);
}

static term_id fold(term_bank *b, term_id t)
{
    static const map nothing = {0};
    if (!is_plain(term_op_of(b, t)) || term_sort(b, t) == SORT_ID_REGLAN)
        return 0;
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        if (!rewrite_is_const(b, term_arg(b, t, i)))
            return 0;
    vec_u32 values = {0};
    value_id v = value_of(b, t, &nothing, &values);
    vec_free(&values);
    return v ? term_const(b, v) : 0;
}

/* The same for operators over a regular expression without variables. */
static term_id fold_regex(term_bank *b, term_id t)
{
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        if (term_sort(b, term_arg(b, t, i)) != SORT_ID_REGLAN &&
            !rewrite_is_const(b, term_arg(b, t, i)))
            return 0;
    term_vec order = {0};
    vec_u32 values = {0};
    map known = {0};
    value_id v = 0;
    term_postorder(b, &t, 1, &order);
    for (size_t i = 0; i < order.n; i++) {
        term_id u = order.at[i];
        if (rewrite_is_const(b, u))
            continue;
        v = is_plain(term_op_of(b, u)) ? value_of(b, u, &known, &values) : 0;
        if (!v)
            break;
        map_put(&known, u, v);
    }
    map_free(&known);
    vec_free(&values);
    vec_free(&order);
    return v ? term_const(b, v) : 0;
}

const rewrite_rule rewrite_fold_rules[] = {
    {"fold", OP_NONE, fold},
    {"fold-regex", OP_STR_IN_RE, fold_regex},
    {"fold-regex", OP_STR_REPLACE_RE, fold_regex},
    {"fold-regex", OP_STR_REPLACE_RE_ALL, fold_regex},
    {0},
};

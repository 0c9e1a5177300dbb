/* Small terms that have values, by recursion: most are, and need no task for each subterm. What is not answered here (a
 * binder, a call, something undetermined, something deep) is left to the machine, with what is remembered on the way. */
#include "term/eval/eval_machine.h"

enum { MOST_ARGS = 8 };

/* and, or, =>: as far as they must be looked at. */
static value_id quick_connective(evaluator *e, term_id t, uint32_t depth)
{
    term_op op = term_op_of(e->bank, t);
    uint32_t n = term_arity(e->bank, t);
    for (uint32_t i = 0; i < n; i++) {
        bool premise = op == OP_IMPLIES && i + 1 < n;
        value_id v = eval_quick(e, term_arg(e->bank, t, i), depth - 1);
        if (!v)
            return 0;
        if (value_is_true(v) == (op != OP_AND && !premise))
            return value_bool(op != OP_AND);
    }
    return value_bool(op == OP_AND);
}

static value_id quick_ite(evaluator *e, term_id t, uint32_t depth)
{
    value_id condition = eval_quick(e, term_arg(e->bank, t, 0), depth - 1);
    if (!condition)
        return 0;
    return eval_quick(e, term_arg(e->bank, t, value_is_true(condition) ? 1 : 2), depth - 1);
}

static value_id quick_operator(evaluator *e, term_id t, uint32_t depth)
{
    value_id args[MOST_ARGS];
    uint32_t n = term_arity(e->bank, t), n_indices;
    term_op op = term_op_of(e->bank, t);
    if (n > MOST_ARGS || ((op == OP_DIV || op == OP_IDIV) && n > 2))
        return 0;
    for (uint32_t i = 0; i < n; i++)
        if (!(args[i] = eval_quick(e, term_arg(e->bank, t, i), depth - 1)))
            return 0;
    const uint32_t *indices = term_index_words(e->bank, t, &n_indices);
    eval_reason why;
    return eval_op(e->bank, op, indices, n_indices, term_sort(e->bank, t), args, n, &why);
}

static value_id quick_constant(const evaluator *e, term_id t)
{
    decl_id d = term_decl(e->bank, t);
    if (term_arity(e->bank, t) || decl_kind_of(e->bank, d) != DECL_FREE || e->config.call)
        return 0;
    return model_value(e->model, d);
}

value_id eval_quick(evaluator *e, term_id t, uint32_t depth)
{
    if (term_has_var(e->bank, t))
        return 0;
    eval_result known = eval_get(e, 0, t);
    if (known || !depth)
        return eval_value_of(known);
    value_id v;
    switch (term_op_of(e->bank, t)) {
    case OP_AND:
    case OP_OR:
    case OP_IMPLIES:
        v = quick_connective(e, t, depth);
        break;
    case OP_ITE:
        v = quick_ite(e, t, depth);
        break;
    case OP_APP:
        v = quick_constant(e, t);
        break;
    case OP_SELECT:
    case OP_STORE:
    case OP_SET_FILTER:
    case OP_SET_MAP:
    case OP_BAG_FILTER:
    case OP_BAG_MAP:
    case OP_PATTERN:
        return 0;
    default:
        v = quick_operator(e, t, depth);
        break;
    }
    if (v)
        eval_remember(e, t, v);
    return v;
}

/* Reading and writing arrays. A selection looks through arrays that have no value as a whole. */
#include "term/eval/eval_machine.h"

#include "term/core/subst.h"
#include "term/value/value_equal.h"

/* (select a i) in another shape of `a`. */
static eval_result select_in(evaluator *e, uint32_t frame, term_id array, value_id index)
{
    return eval_need(e, frame, term_make2(e->bank, OP_SELECT, array, term_const(e->bank, index)));
}

static eval_result select_lambda(evaluator *e, eval_task *task, term_id lambda, value_id index)
{
    term_bank *b = e->bank;
    uint32_t n = term_var_count(b, lambda);
    term_id body = n == 1 ? term_body(b, lambda) : term_body(b, eval_curried(b, lambda));
    if (!eval_spend(e, EVAL_CALL_COST))
        return eval_undetermined(EVAL_FUEL);
    eval_open_frame(e, task, task->frame, 1, body);
    eval_bind(e, task->inner, 0, term_arg(b, lambda, 0), index);
    return eval_enter(e, task);
}

static eval_result select_store(evaluator *e, const eval_task *task, term_id store, value_id index)
{
    uint32_t frame = task->frame;
    eval_result at = eval_need(e, frame, term_arg(e->bank, store, 1));
    if (!eval_value_of(at))
        return at;
    eval_reason why;
    switch (value_equal(e->bank, eval_value_of(at), index, &why)) {
    case VALUES_EQUAL:
        return eval_need(e, frame, term_arg(e->bank, store, 2));
    case VALUES_DIFFER:
        return select_in(e, frame, term_arg(e->bank, store, 0), index);
    default:
        return eval_undetermined(why);
    }
}

/* The body of a constant, or 0. */
static term_id constant_body(const evaluator *e, term_id t)
{
    if (term_op_of(e->bank, t) != OP_APP || term_arity(e->bank, t))
        return 0;
    decl_id d = term_decl(e->bank, t);
    switch (decl_kind_of(e->bank, d)) {
    case DECL_DEFINED:
        return decl_body(e->bank, d);
    case DECL_FREE:
        return model_function(e->model, d, NULL);
    default:
        return 0;
    }
}

/* (select (select (lambda x y . t) i) j): the inner selection is the array (lambda y . t[i/x]). */
static eval_result select_nested(evaluator *e, const eval_task *task, term_id inner, value_id index,
                                 eval_result otherwise)
{
    term_bank *b = e->bank;
    term_id lambda = term_arg(b, inner, 0), body = constant_body(e, lambda);
    if (body)
        lambda = body;
    eval_result at = eval_get(e, task->frame, term_arg(b, inner, 1));
    if (term_op_of(b, lambda) != OP_LAMBDA || !eval_value_of(at))
        return otherwise;
    term_id var = term_arg(b, lambda, 0), point = term_const(b, eval_value_of(at));
    body = term_body(b, term_var_count(b, lambda) == 1 ? lambda : eval_curried(b, lambda));
    return select_in(e, task->frame, term_substitute(b, body, &var, &point, 1), index);
}

/* The array as a whole has no value that we can write down, but this element may have one. That costs: an array of a model
 * may be made of itself. */
static eval_result select_lazily(evaluator *e, eval_task *task, term_id array, value_id index,
                                 eval_result otherwise)
{
    term_bank *b = e->bank;
    if (!eval_spend(e, EVAL_CALL_COST))
        return eval_undetermined(EVAL_FUEL);
    switch (term_op_of(b, array)) {
    case OP_LAMBDA:
        return select_lambda(e, task, array, index);
    case OP_STORE:
        return select_store(e, task, array, index);
    case OP_CONST_ARRAY:
        return eval_need(e, task->frame, term_arg(b, array, 0));
    case OP_ITE: {
        eval_result condition = eval_get(e, task->frame, term_arg(b, array, 0));
        if (!eval_value_of(condition))
            return otherwise;
        uint32_t branch = value_is_true(eval_value_of(condition)) ? 1 : 2;
        return select_in(e, task->frame, term_arg(b, array, branch), index);
    }
    case OP_SELECT:
        return select_nested(e, task, array, index, otherwise);
    case OP_APP: {
        term_id body = constant_body(e, array);
        return body ? select_in(e, 0, body, index) : otherwise;
    }
    default:
        return otherwise;
    }
}

eval_result eval_step_select(evaluator *e, eval_task *task)
{
    if (task->inner)
        return eval_enter(e, task);
    term_id array = term_arg(e->bank, task->term, 0);
    if (term_op_of(e->bank, array) == OP_LAMBDA && !eval_get(e, task->frame, array)) {
        eval_result at = eval_need(e, task->frame, term_arg(e->bank, task->term, 1));
        if (!at)
            return 0;
        if (eval_value_of(at)) /* the other elements are not wanted */
            return select_lambda(e, task, array, eval_value_of(at));
    }
    eval_result r = eval_need(e, task->frame, array);
    if (!r)
        return 0;
    eval_result index = eval_need(e, task->frame, term_arg(e->bank, task->term, 1));
    if (!index)
        return 0;
    if (!eval_value_of(index)) {
        bool constant = eval_value_of(r) && !value_array_size(e->bank, eval_value_of(r));
        return constant ? value_array_default(e->bank, eval_value_of(r)) : index;
    }
    if (!eval_value_of(r))
        return select_lazily(e, task, array, eval_value_of(index), r);
    value_id args[2] = {eval_value_of(r), eval_value_of(index)};
    eval_reason why = EVAL_OK;
    value_id v =
        eval_op(e->bank, OP_SELECT, NULL, 0, term_sort(e->bank, task->term), args, 2, &why);
    return v ? v : eval_undetermined(why);
}

/* A chain of stores is built at once: every array in between would be written down in full. */
static void list_chain(evaluator *e, eval_task *task)
{
    task->acc = e->points.n;
    vec_push(&e->points, 0);
    term_id t = task->term;
    do {
        vec_push(&e->points, t);
        t = term_arg(e->bank, t, 0);
    } while (term_op_of(e->bank, t) == OP_STORE && !eval_get(e, task->frame, t));
    e->points.at[task->acc] = (uint32_t)(e->points.n - task->acc - 1);
    task->inner = UINT32_MAX; /* no frame: only a sign that the chain is listed */
}

eval_result eval_step_store(evaluator *e, eval_task *task)
{
    if (!task->inner)
        list_chain(e, task);
    uint32_t n = e->points.at[task->acc];
    term_id base_term = term_arg(e->bank, e->points.at[task->acc + n], 0);
    eval_result base = eval_need(e, task->frame, base_term), open = 0;
    if (!base)
        return 0;
    for (; task->next < 2 * n; task->next++) {
        term_id store = e->points.at[task->acc + 1 + task->next / 2];
        if (!eval_need(e, task->frame, term_arg(e->bank, store, 1 + task->next % 2)))
            return 0;
    }
    vec_u32 pairs = {0};
    for (uint32_t i = n; i-- > 0 && !open;) { /* the innermost first: later ones win */
        term_id store = e->points.at[task->acc + 1 + i];
        eval_result index = eval_get(e, task->frame, term_arg(e->bank, store, 1));
        eval_result element = eval_get(e, task->frame, term_arg(e->bank, store, 2));
        eval_reason why;
        if (!eval_value_of(index) || !eval_value_of(element))
            open = eval_value_of(index) ? element : index;
        else if (!value_is_plain(e->bank, eval_value_of(index), &why))
            open = eval_undetermined(why);
        vec_push(&pairs, eval_value_of(index));
        vec_push(&pairs, eval_value_of(element));
    }
    if (!eval_value_of(base))
        open = base;
    if (!open)
        open = value_array_store_all(e->bank, eval_value_of(base), pairs.at, n);
    vec_free(&pairs);
    e->points.n = task->acc;
    return open;
}

/* Filtering and mapping sets and bags: the function is looked up at the elements alone, so that it need not have
 * a value as a whole. */
#include "term/eval/eval_machine.h"

#include "term/value/value_equal.h"

eval_result eval_step_mapped(evaluator *e, const eval_task *task)
{
    term_bank *b = e->bank;
    term_id t = task->term, f = term_arg(b, t, 0);
    term_op op = term_op_of(b, t);
    uint32_t frame = task->frame;
    eval_result whole = eval_need(e, frame, term_arg(b, t, 1));
    eval_reason why;
    if (!eval_value_of(whole))
        return whole;
    value_id from = eval_value_of(whole);
    if (!value_is_plain(b, from, &why))
        return eval_undetermined(why);
    bool bag = value_kind_of(b, from) == VALUE_BAG,
         filter = op == OP_SET_FILTER || op == OP_BAG_FILTER;
    vec_u32 out = {0};
    eval_result r = from;
    for (uint32_t i = 0; i < value_child_count(b, from) && eval_value_of(r); i += bag ? 2 : 1) {
        value_id element = value_child(b, from, i);
        r = eval_need(e, frame, term_make2(b, OP_SELECT, f, term_const(b, element)));
        value_id image = eval_value_of(r);
        if (!image || (filter && !value_is_true(image)))
            continue;
        if (!filter && !value_is_plain(b, image, &why))
            r = eval_undetermined(why);
        vec_push(&out, filter ? element : image);
        if (bag)
            vec_push(&out, value_child(b, from, i + 1));
    }
    sort_id sort = term_sort(b, t);
    if (eval_value_of(r))
        r = bag ? value_bag(b, sort, out.at, out.n / 2) : value_set(b, sort, out.at, out.n);
    vec_free(&out);
    return r;
}

#include "program/sums.h"

static void add_summands(const term_bank *b, term_id t, term_vec *summands)
{
    term_vec open = {0};
    vec_push(&open, t);
    while (open.n) {
        term_id one = vec_pop(&open);
        if (term_op_of(b, one) == OP_ADD)
            vec_append(&open, term_args(b, one), term_arity(b, one));
        else
            vec_push(summands, one);
    }
    vec_free(&open);
}

static term_id sum_of(term_bank *b, const term_vec *v)
{
    return !v->n       ? term_const(b, value_int(b, 0))
           : v->n == 1 ? v->at[0]
                       : term_make(b, OP_ADD, NULL, 0, v->at, (uint32_t)v->n);
}

term_id ir_sum_difference(term_bank *b, term_id x, term_id y)
{
    term_vec mine = {0}, theirs = {0};
    add_summands(b, x, &mine);
    add_summands(b, y, &theirs);
    for (size_t i = 0; i < mine.n;) {
        size_t k = 0;
        while (k < theirs.n && theirs.at[k] != mine.at[i])
            k++;
        if (k == theirs.n) {
            i++;
            continue;
        }
        mine.at[i] = vec_pop(&mine);
        if (k + 1 < theirs.n)
            theirs.at[k] = vec_last(&theirs);
        theirs.n--;
    }
    term_id difference = term_make2(b, OP_SUB, sum_of(b, &mine), sum_of(b, &theirs));
    vec_free(&mine);
    vec_free(&theirs);
    return difference;
}

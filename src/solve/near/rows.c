#include "solve/near/rows.h"

#include <stdlib.h>
#include <string.h>

#include "solve/near/climb.h"
#include "solve/near/transplant.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/rewrite/rewrite.h"

/* The rows of a call; false: it has none. */
static bool find_rows(question *q, term_id call, transplant_rows *rows)
{
    size_t n;
    decl_id d = term_decl(q->bank, call);
    if (!boxes_cells(q->boxes, d, &n))
        return false;
    uint64_t *seen = base_alloc_zero(term_arity(q->bank, call) + 1u, sizeof *seen);
    if (question_seen(q, call, seen))
        transplant_call(q, d, seen, q->limits->box_rows, rows);
    free(seen);
    return rows->n;
}

/* The input that a term is; UINT32_MAX: it is none. */
static uint32_t input_of(const question *q, term_id t)
{
    bool constant = term_op_of(q->bank, t) == OP_APP && !term_arity(q->bank, t);
    return constant ? question_find(q, term_decl(q->bank, t)) : UINT32_MAX;
}

/* Notes the row, as far as the call sees inputs as they are. True: that answers the question. */
static bool offer_row(question *q, term_id call, const uint64_t *row)
{
    for (uint32_t i = 0; i < term_arity(q->bank, call); i++) {
        uint32_t input = input_of(q, term_arg(q->bank, call, i));
        if (input != UINT32_MAX)
            question_set_word(q, input, row[i]);
    }
    bool found = question_offer(q);
    if (!found)
        question_restart(q);
    return found;
}

bool rows_try(question *q, const near_smt *smt)
{
    bool found = false;
    for (size_t i = q->calls.n; i-- > 0 && !found;) {
        term_id call = q->calls.at[i];
        uint32_t n = 2 * term_arity(q->bank, call);
        transplant_rows rows = {0};
        find_rows(q, call, &rows);
        for (size_t at = 0; at < rows.n && !found; at += n)
            found = offer_row(q, call, rows.at + at);
        found = found || question_judge(q);
        vec_clear(&q->offered);
        for (size_t at = 0; at < rows.n && !found && smt && !question_expired(q); at += n)
            found = fixed_solve(q, smt, call, rows.at + at);
        vec_free(&rows);
    }
    return found;
}

/* Whether what is wanted can still be had when the call gives what it gives for the row. */
static bool row_helps(question *q, term_id call, const uint64_t *row)
{
    term_vec from = {0}, to = {0};
    bool good = fixed_values(q, call, row, &from, &to);
    if (good) {
        term_id wanted = term_substitute(q->bank, q->wanted, from.at, to.at, from.n);
        good = wanted != q->wanted;
        if (good && q->simplify)
            good = rewrite_term(q->simplify, wanted) != TERM_ID_FALSE;
    }
    vec_free(&from);
    vec_free(&to);
    return good;
}

/* The question, and that the call sees the row: an equation for each byte, which is much nearer to
 * an answer than a comparison of whole texts is. */
static bool search_row(question *q, term_id call, const uint64_t *row, uint64_t seed,
                       uint64_t budget)
{
    question inner;
    question_init(&inner, q->bank, q->boxes, q->limits);
    inner.deadline = q->deadline;
    inner.interrupt = q->interrupt;
    inner.most_calls = q->most_calls;
    for (size_t i = 0; i < q->terms.n; i++)
        question_add(&inner, q->terms.at[i]);
    for (uint32_t i = 0; i < term_arity(q->bank, call); i++) {
        term_id argument = term_arg(q->bank, call, i);
        value_id v = value_of_word(q->bank, term_sort(q->bank, argument), row[i]);
        question_add(&inner, term_eq(q->bank, argument, term_const(q->bank, v)));
    }
    for (size_t i = 0; i < q->inputs.n; i++) {
        const question_input *in = &q->inputs.at[i];
        question_add_input(&inner, in->decl, in->start, in->bytes && q->places.at[in->first].joins);
    }
    question_close(&inner);
    bool found = question_compile(&inner) && climb(&inner, seed, budget);
    q->executions += inner.executions;
    if (found)
        memcpy(q->values, inner.values, q->places.n);
    question_free(&inner);
    return found && question_confirm(q);
}

/* Whether the call sees what another gave. */
static bool is_fed(const question *q, term_id call)
{
    term_vec order = {0};
    bool fed = false;
    term_postorder(q->bank, term_args(q->bank, call), term_arity(q->bank, call), &order);
    for (size_t i = 0; i < order.n && !fed; i++)
        fed = term_op_of(q->bank, order.at[i]) == OP_APP &&
              boxes_find(q->boxes, term_decl(q->bank, order.at[i]));
    vec_free(&order);
    return fed;
}

bool rows_search(question *q, uint64_t seed, uint64_t budget)
{
    bool found = false;
    uint32_t searched = 0;
    for (size_t i = q->calls.n; i-- > 0 && !found;) {
        term_id call = q->calls.at[i];
        uint32_t n = 2 * term_arity(q->bank, call);
        transplant_rows rows = {0};
        if (is_fed(q, call))
            find_rows(q, call, &rows);
        for (size_t at = 0; at < rows.n && !found && searched < q->limits->box_searched_rows;
             at += n)
            if (row_helps(q, call, rows.at + at)) {
                searched++;
                found = search_row(q, call, rows.at + at, seed, budget);
                if (!found)
                    question_restart(q);
            }
        vec_free(&rows);
    }
    return found;
}

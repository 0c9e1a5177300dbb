#include "solve/near/fixed.h"

#include <stdlib.h>

#include "term/core/subst.h"
#include "term/rewrite/rewrite.h"

/* What stands for what, and that the arguments are what they are to be. */
typedef struct fixing {
    term_vec from, to, pins;
} fixing;

bool fixed_values(question *q, term_id call, const uint64_t *row, term_vec *from, term_vec *to)
{
    bool good = true;
    for (size_t i = 0; i < q->results.n && good; i++) {
        term_id t = q->results.at[i];
        box_status status;
        uint64_t word = 0;
        if (!question_same_call(q, t, call))
            continue;
        good = boxes_call_words(q->boxes, term_decl(q->bank, t), row, &word, &status);
        vec_push(from, t);
        vec_push(to, term_const(q->bank, value_of_word(q->bank, term_sort(q->bank, t), word)));
    }
    return good;
}

/* That the bits of `mask` are those of `word`. */
static term_id pin(const question *q, term_id t, uint64_t word, uint64_t mask)
{
    term_bank *b = q->bank;
    sort_id sort = term_sort(b, t);
    if (sort_kind_of(b, sort) == SORT_BV && ~mask << (64 - sort_bv_width(b, sort))) {
        t = term_make2(b, OP_BVAND, t, term_const(b, value_of_word(b, sort, mask)));
        word &= mask;
    }
    return term_eq(b, t, term_const(b, value_of_word(b, sort, word)));
}

/* `masks`: NULL, all bits matter. */
static bool fix(question *q, fixing *f, term_id call, const uint64_t *row, const uint64_t *masks)
{
    if (!fixed_values(q, call, row, &f->from, &f->to))
        return false;
    for (uint32_t i = 0; i < term_arity(q->bank, call); i++) {
        uint64_t mask = masks ? masks[i] : UINT64_MAX;
        if (mask)
            vec_push(&f->pins, pin(q, term_arg(q->bank, call, i), row[i], mask));
    }
    return true;
}

static bool solve(question *q, const near_smt *smt, fixing *f)
{
    term_vec terms = {0};
    term_subst *subst = term_subst_new(q->bank, f->from.at, f->to.at, f->from.n);
    term_id wanted = term_subst_apply(subst, q->wanted);
    if (q->simplify)
        wanted = rewrite_term(q->simplify, wanted);
    bool found = false;
    if (wanted != TERM_ID_FALSE) {
        vec_push(&terms, wanted);
        for (size_t i = 0; i < f->pins.n; i++)
            vec_push(&terms, term_subst_apply(subst, f->pins.at[i]));
        for (size_t i = 0; i < q->terms.n; i++)
            vec_push(&terms, term_subst_apply(subst, q->terms.at[i]));
        found = smt->solve(smt->context, q, terms.at, terms.n) && question_confirm(q);
    }
    if (!found)
        question_restart(q);
    term_subst_free(subst);
    vec_free(&terms);
    return found;
}

static void fixing_free(fixing *f)
{
    vec_free(&f->from);
    vec_free(&f->to);
    vec_free(&f->pins);
}

bool fixed_solve(question *q, const near_smt *smt, term_id call, const uint64_t *row)
{
    bool found = false;
    for (int all = 0; all < 2 && !found; all++) {
        fixing f = {0};
        const uint64_t *masks = all ? NULL : row + term_arity(q->bank, call);
        found = fix(q, &f, call, row, masks) && solve(q, smt, &f);
        fixing_free(&f);
    }
    return found;
}

bool fixed_solve_all(question *q, const near_smt *smt)
{
    fixing f = {0};
    bool good = true;
    for (size_t i = 0; i < q->calls.n && good; i++) {
        uint64_t *row = base_alloc_zero(term_arity(q->bank, q->calls.at[i]) + 1u, sizeof *row);
        good = question_seen(q, q->calls.at[i], row) && fix(q, &f, q->calls.at[i], row, NULL);
        free(row);
    }
    bool found = good && solve(q, smt, &f);
    fixing_free(&f);
    return found;
}

#include "solve/near/targets.h"

#include <stdlib.h>
#include <string.h>

#include "solve/near/climb.h"
#include "solve/near/transplant.h"
#include "term/core/walk.h"

/* Whether the constant occurs in the call. */
static bool occurs(const vec_u32 *decls, decl_id d)
{
    for (size_t i = 0; i < decls->n; i++)
        if (decls->at[i] == d)
            return true;
    return false;
}

/* That the call gives the targets. */
static void add_targets(const question *q, term_id call, const value_id *targets, term_vec *terms)
{
    for (size_t i = 0; i < q->results.n; i++)
        if (question_same_call(q, q->results.at[i], call) && targets[i])
            vec_push(terms, term_eq(q->bank, q->results.at[i], term_const(q->bank, targets[i])));
}

/* Inputs that make the terms about one call hold, into q->values; other inputs stay as they are. */
static bool reach(question *q, const near_targets *t, term_id call, const term_vec *terms)
{
    question inner;
    vec_u32 decls = {0};
    question_init(&inner, q->bank, q->boxes, q->limits);
    inner.deadline = q->deadline;
    inner.interrupt = q->interrupt;
    inner.most_calls = q->most_calls;
    for (size_t i = 0; i < terms->n; i++)
        question_add(&inner, terms->at[i]);
    term_free_decls(q->bank, &call, 1, &decls);
    for (uint32_t i = 0; i < q->inputs.n; i++) {
        const question_input *in = &q->inputs.at[i];
        bool joins = in->bytes && q->places.at[in->first].joins && inner.inputs.n &&
                     vec_last(&inner.inputs).decl == q->inputs.at[i - 1].decl;
        if (occurs(&decls, in->decl))
            question_add_input(&inner, in->decl, question_word(q, i), joins);
    }
    question_close(&inner);
    bool found =
        question_compile(&inner) && (question_try(&inner) || transplant(&inner, t->effort) ||
                                     climb(&inner, t->seed, t->effort));
    for (uint32_t i = 0; i < inner.inputs.n && found; i++)
        question_set_word(q, question_find(q, inner.inputs.at[i].decl), question_word(&inner, i));
    q->executions += inner.executions;
    vec_free(&decls);
    question_free(&inner);
    return found;
}

/* All calls; false with what cannot be had, as far as is known, in `more`. */
static bool reach_all(question *q, const near_targets *t, const value_id *targets, term_vec *more)
{
    bool good = true;
    term_vec terms = {0};
    for (size_t i = 0; i < q->calls.n && good; i++) {
        vec_clear(&terms);
        add_targets(q, q->calls.at[i], targets, &terms);
        good = terms.n && reach(q, t, q->calls.at[i], &terms);
        if (!good && terms.n)
            vec_push(more, term_not(q->bank, term_and(q->bank, terms.at, (uint32_t)terms.n)));
    }
    vec_free(&terms);
    return good;
}

bool targets_try(question *q, const near_targets *t)
{
    value_id *targets = base_alloc_zero(q->results.n + 1, sizeof *targets);
    term_vec more = {0};
    bool found = false, failed = true;
    for (uint64_t round = 0; round < t->rounds && failed && !question_expired(q); round++) {
        size_t before = more.n;
        question_restart(q);
        if (!t->propose(t->context, q, &more, targets))
            break;
        bool good = reach_all(q, t, targets, &more);
        found = good && question_try(q);
        failed = more.n > before; /* else calls share inputs, and another proposal is as bad */
    }
    if (!found)
        question_restart(q);
    vec_free(&more);
    free(targets);
    return found;
}

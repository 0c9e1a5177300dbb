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

/* Inputs that make the call give the value, into q->values; other inputs stay as they are. */
static bool reach(question *q, const near_targets *t, term_id call, value_id target)
{
    question inner;
    vec_u32 decls = {0};
    question_init(&inner, q->bank, q->boxes, q->limits);
    inner.deadline = q->deadline;
    inner.interrupt = q->interrupt;
    inner.most_calls = q->most_calls;
    question_add(&inner, term_eq(q->bank, call, term_const(q->bank, target)));
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

bool targets_try(question *q, const near_targets *t)
{
    value_id *targets = base_alloc_zero(q->calls.n + 1, sizeof *targets);
    term_vec forbidden = {0};
    bool found = false;
    for (uint64_t round = 0; round < t->rounds && !found && !question_expired(q); round++) {
        question_restart(q);
        if (!t->propose(t->context, q, &forbidden, targets))
            break;
        bool good = true;
        for (size_t i = 0; i < q->calls.n && good; i++) {
            good = targets[i] && reach(q, t, q->calls.at[i], targets[i]);
            if (!good && targets[i])
                vec_push(&forbidden, term_not(q->bank, term_eq(q->bank, q->calls.at[i],
                                                               term_const(q->bank, targets[i]))));
        }
        found = good && question_try(q);
        if (good && !found) /* calls that share inputs */
            break;
        if (!good && !forbidden.n)
            break;
    }
    if (!found)
        question_restart(q);
    vec_free(&forbidden);
    free(targets);
    return found;
}

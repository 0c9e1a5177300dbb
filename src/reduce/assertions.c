/* Dropping and splitting assertions. */
#include "reduce/reduce_impl.h"

/* The current formula without the assertions from `first` on, `n` of them. */
static bool drop(reducer *r, size_t first, size_t n)
{
    formula candidate = {.logic = r->now.logic};
    reduce_begin(r);
    for (size_t i = 0; i < r->now.assertions.n; i++)
        if (i < first || i >= first + n)
            vec_push(&candidate.assertions, r->now.assertions.at[i]);
    return reduce_offer(r, &candidate, false);
}

/* In groups that get smaller: half of them at first, one alone at last. The last assertions go
 * first, since definitions come early in files. */
static bool drop_groups(reducer *r)
{
    bool changed = false;
    if (r->now.assertions.n > 1)
        changed = drop(r, 0, r->now.assertions.n);
    for (size_t group = (r->now.assertions.n + 1) / 2; group && !reduce_over(r);) {
        for (size_t end = r->now.assertions.n; end && !reduce_over(r);) {
            size_t first = end > group ? end - group : 0;
            changed |= drop(r, first, end - first);
            end = first;
        }
        if (group == 1)
            break;
        size_t most = (r->now.assertions.n + 1) / 2;
        group = (group + 1) / 2 < most ? (group + 1) / 2 : most;
    }
    return changed;
}

/* Assertion `i` by its conjuncts; all conjunctions if `i` is SIZE_MAX. */
static bool split(reducer *r, size_t only)
{
    formula candidate = {.logic = r->now.logic};
    reduce_begin(r);
    for (size_t i = 0; i < r->now.assertions.n; i++) {
        term_id t = r->now.assertions.at[i];
        if (term_op_of(r->b, t) == OP_AND && (only == SIZE_MAX || only == i))
            vec_append(&candidate.assertions, term_args(r->b, t), term_arity(r->b, t));
        else
            vec_push(&candidate.assertions, t);
    }
    return reduce_offer(r, &candidate, false);
}

static bool split_conjunctions(reducer *r)
{
    bool changed = false;
    while (split(r, SIZE_MAX))
        changed = true;
    for (size_t i = 0; i < r->now.assertions.n && !reduce_over(r); i++)
        if (term_op_of(r->b, r->now.assertions.at[i]) == OP_AND)
            changed |= split(r, i);
    return changed;
}

bool reduce_assertions(reducer *r)
{
    bool changed = drop_groups(r);
    if (split_conjunctions(r)) {
        changed = true;
        drop_groups(r);
    }
    return changed;
}

/* Dropping and splitting assertions. */
#include "reduce/formula/reduce_impl.h"

/* Groups of `size` assertions, counted from the end: definitions come early in files, and what was
 * added to them goes first. */
typedef struct groups {
    size_t size, n; /* n: assertions */
} groups;

static bool build_without_group(reducer *r, void *context, size_t i, formula *candidate)
{
    const groups *g = context;
    size_t end = g->n - i * g->size, first = end > g->size ? end - g->size : 0;
    *candidate = (formula){.logic = r->now.logic};
    vec_append(&candidate->assertions, r->now.assertions.at, first);
    vec_append(&candidate->assertions, r->now.assertions.at + end, r->now.assertions.n - end);
    return true;
}

static bool drop_groups_of(reducer *r, size_t size)
{
    groups g = {size, r->now.assertions.n};
    size_t n = (g.n + size - 1) / size, i = 0;
    bool changed = false;
    while (n && (i = reduce_first(r, i, n, build_without_group, &g)) < n) {
        changed = true;
        i++; /* groups before it stand where they stood */
    }
    return changed;
}

/* All at first, one alone at last. */
static bool drop_groups(reducer *r)
{
    bool changed = false;
    for (size_t size = r->now.assertions.n; size && !reduce_over(r);) {
        changed |= drop_groups_of(r, size);
        size_t half = (size + 1) / 2, most = (r->now.assertions.n + 1) / 2;
        size = size == 1 ? 0 : half < most ? half : most;
    }
    return changed;
}

/* Assertion i in its conjuncts; all of them for i == 0, the first one for 1, … */
static bool build_split(reducer *r, void *context, size_t i, formula *candidate)
{
    bool any = false;
    *candidate = (formula){.logic = r->now.logic};
    for (size_t j = 0; j < r->now.assertions.n; j++) {
        term_id t = r->now.assertions.at[j];
        if (term_op_of(r->b, t) == OP_AND && (i == 0 || i == j + 1)) {
            vec_append(&candidate->assertions, term_args(r->b, t), term_arity(r->b, t));
            any = true;
        } else {
            vec_push(&candidate->assertions, t);
        }
    }
    if (!any)
        formula_free(candidate);
    return any;
}

static bool split_conjunctions(reducer *r)
{
    bool changed = false;
    size_t n;
    do
        n = r->now.assertions.n + 1;
    while (reduce_first(r, 0, n, build_split, NULL) < n && (changed = true));
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

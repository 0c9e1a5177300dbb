/* Recombination: subformulas of satisfiable seeds put together anew, so that the model which the
 * seeds carry satisfies the result. What a combination is worth is evaluated; a false one is
 * negated. */
#include "fuse/make/maker_impl.h"
#include "fuse/seeds/logic.h"

/* The formulas of the seeds that have a value, one list for each. */
typedef struct pool {
    const term_vec *lists[2];
    size_t n;
} pool;

static term_id choose(making *w, const pool *p)
{
    size_t i = rng_below(w->r, p->n), first = p->lists[0]->n;
    return i < first ? p->lists[0]->at[i] : p->lists[1]->at[i - first];
}

/* Recursion is at most `depth` deep. */
static term_id combine(making *w, const pool *from, uint32_t depth)
{
    static const term_op connectives[] = {OP_AND, OP_OR, OP_XOR, OP_IMPLIES, OP_EQ, OP_DISTINCT};
    term_bank *b = w->m->bank;
    if (!depth || rng_one_in(w->r, 4)) {
        term_id t = choose(w, from);
        return rng_one_in(w->r, 3) ? term_make1(b, OP_NOT, t) : t;
    }
    term_id args[4];
    uint64_t kind = rng_below(w->r, 7);
    uint32_t n = kind == 6 ? 3 : kind < 2 ? 2 + (uint32_t)rng_below(w->r, 3) : 2;
    for (uint32_t i = 0; i < n; i++)
        args[i] = combine(w, from, depth - 1);
    return term_make(b, kind == 6 ? OP_ITE : connectives[kind], NULL, 0, args, n);
}

fuse_outcome fuse_recombine(making *w)
{
    const fuse_limits *l = w->m->limits;
    pool from = {0};
    term_vec *assertions = &w->out->formula.assertions;
    bool both = w->models[1] && w->plan->first != w->plan->second && rng_one_in(w->r, 2);
    if (!w->models[0])
        return FUSE_NO_PAIR;
    if (!making_begin_model(w, MODEL_OWN, both ? MODEL_OWN : MODEL_UNUSED))
        return FUSE_UNCERTIFIED;
    for (int i = 0; i < 1 + both; i++) {
        from.lists[i] =
            prepared_truths(&w->m->seeds_ready, i ? w->plan->second : w->plan->first, (seed_role)i);
        from.n += from.lists[i]->n;
        w->needs |= w->sides[i]->needs;
    }
    making_record(w, 1 + both);
    w->out->layout->whole = true;
    size_t parts = 2 + rng_below(w->r, l->recombine_parts);
    for (size_t i = 0; i < parts && from.n; i++) {
        term_id t = combine(w, &from, (uint32_t)rng_below(w->r, l->recombine_depth + 1));
        value_id v = eval_term(w->evaluator, t);
        if (v)
            vec_push(assertions, value_is_true(v) ? t : term_make1(w->m->bank, OP_NOT, t));
    }
    if (!assertions->n)
        return FUSE_NO_PAIR;
    /* each was made true by what it came to */
    vec_push(&w->out->expected, ANSWER_SAT);
    w->out->certain = CERTAIN_MODEL;
    return FUSE_MADE;
}

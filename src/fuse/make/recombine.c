/* Recombination: subformulas of satisfiable seeds put together anew, so that the model which the
 * seeds carry satisfies the result. What a combination is worth is evaluated; a false one is
 * negated. */
#include "fuse/make/maker_impl.h"
#include "fuse/seeds/logic.h"

/* Formulas without free variables that have a value. */
static void find_pool(making *w, int which, term_vec *pool)
{
    const side *s = w->sides[which];
    for (size_t i = 0; i < s->nodes.n; i++) {
        term_id t = s->nodes.at[i];
        if (term_op_of(s->bank, t) != OP_PATTERN && term_sort(s->bank, t) == SORT_ID_BOOL &&
            !term_has_var(s->bank, t) && eval_term(w->evaluator, t))
            vec_push(pool, t);
    }
}

/* Recursion is at most `depth` deep. */
static term_id combine(making *w, const term_vec *pool, uint32_t depth)
{
    static const term_op connectives[] = {OP_AND, OP_OR, OP_XOR, OP_IMPLIES, OP_EQ, OP_DISTINCT};
    term_bank *b = w->m->bank;
    if (!depth || rng_one_in(w->r, 4)) {
        term_id t = pool->at[rng_below(w->r, pool->n)];
        return rng_one_in(w->r, 3) ? term_make1(b, OP_NOT, t) : t;
    }
    term_id args[4];
    uint64_t kind = rng_below(w->r, 7);
    uint32_t n = kind == 6 ? 3 : kind < 2 ? 2 + (uint32_t)rng_below(w->r, 3) : 2;
    for (uint32_t i = 0; i < n; i++)
        args[i] = combine(w, pool, depth - 1);
    return term_make(b, kind == 6 ? OP_ITE : connectives[kind], NULL, 0, args, n);
}

fuse_outcome fuse_recombine(making *w)
{
    const fuse_limits *l = w->m->limits;
    term_vec pool = {0}, *assertions = &w->out->formula.assertions;
    bool both = w->models[1] && w->plan->first != w->plan->second && rng_one_in(w->r, 2);
    if (!w->models[0])
        return FUSE_NO_PAIR;
    if (!making_begin_model(w, MODEL_OWN, both ? MODEL_OWN : MODEL_UNUSED))
        return FUSE_UNCERTIFIED;
    for (int i = 0; i < 1 + both; i++) {
        find_pool(w, i, &pool);
        w->needs |= w->sides[i]->needs;
    }
    size_t parts = 2 + rng_below(w->r, l->recombine_parts);
    for (size_t i = 0; i < parts && pool.n; i++) {
        term_id t = combine(w, &pool, (uint32_t)rng_below(w->r, l->recombine_depth + 1));
        value_id v = eval_term(w->evaluator, t);
        if (v)
            vec_push(assertions, value_is_true(v) ? t : term_make1(w->m->bank, OP_NOT, t));
    }
    vec_free(&pool);
    if (!assertions->n)
        return FUSE_NO_PAIR;
    return making_sat(w, assertions);
}

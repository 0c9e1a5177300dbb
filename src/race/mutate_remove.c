/* Mutation that takes away: constructs for good, or parts of the formula. */
#include "base/map.h"
#include "race/mutate_impl.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

/* A removal in the making. */
typedef struct removal {
    const grammar *g;
    rng *r;
    const bool *out, *avoid;
    term_vec orphans; /* what has lost its place */
} removal;

static bool is_out(const removal *m, term_id t)
{
    size_t c = grammar_construct_of(m->g, t);
    return c != SIZE_MAX && m->out[c];
}

/* Something to be kept: an application, or a constant that is a construct itself. */
static bool matters(const removal *m, term_id t)
{
    return term_arity(m->g->bank, t) || grammar_construct_of(m->g, t) != SIZE_MAX;
}

/* A variable or a constant that is none of the constructs; 0: there is none. */
static term_id leaf_of(const removal *m, sort_id sort)
{
    for (uint64_t i = 0; i < m->g->limits->removal_leaves; i++) {
        term_id t = grammar_term(m->g, m->r, sort, 0);
        if (t && !term_arity(m->g->bank, t) && !is_out(m, t))
            return t;
    }
    for (uint64_t i = 0; i < m->g->limits->removal_leaves;
         i++) { /* RegLan: its constants are operators */
        term_id t = grammar_term(m->g, m->r, sort, 0);
        if (t && !is_out(m, t))
            return t;
    }
    return 0;
}

/* An application of the plan with these arguments wherever their sorts fit. *kept: how many of
 * those that matter it has. */
static term_id build_host(const removal *m, term_op op, const plan *p, const term_id *args,
                          uint32_t n, uint32_t *kept)
{
    const term_bank *b = m->g->bank;
    term_id own[GENERATE_MOST_ARGS];
    uint64_t used = 0;
    *kept = 0;
    for (uint32_t i = 0; i < p->n; i++) {
        uint32_t best = n;
        for (uint32_t k = 0; k < n && k < 64; k++)
            if (!(used >> k & 1) && term_sort(b, args[k]) == p->args[i] &&
                (best == n || (!matters(m, args[best]) && matters(m, args[k]))))
                best = k;
        own[i] = best < n ? args[best] : leaf_of(m, p->args[i]);
        if (!own[i])
            return 0;
        if (best == n)
            continue;
        used |= UINT64_C(1) << best;
        *kept += matters(m, args[best]);
    }
    return term_build(m->g->bank, op, p->indices, term_op_indices(op), own, p->n);
}

/* Another construct of the sort that keeps as many of the arguments as possible; 0: none keeps any.
 * Those that are to be avoided come into it only when no other keeps as many. */
static term_id find_host(const removal *m, sort_id sort, const term_id *args, uint32_t n,
                         uint32_t *kept)
{
    const grammar *g = m->g;
    term_id best = 0;
    uint32_t wanted = 0;
    *kept = 0;
    for (uint32_t k = 0; k < n; k++)
        wanted += matters(m, args[k]);
    for (uint64_t i = 0; i < 2 * g->limits->removal_hosts && (!best || *kept < wanted); i++) {
        size_t k = rng_below(m->r, g->constructs.n);
        const construct *c = &g->constructs.at[k];
        plan p;
        uint32_t now;
        if (m->out[k] || (i < g->limits->removal_hosts && m->avoid[k]) || !c->on || c->value ||
            c->op == OP_APP || !grammar_plan(g, m->r, c->op, sort, &p))
            continue;
        term_id t = build_host(m, c->op, &p, args, n, &now);
        if (t && now > *kept && term_sort(g->bank, t) == sort && !is_out(m, t)) {
            best = t;
            *kept = now;
        }
    }
    return best;
}

static bool contains(const term_bank *b, term_id t, term_id arg)
{
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        if (term_arg(b, t, i) == arg)
            return true;
    return t == arg;
}

/* Something without these constructs in place of a term, whose new arguments are `args`: another
 * construct with the same arguments, else one of them, else something small. */
static term_id substitute_for(removal *m, term_id old, const term_id *args)
{
    const term_bank *b = m->g->bank;
    sort_id sort = term_sort(b, old);
    uint32_t n = term_arity(b, old), kept = 0;
    term_id now = n ? find_host(m, sort, args, n, &kept) : 0;
    for (uint32_t i = 0; !now && i < n; i++)
        if (term_sort(b, args[i]) == sort)
            now = args[i];
    if (!now)
        now = leaf_of(m, sort);
    for (uint32_t i = 0; now && i < n; i++)
        if (matters(m, args[i]) && !contains(b, now, args[i]) &&
            m->orphans.n < m->g->limits->removal_orphans)
            vec_push(&m->orphans, args[i]);
    return now;
}

/* An assertion that has `t` in it; 0: none was found. */
static term_id embed(const removal *m, term_id t)
{
    const grammar *g = m->g;
    for (uint64_t i = 0;
         t && i < g->limits->removal_embeds && term_sort(g->bank, t) != SORT_ID_BOOL; i++) {
        uint32_t kept;
        term_id up = find_host(m, SORT_ID_BOOL, &t, 1, &kept);
        for (size_t k = 0; !up && k < g->sorts.n; k++)
            if (g->sorts.at[k] != term_sort(g->bank, t))
                up = find_host(m, g->sorts.at[k], &t, 1, &kept);
        t = up;
    }
    return t && term_sort(g->bank, t) == SORT_ID_BOOL ? t : 0;
}

static bool rebuild(removal *m, const formula *from, map *made)
{
    const grammar *g = m->g;
    term_vec order = {0}, args = {0};
    bool good = true;
    term_postorder(g->bank, from->assertions.at, from->assertions.n, &order);
    for (size_t i = 0; good && i < order.n; i++) {
        term_id t = order.at[i], now = t;
        bool changed = false;
        args.n = 0;
        for (uint32_t k = 0; k < term_arity(g->bank, t); k++) {
            term_id below = term_arg(g->bank, t, k);
            vec_push(&args, (term_id)map_get(made, below, below));
            changed |= args.at[k] != below;
        }
        if (is_out(m, t))
            now = substitute_for(m, t, args.at);
        else if (changed)
            now = term_rebuild(g->bank, t, args.at);
        good = now != 0;
        map_put(made, t, now);
    }
    vec_free(&order);
    vec_free(&args);
    return good;
}

bool mutate_without(const grammar *g, rng *r, const formula *from, const bool *out,
                    const bool *avoid, formula *to)
{
    removal m = {.g = g, .r = r, .out = out, .avoid = avoid};
    map made = {0};
    bool good = rebuild(&m, from, &made);
    if (good) {
        formula_copy(to, from);
        for (size_t i = 0; i < to->assertions.n; i++)
            to->assertions.at[i] = (term_id)map_get(&made, to->assertions.at[i], 0);
        for (size_t i = 0; i < m.orphans.n; i++) {
            term_id t = embed(&m, m.orphans.at[i]);
            if (t)
                vec_push(&to->assertions, t);
        }
    }
    map_free(&made);
    vec_free(&m.orphans);
    return good;
}

/* ---- Shrinking ------------------------------------------------------------------------------- */

static void drop_assertions(rng *r, const formula *from, formula *to)
{
    formula_copy(to, from);
    to->assertions.n = 0;
    for (size_t i = 0; i < from->assertions.n; i++)
        if (rng_one_in(r, 2))
            vec_push(&to->assertions, from->assertions.at[i]);
    if (!to->assertions.n)
        vec_push(&to->assertions, from->assertions.at[rng_below(r, from->assertions.n)]);
    if (to->assertions.n == from->assertions.n)
        to->assertions.n--;
}

/* What is to stand at a place instead: something of the same sort from below it, or a leaf. */
static term_id smaller(const grammar *g, rng *r, term_id t)
{
    uint32_t n = term_arity(g->bank, t), start = (uint32_t)rng_below(r, n);
    for (uint32_t i = 0; i < n && rng_one_in(r, 2); i++) {
        term_id below = term_arg(g->bank, t, (start + i) % n);
        if (term_sort(g->bank, below) == term_sort(g->bank, t))
            return below;
    }
    return grammar_term(g, r, term_sort(g->bank, t), 0);
}

bool mutate_smaller(const grammar *g, rng *r, const formula *from, formula *to)
{
    if (from->assertions.n > 1 && rng_one_in(r, 2)) {
        drop_assertions(r, from, to);
        return true;
    }
    place_list places = {0};
    mutate_places(g, from, &places);
    bool done = false;
    for (uint64_t i = 0; i < g->limits->smaller_tries && !done; i++) {
        size_t where = rng_below(r, places.n);
        term_id old = places.at[where].term;
        if (!term_arity(g->bank, old) || term_is_binder(term_op_of(g->bank, old)))
            continue;
        term_id t = smaller(g, r, old), top = t && t != old ? mutate_put(g, &places, where, t) : 0;
        if (!top)
            continue;
        formula_copy(to, from);
        to->assertions.at[places.at[where].assertion] = top;
        done = true;
    }
    vec_free(&places);
    return done;
}

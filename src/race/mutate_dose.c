/* Doses: more of one construct, and as little as possible of anything else. */
#include <stdlib.h>

#include "base/alloc.h"
#include "race/mutate_impl.h"
#include "term/core/walk.h"

static bool has_any(const grammar *g, term_id t, const bool *constructs)
{
    term_vec order = {0};
    bool found = false;
    term_postorder(g->bank, &t, 1, &order);
    for (size_t i = 0; !found && i < order.n; i++) {
        size_t c = grammar_construct_of(g, order.at[i]);
        found = c != SIZE_MAX && constructs[c];
    }
    vec_free(&order);
    return found;
}

/* An operator without arguments (re.all) of the sort; 0: none was met. */
static term_id make_nullary(const grammar *g, rng *r, sort_id sort, const bool *precious)
{
    size_t start = rng_below(r, g->constructs.n);
    for (size_t i = 0; i < g->constructs.n; i++) {
        size_t k = (start + i) % g->constructs.n;
        const construct *c = &g->constructs.at[k];
        plan p;
        if (precious[k] || !c->on || c->value || c->op == OP_APP ||
            !grammar_plan(g, r, c->op, sort, &p) || p.n)
            continue;
        term_id t = term_build(g->bank, c->op, p.indices, term_op_indices(c->op), NULL, 0);
        if (t && term_sort(g->bank, t) == sort)
            return t;
    }
    return 0;
}

/* A leaf, if possible without the precious constructs: where a sort has no literals, leaves are
 * operators, too. */
static term_id make_leaf(const grammar *g, rng *r, sort_id sort, const bool *precious)
{
    term_id t = 0;
    for (uint64_t i = 0; i < g->limits->dose_leaves; i++)
        if ((t = grammar_term(g, r, sort, 0)) && !has_any(g, t, precious))
            return t;
    term_id other = make_nullary(g, r, sort, precious);
    return other ? other : t;
}

/* The construct with leaves as arguments; 0: it has another sort. */
static term_id make_dose(const grammar *g, rng *r, size_t which, sort_id sort, const bool *precious)
{
    const construct *c = &g->constructs.at[which];
    term_id args[GENERATE_MOST_ARGS];
    if (c->value)
        return term_sort(g->bank, c->value) == sort ? c->value : 0;
    for (size_t i = 0; c->op == OP_APP && i < g->functions.n; i++) {
        decl_id d = g->functions.at[i];
        if (decl_range(g->bank, d) != sort)
            continue;
        for (uint32_t k = 0; k < decl_arity(g->bank, d); k++)
            args[k] = make_leaf(g, r, decl_domain(g->bank, d, k), precious);
        return term_app(g->bank, d, args, decl_arity(g->bank, d));
    }
    for (uint64_t i = 0; c->op != OP_APP && i < g->limits->plan_tries; i++) { /* plans are random */
        plan p;
        if (!grammar_plan(g, r, c->op, sort, &p))
            continue;
        bool good = true;
        for (uint32_t k = 0; good && k < p.n; k++)
            good = (args[k] = make_leaf(g, r, p.args[k], precious)) != 0;
        term_id t =
            good ? term_build(g->bank, c->op, p.indices, term_op_indices(c->op), args, p.n) : 0;
        if (t && term_sort(g->bank, t) == sort)
            return t;
    }
    return 0;
}

/* What stands at a place and the construct side by side, below an operator that does not count: what is above the
 * place is above the construct, too, and it need not have the place's sort. 0: no operator fits. */
static term_id make_host(const grammar *g, rng *r, size_t which, term_id old, const bool *precious)
{
    sort_id sort = term_sort(g->bank, old);
    size_t start = rng_below(r, g->constructs.n);
    for (size_t i = 0; i < g->constructs.n; i++) {
        size_t number = (start + i) % g->constructs.n;
        const construct *c = &g->constructs.at[number];
        plan p;
        if (precious[number] || !c->on || c->value || c->op == OP_APP ||
            !grammar_plan(g, r, c->op, sort, &p))
            continue;
        term_id args[GENERATE_MOST_ARGS] = {0}, dose = 0;
        bool kept = false, good = true;
        for (uint32_t k = 0; k < p.n; k++) {
            if (!kept && p.args[k] == sort) {
                args[k] = old;
                kept = true;
            } else if (!dose) {
                args[k] = dose = make_dose(g, r, which, p.args[k], precious);
            }
        }
        if (!kept || !dose)
            continue;
        for (uint32_t k = 0; good && k < p.n; k++)
            good = args[k] || (args[k] = make_leaf(g, r, p.args[k], precious));
        term_id t =
            good ? term_build(g->bank, c->op, p.indices, term_op_indices(c->op), args, p.n) : 0;
        if (t && term_sort(g->bank, t) == sort)
            return t;
    }
    return 0;
}

/* Of the places without any of these constructs in them, those that are in none of the others. */
static void list_spare(const grammar *g, const place_list *places, const bool *precious,
                       vec_u32 *spare)
{
    bool *has = base_alloc_zero(places->n, sizeof *has);
    for (size_t i = places->n; i--;) { /* what is below comes later */
        size_t c = grammar_construct_of(g, places->at[i].term);
        has[i] |= c != SIZE_MAX && precious[c];
        has[places->at[i].parent] |= has[i];
    }
    for (size_t i = 0; i < places->n; i++)
        if (!has[i] && (places->at[i].parent == i || has[places->at[i].parent]))
            vec_push(spare, (uint32_t)i);
    free(has);
}

/* Puts one more of the construct at a spare place, beside what is at any place, or beside everything. */
static bool dose_once(const grammar *g, rng *r, const formula *from, size_t which,
                      const bool *precious, formula *to)
{
    place_list places = {0};
    vec_u32 spare = {0};
    mutate_places(g, from, &places);
    list_spare(g, &places, precious, &spare);
    bool done = false;
    for (uint64_t i = 0; i < g->limits->dose_tries && !done; i++) {
        bool host = rng_one_in(r, g->limits->host_one_in);
        bool beside = !host && (!spare.n || rng_one_in(r, g->limits->beside_one_in));
        size_t where = beside ? 0 : host ? rng_below(r, places.n) : spare.at[rng_below(r, spare.n)];
        term_id old = places.at[where].term;
        sort_id sort = beside ? SORT_ID_BOOL : term_sort(g->bank, old);
        term_id t =
            host ? make_host(g, r, which, old, precious) : make_dose(g, r, which, sort, precious);
        term_id top = t && t != old ? (beside ? t : mutate_put(g, &places, where, t)) : 0;
        if (!top)
            continue;
        formula_copy(to, from);
        if (beside)
            vec_push(&to->assertions, top);
        else
            to->assertions.at[places.at[where].assertion] = top;
        done = true;
    }
    vec_free(&spare);
    vec_free(&places);
    return done;
}

bool mutate_dose(const grammar *g, rng *r, const formula *from, size_t which, const bool *precious,
                 formula *to)
{
    formula now;
    formula_copy(&now, from);
    bool done = false;
    for (uint64_t i = 0; i < g->limits->doses && dose_once(g, r, &now, which, precious, to); i++) {
        formula_free(&now);
        now = *to;
        done = true;
    }
    if (!done)
        formula_free(&now);
    return done;
}

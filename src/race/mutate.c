#include "race/mutate.h"

#include "race/mutate_impl.h"
#include "term/core/subst.h"

void mutate_places(const grammar *g, const formula *f, place_list *places)
{
    for (size_t i = 0; i < f->assertions.n; i++) {
        place root = {f->assertions.at[i], (uint32_t)places->n, 0, (uint32_t)i};
        vec_push(places, root);
    }
    for (size_t i = 0; i < places->n; i++) {
        place at = places->at[i];
        if (term_is_binder(term_op_of(g->bank, at.term)))
            continue;
        uint32_t n = term_arity(g->bank, at.term);
        for (uint32_t k = 0; k < n && places->n < g->limits->places; k++) {
            place below = {term_arg(g->bank, at.term, k), (uint32_t)i, k, at.assertion};
            vec_push(places, below);
        }
    }
}

term_id mutate_put(const grammar *g, const place_list *places, size_t where, term_id t)
{
    while (t && places->at[where].parent != where) {
        const place *at = &places->at[where];
        term_id above = places->at[at->parent].term;
        uint32_t n = term_arity(g->bank, above);
        term_vec args = {0};
        vec_append(&args, term_args(g->bank, above), n);
        args.at[at->argument] = t;
        t = term_rebuild(g->bank, above, args.at);
        vec_free(&args);
        where = at->parent;
    }
    return t;
}

/* What becomes of the term that a construct takes the place of. */
typedef enum manner {
    REPLACE, /* its arguments become arguments; now and then it becomes one itself */
    GROW     /* it becomes an argument, or is a leaf, or stays beside a new assertion */
} manner;

/* The construct with arguments: old ones in their order where sorts fit; with `wrap` what was there
 * is the first of them. */
static term_id build(const grammar *g, rng *r, term_op op, const plan *p, term_id old, manner m)
{
    term_id args[GENERATE_MOST_ARGS];
    bool wrap = m != REPLACE || rng_one_in(r, g->limits->wrap_one_in);
    uint32_t next = 0, n = term_is_binder(term_op_of(g->bank, old)) ? 0 : term_arity(g->bank, old);
    for (uint32_t i = 0; i < p->n; i++) {
        if (wrap && p->args[i] == term_sort(g->bank, old)) {
            args[i] = old;
            wrap = false;
            continue;
        }
        uint32_t k = next;
        while (k < n && term_sort(g->bank, term_arg(g->bank, old, k)) != p->args[i])
            k++;
        if (k < n) {
            args[i] = term_arg(g->bank, old, k);
            next = k + 1;
        } else {
            args[i] =
                grammar_term(g, r, p->args[i], (uint32_t)rng_below(r, g->limits->new_depth + 1));
        }
        if (!args[i])
            return 0;
    }
    return term_build(g->bank, op, p->indices, term_op_indices(op), args, p->n);
}

static term_id build_function(const grammar *g, rng *r, term_id old)
{
    sort_id sort = term_sort(g->bank, old);
    for (size_t i = 0; i < g->functions.n; i++) {
        decl_id d = g->functions.at[i];
        if (decl_range(g->bank, d) != sort)
            continue;
        plan p = {.n = decl_arity(g->bank, d)};
        term_id args[GENERATE_MOST_ARGS];
        for (uint32_t k = 0; k < p.n; k++)
            args[k] = k == 0 ? old : grammar_term(g, r, decl_domain(g->bank, d, k), 1);
        return term_app(g->bank, d, args, p.n);
    }
    return 0;
}

static bool has_argument(const plan *p, sort_id sort)
{
    for (uint32_t i = 0; i < p->n; i++)
        if (p->args[i] == sort)
            return true;
    return false;
}

/* The construct in the place of `old`, with `beside` as a new assertion beside it; 0: its sort does
 * not fit. */
static term_id make_construct(const grammar *g, rng *r, const construct *c, term_id old, manner m,
                              bool beside)
{
    sort_id sort = term_sort(g->bank, old);
    bool leaf = !term_arity(g->bank, old);
    if (c->value)
        return term_sort(g->bank, c->value) == sort && (m == REPLACE || leaf) ? c->value : 0;
    if (c->op == OP_APP)
        return build_function(g, r, old);
    for (uint64_t i = 0; i < g->limits->plan_tries; i++) { /* plans are random: another may fit */
        plan p;
        if (!grammar_plan(g, r, c->op, sort, &p) ||
            (m != REPLACE && !leaf && !beside && !has_argument(&p, sort)))
            continue;
        term_id t = build(g, r, c->op, &p, old, m);
        if (t && term_sort(g->bank, t) == sort)
            return t;
    }
    return 0;
}

/* One try at a random place; false: it did not fit. */
static bool mutate_at(const grammar *g, rng *r, const place_list *places, const formula *from,
                      const construct *c, manner m, formula *to)
{
    size_t where = rng_below(r, places->n);
    term_id old = places->at[where].term;
    bool beside = m != REPLACE && places->at[where].parent == where;
    if (beside && m == GROW && from->assertions.n >= g->limits->assertions_grown * g->assertions)
        return false;
    term_id t = make_construct(g, r, c, old, m, beside);
    term_id top = t && t != old ? mutate_put(g, places, where, t) : 0;
    if (!top)
        return false;
    formula_copy(to, from);
    if (beside)
        vec_push(&to->assertions, top);
    else
        to->assertions.at[places->at[where].assertion] = top;
    return true;
}

static bool mutate_somewhere(const grammar *g, rng *r, const formula *from, size_t which, manner m,
                             formula *to)
{
    place_list places = {0};
    mutate_places(g, from, &places);
    if (m == GROW && places.n >= g->limits->grown)
        m = REPLACE;
    bool done = false;
    for (uint64_t i = 0; places.n && i < g->limits->place_tries && !done; i++)
        done = mutate_at(g, r, &places, from, &g->constructs.at[which], m, to);
    vec_free(&places);
    return done;
}

/* The same `times` times, one after the other; what could be done stays. */
static bool mutate_often(const grammar *g, rng *r, const formula *from, size_t which, manner m,
                         uint32_t times, formula *to)
{
    formula now;
    formula_copy(&now, from);
    bool done = false;
    for (uint32_t i = 0; i < times && mutate_somewhere(g, r, &now, which, m, to); i++) {
        formula_free(&now);
        now = *to;
        done = true;
    }
    if (done)
        *to = now;
    else
        formula_free(&now);
    return done;
}

bool mutate(const grammar *g, rng *r, const formula *from, size_t which, uint32_t times,
            formula *to)
{
    manner m = times > 1 || rng_one_in(r, g->limits->grow_one_in) ? GROW : REPLACE;
    return mutate_often(g, r, from, which, m, times, to) ||
           (m == GROW && mutate_often(g, r, from, which, REPLACE, times, to));
}

/* A place of `donor` that begins with the construct; SIZE_MAX: none. */
static size_t find_begin(const grammar *g, rng *r, const place_list *donor, size_t which)
{
    size_t found = SIZE_MAX;
    uint64_t seen = 0;
    for (size_t i = 0; i < donor->n; i++)
        if (grammar_construct_of(g, donor->at[i].term) == which && rng_one_in(r, ++seen))
            found = i;
    return found;
}

bool mutate_graft(const grammar *g, rng *r, const formula *from, const formula *donor, size_t which,
                  formula *to)
{
    place_list here = {0}, there = {0};
    mutate_places(g, from, &here);
    mutate_places(g, donor, &there);
    size_t graft = here.n < g->limits->grown ? find_begin(g, r, &there, which) : SIZE_MAX;
    bool done = false;
    for (uint64_t i = 0; graft != SIZE_MAX && i < g->limits->graft_tries && !done; i++) {
        size_t where = rng_below(r, here.n);
        term_id t = there.at[graft].term;
        if (t == here.at[where].term ||
            term_sort(g->bank, t) != term_sort(g->bank, here.at[where].term))
            continue;
        term_id top = mutate_put(g, &here, where, t);
        if (!top)
            continue;
        formula_copy(to, from);
        to->assertions.at[here.at[where].assertion] = top;
        done = true;
    }
    vec_free(&here);
    vec_free(&there);
    return done;
}

void mutate_cross(const grammar *g, rng *r, const formula *mother, const formula *father,
                  formula *child)
{
    formula_copy(child, mother);
    for (size_t i = 0; i < child->assertions.n && i < father->assertions.n; i++)
        if (rng_one_in(r, 2))
            child->assertions.at[i] = father->assertions.at[i];
    place_list here = {0}, there = {0};
    mutate_places(g, child, &here);
    mutate_places(g, father, &there);
    for (uint64_t i = 0; i < g->limits->cross_tries; i++) {
        size_t a = rng_below(r, here.n), b = rng_below(r, there.n);
        term_id graft = there.at[b].term;
        if (graft == here.at[a].term ||
            term_sort(g->bank, graft) != term_sort(g->bank, here.at[a].term))
            continue;
        term_id root = mutate_put(g, &here, a, graft);
        if (root) {
            child->assertions.at[here.at[a].assertion] = root;
            break;
        }
    }
    vec_free(&here);
    vec_free(&there);
}

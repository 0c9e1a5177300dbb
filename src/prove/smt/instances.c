#include "prove/smt/instances.h"

#include <stdlib.h>

#include "base/map.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

typedef struct grounding {
    instances *x;
    term_bank *b;
    map quantified;   /* the subterms that have a quantifier inside */
    term_vec indices; /* that the question is about */
    term_vec offsets; /* constants that are added to the index inside of statements about all */
    size_t most;
} grounding;

void instances_init(instances *x, term_bank *b)
{
    *x = (instances){.bank = b};
}

void instances_free(instances *x)
{
    vec_free(&x->witnesses);
}

static bool is_plain_forall(const term_bank *b, term_id t)
{
    return term_op_of(b, t) == OP_FORALL && term_var_count(b, t) == 1;
}

/* ---- Witnesses ------------------------------------------------------------------------------- */

/* Another one for each statement that is denied, where several are denied together: one for two would say more. */
static term_id next_witness(instances *x, sort_id sort)
{
    for (; x->used < x->witnesses.n; x->used++)
        if (term_sort(x->bank, x->witnesses.at[x->used]) == sort)
            return x->witnesses.at[x->used++];
    term_id fresh =
        term_app(x->bank, decl_constant(x->bank, symbol_fresh(x->bank, "element"), sort), NULL, 0);
    vec_push(&x->witnesses, fresh);
    x->used++;
    return fresh;
}

static term_id put(term_bank *b, term_id forall, term_id index)
{
    term_id k = term_arg(b, forall, 0);
    return term_substitute(b, term_body(b, forall), &k, &index, 1);
}

static term_id instances_where(grounding *g, term_id forall)
{
    term_vec each = {0};
    sort_id sort = term_sort(g->b, term_arg(g->b, forall, 0));
    for (size_t i = 0; i < g->indices.n; i++)
        if (term_sort(g->b, g->indices.at[i]) == sort)
            vec_push(&each, put(g->b, forall, g->indices.at[i]));
    term_id all = term_and(g->b, each.at, (uint32_t)each.n);
    vec_free(&each);
    return all;
}

/* Through the Boolean structure; `asserted` or denied. With `positive` what is asserted of all is replaced,
 * else what is denied. */
static term_id replace(grounding *g, term_id t, bool asserted, bool positive)
{
    term_op op = term_op_of(g->b, t);
    if (!map_find(&g->quantified, t))
        return t;
    if (is_plain_forall(g->b, t)) {
        if (asserted != positive)
            return t;
        return positive ? instances_where(g, t)
                        : put(g->b, t, next_witness(g->x, term_sort(g->b, term_arg(g->b, t, 0))));
    }
    if (op != OP_AND && op != OP_OR && op != OP_NOT && op != OP_IMPLIES)
        return t;
    /* Of several one has to be wrong: they share their witnesses. */
    bool either = op == OP_AND ? !asserted : asserted;
    size_t first = g->x ? g->x->used : 0, most = first;
    term_vec args = {0};
    uint32_t n = term_arity(g->b, t);
    for (uint32_t i = 0; i < n; i++) {
        bool turned = op == OP_NOT || (op == OP_IMPLIES && i + 1 < n);
        vec_push(&args, replace(g, term_arg(g->b, t, i), asserted != turned, positive));
        if (!g->x)
            continue;
        most = g->x->used > most ? g->x->used : most;
        g->x->used = either ? first : most;
    }
    if (g->x)
        g->x->used = most;
    term_id result = term_rebuild(g->b, t, args.at);
    vec_free(&args);
    return result ? result : t;
}

/* ---- Indices --------------------------------------------------------------------------------- */

static bool is_closed(const term_bank *b, term_id t)
{
    term_vec vars = {0};
    term_free_vars(b, t, &vars);
    bool closed = !vars.n;
    vec_free(&vars);
    return closed;
}

static bool is_among(const term_vec *list, term_id t)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i] == t)
            return true;
    return false;
}

static void add_index(grounding *g, term_id t)
{
    if (t && g->indices.n < g->most && !is_among(&g->indices, t))
        vec_push(&g->indices, t);
}

static void add_offset(grounding *g, term_id index)
{
    term_op op = term_op_of(g->b, index);
    if ((op != OP_ADD && op != OP_BVADD) || term_arity(g->b, index) != 2)
        return;
    for (uint32_t i = 0; i < 2; i++)
        if (term_op_of(g->b, term_arg(g->b, index, i)) == OP_VAR &&
            term_op_of(g->b, term_arg(g->b, index, 1 - i)) == OP_CONST &&
            !is_among(&g->offsets, term_arg(g->b, index, 1 - i)))
            vec_push(&g->offsets, term_arg(g->b, index, 1 - i));
}

static void look_at(grounding *g, term_id t)
{
    term_op op = term_op_of(g->b, t);
    if (op != OP_SELECT && op != OP_STORE)
        return;
    if (is_closed(g->b, term_arg(g->b, t, 1)))
        add_index(g, term_arg(g->b, t, 1));
    else
        add_offset(g, term_arg(g->b, t, 1));
}

/* A statement about the element at k + c is about index i where k is i - c. */
static void move_by_offsets(grounding *g)
{
    size_t n = g->indices.n;
    for (size_t i = 0; i < g->offsets.n; i++)
        for (size_t k = 0; k < n; k++) {
            sort_id sort = term_sort(g->b, g->indices.at[k]);
            if (term_sort(g->b, g->offsets.at[i]) != sort)
                continue;
            add_index(g, term_make2(g->b, sort == SORT_ID_INT ? OP_SUB : OP_BVSUB, g->indices.at[k],
                                    g->offsets.at[i]));
        }
}

static void find_indices(grounding *g, const term_id *parts, size_t n)
{
    term_vec order = {0};
    term_postorder(g->b, parts, n, &order);
    for (size_t i = 0; i < g->x->used; i++)
        add_index(g, g->x->witnesses.at[i]);
    for (size_t i = 0; i < order.n; i++)
        look_at(g, order.at[i]);
    move_by_offsets(g);
    vec_free(&order);
}

/* ---- Questions ------------------------------------------------------------------------------- */

static bool find_quantifiers(grounding *g, const term_id *parts, size_t n)
{
    term_vec order = {0};
    term_postorder(g->b, parts, n, &order);
    for (size_t i = 0; i < order.n; i++) {
        bool inside = term_op_of(g->b, order.at[i]) == OP_FORALL;
        for (uint32_t k = 0; k < term_arity(g->b, order.at[i]) && !inside; k++)
            inside = map_find(&g->quantified, term_arg(g->b, order.at[i], k));
        if (inside)
            map_put(&g->quantified, order.at[i], 1);
    }
    vec_free(&order);
    return g->quantified.count > 0;
}

static void replace_in(grounding *g, term_id *parts, size_t n, bool positive)
{
    for (size_t i = 0; i < n; i++)
        parts[i] = replace(g, parts[i], true, positive);
}

bool instances_of_question(instances *x, term_id *parts, size_t n, size_t most)
{
    grounding g = {.x = x, .b = x->bank, .most = most};
    x->used = 0;
    bool some = find_quantifiers(&g, parts, n);
    if (some) {
        replace_in(&g, parts, n, false);
        map_free(&g.quantified);
        g.quantified = (map){0};
        if (find_quantifiers(&g, parts, n)) {
            find_indices(&g, parts, n);
            replace_in(&g, parts, n, true);
        }
    }
    map_free(&g.quantified);
    vec_free(&g.indices);
    vec_free(&g.offsets);
    return some;
}

term_id instances_one(term_bank *b, term_id t, term_id index)
{
    grounding g = {.b = b};
    term_id result = t;
    vec_push(&g.indices, index);
    if (find_quantifiers(&g, &t, 1))
        result = replace(&g, t, true, true);
    map_free(&g.quantified);
    vec_free(&g.indices);
    return result;
}

term_id instances_at(term_bank *b, term_id t, term_id index)
{
    term_vec order = {0}, from = {0}, to = {0};
    term_postorder(b, &t, 1, &order);
    for (size_t i = 0; i < order.n; i++)
        if (is_plain_forall(b, order.at[i]) &&
            term_sort(b, term_arg(b, order.at[i], 0)) == term_sort(b, index)) {
            vec_push(&from, order.at[i]);
            vec_push(&to, put(b, order.at[i], index));
        }
    term_id result = from.n ? term_substitute(b, t, from.at, to.at, from.n) : t;
    vec_free(&order);
    vec_free(&from);
    vec_free(&to);
    return result;
}

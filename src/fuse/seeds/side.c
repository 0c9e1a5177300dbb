#include "fuse/seeds/side.h"

#include "fuse/seeds/logic.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

enum { NODES = 64 }; /* in a word of bits */

static bool is_closed(const term_bank *b, term_id t)
{
    if (!term_has_var(b, t))
        return true;
    if (!term_has_binder(b, t))
        return false;
    term_vec vars = {0};
    term_free_vars(b, t, &vars);
    bool closed = vars.n == 0;
    vec_free(&vars);
    return closed;
}

handle_kind side_handle_kind(const term_bank *b, term_id t)
{
    if (term_op_of(b, t) == OP_CONST)
        return HANDLE_LITERAL;
    bool constant = term_op_of(b, t) == OP_APP && !term_arity(b, t) &&
                    decl_kind_of(b, term_decl(b, t)) == DECL_FREE;
    return constant ? HANDLE_CONSTANT : HANDLE_COMPOUND;
}

/* Whether solvers take any term in this place, where the seed has a literal. */
static bool takes_any_term(const side *s, size_t edge)
{
    if (s->parents.at[edge] == UINT32_MAX)
        return true;
    term_id parent = s->nodes.at[s->parents.at[edge]];
    term_op op = term_op_of(s->bank, parent);
    return term_sort(s->bank, parent) != SORT_ID_REGLAN && op != OP_CONST_ARRAY && op != OP_FP &&
           op != OP_FP_FROM_REAL && op != OP_STR_IN_RE && !term_is_binder(op);
}

static bool can_be_handle(const side *s, term_id t)
{
    term_op op = term_op_of(s->bank, t);
    if (op == OP_PATTERN || op == OP_VAR || op == OP_LAMBDA)
        return false;
    sort_id sort = term_sort(s->bank, t);
    if (sort == SORT_ID_REGLAN || (sort == SORT_ID_RM && op == OP_CONST))
        return false;
    return is_closed(s->bank, t);
}

/* Is the edge a place where its argument may be replaced? Triggers and bound variables are not. */
static bool is_place(const side *s, size_t edge, handle_kind kind)
{
    if (s->parents.at[edge] == UINT32_MAX)
        return true;
    uint32_t node = s->parents.at[edge];
    term_id parent = s->nodes.at[node];
    if (term_op_of(s->bank, parent) == OP_PATTERN)
        return false;
    if (term_is_binder(term_op_of(s->bank, parent)))
        return edge - s->first_edge.at[node] == term_var_count(s->bank, parent);
    return kind != HANDLE_LITERAL || takes_any_term(s, edge);
}

static void find_edges(side *s, const term_vec *roots)
{
    term_bank *b = s->bank;
    term_postorder(b, roots->at, roots->n, &s->nodes);
    for (size_t i = 0; i < s->nodes.n; i++) {
        term_id t = s->nodes.at[i];
        vec_push(&s->first_edge, (uint32_t)s->edges.n);
        for (uint32_t k = 0; k < term_arity(b, t); k++) {
            vec_push(&s->edges, (uint32_t)map_get(&s->index, term_arg(b, t, k), 0));
            vec_push(&s->parents, (uint32_t)i);
        }
        map_put(&s->index, t, i);
    }
    vec_push(&s->first_edge, (uint32_t)s->edges.n);
    for (size_t i = 0; i < roots->n; i++) {
        vec_push(&s->edges, (uint32_t)map_get(&s->index, roots->at[i], 0));
        vec_push(&s->parents, UINT32_MAX);
    }
}

/* The edges to node i are uses[first_use[i]] .. uses[first_use[i + 1] - 1]. */
static void find_uses(side *s)
{
    vec_u32 *starts = &s->first_use, *uses = &s->uses;
    vec_resize(starts, s->nodes.n + 2);
    vec_resize(uses, s->edges.n);
    for (size_t e = 0; e < s->edges.n; e++)
        starts->at[s->edges.at[e] + 2]++;
    for (size_t i = 2; i < starts->n; i++)
        starts->at[i] += starts->at[i - 1];
    for (size_t e = 0; e < s->edges.n; e++)
        uses->at[starts->at[s->edges.at[e] + 1]++] = (uint32_t)e;
}

static void find_handles(side *s, handle_kind kind, uint64_t most)
{
    size_t before = s->handles.n;
    for (size_t i = 0; i < s->nodes.n; i++) {
        term_id t = s->nodes.at[i];
        if (side_handle_kind(s->bank, t) != kind || !can_be_handle(s, t))
            continue;
        if (s->handles.n - before >= most)
            break;
        handle h = {.term = t,
                    .sort = term_sort(s->bank, t),
                    .kind = kind,
                    .first = (uint32_t)s->occurrences.n};
        for (uint32_t u = s->first_use.at[i]; u < s->first_use.at[i + 1]; u++)
            if (is_place(s, s->uses.at[u], kind))
                vec_push(&s->occurrences, s->uses.at[u]);
        h.n = (uint32_t)s->occurrences.n - h.first;
        if (h.n)
            vec_push(&s->handles, h);
    }
}

const handle_group *side_group(const side *s, sort_id sort, bool constants)
{
    for (size_t i = 0; i < s->groups.n; i++)
        if (s->groups.at[i].sort == sort && s->groups.at[i].constants == constants)
            return &s->groups.at[i];
    return NULL;
}

static void group_handles(side *s)
{
    for (size_t i = 0; i < s->handles.n; i++) {
        sort_id sort = s->handles.at[i].sort;
        bool constants = i < s->n_constants;
        if (side_group(s, sort, constants))
            continue;
        handle_group g = {.sort = sort, .constants = constants, .first = (uint32_t)s->by_sort.n};
        for (size_t k = i; k < (constants ? s->n_constants : s->handles.n); k++)
            if (s->handles.at[k].sort == sort)
                vec_push(&s->by_sort, (uint32_t)k);
        g.n = (uint32_t)s->by_sort.n - g.first;
        vec_push(&s->groups, g);
    }
}

void side_init(side *s, term_bank *b, const formula *f, uint64_t literals, uint64_t compound)
{
    *s = (side){.bank = b, .logic = f->logic};
    find_edges(s, &f->assertions);
    find_uses(s);
    find_handles(s, HANDLE_CONSTANT, UINT64_MAX);
    s->n_constants = s->handles.n;
    find_handles(s, HANDLE_LITERAL, literals);
    s->n_literals = s->handles.n - s->n_constants;
    find_handles(s, HANDLE_COMPOUND, compound);
    group_handles(s);
    s->needs = logic_of_terms(b, f->assertions.at, f->assertions.n);
    vec_resize(&s->instead, s->edges.n);
    vec_append(&s->now, s->nodes.at, s->nodes.n);
    vec_resize(&s->touched, s->nodes.n / NODES + 1);
}

void side_free(side *s)
{
    vec_free(&s->nodes);
    map_free(&s->index);
    vec_free(&s->first_edge);
    vec_free(&s->edges);
    vec_free(&s->parents);
    vec_free(&s->uses);
    vec_free(&s->first_use);
    vec_free(&s->occurrences);
    vec_free(&s->handles);
    vec_free(&s->by_sort);
    vec_free(&s->groups);
    vec_free(&s->instead);
    vec_free(&s->changed);
    vec_free(&s->now);
    vec_free(&s->touched);
}

static void put_instead(side *s, const handle *h, uint32_t edge, term_id by)
{
    side_put(s, edge, by);
    if (h->kind != HANDLE_LITERAL || s->parents.at[edge] == UINT32_MAX)
        return;
    switch (term_op_of(s->bank, s->nodes.at[s->parents.at[edge]])) {
    case OP_MUL:
    case OP_DIV:
    case OP_IDIV:
    case OP_MOD:
        s->nonlinear = true;
        break;
    default:
        break;
    }
}

bool side_allows(const side *s, uint32_t edge)
{
    term_id t = s->nodes.at[s->edges.at[edge]];
    return is_place(s, edge, side_handle_kind(s->bank, t)) && term_op_of(s->bank, t) != OP_VAR;
}

void side_put(side *s, uint32_t edge, term_id by)
{
    s->instead.at[edge] = by;
    vec_push(&s->changed, edge);
}

size_t side_replace(side *s, const handle *h, term_id by, double probability, rng *r)
{
    size_t count = 0, last = UINT32_MAX;
    for (uint32_t i = 0; i < h->n; i++) {
        uint32_t edge = s->occurrences.at[h->first + i];
        if (s->instead.at[edge])
            continue;
        last = edge;
        if (rng_unit(r) >= probability)
            continue;
        put_instead(s, h, edge, by);
        count++;
    }
    if (!count && last != UINT32_MAX) {
        put_instead(s, h, (uint32_t)last, by);
        count = 1;
    }
    return count;
}

static term_id at_edge(const side *s, size_t edge)
{
    term_id instead = s->instead.at[edge];
    return instead ? instead : s->now.at[s->edges.at[edge]];
}

/* Triggers stay as they were: what stands for a constant need not be allowed in them. */
static term_id rebuild(side *s, size_t node, term_vec *args)
{
    term_id t = s->nodes.at[node];
    uint32_t first = s->first_edge.at[node], n = s->first_edge.at[node + 1] - first;
    bool different = false;
    if (term_op_of(s->bank, t) == OP_PATTERN)
        return t;
    vec_clear(args);
    for (uint32_t i = 0; i < n; i++) {
        vec_push(args, at_edge(s, first + i));
        different |= args->at[i] != s->nodes.at[s->edges.at[first + i]];
    }
    return different ? term_rebuild(s->bank, t, args->at) : t;
}

static void touch(side *s, uint32_t edge)
{
    uint32_t node = s->parents.at[edge];
    if (node != UINT32_MAX)
        s->touched.at[node / NODES] |= UINT64_C(1) << node % NODES;
}

/* Nodes that changed, in `now` and in the list; parents come behind their arguments. False: one could not be built. */
static bool rebuild_touched(side *s, vec_u32 *changed)
{
    term_vec args = {0};
    bool good = true;
    for (size_t i = 0; i < s->changed.n; i++)
        touch(s, s->changed.at[i]);
    for (size_t i = 0; i < s->touched.n; i++)
        while (s->touched.at[i]) {
            uint32_t node = (uint32_t)(i * NODES) + (uint32_t)__builtin_ctzll(s->touched.at[i]);
            s->touched.at[i] &= s->touched.at[i] - 1;
            term_id now = good ? rebuild(s, node, &args) : 0;
            good = now != 0;
            if (!good || now == s->nodes.at[node])
                continue;
            s->now.at[node] = now;
            vec_push(changed, node);
            for (uint32_t u = s->first_use.at[node]; u < s->first_use.at[node + 1]; u++)
                touch(s, s->uses.at[u]);
        }
    vec_free(&args);
    return good;
}

void side_forget(side *s)
{
    for (size_t i = 0; i < s->changed.n; i++)
        s->instead.at[s->changed.at[i]] = 0;
    vec_clear(&s->changed);
    s->nonlinear = false;
}

bool side_finish(side *s, term_vec *assertions)
{
    vec_u32 changed = {0};
    bool good = rebuild_touched(s, &changed);
    for (size_t e = s->first_edge.at[s->nodes.n]; e < s->edges.n && good; e++)
        vec_push(assertions, at_edge(s, e));
    for (size_t i = 0; i < changed.n; i++)
        s->now.at[changed.at[i]] = s->nodes.at[changed.at[i]];
    side_forget(s);
    vec_free(&changed);
    return good;
}

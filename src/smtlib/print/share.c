#include "smtlib/print/share.h"

#include <string.h>

enum { LONGEST = 1u << 20 };

static bool is_parameter(const share_graph *g, symbol_id s, term_id *which)
{
    for (uint32_t i = 0; i < g->n_parameters; i++)
        if (term_symbol(g->bank, g->parameters[i]) == s) {
            *which = g->parameters[i];
            return true;
        }
    return false;
}

/* Keeps let names apart from every symbol in the term. */
static void note_symbol(share_graph *g, symbol_id s)
{
    const char *text = symbol_text(g->bank, s);
    if (*text != '$')
        return;
    uint32_t n = (uint32_t)strspn(text, "$");
    if (n >= g->sigil && text[n] >= '0' && text[n] <= '9')
        g->sigil = n + 1;
}

/* Whether the name of an application or a variable means something else here. */
static bool is_hidden(share_graph *g, term_id t)
{
    bool is_var = term_op_of(g->bank, t) == OP_VAR;
    symbol_id s = is_var ? term_symbol(g->bank, t) : decl_name(g->bank, term_decl(g->bank, t));
    note_symbol(g, s);
    if (!g->binders && !g->n_parameters)
        return false;
    term_id var = (term_id)map_get(&g->hidden, s, 0), parameter;
    if (is_var && (!var || var == t))
        return false;
    if (is_var && g->no_let)
        vec_push(&g->rename, var);
    if (is_var)
        return !g->no_let;
    if (is_parameter(g, s, &parameter)) {
        vec_push(&g->rename, parameter);
        return false;
    }
    if (var && (term_arity(g->bank, t) || g->no_let)) {
        vec_push(&g->rename, var); /* a function cannot be bound by let */
        return false;
    }
    return var != 0;
}

static uint32_t scope_of(const share_graph *g, term_id t)
{
    if (!g->binders || !term_has_var(g->bank, t))
        return 0;
    uint32_t n;
    const term_id *vars = free_sets_of(&g->free, g->bank, t, &n);
    uint64_t innermost = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t scope = map_get(&g->bound, vars[i], 0);
        if (scope > innermost)
            innermost = scope;
    }
    return (uint32_t)innermost;
}

static uint32_t add_node(share_graph *g, term_id t, uint32_t scope)
{
    vec_push(&g->nodes, ((share_node){.term = t, .scope = scope, .uses = 1}));
    uint32_t node = (uint32_t)g->nodes.n - 1;
    map_put(&g->index, (uint64_t)t << 32 | scope, node);
    return node;
}

static void open_scope(share_graph *g, share_frame *f)
{
    f->inner = ++g->n_scopes;
    f->undo = (uint32_t)g->undo.n;
    const term_id *vars = term_args(g->bank, f->term);
    for (uint32_t i = 0, n = term_var_count(g->bank, f->term); i < n; i++) {
        symbol_id s = term_symbol(g->bank, vars[i]);
        note_symbol(g, s);
        share_undo old = {.var = vars[i]};
        uint64_t *place = map_insert(&g->bound, vars[i], NULL);
        old.scope = *place;
        *place = f->inner;
        place = map_insert(&g->hidden, s, NULL);
        old.hidden = (term_id)*place;
        *place = vars[i];
        vec_push(&g->undo, old);
    }
}

static void close_scope(share_graph *g, const share_frame *f)
{
    while (g->undo.n > f->undo) {
        share_undo old = vec_pop(&g->undo);
        map_put(&g->bound, old.var, old.scope);
        map_put(&g->hidden, term_symbol(g->bank, old.var), old.hidden);
    }
}

/* Puts the node of `t` on the pending list, or a frame that will. */
static void visit(share_graph *g, term_id t)
{
    const term_bank *b = g->bank;
    term_op op = term_op_of(b, t);
    bool hidden = (op == OP_APP || op == OP_VAR) && is_hidden(g, t);
    if (share_is_leaf(b, t) && !hidden) {
        vec_push(&g->pending, 0);
        return;
    }
    uint32_t scope = scope_of(g, t);
    uint64_t *known = map_find(&g->index, (uint64_t)t << 32 | scope);
    if (known) {
        g->nodes.at[*known].uses++;
        vec_push(&g->pending, (uint32_t)*known);
        return;
    }
    if (hidden) {
        uint32_t node = add_node(g, t, scope);
        g->nodes.at[node].forced = true;
        vec_push(&g->pending, node);
        return;
    }
    share_frame f = {.term = t, .scope = scope, .pending = (uint32_t)g->pending.n};
    f.end = term_arity(b, t);
    if (term_is_binder(op)) {
        open_scope(g, &f);
        f.next = term_var_count(b, t);
        f.end = f.next + 1; /* patterns are printed without lets: solvers match them as written */
    }
    vec_push(&g->frames, f);
}

static void finish(share_graph *g, const share_frame *f)
{
    if (f->inner)
        close_scope(g, f);
    uint32_t node = add_node(g, f->term, f->scope);
    g->nodes.at[node].kids = (uint32_t)g->kids.n;
    g->nodes.at[node].inner = f->inner;
    vec_append(&g->kids, g->pending.at + f->pending, g->pending.n - f->pending);
    g->pending.n = f->pending;
    vec_push(&g->pending, node);
}

static void build_nodes(share_graph *g, term_id t)
{
    visit(g, t);
    while (g->frames.n) {
        share_frame *f = &vec_last(&g->frames);
        if (f->next < f->end) {
            visit(g, term_arg(g->bank, f->term, f->next++));
        } else {
            share_frame done = vec_pop(&g->frames);
            finish(g, &done);
        }
    }
    g->root = vec_pop(&g->pending);
}

static uint32_t leaf_length(const term_bank *b, term_id t)
{
    switch (term_op_of(b, t)) {
    case OP_VAR:
        return (uint32_t)symbol_length(b, term_symbol(b, t));
    case OP_APP:
        return (uint32_t)symbol_length(b, decl_name(b, term_decl(b, t)));
    case OP_CONST: {
        value_id v = term_value(b, t);
        size_t n = 4;
        if (value_kind_of(b, v) == VALUE_STRING)
            value_string_data(b, v, &n);
        else if (value_kind_of(b, v) == VALUE_BV)
            n = sort_bv_width(b, value_sort(b, v)) / 3;
        return n < LONGEST ? (uint32_t)n : LONGEST;
    }
    default:
        return (uint32_t)strlen(term_op_text(term_op_of(b, t)));
    }
}

static uint32_t head_length(const term_bank *b, term_id t)
{
    term_op op = term_op_of(b, t);
    if (op == OP_APP)
        return 2 + (uint32_t)symbol_length(b, decl_name(b, term_decl(b, t)));
    if (term_is_binder(op))
        return 20;
    return 2 + (uint32_t)strlen(term_op_text(op)) + 6 * term_op_indices(op);
}

/* Length and rank of a node whose operands are done, and whether it gets a name. */
static void judge(share_graph *g, share_node *node)
{
    const term_bank *b = g->bank;
    uint64_t length = node->forced ? 1 : head_length(b, node->term);
    bool binder = node->inner != 0;
    uint32_t n = node->forced ? 0 : binder ? 1 : term_arity(b, node->term);
    uint32_t first = binder ? term_var_count(b, node->term) : 0;
    for (uint32_t i = 0; i < n; i++) {
        const share_node *kid = &g->nodes.at[g->kids.at[node->kids + i]];
        if (!kid->term)
            length += 1 + leaf_length(b, term_arg(b, node->term, first + i));
        else
            length += kid->name ? 3 : 1 + kid->length;
        uint32_t rank = kid->rank + (kid->name != 0);
        if (rank > node->rank)
            node->rank = rank;
    }
    node->length = length < LONGEST ? (uint32_t)length : LONGEST;
    bool shorter = (uint64_t)(node->uses - 1) * node->length > 14 + 3 * (uint64_t)node->uses;
    node->name = node->forced || shorter;
}

/* Named nodes ordered by scope, then rank: counting sort, twice, stable. */
static void order_lets(share_graph *g)
{
    uint32_t ranks = 0, count = 0;
    for (size_t i = 1; i < g->nodes.n; i++)
        if (g->nodes.at[i].name) {
            count++;
            if (g->nodes.at[i].rank >= ranks)
                ranks = g->nodes.at[i].rank + 1;
        }
    vec_clear(&g->lets);
    vec_clear(&g->scopes);
    if (!count)
        return;
    vec_u32 starts = {0}, by_rank = {0};
    vec_resize(&starts, ranks + 1);
    vec_resize(&by_rank, count);
    for (size_t i = 1; i < g->nodes.n; i++)
        if (g->nodes.at[i].name)
            starts.at[g->nodes.at[i].rank + 1]++;
    for (uint32_t i = 0; i < ranks; i++)
        starts.at[i + 1] += starts.at[i];
    for (size_t i = 1; i < g->nodes.n; i++)
        if (g->nodes.at[i].name)
            by_rank.at[starts.at[g->nodes.at[i].rank]++] = (uint32_t)i;
    vec_resize(&g->scopes, (size_t)g->n_scopes + 2);
    vec_resize(&g->lets, count);
    for (uint32_t i = 0; i < count; i++)
        g->scopes.at[g->nodes.at[by_rank.at[i]].scope + 1]++;
    for (uint32_t i = 0; i <= g->n_scopes; i++)
        g->scopes.at[i + 1] += g->scopes.at[i];
    for (uint32_t i = 0; i < count; i++)
        g->lets.at[g->scopes.at[g->nodes.at[by_rank.at[i]].scope]++] = by_rank.at[i];
    for (uint32_t i = g->n_scopes + 1; i > 0; i--) /* starts were moved to ends */
        g->scopes.at[i] = g->scopes.at[i - 1];
    g->scopes.at[0] = 0;
    vec_free(&starts);
    vec_free(&by_rank);
}

static void clear(share_graph *g)
{
    vec_clear(&g->nodes);
    vec_clear(&g->kids);
    vec_clear(&g->rename);
    vec_clear(&g->pending);
    map_clear(&g->index);
    map_clear(&g->bound);
    map_clear(&g->hidden);
    g->n_scopes = 0;
    g->sigil = 1;
    vec_push(&g->nodes, ((share_node){0}));
}

void share_build(share_graph *g, term_bank *b, term_id t, const term_id *parameters, uint32_t n,
                 bool no_let)
{
    clear(g);
    g->no_let = no_let;
    g->bank = b;
    g->parameters = parameters;
    g->n_parameters = n;
    g->binders = term_has_binder(b, t);
    for (uint32_t i = 0; i < n; i++) {
        note_symbol(g, term_symbol(b, parameters[i]));
        map_put(&g->hidden, term_symbol(b, parameters[i]), parameters[i]);
    }
    if (g->binders)
        free_sets_build(&g->free, b, t);
    build_nodes(g, t);
    for (size_t i = 1; i < g->nodes.n; i++)
        judge(g, &g->nodes.at[i]);
    order_lets(g);
    for (size_t i = 0; i < g->lets.n; i++)
        g->nodes.at[g->lets.at[i]].name = (uint32_t)i + 1;
}

enum { TREE_MOST = 64, TREE_SLOTS = 128, TREE_NAMES = 16 };

/* Bound variables, a name once. */
typedef struct tree_names {
    term_id vars[TREE_NAMES];
    uint32_t n;
} tree_names;

/* False: two variables have this name, or there are many. */
static bool add_name(const term_bank *b, tree_names *names, term_id var)
{
    for (uint32_t i = 0; i < names->n; i++)
        if (term_symbol(b, names->vars[i]) == term_symbol(b, var))
            return names->vars[i] == var;
    if (names->n == TREE_NAMES)
        return false;
    names->vars[names->n++] = var;
    return true;
}

/* Does a bound variable of the name, if there is one, mean this term? */
static bool is_own_name(const term_bank *b, const tree_names *names, term_id t)
{
    term_op op = term_op_of(b, t);
    if (op != OP_VAR && op != OP_APP)
        return true;
    symbol_id s = op == OP_VAR ? term_symbol(b, t) : decl_name(b, term_decl(b, t));
    for (uint32_t i = 0; i < names->n; i++)
        if (term_symbol(b, names->vars[i]) == s && names->vars[i] != t)
            return false;
    return true;
}

/* Of a tree with these nodes: do its binders hide nothing, and have no triggers? */
static bool hides_nothing(const term_bank *b, const term_id seen[TREE_SLOTS])
{
    tree_names names = {.n = 0};
    for (uint32_t i = 0; i < TREE_SLOTS; i++) {
        if (!seen[i] || !term_is_binder(term_op_of(b, seen[i])))
            continue;
        uint32_t n = term_var_count(b, seen[i]);
        for (uint32_t k = 0; k < n; k++)
            if (!add_name(b, &names, term_arg(b, seen[i], k)))
                return false;
        if (term_arity(b, seen[i]) > n + 1)
            return false;
    }
    for (uint32_t i = 0; i < TREE_SLOTS; i++) {
        if (seen[i] && !is_own_name(b, &names, seen[i]))
            return false;
        for (uint32_t k = 0; seen[i] && k < term_arity(b, seen[i]); k++)
            if (!is_own_name(b, &names, term_arg(b, seen[i], k)))
                return false;
    }
    return true;
}

bool share_is_tree(const term_bank *b, term_id t)
{
    term_id stack[TREE_MOST], seen[TREE_SLOTS] = {0};
    uint32_t top = 1, n = 0;
    bool binders = term_has_binder(b, t);
    stack[0] = t;
    while (top) {
        t = stack[--top];
        uint32_t arity = term_arity(b, t), slot = t % TREE_SLOTS;
        if (!arity)
            continue;
        while (seen[slot] && seen[slot] != t)
            slot = (slot + 1) % TREE_SLOTS;
        if (seen[slot] || ++n == TREE_MOST || top + arity > TREE_MOST)
            return false;
        seen[slot] = t;
        memcpy(stack + top, term_args(b, t), arity * sizeof *stack);
        top += arity;
    }
    return !binders || hides_nothing(b, seen);
}

void share_free(share_graph *g)
{
    vec_free(&g->nodes);
    vec_free(&g->kids);
    vec_free(&g->lets);
    vec_free(&g->scopes);
    vec_free(&g->rename);
    vec_free(&g->pending);
    vec_free(&g->frames);
    vec_free(&g->undo);
    map_free(&g->index);
    map_free(&g->bound);
    map_free(&g->hidden);
    free_sets_free(&g->free);
}

#include "fuzz/values/vgraph.h"

#include <stdlib.h>

#include "base/vec.h"
#include "fuzz/values/vdistance.h"
#include "fuzz/words/distance.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/eval/eval.h"

/* ---- Building -------------------------------------------------------------------------------- */

/* Whether inputs may have this sort. */
static bool sort_fits(const term_bank *b, sort_id s, uint64_t depth_most)
{
    for (uint64_t depth = 0; sort_kind_of(b, s) == SORT_ARRAY; depth++) {
        sort_id index = sort_array_index(b, s);
        if (depth == depth_most || sort_kind_of(b, index) == SORT_ARRAY ||
            !sort_fits(b, index, depth_most))
            return false;
        s = sort_array_element(b, s);
    }
    sort_kind kind = sort_kind_of(b, s);
    return kind >= SORT_BOOL && kind <= SORT_FP && kind != SORT_REGLAN;
}

typedef struct builder {
    vgraph *g;
    const fuzz_compile_config *config;
    map places; /* term -> node + 1 */
    const char *reason;
} builder;

static bool decline(builder *k, const char *reason)
{
    k->reason = reason;
    return false;
}

static bool classify(builder *k, term_id t, vnode *x)
{
    term_bank *b = k->g->bank;
    if (x->op == OP_CONST) {
        x->kind = VNODE_CONST;
    } else if (x->op == OP_APP) {
        decl_id d = term_decl(b, t);
        bool is_box = k->config && k->config->is_box && k->config->is_box(k->config->context, d);
        x->kind = is_box ? VNODE_BOX : VNODE_INPUT;
        x->number = is_box ? d : (uint32_t)k->g->inputs.n;
        if (decl_kind_of(b, d) != DECL_FREE)
            return decline(k, "datatypes and recursive functions");
        if (!is_box && term_arity(b, t))
            return decline(k, "an uninterpreted function");
        if (!is_box && !sort_fits(b, x->sort, k->g->limits->values_array_depth))
            return decline(k, "a constant of a sort without values to search");
    } else if (term_is_binder((term_op)x->op) || x->op == OP_VAR || x->op == OP_PATTERN) {
        return decline(k, "quantifiers");
    } else {
        x->kind = VNODE_OP;
    }
    return true;
}

static bool add_node(builder *k, term_id t)
{
    vgraph *g = k->g;
    vnode x = {.term = t,
               .op = (uint16_t)term_op_of(g->bank, t),
               .sort = term_sort(g->bank, t),
               .first = (uint32_t)g->operands.n,
               .n = term_arity(g->bank, t)};
    if (!classify(k, t, &x))
        return false;
    x.depends = x.kind == VNODE_INPUT;
    for (uint32_t i = 0; i < x.n; i++) {
        uint32_t at = (uint32_t)map_get(&k->places, term_arg(g->bank, t, i), 0) - 1;
        vec_push(&g->operands, at);
        x.depends |= g->nodes.at[at].depends;
    }
    if (x.kind == VNODE_INPUT) {
        vinput in = {term_decl(g->bank, t), x.sort, (uint32_t)g->nodes.n};
        vec_push(&g->inputs, in);
    }
    vec_push(&g->nodes, x);
    map_put(&k->places, t, g->nodes.n);
    return true;
}

/* Which inputs each node depends on, as lists by input and by constraint. */
static void find_users(vgraph *g)
{
    g->users = base_alloc_zero(g->inputs.n + 1, sizeof *g->users);
    g->related = base_alloc_zero(g->roots.n + 1, sizeof *g->related);
    for (uint32_t i = 0; i < g->inputs.n; i++) {
        memset(g->marks, 0, g->nodes.n);
        g->marks[g->inputs.at[i].node] = 1;
        for (size_t k = g->inputs.at[i].node + 1; k < g->nodes.n; k++) {
            const vnode *x = &g->nodes.at[k];
            for (uint32_t j = 0; j < x->n && x->depends; j++)
                g->marks[k] |= g->marks[g->operands.at[x->first + j]];
            if (g->marks[k])
                vec_push(&g->users[i], (uint32_t)k);
        }
        for (size_t k = 0; k < g->roots.n; k++)
            if (g->marks[g->roots.at[k]])
                vec_push(&g->related[k], i);
    }
    memset(g->marks, 0, g->nodes.n);
}

static void make_room(vgraph *g)
{
    g->values = base_alloc_zero(g->nodes.n + 1, sizeof *g->values);
    g->yes = base_alloc_zero(g->nodes.n + 1, sizeof *g->yes);
    g->no = base_alloc_zero(g->nodes.n + 1, sizeof *g->no);
    g->marks = base_alloc_zero(g->nodes.n + 1, 1);
    g->weights = base_alloc_zero(g->roots.n + 1, sizeof *g->weights);
    for (size_t i = 0; i < g->roots.n; i++)
        g->weights[i] = 1;
    g->languages = languages_new(g->bank, g->limits);
}

vgraph *vgraph_new(term_bank *b, const term_id *constraints, size_t n,
                   const fuzz_compile_config *config, const char **reason)
{
    vgraph *g = base_alloc_zero(1, sizeof *g);
    g->bank = b;
    g->limits = LIMITS_OR(config ? config->limits : NULL, fuzz_limits_default);
    builder k = {.g = g, .config = config};
    term_vec roots = {0}, order = {0};
    bool good = true;
    for (size_t i = 0; i < n; i++)
        vec_push(&roots, term_expand_definitions(b, constraints[i]));
    term_postorder(b, roots.at, n, &order);
    for (size_t i = 0; i < order.n && good; i++)
        good = add_node(&k, order.at[i]);
    for (size_t i = 0; i < n && good; i++) {
        uint32_t at = (uint32_t)map_get(&k.places, roots.at[i], 0) - 1;
        g->nodes.at[at].needs |= DISTANCE_TO_TRUE;
        vec_push(&g->roots, at);
    }
    make_room(g);
    if (good) {
        vdistance_needs(g);
        find_users(g);
    } else {
        *reason = k.reason;
        vgraph_free(g);
        g = NULL;
    }
    vec_free(&roots);
    vec_free(&order);
    map_free(&k.places);
    return g;
}

void vgraph_free(vgraph *g)
{
    if (!g)
        return;
    for (size_t i = 0; g->users && i < g->inputs.n; i++)
        vec_free(&g->users[i]);
    for (size_t i = 0; g->related && i < g->roots.n; i++)
        vec_free(&g->related[i]);
    free(g->users);
    free(g->related);
    free(g->values);
    free(g->yes);
    free(g->no);
    free(g->marks);
    free(g->weights);
    languages_free(g->languages);
    tuple_map_free(&g->memory);
    vec_free(&g->nodes);
    vec_free(&g->operands);
    vec_free(&g->inputs);
    vec_free(&g->roots);
    vec_free(&g->work);
    vec_free(&g->scratch);
    vec_free(&g->undo);
    free(g);
}

/* ---- Running --------------------------------------------------------------------------------- */

static value_id call_box(vgraph *g, const vnode *x)
{
    vec_clear(&g->scratch);
    vec_push(&g->scratch, x->number);
    for (uint32_t i = 0; i < x->n; i++) {
        vec_push(&g->scratch, vgraph_operand(g, x, i));
        if (!vec_last(&g->scratch))
            return 0;
    }
    uint64_t known = tuple_map_get(&g->memory, g->scratch.at, x->n + 1, 0);
    if (!known) {
        g->calls++;
        value_id v = g->call ? g->call(g->context, x->number, g->scratch.at + 1, x->n) : 0;
        known = v ? v : UINT64_MAX;
        tuple_map_put(&g->memory, g->scratch.at, x->n + 1, known);
    }
    return known == UINT64_MAX ? 0 : (value_id)known;
}

/* `and` (looking for false) and `or` (looking for true) with operands that may have no value. */
static value_id junction(const vgraph *g, const vnode *x, value_id decides)
{
    value_id result = decides == VALUE_ID_TRUE ? VALUE_ID_FALSE : VALUE_ID_TRUE;
    for (uint32_t i = 0; i < x->n; i++) {
        value_id v = vgraph_operand(g, x, i);
        if (v == decides)
            return decides;
        if (!v)
            result = 0;
    }
    return result;
}

static value_id implication(const vgraph *g, const vnode *x)
{
    bool open = false;
    for (uint32_t i = 0; i < x->n; i++) {
        value_id v = vgraph_operand(g, x, i);
        if (v == (i + 1 < x->n ? VALUE_ID_FALSE : VALUE_ID_TRUE))
            return VALUE_ID_TRUE;
        open |= !v;
    }
    return open ? 0 : VALUE_ID_FALSE;
}

static value_id member(vgraph *g, const vnode *x)
{
    value_id text = vgraph_operand(g, x, 0), language = vgraph_operand(g, x, 1);
    if (!text || !language)
        return 0;
    size_t n;
    const uint32_t *at = value_string_data(g->bank, text, &n);
    regex_answer answer = language_has(g->languages, language, at, n);
    return answer == REGEX_UNKNOWN ? 0 : value_bool(answer == REGEX_YES);
}

static value_id operate(vgraph *g, const vnode *x)
{
    switch (x->op) {
    case OP_AND:
        return junction(g, x, VALUE_ID_FALSE);
    case OP_OR:
        return junction(g, x, VALUE_ID_TRUE);
    case OP_IMPLIES:
        return implication(g, x);
    case OP_ITE: {
        value_id v = vgraph_operand(g, x, 0), yes = vgraph_operand(g, x, 1),
                 no = vgraph_operand(g, x, 2);
        return value_is_true(v) || yes == no ? yes : v ? no : 0;
    }
    case OP_STR_IN_RE:
        return member(g, x);
    default:
        break;
    }
    bool open = x->op == OP_EQ || x->op == OP_DISTINCT; /* operands with values may decide */
    vec_clear(&g->scratch);
    for (uint32_t i = 0; i < x->n; i++) {
        vec_push(&g->scratch, vgraph_operand(g, x, i));
        if (!vec_last(&g->scratch) && !open)
            return 0;
    }
    uint32_t n_indices;
    const uint32_t *indices = term_index_words(g->bank, x->term, &n_indices);
    eval_reason why;
    return eval_op(g->bank, (term_op)x->op, indices, n_indices, x->sort, g->scratch.at, x->n, &why);
}

static value_id compute(vgraph *g, uint32_t at)
{
    const vnode *x = &g->nodes.at[at];
    switch (x->kind) {
    case VNODE_CONST:
        return term_value(g->bank, x->term);
    case VNODE_INPUT:
        return g->values[at];
    case VNODE_BOX:
        return call_box(g, x);
    default:
        return operate(g, x);
    }
}

void vgraph_sum(vgraph *g)
{
    g->distance = 0;
    for (size_t i = 0; i < g->roots.n; i++)
        if (!vgraph_holds(g, i))
            g->distance += (g->yes[g->roots.at[i]] + 1) * g->weights[i];
}

void vgraph_run(vgraph *g, const value_id *inputs)
{
    for (size_t i = 0; i < g->inputs.n; i++)
        g->values[g->inputs.at[i].node] = inputs[i];
    for (uint32_t at = 0; at < g->nodes.n; at++) {
        g->values[at] = compute(g, at);
        if (g->nodes.at[at].needs)
            vdistance_measure(g, at);
    }
    vgraph_sum(g);
    vec_clear(&g->undo);
}

static void remember(vgraph *g, uint32_t at)
{
    vundo u = {at, g->values[at], g->yes[at], g->no[at]};
    vec_push(&g->undo, u);
}

/* The nodes that depend on the inputs, in order. */
static void list_work(vgraph *g, const uint32_t *inputs, size_t n)
{
    vec_clear(&g->work);
    for (size_t i = 0; i < n; i++) {
        const vec_u32 *users = &g->users[inputs[i]];
        for (size_t k = 0; k < users->n; k++)
            if (!(g->marks[users->at[k]] & 2)) {
                g->marks[users->at[k]] |= 2;
                vec_push(&g->work, users->at[k]);
            }
    }
    if (n > 1 && g->work.n)
        qsort(g->work.at, g->work.n, sizeof *g->work.at, vec_u32_order);
}

static bool operand_changed(const vgraph *g, const vnode *x)
{
    for (uint32_t i = 0; i < x->n; i++)
        if (g->marks[g->operands.at[x->first + i]] & 1)
            return true;
    return false;
}

void vgraph_try(vgraph *g, const uint32_t *inputs, const value_id *values, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint32_t at = g->inputs.at[inputs[i]].node;
        remember(g, at);
        g->values[at] = values[i];
        g->marks[at] |= 1;
        if (g->nodes.at[at].needs)
            vdistance_measure(g, at);
    }
    list_work(g, inputs, n);
    for (size_t i = 0; i < g->work.n; i++) {
        uint32_t at = g->work.at[i];
        const vnode *x = &g->nodes.at[at];
        if (!operand_changed(g, x))
            continue;
        remember(g, at);
        g->values[at] = compute(g, at);
        if (x->needs)
            vdistance_measure(g, at);
        const vundo *before = &vec_last(&g->undo);
        if (g->values[at] != before->value || g->yes[at] != before->yes || g->no[at] != before->no)
            g->marks[at] |= 1;
    }
    for (size_t i = 0; i < g->work.n; i++)
        g->marks[g->work.at[i]] = 0;
    for (size_t i = 0; i < n; i++)
        g->marks[g->inputs.at[inputs[i]].node] = 0;
    vgraph_sum(g);
}

void vgraph_keep(vgraph *g)
{
    vec_clear(&g->undo);
}

void vgraph_back(vgraph *g)
{
    while (g->undo.n) {
        vundo u = vec_pop(&g->undo);
        g->values[u.node] = u.value;
        g->yes[u.node] = u.yes;
        g->no[u.node] = u.no;
    }
    vgraph_sum(g);
}

void vgraph_forget(vgraph *g)
{
    tuple_map_clear(&g->memory);
    languages_clear(g->languages);
}

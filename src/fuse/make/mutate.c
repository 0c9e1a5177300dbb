/* Mutation of one seed: operators exchanged for others of the same type, subterms for others of the
 * same sort. What the result should answer is not known, unless the seed's model satisfies it. */
#include <string.h>

#include "fuse/make/maker_impl.h"
#include "fuse/make/palette.h"
#include "fuse/seeds/logic.h"
#include "generate/generate.h"

static const char *const signatures[] = {
    "",
#define OP(name, text, indices, signature) #signature,
#include "term/core/ops.def"
#undef OP
};

bool making_is_common(term_op op)
{
    return op < OP_SQRT && op != OP_FP_TO_BITS;
}

/* "BV" of "BV_2", "BV_2_BOOL" of itself: "_2" and "_N" at the end say the same of two arguments. */
static size_t stem(const char *signature)
{
    size_t n = strlen(signature);
    bool counted = n > 2 && signature[n - 2] == '_' && strchr("2N", signature[n - 1]);
    return counted ? n - 2 : n;
}

static bool same_type(term_op a, term_op b, uint32_t arity)
{
    const char *first = signatures[a], *second = signatures[b];
    if (!strcmp(first, second))
        return strcmp(first, "SPECIAL") != 0;
    return arity == 2 && stem(first) == stem(second) && !strncmp(first, second, stem(first));
}

/* `t` with another operator; 0: there is none. */
static term_id other_operator(making *w, term_id t)
{
    term_bank *b = w->m->bank;
    term_op op = term_op_of(b, t);
    uint32_t n = term_arity(b, t), n_indices;
    if (op == OP_FORALL || op == OP_EXISTS) {
        uint32_t vars = term_var_count(b, t);
        return term_quantifier(b, op == OP_FORALL ? OP_EXISTS : OP_FORALL, term_args(b, t), vars,
                               term_body(b, t), NULL, 0);
    }
    if (!n || op == OP_APP || op == OP_PATTERN)
        return 0;
    const uint32_t *indices = term_index_words(b, t, &n_indices);
    term_op choices[OP_COUNT];
    uint32_t count = 0;
    for (int i = OP_NONE + 1; i < OP_COUNT; i++)
        if (i != (int)op && making_is_common((term_op)i) && same_type(op, (term_op)i, n) &&
            term_op_indices((term_op)i) == n_indices)
            choices[count++] = (term_op)i;
    if (!count)
        return 0;
    term_op chosen = choices[rng_below(w->r, count)];
    term_id made = term_make(b, chosen, indices, n_indices, term_args(b, t), n);
    return made && term_sort(b, made) == term_sort(b, t) ? made : 0;
}

/* A closed subterm of the same seed with the same sort; 0: there is no other. */
static term_id other_subterm(making *w, term_id t)
{
    const side *s = w->sides[0];
    uint64_t seen = 0;
    term_id found = 0;
    for (size_t i = 0; i < s->handles.n; i++)
        if (s->handles.at[i].sort == term_sort(s->bank, t) && s->handles.at[i].term != t &&
            rng_one_in(w->r, ++seen))
            found = s->handles.at[i].term;
    return found;
}

/* What usually comes with a sort: without integers and languages there is little to say about
 * strings. */
static void add_companions(vec_u32 *sorts, const term_bank *b, sort_id sort)
{
    palette_add(sorts, sort);
    if (sort == SORT_ID_STRING) {
        palette_add(sorts, SORT_ID_INT);
        palette_add(sorts, SORT_ID_REGLAN);
    } else if (sort_kind_of(b, sort) == SORT_FP) {
        palette_add(sorts, SORT_ID_RM);
    } else if (sort_kind_of(b, sort) == SORT_ARRAY) {
        palette_add(sorts, sort_array_index(b, sort));
        palette_add(sorts, sort_array_element(b, sort));
    }
}

/* What is new may use: the constants of the seed and `more` of them. Once for a formula. */
static void fill_palette(making *w, const term_vec *more)
{
    const side *s = w->sides[0];
    sort_id last = 0;
    for (size_t i = 0; i < s->n_constants; i++) {
        vec_push(&w->variables, s->handles.at[i].term);
        if (s->handles.at[i].sort != last)
            add_companions(&w->sorts, s->bank, s->handles.at[i].sort);
        last = s->handles.at[i].sort;
    }
    for (size_t i = 0; more && i < more->n; i++) {
        vec_push(&w->variables, more->at[i]);
        add_companions(&w->sorts, s->bank, term_sort(s->bank, more->at[i]));
    }
    generate_group_variables(s->bank, &w->variables, &w->groups);
}

/* A random term over the palette. */
static term_id generated(making *w, sort_id sort, uint32_t depth)
{
    if (!w->variables.n && !w->sorts.n)
        fill_palette(w, NULL);
    size_t n = w->sorts.n;
    add_companions(&w->sorts, w->m->bank, sort);
    generate_config config = {.sorts = w->sorts.at,
                              .n_sorts = w->sorts.n,
                              .variables = w->variables.at,
                              .n_variables = w->variables.n,
                              .groups = &w->groups,
                              .constants = 20,
                              .portable = true,
                              .forbidden = w->m->forbidden,
                              .table = w->m->generated};
    term_id made = generate_term(w->m->bank, w->r, &config, sort, depth);
    w->sorts.n = n;
    return made;
}

static term_id other_term(making *w, term_id t)
{
    if (term_sort(w->m->bank, t) == SORT_ID_REGLAN)
        return 0;
    term_id made = rng_one_in(w->r, 3)
                       ? other_subterm(w, t)
                       : generated(w, term_sort(w->m->bank, t), 1 + (uint32_t)rng_below(w->r, 3));
    return made && term_sort(w->m->bank, made) == term_sort(w->m->bank, t) ? made : 0;
}

/* The logic has what the seed needs and what is new. */
static fuse_outcome finish(making *w, size_t done, const char *what)
{
    const fuse_layout *l = w->out->layout;
    w->out->origin.count = done;
    w->out->origin.what = what;
    if (making_is_large(w))
        return FUSE_TOO_LARGE;
    w->needs =
        w->sides[0]->needs | making_fresh_needs(w) |
        logic_of_terms_since(w->m->bank, l->constraints.at, l->constraints.n, w->out->mark.terms);
    for (size_t i = 0; i < l->changes[0].n; i++)
        w->needs |=
            logic_of_terms_since(w->m->bank, &l->changes[0].at[i].by, 1, w->out->mark.terms);
    if (w->models[0])
        making_begin_model(w, MODEL_OWN, MODEL_UNUSED);
    return making_open(w);
}

/* Changes a few arguments of the first seed. */
static fuse_outcome mutate(making *w, term_id (*change)(making *w, term_id t), const char *what)
{
    const fuse_limits *l = w->m->limits;
    side *s = w->sides[0];
    size_t wanted = 1 + rng_below(w->r, l->changes), done = 0;
    for (uint64_t i = 0; i < l->change_tries && done < wanted && s->edges.n; i++) {
        uint32_t edge = (uint32_t)rng_below(w->r, s->edges.n);
        term_id t = s->nodes.at[s->edges.at[edge]];
        term_id by = side_allows(s, edge) ? change(w, t) : 0;
        if (!by || by == t || s->instead.at[edge])
            continue;
        side_put(s, edge, by);
        done++;
    }
    making_record(w, 1);
    if (!done || !side_finish(s, &w->out->formula.assertions))
        return FUSE_NO_PAIR;
    return finish(w, done, what);
}

static bool is_atom(const term_bank *b, term_id t)
{
    if (term_sort(b, t) != SORT_ID_BOOL)
        return false;
    switch (term_op_of(b, t)) {
    case OP_NOT:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_IMPLIES:
    case OP_ITE:
    case OP_FORALL:
    case OP_EXISTS:
        return false;
    default:
        return true;
    }
}

/* A sort that the seed may not have, so that theories meet. */
static sort_id another_sort(making *w)
{
    term_bank *b = w->m->bank;
    switch (rng_below(w->r, 9)) {
    case 0:
        return SORT_ID_INT;
    case 1:
        return SORT_ID_REAL;
    case 2:
    case 3:
        return SORT_ID_STRING;
    case 4:
        return sort_bv(b, 1 + rng_below(w->r, 12));
    case 5:
        return sort_fp(b, 2 + rng_below(w->r, 4), 3 + rng_below(w->r, 8));
    case 6:
        return sort_array(b, SORT_ID_REAL, rng_one_in(w->r, 2) ? SORT_ID_REAL : SORT_ID_INT);
    case 7:
        return sort_array(b, SORT_ID_INT, sort_bv(b, 1 + rng_below(w->r, 8)));
    default:
        return sort_array(b, sort_bv(b, 1 + rng_below(w->r, 4)), SORT_ID_BOOL);
    }
}

/* One formula in two gets a few constants of its own. */
static void add_constants(making *w, term_vec *more)
{
    term_bank *b = w->m->bank;
    size_t n = rng_one_in(w->r, 2) ? 1 + rng_below(w->r, w->m->limits->atom_constants) : 0;
    for (size_t i = 0; i < n && w->names_used < w->m->n_names; i++) {
        decl_id d = decl_constant(b, w->m->names[w->names_used++], another_sort(w));
        vec_push(more, term_app(b, d, NULL, 0));
    }
}

/* The Boolean frame of the seed stays; most of its atoms become random ones, and a few are added:
 * small formulas that meet many operators at once. */
fuse_outcome fuse_atoms(making *w)
{
    const fuse_limits *l = w->m->limits;
    side *s = w->sides[0];
    size_t done = 0;
    term_vec more = {0};
    add_constants(w, &more);
    fill_palette(w, &more);
    for (uint32_t edge = 0; edge < s->edges.n; edge++) {
        term_id t = s->nodes.at[s->edges.at[edge]];
        if (!is_atom(s->bank, t) || !side_allows(s, edge) || s->instead.at[edge] ||
            rng_one_in(w->r, 3))
            continue;
        term_id by = generated(w, SORT_ID_BOOL, 1 + (uint32_t)rng_below(w->r, l->atom_depth));
        if (by && by != t) {
            side_put(s, edge, by);
            done++;
        }
    }
    making_record(w, 1);
    if (!side_finish(s, &w->out->formula.assertions)) {
        vec_free(&more);
        return FUSE_NO_PAIR;
    }
    for (size_t i = 0; i < more.n; i++)
        vec_push(&w->out->layout->fresh, term_decl(s->bank, more.at[i]));
    for (size_t n = 1 + rng_below(w->r, l->atoms_added); n; n--) {
        term_id one = generated(w, SORT_ID_BOOL, 1 + (uint32_t)rng_below(w->r, l->atom_depth));
        if (one) {
            vec_push(&w->out->formula.assertions, one);
            vec_push(&w->out->layout->constraints, one);
            done++;
        }
    }
    vec_free(&more);
    return finish(w, done, "atoms exchanged or added");
}

fuse_outcome fuse_operators(making *w)
{
    return mutate(w, other_operator, "operators exchanged");
}

fuse_outcome fuse_typed(making *w)
{
    return mutate(w, other_term, "subterms exchanged");
}

#include "solve/prepare/literals.h"

#include "base/map.h"
#include "solve/prepare/isolate.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/eval/eval.h"
#include "term/rewrite/rewrite.h"

/* The conjuncts of one assertion that were not seen before. */
static void split_one(term_bank *b, term_id assertion, map *seen, term_vec *literals)
{
    term_vec pending = {0};
    vec_push(&pending, term_expand_definitions(b, assertion));
    while (pending.n) {
        term_id t = vec_pop(&pending);
        bool fresh, negated = term_op_of(b, t) == OP_NOT;
        term_id inner = negated ? term_arg(b, t, 0) : t;
        if (term_op_of(b, inner) == (negated ? OP_OR : OP_AND)) {
            for (uint32_t i = term_arity(b, inner); i-- > 0;)
                vec_push(&pending,
                         negated ? term_not(b, term_arg(b, inner, i)) : term_arg(b, inner, i));
            continue;
        }
        map_insert(seen, t, &fresh);
        if (fresh && t != TERM_ID_TRUE)
            vec_push(literals, t);
    }
    vec_free(&pending);
}

void literals_split(term_bank *b, const term_id *assertions, size_t n, term_vec *literals,
                    vec_u32 *origins)
{
    map seen = {0};
    for (size_t i = 0; i < n; i++) {
        size_t before = literals->n;
        split_one(b, assertions[i], &seen, literals);
        for (; origins && before < literals->n; before++)
            vec_push(origins, (uint32_t)i);
    }
    map_free(&seen);
}

static bool is_box_call(const term_bank *b, const box_set *boxes, term_id t)
{
    return term_op_of(b, t) == OP_APP && boxes_find(boxes, term_decl(b, t));
}

bool literals_has_box(const term_bank *b, const box_set *boxes, term_id t)
{
    term_vec order = {0};
    bool found = false;
    term_postorder(b, &t, 1, &order);
    for (size_t i = 0; i < order.n && !found; i++)
        found = is_box_call(b, boxes, order.at[i]);
    vec_free(&order);
    return found;
}

bool literals_has_bound_box(const term_bank *b, const box_set *boxes, term_id t)
{
    term_vec order = {0};
    bool found = false;
    if (!term_has_binder(b, t))
        return false;
    term_postorder(b, &t, 1, &order);
    for (size_t i = 0; i < order.n && !found; i++)
        found = is_box_call(b, boxes, order.at[i]) && term_has_var(b, order.at[i]);
    vec_free(&order);
    return found;
}

unsigned literals_calls(const term_bank *b, const box_set *boxes, term_id t)
{
    term_vec order = {0};
    unsigned calls = 0;
    term_postorder(b, &t, 1, &order);
    for (size_t i = 0; i < order.n; i++)
        calls += is_box_call(b, boxes, order.at[i]);
    vec_free(&order);
    return calls;
}

bool literals_see_nan_bits(const term_bank *b, const term_id *terms, size_t n)
{
    term_vec order = {0};
    bool found = false;
    term_postorder(b, terms, n, &order);
    for (size_t i = 0; i < order.n && !found; i++)
        found = term_op_of(b, order.at[i]) == OP_FP_TO_BITS;
    vec_free(&order);
    return found;
}

void literals_constants(const term_bank *b, const term_id *terms, size_t n, vec_u32 *decls)
{
    size_t first = decls->n, kept = first;
    term_free_decls(b, terms, n, decls);
    for (size_t i = first; i < decls->n; i++)
        if (decl_arity(b, decls->at[i]) == 0)
            decls->at[kept++] = decls->at[i];
    decls->n = kept;
}

/* The constant that a literal defines, and by what; 0 if it defines none. */
static term_id defined_by(term_bank *b, uint64_t depth, term_id literal, bool deep,
                          term_id *meaning)
{
    bool negated = term_op_of(b, literal) == OP_NOT;
    term_id atom = negated ? term_arg(b, literal, 0) : literal;
    if (isolate_is_constant(b, atom)) {
        *meaning = negated ? TERM_ID_FALSE : TERM_ID_TRUE;
        return atom;
    }
    bool direct =
        term_op_of(b, literal) == OP_EQ && (isolate_is_constant(b, term_arg(b, literal, 0)) ||
                                            isolate_is_constant(b, term_arg(b, literal, 1)));
    return deep || direct ? isolate_constant(b, literal, depth, meaning) : 0;
}

/* Rewrites all literals, by way of a substitution if there is one; drops those that are true. */
static void rewrite_all(rewriter *r, term_subst *s, term_vec *literals)
{
    size_t kept = 0;
    for (size_t i = 0; i < literals->n; i++) {
        term_id t = s ? term_subst_apply(s, literals->at[i]) : literals->at[i];
        t = rewrite_term(r, t);
        if (t != TERM_ID_TRUE)
            literals->at[kept++] = t;
    }
    literals->n = kept;
}

/* Definitions that are put in together. A constant that an earlier meaning needs is not defined any
 * more, so that each meaning needs earlier definitions only. */
typedef struct definitions {
    term_bank *bank;
    term_vec constants, meanings;
    map resolved; /* term -> the same over what remains, of what was looked at */
    map used;     /* declarations that meanings need */
} definitions;

/* A meaning over what remains: earlier definitions are put in. It has no binder. */
static term_id resolve(definitions *d, term_id meaning)
{
    term_vec order = {0}, args = {0};
    term_postorder(d->bank, &meaning, 1, &order);
    for (size_t i = 0; i < order.n; i++) {
        term_id t = order.at[i];
        uint32_t n = term_arity(d->bank, t);
        bool same = true;
        if (map_get(&d->resolved, t, 0))
            continue;
        vec_clear(&args);
        for (uint32_t k = 0; k < n; k++) {
            term_id old = term_arg(d->bank, t, k);
            vec_push(&args, (term_id)map_get(&d->resolved, old, old));
            same &= args.at[k] == old;
        }
        map_put(&d->resolved, t, same ? t : term_rebuild(d->bank, t, args.at));
        if (isolate_is_constant(d->bank, t))
            map_put(&d->used, term_decl(d->bank, t), 1);
    }
    vec_free(&order);
    vec_free(&args);
    return (term_id)map_get(&d->resolved, meaning, meaning);
}

static void reverse(term_vec *terms)
{
    for (size_t i = 0; i + 1 < terms->n - i; i++) {
        term_id other = terms->at[i];
        terms->at[i] = terms->at[terms->n - 1 - i];
        terms->at[terms->n - 1 - i] = other;
    }
}

/* Takes definitions out of the literals, as many as go together; what they defined is redundant
 * then. A chain of definitions goes together in one of the two directions. */
static void collect(definitions *d, uint64_t depth, bool deep, bool backwards, term_vec *literals)
{
    map defined = {0};
    size_t kept = 0;
    if (backwards)
        reverse(literals);
    for (size_t i = 0; i < literals->n; i++) {
        term_id meaning = 0, x = defined_by(d->bank, depth, literals->at[i], deep, &meaning);
        bool good = x && !map_get(&d->used, term_decl(d->bank, x), 0) &&
                    !map_get(&defined, term_decl(d->bank, x), 0);
        if (!good) {
            literals->at[kept++] = literals->at[i];
            continue;
        }
        term_id value = resolve(d, meaning);
        map_put(&d->resolved, x, value);
        map_put(&defined, term_decl(d->bank, x), 1);
        vec_push(&d->constants, x);
        vec_push(&d->meanings, value);
    }
    literals->n = kept;
    if (backwards)
        reverse(literals);
    map_free(&defined);
}

/* One round; false when there is nothing to eliminate. */
static bool eliminate_some(rewriter *r, term_bank *b, uint64_t depth, bool backwards,
                           term_vec *literals, literals_classes *classes)
{
    definitions d = {.bank = b};
    for (int deep = 0; deep < 2 && !d.constants.n; deep++)
        collect(&d, depth, deep, backwards, literals);
    if (d.constants.n) {
        term_subst *s = term_subst_new(b, d.constants.at, d.meanings.at, d.constants.n);
        rewrite_all(r, s, literals);
        for (size_t k = 0; k < classes->meaning.n; k++)
            classes->meaning.at[k] = term_subst_apply(s, classes->meaning.at[k]);
        term_subst_free(s);
    }
    bool some = d.constants.n > 0;
    vec_append(&classes->eliminated, d.constants.at, d.constants.n);
    vec_append(&classes->meaning, d.meanings.at, d.meanings.n);
    vec_free(&d.constants);
    vec_free(&d.meanings);
    map_free(&d.resolved);
    map_free(&d.used);
    return some;
}

void literals_eliminate(term_bank *b, const solve_limits *limits, term_vec *literals,
                        literals_classes *classes)
{
    rewriter *r = rewriter_new(b);
    rewrite_all(r, NULL, literals);
    bool backwards = false;
    while (eliminate_some(r, b, limits->isolate_depth, backwards, literals, classes))
        backwards = !backwards;
    rewriter_free(r);
}

void literals_classes_complete(const literals_classes *classes, box_set *boxes, term_model *m)
{
    term_bank *b = model_bank(m);
    eval_config config = {.complete = true, .call = boxes_evaluate, .call_context = boxes};
    evaluator *e = eval_new(m, &config);
    for (size_t i = 0; i < classes->eliminated.n; i++) {
        value_id v = eval_term(e, classes->meaning.at[i]);
        if (v)
            model_set_value(m, term_decl(b, classes->eliminated.at[i]), v);
    }
    eval_free(e);
}

void literals_classes_free(literals_classes *classes)
{
    vec_free(&classes->eliminated);
    vec_free(&classes->meaning);
}

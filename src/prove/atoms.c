#include "prove/atoms.h"

#include "term/walk.h"

enum { MAX_CONSTANTS = 24 };
#define MAX_CONSTANT (INT64_C(1) << 40)

static void all_terms(const ir_system *s, term_vec *order)
{
    term_vec roots = {0};
    for (size_t i = 0; i < s->transitions.n; i++) {
        vec_push(&roots, s->transitions.at[i].guard);
        vec_append(&roots, s->transitions.at[i].after.at, s->transitions.at[i].after.n);
    }
    for (size_t v = 0; v < s->program->variables.n; v++)
        vec_push(&roots, s->program->variables.at[v].range);
    term_postorder(s->program->bank, roots.at, roots.n, order);
    vec_free(&roots);
}

static bool is_comparison(term_op op)
{
    return op == OP_LE || op == OP_LT || op == OP_GE || op == OP_GT || op == OP_EQ;
}

/* Only over variables that a user knows. */
static bool is_over_shown(const ir_system *s, term_id t)
{
    vec_u32 decls = {0};
    term_free_decls(s->program->bank, &t, 1, &decls);
    bool good = decls.n > 0;
    for (size_t i = 0; i < decls.n && good; i++) {
        good = false;
        for (size_t v = 0; v < s->program->variables.n && !good; v++)
            good = s->program->variables.at[v].shown &&
                   term_decl(s->program->bank, s->program->variables.at[v].term) == decls.at[i];
    }
    vec_free(&decls);
    return good;
}

static void add_atom(term_vec *atoms, size_t limit, term_id t)
{
    for (size_t i = 0; i < atoms->n; i++)
        if (atoms->at[i] == t)
            return;
    if (atoms->n < limit)
        vec_push(atoms, t);
}

/* An equation gives its two orders as well: each may be what is kept. */
static void add_condition(const ir_system *s, term_vec *atoms, size_t limit, term_id t)
{
    term_bank *b = s->program->bank;
    add_atom(atoms, limit, t);
    add_atom(atoms, limit, term_not(b, t));
    if (term_op_of(b, t) != OP_EQ || term_sort(b, term_arg(b, t, 0)) != SORT_ID_INT)
        return;
    add_atom(atoms, limit, term_make2(b, OP_LE, term_arg(b, t, 0), term_arg(b, t, 1)));
    add_atom(atoms, limit, term_make2(b, OP_GE, term_arg(b, t, 0), term_arg(b, t, 1)));
}

void atoms_of_text(const ir_system *s, size_t limit, term_vec *atoms)
{
    term_bank *b = s->program->bank;
    term_vec order = {0};
    all_terms(s, &order);
    for (size_t i = 0; i < order.n; i++) {
        term_id t = order.at[i];
        bool boolean = term_op_of(b, t) == OP_APP && term_sort(b, t) == SORT_ID_BOOL;
        if ((boolean || (is_comparison(term_op_of(b, t)) && term_arity(b, t) == 2)) &&
            is_over_shown(s, t))
            add_condition(s, atoms, limit, t);
    }
    /* A variable that is set to a constant may be asked whether it has it. */
    for (size_t i = 0; i < s->transitions.n; i++)
        for (size_t v = 0; v < s->transitions.at[i].after.n; v++) {
            const ir_variable *x = &s->program->variables.at[v];
            term_id after = s->transitions.at[i].after.at[v];
            if (x->shown && term_op_of(b, after) == OP_CONST && term_sort(b, after) == SORT_ID_INT)
                add_condition(s, atoms, limit, term_eq(b, x->term, after));
        }
    vec_free(&order);
}

static int compare_numbers(const void *x, const void *y)
{
    int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
    return (a > b) - (a < b);
}

static void sort_unique(number_vec *v)
{
    if (!v->n)
        return;
    qsort(v->at, v->n, sizeof *v->at, compare_numbers);
    size_t n = 1;
    for (size_t i = 1; i < v->n; i++)
        if (v->at[i] != v->at[n - 1])
            v->at[n++] = v->at[i];
    v->n = n;
}

void atoms_thresholds(const ir_system *s, number_vec *thresholds)
{
    term_bank *b = s->program->bank;
    term_vec order = {0};
    number_vec constants = {0};
    all_terms(s, &order);
    for (int64_t small = -1; small <= 1; small++)
        vec_push(&constants, small);
    for (size_t i = 0; i < order.n && constants.n < MAX_CONSTANTS; i++) {
        int64_t n;
        if (term_op_of(b, order.at[i]) == OP_CONST && term_sort(b, order.at[i]) == SORT_ID_INT &&
            value_small_int(b, term_value(b, order.at[i]), &n) && n < MAX_CONSTANT &&
            n > -MAX_CONSTANT)
            vec_push(&constants, n);
    }
    sort_unique(&constants);
    for (size_t i = 0; i < constants.n; i++)
        for (size_t k = 0; k < constants.n; k++)
            for (int64_t near = -1; near <= 1; near++) {
                vec_push(thresholds, constants.at[i] + constants.at[k] + near);
                vec_push(thresholds, constants.at[i] - constants.at[k] + near);
            }
    sort_unique(thresholds);
    vec_free(&order);
    vec_free(&constants);
}

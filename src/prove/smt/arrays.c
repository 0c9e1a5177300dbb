#include "prove/smt/arrays.h"

#include <string.h>

#include "prove/smt/atoms.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

typedef struct array_maker {
    const prove_limits *limits;
    const ir_system *system;
    term_bank *bank;
    bool math;
    size_t limit;
    term_id k; /* the bound index */
    term_vec *conditions, *tests;
} array_maker;

static term_id index_number(const array_maker *m, uint64_t n)
{
    return m->math ? term_const(m->bank, value_int(m->bank, (int64_t)n))
                   : term_const(m->bank, value_bv_u64(m->bank, 64, n));
}

static term_id less(const array_maker *m, term_id x, term_id y)
{
    return term_make2(m->bank, m->math ? OP_LT : OP_BVSLT, x, y);
}

/* The bound variable in the place of an index, and of the variable that the index is. */
static term_id put_index(const array_maker *m, term_id body, term_id index)
{
    term_bank *b = m->bank;
    body = term_substitute(b, body, &index, &m->k, 1);
    term_op op = term_op_of(b, index);
    if (op != OP_SIGN_EXTEND && op != OP_ZERO_EXTEND)
        return body;
    term_id narrow = term_arg(b, index, 0);
    uint32_t bits[] = {sort_bv_width(b, term_sort(b, narrow)) - 1, 0};
    term_id cut = term_make(b, OP_EXTRACT, bits, 2, &m->k, 1);
    return term_substitute(b, body, &narrow, &cut, 1);
}

static void add_body(const array_maker *m, term_vec *bodies, term_id body)
{
    for (size_t i = 0; i < bodies->n; i++)
        if (bodies->at[i] == body)
            return;
    term_vec vars = {0};
    term_free_vars(m->bank, body, &vars);
    if (vars.n == 1 && bodies->n < m->limits->array_bodies)
        vec_push(bodies, body);
    vec_free(&vars);
}

/* What is written at an index is there for all before it. */
static void bodies_of_stores(const array_maker *m, const ir_variable *a, const term_vec *order,
                             term_vec *bodies)
{
    term_bank *b = m->bank;
    for (size_t i = 0; i < order->n; i++) {
        term_id t = order->at[i];
        if (term_op_of(b, t) != OP_STORE || term_arg(b, t, 0) != a->term)
            continue;
        term_id value = term_arg(b, t, 2), index = term_arg(b, t, 1);
        term_id read = term_make2(b, OP_SELECT, a->term, index);
        if (!atoms_over_shown(m->system, index) ||
            (term_op_of(b, value) != OP_CONST && !atoms_over_shown(m->system, value)))
            continue;
        add_body(m, bodies, put_index(m, term_eq(b, read, value), index));
    }
}

static bool reads(const array_maker *m, term_id t, const ir_variable *a, term_id *index)
{
    term_vec order = {0};
    bool found = false;
    term_postorder(m->bank, &t, 1, &order);
    for (size_t i = 0; i < order.n && !found; i++)
        if (term_op_of(m->bank, order.at[i]) == OP_SELECT &&
            term_arg(m->bank, order.at[i], 0) == a->term) {
            *index = term_arg(m->bank, order.at[i], 1);
            found = true;
        }
    vec_free(&order);
    return found;
}

/* What an element is compared with, it may be compared with for all. */
static void bodies_of_atoms(const array_maker *m, const ir_variable *a, const term_vec *atoms,
                            term_vec *bodies)
{
    for (size_t i = 0; i < atoms->n; i++) {
        term_id index;
        if (!reads(m, atoms->at[i], a, &index))
            continue;
        add_body(m, bodies, put_index(m, atoms->at[i], index));
    }
}

static void add_condition(const array_maker *m, const ir_variable *a, term_id range, term_id body)
{
    term_bank *b = m->bank;
    if (m->conditions->n >= m->limit)
        return;
    uint64_t n = a->type.counts[0];
    term_id k = m->k;
    term_id inside[] = {term_make2(b, m->math ? OP_LE : OP_BVSLE, index_number(m, 0), k),
                        less(m, k, index_number(m, n)), range};
    term_id implies =
        term_make2(b, OP_IMPLIES, term_and(b, inside, range == TERM_ID_TRUE ? 2 : 3), body);
    term_vec each = {0};
    for (uint64_t at = 0; at < n && at < m->limits->array_tested; at++) {
        term_id number = index_number(m, at);
        vec_push(&each, term_substitute(b, implies, &k, &number, 1));
    }
    vec_push(m->conditions, term_quantifier(b, OP_FORALL, &k, 1, implies, NULL, 0));
    vec_push(m->tests, term_and(b, each.at, (uint32_t)each.n));
    vec_free(&each);
}

/* All elements, those before a variable, and those from one on. */
static void add_ranges(const array_maker *m, const ir_variable *a, const term_vec *bodies)
{
    const ir_program *p = m->system->program;
    term_bank *b = m->bank;
    for (size_t i = 0; i < bodies->n; i++)
        add_condition(m, a, TERM_ID_TRUE, bodies->at[i]);
    for (size_t v = 0; v < p->variables.n; v++) {
        const ir_variable *x = &p->variables.at[v];
        if (!x->shown || x->type.n_dims || x->type.width < 32)
            continue;
        uint32_t more = 64 - x->type.width;
        term_id bound = m->math || !more
                            ? x->term
                            : term_make(b, x->type.is_unsigned ? OP_ZERO_EXTEND : OP_SIGN_EXTEND,
                                        &more, 1, &x->term, 1);
        term_id before = less(m, m->k, bound), after = less(m, bound, m->k);
        for (size_t i = 0; i < bodies->n; i++) {
            add_condition(m, a, before, bodies->at[i]);
            add_condition(m, a, after, bodies->at[i]);
            add_condition(m, a, term_not(b, before), bodies->at[i]);
        }
    }
}

/* A name for the bound index that is no variable's. */
static const char *free_name(const ir_program *p)
{
    static const char *const names[] = {"k", "m", "q", "index", "any_index"};
    size_t n = 0;
    for (size_t v = 0; v < p->variables.n && n + 1 < sizeof names / sizeof *names; v++)
        if (!strcmp(p->variables.at[v].name, names[n])) {
            n++;
            v = SIZE_MAX; /* from the beginning */
        }
    return names[n];
}

void arrays_conditions(const ir_system *s, const prove_limits *limits, size_t limit,
                       term_vec *conditions, term_vec *tests)
{
    const ir_program *p = s->program;
    array_maker m = {.limits = limits,
                     .system = s,
                     .bank = p->bank,
                     .math = p->model == IR_MATH,
                     .limit = conditions->n + limit,
                     .conditions = conditions,
                     .tests = tests};
    sort_id sort = m.math ? SORT_ID_INT : sort_bv(m.bank, 64);
    m.k = term_var(m.bank, symbol_make(m.bank, free_name(p)), sort);
    term_vec order = {0}, atoms = {0};
    atoms_terms_of_system(s, &order);
    vec_append(&atoms, conditions->at, conditions->n);
    for (size_t v = 0; v < p->variables.n; v++) {
        const ir_variable *a = &p->variables.at[v];
        term_vec bodies = {0};
        if (!a->shown || a->type.n_dims != 1)
            continue;
        bodies_of_stores(&m, a, &order, &bodies);
        bodies_of_atoms(&m, a, &atoms, &bodies);
        add_ranges(&m, a, &bodies);
        vec_free(&bodies);
    }
    vec_free(&order);
    vec_free(&atoms);
}

#include "prove/invariant/arrays.h"

#include <string.h>

#include "prove/invariant/atoms.h"
#include "prove/smt/instances.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/rewrite/rewrite.h"

typedef struct array_maker {
    const prove_limits *limits;
    const ir_system *system;
    term_bank *bank;
    bool math, opaque;
    size_t limit;
    term_id k;     /* the bound index */
    term_id index; /* what it is in tests */
    rewriter *simplify;
    const ir_variable *array; /* that it is about now, */
    term_vec bodies;          /* what is said of one element of it, */
    term_vec bounds;          /* and where ranges of indices may end */
    term_vec *conditions, *tests;
} array_maker;

static term_id index_number(const ir_program *p, int64_t n)
{
    return p->model == IR_MATH ? term_const(p->bank, value_int(p->bank, n))
                               : term_const(p->bank, value_bv_u64(p->bank, 64, (uint64_t)n));
}

static term_id less(const array_maker *m, term_id x, term_id y)
{
    return term_make2(m->bank, m->math ? OP_LT : OP_BVSLT, x, y);
}

static bool is_among(const term_vec *list, term_id t)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i] == t)
            return true;
    return false;
}

/* ---- What is said of one element ------------------------------------------------------------- */

/* An index that is a variable and something more, or less: the variable in terms of it. */
static void solve_index(const array_maker *m, term_id index, term_vec *from, term_vec *to)
{
    const ir_program *p = m->system->program;
    term_bank *b = m->bank;
    term_id zero = index_number(p, 0);
    for (size_t v = 0; v < p->variables.n && m->math; v++) {
        term_id x = p->variables.at[v].term;
        if (!p->variables.at[v].shown || term_sort(b, x) != SORT_ID_INT || x == index)
            continue;
        term_id rest = rewrite_term(m->simplify, term_substitute(b, index, &x, &zero, 1));
        if (rest == index)
            continue;
        term_id part = term_make2(b, OP_SUB, index, rest);
        bool up = rewrite_term(m->simplify, term_make2(b, OP_SUB, part, x)) == zero;
        bool down = rewrite_term(m->simplify, term_make2(b, OP_ADD, part, x)) == zero;
        if (!up && !down)
            continue;
        term_id both[] = {up ? m->k : rest, up ? rest : m->k};
        vec_push(from, x);
        vec_push(to, rewrite_term(m->simplify, term_make2(b, OP_SUB, both[0], both[1])));
        return;
    }
}

/* The bound variable in the place of an index, and of the variable that the index is. */
static term_id put_index(const array_maker *m, term_id body, term_id index)
{
    term_bank *b = m->bank;
    body = term_substitute(b, body, &index, &m->k, 1);
    term_op op = term_op_of(b, index);
    if (op == OP_SIGN_EXTEND || op == OP_ZERO_EXTEND) {
        term_id narrow = term_arg(b, index, 0);
        uint32_t bits[] = {sort_bv_width(b, term_sort(b, narrow)) - 1, 0};
        term_id cut = term_make(b, OP_EXTRACT, bits, 2, &m->k, 1);
        return term_substitute(b, body, &narrow, &cut, 1);
    }
    term_vec from = {0}, to = {0};
    solve_index(m, index, &from, &to);
    if (from.n)
        body = term_substitute(b, body, from.at, to.at, from.n);
    vec_free(&from);
    vec_free(&to);
    return body;
}

static bool is_over_shown(const array_maker *m, term_id t)
{
    return m->opaque ? atoms_over_opaque(m->system, t) : atoms_over_shown(m->system, t);
}

static void add_body(array_maker *m, term_id body)
{
    term_vec vars = {0};
    term_free_vars(m->bank, body, &vars);
    if (vars.n == 1 && m->bodies.n < m->limits->array_bodies && !is_among(&m->bodies, body) &&
        is_over_shown(m, body))
        vec_push(&m->bodies, body);
    vec_free(&vars);
}

/* The array that is written to, behind other writes and choices. */
static bool is_of_array(const array_maker *m, term_id t)
{
    for (;;) {
        term_op op = term_op_of(m->bank, t);
        if (t == m->array->term)
            return true;
        if (op != OP_STORE && op != OP_ITE)
            return false;
        t = term_arg(m->bank, t, op == OP_ITE ? 1 : 0);
    }
}

/* An input that is stored: what the way there says of it is said of the element. */
static void bodies_of_input(array_maker *m, const term_vec *way, term_id input, term_id index)
{
    term_bank *b = m->bank;
    term_id read = term_make2(b, OP_SELECT, m->array->term, index);
    for (size_t i = 0; i < way->n; i++) {
        if (!atoms_is_comparison(b, way->at[i]))
            continue;
        term_id said = term_substitute(b, way->at[i], &input, &read, 1);
        if (said == way->at[i] || !atoms_over_shown(m->system, said))
            continue;
        add_body(m, put_index(m, said, index));
        add_body(m, put_index(m, term_not(b, said), index));
    }
}

/* What is written at an index is there for all before it; so is one of two that are written there. */
static void bodies_of_stores(array_maker *m)
{
    term_bank *b = m->bank;
    size_t first = m->bodies.n;
    for (size_t k = 0; k < m->system->transitions.n; k++) {
        const ir_transition *one = &m->system->transitions.at[k];
        term_vec order = {0}, way = {0};
        term_postorder(b, one->after.at, one->after.n, &order);
        term_postorder(b, &one->guard, 1, &way);
        for (size_t i = 0; i < order.n; i++) {
            term_id t = order.at[i];
            if (term_op_of(b, t) != OP_STORE || !is_of_array(m, term_arg(b, t, 0)))
                continue;
            term_id value = term_arg(b, t, 2), index = term_arg(b, t, 1);
            if (!atoms_over_shown(m->system, index))
                continue;
            term_id read = term_make2(b, OP_SELECT, m->array->term, index);
            if (term_op_of(b, value) == OP_CONST || is_over_shown(m, value))
                add_body(m, put_index(m, term_eq(b, read, value), index));
            else
                bodies_of_input(m, &way, value, index);
        }
        vec_free(&order);
        vec_free(&way);
    }
    for (size_t i = first, n = m->bodies.n; i < n; i++)
        for (size_t k = first; k < i; k++) {
            term_id two[] = {m->bodies.at[k], m->bodies.at[i]};
            add_body(m, term_or(b, two, 2));
        }
}

static bool reads(const array_maker *m, term_id t, term_id *index)
{
    term_vec order = {0};
    bool found = false;
    term_postorder(m->bank, &t, 1, &order);
    for (size_t i = 0; i < order.n && !found; i++)
        if (term_op_of(m->bank, order.at[i]) == OP_SELECT &&
            term_arg(m->bank, order.at[i], 0) == m->array->term) {
            *index = term_arg(m->bank, order.at[i], 1);
            found = true;
        }
    vec_free(&order);
    return found;
}

/* What an element is compared with, it may be compared with for all. */
static void bodies_of_atoms(array_maker *m, const term_vec *atoms)
{
    for (size_t i = 0; i < atoms->n; i++) {
        term_id index;
        if (reads(m, atoms->at[i], &index))
            add_body(m, put_index(m, atoms->at[i], index));
    }
}

/* ---- Of which elements ----------------------------------------------------------------------- */

static void add_condition(const array_maker *m, term_id range, term_id body)
{
    term_bank *b = m->bank;
    const ir_program *p = m->system->program;
    if (m->conditions->n >= m->limit)
        return;
    term_id k = m->k, inside[3];
    uint32_t n = 0;
    inside[n++] = term_make2(b, m->math ? OP_LE : OP_BVSLE, index_number(p, 0), k);
    if (m->array->type.counts[0] != IR_DYNAMIC)
        inside[n++] = less(m, k, index_number(p, (int64_t)m->array->type.counts[0]));
    if (range != TERM_ID_TRUE)
        inside[n++] = range;
    term_id implies = term_make2(b, OP_IMPLIES, term_and(b, inside, n), body);
    vec_push(m->conditions, term_quantifier(b, OP_FORALL, &k, 1, implies, NULL, 0));
    vec_push(m->tests, term_substitute(b, implies, &k, &m->index, 1));
}

static void add_bound(array_maker *m, term_id t)
{
    if (!is_among(&m->bounds, t))
        vec_push(&m->bounds, t);
}

/* Where the array is read and written, then all variables. */
static void find_bounds(array_maker *m, const term_vec *order)
{
    const ir_program *p = m->system->program;
    term_bank *b = m->bank;
    for (size_t i = 0; i < order->n; i++) {
        term_op op = term_op_of(b, order->at[i]);
        if ((op == OP_SELECT || op == OP_STORE) && is_of_array(m, term_arg(b, order->at[i], 0)) &&
            atoms_over_shown(m->system, term_arg(b, order->at[i], 1)))
            add_bound(m, term_arg(b, order->at[i], 1));
    }
    for (size_t v = 0; v < p->variables.n; v++) {
        const ir_variable *x = &p->variables.at[v];
        if (!x->shown || x->type.n_dims || x->type.width < 32 || x->type.real)
            continue;
        uint32_t more = 64 - x->type.width;
        add_bound(m, m->math || !more
                         ? x->term
                         : term_make(b, x->type.is_unsigned ? OP_ZERO_EXTEND : OP_SIGN_EXTEND,
                                     &more, 1, &x->term, 1));
    }
}

/* All elements, those before a bound, and those from one on. */
static void add_ranges(const array_maker *m)
{
    for (size_t i = 0; i < m->bodies.n; i++)
        add_condition(m, TERM_ID_TRUE, m->bodies.at[i]);
    for (size_t k = 0; k < m->bounds.n; k++) {
        term_id before = less(m, m->k, m->bounds.at[k]), after = less(m, m->bounds.at[k], m->k);
        for (size_t i = 0; i < m->bodies.n; i++) {
            add_condition(m, before, m->bodies.at[i]);
            add_condition(m, after, m->bodies.at[i]);
            add_condition(m, term_not(m->bank, before), m->bodies.at[i]);
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

void arrays_conditions(const ir_system *s, const prove_limits *limits, size_t limit, bool opaque,
                       term_vec *conditions, term_vec *tests, term_id *index)
{
    const ir_program *p = s->program;
    array_maker m = {.limits = limits,
                     .system = s,
                     .bank = p->bank,
                     .math = p->model == IR_MATH,
                     .opaque = opaque,
                     .limit = conditions->n + limit,
                     .simplify = rewriter_new(p->bank),
                     .conditions = conditions,
                     .tests = tests};
    sort_id sort = m.math ? SORT_ID_INT : sort_bv(m.bank, 64);
    m.k = term_var(m.bank, symbol_make(m.bank, free_name(p)), sort);
    m.index = term_app(m.bank, decl_constant(m.bank, symbol_fresh(m.bank, "index"), sort), NULL, 0);
    *index = m.index;
    term_vec order = {0}, atoms = {0};
    atoms_terms_of_system(s, &order);
    vec_append(&atoms, conditions->at, conditions->n);
    for (size_t v = 0; v < p->variables.n; v++) {
        m.array = &p->variables.at[v];
        if (!m.array->shown || m.array->type.n_dims != 1)
            continue;
        bodies_of_stores(&m);
        bodies_of_atoms(&m, &atoms);
        find_bounds(&m, &order);
        add_ranges(&m);
        vec_clear(&m.bodies);
        vec_clear(&m.bounds);
    }
    vec_free(&m.bodies);
    vec_free(&m.bounds);
    vec_free(&order);
    vec_free(&atoms);
    rewriter_free(m.simplify);
}

/* ---- States ---------------------------------------------------------------------------------- */

static void add_value(const ir_program *p, int64_t n, vec_u32 *indices)
{
    value_id v =
        p->model == IR_MATH ? value_int(p->bank, n) : value_bv_u64(p->bank, 64, (uint64_t)n);
    for (size_t i = 0; i < indices->n; i++)
        if (indices->at[i] == v)
            return;
    vec_push(indices, v);
}

static bool number_of(const ir_program *p, const ir_variable *x, value_id v, int64_t *n)
{
    uint64_t bits;
    if (p->model == IR_MATH)
        return value_small_int(p->bank, v, n);
    if (!value_small_bits(p->bank, v, &bits))
        return false;
    unsigned unused = 64 - x->type.width;
    *n = x->type.is_unsigned ? (int64_t)bits : (int64_t)(bits << unused) >> unused;
    return true;
}

void arrays_indices_of(const ir_system *s, const prove_limits *limits, const value_id *values,
                       vec_u32 *indices)
{
    const ir_program *p = s->program;
    int64_t n;
    add_value(p, 0, indices);
    for (size_t v = 0; v < p->variables.n; v++) {
        const ir_variable *x = &p->variables.at[v];
        bool number = !x->type.n_dims && x->type.width > 1 && !x->type.real;
        if (number && number_of(p, x, values[v], &n) && n < INT64_MAX && n > INT64_MIN)
            for (int64_t near = -1; near <= 1; near++)
                add_value(p, n + near, indices);
        for (uint32_t i = 0; x->type.n_dims == 1 && i < value_array_size(p->bank, values[v]) &&
                             i < limits->array_tested;
             i++)
            vec_push(indices, value_array_index_at(p->bank, values[v], i));
    }
}

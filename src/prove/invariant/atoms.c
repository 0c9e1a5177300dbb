#include "prove/invariant/atoms.h"

#include "term/core/walk.h"

enum { SMALL_TERM = 6 };
#define LARGEST_CONDITION (INT64_C(1) << 30)

/* With the limits of types or without. */
static void terms_of(const ir_system *s, bool ranges, term_vec *order)
{
    term_vec roots = {0};
    for (size_t i = 0; i < s->transitions.n; i++) {
        vec_push(&roots, s->transitions.at[i].guard);
        vec_append(&roots, s->transitions.at[i].after.at, s->transitions.at[i].after.n);
    }
    for (size_t v = 0; ranges && v < s->program->variables.n; v++)
        vec_push(&roots, s->program->variables.at[v].range);
    term_postorder(s->program->bank, roots.at, roots.n, order);
    vec_free(&roots);
}

void atoms_terms_of_system(const ir_system *s, term_vec *order)
{
    terms_of(s, true, order);
}

bool atoms_is_comparison(const term_bank *b, term_id t)
{
    term_op op = term_op_of(b, t);
    return term_arity(b, t) == 2 &&
           (op == OP_LE || op == OP_LT || op == OP_GE || op == OP_GT || op == OP_EQ ||
            (op >= OP_BVULT && op <= OP_BVSGE) || (op >= OP_FP_LEQ && op <= OP_FP_EQ));
}

static bool over_shown(const ir_system *s, term_id t, bool opaque)
{
    vec_u32 decls = {0};
    term_free_decls(s->program->bank, &t, 1, &decls);
    bool good = decls.n > 0;
    for (size_t i = 0; i < decls.n && good; i++) {
        good = opaque && ir_opaque_find(s->program, decls.at[i]);
        for (size_t v = 0; v < s->program->variables.n && !good; v++)
            good = s->program->variables.at[v].shown &&
                   term_decl(s->program->bank, s->program->variables.at[v].term) == decls.at[i];
    }
    vec_free(&decls);
    return good;
}

bool atoms_over_shown(const ir_system *s, term_id t)
{
    return over_shown(s, t, false);
}

bool atoms_over_opaque(const ir_system *s, term_id t)
{
    return over_shown(s, t, true);
}

static void add_atom(term_vec *atoms, size_t limit, term_id t)
{
    for (size_t i = 0; i < atoms->n; i++)
        if (atoms->at[i] == t)
            return;
    if (atoms->n < limit)
        vec_push(atoms, t);
}

/* That a number is one of its type: with ideal integers that is asserted everywhere, and bounds have it. */
static bool is_limit_of_type(const ir_system *s, term_id t)
{
    const term_bank *b = s->program->bank;
    if (s->program->model != IR_MATH || term_arity(b, t) != 2)
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        term_id x = term_arg(b, t, i);
        int64_t n;
        if (term_op_of(b, x) == OP_CONST && term_sort(b, x) == SORT_ID_INT &&
            (!value_small_int(b, term_value(b, x), &n) || n > LARGEST_CONDITION ||
             n < -LARGEST_CONDITION))
            return true;
    }
    return false;
}

/* An equation gives its two orders as well: each may be what is kept. */
static void add_condition(const ir_system *s, term_vec *atoms, size_t limit, term_id t)
{
    term_bank *b = s->program->bank;
    if (is_limit_of_type(s, t))
        return;
    add_atom(atoms, limit, t);
    add_atom(atoms, limit, term_not(b, t));
    if (term_op_of(b, t) != OP_EQ)
        return;
    term_id x = term_arg(b, t, 0), y = term_arg(b, t, 1);
    sort_kind kind = sort_kind_of(b, term_sort(b, x));
    if (kind == SORT_INT || kind == SORT_BV) {
        add_atom(atoms, limit, term_make2(b, kind == SORT_INT ? OP_LE : OP_BVSLE, x, y));
        add_atom(atoms, limit, term_make2(b, kind == SORT_INT ? OP_GE : OP_BVSGE, x, y));
    }
}

/* Floats have no bounds of their own: each is compared with the text's constants of its type. */
static void add_real_bounds(const ir_system *s, const term_vec *order, term_vec *atoms,
                            size_t limit)
{
    term_bank *b = s->program->bank;
    for (size_t v = 0; v < s->program->variables.n; v++) {
        const ir_variable *x = &s->program->variables.at[v];
        for (size_t i = 0; x->shown && x->type.real && !x->type.n_dims && i < order->n; i++)
            if (term_op_of(b, order->at[i]) == OP_CONST &&
                term_sort(b, order->at[i]) == term_sort(b, x->term)) {
                add_atom(atoms, limit, term_make2(b, OP_FP_LEQ, x->term, order->at[i]));
                add_atom(atoms, limit, term_make2(b, OP_FP_GEQ, x->term, order->at[i]));
            }
    }
}

/* A sum or product of numbers of the text among which the variable is not. */
static bool is_other_sum(const ir_system *s, term_id x, term_id t)
{
    const term_bank *b = s->program->bank;
    term_op op = term_op_of(b, t);
    vec_u32 decls = {0};
    if ((op != OP_ADD && op != OP_SUB && op != OP_MUL) || term_tree_size(b, t) > SMALL_TERM ||
        !atoms_over_shown(s, t))
        return false;
    bool other = true;
    term_free_decls(b, &t, 1, &decls);
    for (size_t i = 0; i < decls.n; i++)
        other &= decls.at[i] != term_decl(b, x);
    vec_free(&decls);
    return other;
}

void atoms_of_text(const ir_system *s, size_t limit, term_vec *atoms)
{
    term_bank *b = s->program->bank;
    term_vec order = {0};
    atoms_terms_of_system(s, &order);
    for (size_t i = 0; i < order.n; i++) {
        term_id t = order.at[i];
        bool boolean = term_op_of(b, t) == OP_APP && term_sort(b, t) == SORT_ID_BOOL;
        if ((boolean || atoms_is_comparison(b, t)) && atoms_over_shown(s, t))
            add_condition(s, atoms, limit, t);
    }
    add_real_bounds(s, &order, atoms, limit);
    /* A variable that is set to something else may be asked whether it has it. */
    for (size_t i = 0; i < s->transitions.n; i++)
        for (size_t v = 0; v < s->transitions.at[i].after.n; v++) {
            const ir_variable *x = &s->program->variables.at[v];
            term_id after = s->transitions.at[i].after.at[v];
            bool number = x->shown && !x->type.n_dims && x->type.width > 1 && !x->type.real;
            if (number && (term_op_of(b, after) == OP_CONST || is_other_sum(s, x->term, after)))
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

/* The small number that a constant is, bits as signed ones. */
static bool small_constant(const term_bank *b, term_id t, uint64_t limit, int64_t *n)
{
    if (term_op_of(b, t) != OP_CONST)
        return false;
    sort_kind kind = sort_kind_of(b, term_sort(b, t));
    uint64_t bits;
    if (kind == SORT_BV && value_small_bits(b, term_value(b, t), &bits)) {
        unsigned unused = 64 - sort_bv_width(b, term_sort(b, t));
        *n = (int64_t)(bits << unused) >> unused;
    } else if (kind != SORT_INT || !value_small_int(b, term_value(b, t), n)) {
        return false;
    }
    return *n < (int64_t)limit && *n > -(int64_t)limit;
}

static void constants_of(const ir_system *s, const prove_limits *limits, size_t most,
                         number_vec *constants)
{
    term_vec order = {0};
    int64_t n;
    atoms_terms_of_system(s, &order);
    for (size_t i = 0; i < order.n && constants->n < most; i++)
        if (small_constant(s->program->bank, order.at[i], limits->threshold_largest, &n))
            vec_push(constants, n);
    vec_free(&order);
}

void atoms_thresholds(const ir_system *s, const prove_limits *limits, number_vec *thresholds)
{
    number_vec constants = {0};
    for (int64_t small = -1; small <= 1; small++)
        vec_push(&constants, small);
    constants_of(s, limits, limits->threshold_constants, &constants);
    sort_unique(&constants);
    for (size_t i = 0; i < constants.n; i++)
        for (size_t k = 0; k < constants.n; k++)
            for (int64_t near = -1; near <= 1; near++) {
                vec_push(thresholds, constants.at[i] + constants.at[k] + near);
                vec_push(thresholds, constants.at[i] - constants.at[k] + near);
            }
    if (s->program->model == IR_MACHINE) /* numbers of one type in another */
        for (unsigned width = 8; width <= 32; width *= 2)
            for (int64_t near = -1; near <= 0; near++) {
                vec_push(thresholds, (INT64_C(1) << width) + near);
                vec_push(thresholds, (INT64_C(1) << (width - 1)) + near);
            }
    sort_unique(thresholds);
    vec_free(&constants);
}

void atoms_landmarks(const ir_system *s, const prove_limits *limits, number_vec *landmarks)
{
    number_vec constants = {0};
    vec_push(&constants, INT64_C(0));
    constants_of(s, limits, SIZE_MAX, &constants);
    sort_unique(&constants);
    for (size_t i = 0; i < constants.n; i++)
        for (int64_t near = -1; near <= 1; near++) {
            vec_push(landmarks, constants.at[i] + near);
            vec_push(landmarks, near - constants.at[i]);
        }
    sort_unique(landmarks);
    vec_free(&constants);
}

void atoms_moduli(const ir_system *s, const prove_limits *limits, number_vec *moduli)
{
    number_vec constants = {0};
    constants_of(s, limits, SIZE_MAX, &constants);
    vec_push(&constants, INT64_C(2));
    sort_unique(&constants);
    for (size_t i = 0; i < constants.n && moduli->n < limits->moduli; i++)
        if (constants.at[i] > 1 && constants.at[i] <= (int64_t)limits->modulus_largest)
            vec_push(moduli, constants.at[i]);
    vec_free(&constants);
}

void atoms_constants(const ir_system *s, const prove_limits *limits, number_vec *constants)
{
    const term_bank *b = s->program->bank;
    term_vec order = {0};
    int64_t n;
    terms_of(s, false, &order);
    for (size_t i = 0; i < order.n && constants->n < limits->vocabulary_constants; i++)
        if (term_op_of(b, order.at[i]) == OP_CONST && term_sort(b, order.at[i]) == SORT_ID_INT &&
            value_small_int(b, term_value(b, order.at[i]), &n))
            vec_push(constants, n);
    vec_free(&order);
}

/* An element, or a quotient or remainder as C rounds it. */
static bool is_text_term(const term_bank *b, term_id t)
{
    term_op op = term_op_of(b, t);
    if (op == OP_ITE) {
        op = term_op_of(b, term_arg(b, t, 1));
        return op == OP_IDIV || op == OP_MOD;
    }
    return op == OP_SELECT || op == OP_IDIV || op == OP_MOD || op == OP_BVSDIV || op == OP_BVUDIV ||
           op == OP_BVSREM || op == OP_BVUREM;
}

/* Behind writes and choices. */
static term_id array_behind(const term_bank *b, term_id t)
{
    for (;;) {
        term_op op = term_op_of(b, t);
        if (op != OP_STORE && op != OP_ITE)
            return t;
        t = term_arg(b, t, op == OP_ITE ? 1 : 0);
    }
}

void atoms_terms(const ir_system *s, const prove_limits *limits, term_vec *terms)
{
    const term_bank *b = s->program->bank;
    term_vec order = {0};
    atoms_terms_of_system(s, &order);
    for (size_t i = 0; i < order.n && terms->n < limits->number_terms; i++) {
        term_id t = order.at[i];
        if (term_op_of(b, t) == OP_STORE) /* what was written there */
            t = term_make2(s->program->bank, OP_SELECT, array_behind(b, t), term_arg(b, t, 1));
        sort_kind kind = sort_kind_of(b, term_sort(b, t));
        if (is_text_term(b, t) && (kind == SORT_INT || kind == SORT_BV) &&
            term_tree_size(b, t) < limits->number_term_size && atoms_over_shown(s, t))
            add_atom(terms, limits->number_terms, t);
    }
    vec_free(&order);
}

bool atoms_multiply(const ir_system *s)
{
    const term_bank *b = s->program->bank;
    term_vec order = {0};
    bool found = false;
    atoms_terms_of_system(s, &order);
    for (size_t i = 0; i < order.n && !found; i++) {
        term_op op = term_op_of(b, order.at[i]);
        size_t factors = 0;
        for (uint32_t k = 0; (op == OP_MUL || op == OP_BVMUL) && k < term_arity(b, order.at[i]);
             k++)
            factors += term_op_of(b, term_arg(b, order.at[i], k)) != OP_CONST;
        found = factors > 1;
    }
    vec_free(&order);
    return found;
}

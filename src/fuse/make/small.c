#include "fuse/make/small.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "smtlib/print/dialect.h"
#include "term/value/value.h"

/* Sorts of a theory: its own, and rounding modes where it has floats. */
typedef enum small_kind { KIND_OWN, KIND_MODE, KIND_COUNT } small_kind;
enum { MOST_ARGUMENTS = 4, MOST_VALUES = 8, MODES = 5 };

typedef struct small_op {
    term_op op;
    uint32_t n;
    small_kind kinds[MOST_ARGUMENTS];
} small_op;

typedef struct small_theory {
    const char *name;
    sort_id sorts[KIND_COUNT];   /* 0: it has none */
    vec_u32 domains[KIND_COUNT]; /* all values of them */
    uint64_t bits[MOST_VALUES];  /* of the leaves that are values */
    uint32_t n_values;
    bool ready;                          /* the operators were found: */
    VEC(small_op) operators, predicates; /* with a result of its own sort, with a truth value */
    uint64_t terms;                      /* leaves, and operators over them */
} small_theory;

enum { THEORIES = 3 };

struct small_set {
    term_bank *bank;
    small_theory theories[THEORIES];
};

static void begin_bits(small_theory *t, term_bank *b, const char *name, uint32_t width)
{
    *t = (small_theory){.name = name, .sorts = {sort_bv(b, width)}};
    const uint64_t all = (UINT64_C(1) << width) - 1, values[] = {0, 1, all, (all >> 1) + 1};
    for (; t->n_values < 4; t->n_values++)
        t->bits[t->n_values] = values[t->n_values];
}

/* Zeros, the smallest, one, the largest, infinity, not a number. */
static void begin_floats(small_theory *t, term_bank *b, const char *name, uint32_t exponent,
                         uint32_t significand)
{
    *t = (small_theory){.name = name, .sorts = {sort_fp(b, exponent, significand), SORT_ID_RM}};
    uint64_t infinity = ((UINT64_C(1) << exponent) - 1) << (significand - 1);
    uint64_t one = ((UINT64_C(1) << (exponent - 1)) - 1) << (significand - 1);
    const uint64_t values[] = {
        0,           UINT64_C(1) << (exponent + significand - 1), 1, one, infinity, infinity - 1,
        infinity + 1};
    for (; t->n_values < 7; t->n_values++)
        t->bits[t->n_values] = values[t->n_values];
}

small_set *small_new(term_bank *b)
{
    small_set *s = base_alloc_zero(1, sizeof *s);
    s->bank = b;
    begin_bits(&s->theories[0], b, "bit-vectors of 3 bits", 3);
    begin_floats(&s->theories[1], b, "floats of 2 and 3 bits", 2, 3);
    begin_floats(&s->theories[2], b, "floats of 3 and 3 bits", 3, 3);
    for (int i = 0; i < THEORIES; i++)
        for (int k = 0; k < KIND_COUNT && s->theories[i].sorts[k]; k++)
            value_enumerate(b, s->theories[i].sorts[k], SIZE_MAX, &s->theories[i].domains[k]);
    return s;
}

void small_free(small_set *s)
{
    if (!s)
        return;
    for (int i = 0; i < THEORIES; i++) {
        for (int k = 0; k < KIND_COUNT; k++)
            vec_free(&s->theories[i].domains[k]);
        vec_free(&s->theories[i].operators);
        vec_free(&s->theories[i].predicates);
    }
    free(s);
}

/* ---- The grammar ----------------------------------------------------------------------------- */

/* Two variables and the values; one variable and the modes. */
static uint64_t leaf_count(const small_theory *t, small_kind kind)
{
    return kind == KIND_OWN ? 2 + t->n_values : 1 + MODES;
}

static uint64_t applications(const small_theory *t, const small_op *op)
{
    uint64_t n = 1;
    for (uint32_t i = 0; i < op->n; i++)
        n *= leaf_count(t, op->kinds[i]);
    return n;
}

/* Of three or more arguments where it takes two as well: nothing new. */
static bool is_chained(term_bank *b, const small_op *op, const term_id *args)
{
    return op->n > 2 && term_make(b, op->op, NULL, 0, args, op->n - 1);
}

/* Is the operator there for arguments of these sorts? The bank knows. */
static void try_operator(small_set *s, small_theory *t, const small_op *op)
{
    term_bank *b = s->bank;
    term_id args[MOST_ARGUMENTS];
    for (uint32_t i = 0; i < op->n; i++)
        args[i] = term_const(b, value_default(b, t->sorts[op->kinds[i]]));
    term_id made = term_make(b, op->op, NULL, 0, args, op->n);
    if (!made)
        return;
    sort_id sort = term_sort(b, made);
    bool own = true, chained = is_chained(b, op, args);
    for (uint32_t i = 0; i < op->n; i++)
        own &= op->kinds[i] == KIND_OWN;
    if (sort == t->sorts[KIND_OWN] && !chained)
        vec_push(&t->operators, *op);
    else if (sort == SORT_ID_BOOL && own && op->n <= 2)
        vec_push(&t->predicates, *op);
}

/* All ways to give each argument one of the sorts. */
static void try_kinds(small_set *s, small_theory *t, term_op op, uint32_t n)
{
    uint32_t kinds = t->sorts[KIND_MODE] ? KIND_COUNT : 1, ways = 1;
    for (uint32_t i = 0; i < n; i++)
        ways *= kinds;
    for (uint32_t way = 0; way < ways; way++) {
        small_op one = {.op = op, .n = n};
        uint32_t rest = way;
        for (uint32_t i = 0; i < n; i++, rest /= kinds)
            one.kinds[i] = (small_kind)(rest % kinds);
        try_operator(s, t, &one);
    }
}

static bool is_everywhere(term_op op)
{
    for (smt_dialect d = DIALECT_Z3; d <= DIALECT_CVC4; d++) {
        smt_support support = smt_dialect_support(op, d);
        if (support == SUPPORT_LOWER || support == SUPPORT_NONE)
            return false;
    }
    return true;
}

/* Operators that all solvers have; those with fewer arguments first. */
static void make_ready(small_set *s, small_theory *t)
{
    if (t->ready)
        return;
    bank_marks mark = bank_mark(s->bank);
    for (uint32_t n = 1; n <= MOST_ARGUMENTS; n++)
        for (int op = OP_NOT; op < OP_SQRT; op++)
            if (!term_op_indices((term_op)op) && is_everywhere((term_op)op))
                try_kinds(s, t, (term_op)op, n);
    bank_release(s->bank, &mark);
    t->terms = leaf_count(t, KIND_OWN);
    for (size_t i = 0; i < t->operators.n; i++)
        t->terms += applications(t, &t->operators.at[i]);
    t->ready = true;
}

/* ---- Formulas by number ---------------------------------------------------------------------- */

typedef struct small_maker {
    small_set *set;
    small_theory *theory;
    const symbol_id *names;
    small_formula *out;
    decl_id mine[SMALL_VARIABLES]; /* two of the own sort, one mode; 0: does not occur yet */
    bool repeated;                 /* the second variable came before the first */
} small_maker;

static term_id variable(small_maker *m, uint32_t which)
{
    term_bank *b = m->set->bank;
    m->repeated |= which == 1 && !m->mine[0];
    if (!m->mine[which]) {
        small_kind kind = which == 2 ? KIND_MODE : KIND_OWN;
        m->mine[which] = decl_constant(b, m->names[which], m->theory->sorts[kind]);
        m->out->domains[m->out->n_variables] = &m->theory->domains[kind];
        m->out->variables[m->out->n_variables++] = m->mine[which];
    }
    return term_app(b, m->mine[which], NULL, 0);
}

static term_id leaf(small_maker *m, small_kind kind, uint64_t number)
{
    term_bank *b = m->set->bank;
    const small_theory *t = m->theory;
    if (kind == KIND_MODE)
        return number ? term_const(b, value_rm(b, (fp_rounding)(number - 1))) : variable(m, 2);
    if (number < 2)
        return variable(m, (uint32_t)number);
    sort_id sort = t->sorts[KIND_OWN];
    uint64_t bits = t->bits[number - 2];
    return term_const(b, t->sorts[KIND_MODE] ? value_fp_u64(b, sort, bits)
                                             : value_bv_u64(b, sort_bv_width(b, sort), bits));
}

static term_id term_at(small_maker *m, uint64_t number)
{
    const small_theory *t = m->theory;
    uint64_t leaves = leaf_count(t, KIND_OWN);
    if (number < leaves)
        return leaf(m, KIND_OWN, number);
    number -= leaves;
    size_t i = 0;
    while (number >= applications(t, &t->operators.at[i]))
        number -= applications(t, &t->operators.at[i++]);
    const small_op *op = &t->operators.at[i];
    term_id args[MOST_ARGUMENTS];
    for (uint32_t k = 0; k < op->n; k++) {
        uint64_t n = leaf_count(t, op->kinds[k]);
        args[k] = leaf(m, op->kinds[k], number % n);
        number /= n;
    }
    return term_make(m->set->bank, op->op, NULL, 0, args, op->n);
}

/* Pairs by the larger of the two: (0,0) (0,1) (1,0) (1,1) (0,2) … */
static void pair_at(uint64_t number, uint64_t *first, uint64_t *second)
{
    uint64_t side = (uint64_t)sqrt((double)number);
    while (side * side > number)
        side--;
    while ((side + 1) * (side + 1) <= number)
        side++;
    uint64_t rest = number - side * side;
    *first = rest < side ? rest : side;
    *second = rest < side ? side : rest - side;
}

/* Two leaves, then a leaf and an operator, then two operators. */
static void terms_at(const small_theory *t, uint64_t number, uint64_t places[2])
{
    uint64_t leaves = leaf_count(t, KIND_OWN), operators = t->terms - leaves;
    if (number < leaves * leaves) {
        pair_at(number, &places[0], &places[1]);
        return;
    }
    number -= leaves * leaves;
    if (number < 2 * leaves * operators) {
        places[number % 2] = number / 2 % leaves;
        places[1 - number % 2] = leaves + number / 2 / leaves;
        return;
    }
    pair_at(number - 2 * leaves * operators, &places[0], &places[1]);
    places[0] += leaves;
    places[1] += leaves;
}

static uint64_t theory_count(small_set *s, small_theory *t)
{
    make_ready(s, t);
    return 2 * t->predicates.n * t->terms * t->terms;
}

uint64_t small_count(small_set *s)
{
    uint64_t most = 0;
    for (int i = 0; i < THEORIES; i++) {
        uint64_t n = theory_count(s, &s->theories[i]);
        most = n > most ? n : most;
    }
    return most * THEORIES;
}

const char *small_theory_name(const small_set *s, uint64_t number)
{
    return s->theories[number % THEORIES].name;
}

bool small_make(small_set *s, uint64_t number, const symbol_id *names, small_formula *out)
{
    small_maker m = {
        .set = s, .theory = &s->theories[number % THEORIES], .names = names, .out = out};
    uint64_t count = theory_count(s, m.theory);
    *out = (small_formula){0};
    number = number / THEORIES % count;
    bool negated = number % 2;
    number /= 2;
    const small_op *p = &m.theory->predicates.at[number % m.theory->predicates.n];
    number /= m.theory->predicates.n;
    term_id args[2];
    uint64_t places[2] = {number, 0};
    if (p->n == 2)
        terms_at(m.theory, number, places);
    else if (number >= m.theory->terms)
        return false;
    for (uint32_t i = 0; i < p->n; i++)
        args[i] = term_at(&m, places[i]);
    if (m.repeated)
        return false;
    term_id t = term_make(s->bank, p->op, NULL, 0, args, p->n);
    out->term = t && negated ? term_make1(s->bank, OP_NOT, t) : t;
    return t;
}

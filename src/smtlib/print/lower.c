#include "smtlib/print/lower.h"

#include "base/map.h"
#include "smtlib/print/dialect.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

typedef struct site {
    term_bank *b;
    term_op op;
    term_id t;           /* as it was: operator, indices and sort */
    const term_id *args; /* lowered already */
    uint32_t n;
} site;

static uint32_t width_of(const term_bank *b, term_id t)
{
    return sort_bv_width(b, term_sort(b, t));
}

static term_id extract(term_bank *b, uint32_t high, uint32_t low, term_id t)
{
    uint32_t indices[] = {high, low};
    return term_make(b, OP_EXTRACT, indices, 2, &t, 1);
}

static term_id extended(term_bank *b, term_op op, uint32_t by, term_id t)
{
    return term_make(b, op, &by, 1, &t, 1);
}

static term_id bv_number(term_bank *b, uint32_t width, uint64_t number)
{
    return term_const(b, value_bv_u64(b, width, number));
}

/* 100…0: the most negative number. */
static term_id bv_minimum(term_bank *b, uint32_t width)
{
    mpz_t number;
    mpz_init(number);
    mpz_setbit(number, width - 1);
    term_id t = term_const(b, value_bv_mpz(b, width, number));
    mpz_clear(number);
    return t;
}

static term_id bv_minus_one(term_bank *b, uint32_t width)
{
    mpz_t number;
    mpz_init_set_si(number, -1);
    term_id t = term_const(b, value_bv_mpz(b, width, number));
    mpz_clear(number);
    return t;
}

static term_id unequal(term_bank *b, term_id x, term_id y)
{
    return term_not(b, term_eq(b, x, y));
}

/* With one more bit there is no overflow: the two highest bits say whether there was one. */
static term_id signed_overflow(const site *s, term_op op)
{
    term_bank *b = s->b;
    uint32_t w = width_of(b, s->args[0]);
    term_id result = term_make2(b, op, extended(b, OP_SIGN_EXTEND, 1, s->args[0]),
                                extended(b, OP_SIGN_EXTEND, 1, s->args[1]));
    return unequal(b, extract(b, w, w, result), extract(b, w - 1, w - 1, result));
}

static term_id unsigned_product_overflow(const site *s)
{
    term_bank *b = s->b;
    uint32_t w = width_of(b, s->args[0]);
    term_id product = term_make2(b, OP_BVMUL, extended(b, OP_ZERO_EXTEND, w, s->args[0]),
                                 extended(b, OP_ZERO_EXTEND, w, s->args[1]));
    return unequal(b, extract(b, 2 * w - 1, w, product), bv_number(b, w, 0));
}

static term_id signed_product_overflow(const site *s)
{
    term_bank *b = s->b;
    uint32_t w = width_of(b, s->args[0]);
    term_id product = term_make2(b, OP_BVMUL, extended(b, OP_SIGN_EXTEND, w, s->args[0]),
                                 extended(b, OP_SIGN_EXTEND, w, s->args[1]));
    term_id back = extended(b, OP_SIGN_EXTEND, w, extract(b, w - 1, 0, product));
    return unequal(b, product, back);
}

static term_id signed_to_int(const site *s)
{
    term_bank *b = s->b;
    term_id x = s->args[0];
    uint32_t w = width_of(b, x);
    mpz_t modulus;
    mpz_init(modulus);
    mpz_setbit(modulus, w);
    term_id all = term_const(b, value_int_mpz(b, modulus));
    mpz_clear(modulus);
    term_id number = term_make1(b, OP_UBV_TO_INT, x);
    return term_make3(b, OP_ITE, term_make2(b, OP_BVSLT, x, bv_number(b, w, 0)),
                      term_make2(b, OP_SUB, number, all), number);
}

static term_id divisible(const site *s)
{
    term_bank *b = s->b;
    term_id divisor = term_const(b, value_int(b, term_index(b, s->t, 0)));
    return term_eq(b, term_make2(b, OP_MOD, s->args[0], divisor), term_const(b, value_int(b, 0)));
}

static term_id real_abs(const site *s)
{
    term_bank *b = s->b;
    term_id x = s->args[0];
    if (term_sort(b, x) != SORT_ID_REAL)
        return 0;
    mpq_t q;
    mpq_init(q);
    term_id zero = term_const(b, value_real_mpq(b, q));
    mpq_clear(q);
    return term_make3(b, OP_ITE, term_make2(b, OP_GE, x, zero), x, term_make1(b, OP_NEG, x));
}

/* A constant string of another length than one. */
static bool is_no_character(const term_bank *b, term_id t)
{
    size_t n = 1;
    if (term_op_of(b, t) == OP_CONST)
        value_string_data(b, term_value(b, t), &n);
    return n != 1;
}

static term_id nothing(term_bank *b)
{
    return term_make(b, OP_RE_NONE, NULL, 0, NULL, 0);
}

/* The overflow predicates. */
static term_id lower_overflow(const site *s)
{
    term_bank *b = s->b;
    uint32_t w = width_of(b, s->args[0]);
    term_id x = s->args[0], y = s->n > 1 ? s->args[1] : 0, parts[2];
    switch (s->op) {
    case OP_BVNEGO:
        return term_eq(b, x, bv_minimum(b, w));
    case OP_BVUADDO:
        return term_make2(b, OP_BVULT, term_make2(b, OP_BVADD, x, y), x);
    case OP_BVSADDO:
        return signed_overflow(s, OP_BVADD);
    case OP_BVUMULO:
        return unsigned_product_overflow(s);
    case OP_BVSMULO:
        return signed_product_overflow(s);
    case OP_BVUSUBO:
        return term_make2(b, OP_BVULT, x, y);
    case OP_BVSSUBO:
        return signed_overflow(s, OP_BVSUB);
    case OP_BVSDIVO:
        parts[0] = term_eq(b, x, bv_minimum(b, w));
        parts[1] = term_eq(b, y, bv_minus_one(b, w));
        return term_and(b, parts, 2);
    default:
        return 0;
    }
}

/* 0: nothing to do here. */
static term_id lower_operator(const site *s)
{
    term_bank *b = s->b;
    switch (s->op) {
    case OP_SBV_TO_INT:
        return signed_to_int(s);
    case OP_DIVISIBLE:
        return divisible(s);
    case OP_ABS:
        return real_abs(s);
    case OP_RE_RANGE:
        return is_no_character(b, s->args[0]) || is_no_character(b, s->args[1]) ? nothing(b) : 0;
    case OP_RE_LOOP:
        return term_index(b, s->t, 0) > term_index(b, s->t, 1) ? nothing(b) : 0;
    default:
        return lower_overflow(s);
    }
}

/* Chains (x < y < z) become conjunctions, the others nest to the left. */
static term_id lower_to_binary(const site *s)
{
    term_bank *b = s->b;
    if (s->n <= 2)
        return 0;
    if (term_sort(b, s->t) == SORT_ID_BOOL) {
        term_vec parts = {0};
        for (uint32_t i = 0; i + 1 < s->n; i++)
            vec_push(&parts, term_make2(b, s->op, s->args[i], s->args[i + 1]));
        term_id all = term_and(b, parts.at, (uint32_t)parts.n);
        vec_free(&parts);
        return all;
    }
    term_id t = term_make2(b, s->op, s->args[0], s->args[1]);
    for (uint32_t i = 2; i < s->n; i++)
        t = term_make2(b, s->op, t, s->args[i]);
    return t;
}

/* A field updated: the constructor over all fields, where that constructor was used. */
static term_id lower_updater(const site *s)
{
    term_bank *b = s->b;
    decl_id d = term_decl(b, s->t), c = decl_constructor(b, d);
    term_vec fields = {0};
    for (uint32_t i = 0; i < decl_arity(b, c); i++)
        vec_push(&fields, i == decl_field_index(b, d)
                              ? s->args[1]
                              : term_app(b, decl_selector(b, c, i), &s->args[0], 1));
    term_id updated = term_app(b, c, fields.at, (uint32_t)fields.n);
    vec_free(&fields);
    return term_make3(b, OP_ITE, term_app(b, decl_tester(b, c), &s->args[0], 1), updated,
                      s->args[0]);
}

static bool is_updater(const term_bank *b, term_id t)
{
    return term_op_of(b, t) == OP_APP && decl_kind_of(b, term_decl(b, t)) == DECL_UPDATER;
}

bool smt_is_lowered(const term_bank *b, term_id t, smt_dialect dialect)
{
    smt_support support = smt_dialect_support(term_op_of(b, t), dialect);
    if (support == SUPPORT_FULL)
        return dialect == DIALECT_CVC4 && is_updater(b, t);
    return support != SUPPORT_NONE;
}

static term_id lower_node(term_bank *b, term_id t, const term_id *args, smt_dialect dialect)
{
    site s = {.b = b, .op = term_op_of(b, t), .t = t, .args = args, .n = term_arity(b, t)};
    term_id result = 0;
    if (smt_is_lowered(b, t, dialect))
        result = smt_dialect_support(s.op, dialect) == SUPPORT_BINARY  ? lower_to_binary(&s)
                 : smt_dialect_support(s.op, dialect) == SUPPORT_LOWER ? lower_operator(&s)
                                                                       : lower_updater(&s);
    return result ? result : term_rebuild(b, t, args);
}

static bool any_affected(const term_bank *b, const term_vec *order, smt_dialect dialect)
{
    for (size_t i = 0; i < order->n; i++)
        if (smt_is_lowered(b, order->at[i], dialect))
            return true;
    return false;
}

term_id smt_lower(term_bank *b, term_id t, smt_dialect dialect)
{
    if (dialect == DIALECT_STANDARD)
        return t;
    term_vec order = {0}, args = {0};
    term_postorder(b, &t, 1, &order);
    if (any_affected(b, &order, dialect)) {
        map memo = {0};
        for (size_t i = 0; i < order.n; i++) {
            term_id s = order.at[i], result = s;
            bool changed = smt_is_lowered(b, s, dialect);
            vec_clear(&args);
            for (uint32_t k = 0, n = term_arity(b, s); k < n; k++) {
                vec_push(&args, (term_id)map_get(&memo, term_arg(b, s, k), 0));
                changed |= args.at[k] != term_arg(b, s, k);
            }
            if (changed)
                result = lower_node(b, s, args.at, dialect);
            map_put(&memo, s, result);
        }
        t = (term_id)map_get(&memo, t, 0);
        map_free(&memo);
    }
    vec_free(&order);
    vec_free(&args);
    return t;
}

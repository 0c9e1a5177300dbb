/* term_build: the constructor for terms as people write them. */
#include <string.h>

#include "base/vec.h"
#include "term/core/bank_impl.h"
#include "term/core/term.h"

static bool is_real_literal(const term_bank *b, term_id t)
{
    return term_op_of(b, t) == OP_CONST &&
           (term_sort(b, t) == SORT_ID_INT ||
            (term_sort(b, t) == SORT_ID_REAL && value_kind_of(b, term_value(b, t)) == VALUE_REAL));
}

static term_id as_real(term_bank *b, term_id t)
{
    if (term_sort(b, t) != SORT_ID_INT)
        return t;
    if (term_op_of(b, t) != OP_CONST)
        return term_make1(b, OP_TO_REAL, t);
    mpq_t q;
    mpq_init(q);
    value_get_mpq(b, term_value(b, t), q);
    term_id real = term_const(b, value_real_mpq(b, q));
    mpq_clear(q);
    return real;
}

/* (- 5), (- 0.5): literals, as the values of models are written. */
static term_id negated_literal(term_bank *b, term_id t)
{
    mpq_t q;
    mpq_init(q);
    value_get_mpq(b, term_value(b, t), q);
    mpq_neg(q, q);
    value_id v =
        term_sort(b, t) == SORT_ID_INT ? value_int_mpz(b, mpq_numref(q)) : value_real_mpq(b, q);
    mpq_clear(q);
    return term_const(b, v);
}

/* (/ 1 3): a literal where the divisor is not zero; else 0. */
static term_id literal_quotient(term_bank *b, term_id x, term_id y)
{
    mpq_t p, q;
    mpq_inits(p, q, NULL);
    value_get_mpq(b, term_value(b, x), p);
    value_get_mpq(b, term_value(b, y), q);
    term_id result = 0;
    if (mpq_sgn(q)) {
        mpq_div(p, p, q);
        result = term_const(b, value_real_mpq(b, p));
    }
    mpq_clears(p, q, NULL);
    return result;
}

static bool is_bv_literal(const term_bank *b, term_id t)
{
    return term_op_of(b, t) == OP_CONST && sort_kind_of(b, term_sort(b, t)) == SORT_BV;
}

/* (fp #b0 #x7f #b…): a literal. */
static term_id literal_float(term_bank *b, const term_id *args)
{
    uint32_t e = sort_bv_width(b, term_sort(b, args[1]));
    uint32_t m = sort_bv_width(b, term_sort(b, args[2]));
    sort_id sort = sort_bv_width(b, term_sort(b, args[0])) == 1 ? sort_fp(b, e, m + 1) : 0;
    if (!sort)
        return 0;
    mpz_t bits, part;
    value_scratch scratch;
    mpz_init(bits);
    uint32_t widths[] = {1, e, m};
    for (uint32_t i = 0; i < 3; i++) {
        value_mpz(b, term_value(b, args[i]), part, &scratch);
        mpz_mul_2exp(bits, bits, widths[i]);
        mpz_ior(bits, bits, part);
    }
    term_id result = term_const(b, value_fp_mpz(b, sort, bits));
    mpz_clear(bits);
    return result;
}

static term_op resolve(const term_bank *b, term_op op, const term_id *args, uint32_t n)
{
    if (op == OP_NEG || op == OP_SUB)
        return n == 1 ? OP_NEG : OP_SUB;
    if (op != OP_FP_FROM_BITS && op != OP_FP_FROM_FP && op != OP_FP_FROM_REAL &&
        op != OP_FP_FROM_SBV)
        return op;
    if (n == 1)
        return OP_FP_FROM_BITS;
    if (n != 2)
        return op;
    switch (sort_kind_of(b, term_sort(b, args[1]))) {
    case SORT_FP:
        return OP_FP_FROM_FP;
    case SORT_BV:
        return OP_FP_FROM_SBV;
    default:
        return OP_FP_FROM_REAL;
    }
}

static bool wants_reals(const term_bank *b, term_op op, const term_id *args, uint32_t n)
{
    bool some_real = false;
    if (op >= OP_SQRT && op < OP_FIRST_EXTENSION)
        return true;
    switch (op) {
    case OP_DIV:
    case OP_TO_INT:
    case OP_IS_INT:
    case OP_FP_FROM_REAL:
        return true;
    case OP_EQ:
    case OP_DISTINCT:
    case OP_SUB:
    case OP_ADD:
    case OP_MUL:
    case OP_LE:
    case OP_LT:
    case OP_GE:
    case OP_GT:
    case OP_POWER:
    case OP_ITE:
        for (uint32_t i = 0; i < n; i++)
            some_real |= term_sort(b, args[i]) == SORT_ID_REAL;
        return some_real;
    default:
        return false;
    }
}

static bool has_int(const term_bank *b, const term_id *args, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (term_sort(b, args[i]) == SORT_ID_INT)
            return true;
    return false;
}

static term_id make_with_reals(term_bank *b, term_op op, const uint32_t *indices,
                               uint32_t n_indices, const term_id *args, uint32_t n)
{
    term_vec reals = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(&reals, as_real(b, args[i]));
    term_id t = term_make(b, op, indices, n_indices, reals.at, n);
    vec_free(&reals);
    return t;
}

static bool may_stand_alone(term_op op)
{
    switch (op) {
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_ADD:
    case OP_MUL:
    case OP_BVAND:
    case OP_BVOR:
    case OP_BVXOR:
    case OP_BVADD:
    case OP_BVMUL:
    case OP_CONCAT:
    case OP_STR_CONCAT:
    case OP_SEQ_CONCAT:
    case OP_SET_UNION:
    case OP_SET_INTER:
    case OP_RE_CONCAT:
    case OP_RE_UNION:
    case OP_RE_INTER:
        return true;
    default:
        return false;
    }
}

/* Arguments of an application that are Int where the declaration wants Real. */
static term_id build_app(term_bank *b, decl_id d, const term_id *args, uint32_t n)
{
    bool mixed = false;
    for (uint32_t i = 0; i < n && i < decl_arity(b, d); i++)
        mixed |= decl_domain(b, d, i) == SORT_ID_REAL && term_sort(b, args[i]) == SORT_ID_INT;
    if (!mixed || n != decl_arity(b, d))
        return term_app(b, d, args, n);
    term_vec fitting = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(&fitting, decl_domain(b, d, i) == SORT_ID_REAL ? as_real(b, args[i]) : args[i]);
    term_id t = term_app(b, d, fitting.at, n);
    vec_free(&fitting);
    return t;
}

static term_id build_array_access(term_bank *b, term_op op, const term_id *args, uint32_t n)
{
    term_id fitting[3];
    if (n < 2 || n > 3 || sort_kind_of(b, term_sort(b, args[0])) != SORT_ARRAY)
        return term_make(b, op, NULL, 0, args, n);
    sort_id array = term_sort(b, args[0]);
    memcpy(fitting, args, n * sizeof *args);
    if (sort_array_index(b, array) == SORT_ID_REAL)
        fitting[1] = as_real(b, fitting[1]);
    if (n == 3 && sort_array_element(b, array) == SORT_ID_REAL)
        fitting[2] = as_real(b, fitting[2]);
    return term_make(b, op, NULL, 0, fitting, n);
}

term_id term_build(term_bank *b, term_op op, const uint32_t *indices, uint32_t n_indices,
                   const term_id *args, uint32_t n)
{
    if (op == OP_APP)
        return build_app(b, indices[0], args, n);
    if (n == 0 && op == OP_AND)
        return TERM_ID_TRUE;
    if (n == 0 && op == OP_OR)
        return TERM_ID_FALSE;
    op = resolve(b, op, args, n);
    if (n == 1 && may_stand_alone(op))
        return args[0];
    if (op == OP_NEG && n == 1 && is_real_literal(b, args[0]))
        return negated_literal(b, args[0]);
    if (op == OP_DIV && n == 2 && is_real_literal(b, args[0]) && is_real_literal(b, args[1])) {
        term_id literal = literal_quotient(b, args[0], args[1]);
        if (literal)
            return literal;
    }
    if (op == OP_FP && n == 3 && is_bv_literal(b, args[0]) && is_bv_literal(b, args[1]) &&
        is_bv_literal(b, args[2])) {
        term_id literal = literal_float(b, args);
        if (literal)
            return literal;
    }
    if (op == OP_TO_REAL && n == 1) {
        if (term_sort(b, args[0]) == SORT_ID_REAL)
            return args[0];
        if (is_real_literal(b, args[0]))
            return as_real(b, args[0]);
    }
    if (op == OP_SELECT || op == OP_STORE)
        return build_array_access(b, op, args, n);
    if (wants_reals(b, op, args, n) && has_int(b, args, n))
        return make_with_reals(b, op, indices, n_indices, args, n);
    return term_make(b, op, indices, n_indices, args, n);
}

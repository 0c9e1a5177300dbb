/* What the rules of several theories need. */
#include <assert.h>

#include "term/rewrite/rewrite_rule.h"

term_id rewrite_join(term_bank *b, term_op op, const term_id *args, uint32_t n)
{
    assert(n);
    return n == 1 ? args[0] : term_make(b, op, NULL, 0, args, n);
}

term_id rewrite_indexed(term_bank *b, term_op op, uint32_t index, term_id x)
{
    return term_make(b, op, &index, 1, &x, 1);
}

term_id rewrite_extract(term_bank *b, uint32_t high, uint32_t low, term_id x)
{
    uint32_t indices[] = {high, low};
    return term_make(b, OP_EXTRACT, indices, 2, &x, 1);
}

term_id rewrite_chain(term_bank *b, term_id t)
{
    uint32_t n = term_arity(b, t);
    if (n <= 2)
        return 0;
    term_vec parts = {0};
    for (uint32_t i = 0; i + 1 < n; i++)
        vec_push(&parts, term_make2(b, term_op_of(b, t), term_arg(b, t, i), term_arg(b, t, i + 1)));
    term_id result = term_and(b, parts.at, (uint32_t)parts.n);
    vec_free(&parts);
    return result;
}

term_id rewrite_fold(term_bank *b, term_op op, sort_id sort, const term_id *args, uint32_t n)
{
    vec_u32 values = {0};
    eval_reason why = EVAL_OK;
    for (uint32_t i = 0; i < n; i++)
        vec_push(&values, term_value(b, args[i]));
    value_id v = eval_op(b, op, NULL, 0, sort, values.at, n, &why);
    vec_free(&values);
    return v ? term_const(b, v) : 0;
}

static value_id compare_consts(term_bank *b, term_id x, term_id y)
{
    eval_reason why = EVAL_OK;
    if (!rewrite_is_const(b, x) || !rewrite_is_const(b, y))
        return 0;
    value_id pair[] = {term_value(b, x), term_value(b, y)};
    return eval_op(b, OP_EQ, NULL, 0, SORT_ID_BOOL, pair, 2, &why);
}

bool rewrite_different_const(term_bank *b, term_id x, term_id y)
{
    return compare_consts(b, x, y) == VALUE_ID_FALSE;
}

uint32_t rewrite_width(const term_bank *b, term_id t)
{
    return sort_bv_width(b, term_sort(b, t));
}

term_id rewrite_bits_const(term_bank *b, uint32_t width, rewrite_bits bits)
{
    mpz_t number;
    mpz_init(number);
    switch (bits) {
    case BITS_ZERO:
        break;
    case BITS_ONE:
        mpz_set_ui(number, 1);
        break;
    case BITS_ONES:
        mpz_set_si(number, -1);
        break;
    case BITS_SMIN:
        mpz_setbit(number, width - 1);
        break;
    case BITS_SMAX:
        mpz_setbit(number, width - 1);
        mpz_sub_ui(number, number, 1);
        break;
    }
    term_id t = term_const(b, value_bv_mpz(b, width, number));
    mpz_clear(number);
    return t;
}

bool rewrite_is_bits(term_bank *b, term_id t, rewrite_bits bits)
{
    if (!rewrite_is_const(b, t))
        return false;
    mpz_t number;
    value_scratch scratch;
    uint32_t width = rewrite_width(b, t);
    value_mpz(b, term_value(b, t), number, &scratch);
    switch (bits) {
    case BITS_ZERO:
        return mpz_sgn(number) == 0;
    case BITS_ONE:
        return mpz_cmp_ui(number, 1) == 0;
    case BITS_ONES:
        return mpz_popcount(number) == width;
    case BITS_SMIN:
        return mpz_popcount(number) == 1 && mpz_tstbit(number, width - 1);
    case BITS_SMAX:
        return mpz_popcount(number) == width - 1 && !mpz_tstbit(number, width - 1);
    }
    return false;
}

bool rewrite_is_int(term_bank *b, term_id t, int64_t number)
{
    int64_t n;
    return rewrite_is_const(b, t) && term_sort(b, t) == SORT_ID_INT &&
           value_small_int(b, term_value(b, t), &n) && n == number;
}

term_id rewrite_int(term_bank *b, int64_t number)
{
    return term_const(b, value_int(b, number));
}

bool rewrite_is_number(const term_bank *b, term_id t)
{
    if (!rewrite_is_const(b, t))
        return false;
    value_kind kind = value_kind_of(b, term_value(b, t));
    return kind == VALUE_INT || kind == VALUE_REAL;
}

term_id rewrite_number(term_bank *b, sort_id sort, const mpq_t number)
{
    return term_const(b, sort == SORT_ID_INT ? value_int_mpz(b, mpq_numref(number))
                                             : value_real_mpq(b, number));
}

bool rewrite_is_empty_string(const term_bank *b, term_id t)
{
    size_t n;
    if (!rewrite_is_const(b, t))
        return false;
    value_string_data(b, term_value(b, t), &n);
    return n == 0;
}

term_id rewrite_empty_string(term_bank *b)
{
    return term_const(b, value_string(b, NULL, 0));
}

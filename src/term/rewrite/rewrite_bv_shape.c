/* Bit-vectors: concat, extract, extensions, and the shifts and rotations that are such shapes. */
#include "term/rewrite/rewrite_rule.h"

static term_id zeros(term_bank *b, uint32_t width)
{
    return rewrite_bits_const(b, width, BITS_ZERO);
}

static term_id concat_flatten(term_bank *b, term_id t)
{
    uint32_t n = term_arity(b, t), total = n;
    term_vec args = {0};
    for (uint32_t i = 0; i < n; i++) {
        term_id x = term_arg(b, t, i);
        if (rewrite_is(b, x, OP_CONCAT) && total - 1 + term_arity(b, x) <= REWRITE_MAX_FLAT) {
            total += term_arity(b, x) - 1;
            vec_append(&args, term_args(b, x), term_arity(b, x));
        } else {
            vec_push(&args, x);
        }
    }
    term_id result = rewrite_join(b, OP_CONCAT, args.at, (uint32_t)args.n);
    vec_free(&args);
    return result;
}

/* Two neighbours as one: constants, and extracts that touch. 0: they stay two. */
static term_id join_neighbours(term_bank *b, term_id x, term_id y)
{
    if (rewrite_is_const(b, x) && rewrite_is_const(b, y)) {
        term_id pair[] = {x, y};
        return rewrite_fold(
            b, OP_CONCAT, sort_bv(b, (uint64_t)rewrite_width(b, x) + rewrite_width(b, y)), pair, 2);
    }
    if (!rewrite_is(b, x, OP_EXTRACT) || !rewrite_is(b, y, OP_EXTRACT) ||
        term_arg(b, x, 0) != term_arg(b, y, 0) || term_index(b, x, 1) != term_index(b, y, 0) + 1)
        return 0;
    return rewrite_extract(b, term_index(b, x, 0), term_index(b, y, 1), term_arg(b, x, 0));
}

static term_id concat_join(term_bank *b, term_id t)
{
    term_vec args = {0};
    for (uint32_t i = 0; i < term_arity(b, t); i++) {
        term_id x = term_arg(b, t, i);
        term_id joined = args.n ? join_neighbours(b, vec_last(&args), x) : 0;
        if (joined)
            vec_last(&args) = joined;
        else
            vec_push(&args, x);
    }
    term_id result = rewrite_join(b, OP_CONCAT, args.at, (uint32_t)args.n);
    vec_free(&args);
    return result;
}

/* Leading zeros are an extension. */
static term_id concat_leading_zeros(term_bank *b, term_id t)
{
    if (!rewrite_is_bits(b, term_arg(b, t, 0), BITS_ZERO))
        return 0;
    term_id rest = rewrite_join(b, OP_CONCAT, term_args(b, t) + 1, term_arity(b, t) - 1);
    return rewrite_indexed(b, OP_ZERO_EXTEND, rewrite_width(b, term_arg(b, t, 0)), rest);
}

static term_id extract_whole(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    return rewrite_width(b, t) == rewrite_width(b, x) ? x : 0;
}

static term_id extract_extract(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    if (!rewrite_is(b, x, OP_EXTRACT))
        return 0;
    uint32_t low = term_index(b, x, 1);
    return rewrite_extract(b, term_index(b, t, 0) + low, term_index(b, t, 1) + low,
                           term_arg(b, x, 0));
}

/* Only the parts that are looked at. */
static term_id extract_concat(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    if (!rewrite_is(b, x, OP_CONCAT))
        return 0;
    uint32_t high = term_index(b, t, 0), low = term_index(b, t, 1), top = rewrite_width(b, x);
    term_vec parts = {0};
    for (uint32_t i = 0; i < term_arity(b, x); i++) {
        term_id part = term_arg(b, x, i);
        uint32_t bottom = top - rewrite_width(b, part); /* the part is bits top-1 .. bottom */
        if (bottom <= high && low < top) {
            uint32_t from = high < top ? high - bottom : top - 1 - bottom;
            uint32_t to = low > bottom ? low - bottom : 0;
            vec_push(&parts, rewrite_extract(b, from, to, part));
        }
        top = bottom;
    }
    term_id result = rewrite_join(b, OP_CONCAT, parts.at, (uint32_t)parts.n);
    vec_free(&parts);
    return result;
}

static term_id extract_extend(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    bool is_signed = rewrite_is(b, x, OP_SIGN_EXTEND);
    if (!is_signed && !rewrite_is(b, x, OP_ZERO_EXTEND))
        return 0;
    term_id inner = term_arg(b, x, 0);
    uint32_t high = term_index(b, t, 0), low = term_index(b, t, 1), width = rewrite_width(b, inner);
    if (high < width)
        return rewrite_extract(b, high, low, inner);
    if (low < width)
        return rewrite_indexed(b, term_op_of(b, x), high - width + 1,
                               rewrite_extract(b, width - 1, low, inner));
    if (!is_signed)
        return zeros(b, high - low + 1);
    return rewrite_indexed(b, OP_SIGN_EXTEND, high - low,
                           rewrite_extract(b, width - 1, width - 1, inner));
}

/* Bitwise operators let an extract through. */
static term_id extract_bitwise(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    switch (term_op_of(b, x)) {
    case OP_BVNOT:
    case OP_BVAND:
    case OP_BVOR:
    case OP_BVXOR:
        break;
    default:
        return 0;
    }
    /* Worth it where it disappears in a constant; else only copies would be made. */
    uint32_t n = term_arity(b, x);
    if (n > 1 && !rewrite_is_const(b, term_arg(b, x, n - 1)))
        return 0;
    term_vec args = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(&args,
                 rewrite_extract(b, term_index(b, t, 0), term_index(b, t, 1), term_arg(b, x, i)));
    term_id result = term_make(b, term_op_of(b, x), NULL, 0, args.at, n);
    vec_free(&args);
    return result;
}

static term_id extend_by_zero(term_bank *b, term_id t)
{
    return term_index(b, t, 0) == 0 ? term_arg(b, t, 0) : 0;
}

/* Extension of an extension; with a zero on top both kinds are the same. */
static term_id extend_extend(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    term_op outer = term_op_of(b, t), inner = term_op_of(b, x);
    bool fits = inner == outer || (inner == OP_ZERO_EXTEND && term_index(b, x, 0) > 0);
    if ((inner != OP_ZERO_EXTEND && inner != OP_SIGN_EXTEND) || !fits)
        return 0;
    return rewrite_indexed(b, inner, term_index(b, t, 0) + term_index(b, x, 0), term_arg(b, x, 0));
}

static term_id repeat_to_concat(term_bank *b, term_id t)
{
    uint32_t n = term_index(b, t, 0);
    if (n > REWRITE_MAX_FLAT)
        return 0;
    term_vec args = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(&args, term_arg(b, t, 0));
    term_id result = rewrite_join(b, OP_CONCAT, args.at, n);
    vec_free(&args);
    return result;
}

static term_id rotate_to_concat(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    uint32_t width = rewrite_width(b, x), k = term_index(b, t, 0) % width;
    if (k == 0)
        return x;
    if (rewrite_is(b, t, OP_ROTATE_RIGHT))
        k = width - k;
    return term_make2(b, OP_CONCAT, rewrite_extract(b, width - k - 1, 0, x),
                      rewrite_extract(b, width - 1, width - k, x));
}

/* A constant amount, cut at the width; false if it is none. */
static bool shift_amount(const term_bank *b, term_id t, uint32_t *amount)
{
    mpz_t number;
    value_scratch scratch;
    uint32_t width = rewrite_width(b, t);
    if (!rewrite_is_const(b, term_arg(b, t, 1)))
        return false;
    value_mpz(b, term_value(b, term_arg(b, t, 1)), number, &scratch);
    *amount = mpz_cmp_ui(number, width) >= 0 ? width : (uint32_t)mpz_get_ui(number);
    return true;
}

static term_id shift_by_constant(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    uint32_t k, width = rewrite_width(b, x);
    if (!shift_amount(b, t, &k))
        return 0;
    if (k == 0)
        return x;
    if (rewrite_is(b, t, OP_BVASHR)) {
        k = k >= width ? width - 1 : k;
        return rewrite_indexed(b, OP_SIGN_EXTEND, k, rewrite_extract(b, width - 1, k, x));
    }
    if (k >= width)
        return zeros(b, width);
    if (rewrite_is(b, t, OP_BVLSHR))
        return rewrite_indexed(b, OP_ZERO_EXTEND, k, rewrite_extract(b, width - 1, k, x));
    return term_make2(b, OP_CONCAT, rewrite_extract(b, width - 1 - k, 0, x), zeros(b, k));
}

/* Zero, and for the arithmetic shift -1, stay what they are. */
static term_id shift_of_constant(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    if (rewrite_is_bits(b, x, BITS_ZERO))
        return x;
    return rewrite_is(b, t, OP_BVASHR) && rewrite_is_bits(b, x, BITS_ONES) ? x : 0;
}

const rewrite_rule rewrite_bv_shape_rules[] = {
    {"concat-flatten", OP_CONCAT, concat_flatten},
    {"concat-join", OP_CONCAT, concat_join},
    {"concat-leading-zeros", OP_CONCAT, concat_leading_zeros},
    {"extract-whole", OP_EXTRACT, extract_whole},
    {"extract-extract", OP_EXTRACT, extract_extract},
    {"extract-concat", OP_EXTRACT, extract_concat},
    {"extract-extend", OP_EXTRACT, extract_extend},
    {"extract-bitwise", OP_EXTRACT, extract_bitwise},
    {"extend-by-zero", OP_ZERO_EXTEND, extend_by_zero},
    {"extend-by-zero", OP_SIGN_EXTEND, extend_by_zero},
    {"extend-extend", OP_ZERO_EXTEND, extend_extend},
    {"extend-extend", OP_SIGN_EXTEND, extend_extend},
    {"repeat-to-concat", OP_REPEAT, repeat_to_concat},
    {"rotate-to-concat", OP_ROTATE_LEFT, rotate_to_concat},
    {"rotate-to-concat", OP_ROTATE_RIGHT, rotate_to_concat},
    {"shift-by-constant", OP_BVSHL, shift_by_constant},
    {"shift-by-constant", OP_BVLSHR, shift_by_constant},
    {"shift-by-constant", OP_BVASHR, shift_by_constant},
    {"shift-of-constant", OP_BVSHL, shift_of_constant},
    {"shift-of-constant", OP_BVLSHR, shift_of_constant},
    {"shift-of-constant", OP_BVASHR, shift_of_constant},
    {0},
};

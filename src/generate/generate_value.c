#include "generate/generate.h"

/* Near a power of two, also beyond 64 bits. */
static value_id near_power(term_bank *b, rng *r)
{
    enum { WORD_BITS = 62 };
    uint64_t bit = rng_below(r, 130);
    bool negative = rng_one_in(r, 2);
    uint64_t more = rng_below(r, 3);
    if (bit < WORD_BITS) {
        int64_t power = INT64_C(1) << bit;
        return value_int(b, (negative ? -power : power) + (int64_t)more);
    }
    mpz_t number;
    mpz_init(number);
    mpz_setbit(number, bit);
    if (negative)
        mpz_neg(number, number);
    mpz_add_ui(number, number, more);
    value_id v = value_int_mpz(b, number);
    mpz_clear(number);
    return v;
}

static value_id random_int(term_bank *b, rng *r)
{
    switch (rng_below(r, 8)) {
    case 0:
        return value_int(b, (int64_t)rng_next(r));
    case 1:
        return value_int(b, rng_one_in(r, 2) ? INT64_MIN : INT64_MAX);
    case 2:
        return near_power(b, r);
    case 3:
        return value_int(b, (int64_t)rng_below(r, 2000) - 1000);
    default:
        return value_int(b, (int64_t)rng_below(r, 11) - 5);
    }
}

/* The largest one of both; the second is positive. */
static int64_t divisor(int64_t a, int64_t b)
{
    while (a) {
        int64_t rest = b % a;
        b = a;
        a = rest;
    }
    return b < 0 ? -b : b;
}

static value_id random_real(term_bank *b, rng *r)
{
    static const unsigned long denominators[] = {1, 1, 1, 2, 3, 7, 8, 10, 100, 1024, 1000000007};
    value_id up = random_int(b, r);
    unsigned long down = denominators[rng_below(r, sizeof denominators / sizeof *denominators)];
    int64_t small;
    if (value_small_int(b, up, &small)) {
        int64_t common = divisor(small, (int64_t)down);
        return value_real(b, small / common, (int64_t)down / common);
    }
    mpq_t number;
    mpq_init(number);
    value_get_mpq(b, up, number);
    mpz_set_ui(mpq_denref(number), down);
    mpq_canonicalize(number);
    value_id v = value_real_mpq(b, number);
    mpq_clear(number);
    return v;
}

/* Bits below `width`: none, one, all, a few, or any. */
static void random_bits(rng *r, uint32_t width, mpz_t bits)
{
    mpz_set_ui(bits, 0);
    uint64_t shape = rng_below(r, 8);
    if (shape == 0)
        return;
    if (shape == 1) {
        mpz_setbit(bits, rng_below(r, width));
    } else if (shape == 2) {
        mpz_setbit(bits, width);
        mpz_sub_ui(bits, bits, 1 + rng_below(r, 2));
    } else if (shape == 3) {
        mpz_set_ui(bits, rng_below(r, 8));
    } else if (shape == 4) { /* the least and the greatest signed number */
        mpz_setbit(bits, width - 1);
        if (rng_one_in(r, 2))
            mpz_sub_ui(bits, bits, 1);
    } else {
        for (uint32_t i = 0; i < width; i += 64) {
            mpz_mul_2exp(bits, bits, 64);
            mpz_add_ui(bits, bits, rng_next(r));
        }
    }
    mpz_fdiv_r_2exp(bits, bits, width);
}

enum { WORD = 64 };

static uint64_t low_bits(uint64_t number, uint32_t width)
{
    return width < WORD ? number & ((UINT64_C(1) << width) - 1) : number;
}

/* The same bits in a word, if the width is not over WORD; the carry of the highest is lost, as it would be. */
static uint64_t random_word(rng *r, uint32_t width)
{
    switch (rng_below(r, 8)) {
    case 0:
        return 0;
    case 1:
        return UINT64_C(1) << rng_below(r, width);
    case 2:
        return low_bits(-(1 + rng_below(r, 2)), width);
    case 3:
        return low_bits(rng_below(r, 8), width);
    case 4: {
        uint64_t least = UINT64_C(1) << (width - 1);
        return rng_one_in(r, 2) ? least - 1 : least;
    }
    default:
        return low_bits(rng_next(r), width);
    }
}

static value_id random_bv(term_bank *b, rng *r, sort_id sort)
{
    mpz_t bits;
    uint32_t width = sort_bv_width(b, sort);
    if (width <= WORD)
        return value_bv_u64(b, width, random_word(r, width));
    mpz_init(bits);
    random_bits(r, width, bits);
    value_id v = value_bv_mpz(b, width, bits);
    mpz_clear(bits);
    return v;
}

static value_id random_small_fp(term_bank *b, rng *r, sort_id sort, uint32_t e, uint32_t s)
{
    uint64_t bits = rng_below(r, 2) << e, part;
    if (rng_one_in(r, 2)) { /* near 1 */
        part = (UINT64_C(1) << (e - 1)) - 1;
        uint64_t change = rng_below(r, 8);
        part -= part > change ? change : 0;
    } else {
        part = random_word(r, e);
    }
    bits = (bits | part) << (s - 1);
    return value_fp_u64(b, sort, bits | random_word(r, s - 1));
}

/* Sign, exponent and fraction chosen apart: zeros, infinities, subnormals and ties are common. */
static value_id random_fp(term_bank *b, rng *r, sort_id sort)
{
    uint32_t e = sort_fp_exponent(b, sort), s = sort_fp_significand(b, sort);
    mpz_t bits, part;
    if (e + s <= WORD)
        return random_small_fp(b, r, sort, e, s);
    mpz_inits(bits, part, NULL);
    mpz_set_ui(bits, rng_below(r, 2));
    mpz_mul_2exp(bits, bits, e);
    if (rng_one_in(r, 2)) { /* near 1 */
        mpz_setbit(part, e - 1);
        mpz_sub_ui(part, part, 1);
        uint64_t change = rng_below(r, 8);
        if (mpz_cmp_ui(part, change) > 0)
            mpz_sub_ui(part, part, change);
    } else {
        random_bits(r, e, part);
    }
    mpz_ior(bits, bits, part);
    mpz_mul_2exp(bits, bits, s - 1);
    random_bits(r, s - 1, part);
    mpz_ior(bits, bits, part);
    value_id v = value_fp_mpz(b, sort, bits);
    mpz_clears(bits, part, NULL);
    return v;
}

static value_id random_string(term_bank *b, rng *r)
{
    static const uint32_t letters[] = {'a',     'b',     'a', 'b',  'c',  '0', '1', '9',
                                       '-',     ' ',     '"', '\\', 'u',  '{', '}', '4',
                                       0x1f600, 0x2ffff, 0,   127,  0xe9, 'A'};
    uint32_t text[12];
    size_t n = rng_below(r, rng_one_in(r, 4) ? 12 : 4);
    size_t range = rng_one_in(r, 2) ? 5 : sizeof letters / sizeof *letters;
    for (size_t i = 0; i < n; i++)
        text[i] = letters[rng_below(r, range)];
    return value_string(b, text, n);
}

/* Elements that are often equal; 0 for sorts without literals. */
static value_id random_element(term_bank *b, rng *r, sort_id sort)
{
    if (sort == SORT_ID_INT && !rng_one_in(r, 8))
        return value_int(b, (int64_t)rng_below(r, 4));
    if (!sort_is_tuple(b, sort))
        return generate_value(b, r, sort);
    vec_u32 fields = {0};
    bool good = true;
    for (uint32_t i = 0; i < sort_parameter_count(b, sort); i++) {
        vec_push(&fields, random_element(b, r, sort_parameter_at(b, sort, i)));
        good = good && vec_last(&fields);
    }
    value_id v = good ? value_data(b, sort_constructor(b, sort, 0), fields.at) : 0;
    vec_free(&fields);
    return v;
}

static value_id random_collection(term_bank *b, rng *r, sort_id sort)
{
    sort_kind kind = sort_kind_of(b, sort);
    vec_u32 ids = {0};
    size_t n = rng_below(r, 5);
    bool good = true;
    for (size_t i = 0; i < n && good; i++) {
        vec_push(&ids, random_element(b, r, sort_element(b, sort)));
        good = vec_last(&ids) != 0;
        if (kind == SORT_BAG)
            vec_push(&ids, value_int(b, 1 + (int64_t)rng_below(r, 3)));
    }
    value_id v = !good              ? 0
                 : kind == SORT_SEQ ? value_seq(b, sort, ids.at, n)
                 : kind == SORT_SET ? value_set(b, sort, ids.at, n)
                                    : value_bag(b, sort, ids.at, n);
    vec_free(&ids);
    return v;
}

value_id generate_value(term_bank *b, rng *r, sort_id sort)
{
    switch (sort_kind_of(b, sort)) {
    case SORT_BOOL:
        return value_bool(rng_one_in(r, 2));
    case SORT_INT:
        return random_int(b, r);
    case SORT_REAL:
        return random_real(b, r);
    case SORT_BV:
        return random_bv(b, r, sort);
    case SORT_FP:
        return random_fp(b, r, sort);
    case SORT_ROUNDING_MODE:
        return value_rm(b, (fp_rounding)rng_below(r, 5));
    case SORT_STRING:
        return random_string(b, r);
    case SORT_SEQ:
    case SORT_SET:
    case SORT_BAG:
        return random_collection(b, r, sort);
    case SORT_DATATYPE:
        return sort_is_tuple(b, sort) ? random_element(b, r, sort) : 0;
    default:
        return 0;
    }
}

static void add_all(vec_u32 *sorts, const sort_id *more, size_t n)
{
    vec_append(sorts, more, n);
}

void generate_sorts(term_bank *b, unsigned theories, vec_u32 *sorts)
{
    vec_push(sorts, SORT_ID_BOOL);
    if (theories & GENERATE_INT)
        vec_push(sorts, SORT_ID_INT);
    if (theories & GENERATE_REAL)
        vec_push(sorts, SORT_ID_REAL);
    if (theories & GENERATE_BV) {
        static const uint32_t widths[] = {1, 2, 3, 4, 7, 8, 12, 16, 31, 32, 33, 64, 65, 100, 128};
        for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
            vec_push(sorts, sort_bv(b, widths[i]));
    }
    if (theories & GENERATE_FP) {
        sort_id more[] = {SORT_ID_RM,        sort_fp(b, 3, 4),   sort_fp(b, 5, 11),
                          sort_fp(b, 8, 24), sort_fp(b, 11, 53), sort_fp(b, 4, 9)};
        add_all(sorts, more, sizeof more / sizeof *more);
    }
    if (theories & GENERATE_STRING) {
        sort_id more[] = {SORT_ID_STRING, SORT_ID_REGLAN};
        add_all(sorts, more, 2);
    }
    if (theories & GENERATE_SEQ) {
        sort_id more[] = {sort_collection(b, SORT_SEQ, SORT_ID_INT),
                          sort_collection(b, SORT_SEQ, SORT_ID_BOOL)};
        add_all(sorts, more, 2);
    }
    if (theories & GENERATE_SET) {
        sort_id twice[] = {SORT_ID_INT, SORT_ID_INT};
        sort_id one = sort_tuple(b, twice, 1), two = sort_tuple(b, twice, 2);
        sort_id more[] = {sort_collection(b, SORT_SET, SORT_ID_INT),
                          sort_collection(b, SORT_SET, one), sort_collection(b, SORT_SET, two), one,
                          two};
        add_all(sorts, more, 5);
    }
    if (theories & GENERATE_BAG)
        vec_push(sorts, sort_collection(b, SORT_BAG, SORT_ID_INT));
    if (theories & GENERATE_ARRAY) {
        size_t n = sorts->n;
        for (size_t i = 0; i < 4 && n > 1; i++) {
            sort_id index = sorts->at[(i * 7 + 1) % n], element = sorts->at[(i * 5 + 3) % n];
            if (index != SORT_ID_REGLAN && element != SORT_ID_REGLAN)
                vec_push(sorts, sort_array(b, index, element));
        }
    }
}

void generate_variables(term_bank *b, const vec_u32 *sorts, uint32_t each, term_vec *variables)
{
    static const char *const stems[] = {[SORT_BOOL] = "p",     [SORT_INT] = "i",
                                        [SORT_REAL] = "x",     [SORT_STRING] = "s",
                                        [SORT_REGLAN] = "r",   [SORT_BV] = "v",
                                        [SORT_FP] = "f",       [SORT_ROUNDING_MODE] = "m",
                                        [SORT_ARRAY] = "a",    [SORT_DECLARED] = "u",
                                        [SORT_DATATYPE] = "d", [SORT_SEQ] = "q",
                                        [SORT_SET] = "e",      [SORT_BAG] = "b"};
    for (size_t i = 0; i < sorts->n; i++)
        for (uint32_t k = 0; k < each; k++) {
            const char *stem = stems[sort_kind_of(b, sorts->at[i])];
            decl_id d = decl_constant(b, symbol_fresh(b, stem), sorts->at[i]);
            vec_push(variables, term_app(b, d, NULL, 0));
        }
}

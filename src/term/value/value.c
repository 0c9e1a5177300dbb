#include "term/value/value.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "term/core/bank_impl.h"
#include "term/core/decl.h"
#include "term/value/value_impl.h"

/* Values that fit are their payload. Others are blobs of 64-bit words in value_words: the first
 * word is the number of words that follow; payload is the blob's offset with the top bit set for
 * the kinds that know both forms. */
static const uint64_t BLOB = UINT64_C(1) << 63;

/* Small integers are stored shifted away from the blob bit. */
enum { SMALL_INT_BITS = 62 };

/* Blobs of so many words need no memory while they are looked up. */
enum { FEW_WORDS = 16 };

static const uint64_t *blob_of(const term_bank *b, const value_node *node, uint64_t *n)
{
    const uint64_t *blob =
        (const uint64_t *)(const void *)b->value_words.base + (node->payload & ~BLOB);
    *n = blob[0];
    return blob + 1;
}

static value_id intern_inline(term_bank *b, value_kind kind, sort_id sort, uint64_t payload)
{
    uint32_t hash = hash_fold(hash_mix(payload, (uint64_t)kind << 32 | sort));
    for (uint32_t v = b->value_table.buckets[hash & b->value_table.mask]; v;
         v = bank_value(b, v)->next) {
        const value_node *node = bank_value(b, v);
        if (node->hash == hash && node->payload == payload && node->kind == kind &&
            node->sort == sort)
            return v;
    }
    value_id v = bank_add_raw(&b->values, sizeof(value_node));
    *bank_value(b, v) = (value_node){.kind = kind, .sort = sort, .payload = payload};
    BANK_INSERT(b, value_table, values, value_node, v, hash);
    return v;
}

static bool is_blob(const value_node *node)
{
    return node->payload & BLOB;
}

static value_id intern_blob(term_bank *b, value_kind kind, sort_id sort, const uint64_t *words,
                            uint64_t n)
{
    uint32_t hash =
        hash_fold(hash_mix(hash_bytes(words, n * sizeof *words), (uint64_t)kind << 32 | sort));
    for (uint32_t v = b->value_table.buckets[hash & b->value_table.mask]; v;
         v = bank_value(b, v)->next) {
        const value_node *node = bank_value(b, v);
        uint64_t length;
        if (node->hash != hash || node->kind != kind || node->sort != sort || !is_blob(node))
            continue;
        const uint64_t *other = blob_of(b, node, &length);
        if (length == n && !memcmp(other, words, n * sizeof *words))
            return v;
    }
    uint64_t offset = b->value_words.used / sizeof *words;
    uint64_t *place = region_add(&b->value_words, (n + 1) * sizeof *words);
    place[0] = n;
    memcpy(place + 1, words, n * sizeof *words);
    value_id v = bank_add_raw(&b->values, sizeof(value_node));
    *bank_value(b, v) = (value_node){.kind = kind, .sort = sort, .payload = offset | BLOB};
    BANK_INSERT(b, value_table, values, value_node, v, hash);
    return v;
}

/* The blob is padded to whole words; its first id slot is their number. */
value_id value_intern_ids(term_bank *b, value_kind kind, sort_id sort, const vec_u32 *ids)
{
    uint64_t few[FEW_WORDS] = {0};
    size_t n = ids->n / 2 + 1;
    uint64_t *words = n <= FEW_WORDS ? few : base_alloc_zero(n, sizeof *words);
    uint32_t *packed = (uint32_t *)(void *)words;
    packed[0] = (uint32_t)ids->n;
    if (ids->n)
        memcpy(packed + 1, ids->at, ids->n * sizeof *packed);
    value_id v = intern_blob(b, kind, sort, words, n);
    if (words != few)
        free(words);
    return v;
}

const uint32_t *value_ids_of(const term_bank *b, value_id v, uint32_t *n)
{
    uint64_t words;
    const uint32_t *packed = (const uint32_t *)(const void *)blob_of(b, bank_value(b, v), &words);
    *n = packed[0];
    return packed + 1;
}

void bank_init_values(term_bank *b)
{
    value_id f = intern_inline(b, VALUE_BOOL, SORT_ID_BOOL, 0);
    value_id t = intern_inline(b, VALUE_BOOL, SORT_ID_BOOL, 1);
    assert(f == VALUE_ID_FALSE && t == VALUE_ID_TRUE);
    (void)f, (void)t;
}

value_id value_int(term_bank *b, int64_t number)
{
    if (number >= -(INT64_C(1) << SMALL_INT_BITS) && number < INT64_C(1) << SMALL_INT_BITS)
        return intern_inline(b, VALUE_INT, SORT_ID_INT, (uint64_t)number & ~BLOB);
    uint64_t words[2] = {number < 0, number < 0 ? -(uint64_t)number : (uint64_t)number};
    return intern_blob(b, VALUE_INT, SORT_ID_INT, words, 2);
}

value_id value_int_mpz(term_bank *b, const mpz_t number)
{
    if (mpz_fits_slong_p(number))
        return value_int(b, mpz_get_si(number));
    uint64_t few[FEW_WORDS];
    size_t n = mpz_size(number) + 1;
    uint64_t *words = n <= FEW_WORDS ? few : base_alloc(n * sizeof *words);
    words[0] = mpz_sgn(number) < 0;
    memcpy(words + 1, mpz_limbs_read(number), (n - 1) * sizeof *words);
    value_id v = intern_blob(b, VALUE_INT, SORT_ID_INT, words, n);
    if (words != few)
        free(words);
    return v;
}

value_id value_real_mpz(term_bank *b, const mpz_t numerator, const mpz_t denominator)
{
    mpq_t q;
    mpq_init(q);
    mpz_set(mpq_numref(q), numerator);
    mpz_set(mpq_denref(q), denominator);
    mpq_canonicalize(q);
    value_id v = value_real_mpq(b, q);
    mpq_clear(q);
    return v;
}

value_id value_real_mpq(term_bank *b, const mpq_t number)
{
    uint64_t n = value_int_mpz(b, mpq_numref(number)), d = value_int_mpz(b, mpq_denref(number));
    return intern_inline(b, VALUE_REAL, SORT_ID_REAL, n | d << 32);
}

value_id value_real(term_bank *b, int64_t numerator, int64_t denominator)
{
    uint64_t n = value_int(b, numerator), d = value_int(b, denominator);
    return intern_inline(b, VALUE_REAL, SORT_ID_REAL, n | d << 32);
}

/* Bits of a non-negative number that is below 2^width. */
static value_id intern_bits(term_bank *b, value_kind kind, sort_id sort, uint32_t width,
                            const mpz_t number)
{
    if (width < 64)
        return intern_inline(b, kind, sort, mpz_get_ui(number));
    uint64_t few[FEW_WORDS] = {0};
    size_t n = (width + 63) / 64;
    uint64_t *words = n <= FEW_WORDS ? few : base_alloc_zero(n, sizeof *words);
    memcpy(words, mpz_limbs_read(number), mpz_size(number) * sizeof *words);
    value_id v = intern_blob(b, kind, sort, words, n);
    if (words != few)
        free(words);
    return v;
}

static uint64_t low_bits(uint64_t number, uint32_t width)
{
    return width < 64 ? number & ((UINT64_C(1) << width) - 1) : number;
}

value_id value_bv_u64(term_bank *b, uint32_t width, uint64_t number)
{
    sort_id sort = sort_bv(b, width);
    if (width < 64)
        return intern_inline(b, VALUE_BV, sort, low_bits(number, width));
    if (width == 64)
        return intern_blob(b, VALUE_BV, sort, &number, 1);
    mpz_t z;
    mpz_init_set_ui(z, number);
    value_id v = intern_bits(b, VALUE_BV, sort, width, z);
    mpz_clear(z);
    return v;
}

value_id value_bv_mpz(term_bank *b, uint32_t width, const mpz_t number)
{
    sort_id sort = sort_bv(b, width);
    if (mpz_sgn(number) >= 0 && mpz_sizeinbase(number, 2) <= width)
        return intern_bits(b, VALUE_BV, sort, width, number);
    mpz_t reduced;
    mpz_init(reduced);
    mpz_fdiv_r_2exp(reduced, number, width);
    value_id v = intern_bits(b, VALUE_BV, sort, width, reduced);
    mpz_clear(reduced);
    return v;
}

value_id value_fp_mpz(term_bank *b, sort_id sort, const mpz_t bits)
{
    uint32_t e = sort_fp_exponent(b, sort), m = sort_fp_significand(b, sort) - 1;
    uint32_t width = e + m + 1;
    mpz_t number, part;
    mpz_inits(number, part, NULL);
    mpz_fdiv_r_2exp(number, bits, width);
    mpz_fdiv_q_2exp(part, number, m);
    mpz_fdiv_r_2exp(part, part, e);
    if (mpz_popcount(part) == e) { /* infinity or NaN */
        mpz_fdiv_r_2exp(part, number, m);
        if (mpz_sgn(part)) {
            mpz_set_ui(number, 1);
            mpz_mul_2exp(number, number, e + 1);
            mpz_sub_ui(number, number, 1);
            mpz_mul_2exp(number, number, m - 1);
        }
    }
    value_id v = intern_bits(b, VALUE_FP, sort, width, number);
    mpz_clears(number, part, NULL);
    return v;
}

value_id value_fp_u64(term_bank *b, sort_id sort, uint64_t bits)
{
    uint32_t e = sort_fp_exponent(b, sort), m = sort_fp_significand(b, sort) - 1;
    assert(e + m + 1 <= 64);
    bits = low_bits(bits, e + m + 1);
    uint64_t exponents = low_bits(UINT64_MAX, e);
    if ((bits >> m & exponents) == exponents && low_bits(bits, m))
        bits = ((exponents << 1) + 1) << (m - 1);
    if (e + m + 1 < 64)
        return intern_inline(b, VALUE_FP, sort, bits);
    return intern_blob(b, VALUE_FP, sort, &bits, 1);
}

value_id value_rm(term_bank *b, fp_rounding mode)
{
    return intern_inline(b, VALUE_RM, SORT_ID_RM, mode);
}

value_id value_string(term_bank *b, const uint32_t *code_points, size_t n)
{
    vec_u32 ids = {.at = (uint32_t *)code_points, .n = n};
    return value_intern_ids(b, VALUE_STRING, SORT_ID_STRING, &ids);
}

value_id value_element(term_bank *b, sort_id sort, uint64_t number)
{
    return intern_inline(b, VALUE_ELEMENT, sort, number & ~BLOB);
}

value_id value_data(term_bank *b, decl_id constructor, const value_id *fields)
{
    vec_u32 ids = {0};
    vec_push(&ids, constructor);
    vec_append(&ids, fields, decl_arity(b, constructor));
    value_id v = value_intern_ids(b, VALUE_DATA, decl_range(b, constructor), &ids);
    vec_free(&ids);
    return v;
}

value_id value_regex(term_bank *b, term_op op, const uint32_t *indices, uint32_t n_indices,
                     const value_id *args, uint32_t n)
{
    vec_u32 ids = {0};
    vec_push(&ids, op);
    vec_push(&ids, n_indices);
    vec_append(&ids, indices, n_indices);
    vec_append(&ids, args, n);
    value_id v = value_intern_ids(b, VALUE_REGEX, SORT_ID_REGLAN, &ids);
    vec_free(&ids);
    return v;
}

value_id value_algebraic(term_bank *b, const value_id *coefficients, uint32_t n, uint32_t root)
{
    vec_u32 ids = {0};
    vec_push(&ids, root);
    vec_append(&ids, coefficients, n);
    value_id v = value_intern_ids(b, VALUE_ALGEBRAIC, SORT_ID_REAL, &ids);
    vec_free(&ids);
    return v;
}

value_kind value_kind_of(const term_bank *b, value_id v)
{
    return (value_kind)bank_value(b, v)->kind;
}

sort_id value_sort(const term_bank *b, value_id v)
{
    return bank_value(b, v)->sort;
}

static int64_t inline_int(const value_node *node)
{
    return (int64_t)(node->payload << 1) >> 1;
}

void value_mpz(const term_bank *b, value_id v, mpz_t read_only, value_scratch *scratch)
{
    const value_node *node = bank_value(b, v);
    uint64_t n;
    bool negative = false;
    const mp_limb_t *limbs = &scratch->limb;
    if (!is_blob(node)) {
        int64_t small = inline_int(node);
        negative = node->kind == VALUE_INT && small < 0;
        scratch->limb = negative ? -(uint64_t)small
                                 : (node->kind == VALUE_INT ? (uint64_t)small : node->payload);
        n = scratch->limb != 0;
    } else {
        limbs = blob_of(b, node, &n);
        if (node->kind == VALUE_INT) {
            negative = limbs[0];
            limbs++;
            n--;
        }
    }
    while (n && !limbs[n - 1])
        n--;
    mpz_roinit_n(read_only, limbs, negative ? -(mp_size_t)n : (mp_size_t)n);
}

bool value_small_int(const term_bank *b, value_id v, int64_t *number)
{
    const value_node *node = bank_value(b, v);
    assert(node->kind == VALUE_INT);
    if (!is_blob(node)) {
        *number = inline_int(node);
        return true;
    }
    value_scratch scratch;
    mpz_t z;
    value_mpz(b, v, z, &scratch);
    if (!mpz_fits_slong_p(z))
        return false;
    *number = mpz_get_si(z);
    return true;
}

bool value_small_bits(const term_bank *b, value_id v, uint64_t *number)
{
    const value_node *node = bank_value(b, v);
    if (!is_blob(node)) {
        *number = node->payload;
        return true;
    }
    uint64_t n;
    const uint64_t *words = blob_of(b, node, &n);
    for (uint64_t i = 1; i < n; i++)
        if (words[i])
            return false;
    *number = words[0];
    return true;
}

value_id value_numerator(const term_bank *b, value_id v)
{
    assert(value_kind_of(b, v) == VALUE_REAL);
    return (value_id)bank_value(b, v)->payload;
}

value_id value_denominator(const term_bank *b, value_id v)
{
    assert(value_kind_of(b, v) == VALUE_REAL);
    return (value_id)(bank_value(b, v)->payload >> 32);
}

void value_get_mpq(const term_bank *b, value_id v, mpq_t number)
{
    bool real = value_kind_of(b, v) == VALUE_REAL;
    value_scratch scratch;
    mpz_t z;
    value_mpz(b, real ? value_numerator(b, v) : v, z, &scratch);
    mpz_set(mpq_numref(number), z);
    mpz_set_ui(mpq_denref(number), 1);
    if (real) {
        value_mpz(b, value_denominator(b, v), z, &scratch);
        mpz_set(mpq_denref(number), z);
    }
}

fp_rounding value_rounding(const term_bank *b, value_id v)
{
    assert(value_kind_of(b, v) == VALUE_RM);
    return (fp_rounding)bank_value(b, v)->payload;
}

const uint32_t *value_string_data(const term_bank *b, value_id v, size_t *n)
{
    assert(value_kind_of(b, v) == VALUE_STRING);
    uint32_t count;
    const uint32_t *ids = value_ids_of(b, v, &count);
    *n = count;
    return ids;
}

term_op value_regex_op(const term_bank *b, value_id v)
{
    uint32_t n;
    assert(value_kind_of(b, v) == VALUE_REGEX);
    return (term_op)value_ids_of(b, v, &n)[0];
}

decl_id value_constructor(const term_bank *b, value_id v)
{
    uint32_t n;
    assert(value_kind_of(b, v) == VALUE_DATA);
    return value_ids_of(b, v, &n)[0];
}

/* Where the children begin among the ids. */
static uint32_t child_offset(const term_bank *b, value_id v, const uint32_t *ids)
{
    value_kind kind = value_kind_of(b, v);
    if (kind == VALUE_SEQ || kind == VALUE_SET || kind == VALUE_BAG)
        return 0;
    return kind == VALUE_REGEX ? 2 + ids[1] : 1;
}

uint32_t value_child_count(const term_bank *b, value_id v)
{
    uint32_t n;
    const uint32_t *ids = value_ids_of(b, v, &n);
    return n - child_offset(b, v, ids);
}

value_id value_child(const term_bank *b, value_id v, uint32_t i)
{
    uint32_t n;
    const uint32_t *ids = value_ids_of(b, v, &n);
    assert(child_offset(b, v, ids) + i < n);
    return ids[child_offset(b, v, ids) + i];
}

uint32_t value_regex_index(const term_bank *b, value_id v, uint32_t i)
{
    uint32_t n;
    assert(value_kind_of(b, v) == VALUE_REGEX);
    return value_ids_of(b, v, &n)[2 + i];
}

uint32_t value_algebraic_root(const term_bank *b, value_id v)
{
    uint32_t n;
    assert(value_kind_of(b, v) == VALUE_ALGEBRAIC);
    return value_ids_of(b, v, &n)[0];
}

#include "fuzz/values/vpack.h"

#include <string.h>

enum { MAX_LENGTH = 1 << 20 };

static void put_bytes(vpack *p, const void *bytes, size_t n)
{
    p->good = p->good && p->size - p->at >= n;
    if (!p->good)
        return;
    if (n)
        memcpy(p->bytes + p->at, bytes, n);
    p->at += n;
}

static const uint8_t *get_bytes(vpack *p, size_t n)
{
    p->good = p->good && p->size - p->at >= n;
    if (!p->good)
        return NULL;
    p->at += n;
    return p->bytes + p->at - n;
}

static void put_word(vpack *p, uint64_t word)
{
    put_bytes(p, &word, sizeof word);
}

static uint64_t get_word(vpack *p)
{
    uint64_t word = 0;
    const uint8_t *bytes = get_bytes(p, sizeof word);
    if (bytes)
        memcpy(&word, bytes, sizeof word);
    return word;
}

/* Bytes of the absolute value, lowest first, behind their number; the sign is its lowest bit. */
static void put_integer(vpack *p, const mpz_t x)
{
    size_t n = mpz_sgn(x) ? (mpz_sizeinbase(x, 2) + 7) / 8 : 0;
    put_word(p, (uint64_t)n << 1 | (mpz_sgn(x) < 0));
    if (p->good && p->size - p->at >= n) {
        mpz_export(p->bytes + p->at, NULL, -1, 1, 0, 0, x);
        p->at += n;
    } else {
        p->good = false;
    }
}

static void get_integer(vpack *p, mpz_t x)
{
    uint64_t head = get_word(p);
    const uint8_t *bytes = head >> 1 <= MAX_LENGTH ? get_bytes(p, head >> 1) : NULL;
    mpz_set_ui(x, 0);
    if (!bytes) {
        p->good = false;
        return;
    }
    mpz_import(x, head >> 1, -1, 1, 0, 0, bytes);
    if (head & 1)
        mpz_neg(x, x);
}

static void put_string(vpack *p, const term_bank *b, value_id v)
{
    size_t n;
    const uint32_t *text = value_string_data(b, v, &n);
    put_word(p, n);
    put_bytes(p, text, n * sizeof *text);
}

static void put_array(vpack *p, const term_bank *b, value_id v)
{
    uint32_t n = value_array_size(b, v);
    put_word(p, n);
    vpack_put(p, b, value_array_default(b, v));
    for (uint32_t i = 0; i < n && p->good; i++) {
        vpack_put(p, b, value_array_index_at(b, v, i));
        vpack_put(p, b, value_array_element_at(b, v, i));
    }
}

/* Recursion goes as deep as array sorts are nested, which vgraph.h bounds. */
void vpack_put(vpack *p, const term_bank *b, value_id v)
{
    mpz_t number;
    value_scratch scratch;
    switch (value_kind_of(b, v)) {
    case VALUE_BOOL:
        put_word(p, value_is_true(v));
        break;
    case VALUE_RM:
        put_word(p, value_rounding(b, v));
        break;
    case VALUE_INT:
    case VALUE_BV:
    case VALUE_FP:
        value_mpz(b, v, number, &scratch);
        put_integer(p, number);
        break;
    case VALUE_REAL:
        vpack_put(p, b, value_numerator(b, v));
        vpack_put(p, b, value_denominator(b, v));
        break;
    case VALUE_STRING:
        put_string(p, b, v);
        break;
    case VALUE_ARRAY:
        put_array(p, b, v);
        break;
    default:
        p->good = false;
        break;
    }
}

static value_id get_number(vpack *p, term_bank *b, sort_id s)
{
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    value_id v = 0;
    get_integer(p, x);
    if (s == SORT_ID_REAL) {
        get_integer(p, y);
        p->good = p->good && mpz_sgn(y) > 0;
        v = p->good ? value_real_mpz(b, x, y) : 0;
    } else if (!p->good) {
        v = 0;
    } else if (s == SORT_ID_INT) {
        v = value_int_mpz(b, x);
    } else if (sort_kind_of(b, s) == SORT_BV) {
        v = value_bv_mpz(b, sort_bv_width(b, s), x);
    } else {
        mpz_fdiv_r_2exp(x, x, sort_fp_exponent(b, s) + sort_fp_significand(b, s));
        v = value_fp_mpz(b, s, x);
    }
    mpz_clears(x, y, NULL);
    return v;
}

static value_id get_string(vpack *p, term_bank *b)
{
    uint64_t n = get_word(p);
    const uint8_t *bytes = n <= MAX_LENGTH ? get_bytes(p, n * sizeof(uint32_t)) : NULL;
    vec_u32 text = {0};
    if (!bytes)
        return 0;
    vec_resize(&text, n);
    if (n)
        memcpy(text.at, bytes, n * sizeof *text.at);
    bool valid = true;
    for (size_t i = 0; i < text.n; i++)
        valid &= text.at[i] <= 0x2FFFF;
    value_id v = valid ? value_string(b, text.at, text.n) : 0;
    vec_free(&text);
    return v;
}

static value_id get_array(vpack *p, term_bank *b, sort_id s)
{
    uint64_t n = get_word(p);
    value_id otherwise = vpack_get(p, b, sort_array_element(b, s));
    value_id v = otherwise ? value_array_constant(b, s, otherwise) : 0;
    for (uint64_t i = 0; i < n && v; i++) {
        value_id index = vpack_get(p, b, sort_array_index(b, s));
        value_id element = index ? vpack_get(p, b, sort_array_element(b, s)) : 0;
        v = element ? value_array_store(b, v, index, element) : 0;
    }
    return v;
}

value_id vpack_get(vpack *p, term_bank *b, sort_id s)
{
    uint64_t word;
    switch (sort_kind_of(b, s)) {
    case SORT_BOOL:
        word = get_word(p);
        return p->good && word <= 1 ? value_bool(word) : 0;
    case SORT_ROUNDING_MODE:
        word = get_word(p);
        return p->good && word <= RM_RTZ ? value_rm(b, (fp_rounding)word) : 0;
    case SORT_INT:
    case SORT_REAL:
    case SORT_BV:
    case SORT_FP:
        return get_number(p, b, s);
    case SORT_STRING:
        return get_string(p, b);
    case SORT_ARRAY:
        return get_array(p, b, s);
    default:
        return 0;
    }
}

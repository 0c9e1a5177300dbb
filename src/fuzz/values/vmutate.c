#include "fuzz/values/vmutate.h"

#include <stdlib.h>

#include "fuzz/values/vrun.h"

/* ---- The dictionary -------------------------------------------------------------------------- */

static void add_value(vwords *w, value_id v)
{
    sort_id s = value_sort(w->bank, v);
    uint64_t *at = map_insert(&w->lists, s, NULL);
    if (!*at) {
        vec_u32 empty = {0};
        vec_push(&w->values, empty);
        *at = w->values.n;
    }
    vec_u32 *list = &w->values.at[*at - 1];
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i] == v)
            return;
    if (list->n < w->limits->values_words)
        vec_push(list, v);
}

static void add_characters(vwords *w, value_id v)
{
    size_t n;
    const uint32_t *text = value_string_data(w->bank, v, &n);
    for (size_t i = 0; i < n && w->characters.n < w->limits->values_words; i++)
        vec_push(&w->characters, text[i]);
}

/* What a constant may mean elsewhere: its length, its digits. */
static void add_relatives(vwords *w, value_id v)
{
    size_t n;
    value_id other = 0;
    switch (value_kind_of(w->bank, v)) {
    case VALUE_STRING:
        value_string_data(w->bank, v, &n);
        add_characters(w, v);
        add_value(w, value_int(w->bank, (int64_t)n));
        other = vconvert(w->bank, v, SORT_ID_INT);
        break;
    case VALUE_INT:
        other = vconvert(w->bank, v, SORT_ID_STRING);
        break;
    default:
        break;
    }
    if (other)
        add_value(w, other);
}

void vwords_add(vwords *w, value_id v)
{
    if (value_kind_of(w->bank, v) == VALUE_ALGEBRAIC || value_kind_of(w->bank, v) == VALUE_REGEX)
        return;
    add_value(w, v);
    add_relatives(w, v);
}

void vwords_init(vwords *w, const fuzz_bytecode *p, rng *r, const fuzz_limits *limits)
{
    *w = (vwords){.bank = p->bank, .r = r, .limits = limits};
    for (uint32_t i = 1; i < p->code.n; i++)
        if (p->code.at[i].op == FUZZ_CONST)
            vwords_add(w, vrun_value_of(p, i, p->code.at[i].imm));
}

void vwords_free(vwords *w)
{
    for (size_t i = 0; i < w->values.n; i++)
        vec_free(&w->values.at[i]);
    vec_free(&w->values);
    vec_free(&w->characters);
    map_free(&w->lists);
}

value_id vwords_some(vwords *w, sort_id s)
{
    uint64_t at = map_get(&w->lists, s, 0);
    if (!at)
        return 0;
    const vec_u32 *list = &w->values.at[at - 1];
    return list->at[rng_below(w->r, list->n)];
}

uint32_t vwords_character(vwords *w)
{
    static const char common[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 " !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
    if (w->characters.n && rng_one_in(w->r, 3))
        return w->characters.at[rng_below(w->r, w->characters.n)];
    if (rng_one_in(w->r, 64))
        return (uint32_t)rng_below(w->r, rng_one_in(w->r, 4) ? 0x30000 : 256);
    return (uint32_t)common[rng_below(w->r, sizeof common - 1)];
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static void random_bits(rng *r, mpz_t out, uint64_t bits)
{
    mpz_set_ui(out, 0);
    for (uint64_t done = 0; done < bits; done += 64) {
        mpz_mul_2exp(out, out, 64);
        mpz_add_ui(out, out, rng_next(r));
    }
    mpz_fdiv_r_2exp(out, out, bits);
}

void vmutate_integer(vwords *w, mpz_t x, uint32_t width)
{
    rng *r = w->r;
    const uint64_t widest = w->limits->values_wide_bits;
    mpz_t step;
    mpz_init(step);
    uint64_t bits = width < widest ? width : widest;
    switch (rng_below(r, 8)) {
    case 0:
        mpz_add_ui(x, x, 1 + rng_below(r, 16));
        break;
    case 1:
        mpz_sub_ui(x, x, 1 + rng_below(r, 16));
        break;
    case 2:
        mpz_combit(x, rng_below(r, width));
        break;
    case 3:
    case 4:
        mpz_setbit(step, rng_below(r, bits));
        (rng_one_in(r, 2) ? mpz_add : mpz_sub)(x, x, step);
        break;
    case 5:
        random_bits(r, step, 1 + rng_below(r, bits));
        (rng_one_in(r, 2) ? mpz_add : mpz_sub)(x, x, step);
        break;
    case 6:
        if (rng_one_in(r, 2))
            mpz_neg(x, x);
        else if (rng_one_in(r, 2))
            mpz_mul_2exp(x, x, 1);
        else
            mpz_fdiv_q_2exp(x, x, 1);
        break;
    default:
        random_bits(r, x, 1 + rng_below(r, bits));
        break;
    }
    mpz_clear(step);
}

static value_id near_integer(vwords *w, value_id now)
{
    term_bank *b = w->bank;
    sort_id s = value_sort(b, now);
    value_kind kind = value_kind_of(b, now);
    mpz_t old, x;
    value_scratch scratch;
    value_mpz(b, now, old, &scratch);
    mpz_init_set(x, old);
    uint32_t width = kind == VALUE_BV   ? sort_bv_width(b, s)
                     : kind == VALUE_FP ? sort_fp_exponent(b, s) + sort_fp_significand(b, s)
                                        : (rng_one_in(w->r, 4) ? 64 : 8);
    vmutate_integer(w, x, width);
    if (kind == VALUE_FP)
        mpz_fdiv_r_2exp(x, x, width);
    value_id v = kind == VALUE_BV   ? value_bv_mpz(b, width, x)
                 : kind == VALUE_FP ? value_fp_mpz(b, s, x)
                                    : value_int_mpz(b, x);
    mpz_clear(x);
    return v;
}

static value_id near_real(vwords *w, value_id now)
{
    mpq_t x, y;
    mpq_inits(x, y, NULL);
    value_get_mpq(w->bank, now, x);
    switch (rng_below(w->r, 6)) {
    case 0: /* a step of some size */
        mpq_set_ui(y, 1, 1);
        mpq_div_2exp(y, y, rng_below(w->r, 24));
        (rng_one_in(w->r, 2) ? mpq_add : mpq_sub)(x, x, y);
        break;
    case 1: /* another numerator, the same denominator */
        vmutate_integer(w, mpq_numref(x), 16);
        break;
    case 2: /* its integer part */
        mpz_fdiv_q(mpq_numref(x), mpq_numref(x), mpq_denref(x));
        mpz_set_ui(mpq_denref(x), 1);
        break;
    case 3:
        mpq_set_ui(y, 1 + rng_below(w->r, 16), 1 + rng_below(w->r, 16));
        mpq_canonicalize(y);
        mpq_mul(x, x, y);
        break;
    case 4:
        mpq_neg(x, x);
        break;
    default:
        mpz_set_ui(mpq_denref(x), 1);
        vmutate_integer(w, mpq_numref(x), rng_one_in(w->r, 4) ? 64 : 8);
        break;
    }
    mpq_canonicalize(x);
    value_id v = value_real_mpq(w->bank, x);
    mpq_clears(x, y, NULL);
    return v;
}

value_id vmiddle(term_bank *b, value_id x, value_id y)
{
    sort_id s = value_sort(b, x);
    value_id v = 0;
    value_kind kind = value_kind_of(b, x);
    if (kind != VALUE_INT && kind != VALUE_REAL && kind != VALUE_BV && kind != VALUE_FP)
        return 0;
    if (value_kind_of(b, y) != kind)
        return 0;
    if (s == SORT_ID_REAL) {
        mpq_t p, q;
        mpq_inits(p, q, NULL);
        value_get_mpq(b, x, p);
        value_get_mpq(b, y, q);
        mpq_add(p, p, q);
        mpq_div_2exp(p, p, 1);
        v = value_real_mpq(b, p);
        mpq_clears(p, q, NULL);
        return v;
    }
    mpz_t p, q, sum;
    value_scratch s1, s2;
    value_mpz(b, x, p, &s1);
    value_mpz(b, y, q, &s2);
    mpz_init(sum);
    mpz_add(sum, p, q);
    mpz_fdiv_q_2exp(sum, sum, 1);
    v = s == SORT_ID_INT                ? value_int_mpz(b, sum)
        : sort_kind_of(b, s) == SORT_BV ? value_bv_mpz(b, sort_bv_width(b, s), sum)
                                        : value_fp_mpz(b, s, sum);
    mpz_clear(sum);
    return v;
}

/* Zeros, infinities, NaN, the ends of each range. */
static value_id special_float(vwords *w, sort_id s)
{
    uint32_t e = sort_fp_exponent(w->bank, s), m = sort_fp_significand(w->bank, s) - 1;
    mpz_t x;
    mpz_init_set_ui(x, 0);
    switch (rng_below(w->r, 6)) {
    case 0:
        break; /* zero */
    case 1:    /* one */
        mpz_set_ui(x, 1);
        mpz_mul_2exp(x, x, e - 1);
        mpz_sub_ui(x, x, 1);
        mpz_mul_2exp(x, x, m);
        break;
    case 2: /* infinity, or the largest finite, or NaN */
        mpz_set_ui(x, 1);
        mpz_mul_2exp(x, x, e);
        mpz_sub_ui(x, x, 1);
        mpz_mul_2exp(x, x, m);
        if (rng_one_in(w->r, 3))
            mpz_sub_ui(x, x, 1);
        else if (rng_one_in(w->r, 2))
            mpz_add_ui(x, x, 1);
        break;
    case 3: /* the smallest normal and its neighbour */
        mpz_setbit(x, m);
        if (rng_one_in(w->r, 2))
            mpz_sub_ui(x, x, 1);
        break;
    case 4:
        mpz_set_ui(x, 1);
        break;
    default:
        random_bits(w->r, x, e + m);
        break;
    }
    if (rng_one_in(w->r, 2))
        mpz_setbit(x, e + m);
    value_id v = value_fp_mpz(w->bank, s, x);
    mpz_clear(x);
    return v;
}

/* ---- All sorts ------------------------------------------------------------------------------- */

value_id vmutate(vwords *w, value_id now)
{
    sort_id s = value_sort(w->bank, now);
    if (rng_one_in(w->r, 6)) {
        value_id v = vwords_some(w, s);
        if (v)
            return v;
    }
    switch (value_kind_of(w->bank, now)) {
    case VALUE_BOOL:
        return value_bool(!value_is_true(now));
    case VALUE_RM:
        return value_rm(w->bank, (fp_rounding)rng_below(w->r, 5));
    case VALUE_FP:
        return rng_one_in(w->r, 6) ? special_float(w, s) : near_integer(w, now);
    case VALUE_BV:
    case VALUE_INT:
        return near_integer(w, now);
    case VALUE_REAL:
        return near_real(w, now);
    case VALUE_STRING:
        return vmutate_string(w, now);
    case VALUE_ARRAY:
        return vmutate_array(w, now);
    default:
        return now;
    }
}

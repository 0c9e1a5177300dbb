#include "box/worker/invoke.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#define FLOAT_NAN UINT64_C(0x7fc00000)
#define DOUBLE_NAN UINT64_C(0x7ff8000000000000)

/* ---- Results --------------------------------------------------------------------------------- */

static uint64_t low_bits(uint32_t n)
{
    return n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

static uint64_t sign_extend(uint64_t word, uint32_t width)
{
    if (!width || width >= 64)
        return word;
    uint64_t sign = UINT64_C(1) << (width - 1);
    return ((word & low_bits(width)) ^ sign) - sign;
}

static bool finish_bits(const box_parameter *p, uint64_t raw, uint64_t *word)
{
    uint32_t held = p->size * 8;
    raw &= low_bits(held);
    *word = raw & low_bits(p->width);
    if (held == p->width)
        return true;
    return p->is_signed ? (sign_extend(raw, p->width) & low_bits(held)) == raw : *word == raw;
}

bool box_finish_word(const box_parameter *p, uint64_t raw, uint64_t *word)
{
    switch (p->class) {
    case BOX_CLASS_BOOL:
        raw &= low_bits(p->size * 8);
        *word = raw != 0;
        return raw <= 1 || p->size > 1; /* int used as a truth value: C's own rule */
    case BOX_CLASS_BITS:
        return finish_bits(p, raw, word);
    case BOX_CLASS_FLOAT:
        raw &= UINT32_MAX;
        *word = (raw & 0x7fffffff) > 0x7f800000 ? FLOAT_NAN : raw;
        return true;
    case BOX_CLASS_DOUBLE:
        *word = (raw << 1) > UINT64_C(0xffe0000000000000) ? DOUBLE_NAN : raw;
        return true;
    case BOX_CLASS_INT:
        *word = p->is_signed ? sign_extend(raw, p->size * 8) : raw & low_bits(p->size * 8);
        return true;
    case BOX_CLASS_REAL:
        *word = raw << 1 ? raw : 0; /* one zero */
        return (raw << 1) < UINT64_C(0xffe0000000000000);
    case BOX_CLASS_MODE:
        *word = raw & UINT32_MAX;
        return *word <= RM_RTZ;
    default:
        *word = raw;
        return true;
    }
}

/* ---- Through libffi -------------------------------------------------------------------------- */

static void extend_arguments(const box *x, const uint64_t *args, uint64_t *extended)
{
    for (uint32_t i = 0; i < x->arity; i++) {
        const box_parameter *p = &x->parameters[i];
        extended[i] =
            p->class == BOX_CLASS_BITS && p->is_signed ? sign_extend(args[i], p->width) : args[i];
    }
    if (x->result_by_pointer)
        extended[x->arity] = args[x->arity];
}

static uint64_t call_ffi(const box *x, const uint64_t *args)
{
    uint64_t extended[BOX_MAX_ARITY], raw[2] = {0};
    void *places[BOX_MAX_ARITY];
    extend_arguments(x, args, extended);
    for (uint32_t i = 0; i < x->arity + x->result_by_pointer; i++)
        places[i] = &extended[i];
    ffi_cif cif = x->cif; /* ffi_call wants it writable */
    ffi_call(&cif, x->address, raw, places);
    return raw[0];
}

bool box_invoke_ffi(const box *x, const uint64_t *args, uint64_t *result)
{
    return box_finish_word(&x->result, call_ffi(x, args), result);
}

/* ---- Directly -------------------------------------------------------------------------------- */

#ifdef __x86_64__

/* All integer arguments travel in 64-bit registers whose upper parts the callee does not look at
 * (or finds extended: words are), all floats in the low bits of vector registers. So a function of
 * any such signature can be called as one of uint64_t or double, with spare registers filled too.
 */

static double as_double(uint64_t bits)
{
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

static uint64_t as_bits(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

#define U uint64_t
#define D double

static uint64_t call_integers(void (*f)(void), uint32_t n, const uint64_t *a)
{
    switch (n) {
    case 0:
        return ((U(*)(void))f)();
    case 1:
        return ((U(*)(U))f)(a[0]);
    case 2:
        return ((U(*)(U, U))f)(a[0], a[1]);
    case 3:
        return ((U(*)(U, U, U))f)(a[0], a[1], a[2]);
    case 4:
        return ((U(*)(U, U, U, U))f)(a[0], a[1], a[2], a[3]);
    case 5:
        return ((U(*)(U, U, U, U, U))f)(a[0], a[1], a[2], a[3], a[4]);
    default:
        return ((U(*)(U, U, U, U, U, U))f)(a[0], a[1], a[2], a[3], a[4], a[5]);
    }
}

static uint64_t call_floats(void (*f)(void), uint32_t n, const uint64_t *a)
{
    switch (n) {
    case 0:
        return as_bits(((D(*)(void))f)());
    case 1:
        return as_bits(((D(*)(D))f)(as_double(a[0])));
    case 2:
        return as_bits(((D(*)(D, D))f)(as_double(a[0]), as_double(a[1])));
    case 3:
        return as_bits(((D(*)(D, D, D))f)(as_double(a[0]), as_double(a[1]), as_double(a[2])));
    default:
        return as_bits(((D(*)(D, D, D, D))f)(as_double(a[0]), as_double(a[1]), as_double(a[2]),
                                             as_double(a[3])));
    }
}

static uint64_t call_mixed(const box *x, const uint64_t *args)
{
    uint64_t i[6] = {0};
    double d[8] = {0};
    uint32_t ni = 0, nd = 0;
    for (uint32_t k = 0; k < x->arity; k++)
        if (x->parameters[k].floating)
            d[nd++] = as_double(args[k]);
        else
            i[ni++] = args[k];
    if (x->result_by_pointer)
        i[ni++] = args[x->arity];
    if (x->result.floating)
        return as_bits(((D(*)(U, U, U, U, U, U, D, D, D, D, D, D, D, D))x->address)(
            i[0], i[1], i[2], i[3], i[4], i[5], d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7]));
    return ((U(*)(U, U, U, U, U, U, D, D, D, D, D, D, D, D))x->address)(
        i[0], i[1], i[2], i[3], i[4], i[5], d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7]);
}

#undef U
#undef D

#endif

bool box_invoke(const box *x, const uint64_t *args, uint64_t *result)
{
    uint64_t raw;
    switch (x->shape) {
#ifdef __x86_64__
    case BOX_SHAPE_INT:
        raw = call_integers(x->address, x->arity + x->result_by_pointer, args);
        break;
    case BOX_SHAPE_DOUBLE:
        raw = call_floats(x->address, x->arity, args);
        break;
    case BOX_SHAPE_MIXED:
        raw = call_mixed(x, args);
        break;
#endif
    default:
        raw = call_ffi(x, args);
    }
    return box_finish_word(&x->result, raw, result);
}

/* ---- Values ---------------------------------------------------------------------------------- */

static bool int_word(const term_bank *b, const box_parameter *p, value_id v, uint64_t *word)
{
    int64_t number;
    uint32_t width = p->size * 8;
    if (value_small_int(b, v, &number)) {
        *word = (uint64_t)number;
        if (p->is_signed)
            return sign_extend(*word, width) == *word;
        return number >= 0 && *word <= low_bits(width);
    }
    mpz_t big;
    value_scratch scratch;
    value_mpz(b, v, big, &scratch);
    if (p->is_signed || width < 64 || mpz_sgn(big) < 0 || mpz_sizeinbase(big, 2) > 64)
        return false;
    *word = mpz_get_ui(big);
    return true;
}

static bool real_word(const term_bank *b, value_id v, uint64_t *word)
{
    mpq_t exact, back;
    mpq_inits(exact, back, NULL);
    value_get_mpq(b, v, exact);
    double d = mpq_get_d(exact);
    bool same = isfinite(d);
    if (same) {
        mpq_set_d(back, d);
        same = mpq_equal(exact, back);
    }
    mpq_clears(exact, back, NULL);
    memcpy(word, &d, sizeof d);
    return same;
}

bool box_word_of_value(const term_bank *b, const box_parameter *p, value_id v, uint64_t *word)
{
    assert(value_sort(b, v) == p->sort);
    switch (p->class) {
    case BOX_CLASS_BOOL:
        *word = value_is_true(v);
        return true;
    case BOX_CLASS_BITS:
    case BOX_CLASS_FLOAT:
    case BOX_CLASS_DOUBLE:
    case BOX_CLASS_POINTER:
        return value_small_bits(b, v, word);
    case BOX_CLASS_INT:
        return int_word(b, p, v, word);
    case BOX_CLASS_REAL:
        return value_kind_of(b, v) == VALUE_REAL && real_word(b, v, word);
    case BOX_CLASS_MODE:
        *word = value_rounding(b, v);
        return true;
    default:
        return false;
    }
}

static value_id real_value(term_bank *b, uint64_t word)
{
    double d;
    memcpy(&d, &word, sizeof d);
    if (!isfinite(d))
        return 0;
    mpq_t exact;
    mpq_init(exact);
    mpq_set_d(exact, d);
    value_id v = value_real_mpq(b, exact);
    mpq_clear(exact);
    return v;
}

static value_id int_value(term_bank *b, const box_parameter *p, uint64_t word)
{
    if (p->is_signed || word <= INT64_MAX)
        return value_int(b, (int64_t)word);
    mpz_t number;
    mpz_init_set_ui(number, word);
    value_id v = value_int_mpz(b, number);
    mpz_clear(number);
    return v;
}

value_id box_value_of_word(term_bank *b, const box_parameter *p, uint64_t word)
{
    switch (p->class) {
    case BOX_CLASS_BOOL:
        return word <= 1 ? value_bool(word) : 0;
    case BOX_CLASS_BITS:
    case BOX_CLASS_POINTER:
        return word <= low_bits(p->width) ? value_bv_u64(b, p->width, word) : 0;
    case BOX_CLASS_FLOAT:
        return word <= UINT32_MAX ? value_fp_u64(b, p->sort, word) : 0;
    case BOX_CLASS_DOUBLE:
        return value_fp_u64(b, p->sort, word);
    case BOX_CLASS_INT:
        return int_value(b, p, word);
    case BOX_CLASS_REAL:
        return real_value(b, word);
    case BOX_CLASS_MODE:
        return word <= RM_RTZ ? value_rm(b, (fp_rounding)word) : 0;
    default:
        return 0;
    }
}

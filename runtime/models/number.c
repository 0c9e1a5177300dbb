#include "runtime/models/number.h"

#include "runtime/core/expr.h"

static tandem_expr yes(void)
{
    return tandem_const(1, 1);
}

static tandem_expr no(void)
{
    return tandem_const(1, 0);
}

tandem_expr tandem_both(tandem_expr x, tandem_expr y)
{
    return tandem_model_ite(x, y, no());
}

tandem_expr tandem_either(tandem_expr x, tandem_expr y)
{
    return tandem_model_ite(x, yes(), y);
}

static tandem_expr less(uint32_t width, tandem_expr x, uint64_t limit)
{
    uint64_t value;
    if (x && tandem_is_const(x, &value))
        return tandem_const(1, value < limit);
    return tandem_build(TANDEM_ULT, width, x, tandem_const(width, limit));
}

static tandem_expr minus(tandem_expr byte, uint8_t by)
{
    uint64_t value;
    if (byte && tandem_is_const(byte, &value))
        return tandem_const(8, value - by);
    return tandem_build(TANDEM_SUB, 8, byte, tandem_const(8, by));
}

static tandem_expr is(tandem_expr byte, char c)
{
    return tandem_model_equal(byte, tandem_const(8, (uint8_t)c));
}

tandem_expr tandem_is_blank(tandem_expr byte)
{
    return tandem_either(is(byte, ' '), less(8, minus(byte, '\t'), 5));
}

/* Is it a digit, and which (8 bits)? */
static tandem_expr digit(const tandem_number_reader *a, tandem_expr byte, tandem_expr *which)
{
    tandem_expr decimal = minus(byte, '0');
    tandem_expr good = less(8, decimal, a->base < 10 ? a->base : 10);
    *which = decimal;
    for (int upper = 0; a->base > 10 && upper < 2; upper++) {
        tandem_expr letter = minus(byte, upper ? 'A' : 'a');
        tandem_expr hit = less(8, letter, a->base - 10);
        *which = tandem_model_ite(hit, minus(byte, (uint8_t)((upper ? 'A' : 'a') - 10)), *which);
        good = tandem_either(hit, good);
    }
    return good;
}

/* value * base + digit, and whether that is more than 64 bits hold. */
static void shift_in(tandem_number_reader *a, tandem_expr take, tandem_expr which)
{
    uint64_t v, d, cutoff = UINT64_MAX / a->base;
    tandem_expr wide = tandem_extend(TANDEM_ZEXT, which, 64), next, over;
    if (a->value && wide && tandem_is_const(a->value, &v) && tandem_is_const(wide, &d)) {
        over = tandem_const(1, v > cutoff || (v == cutoff && d > UINT64_MAX % a->base));
        next = tandem_const(64, v * a->base + d);
    } else {
        tandem_expr fits = less(64, a->value, cutoff);
        tandem_expr small = less(8, which, UINT64_MAX % a->base + 1);
        tandem_expr border = tandem_model_equal(a->value, tandem_const(64, cutoff));
        tandem_expr good = tandem_either(fits, tandem_both(border, small));
        over = tandem_model_ite(good, no(), yes());
        tandem_expr scaled =
            a->value && tandem_is_const(a->value, &v)
                ? tandem_const(64, v * a->base)
                : tandem_build(TANDEM_MUL, 64, a->value, tandem_const(64, a->base));
        next = tandem_build(TANDEM_ADD, 64, scaled, wide);
    }
    a->over = tandem_either(tandem_both(take, over), a->over);
    a->value = tandem_model_ite(take, next, a->value);
}

void tandem_number_step(tandem_number_reader *a, tandem_expr byte, tandem_expr behind)
{
    tandem_expr which, good = digit(a, byte, &which);
    tandem_expr sign = tandem_either(is(byte, '+'), is(byte, '-'));
    tandem_expr first = tandem_either(a->before, a->sign), signs = tandem_both(a->before, sign);
    tandem_expr take = tandem_both(good, a->prefixed ? a->inside : tandem_either(first, a->inside));
    shift_in(a, take, which);
    a->negative = tandem_either(tandem_both(a->before, is(byte, '-')), a->negative);
    a->any = tandem_either(take, a->any);
    a->end = tandem_model_ite(take, behind, a->end);
    tandem_expr zero = tandem_both(first, is(byte, '0'));
    a->octal = tandem_either(zero, a->octal);
    a->x = tandem_both(a->zero, tandem_either(is(byte, 'x'), is(byte, 'X')));
    a->zero = zero;
    a->sign = signs;
    a->inside = tandem_either(take, a->prefixed ? a->x : no());
    a->before = tandem_both(a->before, tandem_is_blank(byte));
}

tandem_number_reader tandem_number_begin(const void *at, uint32_t base, bool prefixed)
{
    return (tandem_number_reader){.before = yes(),
                                  .inside = no(),
                                  .negative = no(),
                                  .any = no(),
                                  .over = no(),
                                  .octal = no(),
                                  .sign = no(),
                                  .zero = no(),
                                  .x = no(),
                                  .value = tandem_const(64, 0),
                                  .end = tandem_const(64, (uintptr_t)at),
                                  .base = base,
                                  .prefixed = prefixed};
}

static tandem_expr negate(tandem_expr e)
{
    uint64_t value;
    if (e && tandem_is_const(e, &value))
        return tandem_const(64, -value);
    return tandem_build(TANDEM_SUB, 64, tandem_const(64, 0), e);
}

tandem_expr tandem_number_value(tandem_number_reader *a, bool is_signed)
{
    tandem_expr least = tandem_const(64, (uint64_t)INT64_MIN), most = tandem_const(64, INT64_MAX);
    if (is_signed) {
        tandem_expr positive = less(64, a->value, (uint64_t)1 << 63);
        tandem_expr good =
            tandem_either(positive, tandem_both(a->negative, tandem_model_equal(a->value, least)));
        a->over = tandem_either(a->over, tandem_model_ite(good, no(), yes()));
    } else {
        least = most = tandem_const(64, UINT64_MAX);
    }
    tandem_expr value = tandem_model_ite(a->negative, negate(a->value), a->value);
    return tandem_model_ite(a->over, tandem_model_ite(a->negative, least, most), value);
}

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

tandem_expr tandem_not(tandem_expr x)
{
    return tandem_model_ite(x, no(), yes());
}

tandem_expr tandem_both(tandem_expr x, tandem_expr y)
{
    return tandem_model_ite(x, y, no());
}

tandem_expr tandem_either(tandem_expr x, tandem_expr y)
{
    return tandem_model_ite(x, yes(), y);
}

tandem_expr tandem_below(uint32_t width, tandem_expr x, uint64_t limit)
{
    uint64_t value;
    if (x && tandem_is_const(x, &value))
        return tandem_const(1, value < limit);
    return tandem_build(TANDEM_ULT, width, x, tandem_const(width, limit));
}

tandem_expr tandem_minus(tandem_expr byte, uint8_t by)
{
    uint64_t value;
    if (byte && tandem_is_const(byte, &value))
        return tandem_const(8, value - by);
    return tandem_build(TANDEM_SUB, 8, byte, tandem_const(8, by));
}

tandem_expr tandem_is(tandem_expr byte, char c)
{
    return tandem_model_equal(byte, tandem_const(8, (uint8_t)c));
}

tandem_expr tandem_is_blank(tandem_expr byte)
{
    return tandem_either(tandem_is(byte, ' '), tandem_below(8, tandem_minus(byte, '\t'), 5));
}

tandem_expr tandem_number_digit(const tandem_number_reader *a, tandem_expr byte, tandem_expr *which)
{
    tandem_expr decimal = tandem_minus(byte, '0');
    tandem_expr good = tandem_below(8, decimal, a->base < 10 ? a->base : 10);
    *which = decimal;
    for (int upper = 0; a->base > 10 && upper < 2; upper++) {
        tandem_expr letter = tandem_minus(byte, upper ? 'A' : 'a');
        tandem_expr hit = tandem_below(8, letter, a->base - 10);
        *which =
            tandem_model_ite(hit, tandem_minus(byte, (uint8_t)((upper ? 'A' : 'a') - 10)), *which);
        good = tandem_either(hit, good);
    }
    return good;
}

/* Bits of a digit where the base is a power of two; 0: it is none. */
static uint32_t bits_of_digit(uint32_t base)
{
    return base & (base - 1) ? 0 : (uint32_t)__builtin_ctz(base);
}

/* Bits that hold so many digits; 0: 64 need not be enough. */
static uint32_t bits_of(uint32_t base, uint32_t digits)
{
    uint64_t most = 1;
    if (bits_of_digit(base))
        return digits * bits_of_digit(base) > 64 ? 0 : digits * bits_of_digit(base);
    while (digits--) {
        if (most > UINT64_MAX / base)
            return 0;
        most *= base;
    }
    most--;
    return most <= UINT8_MAX ? 8 : most <= UINT16_MAX ? 16 : most <= UINT32_MAX ? 32 : 64;
}

static tandem_expr times(uint32_t width, tandem_expr value, uint64_t by)
{
    uint64_t v;
    if (value && tandem_is_const(value, &v))
        return tandem_const(width, v * by);
    return tandem_build(TANDEM_MUL, width, value, tandem_const(width, by));
}

tandem_expr tandem_sum(uint32_t width, tandem_expr x, tandem_expr y)
{
    uint64_t a, b;
    if (x && y && tandem_is_const(x, &a) && tandem_is_const(y, &b))
        return tandem_const(width, a + b);
    return tandem_build(TANDEM_ADD, width, x, y);
}

/* Is value * base + digit more than 64 bits hold? */
static tandem_expr too_large(const tandem_number_reader *a, tandem_expr which)
{
    uint64_t cutoff = UINT64_MAX / a->base;
    tandem_expr fits = tandem_below(64, a->value, cutoff);
    tandem_expr small = tandem_below(8, which, UINT64_MAX % a->base + 1);
    tandem_expr border = tandem_model_equal(a->value, tandem_const(64, cutoff));
    return tandem_not(tandem_either(fits, tandem_both(border, small)));
}

/* value * base + digit. */
static tandem_expr shift_in(const tandem_number_reader *a, tandem_expr which, uint32_t width)
{
    uint32_t digit = bits_of_digit(a->base);
    if (!digit)
        return tandem_sum(width, times(width, a->value, a->base),
                          tandem_extend(TANDEM_ZEXT, which, width));
    tandem_expr low = tandem_extract(which, 0, digit);
    return width == digit ? low : tandem_concat(tandem_extract(a->value, 0, width - digit), low);
}

/* As narrow as the digits allow that there can be so far: most numbers are short, and solvers pay for each bit. */
void tandem_number_take(tandem_number_reader *a, tandem_expr take, tandem_expr which)
{
    uint64_t taken;
    if (!take || (tandem_is_const(take, &taken) && !taken))
        return;
    uint32_t bits = bits_of(a->base, ++a->digits), width = bits ? bits : 64;
    if (a->digits == 1)
        a->value = tandem_const(width, 0);
    a->value = tandem_extend(TANDEM_ZEXT, a->value, width);
    if (!bits)
        a->over = tandem_either(tandem_both(take, too_large(a, which)), a->over);
    a->value = tandem_model_ite(take, shift_in(a, which, width), a->value);
}

void tandem_number_step(tandem_number_reader *a, tandem_expr byte, tandem_expr behind)
{
    tandem_expr which, good = tandem_number_digit(a, byte, &which);
    tandem_expr sign = tandem_either(tandem_is(byte, '+'), tandem_is(byte, '-'));
    tandem_expr first = tandem_either(a->before, a->sign), signs = tandem_both(a->before, sign);
    tandem_expr take = tandem_both(good, a->prefixed ? a->inside : tandem_either(first, a->inside));
    tandem_number_take(a, take, which);
    a->negative = tandem_either(tandem_both(a->before, tandem_is(byte, '-')), a->negative);
    a->any = tandem_either(take, a->any);
    a->end = tandem_model_ite(take, behind, a->end);
    tandem_expr zero = tandem_both(first, tandem_is(byte, '0'));
    a->octal = tandem_either(zero, a->octal);
    a->x = tandem_both(a->zero, tandem_either(tandem_is(byte, 'x'), tandem_is(byte, 'X')));
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
                                  .value = tandem_const(8, 0),
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

void tandem_number_widen(tandem_number_reader *a)
{
    a->value = tandem_extend(TANDEM_ZEXT, a->value, 64);
}

tandem_expr tandem_number_value(tandem_number_reader *a, bool is_signed)
{
    tandem_expr least = tandem_const(64, (uint64_t)INT64_MIN), most = tandem_const(64, INT64_MAX);
    uint32_t bits = bits_of(a->base, a->digits);
    tandem_number_widen(a);
    if (is_signed && (!bits || bits == 64)) {
        tandem_expr positive = tandem_below(64, a->value, (uint64_t)1 << 63);
        tandem_expr good =
            tandem_either(positive, tandem_both(a->negative, tandem_model_equal(a->value, least)));
        a->over = tandem_either(a->over, tandem_not(good));
    } else if (!is_signed) {
        least = most = tandem_const(64, UINT64_MAX);
    }
    tandem_expr value = tandem_model_ite(a->negative, negate(a->value), a->value);
    return tandem_model_ite(a->over, tandem_model_ite(a->negative, least, most), value);
}

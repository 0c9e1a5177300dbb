/* Models of strtol and its relatives, in a base that is no input: an automaton over the bytes of
 * the text, from the first to the last. Before the number there may be blanks (of the C locale) and
 * a sign; the first byte that is no digit ends it. For the bases 0 and 16 a second automaton wants
 * "0x" before the digits, and counts if it has found some. */
#include "runtime/models/models.h"

#include "runtime/core/control.h"
#include "runtime/core/expr.h"

#include <errno.h>
#include <string.h>
#include <wchar.h>

enum { MOST_OF_OTHER_BASES = 40 }; /* bytes; they take several automata, or more for each digit */

/* What has been read so far; truths are expressions of width 1. */
typedef struct automaton {
    tandem_expr before; /* only blanks so far */
    tandem_expr inside; /* a sign or digits */
    tandem_expr negative, any, over;
    tandem_expr octal;         /* the first digit is 0 */
    tandem_expr sign, zero, x; /* what the byte before was, on the way to "0x" */
    tandem_expr value;         /* 64 bits */
    tandem_expr end;           /* address behind the last digit, 64 bits */
    tandem_expr yes, no;
    uint32_t base;
    bool prefixed;
} automaton;

static tandem_expr both(const automaton *a, tandem_expr x, tandem_expr y)
{
    return tandem_model_ite(x, y, a->no);
}

static tandem_expr either(const automaton *a, tandem_expr x, tandem_expr y)
{
    return tandem_model_ite(x, a->yes, y);
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

/* Is it a digit, and which (8 bits)? */
static tandem_expr digit(const automaton *a, tandem_expr byte, tandem_expr *which)
{
    tandem_expr decimal = minus(byte, '0');
    tandem_expr good = less(8, decimal, a->base < 10 ? a->base : 10);
    *which = decimal;
    for (int upper = 0; a->base > 10 && upper < 2; upper++) {
        tandem_expr letter = minus(byte, upper ? 'A' : 'a');
        tandem_expr hit = less(8, letter, a->base - 10);
        *which = tandem_model_ite(hit, minus(byte, (uint8_t)((upper ? 'A' : 'a') - 10)), *which);
        good = either(a, hit, good);
    }
    return good;
}

/* value * base + digit, and whether that is more than 64 bits hold. */
static void shift_in(automaton *a, tandem_expr take, tandem_expr which)
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
        tandem_expr good = either(a, fits, both(a, border, small));
        over = tandem_model_ite(good, a->no, a->yes);
        tandem_expr scaled =
            a->value && tandem_is_const(a->value, &v)
                ? tandem_const(64, v * a->base)
                : tandem_build(TANDEM_MUL, 64, a->value, tandem_const(64, a->base));
        next = tandem_build(TANDEM_ADD, 64, scaled, wide);
    }
    a->over = either(a, both(a, take, over), a->over);
    a->value = tandem_model_ite(take, next, a->value);
}

static void step(automaton *a, tandem_expr byte, tandem_expr behind)
{
    tandem_expr which, good = digit(a, byte, &which);
    tandem_expr blank = either(a, is(byte, ' '), less(8, minus(byte, '\t'), 5));
    tandem_expr sign = either(a, is(byte, '+'), is(byte, '-'));
    tandem_expr first = either(a, a->before, a->sign), signs = both(a, a->before, sign);
    tandem_expr take = both(a, good, a->prefixed ? a->inside : either(a, first, a->inside));
    shift_in(a, take, which);
    a->negative = either(a, both(a, a->before, is(byte, '-')), a->negative);
    a->any = either(a, take, a->any);
    a->end = tandem_model_ite(take, behind, a->end);
    tandem_expr zero = both(a, first, is(byte, '0'));
    a->octal = either(a, zero, a->octal);
    a->x = both(a, a->zero, either(a, is(byte, 'x'), is(byte, 'X')));
    a->zero = zero;
    a->sign = signs;
    a->inside = either(a, take, a->prefixed ? a->x : a->no);
    a->before = both(a, a->before, blank);
}

static automaton begin(const tandem_text *t, uint32_t base, bool prefixed)
{
    tandem_expr yes = tandem_const(1, 1), no = tandem_const(1, 0);
    return (automaton){.before = yes,
                       .inside = no,
                       .negative = no,
                       .any = no,
                       .over = no,
                       .octal = no,
                       .sign = no,
                       .zero = no,
                       .x = no,
                       .value = tandem_const(64, 0),
                       .end = tandem_const(64, (uintptr_t)t->at),
                       .yes = yes,
                       .no = no,
                       .base = base,
                       .prefixed = prefixed};
}

/* `a` is what `b` is where the condition holds. */
static void choose(automaton *a, tandem_expr condition, const automaton *b)
{
    a->negative = tandem_model_ite(condition, b->negative, a->negative);
    a->over = tandem_model_ite(condition, b->over, a->over);
    a->value = tandem_model_ite(condition, b->value, a->value);
    a->end = tandem_model_ite(condition, b->end, a->end);
}

static automaton read_text(const tandem_text *t, uint32_t base, bool prefixed)
{
    automaton a = begin(t, base, prefixed);
    for (size_t i = 0; i + 1 < t->n; i++)
        step(&a, tandem_model_byte(t, i), tandem_const(64, (uintptr_t)(t->at + i + 1)));
    return a;
}

/* In base 0 the text says which base it is. */
static automaton read_number(const tandem_text *t, uint32_t base)
{
    automaton a = read_text(t, base ? base : 10, false);
    if (!base) {
        automaton octal = read_text(t, 8, false);
        choose(&a, octal.octal, &octal);
    }
    if (!base || base == 16) {
        automaton hex = read_text(t, 16, true);
        choose(&a, hex.any, &hex);
    }
    return a;
}

static tandem_expr negate(tandem_expr e)
{
    uint64_t value;
    if (e && tandem_is_const(e, &value))
        return tandem_const(64, -value);
    return tandem_build(TANDEM_SUB, 64, tandem_const(64, 0), e);
}

/* The number that the function gives, and whether it was out of range. */
static tandem_expr number(automaton *a, bool is_signed)
{
    tandem_expr least = tandem_const(64, (uint64_t)INT64_MIN), most = tandem_const(64, INT64_MAX);
    if (is_signed) {
        tandem_expr positive = less(64, a->value, (uint64_t)1 << 63);
        tandem_expr good =
            either(a, positive, both(a, a->negative, tandem_model_equal(a->value, least)));
        a->over = either(a, a->over, tandem_model_ite(good, a->no, a->yes));
    } else {
        least = most = tandem_const(64, UINT64_MAX);
    }
    tandem_expr value = tandem_model_ite(a->negative, negate(a->value), a->value);
    return tandem_model_ite(a->over, tandem_model_ite(a->negative, least, most), value);
}

/* strtol, strtoul, …, atoi, atol: of 64 bits all; atoi gives the lower half. */
bool tandem_model_number(tandem_call *c)
{
    static tandem_expr written[sizeof(char *)];
    bool whole = strncmp(c->name, "ato", 3) != 0;
    uint64_t base = whole ? c->value[2] : 10;
    tandem_text t;
    if (!tandem_model_string(c, 0, SIZE_MAX, &t) || t.n > 64 ||
        (whole && (c->n < 3 || c->expr[2])) || base == 1 || base > 36 ||
        (base != 10 && base != 8 && t.n > MOST_OF_OTHER_BASES))
        return false;
    automaton a = read_number(&t, (uint32_t)base);
    tandem_expr value = number(&a, !strstr(c->name, "tou"));
    if (tandem_rt.over)
        return false;
    c->answer = strcmp(c->name, "atoi") == 0 ? tandem_extract(value, 0, 32) : value;
    c->error_when = a.over;
    c->error_number = ERANGE;
    if (whole && c->value[1]) {
        for (uint32_t i = 0; i < sizeof(written) / sizeof(*written); i++)
            written[i] = tandem_extract(a.end, 8 * i, 8);
        c->written = written;
        c->written_to = (uint8_t *)(uintptr_t)c->value[1];
        c->bytes = sizeof(char *);
    }
    return true;
}

/* mbrtowc and mbrtoc32 of a byte that is a character by itself in every locale. */
bool tandem_model_character(tandem_call *c)
{
    static tandem_expr written[sizeof(wchar_t)];
    const uint8_t *s = (const uint8_t *)(uintptr_t)c->value[1];
    tandem_text t = {s, 1, false};
    static const char nothing[8];
    const void *state = c->n > 3 ? (void *)(uintptr_t)c->value[3] : NULL;
    if (c->supposed || c->n < 4 || c->expr[1] || !s || !c->value[2] || *s >= 0x80 || !state ||
        memcmp(state, nothing, sizeof(nothing)) != 0)
        return false;
    tandem_expr byte = tandem_model_byte(&t, 0);
    tandem_log_branch(less(8, byte, 0x80), true, c->site);
    c->answer = tandem_model_ite(tandem_model_equal(byte, tandem_const(8, 0)), tandem_const(64, 0),
                                 tandem_const(64, 1));
    if (c->value[0]) {
        written[0] = byte;
        written[1] = written[2] = written[3] = tandem_const(8, 0);
        c->written = written;
        c->written_to = (uint8_t *)(uintptr_t)c->value[0];
        c->bytes = sizeof(wchar_t);
    }
    return true;
}

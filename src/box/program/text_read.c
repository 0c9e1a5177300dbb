#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "box/box_impl.h"
#include "box/program/text.h"
#include "smtlib/read/sexpr.h"
#include "term/core/sort.h"

enum { MAX_TOKENS = 64, SHOWN = 80 };

typedef struct reply {
    term_bank *bank;
    sort_id sort;
    sexpr_token tokens[MAX_TOKENS];
    uint32_t n, at;
} reply;

/* ---- Tokens ---------------------------------------------------------------------------------- */

static bool tokenise(reply *r, const char *text)
{
    sexpr_scanner s = sexpr_scan(text);
    s.plain = true;
    for (sexpr_token t; (t = sexpr_next(&s)).kind != SEXPR_END;) {
        if (t.kind == SEXPR_BROKEN || r->n == MAX_TOKENS)
            return false;
        r->tokens[r->n++] = t;
    }
    return r->n > 0;
}

static bool accept(reply *r, const char *text)
{
    if (r->at == r->n || !sexpr_is(r->tokens[r->at], text))
        return false;
    r->at++;
    return true;
}

static const sexpr_token *next(reply *r)
{
    return r->at < r->n ? &r->tokens[r->at++] : NULL;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool all_in(const char *text, size_t n, const char *set)
{
    for (size_t i = 0; i < n; i++)
        if (!strchr(set, text[i]))
            return false;
    return n > 0;
}

/* Digits of the base, nothing else. */
static bool read_digits(const char *text, size_t n, int base, mpz_t number)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    char allowed[sizeof digits];
    memcpy(allowed, digits, sizeof digits);
    if (base < 16)
        allowed[base] = '\0';
    if (!all_in(text, n, allowed))
        return false;
    char *copy = base_strndup(text, n);
    bool good = !mpz_set_str(number, copy, base);
    free(copy);
    return good;
}

/* [-]digits[.digits] or, where `fractions`, [-]digits/digits. */
static bool read_decimal(const char *text, size_t n, bool fractions, mpq_t number)
{
    bool negative = n && *text == '-';
    text += negative;
    n -= negative;
    const char *dot = memchr(text, '.', n), *slash = memchr(text, '/', n);
    mpz_set_ui(mpq_denref(number), 1);
    if (dot) {
        size_t whole = (size_t)(dot - text), rest = n - whole - 1;
        char *digits = base_strndup(text, n);
        memmove(digits + whole, digits + whole + 1, rest + 1);
        bool good = whole && rest && read_digits(digits, n - 1, 10, mpq_numref(number));
        free(digits);
        if (!good)
            return false;
        mpz_ui_pow_ui(mpq_denref(number), 10, rest);
    } else if (slash && fractions) {
        size_t whole = (size_t)(slash - text);
        if (!read_digits(text, whole, 10, mpq_numref(number)) ||
            !read_digits(slash + 1, n - whole - 1, 10, mpq_denref(number)) ||
            !mpz_sgn(mpq_denref(number)))
            return false;
    } else if (!read_digits(text, n, 10, mpq_numref(number))) {
        return false;
    }
    mpq_canonicalize(number);
    if (negative)
        mpq_neg(number, number);
    return true;
}

/* NUMERAL | DECIMAL | (- x) | (/ x y), where y and x may be negative numbers. */
static bool read_rational(reply *r, mpq_t number, unsigned depth)
{
    if (depth > 4)
        return false;
    if (!accept(r, "(")) {
        const sexpr_token *t = next(r);
        return t && read_decimal(t->text, t->n, true, number);
    }
    bool good = false;
    if (accept(r, "-")) {
        good = read_rational(r, number, depth + 1);
        mpq_neg(number, number);
    } else if (accept(r, "/")) {
        mpq_t divisor;
        mpq_init(divisor);
        good = read_rational(r, number, depth + 1) && read_rational(r, divisor, depth + 1) &&
               mpq_sgn(divisor);
        if (good)
            mpq_div(number, number, divisor);
        mpq_clear(divisor);
    }
    return good && accept(r, ")");
}

static value_id number_value(term_bank *b, sort_id sort, const mpq_t number)
{
    if (sort == SORT_ID_REAL)
        return value_real_mpq(b, number);
    bool whole = !mpz_cmp_ui(mpq_denref(number), 1);
    return whole ? value_int_mpz(b, mpq_numref(number)) : 0;
}

value_id text_read_number(term_bank *b, sort_id sort, const char *text)
{
    mpq_t number;
    mpq_init(number);
    value_id v = 0;
    if (read_decimal(text, strlen(text), sort == SORT_ID_REAL, number))
        v = number_value(b, sort, number);
    mpq_clear(number);
    return v;
}

static value_id read_number(reply *r)
{
    mpq_t number;
    mpq_init(number);
    value_id v = read_rational(r, number, 0) ? number_value(r->bank, r->sort, number) : 0;
    mpq_clear(number);
    return v;
}

/* ---- Bits ------------------------------------------------------------------------------------ */

/* #b… or #x…: its number and width. */
static bool read_literal(const sexpr_token *t, mpz_t number, uint64_t *width)
{
    if (!t || t->n < 3 || t->text[0] != '#' || (t->text[1] != 'b' && t->text[1] != 'x'))
        return false;
    bool hexadecimal = t->text[1] == 'x';
    *width = (t->n - 2) * (hexadecimal ? 4 : 1);
    return read_digits(t->text + 2, t->n - 2, hexadecimal ? 16 : 2, number);
}

static bool read_small(const sexpr_token *t, uint64_t *number)
{
    if (!t || t->n > 9 || !all_in(t->text, t->n, "0123456789"))
        return false;
    *number = strtoull(t->text, NULL, 10);
    return true;
}

static value_id read_bits(reply *r)
{
    mpz_t number;
    mpz_init(number);
    uint64_t width = 0;
    bool good;
    if (accept(r, "(")) {
        const sexpr_token *t = accept(r, "_") ? next(r) : NULL;
        good = t && t->n > 2 && !memcmp(t->text, "bv", 2) &&
               read_digits(t->text + 2, t->n - 2, 10, number) && read_small(next(r), &width) &&
               accept(r, ")") && mpz_sizeinbase(number, 2) <= width;
    } else {
        good = read_literal(next(r), number, &width);
    }
    good = good && width == sort_bv_width(r->bank, r->sort);
    value_id v = good ? value_bv_mpz(r->bank, (uint32_t)width, number) : 0;
    mpz_clear(number);
    return v;
}

/* (_ +oo e s) and the like: the bits. */
static bool read_special(reply *r, uint32_t e, uint32_t s, mpz_t bits)
{
    static const char *const names[] = {"+oo", "-oo", "+zero", "-zero", "NaN"};
    const sexpr_token *t = next(r);
    uint64_t exponent, significand;
    if (!t || !read_small(next(r), &exponent) || !read_small(next(r), &significand) ||
        exponent != e || significand != s)
        return false;
    uint32_t which = 0;
    while (which < 5 && !sexpr_is(*t, names[which]))
        which++;
    mpz_set_ui(bits, 0);
    if (which == 0 || which == 1 || which == 4) {
        mpz_ui_pow_ui(bits, 2, e);
        mpz_sub_ui(bits, bits, 1);
        mpz_mul_2exp(bits, bits, s - 1);
    }
    if (which == 1 || which == 3)
        mpz_setbit(bits, e + s - 1);
    if (which == 4)
        mpz_setbit(bits, s - 2);
    return which < 5;
}

static value_id read_float(reply *r)
{
    uint32_t e = sort_fp_exponent(r->bank, r->sort), s = sort_fp_significand(r->bank, r->sort);
    uint32_t parts[3] = {1, e, s - 1};
    mpz_t bits, part;
    mpz_inits(bits, part, NULL);
    bool good = accept(r, "(");
    if (good && accept(r, "_")) {
        good = read_special(r, e, s, bits);
    } else if (good) {
        good = accept(r, "fp");
        for (int i = 0; good && i < 3; i++) {
            uint64_t width = 0;
            good = read_literal(next(r), part, &width) && width == parts[i];
            mpz_mul_2exp(bits, bits, parts[i]);
            mpz_ior(bits, bits, part);
        }
    }
    good = good && accept(r, ")");
    value_id v = good ? value_fp_mpz(r->bank, r->sort, bits) : 0;
    mpz_clears(bits, part, NULL);
    return v;
}

/* ---- Strings --------------------------------------------------------------------------------- */

/* \u{h…} or \uhhhh at `text`: its length, and the code point; 0 if it is none. */
static size_t read_escape(const char *text, size_t n, uint32_t *point)
{
    if (n < 4 || text[0] != '\\' || text[1] != 'u')
        return 0;
    const char *digits = text + 2;
    size_t most = 4, around = 2;
    if (*digits == '{') {
        digits++;
        most = 5;
        around = 4;
    }
    uint32_t value = 0;
    size_t k = 0, left = n - (size_t)(digits - text);
    for (; k < most && k < left && isxdigit((unsigned char)digits[k]); k++) {
        char c = (char)tolower((unsigned char)digits[k]);
        value = value * 16 + (uint32_t)(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    bool closed = around == 4 ? k && k < left && digits[k] == '}' : k == 4;
    *point = value;
    return closed && value <= 0x2ffff ? k + around : 0;
}

static value_id read_string(reply *r)
{
    const sexpr_token *t = next(r);
    if (!t || t->text[0] != '"')
        return 0;
    vec_u32 points = {0};
    strbuf plain = STRBUF_INIT;
    for (size_t i = 1; i + 1 < t->n; i++) {
        uint32_t point;
        size_t escape = read_escape(t->text + i, t->n - 1 - i, &point);
        if (escape) {
            text_encode(&point, 1, &plain);
            i += escape - 1;
            continue;
        }
        strbuf_putc(&plain, t->text[i]);
        i += t->text[i] == '"'; /* written twice */
    }
    bool good = text_decode(plain.text, plain.n, &points);
    value_id v = good ? value_string(r->bank, points.at, points.n) : 0;
    strbuf_free(&plain);
    vec_free(&points);
    return v;
}

/* ---- Replies --------------------------------------------------------------------------------- */

static value_id read_mode(reply *r)
{
    static const char *const names[][2] = {
        [RM_RNE] = {"RNE", "roundNearestTiesToEven"}, [RM_RNA] = {"RNA", "roundNearestTiesToAway"},
        [RM_RTP] = {"RTP", "roundTowardPositive"},    [RM_RTN] = {"RTN", "roundTowardNegative"},
        [RM_RTZ] = {"RTZ", "roundTowardZero"},
    };
    const sexpr_token *t = next(r);
    for (int i = RM_RNE; t && i <= RM_RTZ; i++)
        if (sexpr_is(*t, names[i][0]) || sexpr_is(*t, names[i][1]))
            return value_rm(r->bank, (fp_rounding)i);
    return 0;
}

static value_id read_bool(reply *r)
{
    const sexpr_token *t = next(r);
    if (t && sexpr_is(*t, "true"))
        return VALUE_ID_TRUE;
    return t && sexpr_is(*t, "false") ? VALUE_ID_FALSE : 0;
}

static value_id read_reply(reply *r)
{
    switch (sort_kind_of(r->bank, r->sort)) {
    case SORT_BOOL:
        return read_bool(r);
    case SORT_INT:
    case SORT_REAL:
        return read_number(r);
    case SORT_BV:
        return read_bits(r);
    case SORT_FP:
        return read_float(r);
    case SORT_STRING:
        return read_string(r);
    case SORT_ROUNDING_MODE:
        return read_mode(r);
    default:
        return 0;
    }
}

static char *reply_error(term_bank *b, sort_id sort, const char *text)
{
    strbuf name = STRBUF_INIT, shown = STRBUF_INIT;
    sort_print(b, sort, &name);
    for (size_t i = 0; text[i] && i < SHOWN; i++)
        strbuf_putc(&shown, isprint((unsigned char)text[i]) ? text[i] : '.');
    char *error = box_format("its reply is no value of sort %s: '%s'%s", name.text, shown.text,
                             strlen(text) > SHOWN ? "…" : "");
    strbuf_free(&name);
    strbuf_free(&shown);
    return error;
}

value_id text_read_value(term_bank *b, sort_id sort, const char *text, char **error)
{
    reply r = {.bank = b, .sort = sort};
    value_id v = tokenise(&r, text) ? read_reply(&r) : 0;
    if (v && r.at == r.n)
        return v;
    *error = reply_error(b, sort, text);
    return 0;
}

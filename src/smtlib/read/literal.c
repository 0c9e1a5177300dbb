#include <stdio.h>

#include "smtlib/read/reader_impl.h"

enum { SMALL_DIGITS = 18 };

static uint64_t small_number(const char *digits, size_t n, unsigned bits)
{
    uint64_t number = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned c = (unsigned char)digits[i];
        unsigned digit = c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
        number = bits ? number << bits | digit : number * 10 + digit;
    }
    return number;
}

/* GMP wants a terminated string. */
static void set_digits(mpz_t number, const char *digits, size_t n, int base)
{
    char *copy = base_strndup(digits, n);
    int bad = mpz_set_str(number, copy, base);
    (void)bad;
    free(copy);
}

static term_id numeral_term(smt_reader *r, const char *text, size_t n)
{
    bool real = r->table->numerals_are_real;
    if (n <= SMALL_DIGITS && !real)
        return term_const(r->bank, value_int(r->bank, (int64_t)small_number(text, n, 0)));
    mpz_t number, one;
    mpz_init(number);
    mpz_init_set_ui(one, 1);
    set_digits(number, text, n, 10);
    value_id v = real ? value_real_mpz(r->bank, number, one) : value_int_mpz(r->bank, number);
    mpz_clears(number, one, NULL);
    return term_const(r->bank, v);
}

static term_id decimal_term(smt_reader *r, const char *text, size_t n)
{
    const char *dot = memchr(text, '.', n);
    size_t whole = (size_t)(dot - text), fraction = n - whole - 1;
    strbuf digits = STRBUF_INIT;
    strbuf_add(&digits, text, whole);
    strbuf_add(&digits, dot + 1, fraction);
    mpz_t numerator, denominator;
    mpz_inits(numerator, denominator, NULL);
    set_digits(numerator, digits.text, digits.n, 10);
    mpz_ui_pow_ui(denominator, 10, fraction);
    value_id v = value_real_mpz(r->bank, numerator, denominator);
    mpz_clears(numerator, denominator, NULL);
    strbuf_free(&digits);
    return term_const(r->bank, v);
}

static term_id bits_term(smt_reader *r, const char *digits, size_t n, unsigned bits)
{
    uint64_t width = (uint64_t)n * bits;
    if (width <= 64)
        return term_const(r->bank,
                          value_bv_u64(r->bank, (uint32_t)width, small_number(digits, n, bits)));
    if (!sort_bv(r->bank, width))
        return reader_fail(r, "%s", bank_error(r->bank));
    mpz_t number;
    mpz_init(number);
    set_digits(number, digits, n, bits == 4 ? 16 : 2);
    value_id v = value_bv_mpz(r->bank, (uint32_t)width, number);
    mpz_clear(number);
    return term_const(r->bank, v);
}

term_id parse_bv_name(smt_reader *r)
{
    uint32_t line = r->lex.line, column = r->lex.column;
    mpz_t number;
    mpz_init(number);
    set_digits(number, r->lex.text + 2, r->lex.length - 2, 10);
    uint64_t width = 0;
    advance(r);
    bool good = token_index(r, &width) && expect(r, TOKEN_CLOSE, "')' after the width");
    term_id t = 0;
    if (good) {
        if (!sort_bv(r->bank, width))
            reader_fail_at(r, line, column, "%s", bank_error(r->bank));
        else if (mpz_sizeinbase(number, 2) > width && mpz_sgn(number) && r->config.strict)
            reader_fail_at(r, line, column, "the number does not fit in %u bits", (unsigned)width);
        else
            t = term_const(r->bank, value_bv_mpz(r->bank, (uint32_t)width, number));
    }
    mpz_clear(number);
    return t;
}

term_id make_float(smt_reader *r, builtin_float which, uint32_t exponent, uint32_t significand)
{
    sort_id s = sort_fp(r->bank, exponent, significand);
    if (!s)
        return 0;
    mpz_t bits;
    mpz_init(bits);
    if (which == FLOAT_PLUS_INF || which == FLOAT_MINUS_INF || which == FLOAT_NAN) {
        mpz_set_ui(bits, 1);
        mpz_mul_2exp(bits, bits, exponent);
        mpz_sub_ui(bits, bits, 1);
        mpz_mul_2exp(bits, bits, significand - 1);
    }
    if (which == FLOAT_NAN)
        mpz_setbit(bits, significand - 2);
    if (which == FLOAT_MINUS_INF || which == FLOAT_MINUS_ZERO)
        mpz_setbit(bits, (mp_bitcnt_t)exponent + significand - 1);
    value_id v = value_fp_mpz(r->bank, s, bits);
    mpz_clear(bits);
    return term_const(r->bank, v);
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The code point of \u{X}, …, \u{XXXXX} or \uXXXX at `text`; returns the length of the escape, 0 if
 * there is none (then the backslash stands for itself). */
static size_t unicode_escape(const char *text, size_t n, uint32_t *code)
{
    if (n < 4 || text[0] != '\\' || text[1] != 'u')
        return 0;
    bool braces = text[2] == '{';
    size_t first = braces ? 3 : 2, most = braces ? 5 : 4, digits = 0;
    uint32_t c = 0;
    while (digits < most && first + digits < n && hex_digit(text[first + digits]) >= 0)
        c = c << 4 | (uint32_t)hex_digit(text[first + digits++]);
    if (braces ? !digits || first + digits >= n || text[first + digits] != '}' : digits < 4)
        return 0;
    if (c > 0x2ffff)
        return 0;
    *code = c;
    return first + digits + braces;
}

/* A UTF-8 sequence; bytes that are none stand for themselves. */
static size_t utf8_character(const char *text, size_t n, uint32_t *code)
{
    unsigned char c = (unsigned char)*text;
    size_t length = c < 0xc2 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 1;
    *code = c;
    if (length == 1 || length > n)
        return 1;
    uint32_t point = c & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 1;
        point = point << 6 | ((unsigned char)text[i] & 0x3f);
    }
    if (point > 0x2ffff || (length == 3 && point < 0x800) || (length == 4 && point < 0x10000))
        return 1;
    *code = point;
    return length;
}

value_id string_value(smt_reader *r, const char *text, size_t n)
{
    vec_u32 points = {0};
    vec_reserve(&points, n);
    bool backslash = r->lex.backslash_escapes;
    for (size_t i = 0; i < n;) {
        uint32_t code;
        size_t used = backslash ? 0 : unicode_escape(text + i, n - i, &code);
        if (!used && i + 1 < n &&
            (backslash ? text[i] == '\\' && (text[i + 1] == '"' || text[i + 1] == '\\')
                       : text[i] == '"' && text[i + 1] == '"')) {
            code = (unsigned char)text[i + 1];
            used = 2;
        }
        if (!used)
            used = utf8_character(text + i, n - i, &code);
        vec_push(&points, code);
        i += used;
    }
    value_id v = value_string(r->bank, points.at, points.n);
    vec_free(&points);
    return v;
}

void string_text(smt_reader *r, const char *text, size_t n, strbuf *out)
{
    for (size_t i = 0; i < n; i++) {
        bool escape =
            i + 1 < n && (r->lex.backslash_escapes
                              ? text[i] == '\\' && (text[i + 1] == '"' || text[i + 1] == '\\')
                              : text[i] == '"' && text[i + 1] == '"');
        strbuf_putc(out, text[escape ? ++i : i]);
    }
}

term_id parse_literal(smt_reader *r)
{
    const char *text = r->lex.text;
    size_t n = r->lex.length;
    switch (r->lex.kind) {
    case TOKEN_NUMERAL:
        return numeral_term(r, text, n);
    case TOKEN_DECIMAL:
        return decimal_term(r, text, n);
    case TOKEN_HEX:
        return bits_term(r, text, n, 4);
    case TOKEN_BINARY:
        return bits_term(r, text, n, 1);
    case TOKEN_STRING:
        return term_const(r->bank, string_value(r, text, n));
    default:
        return reader_unexpected(r, "a term");
    }
}

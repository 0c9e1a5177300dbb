/* Integers and reals as text: in machine words where they fit. */
#include "smtlib/print/print_impl.h"

#include <string.h>

void smt_put_number(const mpz_t number, strbuf *out)
{
    size_t size = mpz_sizeinbase(number, 10) + 2;
    char *end = strbuf_reserve(out, size);
    mpz_get_str(end, 10, number);
    out->n += strlen(end);
}

void smt_print_int(const term_bank *b, value_id v, const char *after, strbuf *out)
{
    int64_t small;
    if (value_small_int(b, v, &small)) {
        strbuf_puts(out, small < 0 ? "(- " : "");
        strbuf_put_u64(out, small < 0 ? -(uint64_t)small : (uint64_t)small);
        strbuf_puts(out, after);
        strbuf_puts(out, small < 0 ? ")" : "");
        return;
    }
    mpz_t number;
    value_scratch scratch;
    value_mpz(b, v, number, &scratch);
    bool negative = mpz_sgn(number) < 0;
    if (negative) {
        number->_mp_size = -number->_mp_size;
        strbuf_puts(out, "(- ");
    }
    smt_put_number(number, out);
    strbuf_puts(out, after);
    if (negative)
        strbuf_putc(out, ')');
}

/* How many decimals the fraction 1/denominator needs; -1 if it has no short finite decimal form. */
static int decimals_of(const mpz_t denominator)
{
    enum { MOST = 40 };
    mpz_t rest;
    mpz_init_set(rest, denominator);
    mp_bitcnt_t twos = mpz_scan1(rest, 0);
    mpz_tdiv_q_2exp(rest, rest, twos);
    mp_bitcnt_t fives = 0;
    while (fives <= MOST && mpz_divisible_ui_p(rest, 5)) {
        mpz_divexact_ui(rest, rest, 5);
        fives++;
    }
    bool finite = !mpz_cmp_ui(rest, 1);
    mpz_clear(rest);
    mp_bitcnt_t most = twos > fives ? twos : fives;
    return finite && most <= MOST ? (int)most : -1;
}

/* `number` is not negative. */
static void print_decimal(const mpq_t number, int decimals, strbuf *out)
{
    mpz_t scaled;
    mpz_init(scaled);
    mpz_ui_pow_ui(scaled, 10, (unsigned long)decimals);
    mpz_mul(scaled, scaled, mpq_numref(number));
    mpz_divexact(scaled, scaled, mpq_denref(number));
    size_t start = out->n;
    smt_put_number(scaled, out);
    mpz_clear(scaled);
    size_t digits = out->n - start, wanted = (size_t)decimals + 1;
    if (digits < wanted) {
        size_t missing = wanted - digits;
        strbuf_reserve(out, missing);
        memmove(out->text + start + missing, out->text + start, digits + 1);
        memset(out->text + start, '0', missing);
        out->n += missing;
    }
    strbuf_putc(out, '.');
    char *point = out->text + out->n - 1 - decimals;
    memmove(point + 1, point, (size_t)decimals);
    *point = '.';
}

/* Of a denominator other than 1 in a machine word: how many decimals the fraction needs, -1 if it has no short form. */
static int small_decimals(uint64_t denominator)
{
    int twos = __builtin_ctzll(denominator), fives = 0;
    denominator >>= twos;
    for (; denominator % 5 == 0; denominator /= 5)
        fives++;
    return denominator == 1 ? twos > fives ? twos : fives : -1;
}

/* The fraction in machine words; false: it does not fit, and nothing is printed. */
static bool print_small_real(int64_t numerator, int64_t denominator, strbuf *out)
{
    enum { MOST = 18 }; /* 10^18 fits a word */
    uint64_t up = numerator < 0 ? -(uint64_t)numerator : (uint64_t)numerator, scale = 1;
    int decimals = small_decimals((uint64_t)denominator);
    if (decimals > MOST)
        return false;
    for (int i = 0; i < decimals; i++)
        scale *= 10;
    unsigned __int128 scaled = (unsigned __int128)up * scale / (uint64_t)denominator;
    if (decimals >= 0 && scaled > UINT64_MAX)
        return false;
    if (decimals < 0) {
        strbuf_puts(out, numerator < 0 ? "(/ (- " : "(/ ");
        strbuf_put_u64(out, up);
        strbuf_puts(out, numerator < 0 ? ".0) " : ".0 ");
        strbuf_put_u64(out, (uint64_t)denominator);
        strbuf_puts(out, ".0)");
        return true;
    }
    char digits[MOST];
    uint64_t whole = (uint64_t)scaled / scale, rest = (uint64_t)scaled % scale;
    for (int i = decimals; i-- > 0; rest /= 10)
        digits[i] = (char)('0' + rest % 10);
    strbuf_puts(out, numerator < 0 ? "(- " : "");
    strbuf_put_u64(out, whole);
    strbuf_putc(out, '.');
    strbuf_add(out, digits, (size_t)decimals);
    strbuf_puts(out, numerator < 0 ? ")" : "");
    return true;
}

void smt_print_real(const term_bank *b, value_id v, strbuf *out)
{
    if (value_denominator(b, v) == value_numerator(b, v)) { /* 1 */
        strbuf_puts(out, "1.0");
        return;
    }
    int64_t numerator, denominator;
    bool small = value_small_int(b, value_denominator(b, v), &denominator);
    if (small && denominator == 1) {
        smt_print_int(b, value_numerator(b, v), ".0", out);
        return;
    }
    if (small && value_small_int(b, value_numerator(b, v), &numerator) &&
        print_small_real(numerator, denominator, out))
        return;
    mpq_t number;
    mpq_init(number);
    value_get_mpq(b, v, number);
    bool negative = mpq_sgn(number) < 0;
    int decimals = decimals_of(mpq_denref(number));
    if (decimals >= 0) {
        if (negative) {
            strbuf_puts(out, "(- ");
            mpq_neg(number, number);
        }
        print_decimal(number, decimals ? decimals : 1, out);
        if (negative)
            strbuf_putc(out, ')');
    } else {
        strbuf_puts(out, "(/ ");
        smt_print_int(b, value_numerator(b, v), ".0", out);
        strbuf_putc(out, ' ');
        smt_print_int(b, value_denominator(b, v), ".0", out);
        strbuf_putc(out, ')');
    }
    mpq_clear(number);
}

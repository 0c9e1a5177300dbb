#include "smtlib/read/root_object.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_DEGREE = 100000 };

/* c * x^power, or false. */
typedef struct monomial {
    mpz_t factor;
    uint64_t power;
} monomial;

static bool token_is(const format_form *f, uint32_t i, char c)
{
    return f->tokens.at[i].length == 1 && f->text[f->tokens.at[i].start] == c;
}

static bool token_number(const format_form *f, uint32_t i, mpz_t number)
{
    const format_token *t = &f->tokens.at[i];
    const char *text = f->text + t->start;
    if (t->kind != FORMAT_ATOM || strspn(text, "0123456789") != t->length)
        return false;
    char *copy = base_strndup(text, t->length);
    bool good = !mpz_set_str(number, copy, 10);
    free(copy);
    return good;
}

/* Multiplies the monomial by the factor that starts at token *i: n, (- n), x or (^ x k). */
static bool read_factor(const format_form *f, uint32_t *i, monomial *m)
{
    bool good = true;
    mpz_t number;
    mpz_init(number);
    if (token_number(f, *i, number)) {
        mpz_mul(m->factor, m->factor, number);
    } else if (token_is(f, *i, 'x')) {
        m->power++;
    } else if (f->tokens.at[*i].kind == FORMAT_OPEN) {
        uint32_t open = *i, close = f->tokens.at[open].match;
        *i = close;
        if (close == open + 3 && token_is(f, open + 1, '-') && token_number(f, open + 2, number)) {
            mpz_mul(m->factor, m->factor, number);
            mpz_neg(m->factor, m->factor);
        } else if (close == open + 4 && token_is(f, open + 1, '^') && token_is(f, open + 2, 'x') &&
                   token_number(f, open + 3, number) && mpz_cmp_ui(number, MOST_DEGREE) <= 0) {
            m->power += mpz_get_ui(number);
        } else {
            good = false;
        }
    } else {
        good = false;
    }
    ++*i;
    mpz_clear(number);
    return good;
}

/* A factor, or (* factor …). */
static bool read_monomial(const format_form *f, uint32_t *i, monomial *m)
{
    mpz_set_ui(m->factor, 1);
    m->power = 0;
    if (f->tokens.at[*i].kind != FORMAT_OPEN || !token_is(f, *i + 1, '*'))
        return read_factor(f, i, m);
    uint32_t close = f->tokens.at[*i].match;
    *i += 2;
    while (*i < close)
        if (!read_factor(f, i, m))
            return false;
    *i = close + 1;
    return m->power <= MOST_DEGREE;
}

static void add_monomial(term_bank *b, vec_u32 *coefficients, const monomial *m)
{
    while (coefficients->n <= m->power)
        vec_push(coefficients, value_int(b, 0));
    mpz_t old, sum;
    value_scratch scratch;
    value_mpz(b, coefficients->at[m->power], old, &scratch);
    mpz_init(sum);
    mpz_add(sum, old, m->factor);
    coefficients->at[m->power] = value_int_mpz(b, sum);
    mpz_clear(sum);
}

value_id root_object_read(term_bank *b, const format_form *f, uint32_t open)
{
    uint32_t close = f->tokens.at[open].match, i = open + 2, end = close - 1;
    vec_u32 coefficients = {0};
    monomial m;
    mpz_t root;
    mpz_inits(m.factor, root, NULL);
    bool good = close > open + 3 && token_number(f, end, root) && mpz_fits_uint_p(root);
    bool sum = good && f->tokens.at[i].kind == FORMAT_OPEN && token_is(f, i + 1, '+');
    if (sum) {
        end = f->tokens.at[i].match;
        i += 2;
    }
    while (good && i < end) {
        good = read_monomial(f, &i, &m);
        if (good)
            add_monomial(b, &coefficients, &m);
    }
    value_id v = 0;
    if (good && coefficients.n >= 2 && mpz_sgn(root) > 0)
        v = value_algebraic(b, coefficients.at, (uint32_t)coefficients.n,
                            (uint32_t)mpz_get_ui(root));
    mpz_clears(m.factor, root, NULL);
    vec_free(&coefficients);
    return v;
}

/* Sorts and terms of the public API: making them. */
#include "api/context.h"

#include <string.h>

/* ---- Sorts ----------------------------------------------------------------------------------- */

tandem_sort api_sort_bool(tandem_context *t)
{
    (void)t;
    return SORT_ID_BOOL;
}

tandem_sort api_sort_int(tandem_context *t)
{
    (void)t;
    return SORT_ID_INT;
}

tandem_sort api_sort_real(tandem_context *t)
{
    (void)t;
    return SORT_ID_REAL;
}

tandem_sort api_sort_string(tandem_context *t)
{
    (void)t;
    return SORT_ID_STRING;
}

tandem_sort api_sort_bv(tandem_context *t, uint32_t width)
{
    return api_checked(t, sort_bv(api_bank(t), width));
}

tandem_sort api_sort_fp(tandem_context *t, uint32_t exponent, uint32_t significand)
{
    return api_checked(t, sort_fp(api_bank(t), exponent, significand));
}

tandem_sort api_sort_array(tandem_context *t, tandem_sort index, tandem_sort element)
{
    if (!api_is_sort(t, index) || !api_is_sort(t, element))
        return 0;
    return api_checked(t, sort_array(api_bank(t), index, element));
}

/* Takes over a message of the reader. */
static uint32_t parsed(tandem_context *t, uint32_t result, char *error)
{
    if (!result)
        api_fail(t, "%s", error ? error : "cannot be read");
    free(error);
    return result;
}

tandem_sort api_parse_sort(tandem_context *t, const char *text)
{
    session *s = api_is_text(t, text) ? api_session(t) : NULL;
    if (!s)
        return 0;
    char *error = NULL;
    api_bank(t);
    tandem_sort read = smt_read_sort(session_symtab(s), text, &error);
    return parsed(t, read, error);
}

tandem_term api_parse_term(tandem_context *t, const char *text)
{
    session *s = api_is_text(t, text) ? api_session(t) : NULL;
    if (!s)
        return 0;
    char *error = NULL;
    api_bank(t);
    tandem_term read = smt_read_term(session_symtab(s), text, &error);
    return parsed(t, read, error);
}

/* ---- Names ----------------------------------------------------------------------------------- */

symbol_id api_new_name(tandem_context *t, session *s, const char *name)
{
    uint32_t id;
    if (!api_is_text(t, name))
        return 0;
    size_t n = strlen(name);
    for (size_t i = 0, length; i < n; i += length) {
        length = text_printable_length(name + i, n - i);
        if (!length || name[i] == '|' || name[i] == '\\')
            return api_fail(t, "a name has no '|', '\\', or control characters");
    }
    if (smt_is_reserved(name, n))
        return api_fail(t, "'%s' is a word of SMT-LIB", name);
    symbol_id symbol = symbol_intern(api_bank(t), name, n);
    if (symtab_find(session_symtab(s), symbol, &id) != SYMTAB_NONE)
        return api_fail(t, "'%s' is declared already", name);
    return symbol;
}

decl_id api_new_function(tandem_context *t, session *s, const char *name, const tandem_sort *domain,
                         size_t n, tandem_sort range)
{
    symbol_id symbol = api_new_name(t, s, name);
    if (!symbol || !api_is_sort(t, range) || !api_are_sorts(t, domain, n))
        return 0;
    bool generic = symtab_sort_is_generic(session_symtab(s), range);
    for (size_t i = 0; i < n; i++)
        generic |= symtab_sort_is_generic(session_symtab(s), domain[i]);
    if (generic)
        return api_fail(t, "'%s' has sorts with parameters: declare it in a script", name);
    return decl_new(t->bank, symbol, domain, (uint32_t)n, range);
}

tandem_function api_declare(tandem_context *t, const char *name, const tandem_sort *domain,
                            size_t n, tandem_sort range)
{
    session *s = api_own_session(t);
    decl_id d = s ? api_new_function(t, s, name, domain, n, range) : 0;
    if (d)
        symtab_add_decl(session_symtab(s), d);
    return d;
}

tandem_term api_constant(tandem_context *t, const char *name, tandem_sort sort)
{
    tandem_function d = api_declare(t, name, NULL, 0, sort);
    return d ? api_checked(t, term_app(t->bank, d, NULL, 0)) : 0;
}

static symtab_kind find(tandem_context *t, const char *name, uint32_t *id)
{
    session *s = api_is_text(t, name) ? api_session(t) : NULL;
    if (!s)
        return SYMTAB_NONE;
    symtab_kind kind = symtab_find(session_symtab(s), symbol_make(api_bank(t), name), id);
    if (kind != SYMTAB_DECL || !symtab_sort_is_generic(session_symtab(s), decl_range(t->bank, *id)))
        return kind;
    api_fail(t, "the sort of '%s' has parameters: say which with tandem_parse_term", name);
    return SYMTAB_NONE;
}

tandem_function api_find_function(tandem_context *t, const char *name)
{
    uint32_t id;
    if (find(t, name, &id) == SYMTAB_DECL)
        return id;
    return t->session && name ? api_fail(t, "there is no function '%s'", name) : 0;
}

tandem_term api_find(tandem_context *t, const char *name)
{
    uint32_t id;
    symtab_kind kind = find(t, name, &id);
    if (kind == SYMTAB_TERM)
        return id;
    if (kind == SYMTAB_DECL && decl_arity(t->bank, id) == 0)
        return api_checked(t, term_app(t->bank, id, NULL, 0));
    return t->session && name ? api_fail(t, "there is no constant '%s'", name) : 0;
}

/* ---- Terms ----------------------------------------------------------------------------------- */

tandem_term api_apply(tandem_context *t, tandem_function f, const tandem_term *args, size_t n)
{
    if (!api_is_function(t, f) || !api_are_terms(t, args, n))
        return 0;
    return api_checked(t, term_app(api_bank(t), f, args, (uint32_t)n));
}

static term_op find_op(const char *name)
{
    for (int op = OP_NONE + 1; op < OP_COUNT; op++)
        if (*name && !strcmp(term_op_text((term_op)op), name))
            return (term_op)op;
    return OP_NONE;
}

tandem_term api_make(tandem_context *t, const char *op, const uint32_t *indices, size_t n_indices,
                     const tandem_term *args, size_t n)
{
    if (!api_is_text(t, op) || !api_are_terms(t, args, n))
        return 0;
    if (n_indices > UINT32_MAX || (n_indices && !indices))
        return api_fail(t, "the list of indices is not there, or too long");
    term_op found = find_op(op);
    if (found == OP_NONE || term_is_binder(found))
        return api_fail(t, "there is no operator '%s'", op);
    return api_checked(
        t, term_build(api_bank(t), found, indices, (uint32_t)n_indices, args, (uint32_t)n));
}

tandem_term api_variable(tandem_context *t, const char *name, tandem_sort sort)
{
    session *s = api_session(t);
    symbol_id symbol = s ? api_new_name(t, s, name) : 0;
    if (!symbol || !api_is_sort(t, sort))
        return 0;
    return term_var(t->bank, symbol, sort);
}

tandem_term api_bind(tandem_context *t, const char *binder, const tandem_term *variables, size_t n,
                     tandem_term body)
{
    if (!api_is_text(t, binder) || !api_are_terms(t, variables, n) || !api_is_term(t, body))
        return 0;
    term_op op = find_op(binder);
    if (op == OP_NONE || !term_is_binder(op))
        return api_fail(t, "'%s' binds no variables", binder);
    if (!n)
        return api_fail(t, "which variables?");
    for (size_t i = 0; i < n; i++) {
        if (term_op_of(t->bank, variables[i]) != OP_VAR)
            return api_fail(t, "what is bound must be a variable");
        for (size_t k = 0; k < i; k++)
            if (term_symbol(t->bank, variables[i]) == term_symbol(t->bank, variables[k]))
                return api_fail(t, "a variable is bound twice");
    }
    return api_checked(t, term_quantifier(api_bank(t), op, variables, (uint32_t)n, body, NULL, 0));
}

/* ---- Constants ------------------------------------------------------------------------------- */

tandem_term api_bool(tandem_context *t, bool truth)
{
    (void)t;
    return term_bool(truth);
}

static tandem_term constant(tandem_context *t, value_id v)
{
    return term_const(t->bank, v);
}

tandem_term api_int(tandem_context *t, int64_t number)
{
    return constant(t, value_int(api_bank(t), number));
}

tandem_term api_real(tandem_context *t, int64_t numerator, int64_t denominator)
{
    if (!denominator)
        return api_fail(t, "a fraction with the denominator 0");
    mpz_t n, d;
    mpz_init_set_si(n, numerator);
    mpz_init_set_si(d, denominator);
    if (denominator < 0) {
        mpz_neg(n, n);
        mpz_neg(d, d);
    }
    tandem_term made = constant(t, value_real_mpz(api_bank(t), n, d));
    mpz_clear(n);
    mpz_clear(d);
    return made;
}

tandem_term api_bv(tandem_context *t, uint32_t width, uint64_t number)
{
    if (!api_sort_bv(t, width))
        return 0;
    if (width < 64)
        number &= (UINT64_C(1) << width) - 1;
    return constant(t, value_bv_u64(t->bank, width, number));
}

tandem_term api_double(tandem_context *t, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    tandem_sort sort = api_sort_fp(t, 11, 53);
    return sort ? constant(t, value_fp_u64(t->bank, sort, bits)) : 0;
}

/* "-12", "1/3", "0.25": an integer over an integer, with nothing else in the text. */
static bool read_fraction(const char *text, mpz_t numerator, mpz_t denominator)
{
    strbuf digits = STRBUF_INIT;
    const char *at = text + (*text == '-');
    size_t whole = strspn(at, "0123456789"), behind = 0;
    strbuf_add(&digits, text, (size_t)(at - text) + whole);
    at += whole;
    mpz_set_ui(denominator, 1);
    bool good = whole;
    if (good && *at == '.') {
        behind = strspn(at + 1, "0123456789");
        strbuf_add(&digits, at + 1, behind);
        mpz_ui_pow_ui(denominator, 10, behind);
        good = behind;
        at += 1 + behind;
    } else if (good && *at == '/') {
        behind = strspn(at + 1, "0123456789");
        good = behind && !at[1 + behind] && !mpz_set_str(denominator, at + 1, 10) &&
               mpz_sgn(denominator);
        at += 1 + behind;
    }
    good = good && !*at && !mpz_set_str(numerator, digits.text, 10);
    strbuf_free(&digits);
    return good;
}

tandem_term api_number(tandem_context *t, tandem_sort sort, const char *digits)
{
    if (!api_is_sort(t, sort) || !api_is_text(t, digits))
        return 0;
    sort_kind kind = sort_kind_of(t->bank, sort);
    if (kind != SORT_INT && kind != SORT_REAL && kind != SORT_BV)
        return api_fail(t, "a number by its digits is an Int, a Real or a BitVec");
    mpz_t n, d;
    mpz_init(n);
    mpz_init(d);
    value_id v = 0;
    if (!read_fraction(digits, n, d) || (kind != SORT_REAL && strpbrk(digits, "./")))
        api_fail(t, "'%.200s' is no number of this sort", digits);
    else if (kind == SORT_REAL)
        v = value_real_mpz(api_bank(t), n, d);
    else if (kind == SORT_INT)
        v = value_int_mpz(api_bank(t), n);
    else
        v = value_bv_mpz(api_bank(t), sort_bv_width(t->bank, sort), n);
    mpz_clear(n);
    mpz_clear(d);
    return v ? constant(t, v) : 0;
}

tandem_term api_bits(tandem_context *t, tandem_sort sort, const uint8_t *bytes, size_t n)
{
    if (!api_is_sort(t, sort))
        return 0;
    sort_kind kind = sort_kind_of(t->bank, sort);
    if (kind != SORT_BV && kind != SORT_FP)
        return api_fail(t, "bits make a BitVec or a FloatingPoint");
    if (n && !bytes)
        return api_fail(t, "the bytes are not there");
    uint64_t width = kind == SORT_BV ? sort_bv_width(t->bank, sort)
                                     : (uint64_t)sort_fp_exponent(t->bank, sort) +
                                           sort_fp_significand(t->bank, sort);
    mpz_t number;
    mpz_init(number);
    if (n)
        mpz_import(number, n, -1, 1, 0, 0, bytes);
    mpz_fdiv_r_2exp(number, number, width);
    value_id v = kind == SORT_BV ? value_bv_mpz(api_bank(t), (uint32_t)width, number)
                                 : value_fp_mpz(api_bank(t), sort, number);
    mpz_clear(number);
    return constant(t, v);
}

enum { LAST_CHARACTER = 0x2ffff };

tandem_term api_string(tandem_context *t, const uint32_t *characters, size_t n)
{
    if (n && !characters)
        return api_fail(t, "the characters are not there");
    for (size_t i = 0; i < n; i++)
        if (characters[i] > LAST_CHARACTER)
            return api_fail(t, "a String has no character 0x%x", characters[i]);
    return constant(t, value_string(api_bank(t), characters, n));
}

tandem_term api_utf8(tandem_context *t, const char *utf8)
{
    if (!api_is_text(t, utf8))
        return 0;
    static const unsigned char masks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    vec_u32 characters = {0};
    size_t length = 1;
    for (size_t left = strlen(utf8); left && length; utf8 += length, left -= length) {
        length = text_utf8_length(utf8, left);
        uint32_t character = length ? (unsigned char)*utf8 & masks[length] : 0;
        for (size_t i = 1; i < length; i++)
            character = character << 6 | ((unsigned char)utf8[i] & 0x3f);
        vec_push(&characters, character);
    }
    tandem_term made =
        length ? api_string(t, characters.at, characters.n) : api_fail(t, "the text is not UTF-8");
    vec_free(&characters);
    return made;
}

tandem_term api_array(tandem_context *t, tandem_sort sort, tandem_term element)
{
    if (!api_is_sort(t, sort) || !api_is_term(t, element))
        return 0;
    return api_checked(t, term_const_array(api_bank(t), sort, element));
}

tandem_term api_value_term(tandem_context *t, tandem_value value)
{
    return api_is_value(t, value) ? constant(t, value) : 0;
}

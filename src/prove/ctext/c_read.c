/* Reading C expressions: precedence climbing with a limit on nesting. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "prove/ctext/c_numbers.h"
#include "base/text.h"
#include "prove/ctext/c_text.h"

enum { MAX_DEPTH = 200 };

typedef struct c_reader {
    const ir_program *p;
    const char *at;
    unsigned depth;
    const char *bound; /* the name of a quantifier's variable, or NULL */
    size_t n_bound;
    term_id bound_term;
    strbuf error;
} c_reader;

/* Longer words first; 1 binds least. */
static const struct {
    const char *word;
    int level;
} infixes[] = {
    {"==>", 1}, {"||", 2}, {"&&", 3}, {"==", 7}, {"!=", 7}, {"<<", 9}, {">>", 9},
    {"<=", 8},  {">=", 8}, {"<", 8},  {">", 8},  {"|", 4},  {"^", 5},  {"&", 6},
    {"+", 10},  {"-", 10}, {"*", 11}, {"/", 11}, {"%", 11},
};

static c_value fail(c_reader *r, const char *what)
{
    if (!r->error.n)
        strbuf_printf(&r->error, "%s at '%.20s'", what, r->at);
    return (c_value){0};
}

static void skip_space(c_reader *r)
{
    while (isspace((unsigned char)*r->at))
        r->at++;
}

/* True when the next thing is the sign, which is then read. */
static bool sign(c_reader *r, char c)
{
    skip_space(r);
    if (*r->at != c)
        return false;
    r->at++;
    return true;
}

/* Of two variables of one name the second has its line with it: i@12, and i@12#2. */
static size_t word_length(const char *text)
{
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_' ||
           (n && (text[n] == '@' || text[n] == '#')))
        n++;
    return isdigit((unsigned char)*text) ? 0 : n;
}

static c_value read_choice(c_reader *r);

/* ---- Calls, variables, elements -------------------------------------------------------------- */

static term_id argument(c_reader *r, c_value x, sort_id sort)
{
    if (sort == SORT_ID_BOOL)
        return c_truth(r->p, x).term;
    if (sort_kind_of(r->p->bank, sort) == SORT_BV)
        return c_cast(r->p, x, sort_bv_width(r->p->bank, sort), x.is_unsigned).term;
    return c_promote(r->p, x).term;
}

/* The arguments of an opaque operation, behind its '('. */
static c_value read_call(c_reader *r, const ir_opaque *o)
{
    term_bank *b = r->p->bank;
    term_vec args = {0};
    c_value v = {0};
    skip_space(r);
    while (*r->at && *r->at != ')') {
        c_value one = read_choice(r);
        if (!one.term)
            break;
        bool expected = args.n < decl_arity(b, o->decl);
        vec_push(
            &args,
            argument(r, one, expected ? decl_domain(b, o->decl, (uint32_t)args.n) : SORT_ID_INT));
        skip_space(r);
        if (*r->at != ',')
            break;
        r->at++;
    }
    if (o->nullary)
        vec_push(&args, term_const(b, value_int(b, 0)));
    if (*r->at != ')')
        fail(r, "a ')' is missing");
    else if (args.n != decl_arity(b, o->decl))
        fail(r, "another number of arguments was expected");
    else
        v.term = term_app(b, o->decl, args.at, (uint32_t)args.n);
    r->at += *r->at == ')';
    vec_free(&args);
    if (v.term && sort_kind_of(b, term_sort(b, v.term)) == SORT_BV)
        v.width = sort_bv_width(b, term_sort(b, v.term));
    v.is_unsigned = o->ctypes.n && vec_last(&o->ctypes)[0] == 'u';
    return v;
}

static const ir_variable *find_variable(const c_reader *r, const char *name)
{
    for (size_t v = 0; v < r->p->variables.n; v++)
        if (r->p->variables.at[v].shown && !strcmp(r->p->variables.at[v].name, name))
            return &r->p->variables.at[v];
    return NULL;
}

static c_value element(c_reader *r, const ir_variable *a, const term_vec *indices)
{
    term_bank *b = r->p->bank;
    bool math = r->p->model == IR_MATH;
    term_id flat = 0;
    for (uint32_t k = 0; k < a->type.n_dims; k++) {
        term_id length = math ? term_const(b, value_int(b, (int64_t)a->type.counts[k]))
                              : term_const(b, value_bv_u64(b, 64, a->type.counts[k]));
        flat = k ? term_make2(b, math ? OP_ADD : OP_BVADD,
                              term_make2(b, math ? OP_MUL : OP_BVMUL, flat, length), indices->at[k])
                 : indices->at[k];
    }
    return c_value_of(r->p, term_make2(b, OP_SELECT, a->term, flat), &a->type);
}

/* A name with members and indices: of an array, or of a variable that has them in its name. */
static c_value read_variable(c_reader *r)
{
    strbuf pattern = STRBUF_INIT, plain = STRBUF_INIT;
    term_vec indices = {0};
    const char *start = r->at;
    bool good = true;
    while (good) {
        size_t n = word_length(r->at) + (*r->at == '.');
        if (*r->at == '.')
            n += word_length(r->at + 1);
        strbuf_add(&pattern, r->at, n);
        strbuf_add(&plain, r->at, n);
        r->at += n;
        if (*r->at == '.' && n)
            continue;
        if (*r->at != '[')
            break;
        const char *inside = ++r->at;
        c_value index = read_choice(r);
        good = index.term != 0;
        strbuf_printf(&plain, "[%.*s]", (int)(r->at - inside), inside);
        strbuf_puts(&pattern, "[]");
        if (good)
            vec_push(&indices, c_index(r->p, index));
        if (good && !sign(r, ']')) {
            fail(r, "a ']' is missing");
            good = false;
        }
    }
    const ir_variable *array = good && indices.n ? find_variable(r, pattern.text) : NULL;
    const ir_variable *scalar = good ? find_variable(r, plain.text) : NULL;
    c_value v = {0};
    if (array && array->type.n_dims == indices.n)
        v = element(r, array, &indices);
    else if (scalar && !scalar->type.n_dims)
        v = c_value_of(r->p, scalar->term, &scalar->type);
    else if (good) {
        r->at = start;
        fail(r, "no variable of the program");
    }
    strbuf_free(&pattern);
    strbuf_free(&plain);
    vec_free(&indices);
    return v;
}

static c_value read_name(c_reader *r)
{
    size_t n = word_length(r->at);
    if (r->bound && n == r->n_bound && !strncmp(r->at, r->bound, n)) {
        r->at += n;
        return c_value_of(r->p, r->bound_term, &(ir_type){.width = 64});
    }
    size_t space = strspn(r->at + n, " ");
    for (size_t i = 0; r->at[n + space] == '(' && i < r->p->opaques.n; i++) {
        const ir_opaque *o = &r->p->opaques.at[i];
        if (strlen(o->name) == n && !strncmp(o->name, r->at, n)) {
            r->at += n + space + 1;
            return read_call(r, o);
        }
    }
    return read_variable(r);
}

/* ---- Expressions ----------------------------------------------------------------------------- */

static c_value read_digits(c_reader *r)
{
    char *digits = base_strndup(r->at, strspn(r->at, "0123456789"));
    mpz_t n;
    mpz_init_set_str(n, digits, 10);
    r->at += strlen(digits);
    free(digits);
    bool is_unsigned = false, is_long = !mpz_fits_sint_p(n);
    for (; strchr("uUlL", *r->at) && *r->at; r->at++) {
        is_unsigned |= *r->at == 'u' || *r->at == 'U';
        is_long |= *r->at == 'l' || *r->at == 'L';
    }
    if (is_unsigned && mpz_fits_uint_p(n) && !strchr("lL", r->at[-1]))
        is_long = false;
    c_value v = {0};
    if (r->p->model == IR_MATH) {
        v.term = term_const(r->p->bank, value_int_mpz(r->p->bank, n));
    } else {
        v.width = is_long ? 64 : 32;
        v.is_unsigned = is_unsigned || !mpz_fits_slong_p(n);
        v.term = term_const(r->p->bank, value_bv_mpz(r->p->bank, v.width, n));
    }
    mpz_clear(n);
    return v;
}

/* Behind a '(': the words of a type, and its ')'. */
static bool read_type(c_reader *r, unsigned *width, bool *is_unsigned)
{
    static const char *const types[] = {"unsigned", "signed", "char", "short", "int", "long"};
    const char *at = r->at;
    bool any = false;
    *width = 32;
    *is_unsigned = false;
    for (;;) {
        at += strspn(at, " ");
        size_t n = word_length(at), k = 0;
        while (k < 6 && !(strlen(types[k]) == n && !strncmp(types[k], at, n)))
            k++;
        if (k == 6)
            break;
        any = true;
        *is_unsigned |= k == 0;
        *width = k == 2 ? 8 : k == 3 ? 16 : k == 5 ? 64 : *width;
        at += n;
    }
    if (!any || *at != ')')
        return false;
    r->at = at + 1;
    return true;
}

static c_value read_primary(c_reader *r)
{
    const char *why = NULL;
    c_value v = {0};
    unsigned width;
    bool is_unsigned;
    skip_space(r);
    if (++r->depth > MAX_DEPTH)
        return fail(r, "too deep an expression");
    if (*r->at == '(') {
        r->at++;
        if (read_type(r, &width, &is_unsigned)) {
            v = c_cast(r->p, read_primary(r), width, is_unsigned);
        } else {
            v = read_choice(r);
            if (v.term && !sign(r, ')'))
                v = fail(r, "a ')' is missing");
        }
    } else if ((*r->at == '!' && r->at[1] != '=') || *r->at == '-' || *r->at == '~') {
        char word = *r->at++;
        v = read_primary(r);
        if (v.term)
            v = c_prefix_apply(r->p, word, v, &why);
    } else if (isdigit((unsigned char)*r->at)) {
        v = read_digits(r);
    } else if (isalpha((unsigned char)*r->at) || *r->at == '_') {
        v = read_name(r);
    } else {
        v = fail(r, "no expression");
    }
    r->depth--;
    return v;
}

static c_value read_level(c_reader *r, int level)
{
    c_value x = read_primary(r);
    while (x.term) {
        skip_space(r);
        size_t found = sizeof infixes / sizeof *infixes;
        for (size_t i = sizeof infixes / sizeof *infixes; i-- > 0;)
            if (text_begins(r->at, infixes[i].word))
                found = i;
        if (found == sizeof infixes / sizeof *infixes || infixes[found].level < level)
            return x;
        const char *why = NULL;
        r->at += strlen(infixes[found].word);
        c_value y = read_level(r, infixes[found].level + 1);
        if (y.term)
            x = c_infix_apply(r->p, infixes[found].word, x, y, &why);
        if (y.term && !x.term)
            return fail(r, why);
        if (!y.term)
            return y;
    }
    return x;
}

static c_value read_choice(c_reader *r)
{
    if (++r->depth > MAX_DEPTH)
        return fail(r, "too deep an expression");
    c_value x = read_level(r, 1);
    if (x.term && sign(r, '?')) {
        c_value yes = read_choice(r);
        if (yes.term && !sign(r, ':'))
            yes = fail(r, "a ':' is missing");
        c_value no = yes.term ? read_choice(r) : yes;
        x = no.term ? c_choose(r->p, x, yes, no) : no;
    }
    r->depth--;
    return x;
}

/* "forall k: condition": for all indices. */
static term_id read_all(c_reader *r)
{
    static const char forall[] = "forall";
    skip_space(r);
    size_t n = word_length(r->at);
    if (n != sizeof forall - 1 || strncmp(r->at, forall, n))
        return c_truth(r->p, read_choice(r)).term;
    r->at += n;
    skip_space(r);
    r->bound = r->at;
    r->n_bound = word_length(r->at);
    r->at += r->n_bound;
    if (!r->n_bound || !sign(r, ':'))
        return fail(r, "'forall' needs a name and a ':'").term;
    term_bank *b = r->p->bank;
    char *name = base_strndup(r->bound, r->n_bound);
    r->bound_term =
        term_var(b, symbol_make(b, name), r->p->model == IR_MATH ? SORT_ID_INT : sort_bv(b, 64));
    free(name);
    term_id body = c_truth(r->p, read_choice(r)).term;
    return body ? term_quantifier(b, OP_FORALL, &r->bound_term, 1, body, NULL, 0) : 0;
}

term_id c_text_read(const ir_program *p, const char *text, char **error)
{
    c_reader r = {.p = p, .at = text, .error = STRBUF_INIT};
    term_id t = read_all(&r);
    skip_space(&r);
    if (t && *r.at)
        t = fail(&r, "not understood").term;
    if (!t)
        *error = strbuf_detach(&r.error);
    strbuf_free(&r.error);
    return t;
}

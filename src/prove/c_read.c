/* Reading C expressions: precedence climbing with a limit on nesting. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "prove/c_text.h"

enum { MAX_DEPTH = 200 };

typedef struct c_reader {
    const ir_program *p;
    const char *at;
    unsigned depth;
    strbuf error;
} c_reader;

typedef struct c_infix {
    const char *word;
    int level; /* 1 binds least */
    term_op op;
} c_infix;

/* Longer words first. */
static const c_infix infixes[] = {
    {"||", 1, OP_OR}, {"&&", 2, OP_AND}, {"==", 3, OP_EQ}, {"!=", 3, OP_DISTINCT}, {"<=", 4, OP_LE},
    {">=", 4, OP_GE}, {"<", 4, OP_LT},   {">", 4, OP_GT},  {"+", 5, OP_ADD},       {"-", 5, OP_SUB},
    {"*", 6, OP_MUL}, {"/", 6, OP_IDIV}, {"%", 6, OP_MOD},
};

static term_id fail(c_reader *r, const char *what)
{
    if (!r->error.n)
        strbuf_printf(&r->error, "%s at '%.20s'", what, r->at);
    return 0;
}

static term_id number(c_reader *r, int64_t n)
{
    return term_const(r->p->bank, value_int(r->p->bank, n));
}

static term_id as_truth(c_reader *r, term_id t)
{
    if (!t || term_sort(r->p->bank, t) == SORT_ID_BOOL)
        return t;
    return term_not(r->p->bank, term_eq(r->p->bank, t, number(r, 0)));
}

static term_id as_number(c_reader *r, term_id t)
{
    if (!t || term_sort(r->p->bank, t) == SORT_ID_INT)
        return t;
    return term_make3(r->p->bank, OP_ITE, t, number(r, 1), number(r, 0));
}

/* Quotients are rounded towards zero. */
static term_id divide(c_reader *r, term_op op, term_id x, term_id y)
{
    term_bank *b = r->p->bank;
    int64_t divisor;
    if (term_op_of(b, y) != OP_CONST || !value_small_int(b, term_value(b, y), &divisor) || !divisor)
        return fail(r, "a division by something other than a constant");
    term_id negative = term_make2(b, op, term_make1(b, OP_NEG, x), y);
    return term_make3(b, OP_ITE, term_make2(b, OP_GE, x, number(r, 0)), term_make2(b, op, x, y),
                      term_make1(b, OP_NEG, negative));
}

static term_id combine(c_reader *r, term_op op, term_id x, term_id y)
{
    term_bank *b = r->p->bank;
    if (op == OP_OR || op == OP_AND) {
        term_id two[] = {as_truth(r, x), as_truth(r, y)};
        return op == OP_OR ? term_or(b, two, 2) : term_and(b, two, 2);
    }
    x = as_number(r, x);
    y = as_number(r, y);
    if (op == OP_IDIV || op == OP_MOD)
        return divide(r, op, x, y);
    if (op == OP_DISTINCT)
        return term_not(b, term_eq(b, x, y));
    return op == OP_EQ ? term_eq(b, x, y) : term_make2(b, op, x, y);
}

static void skip_space(c_reader *r)
{
    while (isspace((unsigned char)*r->at))
        r->at++;
}

static term_id read_level(c_reader *r, int level);

/* The arguments of an opaque operation, behind its '('. */
static term_id read_call(c_reader *r, const ir_opaque *o)
{
    term_bank *b = r->p->bank;
    term_vec args = {0};
    term_id t = 0;
    skip_space(r);
    while (*r->at && *r->at != ')') {
        term_id one = read_level(r, 1);
        if (!one)
            break;
        bool truth = args.n < decl_arity(b, o->decl) &&
                     decl_domain(b, o->decl, (uint32_t)args.n) == SORT_ID_BOOL;
        vec_push(&args, truth ? as_truth(r, one) : as_number(r, one));
        skip_space(r);
        if (*r->at != ',')
            break;
        r->at++;
    }
    if (o->nullary)
        vec_push(&args, number(r, 0));
    if (*r->at != ')')
        fail(r, "a ')' is missing");
    else if (args.n != decl_arity(b, o->decl))
        fail(r, "another number of arguments was expected");
    else
        t = term_app(b, o->decl, args.at, (uint32_t)args.n);
    r->at += *r->at == ')';
    vec_free(&args);
    return t;
}

static term_id read_variable(c_reader *r)
{
    size_t n = 0;
    while (isalnum((unsigned char)r->at[n]) || r->at[n] == '_' || r->at[n] == '.')
        n++;
    for (size_t i = 0; r->at[n + strspn(r->at + n, " ")] == '(' && i < r->p->opaques.n; i++) {
        const ir_opaque *o = &r->p->opaques.at[i];
        if (strlen(o->name) == n && !strncmp(o->name, r->at, n)) {
            r->at += n + strspn(r->at + n, " ") + 1;
            return read_call(r, o);
        }
    }
    for (size_t v = 0; v < r->p->variables.n; v++) {
        const ir_variable *x = &r->p->variables.at[v];
        if (x->shown && strlen(x->name) == n && !strncmp(x->name, r->at, n)) {
            r->at += n;
            return x->term;
        }
    }
    return fail(r, "no variable of the program");
}

static term_id read_primary(c_reader *r)
{
    skip_space(r);
    if (++r->depth > MAX_DEPTH)
        return fail(r, "too deep an expression");
    term_id t = 0;
    if (*r->at == '(') {
        r->at++;
        t = read_level(r, 1);
        skip_space(r);
        if (t && *r->at != ')')
            t = fail(r, "a ')' is missing");
        if (t)
            r->at++;
    } else if (*r->at == '!' && r->at[1] != '=') {
        r->at++;
        t = as_truth(r, read_primary(r));
        t = t ? term_not(r->p->bank, t) : 0;
    } else if (*r->at == '-') {
        r->at++;
        t = as_number(r, read_primary(r));
        t = t ? term_build(r->p->bank, OP_NEG, NULL, 0, &t, 1) : 0; /* folds numbers */
    } else if (isdigit((unsigned char)*r->at)) {
        char *digits = base_strndup(r->at, strspn(r->at, "0123456789"));
        mpz_t n;
        mpz_init_set_str(n, digits, 10);
        t = term_const(r->p->bank, value_int_mpz(r->p->bank, n));
        r->at += strlen(digits);
        mpz_clear(n);
        free(digits);
    } else if (isalpha((unsigned char)*r->at) || *r->at == '_') {
        t = read_variable(r);
    } else {
        t = fail(r, "no expression");
    }
    r->depth--;
    return t;
}

static term_id read_level(c_reader *r, int level)
{
    term_id x = read_primary(r);
    while (x) {
        skip_space(r);
        const c_infix *found = NULL;
        for (size_t i = 0; i < sizeof infixes / sizeof *infixes && !found; i++)
            if (!strncmp(r->at, infixes[i].word, strlen(infixes[i].word)))
                found = &infixes[i];
        if (!found || found->level < level)
            return x;
        r->at += strlen(found->word);
        term_id y = read_level(r, found->level + 1);
        x = y ? combine(r, found->op, x, y) : 0;
    }
    return 0;
}

term_id c_text_read(const ir_program *p, const char *text, char **error)
{
    c_reader r = {.p = p, .at = text, .error = STRBUF_INIT};
    term_id t = as_truth(&r, read_level(&r, 1));
    skip_space(&r);
    if (t && *r.at)
        t = fail(&r, "not understood");
    if (!t)
        *error = strbuf_detach(&r.error);
    strbuf_free(&r.error);
    return t;
}

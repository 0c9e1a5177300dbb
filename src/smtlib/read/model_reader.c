#include "smtlib/read/model_reader.h"

#include <stdlib.h>
#include <string.h>

#include "smtlib/read/model_names.h"
#include "smtlib/read/reader.h"
#include "term/eval/eval.h"

/* Operators whose value at some arguments a solver chose; z3 has functions for them. */
static const struct {
    const char *name;
    term_op op;
} partial_functions[] = {{"/0", OP_DIV},
                         {"div0", OP_IDIV},
                         {"mod0", OP_MOD},
                         {"fp.to_ubv_unspecified", OP_FP_TO_UBV},
                         {"fp.to_sbv_unspecified", OP_FP_TO_SBV},
                         {"fp.to_real_unspecified", OP_FP_TO_REAL},
                         {"fp.to_ieee_bv_unspecified", OP_FP_TO_BITS},
                         {"fp.min_unspecified", OP_FP_MIN},
                         {"fp.max_unspecified", OP_FP_MAX}};

/* (define-fun name ((x S) …) S body), by token numbers. */
typedef struct definition {
    uint32_t name, parameters, range, body;
    decl_id decl; /* what it defines: asked for, or a helper of our making; 0: an operator */
    term_op op;   /* the operator */
    bool is_helper;
    term_vec vars;
    term_id meaning; /* its body, read */
} definition;

typedef struct model_text {
    term_bank *b;
    const vec_u32 *decls;
    map by_name;  /* from symbols to 1 + the position of the first declaration of that name */
    vec_u32 next; /* the next one of the same name, likewise */
    term_model *model;
    model_names names;
    format_form form;
    VEC(definition) definitions;
    strbuf buffer;
    char **error;
} model_text;

static bool fail(model_text *t, const char *what, const char *detail)
{
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, "cannot read the solver's answer: %s%s%s", what, detail ? ": " : "",
                  detail ? detail : "");
    *t->error = strbuf_detach(&message);
    return false;
}

static void text_init(model_text *t, term_bank *b, const vec_u32 *decls, char **error)
{
    *t = (model_text){.b = b, .decls = decls, .error = error};
    strbuf_init(&t->buffer);
    model_names_init(&t->names, b, decls);
    *error = NULL;
}

static void text_free(model_text *t)
{
    for (size_t i = 0; i < t->definitions.n; i++)
        vec_free(&t->definitions.at[i].vars);
    vec_free(&t->definitions);
    map_free(&t->by_name);
    vec_free(&t->next);
    vec_free(&t->form.tokens);
    vec_free(&t->form.open);
    strbuf_free(&t->buffer);
    model_names_free(&t->names);
}

/* The list of the reply; comments before it are passed over. */
static bool read_form(model_text *t, const char *text)
{
    format_lexer lexer = {.text = text, .n = strlen(text)};
    size_t where;
    const char *what = NULL;
    format_status status;
    do {
        status = format_next(&lexer, &t->form, &where, &what);
    } while (status == FORMAT_FORM && t->form.tokens.at[0].kind == FORMAT_COMMENT);
    if (status == FORMAT_BROKEN)
        return fail(t, what, NULL);
    if (status == FORMAT_END || t->form.tokens.at[0].kind != FORMAT_OPEN)
        return fail(t, "a list was expected", status == FORMAT_END ? NULL : text);
    return true;
}

static symbol_id symbol_at(model_text *t, uint32_t i)
{
    const char *text;
    size_t n;
    model_token_text(&t->form, i, &text, &n);
    return symbol_intern(t->b, text, n);
}

/* A sort written over the tokens first .. last; 0 if it cannot be read. */
static sort_id sort_at(model_text *t, uint32_t first, uint32_t last)
{
    const format_token *tokens = t->form.tokens.at;
    strbuf_clear(&t->buffer);
    for (uint32_t i = first; i <= last; i++) {
        strbuf_add(&t->buffer, t->form.text + tokens[i].start, tokens[i].length);
        strbuf_putc(&t->buffer, ' ');
    }
    char *error = NULL;
    sort_id s = smt_read_sort(t->names.table, t->buffer.text, &error);
    free(error);
    return s;
}

static uint32_t parameter_count(const model_text *t, const definition *d)
{
    uint32_t n = 0, close = t->form.tokens.at[d->parameters].match;
    for (uint32_t i = d->parameters + 1; i < close; i = model_token_end(&t->form, i) + 1)
        n++;
    return n;
}

/* Sort of parameter number k, as written. */
static sort_id parameter_sort(model_text *t, const definition *d, uint32_t k)
{
    uint32_t i = d->parameters + 1;
    while (k--)
        i = model_token_end(&t->form, i) + 1;
    return sort_at(t, i + 2, t->form.tokens.at[i].match - 1);
}

static bool sorts_match(model_text *t, const definition *d, decl_id decl)
{
    for (uint32_t k = 0; k < decl_arity(t->b, decl); k++)
        if (parameter_sort(t, d, k) != decl_domain(t->b, decl, k))
            return false;
    return true;
}

static void index_names(model_text *t)
{
    vec_resize(&t->next, t->decls->n);
    for (size_t i = t->decls->n; i-- > 0;) {
        uint64_t *first = map_insert(&t->by_name, decl_name(t->b, t->decls->at[i]), NULL);
        t->next.at[i] = (uint32_t)*first;
        *first = i + 1;
    }
}

/* The declaration that is meant; sorts are looked at only where a name is overloaded, since z3 does
 * not write all sorts as they can be read. */
static decl_id find_decl(model_text *t, const definition *d)
{
    symbol_id name = symbol_at(t, d->name);
    uint32_t arity = parameter_count(t, d);
    decl_id found = 0;
    for (uint64_t i = map_get(&t->by_name, name, 0); i; i = t->next.at[i - 1]) {
        decl_id decl = t->decls->at[i - 1];
        if (decl_arity(t->b, decl) == arity && (!found || sorts_match(t, d, decl)))
            found = decl;
    }
    return found;
}

static term_op find_operator(model_text *t, const definition *d)
{
    for (size_t i = 0; i < sizeof partial_functions / sizeof *partial_functions; i++)
        if (model_token_is(&t->form, d->name, partial_functions[i].name))
            return partial_functions[i].op;
    return OP_NONE;
}

/* Makes variables for the parameters; their sorts come from the declaration if there is one. */
static bool make_parameters(model_text *t, definition *d)
{
    uint32_t close = t->form.tokens.at[d->parameters].match, k = 0;
    for (uint32_t i = d->parameters + 1; i < close; i = model_token_end(&t->form, i) + 1, k++) {
        sort_id s = d->decl ? decl_domain(t->b, d->decl, k)
                            : sort_at(t, i + 2, t->form.tokens.at[i].match - 1);
        if (!s)
            return fail(t, "a parameter's sort is not known", t->buffer.text);
        vec_push(&d->vars, term_var(t->b, symbol_at(t, i + 1), s));
    }
    return true;
}

/* A function of the solver's own, to be called from other bodies. It is defined at once, with any
 * body, so that terms know it for a definition before its real body is read. */
static bool make_helper(model_text *t, definition *d)
{
    sort_id range = sort_at(t, d->range, d->body - 1);
    value_id any = range ? value_default(t->b, range) : 0;
    if (!any)
        return fail(t, "a function's sort is not known", t->buffer.text);
    vec_u32 domain = {0};
    for (size_t i = 0; i < d->vars.n; i++)
        vec_push(&domain, term_sort(t->b, d->vars.at[i]));
    d->decl = decl_new(t->b, symbol_at(t, d->name), domain.at, (uint32_t)domain.n, range);
    d->is_helper = true;
    decl_define(t->b, d->decl, d->vars.at, term_const(t->b, any), false);
    symtab_add_decl(t->names.table, d->decl);
    vec_free(&domain);
    return true;
}

/* Whether the tokens at `name` and behind it are a name and a list of parameters, each of them a
 * name and a sort. */
static bool has_parameters(const model_text *t, uint32_t name)
{
    const format_token *tokens = t->form.tokens.at;
    if (tokens[name].kind != FORMAT_ATOM || tokens[name + 1].kind != FORMAT_OPEN)
        return false;
    for (uint32_t i = name + 2; i < tokens[name + 1].match; i = tokens[i].match + 1)
        if (tokens[i].kind != FORMAT_OPEN || tokens[i].match < i + 3 ||
            tokens[i + 1].kind != FORMAT_ATOM)
            return false;
    return true;
}

static bool add_definition(model_text *t, uint32_t open)
{
    const format_token *tokens = t->form.tokens.at;
    uint32_t close = tokens[open].match;
    definition d = {.name = open + 2, .parameters = open + 3};
    if (close < open + 6 || !has_parameters(t, d.name))
        return fail(t, "a definition is not complete", NULL);
    d.range = tokens[d.parameters].match + 1;
    for (uint32_t i = d.range; i < close; i = model_token_end(&t->form, i) + 1)
        if (tokens[i].kind != FORMAT_COMMENT)
            d.body = i;
    d.decl = find_decl(t, &d);
    d.op = d.decl ? OP_NONE : find_operator(t, &d);
    bool good =
        d.body > d.range && make_parameters(t, &d) && (d.decl || d.op || make_helper(t, &d));
    vec_push(&t->definitions, d);
    return good || (!*t->error && fail(t, "a definition is not complete", NULL));
}

/* (declare-fun U!val!0 () U). Sorts that cannot be read are found by the element's name later. */
static void add_declaration(model_text *t, uint32_t open)
{
    uint32_t close = t->form.tokens.at[open].match;
    const char *text;
    size_t n;
    if (close < open + 6 || !has_parameters(t, open + 2) ||
        t->form.tokens.at[open + 3].match != open + 4)
        return;
    model_token_text(&t->form, open + 2, &text, &n);
    sort_id s = sort_at(t, open + 5, close - 1);
    value_id element = s ? model_names_declare(&t->names, text, n, s) : 0;
    if (element && t->model)
        model_add_element(t->model, element);
}

static term_id read_body(model_text *t, const definition *d, sort_id wanted)
{
    symtab_push(t->names.table);
    for (size_t i = 0; i < d->vars.n; i++)
        symtab_add_term(t->names.table, term_symbol(t->b, d->vars.at[i]), d->vars.at[i]);
    strbuf_clear(&t->buffer);
    model_names_rewrite(&t->names, &t->form, d->body, model_token_end(&t->form, d->body),
                        &t->buffer);
    char *error = NULL;
    term_id body = smt_read_term(t->names.table, t->buffer.text, &error);
    symtab_pop(t->names.table);
    if (!body)
        fail(t, error ? error : "a value cannot be read", t->buffer.text);
    free(error);
    if (body && wanted == SORT_ID_REAL && term_sort(t->b, body) == SORT_ID_INT)
        body = term_build(t->b, OP_TO_REAL, NULL, 0, &body, 1);
    if (body && wanted && value_casts(t->b, term_sort(t->b, body), wanted))
        body = term_cast(t->b, body, wanted);
    if (body && wanted && term_sort(t->b, body) != wanted) {
        fail(t, "a value has the wrong sort", t->buffer.text);
        return 0;
    }
    return body;
}

static bool read_bodies(model_text *t)
{
    for (size_t i = 0; i < t->definitions.n; i++) {
        definition *d = &t->definitions.at[i];
        sort_id wanted = d->decl ? decl_range(t->b, d->decl) : 0;
        d->meaning = read_body(t, d, wanted);
        if (!d->meaning)
            return false;
        if (d->is_helper)
            decl_define(t->b, d->decl, d->vars.at, d->meaning, false);
    }
    return true;
}

/* Puts what was read into the model; constants as values where they are. */
static void fill_model(model_text *t)
{
    evaluator *e = eval_new(t->model, &(eval_config){0});
    for (size_t i = 0; i < t->definitions.n; i++) {
        const definition *d = &t->definitions.at[i];
        uint32_t n = (uint32_t)d->vars.n;
        if (d->op) {
            model_set_partial_function(t->model, d->op, d->vars.at, n, d->meaning);
        } else if (!d->is_helper && n) {
            model_set_function(t->model, d->decl, d->vars.at, n, d->meaning);
        } else if (!d->is_helper) {
            value_id v = eval_term(e, d->meaning);
            if (v)
                model_set_value(t->model, d->decl, v);
            else
                model_set_function(t->model, d->decl, NULL, 0, d->meaning);
        }
    }
    eval_free(e);
}

static bool collect(model_text *t)
{
    const format_token *tokens = t->form.tokens.at;
    uint32_t close = tokens[0].match;
    for (uint32_t i = 1; i < close; i = model_token_end(&t->form, i) + 1) {
        if (tokens[i].kind == FORMAT_COMMENT || (i == 1 && model_token_is(&t->form, 1, "model")))
            continue;
        if (tokens[i].kind != FORMAT_OPEN)
            return fail(t, "this is not a model", t->form.text);
        if (model_token_is(&t->form, i + 1, "declare-fun"))
            add_declaration(t, i);
        else if (model_token_is(&t->form, i + 1, "define-fun") && !add_definition(t, i))
            return false;
    }
    return true;
}

bool smt_read_model(term_bank *b, const vec_u32 *decls, const char *text, term_model *m,
                    char **error)
{
    model_text t;
    text_init(&t, b, decls, error);
    t.model = m;
    index_names(&t);
    bool good = read_form(&t, text) && collect(&t) && read_bodies(&t);
    if (good)
        fill_model(&t);
    text_free(&t);
    return good;
}

/* The value of the pair that opens at token `open`: its last item. */
static value_id pair_value(model_text *t, evaluator *e, uint32_t open)
{
    definition d = {0};
    uint32_t close = t->form.tokens.at[open].match;
    for (uint32_t i = open + 1; i < close; i = model_token_end(&t->form, i) + 1)
        if (t->form.tokens.at[i].kind != FORMAT_COMMENT)
            d.body = i;
    if (d.body <= open + 1) {
        fail(t, "a pair of a term and its value was expected", t->form.text);
        return 0;
    }
    term_id body = read_body(t, &d, 0);
    value_id v = body ? eval_term(e, body) : 0;
    if (body && !v)
        fail(t, "this is not a value", t->buffer.text);
    return v;
}

bool smt_read_values(term_bank *b, const vec_u32 *decls, const char *text, value_id *values,
                     size_t n, char **error)
{
    model_text t;
    text_init(&t, b, decls, error);
    t.model = model_new(b);
    evaluator *e = eval_new(t.model, &(eval_config){0});
    bool good = read_form(&t, text);
    size_t count = 0;
    uint32_t close = good ? t.form.tokens.at[0].match : 0;
    for (uint32_t i = 1; good && i < close; i = model_token_end(&t.form, i) + 1) {
        if (t.form.tokens.at[i].kind == FORMAT_COMMENT)
            continue;
        if (t.form.tokens.at[i].kind != FORMAT_OPEN || count == n) {
            good = fail(&t, "these are not the values asked for", text);
            break;
        }
        values[count] = pair_value(&t, e, i);
        good = values[count++] != 0;
    }
    if (good && count != n)
        good = fail(&t, "there are fewer values than were asked for", text);
    eval_free(e);
    model_free(t.model);
    text_free(&t);
    return good;
}

/* Boxes with a C prototype (box/bind/native.h): each field of the result is a box over the fields of the arguments,
 * and the declared function is defined by them. So nobody else has to know of structs. */
#include <stdlib.h>

#include "box/bind/native.h"
#include "solve/session/session_parts.h"

/* The fields of a term. */
static void take_apart(term_bank *b, term_id t, term_vec *fields)
{
    sort_id s = term_sort(b, t);
    if (sort_kind_of(b, s) != SORT_DATATYPE) {
        vec_push(fields, t);
        return;
    }
    decl_id c = sort_constructor(b, s, 0);
    for (uint32_t i = 0; i < decl_arity(b, c); i++)
        take_apart(b, term_app(b, decl_selector(b, c, i), &t, 1), fields);
}

/* A term of the sort whose fields are the next of these. */
static term_id put_together(term_bank *b, sort_id s, const term_vec *fields, size_t *next)
{
    if (sort_kind_of(b, s) != SORT_DATATYPE)
        return fields->at[(*next)++];
    decl_id c = sort_constructor(b, s, 0);
    term_vec args = {0};
    for (uint32_t i = 0; i < decl_arity(b, c); i++)
        vec_push(&args, put_together(b, decl_domain(b, c, i), fields, next));
    term_id t = term_app(b, c, args.at, (uint32_t)args.n);
    vec_free(&args);
    return t;
}

/* Binds one box for each field of the result; false after the first that cannot be, with *why (the caller's) where that was
 * not said. */
static bool bind_shims(session *s, const smt_command *c, decl_id f, char *text, vec_u32 *boxes,
                       char **why)
{
    term_bank *b = s->bank;
    vec_u32 domain = {0}, range = {0};
    bool good = true;
    for (uint32_t i = 0; i < decl_arity(b, f); i++)
        native_fields(b, decl_domain(b, f, i), &domain);
    native_fields(b, decl_range(b, f), &range);
    for (size_t i = 0; i < range.n && good; i++) {
        strbuf symbol = STRBUF_INIT;
        strbuf_printf(&symbol, NATIVE_SHIM, i);
        smt_command shim = {.kind = c->kind, .line = c->line, .column = c->column};
        shim.box.source = text;
        shim.box.prototype = c->box.prototype;
        shim.box.symbol = symbol.text;
        symbol_id name = symbol_fresh(b, symbol_text(b, decl_name(b, f)));
        vec_push(boxes, decl_new(b, name, domain.at, (uint32_t)domain.n, range.at[i]));
        good = session_try_box(s, &shim, vec_last(boxes), 0, 0, why);
        strbuf_free(&symbol);
    }
    vec_free(&domain);
    vec_free(&range);
    return good;
}

/* f(x …) is what the boxes give for the fields of x …. */
static void define(term_bank *b, decl_id f, const vec_u32 *boxes)
{
    term_vec variables = {0}, fields = {0}, calls = {0};
    size_t next = 0;
    for (uint32_t i = 0; i < decl_arity(b, f); i++) {
        vec_push(&variables, term_var(b, symbol_fresh(b, "x"), decl_domain(b, f, i)));
        take_apart(b, variables.at[i], &fields);
    }
    for (size_t i = 0; i < boxes->n; i++)
        vec_push(&calls, term_app(b, boxes->at[i], fields.at, (uint32_t)fields.n));
    decl_define(b, f, variables.at, put_together(b, decl_range(b, f), &calls, &next), false);
    vec_free(&variables);
    vec_free(&fields);
    vec_free(&calls);
}

/* The same where no header declares the function: a library has it, and the prototype says all that a caller needs. */
static bool bind_declared(session *s, const smt_command *c, decl_id f, const native_prototype *p,
                          const native_context *given, vec_u32 *boxes)
{
    native_context alone = *given;
    char *why = NULL;
    alone.undeclared = true;
    char *text = native_shims(s->bank, f, p, &alone, &why);
    vec_clear(boxes);
    bool good = text && bind_shims(s, c, f, text, boxes, &why);
    free(why); /* what was wrong without the declaration is told */
    free(text);
    return good;
}

bool session_bind_native(session *s, const smt_command *c, decl_id f)
{
    native_prototype p;
    native_context given = {.source = c->box.source,
                            .headers = s->config.boxes.headers,
                            .n_headers = s->config.boxes.n_headers};
    vec_u32 boxes = {0};
    char *error = NULL, *text = NULL;
    if (decl_kind_of(s->bank, f) != DECL_FREE) /* said twice */
        return true;
    bool good = native_read(c->box.prototype, &p, &error);
    if (good && (c->box.library || c->box.executable))
        error = base_strdup("a box with :c has its functions from --lib, :source or libc");
    if (good && !error)
        text = native_shims(s->bank, f, &p, &given, &error);
    good = text && bind_shims(s, c, f, text, &boxes, &error);
    if (!good && error && text && native_declares(&p))
        good = bind_declared(s, c, f, &p, &given, &boxes);
    if (!good && error)
        session_error(s, "%s", error);
    if (good)
        define(s->bank, f, &boxes);
    else
        vec_push(&s->unbound, f);
    native_free(&p);
    vec_free(&boxes);
    free(error);
    free(text);
    return good;
}

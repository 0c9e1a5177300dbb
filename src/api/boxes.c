/* Closed boxes of the public API: functions of the program, of libraries, callbacks. */
#include "api/context.h"

#include "box/worker/invoke.h"

static box_status call_back(void *context, term_bank *b, const value_id *args, uint32_t n,
                            value_id *result)
{
    api_box *x = context;
    tandem_context *t = x->t;
    (void)b;
    t->calling++;
    *result = x->call(x->user, t, args, n);
    bool good = *result && api_is_value(t, *result);
    api_trace_callback(t, api_function_name(t, x->function), args, n, good ? *result : 0);
    t->calling--;
    return good ? BOX_OK : BOX_BAD_REPLY;
}

/* Declares and binds; `d` says to what. */
static tandem_function add_box(tandem_context *t, const char *name, const tandem_sort *domain,
                               size_t n, tandem_sort range, box_declaration *d)
{
    session *s = api_own_session(t);
    if (!s)
        return 0;
    if (n > BOX_MAX_ARITY)
        return api_fail(t, "a closed box has at most %d parameters", BOX_MAX_ARITY);
    d->decl = api_new_function(t, s, name, domain, n, range);
    char *error = NULL;
    if (!d->decl)
        return 0;
    if (!session_add_box(s, d, &error)) {
        api_fail(t, "%s", error ? error : "the box cannot be bound");
        free(error);
        return 0;
    }
    symtab_add_decl(session_symtab(s), d->decl);
    return d->decl;
}

tandem_function api_box_function(tandem_context *t, const char *name, const tandem_sort *domain,
                                 size_t n, tandem_sort range, tandem_c_function function)
{
    box_declaration d = {.function = function};
    return function ? add_box(t, name, domain, n, range, &d) : api_fail(t, "NULL is no function");
}

tandem_function api_box_library(tandem_context *t, const char *name, const tandem_sort *domain,
                                size_t n, tandem_sort range, const char *library,
                                const char *symbol)
{
    box_declaration d = {.library = library, .symbol = symbol};
    return add_box(t, name, domain, n, range, &d);
}

tandem_function api_box_callback(tandem_context *t, const char *name, const tandem_sort *domain,
                                 size_t n, tandem_sort range, tandem_callback callback, void *user)
{
    if (!callback)
        return api_fail(t, "NULL is no function");
    api_box *x = base_alloc(sizeof *x);
    *x = (api_box){.t = t, .call = callback, .user = user};
    box_declaration d = {.callback = call_back, .callback_context = x};
    tandem_function f = add_box(t, name, domain, n, range, &d);
    x->function = f;
    if (f)
        vec_push(&t->boxes, x);
    else
        free(x);
    return f;
}

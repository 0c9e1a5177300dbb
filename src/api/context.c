/* Contexts of the public API: their life, errors, handles, and scripts. */
#include "api/context.h"

#include <string.h>

#include "term/core/walk.h"

const char *tandem_version(void)
{
    return TANDEM_VERSION;
}

uint32_t api_fail(tandem_context *t, const char *format, ...)
{
    va_list arguments;
    strbuf text = STRBUF_INIT; /* the arguments may be a part of the old message */
    va_start(arguments, format);
    strbuf_vprintf(&text, format, arguments);
    va_end(arguments);
    strbuf_free(&t->error);
    t->error = text;
    if (t->on_error)
        t->on_error(t->on_error_user, t->error.text);
    return 0;
}

uint32_t api_checked(tandem_context *t, uint32_t result)
{
    return result ? result : api_fail(t, "%s", bank_error(t->bank));
}

tandem_context *tandem_new(void)
{
    tandem_context *t = base_alloc_zero(1, sizeof *t);
    t->bank = bank_new(true);
    api_options_init(t);
    strbuf_init(&t->error);
    strbuf_init(&t->text);
    t->stream = open_memstream(&t->output, &t->output_size);
    if (!t->stream)
        base_out_of_memory("a stream", 0);
    return t;
}

void tandem_free(tandem_context *t)
{
    if (!t)
        return;
    if (t->calling) {
        api_fail(t, "a context cannot be freed by a callback of its boxes");
        return;
    }
    session_free(t->session);
    bank_free(t->bank);
    fclose(t->stream);
    free(t->output);
    free(t->run_output);
    strbuf_free(&t->error);
    strbuf_free(&t->text);
    for (size_t i = 0; i < t->boxes.n; i++)
        free(t->boxes.at[i]);
    vec_free(&t->boxes);
    vec_free(&t->core);
    api_options_free(t);
    api_trace_close(&t->trace);
    free(t);
}

const char *tandem_error(const tandem_context *t)
{
    return t->error.text;
}

void tandem_on_error(tandem_context *t, tandem_error_handler handler, void *user)
{
    t->on_error = handler;
    t->on_error_user = user;
}

void tandem_on_abort(tandem_abort_handler handler, void *user)
{
    base_on_out_of_memory(handler, user);
}

void tandem_interrupt(tandem_context *t)
{
    t->interrupt = 1;
}

/* ---- Handles --------------------------------------------------------------------------------- */

static bool is_handle(tandem_context *t, uint32_t handle, uint32_t end, const char *what)
{
    if (handle && handle < end)
        return true;
    return api_fail(t,
                    handle ? "%u is no %s of this context, or one of a level that was popped"
                           : "%u is no %s",
                    handle, what);
}

bool api_is_sort(tandem_context *t, tandem_sort sort)
{
    return is_handle(t, sort, bank_mark(t->bank).sorts, "sort");
}

bool api_is_function(tandem_context *t, tandem_function f)
{
    return is_handle(t, f, bank_mark(t->bank).decls, "function");
}

bool api_is_term(tandem_context *t, tandem_term term)
{
    if (!is_handle(t, term, bank_term_count(t->bank), "term"))
        return false;
    return term_op_of(t->bank, term) != OP_PATTERN || api_fail(t, "%u is a pattern, no term", term);
}

bool api_is_value(tandem_context *t, tandem_value value)
{
    return is_handle(t, value, bank_mark(t->bank).values, "value");
}

/* A list of handles: each is checked, and there are not more than the bank can count. */
static bool are_handles(tandem_context *t, const uint32_t *handles, size_t n,
                        bool (*is)(tandem_context *t, uint32_t handle))
{
    if (n > UINT32_MAX || (n && !handles))
        return api_fail(t, "the list of arguments is not there, or too long");
    for (size_t i = 0; i < n; i++)
        if (!is(t, handles[i]))
            return false;
    return true;
}

bool api_are_terms(tandem_context *t, const tandem_term *terms, size_t n)
{
    return are_handles(t, terms, n, api_is_term);
}

bool api_are_sorts(tandem_context *t, const tandem_sort *sorts, size_t n)
{
    return are_handles(t, sorts, n, api_is_sort);
}

bool api_is_text(tandem_context *t, const char *text)
{
    return text || api_fail(t, "NULL is no text");
}

bool api_is_closed(tandem_context *t, tandem_term term)
{
    if (!api_is_term(t, term))
        return false;
    term_vec free_variables = {0};
    if (term_has_var(t->bank, term))
        term_free_vars(t->bank, term, &free_variables);
    bool closed = !free_variables.n;
    vec_free(&free_variables);
    return closed || api_fail(t, "a variable of the term is not bound");
}

bool api_is_formula(tandem_context *t, tandem_term term)
{
    if (!api_is_term(t, term))
        return false;
    if (term_sort(t->bank, term) != SORT_ID_BOOL)
        return api_fail(t, "an assertion must be a Bool");
    return api_is_closed(t, term);
}

/* ---- Scripts --------------------------------------------------------------------------------- */

session *api_session(tandem_context *t)
{
    if (t->session)
        return t->session;
    session_config config = api_config(t);
    char *error = NULL;
    t->session = session_new(t->bank, &config, &error);
    if (!t->session)
        api_fail(t, "%s", error ? error : "the solver cannot be started");
    free(error);
    return t->session;
}

session *api_own_session(tandem_context *t)
{
    if (!t->calling)
        return api_session(t);
    api_fail(t, "a callback of a box may make and read sorts, terms and values, and nothing else");
    return NULL;
}

term_bank *api_bank(tandem_context *t)
{
    if (t->session)
        session_keep(t->session);
    return t->bank;
}

void api_drop_output(tandem_context *t)
{
    rewind(t->stream); /* a memory stream: what follows starts at the front again */
}

const char *api_run(tandem_context *t, const char *script)
{
    session *s = api_is_text(t, script) ? api_own_session(t) : NULL;
    if (!s)
        return NULL;
    api_bank(t);
    api_drop_output(t);
    t->interrupt = 0;
    t->has_core = false;
    unsigned before = session_errors(s);
    smt_reader *reader = smt_reader_text(session_symtab(s), "script", script, strlen(script));
    smt_command command = {0};
    smt_status status;
    session_outcome outcome = SESSION_GO_ON;
    while (outcome == SESSION_GO_ON && (status = smt_reader_next(reader, &command)) != SMT_END) {
        if (status == SMT_ERROR)
            session_report_unread(s, reader);
        else
            outcome = session_execute(s, reader, &command);
    }
    smt_command_free(&command);
    smt_reader_free(reader);
    t->run_errors = session_errors(s) - before;
    fflush(t->stream);
    free(t->run_output);
    t->run_output = base_strndup(t->output, (size_t)ftell(t->stream));
    return t->run_output;
}

unsigned tandem_run_errors(const tandem_context *t)
{
    return t->run_errors;
}

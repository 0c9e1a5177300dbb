/* What the files of the public API share; the API itself is include/tandem/tandem.h.
 *
 * Handles are ids of the bank, and come from users: each function checks those that it is given. */
#ifndef TANDEM_API_CONTEXT_H
#define TANDEM_API_CONTEXT_H

#include "tandem/tandem.h"

#include <stdio.h>
#include <stdlib.h>

#include "api/calls.h"
#include "api/trace.h"
#include "base/text.h"
#include "smtlib/print/printer.h"
#include "solve/session/session.h"

/* OPTION(field, name, default): those with one value. */
#define API_OPTIONS(OPTION)                         \
    OPTION(engine, "engine", ENGINE_LIBZ3)          \
    OPTION(timeout, "timeout", "0")                 \
    OPTION(memory, "memory", "0")                   \
    OPTION(seed, "seed", "0")                       \
    OPTION(ignore_errors, "ignore-errors", "false") \
    OPTION(allow_code, "allow-code", "off")         \
    OPTION(sandbox, "sandbox", "on")                \
    OPTION(mode, "mode", "auto")                    \
    OPTION(box_timeout, "box-timeout", "1")

/* A callback, as long as the context lives. */
typedef struct api_box {
    tandem_context *t;
    tandem_callback call;
    void *user;
    tandem_function function;
} api_box;

struct tandem_context {
    term_bank *bank;
    session *session; /* made when it is first needed: options come before */
#define OPTION(field, name, initial) char *field;
    API_OPTIONS(OPTION)
#undef OPTION
    text_list libraries, headers;
    strbuf joined;       /* a list, as tandem_get_option shows it */
    const char *allowed; /* the folder of allow_code; "": everything */
    strbuf error, text;
    tandem_error_handler on_error;
    void *on_error_user;
    char *output; /* of the session: grows behind `stream` */
    size_t output_size;
    FILE *stream;
    char *run_output;
    unsigned run_errors;
    VEC(api_box *) boxes;
    unsigned calling; /* callbacks that are running */
    vec_u32 core;     /* names of the last one, … */
    bool has_core;    /* … if it was asked for */
    api_trace trace;
    volatile sig_atomic_t interrupt;
};

/* Records a message; returns 0. */
uint32_t api_fail(tandem_context *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The session, made now if need be; NULL with a message when the solver cannot be started. */
session *api_session(tandem_context *t);
/* The same for what a callback may not do: NULL with a message inside of one. */
session *api_own_session(tandem_context *t);
/* Where something is to be made. */
term_bank *api_bank(tandem_context *t);
/* The configuration of a session by the options. */
session_config api_config(tandem_context *t);
void api_options_init(tandem_context *t);
void api_options_free(tandem_context *t);
/* What the session printed since the last call is dropped. */
void api_drop_output(tandem_context *t);
/* `result` if it is not 0; else takes over the bank's message. */
uint32_t api_checked(tandem_context *t, uint32_t result);

/* Whether the handle, or each of `n`, is one of this context; a message if not. */
bool api_is_sort(tandem_context *t, tandem_sort sort);
bool api_is_function(tandem_context *t, tandem_function f);
bool api_is_term(tandem_context *t, tandem_term term);
bool api_is_value(tandem_context *t, tandem_value value);
bool api_are_terms(tandem_context *t, const tandem_term *terms, size_t n);
bool api_are_sorts(tandem_context *t, const tandem_sort *sorts, size_t n);
bool api_is_text(tandem_context *t, const char *text);
/* A term without free variables; a Bool of these. */
bool api_is_closed(tandem_context *t, tandem_term term);
bool api_is_formula(tandem_context *t, tandem_term term);
/* The name as a symbol that means nothing yet; 0 with a message. */
symbol_id api_new_name(tandem_context *t, session *s, const char *name);
/* A declaration that is not in the symbol table yet; 0 with a message. */
decl_id api_new_function(tandem_context *t, session *s, const char *name, const tandem_sort *domain,
                         size_t n, tandem_sort range);

#endif

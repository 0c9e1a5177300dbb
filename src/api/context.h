/* What the files of the public API share; the API itself is include/tandem/tandem.h. */
#ifndef TANDEM_API_CONTEXT_H
#define TANDEM_API_CONTEXT_H

#include "tandem/tandem.h"

#include <stdio.h>
#include <stdlib.h>

#include "smtlib/print/printer.h"
#include "solve/session/session.h"

struct tandem_context {
    term_bank *bank;
    session *session; /* made when it is first needed: options come before */
    char *engine, *timeout, *memory, *seed, *ignore_errors, *allow_code, *sandbox;
    const char *allowed; /* the folder of allow_code; "": everything */
    strbuf error, text;
    char *output; /* of the session: grows behind `stream` */
    size_t output_size;
    FILE *stream;
    char *run_output;
    unsigned run_errors;
    volatile sig_atomic_t interrupt;
};

/* API misuse ends the process with a message, in release builds too. */
#define TANDEM_REQUIRE(condition) ((condition) ? (void)0 : api_misuse(__func__, #condition))
_Noreturn void api_misuse(const char *function, const char *condition);

/* Records a message; returns 0. */
uint32_t api_fail(tandem_context *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The session, made now if need be; NULL with a message when the solver cannot be started. */
session *api_session(tandem_context *t);
/* What the session printed since the last call is dropped. */
void api_drop_output(tandem_context *t);
/* `result` if it is not 0; else takes over the bank's message. */
uint32_t api_checked(tandem_context *t, uint32_t result);

#endif

/* A session: the SMT-LIB command language on top of an engine.
 *
 * Feed it commands (from a file, a pipe or the API); it keeps the assertion stack, the options and
 * the state of the standard's modes, runs checks, checks models, and writes the answers to `out`.
 */
#ifndef TANDEM_SOLVE_SESSION_H
#define TANDEM_SOLVE_SESSION_H

#include <stdio.h>

#include "engine/engine.h"
#include "smtlib/reader.h"
#include "solve/check.h"

typedef struct session session;

typedef struct session_config {
    const char *engine; /* as in engine_config.command */
    double timeout;     /* wall seconds per check; 0: none */
    double deadline;    /* clock_wall at which everything ends; 0: none */
    uint64_t memory_bytes;
    uint64_t seed;
    bool models; /* print the model after every sat */
    int verbosity;
    const volatile sig_atomic_t *interrupt;
    FILE *out; /* answers; flushed after each command */
    FILE *log; /* remarks, with -v progress; may be NULL */
} session_config;

typedef enum session_outcome { SESSION_GO_ON, SESSION_EXIT, SESSION_INTERRUPTED } session_outcome;

/* What happened in one check-sat, for --json, --stats and the API. */
typedef struct session_check {
    engine_answer answer; /* after checking the model */
    engine_why why;
    char *reason; /* of unknown; or the remark that goes with sat; may be NULL */
    enum { MODEL_NONE, MODEL_CHECKED, MODEL_UNCHECKED, MODEL_UNDETERMINED, MODEL_WRONG } model;
    double seconds;
} session_check;

session *session_new(term_bank *b, const session_config *config, char **error);
void session_free(session *s);
symtab *session_symtab(session *s);
/* Executes one command; errors are printed as (error "…") and counted. */
session_outcome session_execute(session *s, const smt_reader *reader, const smt_command *command);
/* Reports a reader's error in the same way. */
void session_report_error(session *s, const char *message);
unsigned session_errors(const session *s);
size_t session_check_count(const session *s);
const session_check *session_check_at(const session *s, size_t i);
engine *session_engine(session *s);
/* The model of the last sat; NULL if there is none. */
term_model *session_model(session *s);

#endif

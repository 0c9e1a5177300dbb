/* A session: the SMT-LIB command language on top of an engine.
 *
 * Feed it commands (from a file, a pipe or the API); it keeps the assertion stack, the options and
 * the state of the standard's modes, runs checks, checks models, and writes the answers to `out`.
 */
#ifndef TANDEM_SOLVE_SESSION_SESSION_H
#define TANDEM_SOLVE_SESSION_SESSION_H

#include <stdio.h>

#include "engine/engine.h"
#include "sandbox/sandbox.h"
#include "smtlib/read/reader.h"
#include "solve/closed/closed.h"
#include "solve/session/check.h"

typedef struct session session;

/* How closed boxes are found, run and solved with. */
typedef struct session_boxes {
    const char *const *libraries; /* --lib */
    uint32_t n_libraries;
    const char *const *headers; /* --header */
    uint32_t n_headers;
    const char *const *program_folders; /* --oracle-path */
    uint32_t n_program_folders;
    /* --allow-code: folders below which a script may name code to be run; "" is everything. */
    const char *const *allowed;
    uint32_t n_allowed;
    closed_mode mode;
    uint64_t jobs;                  /* closed_config.jobs */
    double timeout;                 /* of one call; 0: the default */
    const solve_limits *limits;     /* NULL: the defaults; they outlive the session */
    const fuzz_limits *fuzz_limits; /* the same */
    bool keep_compiled;             /* objects of C files, for later runs */
    bool sandbox_off;
    sandbox_grants may;                                /* --box-may */
    bool explain;                                      /* tell on the log what happens */
    void (*progress)(void *context, const char *line); /* closed_config.progress */
    void *progress_context;
    bool no_classes, no_pool, no_facts, no_jit, no_compared, no_disjuncts, no_trail, no_lemmas,
        no_implied, lazy_start;
    models_use models;
    external_fuzzer fuzzer;
    const char *emit_path; /* --emit-c; NULL: nowhere */
    const char *operators; /* the text of --operators; may be NULL */
} session_boxes;

typedef struct session_config {
    const char *name;   /* of the input, for messages */
    const char *engine; /* as in engine_config.command */
    double timeout;     /* wall seconds per check; 0: none */
    double deadline;    /* clock_wall at which everything ends; 0: none */
    uint64_t memory_bytes;
    uint64_t seed;
    session_boxes boxes;
    bool models;         /* print the model after every sat */
    bool cores;          /* :produce-unsat-assumptions and -cores are true from the start */
    unsigned verbosity;  /* 0: remarks that matter, 1: all remarks */
    bool ignore_errors;  /* answer as if what could not be read had never been there */
    bool immediate_exit; /* what :error-behavior answers: does the caller stop at an error? */
    bool late;           /* no solver is started before the first check */
    bool gives_back;     /* nobody keeps terms of a popped level: they may go from the bank */
    const volatile sig_atomic_t *interrupt;
    volatile sig_atomic_t *busy; /* true while a check runs that is not answered; may be NULL */
    FILE *out;                   /* answers; flushed after each command */
    FILE *log;                   /* remarks, with -v progress; may be NULL */
} session_config;

typedef enum session_outcome {
    SESSION_GO_ON,
    SESSION_EXIT,       /* (exit) */
    SESSION_INTERRUPTED /* the interrupt flag, or the deadline */
} session_outcome;

typedef enum session_model_state {
    SESSION_MODEL_NONE,         /* no sat */
    SESSION_MODEL_CHECKED,      /* every assertion is true in it, quantifiers included */
    SESSION_MODEL_UNDETERMINED, /* the evaluator could not tell */
    SESSION_MODEL_WRONG         /* the evaluator found an assertion false: the answer is unknown */
} session_model_state;

/* What happened in one check-sat, for --json, --stats and the API. */
typedef struct session_check {
    engine_answer answer; /* after checking the model */
    engine_why why;
    char *reason; /* of unknown; or the remark that goes with sat; may be NULL */
    session_model_state model;
    double seconds;
} session_check;

session *session_new(term_bank *b, const session_config *config, char **error);
void session_free(session *s);
symtab *session_symtab(session *s);
/* Without the reader, for the API: */
void session_assert(session *s, term_id t);
/* The same with a name, by which it can be in a core. */
void session_assert_named(session *s, term_id t, symbol_id name);
/* What the bank has now may be in use by others: nothing of it is taken for what a popped level left. To
 * be called before something is made in it by them. */
void session_keep(session *s);
/* Binds a declaration, which is not in the symbol table yet; false with *error set (caller frees). */
bool session_add_box(session *s, const box_declaration *declaration, char **error);
void session_push(session *s, uint64_t levels);
bool session_pop(session *s, uint64_t levels); /* false: there are not so many */
const session_check *session_run_check(session *s, const term_id *assumptions, size_t n);
/* After sat: 0 when the term has no value we can tell. */
value_id session_value(session *s, term_id t);
/* After unsat: positions in the assumptions of the last check. */
bool session_core(session *s, vec_u32 *positions);
/* After unsat: the names of the named assertions that were needed. */
bool session_core_names(session *s, vec_u32 *symbols);
/* smt_reader_config.signature; `session` is the context. */
bool session_signature(void *session, const char *function, vec_u32 *sorts, smt_box *said,
                       char **error);
/* Executes one command; errors are printed as (error "…") and counted. */
session_outcome session_execute(session *s, const smt_reader *reader, const smt_command *command);
/* Reports a reader's error in the same way. If it took an assertion, a declaration or a definition,
 * checks are unknown until its level is popped or everything reset (ignore_errors: they are not). */
void session_report_unread(session *s, const smt_reader *reader);
/* Words for a reason or a state, as in --json. */
const char *session_why_text(engine_why why);
const char *session_model_text(session_model_state state);
unsigned session_errors(const session *s);
/* Whether a program for emit_path could not be written; that was said on the log. */
bool session_unwritten(const session *s);
/* Those of the errors that were refused for safety. */
unsigned session_refusals(const session *s);
size_t session_check_count(const session *s);
const session_check *session_check_at(const session *s, size_t i);
engine *session_engine(session *s);
/* Of all checks with closed boxes together. */
const closed_counters *session_box_counts(const session *s);
/* Calls of boxes that were really made, one by one; the fuzzer's executions make more. */
uint64_t session_box_calls(const session *s);
/* Calls `each` for boxes that can see something besides their arguments: its name, and what. */
void session_box_senses(const session *s,
                        void (*each)(void *context, const char *name, const char *senses),
                        void *context);
/* The model of the last sat; NULL if there is none. */
term_model *session_model(session *s);

#endif

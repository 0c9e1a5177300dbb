/* A solver under test: a command, how it is kept running, and what it is called.
 *
 * Three modes. PROCESS: a process for each formula, the honest way and the one that confirms
 * findings. PERSISTENT: one process that is given (reset) between formulas, replaced when it ends.
 * LIBRARY: libz3 in a disposable child of ours that outlives a formula, without the start of a
 * process for each. In all of them whatever a solver does ends within its limits, its group is
 * killed, and nothing is left behind. */
#ifndef TANDEM_SOLVER_SOLVER_H
#define TANDEM_SOLVER_SOLVER_H

#include "smtlib/print/printer.h"
#include "solver/runner.h"

typedef enum solver_mode { SOLVER_PROCESS, SOLVER_PERSISTENT, SOLVER_LIBRARY } solver_mode;

typedef struct solver solver;

/* `text` is a command line as in solver_command.h, or the path of a solver file (family.h), *.solver,
 * with more words behind it; "lib:" before it (only "lib:z3") and "keep:" before it name the other
 * modes. NULL with *error set (caller frees): it cannot be found. */
solver *solver_new(const char *text, char **error);
/* One that only has a name, a text and a dialect: nothing is looked for, nothing is run, and it is
 * not to be asked. For what is shown from a store. NULL with *error set: no command line. */
solver *solver_named(const char *text, char **error);
void solver_free(solver *s);

/* The command line behind the word for a mode, if there is one. */
const char *solver_plain_text(const char *text);
const char *solver_text(const solver *s); /* the command as it was given */
const char *solver_name(const solver *s); /* "z3": short, for tables; unique names are up to us */
const char *solver_version(const solver *s); /* "4.8.12"; "" when it does not tell */
/* The program whose habits it has, whatever its file is called ("z3" of z3-4.13); its name without a
 * version if it is none that we know. */
const char *solver_family(const solver *s);
/* Of one ancestry: what they say counts once. */
bool solver_same_lineage(const solver *a, const solver *b);
/* Other options that lead to the same answer: words for the command line; `i` is below their
 * number. */
size_t solver_variations(const solver *s);
const char *solver_variation(const solver *s, size_t i);
/* Appends the words that give it this random seed; none if its family has no option for that. */
void solver_seed_options(const solver *s, size_t seed, strbuf *out);
/* Appends the words that make it print proofs that can be checked; false: it has none. */
bool solver_proof_options(const solver *s, strbuf *out);
/* Whether formulas of this logic are for it: by its family, and by what it turned out to refuse. */
bool solver_takes_logic(const solver *s, const char *logic);
void solver_refuse_logic(solver *s, const char *logic);
/* Whether its message tells of a known limit. */
bool solver_is_limit(const solver *s, const char *message);
typedef enum solver_ability { SOLVER_MODELS, SOLVER_CORES } solver_ability;
bool solver_has(const solver *s, solver_ability ability);
/* Of a family whose file was tried: what it takes need not be found out. */
bool solver_is_known(const solver *s);
bool solver_is_untested(const solver *s); /* what is known of it was read, not tried */
/* Appends the words, each behind a space, that it gets for a script beyond its text and `options`
 * (may be NULL): with them anybody can run it. */
void solver_added_options(const solver *s, const char *script, size_t checks, const char *options,
                          strbuf *out);
smt_dialect solver_dialect(const solver *s);
solver_mode solver_mode_of(const solver *s);
bool solver_knows_boxes(const solver *s); /* reads (declare-cb …): our own */
/* The same solver, one process for each formula: for confirmation. The caller's to free. Its text
 * is a command that anybody can run. */
solver *solver_fresh(const solver *s);

typedef struct solver_question {
    const char *text; /* a whole script, with its (check-sat) and perhaps (get-model) */
    size_t length;
    size_t checks; /* answers that it asks for; 0: one */
    runner_limits limits;
    const char *options; /* more words for the command line; NULL: none. A process of its
                            own then, in all modes */
    const volatile sig_atomic_t *interrupt;
    double *spent; /* the wall time of the question is added here; may be NULL */
} solver_question;

/* Runs it; the result has its output and errors, never NULL. Not to be called from two threads for
 * one solver. */
void solver_ask(solver *s, const solver_question *q, runner_result *result);

#endif

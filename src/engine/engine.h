/* SMT engines behind one interface: libz3 in a child process of ours, or any SMT-LIB solver.
 *
 * The engine object lives in the supervisor and remembers the assertion stack; the solver lives in
 * a child that may crash, hang, lie or eat memory. A child that ended is replaced at the next check
 * and given the stack again. Whatever goes wrong with a child is `unknown` with a reason.
 *
 * libz3's child is forked from us and reads terms straight out of the shared bank, so nothing is
 * printed or parsed on the way in; its models come back as SMT-LIB text, as other solvers' do. */
#ifndef TANDEM_ENGINE_ENGINE_H
#define TANDEM_ENGINE_ENGINE_H

#include <signal.h>

#include "base/strbuf.h"
#include "term/core/term.h"
#include "term/value/model.h"

typedef struct engine engine;

typedef enum engine_answer { ENGINE_SAT, ENGINE_UNSAT, ENGINE_UNKNOWN } engine_answer;

typedef enum engine_why {
    ENGINE_WHY_NONE,
    ENGINE_WHY_INCOMPLETE, /* the solver said unknown; engine_reason has its words */
    ENGINE_WHY_UNITS,      /* engine_limits.rlimit is used up */
    ENGINE_WHY_TIMEOUT, /* engine_limits.seconds are over, or the solver had a limit of its own */
    ENGINE_WHY_HUNG,    /* engine_limits.guard: it does not count, or goes nowhere */
    ENGINE_WHY_MEMORY,
    ENGINE_WHY_INTERRUPTED,
    ENGINE_WHY_CRASH, /* the child ended by a signal or an unexpected exit */
    ENGINE_WHY_ERROR, /* it printed an error, or something we cannot read */
    ENGINE_WHY_COUNT
} engine_why;

/* The engine that is there without a program: libz3 in a child. What asks for an engine without having
 * been told which asks for this one. */
#define ENGINE_LIBZ3 "z3"

typedef struct engine_config {
    const char *command; /* ENGINE_LIBZ3, or a command line to run */
    uint64_t seed;
    uint64_t memory_bytes; /* per child; 0: no limit */
    bool want_models;
    bool want_cores;
    bool late; /* libz3's child is started by the first check, and not at once to be warm then */
    symbol_id logic;                        /* 0: none given */
    const volatile sig_atomic_t *interrupt; /* may be NULL */
} engine_config;

/* NULL with *error set (caller frees) when the solver cannot be found. Starts no process yet, or
 * starts one early so that it is warm when the first check comes. The bank must be shared for z3.
 */
engine *engine_new(term_bank *b, const engine_config *config, char **error);
void engine_free(engine *e);

void engine_set_logic(engine *e, symbol_id logic);
void engine_push(engine *e);
void engine_pop(engine *e, unsigned levels);
size_t engine_level(const engine *e);
/* Definitions in `t` are handled (expanded or sent); declarations are found by themselves. */
void engine_assert(engine *e, term_id t);
void engine_reset(engine *e);
/* Ends the child: the next check starts another one, with the assertions that are left. For what
 * solvers keep of popped ones. */
void engine_renew(engine *e);

/* What ends a check. Only `rlimit` gives the same answers on every machine; `seconds` are what a user
 * allows; `guard` stands behind `rlimit`, far enough that it strikes only where z3 does not count. */
typedef struct engine_limits {
    double seconds;  /* wall time of this check; 0: no limit */
    uint64_t rlimit; /* z3's deterministic resource limit; 0: none */
    double guard; /* seconds after which it is taken for hung, of its own time in libz3; 0: never */
    bool counted; /* its units are counted at once, whether they are limited or not */
} engine_limits;

/* Assumptions are Bool terms. `limits` may be NULL. */
engine_answer engine_check(engine *e, const term_id *assumptions, size_t n,
                           const engine_limits *limits);
engine_why engine_why_unknown(const engine *e);
/* One line for the user: what the solver or we have to say about the last answer. */
const char *engine_reason(const engine *e);

/* After sat: what the solver says of every free declaration in the assertions. False with a reason
 * when no model can be had. */
bool engine_model(engine *e, term_model *m);
/* After sat: values of terms by get-value; values[i] is 0 where the reply is no value. */
bool engine_values(engine *e, const term_id *terms, size_t n, value_id *values);
/* After unsat: the assumptions that were needed, as positions in the list given to the check. */
bool engine_core(engine *e, vec_u32 *positions);
/* "key value" lines of the solver's statistics, and our own counters. */
typedef struct engine_counters {
    uint64_t checks, sat, unsat, unknown, restarts, crashes;
    uint64_t why[ENGINE_WHY_COUNT]; /* the unknown ones */
    uint64_t
        units; /* z3's, of the checks that count or limit them; of the latter not the last few */
    double seconds;       /* wall time inside checks */
    uint64_t peak_memory; /* of the children */
} engine_counters;
const engine_counters *engine_counts(const engine *e);
void engine_statistics(engine *e, strbuf *out);
/* "z3 4.8.12", "cvc5 1.0.3", … */
const char *engine_name(const engine *e);

#endif

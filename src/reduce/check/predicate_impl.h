/* Inside of the predicates: what is remembered of the original, and one look at one script. */
#ifndef TANDEM_REDUCE_CHECK_PREDICATE_IMPL_H
#define TANDEM_REDUCE_CHECK_PREDICATE_IMPL_H

#include "reduce/check/predicate.h"

typedef enum predicate_kind {
#define PREDICATE(id, name, argument, solvers, help) PREDICATE_##id,
    PREDICATES(PREDICATE)
#undef PREDICATE
        PREDICATE_COUNT
} predicate_kind;

typedef struct one_check {
    predicate_kind kind;
    const char *text; /* "": none */
    double seconds;
    double factor; /* of CPU times, instead; 0: not */
    runner_verdict verdict;
} one_check;

struct predicate {
    predicate_config config;
    solver_command *command;
    VEC(solver *) solvers; /* of the first job, then copies for the second, … */
    size_t n_solvers;      /* of one job */
    VEC(one_check) checks;
    bool learned;
    VEC(answer) seen; /* of each solver for the original, where answers differ */
    strbuf signature; /* of the crash of the original */
};

/* One look at one script. Solvers are asked when a check first wants to know. */
typedef struct look {
    predicate *p;
    size_t job;                             /* whose solvers are asked */
    const volatile sig_atomic_t *interrupt; /* may be NULL */
    const char *text;
    size_t n;
    size_t checks; /* answers that the script asks for */
    VEC(runner_result) results;
    VEC(bool) asked;
    bool learning, stopped;
    double slowest; /* wall seconds of the longest run */
    strbuf why;
} look;

/* Does everything that is checked hold? `why` says what was seen. */
bool predicate_look(look *l);

#endif

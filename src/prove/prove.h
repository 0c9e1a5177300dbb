/* Proving the assertions of a program: loop invariants from a portfolio of learners, or a run that
 * breaks one. Opaque-free programs, mathematical integers.
 *
 * `proved` rests on one thing: the invariants that are returned were checked, transition by
 * transition, by a fresh SMT engine that refuted every way out. Where there are none, all runs were
 * looked at: unrolled to their ends, or executed if there is one only. `violated` comes with a run that
 * was executed by the evaluator. Everything else is `unknown`, with what was tried. */
#ifndef TANDEM_PROVE_PROVE_H
#define TANDEM_PROVE_PROVE_H

#include "prove/limits.h"
#include "prove/run/run.h"
#include "solve/external/external.h"

/* What configurations mean where they say 0; the options of `tandem prove` have the same defaults. */
enum { PROVE_K = 64 };
#define PROVE_CALL_SECONDS 0.5

/* Proofs without invariants: all runs were looked at. */
#define PROVE_UNROLLED "complete unrolling"
#define PROVE_ONLY_RUN "its only run"

typedef enum prove_verdict {
    PROVE_PROVED,
    PROVE_ALMOST, /* no counterexample was found by running it */
    PROVE_VIOLATED,
    PROVE_UNKNOWN
} prove_verdict;

/* Who looks for counterexamples. */
typedef enum prove_teacher {
    PROVE_AUTO,  /* SMT; with opaque operations that can be run: both */
    PROVE_SMT,   /* an SMT engine; opaque operations may be any functions */
    PROVE_FUZZ,  /* executions only */
    PROVE_HYBRID /* an SMT engine where it knows, executions and the closed-box solver elsewhere */
} prove_teacher;

typedef struct prove_config {
    listener listener;
    double seconds;       /* 0: no limit */
    uint64_t units;       /* of z3, in all questions of a teacher; 0: no limit */
    bool quick;           /* only what is cheap */
    const char *learners; /* names of those that may be used, with commas; NULL: all */
    prove_teacher teacher;
    struct box_set *boxes;                   /* the opaque operations; NULL: they cannot be run */
    const struct inv_grammar *grammar;       /* of all invariants; NULL: any are good */
    const prove_limits *limits;              /* NULL: the defaults */
    const struct solve_limits *solve_limits; /* of the closed-box solver: the same */
    const struct fuzz_limits *fuzz_limits;   /* of its fuzzer: the same */
    uint64_t seed;
    unsigned k;             /* steps of exploration from one state; 0: PROVE_K */
    bool single;            /* learn from one counterexample at a time */
    uint64_t effort;        /* multiplies the budgets of executions; 0: 1 */
    double call_seconds;    /* of one opaque operation; 0: PROVE_CALL_SECONDS */
    const ir_system *ideal; /* the program with ideal integers (ideal.h); NULL: none */
    const ir_system *exact; /* the same with all that matters asserted (ir_options.exact) */
    struct real_runs *real; /* how runs are executed with foreign code; NULL: there is none */
    struct hunt *hunt;      /* native runs (native/hunt.h); NULL: none */
    const external_config
        *outside; /* other fuzzers get the candidates (run/outside.h); NULL: none */
} prove_config;

/* How sure one condition of the invariant is: that of one transition. */
typedef enum prove_sureness {
    PROVE_BY_SMT,      /* refuted by SMT: for any opaque operations */
    PROVE_BY_VALUES,   /* refuted by SMT with observed values of opaque operations */
    PROVE_BY_EXECUTION /* no counterexample in executions */
} prove_sureness;

/* What is known of undefined behaviour. */
typedef enum prove_undefined {
    PROVE_UNDEFINED_NO_PLACE, /* the program has no place for it, or it was not asked for */
    PROVE_UNDEFINED_EXCLUDED, /* no run has it */
    PROVE_UNDEFINED_FOUND,    /* the run has it, at its end */
    PROVE_UNDEFINED_NOT_MET,  /* no execution had it (of programs that are almost correct) */
    PROVE_UNDEFINED_OPEN      /* neither */
} prove_undefined;

/* What a proof takes for granted of opaque code. */
typedef struct prove_assumption {
    const char *name; /* of the function; the program's */
    bool changes;     /* that it changes no variable of the program; else: that it depends on its
                         arguments only */
    uint64_t calls;   /* so many agree */
} prove_assumption;

typedef struct prove_result {
    prove_verdict verdict;
    term_vec *invariants; /* when (almost) proved: the conjuncts for each cut point (none at the
                             entry) */
    size_t n_cuts;
    const ir_system *proof;      /* when proved with ideal integers: what the invariants are of */
    const char *learner;         /* who found them; or one of PROVE_UNROLLED, PROVE_ONLY_RUN, */
    uint64_t complete;           /* then: how many steps that were. Else 0 */
    uint64_t deepest;            /* steps of the longest execution in which no fault was met */
    const struct hunt *hunted;   /* when violated by a native run: it has that; else NULL */
    run run;                     /* when violated … */
    const ir_system *run_system; /* … of this one; NULL: the one that was asked about */
    strbuf needs;                /* what a run needed of foreign functions that they did not give */
    VEC(prove_assumption) assumed; /* of (almost) proved programs; set by opened_weigh */
    strbuf reason;                 /* when unknown */
    VEC(prove_sureness) sureness;  /* of each transition, when almost proved */
    prove_undefined undefined;     /* set by prove_program (undefined.h) */
    VEC(const ir_transition *)
    open;         /* places of undefined behaviour that are not excluded, when (almost) proved */
    strbuf crash; /* when violated by an opaque operation that crashed: how */
    uint64_t executions; /* of steps */
    uint64_t states;     /* that the final check began with */
    uint64_t counterexamples;
    uint64_t unanswered; /* opaque calls that did not return, or ended the process */
    uint64_t questions;  /* to SMT engines */
    double seconds;
    bool unwritten; /* a program for other fuzzers could not be written */
} prove_result;

/* The first of the names, separated by commas, that no learner has (caller frees); NULL: there is none. */
char *prove_unknown_learner(const char *names);
void prove(const ir_system *s, const prove_config *config, prove_result *result);
/* Only whether these invariants (conjuncts for each cut point) prove the program. On PROVE_UNKNOWN
 * the reason says where they fail, with a state. */
void prove_check(const ir_system *s, const prove_config *config, const term_vec *conjuncts,
                 prove_result *result);
void prove_result_free(prove_result *r);

#endif

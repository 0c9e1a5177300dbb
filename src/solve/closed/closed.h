/* Deciding formulas that call closed boxes.
 *
 * An SMT engine that sees the boxes as uninterpreted functions and a fuzzer that runs them exchange
 * constraints. `sat` is only said of a model that our evaluator confirmed with real calls, repeated
 * in a fresh worker; `unsat` only when the SMT engine refuted the formula together with facts that
 * were observed of the boxes (confirmed too). The facts of each box stand behind one literal, so
 * that they can be withdrawn when the box turns out to be no function.
 *
 *   cdfl    the conflict-driven fuzz loop: the fuzzer solves the box constraints, the SMT engine
 *           completes its partial model, and the literals of a conflict go to the fuzzer;
 *   fuzz    everything to the fuzzer;
 *   active  the SMT engine proposes, the boxes refute (each refutation is a new fact);
 *   bits    the same over bit-vectors only, calls as constants and what is learned bit by bit: a baseline;
 *   auto    a portfolio of the three with growing budgets, and of what is worth trying besides: all
 *           combinations where bounds leave few, complete tables of small boxes, guesses of what a
 *           box computes, and what lies near a point that is known (solve/near).
 *
 * Budgets count executions, calls and what z3 counts: the seed decides what happens, the clock only
 * when it ends. Boxes under quantifiers: quantified.c. */
#ifndef TANDEM_SOLVE_CLOSED_CLOSED_H
#define TANDEM_SOLVE_CLOSED_CLOSED_H

#include "box/box.h"
#include "engine/engine.h"
#include "fuzz/limits.h"
#include "solve/external/external.h"
#include "solve/limits.h"
#include "solve/models/models.h"

struct question;

/* Who found the answer, as far as anybody wants to count it. */
typedef enum closed_member {
    CLOSED_BY_OTHERS,
    CLOSED_BY_PROPOSAL,   /* the point that was given as a proposal */
    CLOSED_BY_TRANSPLANT, /* what stands somewhere was copied */
    CLOSED_BY_SEARCH
} closed_member;

/* Effort for answers near a known point. */
typedef struct closed_near_effort {
    uint64_t transplants, row_climbs, climbs, executions; /* executions of the question */
    uint64_t calls;                                       /* of boxes */
} closed_near_effort;

typedef enum closed_mode {
    CLOSED_AUTO,
    CLOSED_CDFL,
    CLOSED_FUZZ,
    CLOSED_ACTIVE,
    CLOSED_BITS
} closed_mode;

typedef struct closed_config {
    closed_mode mode;
    engine_config engine; /* of the SMT engine this solver makes for itself … */
    struct engine *smt;   /* … unless this is given: used between a push and a pop */
    uint64_t seed;
    double deadline;                /* clock_wall; 0: none */
    const solve_limits *limits;     /* NULL: the defaults */
    const fuzz_limits *fuzz_limits; /* the same */
    uint64_t max_iterations;        /* of the loop; 0: no limit */
    uint64_t jobs;                  /* workers of a sweep at the same time; 0: 1 */
    uint64_t thrift; /* divides the budgets of points, executions, steps and z3's resources; 0: 1 */
    const volatile sig_atomic_t *interrupt; /* may be NULL */
    bool want_core;                         /* of unsat, in few assertions */
    bool no_classes, no_pool, no_facts, no_jit, no_guess, no_disjuncts, no_trail, no_lemmas,
        no_implied; /* ablations */
    bool
        lazy_start; /* the conflict-driven loop begins with the literals that call boxes, and nothing else */
    models_use models;               /* of library functions */
    const external_config *external; /* another fuzzer, a file for its programs; NULL: neither */
    const decl_id *behind; /* boxes that are called by boxes of the formulas (callbacks) … */
    uint32_t n_behind;     /* … and have to be confirmed with them */
    /* The same formulas as a question near a known point, with a proposal in its values (near/):
     * then this is about one place in one run, its effort is `near_effort`, and little else is
     * tried. NULL: the solver makes one itself. */
    struct question *near;
    closed_near_effort near_effort;
    uint64_t near_try_all; /* all inputs are tried where they are at most so many */
    const value_id *words; /* values that boxes see otherwise than through the formulas: memory */
    size_t n_words;
    /* Told what happens, one line at a time; may be NULL. */
    void (*explain)(void *context, const char *line);
    void *explain_context;
    /* What takes long: a line instead of the one before, NULL: none any more; may be NULL. */
    void (*progress)(void *context, const char *line);
    void *progress_context;
} closed_config;

/* What is counted: COUNTER(name). */
#define CLOSED_COUNTERS(COUNTER)                                                      \
    COUNTER(iterations) /* of the conflict-driven loop */                             \
    COUNTER(fuzz_runs)                                                                \
    COUNTER(fuzz_microseconds) /* of these, with their compilers */                   \
    COUNTER(executions)        /* of bytecode, by the fuzzer */                       \
    COUNTER(crashes)           /* calls and workers of the fuzzer that ended badly */ \
    COUNTER(smt_checks)                                                               \
    COUNTER(implied_checks) /* of literals without boxes, for what follows … */       \
    COUNTER(implied)        /* … and what was found */                                \
    COUNTER(facts)          /* told to the SMT engine */                              \
    COUNTER(learned)        /* literals and clauses told to the fuzzer */             \
    COUNTER(lemmas)         /* of these, conflicts that were widened */               \
    COUNTER(points)         /* combinations looked at where all were tried */

typedef struct closed_counters {
#define COUNTER(name) uint64_t name;
    CLOSED_COUNTERS(COUNTER)
#undef COUNTER
} closed_counters;

typedef struct closed_result {
    engine_answer answer;
    engine_why why;      /* of unknown: a limit, an interruption, or that nobody knows more */
    char *reason;        /* of unknown; a remark otherwise; or NULL. Owned by the result */
    bool rests_on_boxes; /* of unsat: facts about boxes were used; of sat: for what holds for all */
    vec_u32 core;     /* of unsat: the assertions that were needed, perhaps more than once; owned */
    box_scope scope;  /* of unsat: what it says; BOX_SCOPE_PLACE: there, and nowhere else */
    closed_member by; /* of sat */
    closed_counters counts;
} closed_result;

typedef struct closed_problem {
    term_bank *bank;
    box_set *boxes;
    const term_id *assertions;
    size_t n;
    term_model
        *model; /* filled on sat: free constants and other free functions; boxes are themselves */
} closed_problem;

/* Decides the conjunction of the assertions. */
closed_result closed_solve(const closed_problem *p, const closed_config *config);
void closed_result_free(closed_result *r);

#endif

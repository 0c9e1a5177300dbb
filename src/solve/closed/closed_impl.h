/* The inside of the closed-box solver, shared by its loops. */
#ifndef TANDEM_SOLVE_CLOSED_CLOSED_IMPL_H
#define TANDEM_SOLVE_CLOSED_CLOSED_IMPL_H

#include "base/map.h"
#include "base/strbuf.h"
#include "solve/closed/closed.h"
#include "solve/prepare/fields.h"
#include "solve/prepare/flat.h"
#include "solve/closed/fuzz_step.h"
#include "solve/prepare/literals.h"
#include "term/eval/eval.h"

typedef struct closed {
    term_bank *bank;
    box_set *boxes;
    const closed_config *config;
    const solve_limits *limits;
    engine *smt;
    fuzz_stepper *fuzz;
    term_vec literals;      /* what must hold … */
    vec_u32 origins;        /* … and the assertion that says it */
    term_vec implied;       /* what those without boxes imply of their constants (solve/implied) */
    field_constants fields; /* what stands for structs in them … */
    flat_arrays flat;       /* … and for arrays */
    term_vec guards;        /* the tracking constant of each literal, in the SMT engine */
    vec_u32 box_decls;      /* boxes that occur … */
    term_vec box_guards;    /* … and the literal behind which their facts stand */
    term_vec constants;     /* the free constants … */
    bool functions;         /* … and whether there are free functions besides the boxes */
    term_vec box_calls;     /* calls of boxes in the literals, without bound variables */
    size_t facts_noted;     /* facts of the set that have been looked at for the SMT engine */
    vec_u32 used;           /* calls for the last model, as boxes_confirm_calls wants them */
    map noted;              /* equations that the SMT engine has or gets … */
    term_vec unsent;        /* … at its next check */
    term_id avoid;       /* the literal behind which points without value are forbidden; 0: none */
    term_vec guesses;    /* what each box might compute; 0: no idea */
    uint64_t smt_rlimit; /* limit of one SMT check; 0: only the deadline */
    bool smt_counted;    /* whether its units are counted */
    bool guess_hopeless; /* no small term does what some box does */
    bool guess_open;     /* the SMT engine needs more time for them … */
    uint64_t attempts;   /* … or more luck: how often it was asked */
    bool quantified_box; /* a box is called under a quantifier that was not expanded */
    eval_reason why_not; /* of the last model that was tried: EVAL_OK when it was just wrong */
    bool exhausted;      /* the fuzzer has tried all inputs */
    bool few_results;    /* in its last run a box gave few results */
    struct closed_sweeper *sweeper; /* of closed_sweep; NULL before the first */
    bool core_known;                /* of unsat: result->core has what was needed; else all was */
    bool is_reduced;
    term_vec reduced;         /* closed_reduced: the literals … */
    literals_classes classes; /* … without what equations define */
    closed_result *result;
    term_model *model; /* the answer's */
} closed;

typedef enum closed_step {
    STEP_GO_ON,  /* undecided; something was learned or a budget is used up */
    STEP_STUCK,  /* undecided, and trying again in the same way is useless */
    STEP_DECIDED /* result is set */
} closed_step;

void closed_explain(closed *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
void closed_explain_term(closed *c, const char *what, term_id t);
/* Out of time or interrupted: the result is set to unknown. */
bool closed_over(closed *c);
closed_step closed_answer(closed *c, engine_answer answer, const char *reason);
/* A box was caught answering differently on equal inputs: nothing that rests on it can be said. */
void closed_give_up_on(closed *c, decl_id d);
/* Notes a truth about a box for the SMT engine's next check, behind the box's literal. */
void closed_note(closed *c, decl_id d, term_id fact);
/* Notes what has been observed since the last time, for the SMT engine's next check. */
void closed_note_facts(closed *c);
/* Limits of one check: what z3 counts (0: no limit), and the deadline. */
engine_limits closed_limits(const closed *c, uint64_t rlimit);
/* Whether the engine counts units for us: libz3 does. */
bool closed_counts_units(const closed *c);
/* SMT check of all literals under further assumptions; *core gets the positions needed after unsat:
 * 0 .. literals-1 are literals, then one for each box, then the assumptions. */
engine_answer closed_check_smt(closed *c, const term_id *assumptions, size_t n, vec_u32 *core);
/* After an unsat whose core has no assumption: decides, after confirming the facts that were used.
 */
closed_step closed_refuted(closed *c, const vec_u32 *core);
/* boxes_evaluate, for a model that the SMT engine has to do with: also what was known already may
 * be new to it. `context` is the solver. */
value_id closed_evaluate(void *context, decl_id d, const value_id *args, uint32_t n);
/* Whether all of the terms are true in the answer's model, with the boxes called for real. If not:
 * EVAL_OK when one is false, else why nothing can be said. */
bool closed_holds(closed *c, const term_vec *terms, eval_reason *why);
/* The core of an unsat (core.c): the assertions of these literals (positions as closed_check_smt gives them), or
 * those that hang together with a constant. */
void closed_core_literals(closed *c, const vec_u32 *core);
void closed_core_around(closed *c, decl_id constant);
/* Is the answer's model true of the real boxes? Decides `sat` if it is, after confirming the calls.
 */
closed_step closed_try_model(closed *c);
/* After a check that said sat: the same with the SMT engine's model; false when it gives none. */
bool closed_try_engine(closed *c, closed_step *step);
/* What the fuzzer saw of the boxes is not what they answer now: asks them all again, so that one
 * that is no function is known as such. */
void closed_suspect(closed *c);

/* One run of the fuzzer on these constraints, by way of their equivalence classes; what it finds
 * gets into `found`, also for the constants that the classes took out. `trail`: fuzz_task. */
fuzz_step_result closed_fuzz(closed *c, const term_vec *constraints, uint64_t executions,
                             bool trail, term_model *found);
/* Whether running it again on the same constraints is useless. */
static inline bool closed_fuzz_stuck(const fuzz_step_result *r)
{
    return r->trouble || r->outcome == FUZZ_EXHAUSTED;
}

/* The literals with equations put in and simplified, made once; `c->classes` says what became of the
 * constants that are gone. */
const term_vec *closed_reduced(closed *c);

/* Asks the SMT engine what the literals without boxes leave their constants: values, bounds, bits, remainders. They
 * join the reduced literals and c->implied, and where few combinations are left all are tried. STEP_STUCK: nothing new. */
closed_step closed_implied(closed *c);

/* closed_solve for assertions without definitions, and without quantifiers over boxes that could be taken out
 * (quantified.c). */
closed_result closed_solve_plain(const closed_problem *p, const closed_config *config);

/* Runs the loop of the configured mode, or the portfolio. */
void closed_run(closed *c);

/* How often the SMT engine may propose. */
typedef struct active_budget {
    uint64_t steps;
    uint64_t units; /* that may be spent on them; 0: any number */
    uint64_t least; /* steps that are made nevertheless */
} active_budget;

/* The loops. */
closed_step closed_active(closed *c, const active_budget *budget);
/* The same with calls as constants and their answers bit by bit (bits.c); STEP_STUCK also where there is more than
 * bits. */
closed_step closed_bits(closed *c, uint64_t steps);
closed_step closed_fuzz_all(closed *c, uint64_t executions);
/* The same, led by what is new in the code of the boxes. */
closed_step closed_trail(closed *c, uint64_t executions);
closed_step closed_tables(closed *c);
typedef struct exhaust_limits {
    uint64_t points, calls; /* combinations of values; calls that were never made before */
} exhaust_limits;
closed_step closed_exhaust(closed *c, const exhaust_limits *limits);
/* A slice of trying everything at the speed of the boxes (sweep.c): STEP_GO_ON when more slices make
 * sense, with larger domains perhaps. */
typedef struct sweep_budget {
    uint64_t points;  /* in this slice, of each part of the formula */
    double seconds;   /* the same */
    uint64_t largest; /* domain that is begun with */
} sweep_budget;
closed_step closed_sweep(closed *c, const sweep_budget *budget);
void closed_sweep_free(closed *c);
/* Constants one after the other, along the constraints (along.c): for many boxes in a row. */
closed_step closed_along(closed *c, uint64_t seed);
/* With a guess of what the boxes compute; `rlimit` for each check. */
closed_step closed_surrogate(closed *c, uint64_t steps, uint64_t rlimit);
/* Whether there are models of all boxes. */
bool closed_all_known(closed *c);

/* Answers near a known point: what stands in memory copied into texts, rows of calls, hill
 * climbing. With a proposal in q->values, which is tried first. `try_all`: with a search in the end,
 * which tries all inputs where they are at most so many. */
closed_step closed_near(closed *c, struct question *q, const closed_near_effort *effort,
                        uint64_t try_all);
/* The literals as a question from what the SMT engine proposed last, if their calls see texts; else
 * NULL. To be freed with closed_question_free. */
struct question *closed_question(closed *c);
void closed_question_free(struct question *q);

/* Equations of constants with values that conflict with the literals, each widened to an interval as far as all
 * together still do; false: none could be (lemma.c). */
bool closed_lemma(closed *c, const term_vec *equations, term_vec *widened);

typedef struct cdfl cdfl;
cdfl *cdfl_new(closed *c);
void cdfl_free(cdfl *l);
closed_step cdfl_iterate(cdfl *l, uint64_t executions);

#endif

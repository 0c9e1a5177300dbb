/* The inside of the closed-box solver, shared by its loops. */
#ifndef TANDEM_SOLVE_CLOSED_IMPL_H
#define TANDEM_SOLVE_CLOSED_IMPL_H

#include "base/map.h"
#include "base/strbuf.h"
#include "solve/closed.h"
#include "solve/fuzz_step.h"
#include "solve/literals.h"
#include "term/eval.h"

typedef struct closed {
    term_bank *bank;
    box_set *boxes;
    const closed_config *config;
    engine *smt;
    fuzz_stepper *fuzz;
    term_vec literals;   /* what must hold */
    term_vec guards;     /* the tracking constant of each literal, in the SMT engine */
    vec_u32 box_decls;   /* boxes that occur … */
    term_vec box_guards; /* … and the literal behind which their facts stand */
    term_vec constants;  /* the free constants … */
    bool functions;      /* … and whether there are free functions besides the boxes */
    size_t facts_sent;   /* facts of the set that the SMT engine has */
    term_vec guesses;    /* what each box might compute; 0: no idea */
    double smt_seconds;  /* limit of one SMT check; 0: only the deadline */
    bool guess_hopeless; /* no small term does what some box does */
    bool guess_open;     /* the SMT engine needs more time for them */
    bool quantified_box;
    eval_reason why_not; /* of the last model that was tried: EVAL_OK when it was just wrong */
    bool exhausted;      /* the fuzzer has tried all inputs */
    closed_result *result;
    term_model *model; /* the answer's */
} closed;

typedef enum closed_step {
    STEP_GO_ON,  /* undecided; something was learned or a budget is used up */
    STEP_STUCK,  /* undecided, and trying again in the same way is useless */
    STEP_DECIDED /* result is set */
} closed_step;

void closed_explain(closed *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Out of time or interrupted: the result is set to unknown. */
bool closed_over(closed *c);
closed_step closed_answer(closed *c, engine_answer answer, const char *reason);
/* Tells the SMT engine what has been observed since the last time. */
void closed_send_facts(closed *c);
/* SMT check of all literals under further assumptions; *core gets the positions needed after unsat:
 * 0 .. literals-1 are literals, then one for each box, then the assumptions. */
engine_answer closed_check_smt(closed *c, const term_id *assumptions, size_t n, vec_u32 *core);
/* After an unsat whose core has no assumption: decides, after confirming the facts that were used.
 */
closed_step closed_refuted(closed *c, const vec_u32 *core);
/* Is the answer's model true of the real boxes? Decides `sat` if it is, after confirming the calls.
 */
closed_step closed_try_model(closed *c);
/* After a check that said sat: the same with the SMT engine's model; false when it gives none. */
bool closed_try_engine(closed *c, closed_step *step);
/* What the fuzzer saw of the boxes is not what they answer now: asks them all again, so that one
 * that is no function is known as such. */
void closed_suspect(closed *c);

/* The loops. */
closed_step closed_active(closed *c, uint64_t steps);
closed_step closed_fuzz_all(closed *c, uint64_t executions);
closed_step closed_tables(closed *c);
/* With a guess of what the boxes compute; `seconds` for each check. */
closed_step closed_surrogate(closed *c, uint64_t steps, double seconds);

typedef struct cdfl cdfl;
cdfl *cdfl_new(closed *c);
void cdfl_free(cdfl *l);
closed_step cdfl_iterate(cdfl *l, uint64_t executions);

#endif

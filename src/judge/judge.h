/* The judge: given a formula, what is known about its answer, and what solvers said, who is wrong?
 *
 * Two steps. judge_suspect is quick and runs for every formula: it compares answers with the
 * expectation and with each other, and evaluates models with our own evaluator. judge_confirm runs
 * for the few suspicions: the accused solver again in a fresh process, then the other solvers and
 * the evaluator as witnesses. A finding is confirmed only if the accused is contradicted by
 * evidence that does not rest on it:
 *   sat that should be unsat: the expectation is certain, or two other lineages say unsat and the
 *     accused has no model, or one that our evaluator rejects;
 *   unsat that should be sat: our evaluator confirms a model (from the expectation's certificate or
 *     from any other solver); or the accused itself says sat with such values put in; or the
 *     expectation is certain;
 *   wrong model: our evaluator finds an assertion false, whatever underspecified operators mean;
 *   wrong core: another solver finds a model of it which our evaluator confirms.
 * Votes alone convict nobody: what only they decide, or only our evaluator against all, is
 * DISPUTED. */
#ifndef TANDEM_JUDGE_JUDGE_H
#define TANDEM_JUDGE_JUDGE_H

#include "judge/finding.h"
#include "judge/limits.h"
#include "smtlib/script/formula.h"
#include "solver/solver.h"
#include "term/value/model.h"

typedef enum certainty {
    CERTAIN_NOTHING,      /* no expectation: only solvers against each other */
    CERTAIN_LABEL,        /* a label of the file */
    CERTAIN_CONSTRUCTION, /* follows from the labels of the seeds */
    CERTAIN_EVALUATION,   /* follows from what our evaluator says of one assignment */
    CERTAIN_MODEL         /* sat: our evaluator confirmed a model */
} certainty;

const char *certainty_name(certainty c);

typedef struct judge_case {
    term_bank *bank;
    const formula *formula;
    const char *text; /* the script as the accused got it, without get-model; NULL: as printed */
    answer expected;  /* NONE: nothing is known */
    certainty certain;
    const term_model *model; /* of CERTAIN_MODEL; may be NULL */
    /* Of an incremental script (`text`): what each check should answer. Then only answers and
     * crashes are judged, not models. NULL: a formula. */
    const answer_list *each;
} judge_case;

typedef struct judge_run {
    solver *solver;
    const char *options; /* more words of the command line; NULL: none */
    const char *text;    /* the script that it was asked; NULL: as script_print has it */
    runner_result result;
} judge_run;

typedef struct judge_limits {
    runner_limits run;
    double slow_factor; /* a performance finding: this many times slower than the slowest other… */
    double slow_floor;  /* …and at least this many seconds; 0: no such findings */
    bool regressions;   /* older builds of a solver are under test beside it */
    const hearing_limits *hearing; /* NULL: the defaults */
    const volatile sig_atomic_t *interrupt;
    double *spent; /* wall time in solvers, of all questions, is added here; may be NULL */
} judge_limits;

typedef VEC(finding) finding_list;

/* Is there anything in the formula whose value is free? One without that is false or true. */
bool judge_has_choice(const judge_case *c);

/* Adds a finding (state SEEN, without story and unit) for each suspicion. */
void judge_suspect(const judge_case *c, const judge_run *runs, size_t n, const judge_limits *limits,
                   finding_list *out);
/* Becomes CONFIRMED, DISPUTED or DISMISSED; evidence, message and signature are filled in. `solvers` are all
 * that there are, the accused among them (found by its command). */
void judge_confirm(finding *f, const judge_case *c, solver *const *solvers, size_t n,
                   const judge_limits *limits);

/* Does a solver's (get-model) reply in `output` hold? FALSE only when no interpretation of
 * underspecified operators would save it. UNDETERMINED with *why set to a constant text. */
typedef enum model_verdict {
    MODEL_NONE,
    MODEL_TRUE,
    MODEL_FALSE,
    MODEL_UNDETERMINED
} model_verdict;
model_verdict judge_model(const judge_case *c, const char *output, strbuf *why);

#endif

/* The teacher: answers questions about steps of a transition system by SMT.
 *
 * An invariant is a formula over the program's variables for each cut point. It is inductive when
 * no transition leads out of it, and safe when no fault is possible from it; what `proved` rests on
 * is teacher_confirms, in an engine that has seen nothing else. */
#ifndef TANDEM_PROVE_SMT_TEACHER_H
#define TANDEM_PROVE_SMT_TEACHER_H

#include "base/strbuf.h"
#include "engine/engine.h"
#include "prove/listener.h"
#include "prove/limits.h"
#include "prove/smt/instances.h"
#include "program/system.h"

typedef enum teacher_answer { TEACHER_HOLDS, TEACHER_BROKEN, TEACHER_UNSURE } teacher_answer;

typedef struct teacher {
    const prove_limits *limits;
    const ir_system *system;
    engine *engine;
    term_model *model;  /* after TEACHER_BROKEN: variables and inputs of the step */
    double deadline;    /* clock_wall; 0: none */
    uint64_t rlimit;    /* of one question, in the solver's units */
    uint64_t budget;    /* of all, in the same units; 0: no limit */
    uint64_t questions; /* how many were asked */
    term_vec names;     /* the variables' terms */
    map choices;        /* that have a name in questions (choices.h) */
    bool thorough;      /* what instances do not refute is asked with quantifiers too */
    instances
        instances; /* its witnesses are indices at which a model breaks what holds of all elements */
    listener listener;
    struct box_set *boxes; /* opaque operations, for executions; NULL: they cannot be run */
} teacher;

/* False with *error set when there is no solver. The bank must be shared. */
bool teacher_start(teacher *t, const ir_system *s, const prove_limits *limits, double deadline,
                   char **error);
void teacher_end(teacher *t);
/* Is there no step of `transition` from a state in `before` to one outside `after`? (`after` is not
 * looked at for a fault: then any step breaks it.) */
teacher_answer teacher_step(teacher *t, const ir_transition *transition, term_id before,
                            term_id after);
/* The same, with the conjuncts of `before` as assumptions; after TEACHER_HOLDS the positions of
 * those that were needed are appended. */
teacher_answer teacher_needs(teacher *t, const ir_transition *transition, const term_vec *before,
                             term_id after, vec_u32 *needed);
/* Are the formulas (one for each cut point; that of the entry is true) inductive and safe? On
 * TEACHER_BROKEN *broken is the transition. */
teacher_answer teacher_check(teacher *t, const term_id *invariant, const ir_transition **broken);
/* A formula over the variables after a transition, as one over those before it. */
term_id teacher_after(const teacher *t, const ir_transition *transition, term_id formula);
/* The deadline is over, or the budget is used up. */
bool teacher_expired(const teacher *t);
/* Appends the shown variables' values before (or, with a transition, after) the step of the
 * teacher's model. */
void teacher_state_text(const teacher *t, const ir_transition *after, strbuf *out);

#endif

/* The learner: the strongest inductive invariant of a vocabulary (Houdini, with the affine hull and
 * bounds among the candidates). It begins with nothing and is shown the state behind every step
 * that leads out of what it has, until there is none. */
#ifndef TANDEM_PROVE_SMT_LEARN_H
#define TANDEM_PROVE_SMT_LEARN_H

#include "prove/walk/walk.h"
#include "prove/invariant/vocabulary.h"
#include "prove/smt/teacher.h"

typedef enum learn_result {
    LEARN_SAFE, /* inductive, and no fault from it */
    LEARN_WEAK, /* inductive, but too weak */
    LEARN_STUCK /* a question without an answer, or no time */
} learn_result;

/* Conditions that tell cases apart: there is a portrait for each case (a decision tree
 * whose nodes are these). */
enum { LEARN_MAX_SPLITS = 2 };
typedef struct learn_cases {
    term_id splits[LEARN_MAX_SPLITS];
    size_t n;
} learn_cases;

/* The conjuncts found for each cut point are appended to conjuncts[cut], unless it is stuck. `cases` may be NULL, as
 * may be `examples`: reachable states, which it is shown first. */
learn_result learn(teacher *t, const vocabulary_config *config, const learn_cases *cases,
                   const walk_states *examples, term_vec *conjuncts);

#endif

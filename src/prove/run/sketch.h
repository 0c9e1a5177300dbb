/* The strongest invariant of a vocabulary that holds of all states it was shown, in machine words:
 * what a portrait (shape.h) is among terms. One for all cut points; made of conjuncts, each of
 * which can be evaluated by itself and said as a term. */
#ifndef TANDEM_PROVE_RUN_SKETCH_H
#define TANDEM_PROVE_RUN_SKETCH_H

#include "prove/run/steps.h"
#include "prove/run/vocabulary.h"

typedef enum conjunct_kind {
    CONJUNCT_EQUATION, /* constant + sum of coefficients * columns = 0 */
    CONJUNCT_MATCH,    /* column i equals column k */
    CONJUNCT_BOUND,    /* direction i is at most `bound` */
    CONJUNCT_CLAUSE,   /* condition i or condition k (which may be the same) */
    CONJUNCT_NEVER     /* nothing comes here */
} conjunct_kind;

enum { NO_SPLIT = UINT32_MAX };

typedef struct conjunct {
    conjunct_kind kind;
    uint32_t cut;
    uint32_t i, k;
    word bound;
    uint32_t split;     /* of an equation: it holds only where this condition … */
    bool side;          /* … has this value; NO_SPLIT: everywhere */
    word *coefficients; /* of an equation: n_linear + 1, the constant first */
} conjunct;

typedef VEC(conjunct) conjunct_vec;

typedef enum truth { TRUTH_FALSE, TRUTH_TRUE, TRUTH_NO_VALUE } truth;

typedef struct sketch sketch;

/* `s` was initialised with the columns and then the conditions as extra terms. */
sketch *sketch_new(const vocabulary *v, steps *s);
void sketch_free(sketch *sk);
/* Shows a state at a cut point. */
void sketch_show(sketch *sk, uint32_t cut, const word *frame);
/* False: no state was shown there. */
bool sketch_begun(const sketch *sk, uint32_t cut);
/* Its conjuncts at a cut point; they stay valid until the next sketch_show there. */
const conjunct_vec *sketch_conjuncts(sketch *sk, uint32_t cut);
/* All of them at the state that steps_look was called with last; *first (may be NULL) is one that
 * is false. */
truth sketch_holds(sketch *sk, uint32_t cut, const conjunct **first);

/* At the state that steps_look was called with last. */
truth conjunct_holds(const vocabulary *v, steps *s, const conjunct *c);
/* How far an equation or match is from holding: signed, 0 where it holds. False: no value, or not a
 * number at all (a bound has one, a clause has none). */
bool conjunct_residual(const vocabulary *v, steps *s, const conjunct *c, word *residual);
term_id conjunct_term(const vocabulary *v, const conjunct *c);
/* Larger is harder to read. */
unsigned conjunct_cost(const vocabulary *v, const conjunct *c);
/* A condition as a conjunct: of a given equation the match of its sides. */
conjunct conjunct_of_condition(const vocabulary *v, uint32_t cut, uint32_t condition);
/* A copy with coefficients of its own. */
conjunct conjunct_copy(const vocabulary *v, const conjunct *c);

#endif

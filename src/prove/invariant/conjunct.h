/* Conjuncts of invariants: one statement in the words of a vocabulary, which can be evaluated at a state, and said as a
 * term. */
#ifndef TANDEM_PROVE_INVARIANT_CONJUNCT_H
#define TANDEM_PROVE_INVARIANT_CONJUNCT_H

#include "prove/invariant/reading.h"

typedef enum conjunct_kind {
    CONJUNCT_EQUATION, /* constant + sum of coefficients * columns = 0; of machine numbers modulo 2^ring_width */
    CONJUNCT_MATCH,     /* column i equals column k */
    CONJUNCT_BOUND,     /* direction i is at most `bound` */
    CONJUNCT_REMAINDER, /* of number i by modulus k: `bound` */
    CONJUNCT_CLAUSE,    /* condition i or condition k (which may be the same) */
    CONJUNCT_TERM,      /* `term`: an equation whose coefficients are no words */
    CONJUNCT_NEVER      /* nothing comes here */
} conjunct_kind;

enum { NO_SPLIT = UINT32_MAX };

typedef struct conjunct {
    conjunct_kind kind;
    uint32_t cut;
    uint32_t i, k;
    word bound;
    term_id term;
    uint32_t split;     /* of an equation: it holds only where this condition … */
    bool side;          /* … has this value; NO_SPLIT: everywhere */
    word *coefficients; /* of an equation: n_linear + 1, the constant first */
} conjunct;

typedef VEC(conjunct) conjunct_vec;

typedef enum truth { TRUTH_FALSE, TRUTH_TRUE, TRUTH_NO_VALUE } truth;

/* Not of CONJUNCT_TERM. */
truth conjunct_holds(reading *r, const conjunct *c);
/* How far an equation, match or remainder is from holding: signed, 0 where it holds. False: no value, or not a number at
 * all (a bound has one, a clause has none). */
bool conjunct_residual(reading *r, const conjunct *c, word *residual);
/* TERM_ID_TRUE: it says nothing, or nothing that is worth a question. */
term_id conjunct_term(const vocabulary *v, const conjunct *c);
/* Positive summands on the left, the others on the right: as people write equations. */
term_id conjunct_equation_term(const vocabulary *v, const mpz_t *coefficients);
/* Larger is harder to read. */
unsigned conjunct_cost(const vocabulary *v, const conjunct *c);
/* A condition as a conjunct: of a given equation the match of its sides. */
conjunct conjunct_of_condition(const vocabulary *v, uint32_t cut, uint32_t condition);
/* A copy with coefficients of its own. */
conjunct conjunct_copy(const vocabulary *v, const conjunct *c);
/* Frees what they own, and leaves none. */
void conjuncts_clear(conjunct_vec *list);

#endif

/* What invariants of programs with opaque operations may speak about: the vocabulary of the learner
 * that only sees states.
 *
 *   columns     numbers: variables, opaque operations applied to them, products, quotients;
 *   equations   are looked for among the first columns (linear in them);
 *   matches     two columns that are equal;
 *   bounds      on one variable, or on the sum or difference of two;
 *   conditions  of the program's text, in clauses of one or two; some of them split the states,
 * with equations of their own on each side. */
#ifndef TANDEM_PROVE_RUN_VOCABULARY_H
#define TANDEM_PROVE_RUN_VOCABULARY_H

#include "prove/ctext/inv_grammar.h"
#include "prove/limits.h"
#include "prove/smt/atoms.h"
#include "prove/smt/hull.h"

typedef struct vocabulary_config {
    const prove_limits *limits; /* NULL: the defaults */
    unsigned degree;            /* of the equations */
    bool quotients;             /* variables divided by constants are columns, too */
    bool pairs;                 /* clauses of two conditions */
    bool splits;                /* on all conditions; else only on opaque ones */
    bool products;              /* of a variable and an opaque operation, for matches */
    size_t conditions;          /* how many at most */
} vocabulary_config;

typedef struct direction {
    uint32_t x, y; /* columns; y == x: only x */
    int64_t a, b;  /* coefficients, 1 or -1 */
} direction;

/* A column that is a product of two earlier ones. */
typedef struct column_product {
    uint32_t column, x, y;
} column_product;

typedef struct vocabulary {
    const prove_limits *limits;
    const ir_system *system;
    term_vec columns;
    VEC(column_product) products; /* those among the columns for equations, in their order */
    size_t n_plain;               /* the first of them are variables … */
    size_t n_linear;              /* … and the first of these are for equations */
    VEC(direction) directions;
    number_vec thresholds;
    number_vec constants; /* of the text */
    term_vec conditions;
    vec_u32 negations;     /* of each condition: which one is its negation; itself: none */
    vec_u32 splits;        /* conditions */
    vec_u32 fixed_cuts;    /* of given conditions: the cut point they are for … */
    vec_u32 fixed_columns; /* … and of equations the column of the left side, before the right one;
                              UINT32_MAX: it is none. Of a grammar's conditions the same */
    inv_sentences
        sentences; /* one of them has to be the invariant; none: any conjunction is good */
    bool pairs, matches;
} vocabulary;

void vocabulary_init(vocabulary *v, const ir_system *system, const vocabulary_config *config);
/* Nothing but given conditions (conjuncts for each cut point). */
void vocabulary_given(vocabulary *v, const ir_system *system, const prove_limits *limits,
                      const term_vec *conjuncts);
/* Nothing but conditions of a user's grammar. */
void vocabulary_of_grammar(vocabulary *v, const ir_system *system, const prove_limits *limits,
                           const inv_grammar *g);
void vocabulary_free(vocabulary *v);
/* Whether an opaque operation occurs in the term. */
bool vocabulary_opaque(const ir_program *p, term_id t);

#endif

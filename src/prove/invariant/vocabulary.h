/* What invariants may speak about: the vocabulary of all learners, whether they ask an SMT engine or only see states.
 *
 *   numbers     variables, and terms of the text (elements of arrays, quotients);
 *   columns     numbers, their products and quotients, opaque operations applied to variables;
 *   equations   are looked for among the first columns (linear in them; of machine numbers modulo a power of two);
 *   matches     two columns that are equal;
 *   bounds      on one number, or on the sum or difference of two;
 *   remainders  of numbers by constants of the text;
 *   conditions  of the program's text, also on all elements of an array, in clauses of one or two; some of them split the
 * states, with equations of their own on each side.
 *
 * The same for all cut points of a system. What is left of it at one cut point is a portrait (portrait.h), made of
 * conjuncts (conjunct.h); states are seen through readings (reading.h). */
#ifndef TANDEM_PROVE_INVARIANT_VOCABULARY_H
#define TANDEM_PROVE_INVARIANT_VOCABULARY_H

#include "program/live.h"
#include "prove/ctext/inv_grammar.h"
#include "prove/invariant/atoms.h"
#include "prove/limits.h"

typedef enum vocabulary_bounds {
    BOUNDS_NONE,
    BOUNDS_INTERVALS, /* of numbers */
    BOUNDS_OCTAGONS   /* of their sums and differences too */
} vocabulary_bounds;

typedef struct vocabulary_config {
    const prove_limits *limits; /* NULL: the defaults */
    unsigned degree;            /* of the equations: 1 to 4; 0: none */
    vocabulary_bounds bounds;
    size_t conditions; /* how many at most */
    bool pairs;        /* clauses of two conditions */
    bool remainders;
    bool arrays; /* conditions on all elements up to an index */
    bool
        narrow; /* at each loop only what may be read again behind it; else what is read again behind any */
    bool executed;  /* for machine words, with opaque operations as columns and in conditions */
    bool plain;     /* numbers are variables only */
    bool quotients; /* variables divided by constants are columns, too */
    bool splits;    /* on all conditions; else only on opaque ones */
    bool products;  /* of a variable and an opaque operation, for matches */
} vocabulary_config;

typedef struct vocabulary_number {
    term_id term;
    unsigned width; /* of machine numbers; 0: a mathematical integer */
    bool is_unsigned;
} vocabulary_number;

typedef struct direction {
    uint32_t x, y; /* numbers; b == 0: only x */
    int64_t a, b;  /* coefficients, 1 or -1 */
} direction;

/* A column that is a product of two earlier ones. */
typedef struct column_product {
    uint32_t column, x, y;
} column_product;

typedef struct vocabulary {
    const prove_limits *limits;
    const ir_system *system;
    ir_live live;
    VEC(vocabulary_number) numbers; /* that matter anywhere; at one cut point those that do there */
    size_t n_plain;                 /* the first of them are variables */
    term_vec columns;               /* numbers first (in ring_width bits) */
    VEC(column_product) products;   /* those among the columns for equations, in their order */
    size_t n_linear;                /* the first columns are for equations */
    unsigned ring_width;            /* of machine numbers; 0: mathematical integers */
    VEC(direction) directions;
    number_vec thresholds; /* of bounds, … */
    number_vec landmarks;  /* … and of those that were raised often */
    number_vec moduli;
    number_vec constants; /* of the text */
    term_vec conditions;
    term_vec tests;      /* of each condition: what is evaluated in its place, … */
    size_t first_of_all; /* … from this one on at each index that matters (arrays.h), … */
    term_id index;       /* … which this is there */
    vec_u32 negations;   /* of each condition: which one is its negation; itself: none */
    vec_u32 splits;      /* conditions */
    vec_u32 fixed_cuts;  /* of given conditions: the cut point they are for … */
    vec_u32
        fixed_columns; /* … and of equations the column of the left side, before the right one; UINT32_MAX: it is
                              none. Of a grammar's conditions the same */
    inv_sentences
        sentences; /* one of them has to be the invariant; none: any conjunction is good */
    bool pairs, matches, narrow;
    bool executed; /* coefficients of equations are small words */
} vocabulary;

void vocabulary_init(vocabulary *v, const ir_system *system, const vocabulary_config *config);
/* Nothing but given conditions (conjuncts for each cut point). */
void vocabulary_given(vocabulary *v, const ir_system *system, const prove_limits *limits,
                      const term_vec *conjuncts);
/* Nothing but conditions of a user's grammar. */
void vocabulary_of_grammar(vocabulary *v, const ir_system *system, const prove_limits *limits,
                           const inv_grammar *g);
void vocabulary_free(vocabulary *v);
/* A machine number in so many bits: what C does when it is converted to a wider type. */
term_id vocabulary_wide(const vocabulary *v, const vocabulary_number *x, unsigned width);

/* ---- vocabulary_calls.c: opaque operations --------------------------------------------------- */
/* Adds columns: opaque operations applied to variables, and products of these with variables. */
void vocabulary_add_calls(vocabulary *v, bool products);
/* Adds conditions of the text with an opaque operation in them, and their negations. */
void vocabulary_add_opaque_conditions(vocabulary *v);
/* Whether an opaque operation occurs in the term. */
bool vocabulary_opaque(const ir_program *p, term_id t);

#endif

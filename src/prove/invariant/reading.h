/* A state as invariants see it: what the columns, numbers and conditions of a vocabulary are in it. There are two
 * evaluators, of values of terms and of machine words; portraits and conjuncts do not know which one they look through. */
#ifndef TANDEM_PROVE_INVARIANT_READING_H
#define TANDEM_PROVE_INVARIANT_READING_H

#include <gmp.h>

#include "prove/invariant/vocabulary.h"
#include "prove/walk/machine.h"
#include "term/eval/eval.h"

typedef enum read_result {
    READ_VALUE,
    READ_LARGE,  /* it has one, but that is no word */
    READ_NONE,   /* nobody knows */
    READ_CRASHED /* an opaque operation that it needs has crashed */
} read_result;

typedef struct reading {
    const struct reading_kind *kind;
    const vocabulary *v;
    bool
        partial; /* what has no value counts for nothing; else the state cannot be read at all then */
} reading;

typedef struct reading_kind {
    /* Of a machine number: its bits. */
    read_result (*column)(reading *r, size_t i, word *value);
    /* As its type has it. */
    read_result (*number)(reading *r, size_t i, word *value);
    read_result (*condition)(reading *r, size_t i, bool *truth);
    /* A column that was READ_LARGE; `value` is initialised. NULL: there is none. */
    void (*large)(reading *r, size_t i, mpz_t value);
} reading_kind;

/* ---- Values of all variables ----------------------------------------------------------------- */
typedef struct reading_values {
    reading base;
    term_model *model;
    evaluator *evaluator;
    bool *
        truths; /* of conditions on all elements: at each index that matters; NULL: not known yet */
    const value_id *values;
    const vec_u32 *indices;
} reading_values;

/* `indices` (may be NULL) are indices of arrays at which something may be wrong. */
void reading_values_init(reading_values *r, const vocabulary *v, const value_id *values,
                         const vec_u32 *indices);
void reading_values_free(reading_values *r);

/* ---- Frames of machine words ----------------------------------------------------------------- */
typedef struct reading_words {
    reading base;
    machine *machine;
    size_t first_condition; /* among the terms of the machine */
    size_t indices;         /* of arrays: below this one */
    bool looked_at;         /* conditions on all elements are known: … */
    read_result *results;
    bool *truths;
} reading_words;

/* The terms that a machine has to evaluate for it: `terms` and what follows in the config is filled in. */
void reading_words_terms(const vocabulary *v, term_vec *terms, machine_config *config);
void reading_words_init(reading_words *r, const vocabulary *v, machine *m);
void reading_words_free(reading_words *r);
/* From now on it is of this frame. */
void reading_words_look(reading_words *r, const word *frame);

#endif

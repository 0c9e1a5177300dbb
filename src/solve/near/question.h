/* One question about bytes: terms that are all to hold, from a known point on. What the members of
 * this room share.
 *
 * The constants of the terms are *inputs* with the words they have at the start. Inputs that are
 * bit-vectors or floats can be changed byte by byte: each of their bytes is a *place*, and places
 * that a text goes through are neighbours. Everything is tried on the real boxes, many at a time
 * (box/words.h), and what comes out is confirmed by whoever asks. */
#ifndef TANDEM_SOLVE_NEAR_QUESTION_H
#define TANDEM_SOLVE_NEAR_QUESTION_H

#include "base/rng.h"
#include "box/words.h"
#include "engine/engine.h"
#include "fuzz/words/distance.h"
#include "solve/limits.h"
#include "term/value/model.h"

typedef struct question_input {
    decl_id decl;
    sort_id sort;
    fuzz_fit fit;
    uint64_t start;
    uint32_t first, bytes; /* its places; none: it stays as it is */
} question_input;

typedef struct question_place {
    uint32_t input, shift; /* in bytes */
    bool joins;            /* its byte follows that of the place before it */
} question_place;

/* A point that satisfies terms which no better one does. */
typedef struct question_elite {
    uint64_t mask;      /* of the terms, by position modulo 64 */
    uint32_t satisfied; /* how many */
    uint64_t distance;
    uint8_t *values;
} question_elite;

typedef struct question {
    term_bank *bank;
    box_set *boxes;
    const solve_limits *limits;
    term_vec terms; /* what is wanted most comes last */
    term_id wanted;
    VEC(question_input) inputs;
    VEC(question_place) places;
    uint8_t *values;           /* of the places: at first the start, after a success the answer */
    struct rewriter *simplify; /* the caller's; NULL: terms are taken as they come */
    term_vec results;          /* calls of boxes, those inside others first … */
    term_vec calls;            /* … and of each group and arguments the first */
    fuzz_bytecode *program;    /* NULL: not made, or the terms do not fit words */
    fuzz_machine machine;
    vec_u32 input_of; /* of each input of the program: which one here; UINT32_MAX: none */
    uint64_t *words;  /* of the program's inputs */
    uint64_t executions;
    double deadline; /* clock_wall; 0: none */
    const volatile sig_atomic_t *interrupt;
    uint64_t most_calls;  /* of boxes, by boxes_call_count; 0: no limit */
    VEC(uint8_t) offered; /* values of the places, one row after the other */
    fuzz_distance gauge;
    bool numeric;    /* an equation that is wanted is measured by how far its sides are apart */
    uint64_t best;   /* smallest distance of the last question_judge … */
    size_t best_row; /* … and which row */
    VEC(question_elite) elites; /* points to go on from, at most limits->climb_elites */
} question;

/* `limits` may be NULL: the defaults. */
void question_init(question *q, term_bank *b, box_set *boxes, const solve_limits *limits);
void question_free(question *q);
/* A term that is to hold, once. */
void question_add(question *q, term_id t);
/* A constant of the terms. `joins`: its lowest byte follows the highest of the one before. */
void question_add_input(question *q, decl_id d, uint64_t start, bool joins);
/* After all terms and inputs were added, what is wanted most last. */
void question_close(question *q);
/* Makes the program. False: the terms do not fit words. */
bool question_compile(question *q);
/* From now on so many calls of boxes. */
void question_allow(question *q, uint64_t calls);
/* Whether there is no time left for it, or its calls are used up. */
bool question_expired(const question *q);
/* The start again. */
void question_restart(question *q);
/* The word of an input at q->values; and the other way round. */
uint64_t question_word(const question *q, uint32_t input);
void question_set_word(question *q, uint32_t input, uint64_t word);
/* The input of a declaration; UINT32_MAX: none. */
uint32_t question_find(const question *q, decl_id d);
/* Whether all hold at q->values, by the program, else by the evaluator. */
bool question_try(question *q);
/* Notes q->values for question_judge, which is called when there are enough. True: it was, and
 * found an answer. */
bool question_offer(question *q);
/* Looks at all that were noted, with their box calls made together. True when one satisfies the
 * question: then it is in q->values. */
bool question_judge(question *q);
/* By the evaluator, with real calls. */
bool question_confirm(question *q);
/* Whether place i + 1 is the next byte of the text that place i is of. */
static inline bool question_joined(const question *q, size_t i)
{
    return q->places.at[i + 1].joins;
}
/* Whether one call gives both results. */
bool question_same_call(const question *q, term_id x, term_id y);
/* The arguments of a call at q->values; false: they are no words, or have no value. */
bool question_seen(question *q, term_id call, uint64_t *words);
/* After an answer sat: what the engine says of the inputs that occur becomes q->values; of the others it says nothing. */
void question_take(question *q, engine *e);
/* The same where it was asked for these terms. */
void question_take_of(question *q, engine *e, const term_id *terms, size_t n);
/* q->values as values of the inputs. */
void question_model(const question *q, term_model *m);

#endif

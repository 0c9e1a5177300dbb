/* Habits: how one input behaves for the whole of a walk. Loops that inputs end are left at once if
 * each number is drawn by itself; with a habit they stay for a while, or for long. */
#ifndef TANDEM_PROVE_WALK_HABIT_H
#define TANDEM_PROVE_WALK_HABIT_H

#include "base/rng.h"
#include "program/program.h"
#include "prove/invariant/atoms.h"

/* The type of an input, and what its words look like. */
typedef struct habit_type {
    unsigned width; /* of the C type; 1: a truth value */
    bool is_unsigned;
    bool bits; /* a bit-vector: words are cut to the width */
} habit_type;

typedef enum habit_kind {
    HABIT_ONE,    /* the same number always */
    HABIT_MOSTLY, /* one number, and another one in `odds` times */
    HABIT_SMALL,  /* small numbers */
    HABIT_TEXT,   /* numbers of the program's text */
    HABIT_ANY     /* all of these and any */
} habit_kind;

typedef struct habit {
    habit_kind kind;
    uint64_t number, other, odds;
} habit;

/* The habits of the first walks are fixed: all inputs 0, 1, the largest, the least, -1. */
enum { HABIT_FIXED = 5 };
void habit_draw(habit *h, const habit_type *type, uint64_t walk, const number_vec *text,
                rng *random);
/* The next word. */
uint64_t habit_word(const habit *h, const habit_type *type, const number_vec *text, rng *random);

#endif

/* Values that might do: a dictionary of what occurs in the formula, neighbours of a value, and a
 * value of one sort as one of another (a number as its digits, bytes as text): input to state does
 * not stop at sorts. */
#ifndef TANDEM_FUZZ_VALUES_VMUTATE_H
#define TANDEM_FUZZ_VALUES_VMUTATE_H

#include "base/map.h"
#include "base/rng.h"
#include "fuzz/words/bytecode.h"

typedef struct vwords {
    term_bank *bank;
    rng *r;
    const fuzz_limits *limits;
    map lists; /* sort -> number + 1 */
    VEC(vec_u32) values;
    vec_u32 characters; /* of all strings that occur */
} vwords;

/* From the constants of mixed bytecode. */
void vwords_init(vwords *w, const fuzz_bytecode *p, rng *r, const fuzz_limits *limits);
void vwords_free(vwords *w);
void vwords_add(vwords *w, value_id v);
/* A value of the dictionary; 0 when it has none of the sort. */
value_id vwords_some(vwords *w, sort_id s);
/* A value near `now`, of its sort; sometimes one of the dictionary. */
value_id vmutate(vwords *w, value_id now);
/* A string with one character for another, somewhere; 0: it is none, or does not have it. */
value_id vmutate_character(vwords *w, value_id now, uint64_t from, uint64_t to);
/* A string with one character moved by so much, somewhere, and one with this character put somewhere, in the place of
 * another or between two; 0: it is none, or there is no such character. */
value_id vmutate_shifted(vwords *w, value_id now, int64_t by);
value_id vmutate_placed(vwords *w, value_id now, uint64_t character);
/* A string in which some characters go on as the one before them began: the same again, or the next ones; 0: it is none. */
value_id vmutate_run(vwords *w, value_id now);
/* A character that a string might have. */
uint32_t vwords_character(vwords *w);
/* Half the way between two numbers of one sort; 0 when they are none. */
value_id vmiddle(term_bank *b, value_id x, value_id y);
/* The value as one of the sort; 0 when that makes no sense. */
value_id vconvert(term_bank *b, value_id v, sort_id s);

/* vmutate_number.c; the first: an Int, or a wide bit-vector */
value_id vmutate_int(vwords *w, value_id now);
value_id vmutate_bits(vwords *w, value_id now);
value_id vmutate_real(vwords *w, value_id now);
/* Zeros, infinities, NaN, the ends of each range. */
value_id vmutate_special_float(vwords *w, sort_id s);
/* vmutate_string.c */
value_id vmutate_string(vwords *w, value_id now);
/* vmutate_array.c */
value_id vmutate_array(vwords *w, value_id now);

#endif

/* States of a transition system as machine words. A frame holds the words of all variables, then of all inputs, then the
 * cells of all variables that are arrays. The word of such a variable itself is that of cells that nobody has written;
 * an input that is an array has that one word for all of its cells. */
#ifndef TANDEM_PROVE_WALK_FRAME_H
#define TANDEM_PROVE_WALK_FRAME_H

#include "program/system.h"

#define FRAME_CELLS_MOST (UINT64_C(1) << 20)
#define FRAME_CELLS_SOME 4096 /* of a larger array these are there */

typedef int64_t word;
typedef VEC(word) word_vec;

/* The cells of one variable. */
typedef struct frame_array {
    uint32_t variable;
    size_t first, n; /* places in the frame */
} frame_array;

typedef struct frame_layout {
    const ir_system *system;
    term_vec inputs; /* the distinct ones of all transitions, undefined behaviour among them */
    size_t n_variables;
    size_t n_plain; /* variables and inputs */
    size_t n;       /* with cells */
    VEC(frame_array) arrays;
} frame_layout;

void frame_layout_init(frame_layout *l, const ir_system *s);
void frame_layout_free(frame_layout *l);
/* The variable or input at a place below n_plain. */
term_id frame_term(const frame_layout *l, size_t at);
/* The sort of the word at a place, whatever it is of. */
sort_id frame_sort(const frame_layout *l, size_t at);
/* The C type of the array that a place is a cell of; NULL: it is none. */
const ir_type *frame_cell_type(const frame_layout *l, size_t at);
/* The place of a variable or input; n: it is none. */
size_t frame_place(const frame_layout *l, decl_id d);
/* The value of a variable or input. */
value_id frame_value(const frame_layout *l, const word *frame, size_t at);
/* Puts a value there; false: it is no word, or has cells that the frame has not. */
bool frame_put(const frame_layout *l, word *frame, size_t at, value_id v);

#endif

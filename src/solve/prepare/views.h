/* Boxes that see memory: the path-condition dialect's `alloc`.
 *
 * What a box answers to a pointer depends on the bytes behind it. So each call of such a box
 * becomes a call of a box of its own, a *view*: the arguments that are constants, and the constant
 * bytes of the objects it can reach, are part of the view; its parameters are the other arguments
 * and the terms that the formula puts into these objects. To the rest of the solver a view is a box
 * like any other, often with a small domain. */
#ifndef TANDEM_SOLVE_PREPARE_VIEWS_H
#define TANDEM_SOLVE_PREPARE_VIEWS_H

#include "box/box.h"
#include "term/core/term.h"

typedef struct box_views box_views;

box_views *views_new(term_bank *b);
void views_free(box_views *v);
/* The next `n` bytes from `address` on: of a text of hexadecimal digits, or the value of a term (a
 * bit-vector of 8 * n bits, lowest byte first, or an array of bytes). False with *error set (caller
 * frees). */
bool views_alloc_text(box_views *v, uint64_t address, uint64_t n, const char *hex, char **error);
bool views_alloc_term(box_views *v, uint64_t address, uint64_t n, term_id content, char **error);
size_t views_count(const box_views *v);
/* Takes back all allocations but the first `count`. */
void views_forget(box_views *v, size_t count);
/* Takes back the views whose declarations are `end` and later; boxes_release has unbound them. */
void views_release(box_views *v, decl_id end);
/* Appends the bytes and texts that lie in memory, as values, about `most`: a dictionary for those
 * who search. */
void views_words(const box_views *v, size_t most, vec_u32 *values);
/* Appends the formulas with views in place of boxes that take pointers, and to `behind` the boxes
 * that these views call. */
void views_rewrite(box_views *v, box_set *boxes, const term_id *formulas, size_t n, term_vec *out,
                   vec_u32 *behind);

#endif

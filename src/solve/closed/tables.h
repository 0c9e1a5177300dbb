/* Complete tables: a call of a box as a term, where few values can make a difference.
 *
 * Either all arguments are of small sorts, or they depend on few constants of small sorts. The box
 * is called at all of these points, and the call equals a tree of choices by the bits of the
 * arguments, or of the constants. That is exact, as a box is a function; solvers take it apart much
 * faster than an equation for every point. */
#ifndef TANDEM_SOLVE_CLOSED_TABLES_H
#define TANDEM_SOLVE_CLOSED_TABLES_H

#include "box/box.h"
#include "term/core/term.h"

typedef struct table_config {
    uint64_t points;             /* the most */
    bool total;                  /* no table where the box has no value at some point */
    bool (*over)(void *context); /* it has to end; may be NULL */
    void *context;
} table_config;

typedef enum table_state {
    TABLE_NONE,   /* there are too many points */
    TABLE_CALLED, /* the box was called everywhere, but there is no such term */
    TABLE_MADE
} table_state;

/* `call` must not have bound variables. Where the box has no value, *table is the call itself,
 * about which nothing is said then. */
table_state table_of_call(term_bank *b, box_set *boxes, const table_config *config, term_id call,
                          term_id *table);

/* The leaf whose number is the value of `at`, which has as many values as there are leaves, or less;
 * they are changed. Equal neighbours need no question. */
term_id table_choice(term_bank *b, term_id at, term_vec *leaves);

#endif

/* The inside of the reducer: the formula as it is now, and how a smaller one is offered.
 *
 * A pass builds candidates and offers them one by one. Only what is cheaper (cost.h) and was not
 * tried before is checked, so every step that is taken lowers the cost and reduction ends. What a
 * refused candidate added to the bank is released again: a large formula can be offered ten
 * thousand times. */
#ifndef TANDEM_REDUCE_REDUCE_IMPL_H
#define TANDEM_REDUCE_REDUCE_IMPL_H

#include "base/map.h"
#include "reduce/reduce.h"
#include "reduce/replace.h"

typedef struct reducer {
    term_bank *b;
    const reduce_config *config;
    formula now;
    uint64_t cost;
    bank_marks mark; /* what a refused candidate is released to */
    uint32_t fresh;  /* number of the next fresh name */
    map tried;       /* hashes of candidates that were refused */
    double deadline;
    bool stopped;
    reduce_result result;
} reducer;

/* Ids made from here on are gone when the next offer is refused. */
void reduce_begin(reducer *r);
/* Takes the candidate over. True: it is the formula now. With `always` its cost does not matter
 * (steps that are taken once). */
bool reduce_offer(reducer *r, formula *candidate, bool always);
/* The current formula with replacements made; false if nothing came of it. */
bool reduce_replace(reducer *r, const replacement *pairs, size_t n);
/* Whether a limit was reached or somebody stopped it. */
bool reduce_over(reducer *r);
/* A constant of the sort that occurs nowhere; 0 for sorts that solvers have no variables of. */
term_id reduce_fresh(reducer *r, sort_id sort);

/* The passes. Each returns whether it took a step. */
bool reduce_assertions(reducer *r); /* drop and split assertions */
bool reduce_levels(reducer *r);     /* terms, from the roots down */
bool reduce_whole(reducer *r);      /* steps that concern the formula at large */
bool reduce_sorts(reducer *r);      /* narrower and simpler sorts */
bool reduce_names(reducer *r);      /* short names; once, at the end */

/* Smaller terms of the same sort that could stand where `t` stands, the most promising first. */
void reduce_term_candidates(reducer *r, term_id t, term_vec *out);
/* The same for a literal, a variable, a binder. */
void reduce_literal_candidates(reducer *r, term_id t, term_vec *out);
void reduce_binder_candidates(reducer *r, term_id t, term_vec *out);
/* The plainest literals of a sort (two for Bool, none for sorts without). */
void reduce_plain(term_bank *b, sort_id sort, term_vec *out);

#endif

/* The inside of the reducer: the formula as it is now, and how a smaller one is offered.
 *
 * A pass builds candidates and offers them one by one. Only what is cheaper (cost.h) and was not
 * tried before is checked, so every step that is taken lowers the cost and reduction ends. What a
 * refused candidate added to the bank is released again: a large formula can be offered ten
 * thousand times. */
#ifndef TANDEM_REDUCE_FORMULA_REDUCE_IMPL_H
#define TANDEM_REDUCE_FORMULA_REDUCE_IMPL_H

#include "base/map.h"
#include "reduce/formula/reduce.h"
#include "reduce/formula/replace.h"

typedef struct reducer {
    term_bank *b;
    const reduce_config *config;
    formula now;
    uint64_t cost;
    uint32_t fresh;     /* number of the next fresh name */
    uint32_t own_names; /* symbols below this one are not ours to give */
    map used;           /* names of the formula: fresh ones are others */
    map tried;          /* hashes of candidates that were refused */
    double deadline;
    bool stopped;
    reduce_result result;
} reducer;

/* A pass lists candidates by number and builds them on demand, from the formula as it is now;
 * false: there is nothing to be tried under this number. */
typedef bool (*reduce_build)(reducer *r, void *context, size_t i, formula *candidate);
/* Offers the candidates from number `from` on; returns the number of the first that holds, which is
 * the formula now, or `n`. Several are checked at a time if the config says so; the result is the
 * same. */
size_t reduce_first(reducer *r, size_t from, size_t n, reduce_build build, void *context);
/* Offers one. With `always` its cost does not matter (steps that are taken once). */
bool reduce_one(reducer *r, reduce_build build, void *context, bool always);
/* The current formula with replacements made, as a candidate; false if none comes of it. */
bool reduce_replace(reducer *r, const replacement *pairs, size_t n, formula *candidate);
/* Whether a limit was reached or somebody stopped it. */
bool reduce_over(reducer *r);
/* Whether a name may be given to something new. The same whatever the bank remembers of candidates
 * that were refused. */
bool reduce_name_is_free(const reducer *r, symbol_id name);
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

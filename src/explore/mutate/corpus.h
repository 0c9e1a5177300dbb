/* The tests that the mutation stage varies, and what their runs have reached.
 *
 * Guards count how often an edge was taken; a test is worth keeping when it takes an edge for the
 * first time, or takes one in another order of magnitude of times. Which test is varied next is
 * decided by an edge: of a few that are reached the one that fewest runs have taken, and of the
 * tests that take it the cheapest. */
#ifndef TANDEM_EXPLORE_MUTATE_CORPUS_H
#define TANDEM_EXPLORE_MUTATE_CORPUS_H

#include "base/rng.h"
#include "explore/fields/field.h"
#include "explore/limits.h"
#include "explore/mutate/operands.h"
#include "explore/test/test.h"

typedef struct corpus_entry {
    explore_test test;
    strbuf output; /* what it printed */
    compare_pairs pairs;
    field_list fields;     /* of its data, as far as they are known */
    operand_places places; /* of these in its data, to be tried in turn; from `tried` on */
    uint32_t tried;
    uint64_t cost;
} corpus_entry;

typedef struct corpus {
    VEC(corpus_entry *) entries;
    uint32_t n_guards;
    uint64_t candidates; /* guards drawn for one choice: the rarest decides */
    uint8_t *seen;       /* orders of magnitude of each guard, as bits */
    uint32_t *hits;      /* runs that took it */
    uint32_t *owner;     /* number of its cheapest test + 1 */
    vec_u32 reached;     /* guards, in the order in which they were first taken */
} corpus;

typedef enum corpus_news { CORPUS_NOTHING, CORPUS_NEW_COUNT, CORPUS_NEW_EDGE } corpus_news;

void corpus_init(corpus *c, uint32_t n_guards);
void corpus_free(corpus *c);
/* Notes a run. `coverage` has n_guards counters. */
corpus_news corpus_note(corpus *c, const uint8_t *coverage);
/* Takes back which edges were first taken since `reached` had `n` of them. */
void corpus_forget(corpus *c, size_t n);
/* Adds (a copy of) a test whose run has just been noted. */
corpus_entry *corpus_add(corpus *c, const explore_test *t, const uint8_t *coverage, uint64_t cost);
/* The entry to vary next; NULL: there is none. */
const corpus_entry *corpus_choose(const corpus *c, rng *r);
/* Any of them, to splice with. */
const corpus_entry *corpus_any(const corpus *c, rng *r);

#endif

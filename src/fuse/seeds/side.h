/* One seed in one role, taken apart for quick rewriting: its subterms in order, the edges from
 * terms to their arguments, and the *handles*: closed subterms that can be fused, with the edges at
 * which they occur. Constants are handles, and so are literals and other subterms without bound
 * variables, so that a formula without free constants can be fused too. */
#ifndef TANDEM_FUSE_SEEDS_SIDE_H
#define TANDEM_FUSE_SEEDS_SIDE_H

#include "base/map.h"
#include "base/rng.h"
#include "smtlib/script/formula.h"
#include "term/value/model.h"

typedef enum handle_kind { HANDLE_CONSTANT, HANDLE_LITERAL, HANDLE_COMPOUND } handle_kind;

typedef struct handle {
    term_id term;
    sort_id sort;
    handle_kind kind;
    uint32_t first, n; /* its occurrences, in side.occurrences */
} handle;

/* Handles of one sort: constants, or all others. */
typedef struct handle_group {
    sort_id sort;
    bool constants;
    uint32_t first, n; /* in side.by_sort */
} handle_group;

typedef struct side {
    term_bank *bank;
    symbol_id logic;
    term_vec nodes;          /* arguments before their users */
    map index;               /* of each node in it */
    vec_u32 first_edge;      /* of each node; one more at the end, where the edges to roots begin */
    vec_u32 edges;           /* node that is the argument; the last ones are the assertions */
    vec_u32 parents;         /* node that an edge belongs to; UINT32_MAX: an assertion */
    vec_u32 uses, first_use; /* edges to each node, and where they begin */
    vec_u32 occurrences;     /* edges */
    VEC(handle) handles;     /* constants first */
    size_t n_constants, n_literals;
    vec_u32 by_sort; /* numbers of handles, group by group */
    VEC(handle_group) groups;
    unsigned needs; /* bits of fuse/seeds/logic.h */
    /* While one formula is made: */
    term_vec instead;      /* by edge: what stands there instead of the argument; 0: nothing */
    vec_u32 changed;       /* edges with an entry in `instead` */
    term_vec now;          /* by node: what it has become; else itself */
    VEC(uint64_t) touched; /* bits of nodes that have a changed argument */
    bool nonlinear;        /* a literal in a product or quotient was replaced */
} side;

handle_kind side_handle_kind(const term_bank *b, term_id t);
/* With at most so many handles that are literals, and that are compound terms. */
void side_init(side *s, term_bank *b, const formula *f, uint64_t literals, uint64_t compound);
void side_free(side *s);
/* NULL: there is none. */
const handle_group *side_group(const side *s, sort_id sort, bool constants);
/* Puts `by` in the place of the handle at some of its occurrences, each with the given probability;
 * at least at one, if it has one that is still free. Returns how many. */
size_t side_replace(side *s, const handle *h, term_id by, double probability, rng *r);
/* May the argument at this edge be replaced? (Not in triggers, not where solvers want a literal.)
 */
bool side_allows(const side *s, uint32_t edge);
/* Puts `by` (of the same sort) there; the edge must be free. */
void side_put(side *s, uint32_t edge, term_id by);
/* The assertions after all replacements, appended; then the side is as it was. False: a term could
 * not be built (then nothing is appended). */
bool side_finish(side *s, term_vec *assertions);
/* Drops replacements that were begun. */
void side_forget(side *s);

#endif

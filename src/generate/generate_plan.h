/* The inside of the generator: which arguments give an operator a wanted sort. */
#ifndef TANDEM_GENERATE_GENERATE_PLAN_H
#define TANDEM_GENERATE_GENERATE_PLAN_H

#include "generate/generate.h"

enum { GENERATE_MOST_ARGS = 5, GENERATE_KINDS = SORT_BAG + 1 };

typedef VEC(uint16_t) op_list;

/* One application in the making: the sorts of its arguments and its indices. */
typedef struct plan {
    sort_id args[GENERATE_MOST_ARGS];
    uint32_t n;
    uint32_t indices[2];
} plan;

typedef struct generator {
    term_bank *b;
    rng *r;
    const generate_config *config;
    term_vec bound; /* variables of the quantifiers around */
    term_vec made;  /* subterms that may be used again; kept where the config repeats them */
    unsigned kinds; /* of the palette's sorts, where there is a table */
    const op_list *const *row; /* of the table, for these; by kind, NULL: not asked for yet */
} generator;

/* Can it result in a sort of this kind? Most operators that are drawn cannot, and that should be quickly seen. */
bool generate_makes(term_op op, sort_kind kind);
/* Whether the operator is an ordinary one, which generate_plan knows. */
bool generate_is_ordinary(term_op op);
/* Arguments for `op` that give the sort; false if there are none in the palette. */
bool generate_plan(generator *g, term_op op, sort_id sort, plan *p);

/* The same for an operator beyond the standard. */
bool plan_extension(generator *g, term_op op, sort_id sort, plan *p);

/* A sort of that kind from the palette; 0 if it has none. */
sort_id plan_pick(generator *g, sort_kind kind);
bool plan_has(const generator *g, sort_id sort);
/* So many arguments of the sort; these sorts, up to the first that is 0. False: there is none. */
bool plan_all(plan *p, sort_id sort, uint32_t n);
bool plan_list(plan *p, sort_id x, sort_id y, sort_id z, sort_id w);
/* Two arguments, sometimes more. */
uint32_t plan_several(generator *g);

#endif

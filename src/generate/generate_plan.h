/* The inside of the generator: which arguments give an operator a wanted sort. */
#ifndef TANDEM_GENERATE_GENERATE_PLAN_H
#define TANDEM_GENERATE_GENERATE_PLAN_H

#include "generate/generate.h"

enum { GENERATE_MOST_ARGS = 5 };

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
} generator;

/* Whether the operator is an ordinary one, which generate_plan knows. */
/* Can it result in a sort of this kind? */
bool generate_makes(term_op op, sort_kind kind);
bool generate_is_ordinary(term_op op);
/* Arguments for `op` that give the sort; false if there are none in the palette. */
bool generate_plan(generator *g, term_op op, sort_id sort, plan *p);

#endif

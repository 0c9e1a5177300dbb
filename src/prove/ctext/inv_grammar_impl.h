/* Inside of grammars of invariants. */
#ifndef TANDEM_PROVE_CTEXT_INV_GRAMMAR_IMPL_H
#define TANDEM_PROVE_CTEXT_INV_GRAMMAR_IMPL_H

#include "base/text.h"
#include "prove/ctext/inv_grammar.h"

typedef struct rule {
    char *name;
    VEC(text_list) alternatives; /* tokens */
} rule;

struct inv_grammar {
    VEC(rule) rules;
};

#endif

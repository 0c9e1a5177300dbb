/* What is known of common functions of the C library, as terms: strings and memory of which every
 * byte is known to be fixed or an argument, characters, absolute values, roundings.
 *
 * A model proposes; the function itself has the last word on every answer. Of comparisons the C
 * library promises only the sign, and the model gives the difference of the bytes. */
#ifndef TANDEM_SOLVE_MODELS_MODELS_H
#define TANDEM_SOLVE_MODELS_MODELS_H

#include "box/box.h"

typedef enum models_use {
    MODELS_SYSTEM, /* for functions of the system's libraries */
    MODELS_ALL,    /* for everything that is called as one of them */
    MODELS_NONE
} models_use;

/* What a call of the box gives, over its parameters; 0: nothing is known. */
term_id models_term(term_bank *b, const box_set *boxes, decl_id d, models_use use,
                    const term_id *parameters);

#endif

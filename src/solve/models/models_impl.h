/* What the models share; for no one else. */
#ifndef TANDEM_SOLVE_MODELS_MODELS_IMPL_H
#define TANDEM_SOLVE_MODELS_MODELS_IMPL_H

#include "solve/models/models.h"
#include "term/core/term.h"

/* A call that is to become a term. */
typedef struct model_call {
    term_bank *bank;
    const box_original *original;
    const term_id *parameters;
    const box_cell *cells; /* by ascending address */
    size_t n_cells;
    sort_id range;
} model_call;

typedef term_id (*known_function)(const model_call *c, const char *name);
/* NULL: there is none. */
known_function models_of_text(const char *name);
known_function models_of_number(const char *name);

static inline term_id model_word(const model_call *c, uint32_t width, uint64_t word)
{
    return term_const(c->bank, value_bv_u64(c->bank, width, word));
}
static inline term_id model_ite(const model_call *c, term_id when, term_id yes, term_id no)
{
    return yes == no ? yes : term_make3(c->bank, OP_ITE, when, yes, no);
}

#endif

/* What the files of the sort checks share; nobody else includes this. */
#ifndef TANDEM_TERM_CORE_SORTCHECK_H
#define TANDEM_TERM_CORE_SORTCHECK_H

#include "term/core/bank_impl.h"
#include "term/core/term.h"

/* An operator about to be applied. */
typedef struct sortcheck {
    term_bank *b;
    term_op op;
    const uint32_t *indices;
    uint32_t n_indices;
    const term_id *args;
    uint32_t n;
} sortcheck;

static inline sort_id sortcheck_sort(const sortcheck *c, uint32_t i)
{
    return bank_term(c->b, c->args[i])->sort;
}
static inline sort_kind sortcheck_kind(const sortcheck *c, uint32_t i)
{
    return sort_kind_of(c->b, sortcheck_sort(c, i));
}
/* Messages: argument i is not what was expected, in words or as a sort; return 0. */
sort_id sortcheck_wrong(const sortcheck *c, uint32_t i, const char *expected);
sort_id sortcheck_differs(const sortcheck *c, uint32_t i, sort_id expected);
bool sortcheck_arity(const sortcheck *c, uint32_t low, uint32_t high);
/* `n` arguments of these sorts: `result`; else 0 after a message. */
sort_id sortcheck_are(const sortcheck *c, uint32_t n, sort_id x, sort_id y, sort_id z,
                      sort_id result);
/* Operators of sequences, sets, relations and bags. */
sort_id sortcheck_collection(const sortcheck *c);

#endif

/* The reducer: a smaller formula for which a check still holds.
 *
 * Typed and hierarchical: assertions are dropped in groups, then terms from the root down are
 * replaced by children of the same sort, by constants and by fresh variables, then sorts shrink
 * (bit-vector widths, string lengths, numbers), definitions are inlined and declarations fall away
 * by themselves. Every candidate is well-sorted by construction. The result is a fixed point: no
 * single step can be taken any more, unless a limit ended it. */
#ifndef TANDEM_REDUCE_FORMULA_REDUCE_H
#define TANDEM_REDUCE_FORMULA_REDUCE_H

#include <signal.h>

#include "reduce/limits.h"
#include "smtlib/script/formula.h"

typedef enum reduce_verdict { REDUCE_NO, REDUCE_YES, REDUCE_STOP } reduce_verdict;

typedef struct reduce_config {
    /* Does the candidate still show what matters? STOP ends the reduction at once. */
    reduce_verdict (*check)(void *context, term_bank *b, const formula *candidate);
    /* The same for several candidates at a time; may be NULL. What stands behind the first YES need
     * not be decided. */
    void (*check_many)(void *context, term_bank *b, const formula *const *candidates, size_t n,
                       reduce_verdict *verdicts);
    size_t jobs; /* candidates at a time; 0: one */
    void *context;
    const reduce_limits *limits; /* NULL: the defaults */
    uint64_t max_checks;         /* 0: no limit */
    double max_seconds;          /* 0: no limit */
    /* After each step that was taken; may be NULL. */
    void (*progress)(void *context, const formula *now, size_t size, uint64_t checks);
    const volatile sig_atomic_t *interrupt; /* may be NULL */
} reduce_config;

typedef struct reduce_result {
    uint64_t checks, steps;
    size_t size_before, size_after;
    bool holds;    /* the check holds for the formula that was given */
    bool complete; /* a fixed point; else a limit or the user ended it */
} reduce_result;

/* Replaces *f by the smallest formula found; what it was is kept if the check never holds. Terms
 * are created in the bank; the caller marks and releases. */
reduce_result reduce_formula(term_bank *b, formula *f, const reduce_config *config);

#endif

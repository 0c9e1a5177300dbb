/* Operators on values, for the tests of the evaluator's theories. One bank a case; a case that
 * fails leaves it behind. */
#ifndef TANDEM_TESTS_EVAL_NUM_H
#define TANDEM_TESTS_EVAL_NUM_H

#include "base/rng.h"
#include "term/eval/eval.h"
#include "test.h"

static term_bank *bank;
static eval_reason why; /* of the last run */

static inline void open_bank(void)
{
    bank = bank_new(false);
}

static inline void close_bank(void)
{
    bank_free(bank);
}

static inline value_id run(value_id (*theory)(eval_call *), term_op op, uint32_t i0, uint32_t i1,
                           sort_id sort, const value_id *args, uint32_t n)
{
    uint32_t indices[2] = {i0, i1};
    eval_call c = {bank, op, indices, sort, args, n, EVAL_OK};
    value_id v = theory(&c);
    why = c.why;
    CHECK(!v == (why != EVAL_OK));
    CHECK(!v || value_sort(bank, v) == sort);
    return v;
}

static inline value_id real_of(const char *text)
{
    mpq_t q;
    mpq_init(q);
    mpq_set_str(q, text, 10);
    mpq_canonicalize(q);
    value_id v = value_real_mpq(bank, q);
    mpq_clear(q);
    return v;
}

#endif

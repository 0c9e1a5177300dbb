/* Which runs are suspicious without a look at the answer: crashes, and weaknesses (no answer, or a
 * late one) where all others do well. Both steps of the judge ask here. */
#ifndef TANDEM_JUDGE_SUSPICION_H
#define TANDEM_JUDGE_SUSPICION_H

#include "judge/judge.h"

/* MEMORY for a sanitizer's report, CRASH for another crash; false: it did not crash. */
bool suspicion_failure(const runner_result *r, finding_kind *kind);

/* What the other programs made of the same formula. */
typedef struct suspicion_others {
    answer answer; /* theirs; starts as what is expected of the formula, if anything is */
    bool disagree;
    size_t answered, unanswered;
    double slowest;  /* wall seconds of those that answered */
    uint64_t memory; /* the most that they needed */
} suspicion_others;
void suspicion_add_other(suspicion_others *others, const runner_result *r);
/* PERFORMANCE or UNKNOWN; false: there is nothing to complain about. Solvers that refuse a formula
 * because they lack something are not at fault. */
bool suspicion_weakness(const judge_case *c, const runner_result *r, const suspicion_others *others,
                        const judge_limits *limits, finding_kind *kind);

/* The first check of a script whose answer contradicts the expectation; SIZE_MAX: none. */
size_t suspicion_wrong_check(const answer_list *expected, const answer_list *got);
/* Fills in the message of a finding at that check. */
void suspicion_check_message(finding *f, const answer_list *expected, size_t check);

/* Fills in message and signature from a run; the signature stays empty where the formula's shape
 * has to tell. */
void suspicion_message(finding *f, const runner_result *r);

#endif

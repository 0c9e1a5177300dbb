/* Two runs of the same benchmark: is the difference more than chance?
 *
 * Solved or not: the exact sign test on the files that only one of them solved (McNemar). Times: Wilcoxon's signed-rank
 * test on the ratios of those that both solved, with the normal approximation. Both are two-sided. */
#ifndef TANDEM_CAMPAIGN_COMPARE_H
#define TANDEM_CAMPAIGN_COMPARE_H

#include "base/vec.h"

typedef struct results_pair {
    double before, after; /* seconds; negative: not solved */
} results_pair;
typedef VEC(results_pair) results_pairs;

typedef struct compare_result {
    size_t files, both, gained, lost;
    double ratio;             /* median of after / before; 1 if there is none */
    double p_solved, p_times; /* how likely as much is by chance; 1: nothing is known */
} compare_result;

compare_result compare_runs(const results_pair *pairs, size_t n);

#endif

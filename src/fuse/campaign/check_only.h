/* Given formulas instead of made ones: every solver is asked for its answer, its model and its
 * core, and the judge says who is wrong. */
#ifndef TANDEM_FUSE_CAMPAIGN_CHECK_ONLY_H
#define TANDEM_FUSE_CAMPAIGN_CHECK_ONLY_H

#include "campaign/suite.h"
#include "judge/judge.h"

typedef struct check_only_config {
    solver *const *solvers;
    size_t n;
    judge_limits limits;
    answer label; /* of all files, stronger than what they say; NONE: by :status, name or folder */
    bool cores, proofs; /* ask for unsatisfiable cores, too */
} check_only_config;

/* What one solver said of one file. */
typedef struct check_only_row {
    runner_verdict verdict;
    double wall;
    model_verdict model; /* of sat */
    char *note;          /* one line: why there is no answer, or what is wrong with the model; "" */
} check_only_row;

typedef struct check_only_report {
    char *skipped; /* why nothing was asked; NULL: it was */
    answer expected;
    size_t checks; /* in the file; only the first is looked at */
    VEC(check_only_row) rows;
    finding_list findings; /* each confirmed or dismissed */
} check_only_report;

/* The bank must be shared (bank_new). Always fills in the report, which the caller frees. */
void check_only_file(const check_only_config *config, term_bank *b, const suite_file *file,
                     check_only_report *report);
void check_only_report_free(check_only_report *report);

#endif

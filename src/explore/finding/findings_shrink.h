/* A smaller input for a finding. */
#ifndef TANDEM_EXPLORE_FINDING_FINDINGS_SHRINK_H
#define TANDEM_EXPLORE_FINDING_FINDINGS_SHRINK_H

#include "explore/finding/findings.h"

/* Runs a test and reads where it broke (`b` is to be freed in any case). False: it could not be
 * run. */
bool findings_run(explore_findings *f, explore_target *target, const explore_test *t,
                  target_result *r, explore_broken *b);
/* Makes `t` smaller as long as it breaks `target` as `wanted` says, and with that key
 * (broken_key; 0: any). */
void findings_shrink(explore_findings *f, explore_target *target, const target_result *wanted,
                     uint64_t key, explore_test *t);

#endif

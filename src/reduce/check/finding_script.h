/* Findings that are incremental scripts: reduced as text. Inside of finding_predicate.h. */
#ifndef TANDEM_REDUCE_CHECK_FINDING_SCRIPT_H
#define TANDEM_REDUCE_CHECK_FINDING_SCRIPT_H

#include "reduce/check/finding_predicate.h"

/* Whether a run is the crash of the finding. */
bool finding_same_failure(const finding *f, const runner_result *r);
/* Whether the text is more than one formula and one check. */
bool finding_is_script(const char *text);
/* Kept is: the crash with its signature; or, at one of the checks, the accused's wrong answer,
 * while all others that answer say the opposite: two of them if it is a sat that is wrong. */
void finding_reduce_script(finding *f, finding_predicate *k, double seconds);

#endif

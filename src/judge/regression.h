/* What an older build of the same solver could do and a newer one cannot: an answer, a model, the
 * time it takes. Only where several builds are under test (judge_limits.regressions). */
#ifndef TANDEM_JUDGE_REGRESSION_H
#define TANDEM_JUDGE_REGRESSION_H

#include "judge/judge.h"
#include "judge/model_report.h"

/* Is `a` an older build of the solver `b`? */
bool regression_is_older(const solver *a, const solver *b);

typedef struct regression_side {
    const runner_result *result;
    model_verdict model; /* NONE also where none was asked for */
} regression_side;

/* Whether the newer one has lost something; `why` says what. */
bool regression_shows(const regression_side *older, const regression_side *newer,
                      const judge_limits *limits, strbuf *why);

#endif

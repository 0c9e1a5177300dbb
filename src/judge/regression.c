#include "judge/regression.h"

#include <string.h>

#include "judge/hearing.h"
#include "solver/versions.h"

bool regression_is_older(const solver *a, const solver *b)
{
    return !strcmp(solver_family(a), solver_family(b)) && *solver_version(a) &&
           version_compare(solver_version(a), solver_version(b)) < 0;
}

static bool has_answer(const runner_result *r)
{
    return r->verdict == RUNNER_SAT || r->verdict == RUNNER_UNSAT;
}

bool regression_shows(const regression_side *older, const regression_side *newer,
                      const judge_limits *limits, strbuf *why)
{
    const hearing_limits *l = LIMITS_OR(limits->hearing, hearing_limits_default);
    const runner_result *was = older->result, *is = newer->result;
    if (!has_answer(was) || is->not_run || is->verdict == RUNNER_STOPPED)
        return false;
    bool slower = is->wall >= l->regression_factor * was->wall && is->wall >= l->regression_seconds;
    bool lost = is->verdict == RUNNER_UNKNOWN || is->verdict == RUNNER_ERROR ||
                is->verdict == RUNNER_MEMOUT || (is->verdict == RUNNER_TIMEOUT && slower);
    if (lost)
        strbuf_printf(why, "%s where an older build says %s", runner_verdict_name(is->verdict),
                      runner_verdict_name(was->verdict));
    else if (is->verdict == RUNNER_SAT && was->verdict == RUNNER_SAT &&
             older->model == MODEL_TRUE && newer->model == MODEL_NONE)
        strbuf_puts(why, "no model where an older build has one");
    else if (has_answer(is) && slower)
        strbuf_printf(why, "%.1f times slower than an older build", is->wall / was->wall);
    else
        return false;
    return true;
}

#include "prove/run/violation.h"

#include <inttypes.h>

#include "base/clock.h"
#include "prove/native/hunt.h"
#include "prove/run/real.h"

static const prove_limits *limits_of(const prove_config *config)
{
    return LIMITS_OR(config->limits, prove_limits_default);
}

static double sooner(double deadline, double seconds)
{
    double end = clock_wall() + seconds;
    return deadline && deadline < end ? deadline : end;
}

static void take(const real_runs *x, run *found, strbuf *crash, prove_result *result)
{
    run_free(&result->run);
    result->run = *found;
    result->run_system = x->system;
    result->verdict = PROVE_VIOLATED;
    strbuf_clear(&result->crash);
    strbuf_puts(&result->crash, crash->n ? crash->text : "");
}

bool violation_stands(const ir_system *told, const prove_config *config, double deadline,
                      prove_result *result)
{
    real_runs *x = config->real;
    if (!x) {
        result->verdict = PROVE_VIOLATED;
        return true;
    }
    run found = {0};
    strbuf crash = STRBUF_INIT, needs = STRBUF_INIT;
    x->told = told;
    bool good = real_confirm(x, &result->run, sooner(deadline, limits_of(config)->breach_guard),
                             &found, &crash);
    if (good) {
        take(x, &found, &crash, result);
    } else if (!real_needs(told->program, &result->run, &needs) && !x->boxes) {
        result->verdict = PROVE_VIOLATED; /* what has no code has no part in it */
        good = true;
    } else {
        if (!result->needs.n)
            strbuf_puts(&result->needs,
                        needs.n ? needs.text
                                : "a run into a fault that the real code does not take");
        strbuf_clear(&result->crash);
        run_free(&result->run);
        result->run = (run){0};
    }
    strbuf_free(&crash);
    strbuf_free(&needs);
    return good;
}

bool violation_search(const prove_config *config, double deadline, prove_result *result)
{
    real_runs *x = config->real;
    if (!x || !x->boxes || x->runs)
        return false;
    run found = {0};
    strbuf crash = STRBUF_INIT;
    bool good = real_search(x, limits_of(config)->breach_search_runs,
                            sooner(deadline, limits_of(config)->breach_guard), &found, &crash);
    if (good)
        take(x, &found, &crash, result);
    strbuf_free(&crash);
    return good;
}

static void tell_hunt(const prove_config *config, hunt_result what)
{
    static const char *const words[] = {[HUNT_FAULT] = "a fault",
                                        [HUNT_QUIET] = "no fault",
                                        [HUNT_CANNOT] = "not possible",
                                        [HUNT_OVER] = "the only run ends without a fault"};
    listener_tell(&config->listener, "native runs, %" PRIu64 " so far: %s%s%s",
                  hunt_runs(config->hunt), words[what], what == HUNT_CANNOT ? ": " : "",
                  what == HUNT_CANNOT ? hunt_why(config->hunt) : "");
}

bool violation_hunt(const prove_config *config, uint64_t blocks, double deadline,
                    prove_result *result)
{
    if (!config->hunt || (deadline && clock_wall() > deadline))
        return false;
    hunt_result what = hunt_more(config->hunt, blocks, deadline);
    tell_hunt(config, what);
    if (what != HUNT_FAULT)
        return false;
    result->verdict = PROVE_VIOLATED;
    result->hunted = config->hunt;
    return true;
}

bool violation_hunt_on(const prove_config *config, double deadline, prove_result *result)
{
    const prove_limits *limits = limits_of(config);
    for (uint64_t done = 0; config->hunt && done < limits->hunt_last; done += limits->hunt_more) {
        if (violation_hunt(config, limits->hunt_more, deadline, result))
            return true;
        if (hunt_why(config->hunt) || hunt_is_over(config->hunt) ||
            (deadline && clock_wall() > deadline))
            break;
    }
    return false;
}

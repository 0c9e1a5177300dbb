#include "race/score.h"

#include <math.h>
#include <string.h>

#define MEBIBYTE 1048576.0

bool race_objective_read(const char *name, race_objective *o)
{
    static const char *const names[] = {"time", "relative", "memory", "answer-differs"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name)) {
            *o = (race_objective)i;
            return true;
        }
    return false;
}

double race_par2(const race_rules *rules, const race_time *time, bool target)
{
    switch (time->verdict) {
    case RUNNER_SAT:
    case RUNNER_UNSAT:
        return fmin(time->seconds, rules->timeout);
    case RUNNER_TIMEOUT:
    case RUNNER_MEMOUT:
        return 2 * rules->timeout;
    default:
        return target ? fmin(time->seconds, rules->timeout) : 2 * rules->timeout;
    }
}

bool race_was_run(const race_time *time)
{
    return time->verdict != RUNNER_UNKNOWN || time->seconds > 0;
}

double race_patience(const race_rules *rules, const race_need *need, double targets)
{
    return need ? fmin(rules->timeout, targets - need->least) : rules->timeout;
}

static double memory_of(const race_rules *rules, const race_time *times)
{
    double targets = INFINITY, references = 0;
    for (size_t i = 0; i < rules->n_solvers; i++) {
        double m = (double)times[i].memory / MEBIBYTE;
        if (i < rules->n_targets)
            targets = fmin(targets, m);
        else
            references = fmax(references, m);
    }
    return targets - references;
}

double race_score(const race_rules *rules, const race_time *times)
{
    double target = INFINITY, reference = 0;
    for (size_t i = 0; i < rules->n_solvers; i++) {
        if (times[i].verdict == RUNNER_ERROR || times[i].verdict == RUNNER_STOPPED)
            return NAN;
        double t = race_par2(rules, &times[i], i < rules->n_targets);
        if (i < rules->n_targets)
            target = fmin(target, t);
        else
            reference = fmax(reference, t);
    }
    switch (rules->objective) {
    case RACE_TIME:
        return target - reference;
    case RACE_RELATIVE:
        return log2(fmax(target, race_limits_of(rules)->least_time) /
                    fmax(reference, race_limits_of(rules)->least_time));
    case RACE_MEMORY:
        return memory_of(rules, times);
    case RACE_ANSWER_DIFFERS:
        return race_disagree(rules, times);
    }
    return NAN;
}

int race_compare(const race_rules *rules, double now, double before)
{
    double tie = fmax(rules->tie_absolute, rules->tie_relative * fmax(fabs(now), fabs(before)));
    return now > before + tie ? 1 : now < before - tie ? -1 : 0;
}

double race_worse(const race_rules *rules, double than)
{
    return than - fmax(rules->tie_absolute, rules->tie_relative * fabs(than));
}

bool race_saturated(const race_rules *rules, const race_time *times, double quickest)
{
    const race_limits *l = race_limits_of(rules);
    double at_once =
        fmax(l->instant_part * rules->timeout, fmin(l->instant_times * quickest, rules->timeout));
    if (rules->objective == RACE_ANSWER_DIFFERS)
        return race_disagree(rules, times);
    if (rules->objective == RACE_MEMORY)
        return false;
    for (size_t i = 0; i < rules->n_solvers; i++) {
        bool limit = times[i].verdict == RUNNER_TIMEOUT || times[i].verdict == RUNNER_MEMOUT;
        bool instant = race_par2(rules, &times[i], false) <= at_once;
        if (i < rules->n_targets ? !limit : !instant)
            return false;
    }
    return true;
}

bool race_disagree(const race_rules *rules, const race_time *times)
{
    bool sat = false, unsat = false;
    for (size_t i = 0; i < rules->n_solvers; i++) {
        sat |= times[i].verdict == RUNNER_SAT;
        unsat |= times[i].verdict == RUNNER_UNSAT;
    }
    return sat && unsat;
}

#include "judge/suspicion.h"

#include <string.h>

#include "judge/easy.h"
#include "solver/crash/crash_signature.h"

/* What all others answer in this time is easy. */
void suspicion_add_other(suspicion_others *others, const runner_result *r)
{
    if (r->verdict != RUNNER_SAT && r->verdict != RUNNER_UNSAT) {
        others->unanswered++;
        return;
    }
    answer a = r->verdict == RUNNER_SAT ? ANSWER_SAT : ANSWER_UNSAT;
    others->answered++;
    others->disagree |= others->answer != ANSWER_NONE && others->answer != a;
    others->answer = a;
    others->slowest = r->wall > others->slowest ? r->wall : others->slowest;
    others->memory = r->memory > others->memory ? r->memory : others->memory;
}

/* The solver says that the formula is not in its language, or needs what it was built without: no
 * defect. */
static bool is_refusal(const runner_result *r)
{
    const char *message = r->excerpt;
    static const char *const phrases[] = {
        "arse",         "nsupported",         "ot yet support",  "ot supported",
        "ot allowed",   "ot implemented",     "nimplemented",    "annot",
        "an't",         "nknown constant",    "nknown function", "nknown sort",
        "ndeclared",    "nknown symbol",      "nexpected token", "not declared",
        "nvalid index", "ncompatible",        "ot available",    "logic",
        "THEORY_",      "incremental",        "configured",      "requires",
        "rebuild",      "there is no program"};
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++)
        if (strstr(message, phrases[i]))
            return true;
    return crash_is_refusal(r->output ? r->output : "", r->errors ? r->errors : "");
}

bool suspicion_failure(const runner_result *r, finding_kind *kind)
{
    crash_kind crash = crash_of(r);
    *kind = crash == CRASH_SANITIZER ? FINDING_MEMORY : FINDING_CRASH;
    return crash != CRASH_NONE;
}

static bool is_slow(const runner_result *r, const suspicion_others *others,
                    const judge_limits *limits)
{
    if (limits->slow_floor <= 0 || others->unanswered)
        return false;
    if (r->verdict == RUNNER_MEMOUT)
        return (double)r->memory >= limits->slow_factor * (double)others->memory;
    bool ended = r->verdict == RUNNER_SAT || r->verdict == RUNNER_UNSAT ||
                 r->verdict == RUNNER_UNKNOWN || r->verdict == RUNNER_TIMEOUT;
    return ended && r->wall >= limits->slow_floor &&
           r->wall >= limits->slow_factor * others->slowest;
}

static bool is_easy(const judge_case *c, const suspicion_others *others, const judge_limits *limits)
{
    double seconds = LIMITS_OR(limits->hearing, hearing_limits_default)->easy_seconds;
    size_t agreed = others->answered + (c->expected != ANSWER_NONE);
    return agreed >= 2 && others->answered && others->slowest <= seconds;
}

bool suspicion_weakness(const judge_case *c, const runner_result *r, const suspicion_others *others,
                        const judge_limits *limits, finding_kind *kind)
{
    if (others->disagree || !others->answered)
        return false;
    *kind = FINDING_PERFORMANCE;
    if (is_slow(r, others, limits))
        return true;
    *kind = FINDING_UNKNOWN;
    uint64_t size = LIMITS_OR(limits->hearing, hearing_limits_default)->easy_size;
    bool weak = (r->verdict == RUNNER_UNKNOWN && formula_is_easy(c->bank, c->formula, size)) ||
                (r->verdict == RUNNER_ERROR && !r->not_run && !is_refusal(r));
    return weak && is_easy(c, others, limits);
}

size_t suspicion_wrong_check(const answer_list *expected, const answer_list *got)
{
    for (size_t k = 0; k < expected->n && k < got->n; k++)
        if ((expected->at[k] == ANSWER_SAT && got->at[k] == ANSWER_UNSAT) ||
            (expected->at[k] == ANSWER_UNSAT && got->at[k] == ANSWER_SAT))
            return k;
    return SIZE_MAX;
}

void suspicion_check_message(finding *f, const answer_list *expected, size_t check)
{
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, "check %zu of %zu of an incremental script: %s instead of %s",
                  check + 1, expected->n, answer_name(f->got), answer_name(f->expected));
    finding_set(&f->message, message.text);
    strbuf_free(&message);
}

/* The line with the error; what came after it is another matter. */
static const char *error_of(const runner_result *r)
{
    const char *error = r->output ? strstr(r->output, "(error") : NULL;
    return error ? error : r->excerpt;
}

void suspicion_message(finding *f, const runner_result *r)
{
    strbuf message = STRBUF_INIT, signature = STRBUF_INIT;
    if (f->kind == FINDING_MEMORY || f->kind == FINDING_CRASH) {
        crash_message(r, &message);
        crash_signature(r, &signature);
    } else if (r->verdict == RUNNER_ERROR || r->verdict == RUNNER_MEMOUT) {
        strbuf_puts(&message, r->excerpt);
        crash_normalise(r->verdict == RUNNER_ERROR ? error_of(r) : r->excerpt, &signature);
    } else {
        strbuf_printf(&message, "%s in %.2f s", runner_verdict_name(r->verdict), r->wall);
    }
    finding_set(&f->message, message.text);
    finding_set(&f->signature, signature.text);
    strbuf_free(&message);
    strbuf_free(&signature);
}

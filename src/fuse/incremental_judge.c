#include "fuse/incremental_judge.h"

#include <string.h>

/* The first check whose answer contradicts the expectation; SIZE_MAX: none. */
static size_t first_wrong(const answer_list *expected, const answer_list *got)
{
    for (size_t i = 0; i < expected->n && i < got->n; i++) {
        answer e = (answer)expected->at[i], g = (answer)got->at[i];
        bool decided =
            (e == ANSWER_SAT || e == ANSWER_UNSAT) && (g == ANSWER_SAT || g == ANSWER_UNSAT);
        if (decided && e != g)
            return i;
    }
    return SIZE_MAX;
}

static bool all_right(const answer_list *expected, const runner_result *result)
{
    if (result->answers.n < expected->n)
        return false;
    for (size_t i = 0; i < expected->n; i++)
        if (expected->at[i] != result->answers.at[i])
            return false;
    return true;
}

static void describe(finding *f, const fused *script, const runner_result *result, size_t wrong)
{
    strbuf text = STRBUF_INIT;
    f->expected = (answer)script->expected.at[wrong];
    f->got = (answer)result->answers.at[wrong];
    strbuf_printf(&text, "check %zu of %zu of an incremental script: %s instead of %s", wrong + 1,
                  script->expected.n, answer_name(f->got), answer_name(f->expected));
    finding_set(&f->message, text.text);
    finding_set(&f->signature, "incremental");
    strbuf_free(&text);
}

void incremental_suspect(const fused *f, const judge_run *runs, size_t n, finding_list *out)
{
    for (size_t i = 0; i < n; i++) {
        const runner_result *result = &runs[i].result;
        size_t wrong = first_wrong(&f->expected, &result->answers);
        if (wrong == SIZE_MAX && result->verdict != RUNNER_CRASH)
            continue;
        finding found;
        finding_init(&found);
        finding_set(&found.solver, solver_text(runs[i].solver));
        finding_set(&found.version, solver_version(runs[i].solver));
        finding_set(&found.formula, f->script.text);
        if (wrong != SIZE_MAX) {
            found.kind = FINDING_SOUNDNESS;
            describe(&found, f, result, wrong);
        } else {
            found.kind = FINDING_CRASH;
            finding_set(&found.message, result->excerpt);
            finding_set(&found.signature, result->excerpt);
        }
        vec_push(out, found);
    }
}

static void ask_fresh(const solver *s, const fused *script, const judge_limits *limits,
                      runner_result *result)
{
    solver *fresh = solver_fresh(s);
    solver_question q = {.text = script->script.text,
                         .length = script->script.n,
                         .checks = script->expected.n,
                         .limits = limits->run,
                         .interrupt = limits->interrupt};
    solver_ask(fresh, &q, result);
    solver_free(fresh);
}

static void put_answers(strbuf *out, const solver *s, const runner_result *result)
{
    strbuf_printf(out, "%s %s:", solver_text(s), solver_version(s));
    for (size_t i = 0; i < result->answers.n; i++)
        strbuf_printf(out, " %s", answer_name((answer)result->answers.at[i]));
    if (!result->answers.n)
        strbuf_printf(out, " %s", runner_verdict_name(result->verdict));
    strbuf_putc(out, '\n');
}

void incremental_confirm(finding *f, const fused *script, solver *const *solvers, size_t n,
                         const judge_limits *limits)
{
    strbuf evidence = STRBUF_INIT;
    bool again = false;
    size_t witnesses = 0;
    for (size_t i = 0; i < n; i++) {
        runner_result result;
        ask_fresh(solvers[i], script, limits, &result);
        put_answers(&evidence, solvers[i], &result);
        bool accused = !strcmp(solver_text(solvers[i]), f->solver);
        if (accused && f->kind == FINDING_CRASH)
            again = result.verdict == RUNNER_CRASH;
        else if (accused)
            again = first_wrong(&script->expected, &result.answers) != SIZE_MAX;
        else
            witnesses += all_right(&script->expected, &result);
        runner_result_free(&result);
    }
    strbuf_puts(&evidence, "expected:");
    for (size_t i = 0; i < script->expected.n; i++)
        strbuf_printf(&evidence, " %s", answer_name((answer)script->expected.at[i]));
    strbuf_putc(&evidence, '\n');
    bool good = again && (f->kind == FINDING_CRASH || witnesses);
    f->state = good ? FINDING_CONFIRMED : FINDING_DISMISSED;
    finding_set(&f->evidence, evidence.text);
    strbuf_free(&evidence);
}

/* What solvers do with one script, and whether that is what must stay. */
#include <stdlib.h>
#include <string.h>

#include "judge/judge.h"
#include "reduce/check/predicate_impl.h"
#include "smtlib/script/script.h"
#include "solver/crash/crash_signature.h"
#include "solver/scratch.h"

static size_t count_checks(const char *text, size_t n)
{
    static const char word[] = "(check-sat";
    size_t count = 0;
    for (const char *at = text; (at = memmem(at, n - (size_t)(at - text), word, sizeof word - 1));
         at++)
        count++;
    return count;
}

static void note_end(look *l, const runner_result *r)
{
    l->stopped |= r->verdict == RUNNER_STOPPED;
    l->slowest = r->wall > l->slowest ? r->wall : l->slowest;
}

static const runner_result *ask(look *l, size_t i, double seconds)
{
    predicate *p = l->p;
    if (l->asked.at[i])
        return &l->results.at[i];
    solver_question q = {.text = l->text,
                         .length = l->n,
                         .checks = l->checks,
                         .limits = p->config.limits,
                         .interrupt = l->interrupt};
    if (seconds > 0 && (q.limits.wall_seconds <= 0 || seconds < q.limits.wall_seconds))
        q.limits.wall_seconds = seconds;
    solver_ask(p->solvers.at[l->job * p->n_solvers + i], &q, &l->results.at[i]);
    l->asked.at[i] = true;
    note_end(l, &l->results.at[i]);
    return &l->results.at[i];
}

static void explain(look *l, const char *who, const runner_result *r)
{
    strbuf_printf(&l->why, "%s%s: %s%s%s", l->why.n ? "; " : "", who,
                  runner_verdict_name(r->verdict), *r->excerpt ? ", " : "", r->excerpt);
}

/* The answers of two solvers at the first check where one says sat and the other unsat. */
static bool contradict(const runner_result *r, const runner_result *s, answer *a, answer *b)
{
    for (size_t i = 0; i < r->answers.n && i < s->answers.n; i++) {
        *a = (answer)r->answers.at[i];
        *b = (answer)s->answers.at[i];
        if ((*a == ANSWER_SAT && *b == ANSWER_UNSAT) || (*a == ANSWER_UNSAT && *b == ANSWER_SAT))
            return true;
    }
    return false;
}

static bool learn_difference(look *l)
{
    predicate *p = l->p;
    answer a, b;
    for (size_t i = 0; i < p->n_solvers; i++)
        explain(l, solver_name(p->solvers.at[i]), ask(l, i, 0));
    for (size_t i = 0; i < p->n_solvers; i++)
        for (size_t j = i + 1; j < p->n_solvers; j++)
            if (contradict(&l->results.at[i], &l->results.at[j], &a, &b)) {
                vec_resize(&p->seen, p->n_solvers);
                for (size_t k = 0; k < p->n_solvers; k++)
                    if (k == i || k == j)
                        p->seen.at[k] = k == i ? a : b;
                /* the others' sides too: who was right must not change sides unnoticed */
                for (size_t k = 0; k < p->n_solvers && l->checks == 1; k++)
                    if (k != i && k != j && l->results.at[k].answers.n)
                        p->seen.at[k] = (answer)l->results.at[k].answers.at[0];
                return true;
            }
    return false;
}

/* The two sides are still there, and nobody has changed to the other one. */
static bool still_differs(look *l)
{
    predicate *p = l->p;
    bool sat = false, unsat = false;
    if (l->checks != 1) { /* incremental: any contradiction between the two will do */
        answer a, b;
        for (size_t i = 0; i < p->n_solvers; i++)
            for (size_t j = i + 1; j < p->n_solvers; j++)
                if (p->seen.at[i] && p->seen.at[j] &&
                    contradict(ask(l, i, 0), ask(l, j, 0), &a, &b))
                    return true;
        return false;
    }
    for (size_t i = 0; i < p->n_solvers; i++) {
        answer wanted = p->seen.at[i];
        if (wanted != ANSWER_SAT && wanted != ANSWER_UNSAT)
            continue;
        const runner_result *r = ask(l, i, 0);
        answer got = r->answers.n ? (answer)r->answers.at[0] : ANSWER_NONE;
        if (got == wanted) {
            sat |= got == ANSWER_SAT;
            unsat |= got == ANSWER_UNSAT;
        } else if (got == ANSWER_SAT || got == ANSWER_UNSAT) {
            return false;
        }
        if (i == 0 && got != wanted)
            return false;
    }
    return sat && unsat;
}

static bool crashes(look *l, const one_check *c)
{
    predicate *p = l->p;
    const runner_result *r = ask(l, 0, 0);
    explain(l, solver_name(p->solvers.at[0]), r);
    if (crash_of(r) == CRASH_NONE)
        return false;
    if (*c->text)
        return strstr(r->output, c->text) || strstr(r->errors, c->text);
    strbuf signature = STRBUF_INIT;
    crash_signature(r, &signature);
    bool same = l->learning || !strcmp(signature.text, p->signature.text);
    if (l->learning) {
        strbuf_clear(&p->signature);
        strbuf_puts(&p->signature, signature.text);
    }
    strbuf_free(&signature);
    return same;
}

static bool is_answer(runner_verdict v)
{
    return v == RUNNER_SAT || v == RUNNER_UNSAT;
}

/* The CPU time of solver i, of two runs the one that speaks against the check; negative: no answer,
 * which is a time only for the first. */
static double cpu_of(look *l, size_t i)
{
    double first = 0;
    for (int k = 0; k < 2; k++) {
        if (k) {
            l->asked.at[i] = false;
            runner_result_free(&l->results.at[i]);
        }
        const runner_result *r = ask(l, i, 0);
        bool late = r->verdict == RUNNER_TIMEOUT && i == 0;
        if (!is_answer(r->verdict) && !late)
            return -1;
        double cpu = late && r->wall > r->cpu ? r->wall : r->cpu;
        first = !k || (i == 0 ? cpu < first : cpu > first) ? cpu : first;
    }
    return first;
}

/* Times below what a clock can tell apart are no difference. */
static bool slower_by_factor(look *l, double factor)
{
    const double least = 0.05;
    predicate *p = l->p;
    double slow = cpu_of(l, 0);
    explain(l, solver_name(p->solvers.at[0]), &l->results.at[0]);
    strbuf_printf(&l->why, " in %.2f s", slow);
    for (size_t i = 1; i < p->n_solvers && slow >= least; i++) {
        double other = cpu_of(l, i);
        explain(l, solver_name(p->solvers.at[i]), &l->results.at[i]);
        strbuf_printf(&l->why, " in %.2f s", other);
        if (other < 0 || slow < factor * other)
            return false;
    }
    return slow >= least;
}

static bool slower(look *l, const one_check *c)
{
    if (c->factor > 0)
        return slower_by_factor(l, c->factor);
    predicate *p = l->p;
    const runner_result *r = ask(l, 0, c->seconds);
    explain(l, solver_name(p->solvers.at[0]), r);
    if (r->verdict != RUNNER_TIMEOUT && r->wall < c->seconds)
        return false;
    for (size_t i = 1; i < p->n_solvers; i++) {
        r = ask(l, i, c->seconds);
        explain(l, solver_name(p->solvers.at[i]), r);
        if (!is_answer(r->verdict))
            return false;
    }
    return true;
}

/* The evaluator's word, and nothing that rests on the meaning of underspecified operators. */
static bool model_is_wrong(look *l, const formula *f, term_bank *b)
{
    predicate *p = l->p;
    solver *s = p->solvers.at[l->job * p->n_solvers];
    strbuf script = STRBUF_INIT;
    runner_result r;
    judge_case c = {.bank = b, .formula = f};
    script_extend(l->text, 1, SCRIPT_MODEL, &script);
    solver_question q = {.text = script.text,
                         .length = script.n,
                         .limits = p->config.limits,
                         .interrupt = l->interrupt};
    solver_ask(s, &q, &r);
    note_end(l, &r);
    explain(l, solver_name(s), &r);
    bool wrong = r.verdict == RUNNER_SAT;
    if (wrong) {
        strbuf_puts(&l->why, "; ");
        wrong = judge_model(&c, r.output, &l->why) == MODEL_FALSE;
    }
    runner_result_free(&r);
    strbuf_free(&script);
    return wrong;
}

static bool wrong_model(look *l)
{
    term_bank *b = bank_new(false);
    formula f;
    char *error = NULL;
    bool wrong = formula_parse(b, "script", l->text, l->n, &f, &error);
    if (wrong) {
        wrong = model_is_wrong(l, &f, b);
        formula_free(&f);
    } else {
        strbuf_puts(&l->why, error);
    }
    free(error);
    bank_free(b);
    return wrong;
}

static bool check_holds(look *l, const one_check *c)
{
    const runner_result *r;
    switch (c->kind) {
    case PREDICATE_DIFFER:
        return l->learning ? learn_difference(l) : still_differs(l);
    case PREDICATE_CRASH:
        return crashes(l, c);
    case PREDICATE_SLOWER:
        return slower(l, c);
    case PREDICATE_MODEL:
        return wrong_model(l);
    default:
        break;
    }
    r = ask(l, 0, 0);
    explain(l, solver_name(l->p->solvers.at[0]), r);
    if (c->kind == PREDICATE_ANSWER)
        return r->verdict == c->verdict;
    return strstr(r->output, c->text) || strstr(r->errors, c->text);
}

/* The user's command ends with 0. */
static bool command_holds(look *l)
{
    predicate *p = l->p;
    scratch file;
    char *error = NULL;
    if (!scratch_open(&file, l->text, l->n, true, &error)) {
        strbuf_puts(&l->why, error);
        free(error);
        return false;
    }
    runner_job job = {.command = p->command,
                      .file = file.path,
                      .limits = p->config.limits,
                      .want_output = true,
                      .interrupt = l->interrupt};
    runner_result r;
    runner_run(&job, &r);
    bool ended = r.verdict != RUNNER_TIMEOUT || r.wall < p->config.limits.wall_seconds;
    bool good = r.status == 0 && r.verdict != RUNNER_STOPPED && ended;
    note_end(l, &r);
    strbuf_printf(&l->why, "the command ended with code %d%s%s", r.status,
                  r.errors && *r.errors ? ": " : "", r.errors ? r.errors : "");
    runner_result_free(&r);
    scratch_close(&file);
    return good;
}

bool predicate_look(look *l)
{
    predicate *p = l->p;
    if (p->command)
        return command_holds(l);
    l->checks = count_checks(l->text, l->n);
    vec_resize(&l->results, p->n_solvers);
    vec_resize(&l->asked, p->n_solvers);
    bool good = true;
    for (size_t i = 0; i < p->checks.n && good && !l->stopped; i++)
        good = check_holds(l, &p->checks.at[i]);
    for (size_t i = 0; i < p->n_solvers; i++)
        if (l->asked.at[i])
            runner_result_free(&l->results.at[i]);
    vec_free(&l->results);
    vec_free(&l->asked);
    return good && !l->stopped;
}

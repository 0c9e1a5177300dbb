/* The first step of the judge: suspicions, from what the solvers said of one formula. */
#include <stdlib.h>
#include <string.h>

#include "judge/core_check.h"
#include "judge/hearing.h"
#include "judge/proof/proof_hearing.h"
#include "judge/regression.h"
#include "judge/suspicion.h"
#include "term/core/walk.h"

/* Asked within a step that runs for every formula: a second opinion has to be quick. */
typedef struct suspect {
    const judge_case *c;
    const judge_run *runs;
    size_t n;
    const judge_limits *limits;
    model_report *models; /* one for each run */
    bool is_sat;          /* a model holds */
    bool any_sat;         /* somebody says so, with a model that is not false */
    bool any_unsat;
} suspect;

/* So that the command which reproduces the finding does. */
static void set_options(const suspect *s, const judge_run *run, finding *f)
{
    strbuf options = STRBUF_INIT;
    size_t checks = s->c->each ? s->c->each->n : 1;
    strbuf_puts(&options, run->options ? run->options : "");
    solver_added_options(run->solver, f->formula, checks, run->options, &options);
    finding_set(&f->options, options.text + (*options.text == ' '));
    strbuf_free(&options);
}

static finding *accuse(const suspect *s, size_t i, finding_kind kind, answer expected,
                       finding_list *out)
{
    const judge_run *run = &s->runs[i];
    finding f;
    finding_init(&f);
    f.kind = kind;
    f.expected = expected;
    f.got = hearing_answer(&run->result);
    finding_set(&f.solver, solver_text(run->solver));
    finding_set(&f.version, solver_version(run->solver));
    if (s->c->text || run->text) {
        finding_set(&f.formula, s->c->text ? s->c->text : run->text);
    } else {
        strbuf text = STRBUF_INIT;
        script_print(s->c->bank, s->c->formula, solver_dialect(run->solver), SCRIPT_ANSWER, &text);
        finding_set(&f.formula, text.text);
        strbuf_free(&text);
    }
    set_options(s, run, &f);
    vec_push(out, f);
    return &vec_last(out);
}

/* What the evaluator says of every model, before anybody is accused. */
static void evaluate_models(suspect *s)
{
    s->models = base_alloc_zero(s->n, sizeof *s->models);
    s->is_sat = s->c->certain == CERTAIN_MODEL && s->c->expected == ANSWER_SAT;
    for (size_t i = 0; i < s->n; i++) {
        const runner_result *r = &s->runs[i].result;
        answer a = hearing_answer(r);
        s->any_unsat |= a == ANSWER_UNSAT;
        s->models[i] = (model_report){.verdict = MODEL_NONE, .why = STRBUF_INIT};
        if (a == ANSWER_SAT && r->output)
            model_report_make(&s->models[i], s->c, r->output, s->limits->interrupt);
        s->any_sat |= a == ANSWER_SAT && s->models[i].verdict != MODEL_FALSE;
        s->is_sat |= s->models[i].verdict == MODEL_TRUE;
    }
}

/* The answer that run i should have given, when its own is open to doubt; else NONE. */
static answer doubted(const suspect *s, size_t i)
{
    answer got = hearing_answer(&s->runs[i].result), expected = s->c->expected;
    if (got != ANSWER_SAT && got != ANSWER_UNSAT)
        return ANSWER_NONE;
    if (got == ANSWER_SAT && s->models[i].verdict == MODEL_TRUE)
        return ANSWER_NONE; /* whatever anybody expects */
    if (got == ANSWER_UNSAT && s->is_sat)
        return ANSWER_SAT;
    if (expected == ANSWER_SAT || expected == ANSWER_UNSAT)
        return got != expected ? expected : ANSWER_NONE;
    if (got == ANSWER_SAT)
        return s->any_unsat && !s->is_sat ? ANSWER_UNSAT : ANSWER_NONE;
    return s->any_sat ? ANSWER_SAT : ANSWER_NONE;
}

bool judge_has_choice(const judge_case *c)
{
    vec_u32 decls = {0};
    term_free_decls(c->bank, c->formula->assertions.at, c->formula->assertions.n, &decls);
    bool some = decls.n != 0;
    vec_free(&decls);
    return some;
}

/* Another program says that nothing can be true with this model. */
static bool is_doubted_model(const suspect *s, size_t i)
{
    formula instance;
    const model_report *report = &s->models[i];
    if (report->verdict != MODEL_UNDETERMINED || !report->model ||
        !model_instance(s->c->bank, s->c->formula, report->model, &instance))
        return false;
    judge_limits limits = *s->limits;
    const double longest = LIMITS_OR(limits.hearing, hearing_limits_default)->opinion_seconds;
    if (limits.run.wall_seconds <= 0 || limits.run.wall_seconds > longest)
        limits.run.wall_seconds = longest;
    hearing h = {s->c, &limits, NULL};
    answer a = ANSWER_NONE;
    for (size_t k = 0; k < s->n && a == ANSWER_NONE; k++) {
        runner_result r;
        if (hearing_same_program(s->runs[k].solver, s->runs[i].solver))
            continue;
        hearing_ask_formula(&h, s->runs[k].solver, &instance, SCRIPT_ANSWER, &r);
        a = hearing_answer(&r);
        runner_result_free(&r);
    }
    formula_free(&instance);
    return a == ANSWER_UNSAT;
}

/* A script with several checks: the first answer that is not the expected one. */
static bool accuse_check(const suspect *s, size_t i, finding_list *out)
{
    const answer_list *each = s->c->each, *got = &s->runs[i].result.answers;
    size_t k = suspicion_wrong_check(each, got);
    if (k == SIZE_MAX)
        return false;
    finding *f = accuse(s, i, FINDING_SOUNDNESS, (answer)each->at[k], out);
    f->got = (answer)got->at[k];
    suspicion_check_message(f, each, k);
    return true;
}

static bool accuse_answer(const suspect *s, size_t i, finding_list *out)
{
    if (s->c->each)
        return accuse_check(s, i, out);
    answer expected = doubted(s, i);
    bool is_false = s->models[i].verdict == MODEL_FALSE;
    if (is_false && expected == ANSWER_NONE && !s->models[i].by_engine && !judge_has_choice(s->c))
        expected = ANSWER_UNSAT;
    if (expected != ANSWER_NONE)
        accuse(s, i, FINDING_SOUNDNESS, expected, out);
    else if (is_false || is_doubted_model(s, i))
        accuse(s, i, FINDING_MODEL, ANSWER_SAT, out);
    return expected != ANSWER_NONE || is_false;
}

static bool accuse_core(const suspect *s, size_t i, finding_list *out)
{
    const judge_run *run = &s->runs[i];
    vec_u32 core = {0};
    bool wrong = false;
    if (run->result.verdict == RUNNER_UNSAT && run->result.output &&
        script_core(run->result.output, s->c->formula->assertions.n, &core) &&
        core.n < s->c->formula->assertions.n) {
        hearing h = {s->c, s->limits, NULL};
        for (size_t k = 0; k < s->n && !wrong; k++)
            if (!hearing_same_program(s->runs[k].solver, run->solver))
                wrong = core_is_refuted(&h, s->runs[k].solver, &core);
    }
    vec_free(&core);
    if (wrong)
        accuse(s, i, FINDING_CORE, ANSWER_UNSAT, out);
    return wrong;
}

static bool accuse_proof(const suspect *s, size_t i, finding_list *out)
{
    const judge_run *run = &s->runs[i];
    hearing h = {s->c, s->limits, NULL};
    finding seen;
    finding_init(&seen);
    const char *script = run->text ? run->text : s->c->text;
    bool wrong = run->result.verdict == RUNNER_UNSAT && script &&
                 proof_accuses(&h, script, run->result.output, &seen);
    if (wrong) {
        finding *f = accuse(s, i, FINDING_PROOF, ANSWER_UNSAT, out);
        finding_set(&f->message, seen.message);
        finding_set(&f->signature, seen.signature);
    }
    finding_free(&seen);
    return wrong;
}

static bool accuse_failure(const suspect *s, size_t i, finding_list *out)
{
    const runner_result *r = &s->runs[i].result;
    finding_kind kind;
    if (!suspicion_failure(r, &kind))
        return false;
    finding *f = accuse(s, i, kind, ANSWER_NONE, out);
    suspicion_message(f, r);
    return true;
}

/* The others: how many answered, all the same and in at most what time. */
static suspicion_others others_of(const suspect *s, size_t i)
{
    suspicion_others others = {.answer = s->c->expected};
    for (size_t k = 0; k < s->n; k++)
        if (!hearing_same_program(s->runs[k].solver, s->runs[i].solver))
            suspicion_add_other(&others, &s->runs[k].result);
    return others;
}

/* What an older build among the runs could do. */
static void accuse_regression(const suspect *s, size_t i, finding_list *out)
{
    const judge_run *run = &s->runs[i];
    strbuf why = STRBUF_INIT;
    bool found = false;
    for (size_t k = 0; k < s->n && !found; k++) {
        regression_side older = {&s->runs[k].result, s->models[k].verdict},
                        newer = {&run->result, s->models[i].verdict};
        found = regression_is_older(s->runs[k].solver, run->solver) &&
                regression_shows(&older, &newer, s->limits, &why);
        if (found) {
            finding *f = accuse(s, i, FINDING_REGRESSION, hearing_answer(older.result), out);
            finding_set(&f->message, why.text);
        }
    }
    strbuf_free(&why);
}

static void accuse_weakness(const suspect *s, size_t i, finding_list *out)
{
    suspicion_others others = others_of(s, i);
    finding_kind kind;
    if (s->c->each || solver_is_limit(s->runs[i].solver, s->runs[i].result.excerpt) ||
        !suspicion_weakness(s->c, &s->runs[i].result, &others, s->limits, &kind))
        return;
    finding *f = accuse(s, i, kind, others.answer, out);
    suspicion_message(f, &s->runs[i].result);
}

/* One solver may have been asked twice, for a model and for a core. */
static bool is_repeated(const finding_list *out, size_t start)
{
    const finding *last = &vec_last(out);
    for (size_t i = start; i + 1 < out->n; i++) {
        const finding *f = &out->at[i];
        if (f->kind == last->kind && !strcmp(f->solver, last->solver) &&
            !strcmp(f->options, last->options))
            return true;
    }
    return false;
}

void judge_suspect(const judge_case *c, const judge_run *runs, size_t n, const judge_limits *limits,
                   finding_list *out)
{
    bank_marks mark = bank_mark(c->bank);
    suspect s = {.c = c, .runs = runs, .n = n, .limits = limits};
    evaluate_models(&s);
    size_t start = out->n;
    for (size_t i = 0; i < n; i++) {
        size_t before = out->n;
        if (runs[i].result.verdict == RUNNER_STOPPED)
            continue;
        if (!accuse_answer(&s, i, out) && out->n == before && !accuse_core(&s, i, out) &&
            !accuse_proof(&s, i, out) && !accuse_failure(&s, i, out)) {
            if (limits->regressions && !c->each)
                accuse_regression(&s, i, out);
            if (out->n == before)
                accuse_weakness(&s, i, out);
        }
        if (out->n > before && is_repeated(out, start))
            finding_free(&vec_pop(out));
    }
    for (size_t i = 0; i < n; i++)
        model_report_free(&s.models[i]);
    free(s.models);
    bank_release(c->bank, &mark);
}

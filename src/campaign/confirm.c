/* The second step of the judge: the accused again, and the others as witnesses. */
#include <stdlib.h>
#include <string.h>

#include "campaign/core_check.h"
#include "campaign/hearing.h"
#include "campaign/shape.h"
#include "campaign/suspicion.h"
#include "term/walk.h"

typedef struct trial {
    hearing h;
    finding *f;
    solver *accused;
    VEC(solver *) others; /* other programs, each in a process of its own */
} trial;

/* What the witnesses say about the case. */
typedef struct witnesses {
    size_t sat, unsat; /* programs, each counted once */
    bool holds;        /* a model of theirs is confirmed by our evaluator */
    bool accused_sat;  /* with one of their models put in, the accused itself says sat */
} witnesses;

/* Adds a reason and says no: in doubt a suspicion is dropped. */
static bool dismiss(trial *t, const char *reason)
{
    hearing_note(&t->h, NULL, "dismissed: %s", reason);
    return false;
}

/* ---- Witnesses ---------------------------------------------------------------------------------
 */

/* What a solver says of the formula with a model put in. */
static answer ask_instance(trial *t, solver *s, const formula *instance)
{
    runner_result r;
    hearing_ask_formula(&t->h, s, instance, SCRIPT_ANSWER, &r);
    hearing_note_run(&t->h, s, "with this model put in: ", &r);
    answer a = hearing_answer(&r);
    runner_result_free(&r);
    return a;
}

/* A model that our evaluator cannot judge is put to the accused itself. */
static bool accused_accepts(trial *t, const model_report *report)
{
    formula instance;
    if (!report->model || !model_instance(t->h.c->bank, t->h.c->formula, report->model, &instance))
        return false;
    bool accepts = ask_instance(t, t->accused, &instance) == ANSWER_SAT;
    formula_free(&instance);
    return accepts;
}

static void note_model(trial *t, const model_report *report)
{
    static const char *const texts[] = {
        [MODEL_NONE] = "no model can be had",
        [MODEL_TRUE] = "our evaluator confirms its model",
        [MODEL_FALSE] = "our evaluator rejects its model",
        [MODEL_UNDETERMINED] = "our evaluator cannot judge its model",
    };
    hearing_note(&t->h, NULL, "%s%s%s", texts[report->verdict], report->why.n ? ": " : "",
                 report->why.text);
}

static void hear_model(trial *t, const runner_result *r, witnesses *w)
{
    model_report report;
    model_report_make(&report, t->h.c, r->output ? r->output : "", t->h.limits->interrupt);
    note_model(t, &report);
    w->holds |= report.verdict == MODEL_TRUE;
    if (report.verdict == MODEL_UNDETERMINED && t->f->got == ANSWER_UNSAT && !w->accused_sat)
        w->accused_sat = accused_accepts(t, &report);
    model_report_free(&report);
}

static bool was_heard(const trial *t, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (hearing_same_program(t->others.at[k], t->others.at[i]))
            return true;
    return false;
}

static witnesses hear_others(trial *t)
{
    witnesses w = {0};
    for (size_t i = 0; i < t->others.n; i++) {
        runner_result r;
        hearing_ask(&t->h, t->others.at[i], NULL, NULL, SCRIPT_MODEL, &r);
        hearing_note_run(&t->h, t->others.at[i], "", &r);
        answer a = hearing_answer(&r);
        if (a == ANSWER_SAT)
            hear_model(t, &r, &w);
        if (!was_heard(t, i)) {
            w.sat += a == ANSWER_SAT;
            w.unsat += a == ANSWER_UNSAT;
        }
        runner_result_free(&r);
    }
    return w;
}

/* ---- The accused -------------------------------------------------------------------------------
 */

/* The accused again, as it was found. */
static void ask_accused(trial *t, script_want want, runner_result *r)
{
    hearing_ask(&t->h, t->accused, t->f->options, t->h.c->text, want, r);
    hearing_note_run(&t->h, t->accused, "again: ", r);
}

/* Twice more, since what comes and goes cannot be judged, nor reduced. */
static bool answers_again(trial *t, script_want want, runner_result *last)
{
    for (int i = 0; i < 2; i++) {
        if (i)
            runner_result_free(last);
        ask_accused(t, want, last);
        if (hearing_answer(last) != t->f->got)
            return dismiss(t, "the answer did not come again");
    }
    return true;
}

/* ---- Answers -----------------------------------------------------------------------------------
 */

static bool is_expected(const trial *t, answer a)
{
    const judge_case *c = t->h.c;
    if (c->expected != a || c->certain == CERTAIN_NOTHING)
        return false;
    hearing_note(&t->h, NULL, "%s is expected (%s)", answer_name(a), certainty_name(c->certain));
    return true;
}

static bool confirm_unsat_is_wrong(trial *t)
{
    runner_result again;
    bool same = answers_again(t, SCRIPT_ANSWER, &again);
    runner_result_free(&again);
    if (!same)
        return false;
    if (model_certifies(t->h.c)) {
        hearing_note(&t->h, NULL,
                     "our evaluator confirms the model that the formula was made with");
        return true;
    }
    witnesses w = hear_others(t);
    if (w.holds)
        return true;
    if (w.accused_sat && w.sat) {
        hearing_note(&t->h, NULL, "the accused contradicts itself");
        return true;
    }
    if (is_expected(t, ANSWER_SAT) && w.sat && !w.unsat)
        return true;
    return dismiss(t, "nobody has a model that our evaluator confirms");
}

static bool has_choice(const judge_case *c)
{
    vec_u32 decls = {0};
    term_free_decls(c->bank, c->formula->assertions.at, c->formula->assertions.n, &decls);
    bool some = decls.n != 0;
    vec_free(&decls);
    return some;
}

static bool confirm_model(trial *t, const model_report *report);

static bool sat_is_wrong(trial *t, const model_report *report)
{
    if (report->verdict == MODEL_TRUE)
        return dismiss(t, "the model of the accused holds");
    if (report->verdict == MODEL_FALSE && !report->by_engine && !has_choice(t->h.c)) {
        hearing_note(&t->h, NULL, "nothing is free in the formula: it is false");
        return true;
    }
    witnesses w = hear_others(t);
    if (w.holds)
        return dismiss(t, "the formula is satisfiable");
    bool expected = is_expected(t, ANSWER_UNSAT);
    if (!w.sat && (w.unsat >= 2 || (expected && (w.unsat || report->verdict == MODEL_FALSE))))
        return true;
    t->f->kind = FINDING_MODEL;
    t->f->expected = ANSWER_SAT;
    return report->verdict == MODEL_FALSE ? confirm_model(t, report)
                                          : dismiss(t, "too few say unsat");
}

/* A script with several checks: another program answers it as expected. */
static bool confirm_script(trial *t)
{
    const answer_list *each = t->h.c->each;
    bool wrong = true, supported = false;
    for (size_t i = 0; i <= t->others.n; i++) {
        solver *s = i ? t->others.at[i - 1] : t->accused;
        runner_result r;
        hearing_ask(&t->h, s, i ? NULL : t->f->options, t->h.c->text, SCRIPT_ANSWER, &r);
        hearing_note_run(&t->h, s, "", &r);
        bool differs = false;
        for (size_t k = 0; k < each->n && k < r.answers.n; k++)
            differs |= each->at[k] + r.answers.at[k] == ANSWER_SAT + ANSWER_UNSAT &&
                       each->at[k] != r.answers.at[k] && each->at[k] && r.answers.at[k];
        if (!i)
            wrong = differs;
        else if (differs)
            return runner_result_free(&r), dismiss(t, "another solver contradicts the expectation");
        else
            supported |= r.answers.n == each->n && r.verdict != RUNNER_UNKNOWN;
        runner_result_free(&r);
    }
    if (!wrong)
        return dismiss(t, "the answers did not come again");
    return supported || dismiss(t, "no other solver answers all checks");
}

static bool confirm_soundness(trial *t)
{
    if (t->h.c->each && t->h.c->each->n > 1)
        return confirm_script(t);
    if (t->f->got == ANSWER_UNSAT)
        return confirm_unsat_is_wrong(t);
    runner_result again;
    bool wrong = answers_again(t, SCRIPT_MODEL, &again);
    if (wrong) {
        model_report report;
        model_report_make(&report, t->h.c, again.output ? again.output : "",
                          t->h.limits->interrupt);
        note_model(t, &report);
        wrong = sat_is_wrong(t, &report);
        model_report_free(&report);
    }
    runner_result_free(&again);
    return wrong;
}

/* ---- Models and cores --------------------------------------------------------------------------
 */

/* The formula with the model put in goes to everybody: others must not contradict our evaluator,
 * and where it cannot tell, they must tell. */
static bool confirm_model(trial *t, const model_report *report)
{
    formula instance;
    bool sure = report->verdict == MODEL_FALSE && !report->by_engine;
    size_t sat = 0, unsat = 0;
    bool own = false;
    if (report->model && model_instance(t->h.c->bank, t->h.c->formula, report->model, &instance)) {
        for (size_t i = 0; i < t->others.n; i++) {
            answer a = ask_instance(t, t->others.at[i], &instance);
            sat += a == ANSWER_SAT;
            unsat += a == ANSWER_UNSAT && !was_heard(t, i);
        }
        own = ask_instance(t, t->accused, &instance) == ANSWER_UNSAT;
        formula_free(&instance);
    }
    if (sat && !(sure && own))
        return dismiss(t, "another solver finds nothing wrong with the model");
    return sure || unsat + own >= 2 || dismiss(t, "too few say that the model is wrong");
}

static bool confirm_wrong_model(trial *t)
{
    runner_result again;
    bool wrong = answers_again(t, SCRIPT_MODEL, &again);
    if (wrong) {
        model_report report;
        model_report_make(&report, t->h.c, again.output ? again.output : "",
                          t->h.limits->interrupt);
        note_model(t, &report);
        if (report.verdict == MODEL_NONE || report.verdict == MODEL_TRUE)
            wrong = dismiss(t, "the wrong model did not come again");
        else
            wrong = confirm_model(t, &report);
        finding_set(&t->f->message, report.why.text);
        model_report_free(&report);
    }
    runner_result_free(&again);
    return wrong;
}

static bool confirm_core(trial *t)
{
    runner_result again;
    vec_u32 core = {0};
    ask_accused(t, SCRIPT_CORE, &again);
    bool wrong = false;
    if (again.verdict == RUNNER_UNSAT && again.output &&
        script_core(again.output, t->h.c->formula->assertions.n, &core)) {
        for (size_t i = 0; i < t->others.n && !wrong; i++)
            wrong = core_is_refuted(&t->h, t->others.at[i], &core);
        strbuf message = STRBUF_INIT;
        strbuf_printf(&message, "the core of %zu assertions out of %zu is satisfiable", core.n,
                      t->h.c->formula->assertions.n);
        finding_set(&t->f->message, message.text);
        strbuf_free(&message);
    }
    runner_result_free(&again);
    vec_free(&core);
    return wrong || dismiss(t, "nobody has a model of the core that our evaluator confirms");
}

/* ---- Crashes and weaknesses --------------------------------------------------------------------
 */

static bool confirm_failure(trial *t)
{
    for (int i = 0; i < 2; i++) {
        runner_result r;
        finding_kind kind;
        ask_accused(t, SCRIPT_ANSWER, &r);
        bool failed = suspicion_failure(&r, &kind);
        if (!failed) { /* perhaps it was the question for a model that did it */
            runner_result_free(&r);
            ask_accused(t, SCRIPT_MODEL, &r);
            failed = suspicion_failure(&r, &kind);
        }
        if (failed) {
            t->f->kind = kind;
            suspicion_message(t->f, &r);
        }
        runner_result_free(&r);
        if (!failed)
            return dismiss(t, "it did not crash again");
    }
    return true;
}

static bool confirm_weakness(trial *t)
{
    runner_result r;
    suspicion_others others = {.answer = t->h.c->expected};
    finding_kind kind;
    ask_accused(t, SCRIPT_ANSWER, &r);
    for (size_t i = 0; i < t->others.n; i++) {
        runner_result other;
        hearing_ask(&t->h, t->others.at[i], NULL, NULL, SCRIPT_ANSWER, &other);
        hearing_note_run(&t->h, t->others.at[i], "", &other);
        suspicion_add_other(&others, &other);
        runner_result_free(&other);
    }
    bool weak = suspicion_weakness(t->h.c, &r, &others, t->h.limits, &kind) && kind == t->f->kind;
    if (weak) {
        suspicion_message(t->f, &r);
        t->f->got = hearing_answer(&r);
        t->f->expected = others.answer;
    }
    runner_result_free(&r);
    return weak || dismiss(t, "it did not show again");
}

/* ---- The trial ---------------------------------------------------------------------------------
 */

static bool confirm(trial *t)
{
    switch (t->f->kind) {
    case FINDING_SOUNDNESS:
        return confirm_soundness(t);
    case FINDING_MODEL:
        return confirm_wrong_model(t);
    case FINDING_CORE:
        return confirm_core(t);
    case FINDING_MEMORY:
    case FINDING_CRASH:
        return confirm_failure(t);
    default:
        return confirm_weakness(t);
    }
}

static void fill_in(finding *f, const judge_case *c)
{
    if (f->kind == FINDING_SOUNDNESS) {
        strbuf message = STRBUF_INIT;
        strbuf_printf(&message, "says %s, but it is %s", answer_name(f->got),
                      answer_name(f->expected));
        finding_set(&f->message, message.text);
        strbuf_free(&message);
    }
    if (!*f->signature) {
        strbuf shape = STRBUF_INIT;
        finding_shape(c->bank, c->formula, &shape);
        finding_set(&f->signature, shape.text);
        strbuf_free(&shape);
    }
}

static bool summon(trial *t, solver *const *solvers, size_t n)
{
    const solver *accused = NULL;
    for (size_t i = 0; i < n && !accused; i++)
        if (!strcmp(solver_text(solvers[i]), t->f->solver))
            accused = solvers[i];
    if (!accused)
        return dismiss(t, "there is no such solver any more");
    t->accused = solver_fresh(accused);
    for (size_t i = 0; i < n; i++)
        if (!hearing_same_program(solvers[i], accused))
            vec_push(&t->others, solver_fresh(solvers[i]));
    return true;
}

void judge_confirm(finding *f, const judge_case *c, solver *const *solvers, size_t n,
                   const judge_limits *limits)
{
    bank_marks mark = bank_mark(c->bank);
    strbuf evidence = STRBUF_INIT;
    trial t = {.h = {c, limits, &evidence}, .f = f};
    bool confirmed = summon(&t, solvers, n) && confirm(&t);
    f->state = confirmed ? FINDING_CONFIRMED : FINDING_DISMISSED;
    finding_set(&f->evidence, evidence.text);
    fill_in(f, c);
    for (size_t i = 0; i < t.others.n; i++)
        solver_free(t.others.at[i]);
    vec_free(&t.others);
    solver_free(t.accused);
    strbuf_free(&evidence);
    bank_release(c->bank, &mark);
}

const char *certainty_name(certainty c)
{
    static const char *const names[] = {"nothing is known", "by its label", "by construction",
                                        "by a model"};
    return names[c];
}

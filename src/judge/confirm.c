/* The second step of the judge: the accused again, and the others as witnesses. */
#include "judge/suspicion.h"
#include "judge/confirmation.h"
#include "judge/proof/proof_hearing.h"
#include "judge/regression.h"
#include "smtlib/script/shape.h"

static bool fails_again(confirmation *t, script_want want)
{
    runner_result r;
    finding_kind kind;
    confirmation_ask_accused(t, want, &r);
    bool failed = suspicion_failure(&r, &kind);
    if (failed) {
        t->f->kind = kind;
        suspicion_message(t->f, &r);
    }
    runner_result_free(&r);
    return failed;
}

/* Twice with one question; perhaps it was that for a model or a core that did it. */
static bool confirm_failure(confirmation *t)
{
    script_want last = t->h.c->each ? SCRIPT_MODEL : SCRIPT_CORE;
    for (script_want want = SCRIPT_ANSWER; want <= last; want++) {
        if (!fails_again(t, want) || !fails_again(t, want))
            continue;
        if (want == SCRIPT_CORE) /* the script that shows it has names and the question */
            confirmation_keep_question(t, want);
        return true;
    }
    return confirmation_dismiss(t, "it did not crash again");
}

/* A proof that came twice, and was wrong twice. */
static bool confirm_proof(confirmation *t)
{
    for (int i = 0; i < 2; i++)
        if (!proof_comes_again(&t->h, t->accused, t->f->options, t->f))
            return confirmation_dismiss(t, "its proof was not wrong again");
    confirmation_keep_question(t, SCRIPT_PROOF);
    return true;
}

/* Of an `unknown`: does the solver give a limit of its methods as the reason? */
static bool states_a_limit(confirmation *t, const runner_result *r)
{
    static const char *const limits[] = {"ncomplete",  "nsupported", "ot supported", "uantifier",
                                         "non-linear", "nonlinear",  "heory"};
    runner_result again;
    if (r->verdict != RUNNER_UNKNOWN)
        return false;
    confirmation_ask_accused(t, SCRIPT_REASON, &again);
    const char *reply = again.output ? strstr(again.output, ":reason-unknown") : NULL;
    bool stated = false;
    for (size_t i = 0; reply && i < sizeof limits / sizeof *limits; i++)
        stated |= strstr(reply, limits[i]) != NULL;
    if (reply)
        hearing_note(&t->h, t->accused, "%.*s", (int)strcspn(reply, "\n"), reply);
    runner_result_free(&again);
    return stated;
}

static bool confirm_weakness(confirmation *t)
{
    runner_result r;
    suspicion_others others = {.answer = t->h.c->expected};
    finding_kind kind;
    confirmation_ask_accused(t, SCRIPT_ANSWER, &r);
    for (size_t i = 0; i < t->others.n; i++) {
        runner_result other;
        hearing_ask(&t->h, t->others.at[i], NULL, NULL, SCRIPT_ANSWER, &other);
        hearing_note_run(&t->h, t->others.at[i], "", &other);
        suspicion_add_other(&others, &other);
        runner_result_free(&other);
    }
    bool weak = suspicion_weakness(t->h.c, &r, &others, t->h.limits, &kind) && kind == t->f->kind;
    if (weak && kind == FINDING_UNKNOWN && states_a_limit(t, &r)) {
        runner_result_free(&r);
        return confirmation_dismiss(t, "the solver says that it is beyond what it can do");
    }
    if (weak) {
        suspicion_message(t->f, &r);
        t->f->got = hearing_answer(&r);
        t->f->expected = others.answer;
    }
    runner_result_free(&r);
    return weak || confirmation_dismiss(t, "it did not show again");
}

/* Both builds again, twice, with the question for a model. */
static bool regresses_again(confirmation *t, solver *older)
{
    strbuf why = STRBUF_INIT;
    bool shows = true;
    for (int i = 0; i < 2 && shows; i++) {
        runner_result now, before;
        confirmation_ask_accused(t, SCRIPT_MODEL, &now);
        hearing_ask(&t->h, older, NULL, NULL, SCRIPT_MODEL, &before);
        hearing_note_run(&t->h, older, "", &before);
        regression_side was = {&before, MODEL_NONE}, is = {&now, MODEL_NONE};
        if (before.verdict == RUNNER_SAT)
            was.model = judge_model(t->h.c, before.output, NULL);
        if (now.verdict == RUNNER_SAT)
            is.model = judge_model(t->h.c, now.output, NULL);
        strbuf_clear(&why);
        shows = regression_shows(&was, &is, t->h.limits, &why);
        t->f->got = hearing_answer(&now);
        t->f->expected = hearing_answer(&before);
        runner_result_free(&now);
        runner_result_free(&before);
    }
    if (shows)
        finding_set(&t->f->message, why.text);
    strbuf_free(&why);
    return shows;
}

static bool confirm_regression(confirmation *t)
{
    for (size_t i = 0; i < t->others.n; i++)
        if (regression_is_older(t->others.at[i], t->accused) && regresses_again(t, t->others.at[i]))
            return true;
    return confirmation_dismiss(t, "no older build does better again");
}

static bool confirm(confirmation *t)
{
    switch (t->f->kind) {
    case FINDING_SOUNDNESS:
        return confirm_answer(t);
    case FINDING_MODEL:
        return confirm_model(t);
    case FINDING_CORE:
        return confirm_core(t);
    case FINDING_PROOF:
        return confirm_proof(t);
    case FINDING_MEMORY:
    case FINDING_CRASH:
        return confirm_failure(t);
    case FINDING_REGRESSION:
        return confirm_regression(t);
    default:
        return confirm_weakness(t);
    }
}

static void fill_in(finding *f, const judge_case *c)
{
    if (f->kind == FINDING_SOUNDNESS && !c->each) {
        strbuf message = STRBUF_INIT;
        strbuf_printf(&message, "says %s, but it is %s", answer_name(f->got),
                      answer_name(f->expected));
        finding_set(&f->message, message.text);
        strbuf_free(&message);
    }
    if (!*f->signature) {
        strbuf shape = STRBUF_INIT;
        finding_shape_of_text(f->formula, &shape);
        finding_set(&f->signature, shape.text);
        strbuf_free(&shape);
    }
}

void judge_confirm(finding *f, const judge_case *c, solver *const *solvers, size_t n,
                   const judge_limits *limits)
{
    bank_marks mark = bank_mark(c->bank);
    strbuf evidence = STRBUF_INIT;
    confirmation t = {.h = {c, limits, &evidence}, .f = f};
    bool confirmed = confirmation_open(&t, solvers, n) && confirm(&t);
    f->state = confirmed ? FINDING_CONFIRMED : t.disputed ? FINDING_DISPUTED : FINDING_DISMISSED;
    finding_set(&f->evidence, evidence.text);
    fill_in(f, c);
    confirmation_close(&t);
    strbuf_free(&evidence);
    bank_release(c->bank, &mark);
}

const char *certainty_name(certainty c)
{
    static const char *const names[] = {"nothing is known", "by its label", "by construction",
                                        "by evaluation", "by a model"};
    return names[c];
}

/* The second step of the judge: the accused again, and the others as witnesses. */
#include "judge/suspicion.h"
#include "judge/confirmation.h"
#include "smtlib/script/shape.h"

static bool confirm_failure(confirmation *t)
{
    for (int i = 0; i < 2; i++) {
        runner_result r;
        finding_kind kind;
        confirmation_ask_accused(t, SCRIPT_ANSWER, &r);
        bool failed = suspicion_failure(&r, &kind);
        if (!failed) { /* perhaps it was the question for a model that did it */
            runner_result_free(&r);
            confirmation_ask_accused(t, SCRIPT_MODEL, &r);
            failed = suspicion_failure(&r, &kind);
        }
        if (failed) {
            t->f->kind = kind;
            suspicion_message(t->f, &r);
        }
        runner_result_free(&r);
        if (!failed)
            return confirmation_dismiss(t, "it did not crash again");
    }
    return true;
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
    if (weak) {
        suspicion_message(t->f, &r);
        t->f->got = hearing_answer(&r);
        t->f->expected = others.answer;
    }
    runner_result_free(&r);
    return weak || confirmation_dismiss(t, "it did not show again");
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
    case FINDING_MEMORY:
    case FINDING_CRASH:
        return confirm_failure(t);
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
    f->state = confirmed ? FINDING_CONFIRMED : FINDING_DISMISSED;
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

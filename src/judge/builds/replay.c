#include "judge/builds/replay.h"

#include <stdlib.h>
#include <string.h>

#include "judge/core_check.h"
#include "judge/hearing.h"
#include "judge/proof/proof_hearing.h"
#include "judge/suspicion.h"

const char *replay_outcome_name(replay_outcome o)
{
    static const char *const names[] = {"wrong", "right", "neither"};
    return names[o];
}

/* The finding while one build is asked. */
typedef struct replaying {
    const finding *f;
    solver *build;
    judge_case c;
    hearing h;
    runner_result r;
    strbuf what;
} replaying;

static replay_outcome of_answer(const replaying *p)
{
    const answer_list *all = &p->r.answers;
    answer last = all->n ? (answer)all->at[all->n - 1] : hearing_answer(&p->r);
    if (last == p->f->got)
        return REPLAY_SHOWS;
    return last == ANSWER_SAT || last == ANSWER_UNSAT ? REPLAY_RIGHT : REPLAY_OTHER;
}

static replay_outcome of_model(replaying *p)
{
    if (p->r.verdict != RUNNER_SAT)
        return REPLAY_OTHER;
    strbuf why = STRBUF_INIT;
    model_verdict v = judge_model(&p->c, p->r.output, &why);
    strbuf_printf(&p->what, "%s%s%s",
                  v == MODEL_TRUE    ? ", our evaluator confirms its model"
                  : v == MODEL_FALSE ? ", our evaluator rejects its model"
                                     : ", its model is not judged",
                  why.n ? ": " : "", why.text);
    strbuf_free(&why);
    return v == MODEL_FALSE ? REPLAY_SHOWS : v == MODEL_TRUE ? REPLAY_RIGHT : REPLAY_OTHER;
}

/* libz3 looks for a model of the core, our evaluator confirms it. */
static replay_outcome of_core(replaying *p)
{
    vec_u32 core = {0};
    char *error = NULL;
    solver *witness = solver_new("lib:z3", &error);
    free(error);
    bool named =
        p->r.verdict == RUNNER_UNSAT && script_core(p->r.output, p->c.formula->assertions.n, &core);
    bool wrong = named && witness && core_is_refuted(&p->h, witness, &core);
    if (named)
        strbuf_printf(&p->what, ", a core of %zu out of %zu assertions%s", core.n,
                      p->c.formula->assertions.n, wrong ? ", which is satisfiable" : "");
    solver_free(witness);
    vec_free(&core);
    return wrong ? REPLAY_SHOWS : named ? REPLAY_RIGHT : REPLAY_OTHER;
}

static replay_outcome of_failure(replaying *p)
{
    finding_kind kind;
    finding now;
    if (!suspicion_failure(&p->r, &kind))
        return p->r.answers.n ? REPLAY_RIGHT : REPLAY_OTHER;
    finding_init(&now);
    now.kind = kind;
    suspicion_message(&now, &p->r);
    bool same = kind == p->f->kind &&
                (!*p->f->signature || !*now.signature || !strcmp(now.signature, p->f->signature));
    if (!same)
        strbuf_puts(&p->what, ", another crash");
    finding_free(&now);
    return same ? REPLAY_SHOWS : REPLAY_OTHER;
}

static replay_outcome of_proof(const replaying *p)
{
    finding now;
    finding_init(&now);
    bool wrong =
        p->r.verdict == RUNNER_UNSAT && proof_accuses(&p->h, p->f->formula, p->r.output, &now);
    finding_free(&now);
    return wrong ? REPLAY_SHOWS : p->r.verdict == RUNNER_UNSAT ? REPLAY_RIGHT : REPLAY_OTHER;
}

static replay_outcome of_weakness(const replaying *p)
{
    return p->r.answers.n && p->r.verdict != RUNNER_UNKNOWN ? REPLAY_RIGHT : REPLAY_SHOWS;
}

static void ask(replaying *p)
{
    bool model = p->f->kind == FINDING_MODEL, core = p->f->kind == FINDING_CORE;
    if (p->c.formula && (model || core)) {
        hearing_ask(&p->h, p->build, p->f->options, p->f->formula,
                    model ? SCRIPT_MODEL : SCRIPT_CORE, &p->r);
        return;
    }
    strbuf script = STRBUF_INIT;
    size_t checks = script_extend(p->f->formula, 0, SCRIPT_ANSWER, &script);
    solver_question q = {.text = p->f->formula, /* as it is: a crash may need all of it */
                         .length = strlen(p->f->formula),
                         .checks = checks,
                         .limits = p->h.limits->run,
                         .options = *p->f->options ? p->f->options : NULL,
                         .interrupt = p->h.limits->interrupt};
    solver_ask(p->build, &q, &p->r);
    strbuf_free(&script);
}

static replay_outcome judge(replaying *p)
{
    switch (p->f->kind) {
    case FINDING_SOUNDNESS:
        return of_answer(p);
    case FINDING_MODEL:
        return p->c.formula ? of_model(p) : REPLAY_OTHER;
    case FINDING_CORE:
        return p->c.formula ? of_core(p) : REPLAY_OTHER;
    case FINDING_PROOF:
        return of_proof(p);
    case FINDING_MEMORY:
    case FINDING_CRASH:
        return of_failure(p);
    default:
        return of_weakness(p);
    }
}

void judge_replay(const finding *f, solver *build, const judge_limits *limits, replay *out)
{
    term_bank *b = bank_new(false);
    formula parsed;
    char *error = NULL;
    replaying p = {.f = f, .build = build, .what = STRBUF_INIT};
    bool good = formula_parse(b, "finding", f->formula, strlen(f->formula), &parsed, &error);
    p.c = (judge_case){.bank = b, .formula = good ? &parsed : NULL};
    p.h = (hearing){&p.c, limits, NULL};
    ask(&p);
    strbuf_puts(&p.what, runner_verdict_name(p.r.verdict));
    if (*p.r.excerpt)
        strbuf_printf(&p.what, ": %s", p.r.excerpt);
    replay_outcome outcome = judge(&p);
    *out = (replay){outcome, p.r.wall, strbuf_detach(&p.what)};
    runner_result_free(&p.r);
    if (good)
        formula_free(&parsed);
    free(error);
    bank_free(b);
}

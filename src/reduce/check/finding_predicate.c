#include "reduce/check/finding_predicate.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "judge/proof/proof_hearing.h"
#include "judge/suspicion.h"
#include "reduce/check/finding_script.h"
#include "reduce/script/layout.h"

/* ---- Who is asked ---------------------------------------------------------------------------- */

bool finding_predicate_init(finding_predicate *k)
{
    const solver *accused = NULL;
    for (size_t i = 0; i < k->n && !accused; i++)
        if (!strcmp(solver_text(k->solvers[i]), k->finding->solver))
            accused = k->solvers[i];
    if (!accused)
        return false;
    k->accused = solver_fresh(accused);
    k->others = base_alloc_zero(k->n, sizeof(solver *));
    for (size_t i = 0; i < k->n; i++)
        if (!hearing_same_program(k->solvers[i], accused))
            k->others[k->n_others++] = solver_fresh(k->solvers[i]);
    return true;
}

void finding_predicate_free(finding_predicate *k)
{
    for (size_t i = 0; i < k->n_others; i++)
        solver_free(k->others[i]);
    free(k->others);
    solver_free(k->accused);
    k->others = NULL;
    k->accused = NULL;
    k->n_others = 0;
}

bool finding_same_failure(const finding *f, const runner_result *r)
{
    finding_kind kind;
    finding now;
    if (!suspicion_failure(r, &kind) || kind != f->kind)
        return false;
    finding_init(&now);
    now.kind = kind;
    suspicion_message(&now, r);
    bool same = !strcmp(now.signature, f->signature);
    finding_free(&now);
    return same;
}

/* ---- One candidate --------------------------------------------------------------------------- */

/* A candidate while it is looked at. */
typedef struct look {
    finding_predicate *k;
    judge_case c;
    hearing h;
    strbuf text; /* as the accused gets it */
} look;

static void ask_accused(const look *l, script_want want, runner_result *r)
{
    hearing_ask(&l->h, l->k->accused, l->k->finding->options, l->text.text, want, r);
}

static model_verdict model_of(const look *l, const runner_result *r, bool *by_engine)
{
    model_report report;
    bank_marks mark = bank_mark(l->c.bank);
    model_report_make(&report, &l->c, r->output ? r->output : "", l->k->limits.interrupt);
    model_verdict verdict = report.verdict;
    *by_engine = report.by_engine;
    model_report_free(&report);
    bank_release(l->c.bank, &mark);
    return verdict;
}

/* The whole confirmation, for what cannot be settled quickly. */
static bool judge_agrees(const look *l)
{
    finding copy;
    finding_init(&copy);
    copy.kind = l->k->finding->kind;
    copy.got = l->k->finding->got;
    copy.expected = l->k->finding->expected;
    finding_set(&copy.solver, l->k->finding->solver);
    finding_set(&copy.options, l->k->finding->options);
    judge_confirm(&copy, &l->c, l->k->solvers, l->k->n, &l->k->limits);
    bool same = copy.state == FINDING_CONFIRMED && copy.kind == l->k->finding->kind;
    finding_free(&copy);
    return same;
}

/* The witness that settled a candidate is asked first about the next. */
static void prefer(finding_predicate *k, size_t i)
{
    solver *first = k->others[i];
    memmove(k->others + 1, k->others, i * sizeof *k->others);
    k->others[0] = first;
}

/* Does the model that the original was made with satisfy this, too? It mostly does. */
static bool own_model_holds(const judge_case *c, const char *model)
{
    strbuf why = STRBUF_INIT;
    bank_marks mark = bank_mark(c->bank);
    bool holds = model && judge_model(c, model, &why) == MODEL_TRUE;
    bank_release(c->bank, &mark);
    strbuf_free(&why);
    return holds;
}

static bool unsat_is_wrong(const look *l)
{
    finding_predicate *k = l->k;
    if (own_model_holds(&l->c, k->model))
        return true;
    bool open = false, by_engine;
    for (size_t i = 0; i < k->n_others; i++) {
        runner_result r;
        hearing_ask(&l->h, k->others[i], NULL, NULL, SCRIPT_MODEL, &r);
        answer a = hearing_answer(&r);
        model_verdict model = a == ANSWER_SAT ? model_of(l, &r, &by_engine) : MODEL_NONE;
        runner_result_free(&r);
        if (model == MODEL_TRUE || a == ANSWER_UNSAT) {
            prefer(k, i);
            return model == MODEL_TRUE;
        }
        open |= a == ANSWER_SAT;
    }
    return open && judge_agrees(l);
}

/* Programs that say unsat, each counted once; SIZE_MAX when one says sat. */
static size_t count_unsat(const look *l)
{
    finding_predicate *k = l->k;
    size_t unsat = 0;
    for (size_t i = 0; i < k->n_others; i++) {
        runner_result r;
        hearing_ask(&l->h, k->others[i], NULL, NULL, SCRIPT_ANSWER, &r);
        answer a = hearing_answer(&r);
        runner_result_free(&r);
        if (a == ANSWER_SAT) {
            prefer(k, i);
            return SIZE_MAX;
        }
        bool again = false;
        for (size_t j = 0; j < i; j++)
            again |= hearing_same_program(k->others[i], k->others[j]);
        unsat += a == ANSWER_UNSAT && !again;
    }
    return unsat;
}

static bool sat_is_wrong(const look *l, const runner_result *r)
{
    bool by_engine;
    model_verdict model = model_of(l, r, &by_engine);
    bool rejected = model == MODEL_FALSE && !by_engine;
    if (model == MODEL_TRUE)
        return false;
    if (rejected && !judge_has_choice(&l->c))
        return true;
    size_t unsat = count_unsat(l);
    return unsat != SIZE_MAX && (unsat >= 2 || (unsat && rejected));
}

static bool keeps_soundness(const look *l)
{
    answer got = l->k->finding->got;
    script_want want = l->k->want;
    runner_result r;
    ask_accused(l, want == SCRIPT_ANSWER && got == ANSWER_SAT ? SCRIPT_MODEL : want, &r);
    bool kept =
        hearing_answer(&r) == got && (got == ANSWER_SAT ? sat_is_wrong(l, &r) : unsat_is_wrong(l));
    runner_result_free(&r);
    return kept;
}

static bool keeps_model(const look *l)
{
    runner_result r;
    bool by_engine;
    ask_accused(l, SCRIPT_MODEL, &r);
    bool kept = hearing_answer(&r) == ANSWER_SAT;
    if (kept) {
        model_verdict verdict = model_of(l, &r, &by_engine);
        kept = verdict == MODEL_FALSE || verdict == MODEL_UNDETERMINED;
    }
    runner_result_free(&r);
    return kept && judge_agrees(l);
}

/* With the question for a model or a core only if it was that question that made it crash. */
static bool keeps_failure(const look *l)
{
    runner_result r;
    ask_accused(l, l->k->want, &r);
    bool kept = finding_same_failure(l->k->finding, &r);
    runner_result_free(&r);
    return kept;
}

/* Others are asked first: it is the accused that takes long. */
static bool keeps_weakness(const look *l)
{
    finding_predicate *k = l->k;
    size_t answered = 0;
    for (size_t i = 0; i < k->n_others; i++) {
        runner_result r;
        hearing_ask(&l->h, k->others[i], NULL, NULL, SCRIPT_ANSWER, &r);
        answer a = hearing_answer(&r);
        answered += a == ANSWER_SAT || a == ANSWER_UNSAT;
        runner_result_free(&r);
    }
    return answered && judge_agrees(l);
}

static bool keeps_core(const look *l)
{
    runner_result r;
    ask_accused(l, SCRIPT_CORE, &r);
    bool kept = hearing_answer(&r) == ANSWER_UNSAT;
    runner_result_free(&r);
    return kept && judge_agrees(l);
}

static bool keeps_proof(const look *l)
{
    finding now;
    finding_init(&now);
    bool wrong = proof_comes_again(&l->h, l->k->accused, l->k->finding->options, &now) &&
                 !strcmp(now.signature, l->k->finding->signature);
    finding_free(&now);
    return wrong;
}

static bool kept(const look *l)
{
    switch (l->k->finding->kind) {
    case FINDING_SOUNDNESS:
        return keeps_soundness(l);
    case FINDING_MODEL:
        return keeps_model(l);
    case FINDING_CORE:
        return keeps_core(l);
    case FINDING_PROOF:
        return keeps_proof(l);
    case FINDING_MEMORY:
    case FINDING_CRASH:
        return keeps_failure(l);
    default:
        return keeps_weakness(l);
    }
}

reduce_verdict finding_predicate_check(void *context, term_bank *b, const formula *candidate)
{
    finding_predicate *k = context;
    look l = {.k = k, .text = STRBUF_INIT};
    layout_formula(b, candidate, k->dialect, NULL, NULL, &l.text);
    l.c = (judge_case){.bank = b, .formula = candidate, .text = l.text.text};
    l.h = (hearing){&l.c, &k->limits, NULL};
    bool yes = kept(&l);
    strbuf_free(&l.text);
    if (k->limits.interrupt && *k->limits.interrupt)
        return REDUCE_STOP;
    return yes ? REDUCE_YES : REDUCE_NO;
}

/* ---- The whole finding ----------------------------------------------------------------------- */

/* As the standard writes it if the accused reads that; with a question for a model or a core where
 * that belongs to the finding. */
static bool choose_writing(finding_predicate *k, term_bank *b, const formula *f)
{
    finding_kind kind = k->finding->kind;
    bool any = kind == FINDING_CRASH || kind == FINDING_MEMORY || kind == FINDING_SOUNDNESS;
    script_want first = kind == FINDING_MODEL   ? SCRIPT_MODEL
                        : kind == FINDING_CORE  ? SCRIPT_CORE
                        : kind == FINDING_PROOF ? SCRIPT_PROOF
                                                : SCRIPT_ANSWER;
    for (script_want want = first; want <= (any ? SCRIPT_CORE : first); want++) {
        k->want = want;
        k->dialect = DIALECT_STANDARD;
        if (finding_predicate_check(k, b, f) == REDUCE_YES)
            return true;
        k->dialect = solver_dialect(k->accused);
        if (k->dialect != DIALECT_STANDARD && finding_predicate_check(k, b, f) == REDUCE_YES)
            return true;
    }
    return false;
}

/* Candidates that take much longer than the original did are not worth waiting for. */
static void tighten(finding_predicate *k, double seconds)
{
    const reduce_limits *l = LIMITS_OR(k->bounds, reduce_limits_default);
    double limit = l->finding_times_longer * seconds;
    limit = limit > l->finding_least_seconds ? limit : l->finding_least_seconds;
    double *wall = &k->limits.run.wall_seconds;
    if (k->finding->kind != FINDING_PERFORMANCE && (*wall <= 0 || limit < *wall))
        *wall = limit;
}

/* Adds what is known about the small formula to the evidence. */
static void add_evidence(finding *f, const finding_predicate *k, term_bank *b, const formula *small)
{
    finding copy;
    strbuf evidence = STRBUF_INIT;
    finding_init(&copy);
    copy.kind = f->kind;
    copy.got = f->got;
    copy.expected = f->expected;
    finding_set(&copy.solver, f->solver);
    finding_set(&copy.options, f->options);
    judge_case c = {.bank = b, .formula = small, .text = f->reduced};
    judge_confirm(&copy, &c, k->solvers, k->n, &k->limits);
    strbuf_printf(&evidence, "%sof the reduced formula:\n", f->evidence);
    if (own_model_holds(&c, k->model))
        strbuf_puts(&evidence, "our evaluator confirms the model it was made with\n");
    for (const char *line = copy.evidence; *line;) {
        size_t n = strcspn(line, "\n");
        if (!text_begins(line, "dismissed"))
            strbuf_printf(&evidence, "%.*s\n", (int)n, line);
        line += n + (line[n] != '\0');
    }
    finding_set(&f->evidence, evidence.text);
    strbuf_free(&evidence);
    finding_free(&copy);
}

/* False: the defect does not show in what is printed from the formula. */
static bool reduce_as_formula(finding *f, finding_predicate *k, double seconds)
{
    bool shown = false;
    term_bank *b = bank_new(false);
    formula small;
    char *error = NULL;
    if (formula_parse(b, "finding", f->reduced, strlen(f->reduced), &small, &error)) {
        double start = clock_wall();
        shown = choose_writing(k, b, &small);
        if (shown) {
            tighten(k, clock_wall() - start);
            reduce_config config = {.check = finding_predicate_check,
                                    .limits = k->bounds,
                                    .context = k,
                                    .max_seconds = seconds,
                                    .interrupt = k->limits.interrupt};
            strbuf text = STRBUF_INIT, script = STRBUF_INIT;
            reduce_formula(b, &small, &config);
            if (k->want == SCRIPT_CORE)
                script_print(b, &small, k->dialect, k->want, &text);
            else
                layout_formula(b, &small, k->dialect, script_before(k->want), script_after(k->want),
                               &text);
            layout_script(&text, &script);
            finding_set(&f->reduced, script.text);
            add_evidence(f, k, b, &small);
            strbuf_free(&text);
            strbuf_free(&script);
        }
        formula_free(&small);
    }
    free(error);
    bank_free(b);
    return shown;
}

void finding_reduce(finding *f, solver *const *solvers, size_t n, const char *model,
                    const judge_limits *limits, const reduce_limits *bounds, double seconds)
{
    finding_predicate k = {.finding = f,
                           .solvers = solvers,
                           .n = n,
                           .limits = *limits,
                           .bounds = bounds,
                           .model = model};
    finding_set(&f->reduced, f->formula);
    bool shown = finding_predicate_init(&k);
    if (shown) {
        double start = clock_wall();
        bool script = finding_is_script(f->formula);
        if (script)
            finding_reduce_script(f, &k, seconds);
        double used = clock_wall() - start;
        if (!finding_is_script(f->reduced) && (seconds <= 0 || used < seconds))
            shown = reduce_as_formula(f, &k, seconds > 0 ? seconds - used : 0) || script;
    }
    finding_predicate_free(&k);
    if (shown)
        f->state = FINDING_REDUCED;
    else
        finding_set(&f->reduced, "");
}

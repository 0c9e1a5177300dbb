#include "fuse/campaign/unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "fuse/campaign/unit_box.h"
#include "judge/label.h"
#include "reduce/check/finding_predicate.h"
#include "smtlib/print/printer.h"
#include "smtlib/script/script.h"
#include "smtlib/script/shape.h"

static const fuse_limits *limits_of(const fuse_setting *s)
{
    return LIMITS_OR(s->bounds, fuse_limits_default);
}

/* A unit's randomness depends on nothing but the campaign's seed and its number. */
static void seed_unit(const fuse_setting *s, uint64_t unit, rng *r)
{
    rng_seed(r, hash_mix(hash_mix(s->seed, 1), unit));
}

bool unit_make(fuse_setting *s, uint64_t unit, fused *f, unit_report *report)
{
    rng r;
    seed_unit(s, unit, &r);
    report->unit = unit;
    report->plan.number = s->small_from + unit;
    report->plan.quick = unit < limits_of(s)->model_first;
    for (uint64_t i = 0; i < limits_of(s)->unit_attempts; i++) {
        schedule_plan(s->schedule, &r, &report->plan);
        fuse_outcome outcome = fuse_make(s->maker, &report->plan, &r, f);
        report->dropped[outcome]++;
        if (outcome == FUSE_MADE)
            return true;
    }
    return false;
}

/* ---- Questions ------------------------------------------------------------------------------- */

/* What is asked beside the answer: a model or a core changes what a solver does inside, so part of
 * the units go without. */
static script_want choose_want(const fuse_setting *s, uint64_t unit, const fused *f)
{
    uint64_t dice = hash_mix(hash_mix(s->seed, 2), unit);
    answer expected = f->expected.n ? (answer)f->expected.at[0] : ANSWER_NONE;
    if (f->script.n)
        return SCRIPT_ANSWER;
    const fuse_limits *l = limits_of(s);
    if (s->proofs && expected != ANSWER_SAT && (dice >> 16) % l->proof_one_in == 0)
        return SCRIPT_PROOF;
    if (s->cores && dice % (expected == ANSWER_SAT ? l->core_sat_one_in : l->core_one_in) == 0)
        return SCRIPT_CORE;
    return s->models && expected != ANSWER_UNSAT && dice >> 32 & 1 ? SCRIPT_MODEL : SCRIPT_ANSWER;
}

/* A core of a formula with a box says nothing about assertions without it. */
static void print_script(const fuse_setting *s, fused *f, const solver *one, script_want want,
                         strbuf *out)
{
    if (f->box && solver_knows_boxes(one)) {
        want = want == SCRIPT_CORE ? SCRIPT_ANSWER : want;
        fuse_print_boxed(s->maker, f, script_before(want), script_after(want), out);
    } else if (want == SCRIPT_CORE) {
        script_print(s->seeds->bank, &f->formula, solver_dialect(one), want, out);
    } else {
        fuse_print(s->maker, f, solver_dialect(one), script_before(want), script_after(want), out);
    }
}

void unit_print(fuse_setting *s, fused *f, smt_dialect dialect, strbuf *out)
{
    if (f->box)
        fuse_print_boxed(s->maker, f, NULL, NULL, out);
    else
        fuse_print(s->maker, f, dialect, NULL, NULL, out);
}

/* `text` is what a solver was given, or NULL where each was given the formula in its dialect. */
static judge_case make_case(const fuse_setting *s, const fused *f, const char *text)
{
    return (judge_case){.bank = s->seeds->bank,
                        .formula = &f->formula,
                        .text = f->script.n ? f->script.text : text,
                        .each = f->script.n ? &f->expected : NULL,
                        .expected = f->expected.n ? (answer)f->expected.at[0] : ANSWER_NONE,
                        .certain = f->certain,
                        .model = f->model};
}

/* One unit in two is asked with other options: of the solver's table, by the unit's number. */
static const char *choose_options(const fuse_setting *s, uint64_t unit, const solver *one)
{
    size_t n = s->vary_options ? solver_variations(one) : 0;
    uint64_t dice = hash_mix(hash_mix(s->seed, 3), unit);
    if (!n || dice & 1 || solver_mode_of(one) != SOLVER_PROCESS)
        return NULL;
    return solver_variation(one, (dice >> 1) % n);
}

/* What it is asked: not all can say more than their answer. `options` gets more words for a proof. */
static script_want able_to(const solver *one, script_want want, strbuf *options)
{
    bool able = want == SCRIPT_PROOF   ? solver_proof_options(one, options)
                : want == SCRIPT_CORE  ? solver_has(one, SOLVER_CORES)
                : want == SCRIPT_MODEL ? solver_has(one, SOLVER_MODELS)
                                       : true;
    return able ? want : SCRIPT_ANSWER;
}

static void ask_one(const fuse_setting *s, fused *f, script_want want, size_t which, judge_run *run,
                    unit_report *report)
{
    solver *one = s->solvers.at[which];
    strbuf text = STRBUF_INIT;
    strbuf options = STRBUF_INIT;
    const char *varied = choose_options(s, report->unit, one);
    strbuf_puts(&options, varied ? varied : "");
    want = able_to(one, want, &options);
    *run = (judge_run){.solver = one, .options = options.n ? strbuf_detach(&options) : NULL};
    strbuf_free(&options);
    print_script(s, f, one, want, &text);
    solver_question q = {.text = text.text,
                         .length = text.n,
                         .checks = f->expected.n,
                         .limits = s->limits.run,
                         .options = run->options,
                         .interrupt = s->limits.interrupt,
                         .spent = s->limits.spent};
    solver_ask(one, &q, &run->result);
    const runner_result *result = &run->result;
    unit_run row = {which, result->verdict, result->wall, result->cpu, result->memory};
    vec_push(&report->runs, row);
    report->unasked |= result->not_run;
    report->bytes = text.n;
    run->text = strbuf_detach(&text);
}

/* Each solver is the first in turn. What the first cannot answer in time is not worth the time of
 * the others: most of it they cannot answer either. Those that know the logic only. Returns how many
 * were asked. */
static size_t ask_all(const fuse_setting *s, fused *f, script_want want, judge_run *runs,
                      unit_report *report)
{
    size_t n = s->solvers.n, asked = 0;
    uint64_t turn = hash_mix(hash_mix(s->seed, 4), report->unit);
    const char *logic = f->formula.logic ? symbol_text(s->seeds->bank, f->formula.logic) : "ALL";
    for (size_t i = 0; i < n; i++) {
        size_t which = (i + turn % n) % n;
        if (!solver_takes_logic(s->solvers.at[which], logic))
            continue;
        ask_one(s, f, want, which, &runs[asked], report);
        if (runs[asked++].result.verdict == RUNNER_TIMEOUT && !s->patient)
            break;
    }
    return asked;
}

/* ---- The unit -------------------------------------------------------------------------------- */

static void put_to_solvers(fuse_setting *s, fused *f, unit_report *report, finding_list *findings)
{
    fuse_complete(s->maker, f);
    script_want want = choose_want(s, report->unit, f);
    judge_run *runs = base_alloc_zero(s->solvers.n, sizeof *runs);
    size_t asked = ask_all(s, f, want, runs, report), before = findings->n;
    judge_case c = make_case(s, f, NULL);
    judge_suspect(&c, runs, asked, &s->limits, findings);
    if (f->box && findings->n > before)
        unit_adapt_to_box(s, f, findings, before);
    for (size_t i = before; i < findings->n; i++) {
        findings->at[i].unit = report->unit;
        finding_set(&findings->at[i].story, fuse_story(s->maker, f));
    }
    for (size_t i = 0; i < asked; i++) {
        runner_result_free(&runs[i].result);
        free((char *)runs[i].text);
        free((char *)runs[i].options);
    }
    free(runs);
}

/* A formula that reaches something new can be a seed, if it is one formula in the standard's language. */
static void take_edges(fuse_setting *s, fused *f, unit_report *report)
{
    coverage_take(s->edges, &report->edges);
    if (!report->edges.n || f->script.n || f->box)
        return;
    answer expected = f->expected.n ? (answer)f->expected.at[0] : ANSWER_NONE;
    strbuf text = STRBUF_INIT;
    if (expected == ANSWER_SAT || expected == ANSWER_UNSAT)
        strbuf_printf(&text, "(set-info :status %s)\n", answer_name(expected));
    unit_print(s, f, DIALECT_STANDARD, &text);
    report->text = strbuf_detach(&text);
}

void unit_run_all(fuse_setting *s, uint64_t unit, unit_report *report, finding_list *findings)
{
    *report = (unit_report){.unit = unit};
    double start = clock_wall(), spent = 0;
    s->limits.spent = &spent;
    fused f;
    report->made = unit_make(s, unit, &f, report);
    if (report->made) {
        report->made_at = clock_wall();
        vec_append(&report->functions, f.functions.at, f.functions.n);
        if (s->solvers.n) {
            if (s->edges)
                coverage_clear(s->edges);
            put_to_solvers(s, &f, report, findings);
            if (s->edges)
                take_edges(s, &f, report);
        } else {
            strbuf text = STRBUF_INIT;
            unit_print(s, &f, DIALECT_STANDARD, &text);
            report->bytes = text.n;
            strbuf_free(&text);
        }
        fuse_release(s->maker, &f);
    }
    s->limits.spent = NULL;
    report->solver_seconds = spent;
    report->seconds = clock_wall() - start;
    double cpu = clock_cpu();
    report->cpu = cpu - s->cpu_told;
    s->cpu_told = cpu;
}

/* ---- Findings -------------------------------------------------------------------------------- */

/* Asks all solvers about a seed as it is, and doubts its label where they contradict it. */
static bool doubt_seed(fuse_setting *s, size_t number, unit_doubt *doubt)
{
    const seed *one = &s->seeds->seeds.at[number];
    strbuf text = STRBUF_INIT, why = STRBUF_INIT;
    judge_run *runs = base_alloc_zero(s->solvers.n, sizeof *runs);
    for (size_t i = 0; i < s->solvers.n; i++) {
        runs[i].solver = s->solvers.at[i];
        strbuf_clear(&text);
        script_print(s->seeds->bank, &one->formula, solver_dialect(runs[i].solver), SCRIPT_MODEL,
                     &text);
        solver_question q = {.text = text.text,
                             .length = text.n,
                             .limits = s->limits.run,
                             .interrupt = s->limits.interrupt,
                             .spent = s->limits.spent};
        solver_ask(runs[i].solver, &q, &runs[i].result);
    }
    judge_case c = {.bank = s->seeds->bank,
                    .formula = &one->formula,
                    .expected = one->label,
                    .certain = CERTAIN_LABEL};
    bool doubtful =
        !seeds_model(s->seeds, number, false) && label_is_doubtful(&c, runs, s->solvers.n, &why);
    if (doubtful)
        *doubt = (unit_doubt){number, strbuf_detach(&why)};
    for (size_t i = 0; i < s->solvers.n; i++)
        runner_result_free(&runs[i].result);
    free(runs);
    strbuf_free(&text);
    strbuf_free(&why);
    return doubtful;
}

static void dismiss(finding *f, const fuse_setting *s, const unit_doubt *doubt)
{
    strbuf evidence = STRBUF_INIT;
    strbuf_printf(&evidence, "%sdismissed: %s: %s\n", f->evidence,
                  s->seeds->seeds.at[doubt->seed].path, doubt->why);
    finding_set(&f->evidence, evidence.text);
    f->state = FINDING_DISMISSED;
    strbuf_free(&evidence);
}

void unit_confirm(fuse_setting *s, finding *f, unit_doubt *doubt)
{
    fused again;
    unit_report report = {0};
    *doubt = (unit_doubt){0};
    if (!unit_make(s, f->unit, &again, &report)) {
        f->state = FINDING_DISMISSED;
        finding_set(&f->evidence, "the formula could not be made again\n");
        return;
    }
    fuse_complete(s->maker, &again);
    char *text = base_strdup(f->formula); /* the finding's own may become another */
    judge_case c = make_case(s, &again, text);
    judge_confirm(f, &c, s->solvers.at, s->solvers.n, &s->limits);
    if (f->state == FINDING_CONFIRMED && unit_got_box(s, &again, f))
        unit_try_without_box(s, &c, f);
    free(text);
    bool by_label = f->kind == FINDING_SOUNDNESS && again.certain == CERTAIN_CONSTRUCTION;
    fuse_release(s->maker, &again);
    if (by_label &&
        (doubt_seed(s, report.plan.first, doubt) || doubt_seed(s, report.plan.second, doubt)))
        dismiss(f, s, doubt);
    unit_report_free(&report);
}

/* The model that the formula was made with, as a solver would print it; NULL: it has none. The
 * caller frees it. */
static char *model_of_unit(fuse_setting *s, const finding *f)
{
    fused again;
    unit_report report = {0};
    char *text = NULL;
    if (unit_make(s, f->unit, &again, &report)) {
        if (again.model) {
            fuse_complete(s->maker, &again);
            strbuf out = STRBUF_INIT;
            strbuf_puts(&out, "sat\n");
            smt_print_model(s->seeds->bank, again.model, NULL, &out);
            text = strbuf_detach(&out);
        }
        fuse_release(s->maker, &again);
    }
    unit_report_free(&report);
    return text;
}

void unit_reduce(fuse_setting *s, finding *f)
{
    if (strstr(f->formula, "(declare-cb ")) { /* the reducer knows no boxes */
        finding_set(&f->reduced, f->formula);
        f->state = FINDING_REDUCED;
        return;
    }
    strbuf shape = STRBUF_INIT;
    finding_shape_of_text(f->formula, &shape);
    bool wrong =
        f->kind == FINDING_SOUNDNESS || f->kind == FINDING_MODEL || f->kind == FINDING_CORE;
    bool by_message = !wrong && *f->signature && strcmp(f->signature, shape.text);
    bool unsat = f->kind == FINDING_SOUNDNESS && f->got == ANSWER_UNSAT;
    char *model = unsat ? model_of_unit(s, f) : NULL;
    finding_reduce(f, s->solvers.at, s->solvers.n, model, &s->limits, s->reduce_bounds,
                   s->reduce_seconds);
    free(model);
    strbuf_clear(&shape);
    finding_shape_of_text(f->reduced, &shape);
    if (!by_message && shape.n)
        finding_set(&f->signature, shape.text);
    strbuf_free(&shape);
}

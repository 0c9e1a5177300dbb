#include "fuse/campaign/check_only.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "smtlib/script/script.h"

typedef VEC(judge_run) run_list;

typedef struct examination {
    const check_only_config *config;
    check_only_report *report;
    judge_case c;
    run_list runs;
    text_list options; /* of runs that have some */
} examination;

static void ask(examination *e, solver *s, const char *options, const strbuf *script)
{
    judge_run run = {.solver = s, .options = options};
    solver_question q = {.text = script->text,
                         .length = script->n,
                         .limits = e->config->limits.run,
                         .options = options,
                         .interrupt = e->config->limits.interrupt};
    solver_ask(s, &q, &run.result);
    vec_push(&e->runs, run);
}

static void add_row(examination *e, const runner_result *r)
{
    check_only_row row = {.verdict = r->verdict, .wall = r->wall};
    strbuf why = STRBUF_INIT;
    if (r->verdict == RUNNER_SAT)
        row.model = judge_model(&e->c, r->output, &why);
    else
        strbuf_puts(&why, r->excerpt);
    row.note = strbuf_detach(&why);
    vec_push(&e->report->rows, row);
}

static void ask_all(examination *e)
{
    const check_only_config *config = e->config;
    strbuf script = STRBUF_INIT;
    script_extend(e->c.text, 0, SCRIPT_MODEL, &script);
    for (size_t i = 0; i < config->n; i++) {
        ask(e, config->solvers[i], NULL, &script);
        add_row(e, &e->runs.at[i].result);
    }
    for (size_t i = 0; config->cores && i < config->n; i++) {
        if (e->runs.at[i].result.verdict != RUNNER_UNSAT)
            continue;
        strbuf_clear(&script);
        script_print(e->c.bank, e->c.formula, solver_dialect(config->solvers[i]), SCRIPT_CORE,
                     &script);
        ask(e, config->solvers[i], NULL, &script);
    }
    for (size_t i = 0; config->proofs && i < config->n; i++) {
        strbuf options = STRBUF_INIT;
        if (e->runs.at[i].result.verdict == RUNNER_UNSAT &&
            solver_proof_options(config->solvers[i], &options)) {
            strbuf_clear(&script);
            script_extend(e->c.text, 0, SCRIPT_PROOF, &script);
            vec_push(&e->options, strbuf_detach(&options));
            ask(e, config->solvers[i], vec_last(&e->options), &script);
        }
        strbuf_free(&options);
    }
    strbuf_free(&script);
}

static void judge_all(examination *e)
{
    const check_only_config *config = e->config;
    finding_list *findings = &e->report->findings;
    judge_suspect(&e->c, e->runs.at, e->runs.n, &config->limits, findings);
    for (size_t i = 0; i < findings->n; i++)
        judge_confirm(&findings->at[i], &e->c, config->solvers, config->n, &config->limits);
}

static void examine(examination *e, const suite_file *file, const char *text)
{
    formula f;
    char *error = NULL;
    if (!formula_parse(e->c.bank, file->path, text, strlen(text), &f, &error)) {
        e->report->skipped = error;
        return;
    }
    strbuf first = STRBUF_INIT;
    script_extend(text, 1, SCRIPT_ANSWER, &first);
    e->c.formula = &f;
    e->c.text = first.text;
    ask_all(e);
    judge_all(e);
    for (size_t i = 0; i < e->runs.n; i++)
        runner_result_free(&e->runs.at[i].result);
    vec_free(&e->runs);
    text_list_free(&e->options);
    strbuf_free(&first);
    formula_free(&f);
}

static answer expectation(const check_only_config *config, const suite_file *file)
{
    if (config->label != ANSWER_NONE)
        return config->label;
    answer a = file->expected.n ? (answer)file->expected.at[0] : ANSWER_NONE;
    return a == ANSWER_UNKNOWN ? ANSWER_NONE : a;
}

void check_only_file(const check_only_config *config, term_bank *b, const suite_file *file,
                     check_only_report *report)
{
    *report =
        (check_only_report){.expected = expectation(config, file), .checks = file->expected.n};
    strbuf text = STRBUF_INIT;
    if (file_read(file->path, &text)) {
        bank_marks mark = bank_mark(b);
        examination e = {.config = config, .report = report};
        e.c = (judge_case){.bank = b, .expected = report->expected};
        e.c.certain = report->expected == ANSWER_NONE ? CERTAIN_NOTHING : CERTAIN_LABEL;
        examine(&e, file, text.text);
        bank_release(b, &mark);
    } else {
        strbuf message = STRBUF_INIT;
        strbuf_printf(&message, "%s: cannot be read: %s", file->path, strerror(errno));
        report->skipped = strbuf_detach(&message);
    }
    strbuf_free(&text);
}

void check_only_report_free(check_only_report *report)
{
    free(report->skipped);
    for (size_t i = 0; i < report->rows.n; i++)
        free(report->rows.at[i].note);
    vec_free(&report->rows);
    for (size_t i = 0; i < report->findings.n; i++)
        finding_free(&report->findings.at[i]);
    vec_free(&report->findings);
    *report = (check_only_report){0};
}

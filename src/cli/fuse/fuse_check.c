#include "cli/fuse/fuse_check.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "cli/cli.h"
#include "cli/interrupt.h"

typedef struct fuse_check_sum {
    size_t files, skipped, wrong, accused, disputed, dismissed;
} fuse_check_sum;

static const char *model_word(model_verdict v)
{
    static const char *const words[] = {
        [MODEL_NONE] = "no model",
        [MODEL_TRUE] = "model confirmed",
        [MODEL_FALSE] = "model rejected",
        [MODEL_UNDETERMINED] = "model not judged",
    };
    return words[v];
}

static bool is_confirmed(const finding *f)
{
    return f->state == FINDING_CONFIRMED;
}

/* Lines of the evidence, below the row. */
static void print_evidence(const finding *f)
{
    const char *text = f->evidence;
    while (*text) {
        size_t n = strcspn(text, "\n");
        cli_print("      %.*s\n", (int)n, text);
        text += n + (text[n] != '\0');
    }
}

static void print_findings(const fuse_check_setting *s, const check_only_report *r)
{
    for (size_t i = 0; i < r->findings.n; i++) {
        const finding *f = &r->findings.at[i];
        if (is_confirmed(f))
            cli_print("    WRONG: %s %s: %s: %s\n", f->solver, f->version,
                      finding_kind_name(f->kind), f->message);
        else if (f->state == FINDING_DISPUTED)
            cli_print("    disputed: %s %s: %s\n", f->solver, f->version,
                      finding_kind_name(f->kind));
        else if (s->verbose)
            cli_print("    not confirmed: %s %s: %s\n", f->solver, f->version,
                      finding_kind_name(f->kind));
        if (s->verbose)
            print_evidence(f);
    }
}

static void print_row(const fuse_check_setting *s, const char *path, const check_only_report *r)
{
    cli_print("%s:", path);
    if (r->skipped) {
        cli_print(" skipped: %s\n", r->skipped);
        return;
    }
    for (size_t i = 0; i < r->rows.n; i++) {
        const check_only_row *row = &r->rows.at[i];
        cli_print("%s %s %s", i ? "," : "", solver_name(s->check.solvers[i]),
                  runner_verdict_name(row->verdict));
        if (row->verdict == RUNNER_SAT)
            cli_print(" (%s)", model_word(row->model));
    }
    if (r->expected != ANSWER_NONE)
        cli_print("; expected %s", answer_name(r->expected));
    if (r->checks > 1)
        cli_print("; the first of %zu checks", r->checks);
    cli_print("\n");
    if (s->verbose)
        for (size_t i = 0; i < r->rows.n; i++)
            if (*r->rows.at[i].note)
                cli_print("    %s: %s\n", solver_name(s->check.solvers[i]), r->rows.at[i].note);
    print_findings(s, r);
}

static void json_member(json_writer *j, const char *key, const char *text)
{
    json_key(j, key);
    json_string(j, text);
}

static void json_findings(json_writer *j, const check_only_report *r)
{
    json_key(j, "findings");
    json_array(j);
    for (size_t i = 0; i < r->findings.n; i++) {
        const finding *f = &r->findings.at[i];
        json_object(j);
        json_member(j, "kind", finding_kind_name(f->kind));
        json_member(j, "state", finding_state_name(f->state));
        json_member(j, "solver", f->solver);
        json_member(j, "version", f->version);
        json_member(j, "message", f->message);
        json_member(j, "evidence", f->evidence);
        json_end(j);
    }
    json_end(j);
}

static void json_answers(json_writer *j, const fuse_check_setting *s, const check_only_report *r)
{
    json_key(j, "answers");
    json_array(j);
    for (size_t i = 0; i < r->rows.n; i++) {
        const check_only_row *row = &r->rows.at[i];
        json_object(j);
        json_member(j, "solver", solver_text(s->check.solvers[i]));
        json_member(j, "verdict", runner_verdict_name(row->verdict));
        json_member(j, "model", row->verdict == RUNNER_SAT ? model_word(row->model) : "");
        json_member(j, "note", row->note);
        json_key(j, "wall_s");
        json_double(j, row->wall);
        json_end(j);
    }
    json_end(j);
}

static void print_json(const fuse_check_setting *s, const char *path, const check_only_report *r)
{
    strbuf text = STRBUF_INIT;
    json_writer j;
    json_init(&j, &text);
    json_object(&j);
    json_member(&j, "file", path);
    if (r->skipped) {
        json_member(&j, "skipped", r->skipped);
    } else {
        json_member(&j, "expected", answer_name(r->expected));
        json_answers(&j, s, r);
        json_findings(&j, r);
    }
    json_end(&j);
    strbuf_putc(&text, '\n');
    cli_put(&text);
    strbuf_free(&text);
}

static void count(fuse_check_sum *sum, const check_only_report *r)
{
    size_t confirmed = 0, disputed = 0;
    for (size_t i = 0; i < r->findings.n; i++) {
        confirmed += is_confirmed(&r->findings.at[i]);
        disputed += r->findings.at[i].state == FINDING_DISPUTED;
    }
    sum->files++;
    sum->skipped += r->skipped != NULL;
    sum->wrong += confirmed > 0;
    sum->accused += confirmed;
    sum->disputed += disputed;
    sum->dismissed += r->findings.n - confirmed - disputed;
}

int fuse_check_only(const fuse_check_setting *setting)
{
    const volatile sig_atomic_t *interrupt = setting->check.limits.interrupt;
    term_bank *b = bank_new(true);
    fuse_check_sum sum = {0};
    for (size_t i = 0; i < setting->files->n && !(interrupt && *interrupt); i++) {
        const suite_file *file = &setting->files->at[i];
        check_only_report report;
        check_only_file(&setting->check, b, file, &report);
        if (setting->json)
            print_json(setting, file->path, &report);
        else
            print_row(setting, file->path, &report);
        fflush(stdout);
        count(&sum, &report);
        check_only_report_free(&report);
    }
    bank_free(b);
    if (!setting->json)
        cli_print("%zu files, %zu skipped; a solver is wrong in %zu: %zu findings confirmed, %zu "
                  "disputed, %zu dismissed\n",
                  sum.files, sum.skipped, sum.wrong, sum.accused, sum.disputed, sum.dismissed);
    return interrupt_code(cli_finish(sum.skipped ? CLI_EXIT_INPUT
                                     : sum.wrong ? CLI_EXIT_FOUND
                                                 : CLI_EXIT_OK));
}

#include "cli/solve/solve_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/box_may.h"
#include "smtlib/print/printer.h"

static const char *answer_text(engine_answer answer)
{
    return answer == ENGINE_SAT ? "sat" : answer == ENGINE_UNSAT ? "unsat" : "unknown";
}

/* {"x": "#x07", …}: constants by their values, functions by their definitions. */
static char *model_as_json(term_bank *b, const term_model *m)
{
    strbuf out = STRBUF_INIT, text = STRBUF_INIT;
    json_writer j;
    json_init(&j, &out);
    json_object(&j);
    for (size_t i = 0; i < model_size(m); i++) {
        decl_id d = model_decl_at(m, i);
        value_id v = model_value(m, d);
        const term_id *parameters;
        term_id body = v ? 0 : model_function(m, d, &parameters);
        if (!v && !body)
            continue;
        strbuf_clear(&text);
        if (v)
            smt_print_value(b, v, DIALECT_STANDARD, &text);
        else
            smt_print_term(b, body, NULL, &text);
        strbuf key = STRBUF_INIT;
        strbuf_puts(&key, symbol_text(b, decl_name(b, d)));
        for (uint32_t k = 0; !v && k < decl_arity(b, d); k++) {
            strbuf_putc(&key, ' ');
            smt_print_term(b, parameters[k], NULL, &key);
        }
        json_key(&j, key.text);
        json_text(&j, text.text, text.n);
        strbuf_free(&key);
    }
    json_end(&j);
    strbuf_free(&text);
    return strbuf_detach(&out);
}

void solve_report_add(solve_report *r, session *s)
{
    size_t n = session_check_count(s);
    if (!r->models || r->values.n == n)
        return;
    vec_resize(&r->values, n);
    const term_model *m = session_model(s);
    if (m && session_check_at(s, n - 1)->answer == ENGINE_SAT)
        r->values.at[n - 1] = model_as_json(r->bank, m);
}

bool solve_report_was_limited(const solve_report *r, const session *s)
{
    (void)r;
    for (size_t i = 0; i < session_check_count(s); i++) {
        engine_why why = session_check_at(s, i)->why;
        if (why == ENGINE_WHY_TIMEOUT || why == ENGINE_WHY_MEMORY || why == ENGINE_WHY_INTERRUPTED)
            return true;
    }
    return false;
}

static void add_check(json_writer *j, const solve_report *r, const session_check *c, size_t i)
{
    json_object(j);
    json_key(j, "answer");
    json_string(j, answer_text(c->answer));
    json_key(j, "model_check");
    json_string(j, session_model_text(c->model));
    if (c->answer == ENGINE_UNKNOWN) {
        json_key(j, "why");
        json_string(j, session_why_text(c->why));
    }
    if (c->reason) {
        json_key(j, "reason");
        json_string(j, c->reason);
    }
    json_key(j, "seconds");
    json_double(j, c->seconds);
    if (i < r->values.n && r->values.at[i]) {
        json_key(j, "model");
        json_raw(j, r->values.at[i]);
    }
    json_end(j);
}

/* Our own numbers, for both reports: calls `add` for each. */
typedef void (*add_number)(void *context, const char *key, double number);

static void each_number(const solve_report *r, session *s, add_number add, void *context)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    const engine_counters *e = session_engine(s) ? engine_counts(session_engine(s)) : NULL;
    add(context, "seconds", r->seconds);
    if (e) {
        add(context, "checks", (double)e->checks);
        add(context, "sat", (double)e->sat);
        add(context, "unsat", (double)e->unsat);
        add(context, "unknown", (double)e->unknown);
        add(context, "solver_seconds", e->seconds);
        add(context, "solver_restarts", (double)e->restarts);
        add(context, "solver_crashes", (double)e->crashes);
        add(context, "solver_peak_bytes", (double)e->peak_memory);
    }
    const closed_counters *boxes = session_box_counts(s);
    if (session_box_calls(s) || boxes->smt_checks || boxes->fuzz_runs) {
#define COUNTER(name) add(context, "box_" #name, (double)boxes->name);
        CLOSED_COUNTERS(COUNTER)
#undef COUNTER
        add(context, "box_calls", (double)session_box_calls(s));
    }
    add(context, "terms", (double)bank_term_count(r->bank));
    add(context, "term_bytes", (double)bank_term_bytes(r->bank));
    add(context, "peak_bytes", (double)usage.ru_maxrss * 1024);
}

static void number_to_json(void *context, const char *key, double number)
{
    json_writer *j = context;
    json_key(j, key);
    if (strstr(key, "seconds"))
        json_double(j, number);
    else
        json_uint(j, (uint64_t)number);
}

static void add_senses(void *context, const char *name, const char *senses)
{
    json_writer *j = context;
    json_key(j, name);
    json_string(j, senses);
}

void solve_report_json(const solve_report *r, session *s, FILE *out)
{
    strbuf text = STRBUF_INIT;
    json_writer j;
    json_init(&j, &text);
    j.pretty = true;
    json_object(&j);
    json_key(&j, "tandem");
    json_string(&j, TANDEM_VERSION);
    json_key(&j, "file");
    json_string(&j, r->file);
    json_key(&j, "engine");
    json_string(&j, engine_name(session_engine(s)));
    json_key(&j, "seed");
    json_uint(&j, r->seed);
    json_key(&j, "limits");
    limits_json(r->limits, &j);
    json_key(&j, "ended");
    json_string(&j, r->ended);
    box_may_report(&j, r->sandbox);
    json_key(&j, "boxes_see");
    json_object(&j);
    session_box_senses(s, add_senses, &j);
    json_end(&j);
    json_key(&j, "errors");
    json_uint(&j, session_errors(s));
    json_key(&j, "checks");
    json_array(&j);
    for (size_t i = 0; i < session_check_count(s); i++)
        add_check(&j, r, session_check_at(s, i), i);
    json_end(&j);
    json_key(&j, "output");
    json_text(&j, r->output ? r->output : "", r->output_size);
    json_key(&j, "statistics");
    json_object(&j);
    each_number(r, s, number_to_json, &j);
    json_end(&j);
    json_end(&j);
    strbuf_putc(&text, '\n');
    text_write(out, text.text, text.n);
    strbuf_free(&text);
}

static void number_to_line(void *context, const char *key, double number)
{
    bool seconds = strstr(key, "seconds") != NULL;
    text_print(context, seconds ? "; %-20s %.3f\n" : "; %-20s %.0f\n", key, number);
}

void solve_report_statistics(const solve_report *r, session *s, bool all, FILE *out)
{
    text_print(out, "; %-20s %s\n", "solver", engine_name(session_engine(s)));
    text_print(out, "; %-20s %" PRIu64 "\n", "seed", r->seed);
    for (size_t i = 0; i < session_check_count(s); i++) {
        const session_check *c = session_check_at(s, i);
        text_print(out, "; check %-14zu %s, %.3f s", i + 1, answer_text(c->answer), c->seconds);
        if (c->model != SESSION_MODEL_NONE)
            text_print(out, ", model %s", session_model_text(c->model));
        text_print(out, c->reason ? ": %s\n" : "\n", c->reason);
    }
    each_number(r, s, number_to_line, out);
    if (!all)
        return;
    strbuf lines = STRBUF_INIT;
    engine_statistics(session_engine(s), &lines);
    for (char *save, *line = strtok_r(lines.text, "\n", &save); line;
         line = strtok_r(NULL, "\n", &save))
        text_print(out, "; %s\n", line);
    strbuf_free(&lines);
}

void solve_report_free(solve_report *r)
{
    text_list_free(&r->values);
    free(r->output);
}

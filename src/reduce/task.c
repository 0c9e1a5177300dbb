#include "reduce/task.h"

#include <string.h>

#include "base/clock.h"
#include "reduce/script/forms.h"
#include "reduce/script/layout.h"
#include "reduce/script/text_mode.h"

/* How a formula is written: dialect, and what stands before and after. */
typedef struct task {
    const task_config *config;
    smt_dialect dialect;
    strbuf options, questions; /* set-option…, get-model… of the script */
    const char *before, *after;
    uint64_t checks; /* before the reduction proper */
} task;

/* What is checked: one command on a line, so that a check can look at lines. */
static void write_formula(const task *t, term_bank *b, const formula *f, strbuf *out)
{
    layout_formula(b, f, t->dialect, t->before, t->after, out);
}

/* The result, laid out unless the check cares for lines. */
static char *final_script(task *t, const strbuf *text)
{
    strbuf script = STRBUF_INIT;
    layout_script(text, &script);
    t->checks++;
    if (predicate_holds(t->config->predicate, &script) == REDUCE_NO) {
        strbuf_clear(&script);
        strbuf_add(&script, text->text, text->n);
    }
    return strbuf_detach(&script);
}

/* ---- Formulas -------------------------------------------------------------------------------- */

static reduce_verdict check_formula(void *context, term_bank *b, const formula *candidate)
{
    const task *t = context;
    strbuf text = STRBUF_INIT;
    write_formula(t, b, candidate, &text);
    reduce_verdict verdict = predicate_holds(t->config->predicate, &text);
    strbuf_free(&text);
    return verdict;
}

/* reduce.h has one context for checks and progress. */
typedef struct formula_context {
    task *task;
    term_bank *b;
} formula_context;

static reduce_verdict on_check(void *context, term_bank *b, const formula *candidate)
{
    return check_formula(((formula_context *)context)->task, b, candidate);
}

static void on_check_many(void *context, term_bank *b, const formula *const *candidates, size_t n,
                          reduce_verdict *verdicts)
{
    const task *t = ((formula_context *)context)->task;
    VEC(strbuf) scripts = {0};
    vec_resize(&scripts, n);
    for (size_t i = 0; i < n; i++) {
        strbuf_init(&scripts.at[i]);
        write_formula(t, b, candidates[i], &scripts.at[i]);
    }
    predicate_hold(t->config->predicate, scripts.at, n, verdicts);
    for (size_t i = 0; i < n; i++)
        strbuf_free(&scripts.at[i]);
    vec_free(&scripts);
}

static void on_step(void *context, const formula *now, size_t size, uint64_t checks)
{
    const formula_context *c = context;
    const task_config *config = c->task->config;
    if (!config->step)
        return;
    strbuf text = STRBUF_INIT, script = STRBUF_INIT;
    write_formula(c->task, c->b, now, &text);
    layout_script(&text, &script);
    config->step(config->context, &script, size, checks);
    strbuf_free(&text);
    strbuf_free(&script);
}

/* Options, and questions after the first check. Those about names cannot be kept: names change. */
static void collect_extras(task *t)
{
    static const char *const questions[] = {"get-model", "get-info", "get-proof", NULL};
    forms f;
    bool checked = false;
    if (!forms_read(&f, t->config->text, t->config->n))
        return;
    for (size_t i = 0; i < f.nodes.n; i = f.nodes.at[i].last) {
        checked |= forms_is(&f, i, "check-sat");
        if (forms_is(&f, i, "set-option")) {
            forms_add(&f, i, &t->options);
            strbuf_putc(&t->options, '\n');
        }
        for (const char *const *q = questions; *q; q++)
            if (checked && forms_is(&f, i, *q)) {
                forms_add(&f, i, &t->questions);
                strbuf_putc(&t->questions, '\n');
            }
    }
    forms_free(&f);
}

/* The first way of writing the formula that satisfies the predicate, with as little around it as
 * possible. */
static bool choose_writing(task *t, term_bank *b, const formula *f)
{
    smt_dialect dialects[] = {DIALECT_STANDARD, predicate_dialect(t->config->predicate), DIALECT_Z3,
                              DIALECT_CVC5, DIALECT_CVC4};
    enum { N_DIALECTS = sizeof dialects / sizeof *dialects };
    for (int extras = 0; extras < 3; extras++) {
        if ((extras == 1 && !t->options.n) || (extras == 2 && !t->questions.n))
            continue;
        t->before = extras ? t->options.text : NULL;
        t->after = extras == 2 ? t->questions.text : NULL;
        for (int i = 0; i < N_DIALECTS; i++) {
            bool again = false;
            for (int j = 0; j < i; j++)
                again |= dialects[j] == dialects[i];
            if (again)
                continue;
            t->dialect = dialects[i];
            t->checks++;
            if (check_formula(t, b, f) == REDUCE_YES)
                return true;
        }
    }
    return false;
}

/* False: the formula as we write it does not satisfy the predicate, or cannot be read. */
static bool run_formula(task *t, task_result *result)
{
    const task_config *config = t->config;
    term_bank *b = bank_new(false);
    formula f;
    char *error = NULL;
    if (!formula_parse(b, config->name, config->text, config->n, &f, &error)) {
        result->message = error;
        bank_free(b);
        return false;
    }
    bool good = choose_writing(t, b, &f);
    if (good) {
        formula_context context = {t, b};
        reduce_config reduce = {.check = on_check,
                                .limits = config->limits,
                                .check_many = on_check_many,
                                .jobs = config->jobs,
                                .context = &context,
                                .max_checks = config->max_checks,
                                .max_seconds = config->max_seconds,
                                .progress = on_step,
                                .interrupt = config->interrupt};
        strbuf text = STRBUF_INIT;
        result->reduced = reduce_formula(b, &f, &reduce);
        write_formula(t, b, &f, &text);
        result->script = final_script(t, &text);
        strbuf_free(&text);
    }
    formula_free(&f);
    bank_free(b);
    return good;
}

/* ---- Text ------------------------------------------------------------------------------------ */

static reduce_verdict on_text_check(void *context, const char *text, size_t n)
{
    strbuf script = STRBUF_INIT;
    strbuf_add(&script, text, n);
    reduce_verdict verdict = predicate_holds(((const task *)context)->config->predicate, &script);
    strbuf_free(&script);
    return verdict;
}

static void on_text_step(void *context, const char *text, size_t n, uint64_t checks)
{
    const task_config *config = ((const task *)context)->config;
    if (!config->step)
        return;
    strbuf script = STRBUF_INIT, all = STRBUF_INIT;
    strbuf_add(&all, text, n);
    layout_script(&all, &script);
    config->step(config->context, &script, n, checks);
    strbuf_free(&all);
    strbuf_free(&script);
}

static void run_text(task *t, task_result *result)
{
    const task_config *config = t->config;
    strbuf text = STRBUF_INIT;
    strbuf_add(&text, config->text, config->n);
    text_config reduce = {.check = on_text_check,
                          .limits = config->limits,
                          .context = t,
                          .max_checks = config->max_checks,
                          .max_seconds = config->max_seconds,
                          .progress = on_text_step,
                          .interrupt = config->interrupt};
    result->reduced = reduce_text(&text, &reduce);
    result->script = final_script(t, &text);
    strbuf_free(&text);
}

/* What is left of the text may be a formula now, which can be looked into. */
static void run_rest(const task *before, task_result *result, double start)
{
    task_config config = *before->config;
    task t = {.config = &config, .options = STRBUF_INIT, .questions = STRBUF_INIT};
    task_result rest = {0};
    config.text = result->script;
    config.n = strlen(result->script);
    double used = clock_wall() - start;
    if (config.max_seconds > 0)
        config.max_seconds = used < config.max_seconds ? config.max_seconds - used : 1e-9;
    if (config.max_checks)
        config.max_checks -= result->reduced.checks < config.max_checks ? result->reduced.checks
                                                                        : config.max_checks - 1;
    collect_extras(&t);
    if (result->reduced.complete && run_formula(&t, &rest)) {
        free(result->script);
        result->script = rest.script;
        result->reduced.steps += rest.reduced.steps;
        result->reduced.complete = rest.reduced.complete;
    }
    result->reduced.checks += rest.reduced.checks + t.checks;
    free(rest.message);
    strbuf_free(&t.options);
    strbuf_free(&t.questions);
}

static bool is_readable(const char *text, size_t n)
{
    forms f;
    bool good = forms_read(&f, text, n);
    if (good)
        forms_free(&f);
    return good;
}

task_result task_run(const task_config *config)
{
    task t = {.config = config, .options = STRBUF_INIT, .questions = STRBUF_INIT};
    task_result result = {.status = TASK_NOT_HELD, .mode = TASK_FORMULA};
    bool good = false;
    double start = clock_wall();
    if (!is_readable(config->text, config->n)) {
        result.status = TASK_UNREADABLE;
        result.message = base_strdup("parentheses or quotes do not close");
        return result;
    }
    if (predicate_learn(config->predicate, config->text, config->n, &result.message)) {
        collect_extras(&t);
        good = config->mode != TASK_TEXT && run_formula(&t, &result);
        if (!good && config->mode != TASK_FORMULA) {
            free(result.message);
            result.message = NULL;
            result.mode = TASK_TEXT;
            run_text(&t, &result);
            if (config->mode == TASK_AUTO)
                run_rest(&t, &result, start);
            good = true;
        }
    }
    if (good) {
        result.status = result.reduced.complete ? TASK_DONE : TASK_LIMIT;
        result.reduced.checks += t.checks + 1;
    }
    strbuf_free(&t.options);
    strbuf_free(&t.questions);
    return result;
}

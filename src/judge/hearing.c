#include "judge/hearing.h"

#include <string.h>

static void ask(const hearing *h, solver *s, const char *options, const strbuf *text, size_t checks,
                runner_result *result)
{
    solver_question q = {.text = text->text,
                         .length = text->n,
                         .checks = checks,
                         .limits = h->limits->run,
                         .options = options && *options ? options : NULL,
                         .interrupt = h->limits->interrupt,
                         .spent = h->limits->spent};
    solver_ask(s, &q, result);
}

void hearing_ask(const hearing *h, solver *s, const char *options, const char *text,
                 script_want want, runner_result *result)
{
    strbuf script = STRBUF_INIT;
    size_t checks = text && want != SCRIPT_CORE ? script_extend(text, 0, want, &script) : 0;
    if (!checks) {
        strbuf_clear(&script);
        script_print(h->c->bank, h->c->formula, solver_dialect(s), want, &script);
        checks = 1;
    }
    ask(h, s, options, &script, checks, result);
    strbuf_free(&script);
}

void hearing_ask_formula(const hearing *h, solver *s, const formula *f, script_want want,
                         runner_result *result)
{
    strbuf script = STRBUF_INIT;
    script_print(h->c->bank, f, solver_dialect(s), want, &script);
    ask(h, s, NULL, &script, 1, result);
    strbuf_free(&script);
}

answer hearing_answer(const runner_result *r)
{
    switch (r->verdict) {
    case RUNNER_SAT:
        return ANSWER_SAT;
    case RUNNER_UNSAT:
        return ANSWER_UNSAT;
    case RUNNER_UNKNOWN:
        return ANSWER_UNKNOWN;
    default:
        return ANSWER_NONE;
    }
}

void hearing_note(const hearing *h, const solver *s, const char *format, ...)
{
    if (!h->evidence)
        return;
    if (s) {
        const char *version = solver_version(s);
        strbuf_printf(h->evidence, "%s%s%s: ", solver_text(s), *version ? " " : "", version);
    }
    va_list arguments;
    va_start(arguments, format);
    strbuf_vprintf(h->evidence, format, arguments);
    va_end(arguments);
    strbuf_putc(h->evidence, '\n');
}

void hearing_note_run(const hearing *h, const solver *s, const char *about, const runner_result *r)
{
    hearing_note(h, s, "%s%s%s%s in %.2f s", about, runner_verdict_name(r->verdict),
                 *r->excerpt ? ": " : "", r->excerpt, r->wall);
}

void hearing_note_answers(const hearing *h, const solver *s, const runner_result *r)
{
    strbuf list = STRBUF_INIT;
    for (size_t i = 0; i < r->answers.n; i++)
        strbuf_printf(&list, " %s", answer_name((answer)r->answers.at[i]));
    hearing_note(h, s, "%s,%s in %.2f s", runner_verdict_name(r->verdict), list.text, r->wall);
    strbuf_free(&list);
}

bool hearing_same_program(const solver *a, const solver *b)
{
    return !strcmp(solver_name(a), solver_name(b)) && !strcmp(solver_version(a), solver_version(b));
}

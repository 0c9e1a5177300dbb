/* Whether a sat of the engine is believed. */
#include "smtlib/print/printer.h"
#include "solve/session/counterexample.h"
#include "solve/session/refine.h"
#include "solve/session/session_parts.h"

#include <string.h>

/* A term for a message: one line, cut where it gets long. */
static void put_excerpt(session *s, term_id t, strbuf *out)
{
    enum { LONGEST = 200 };
    size_t start = out->n;
    smt_print_term(s->bank, t, NULL, out);
    if (out->n - start > LONGEST) {
        out->n = start + LONGEST;
        strbuf_puts(out, " ...");
    }
}

static void report_wrong_model(session *s, session_check *c, term_id assertion)
{
    strbuf text = STRBUF_INIT;
    if (assertion) {
        strbuf_puts(&text, "it makes this false: ");
        put_excerpt(s, assertion, &text);
    } else {
        strbuf_puts(&text, "the value of a constant rests on itself");
    }
    c->answer = ENGINE_UNKNOWN;
    c->why = ENGINE_WHY_ERROR;
    c->model = SESSION_MODEL_WRONG;
    session_set_reason(c, "%s answered sat with a wrong model: %s", engine_name(s->engine),
                       text.text);
    session_remark(s, 0, "%s", c->reason);
    if (s->log && (s->config.verbosity || s->set.verbosity)) {
        strbuf_clear(&text);
        smt_print_model(s->bank, s->model, symtab_decls(s->table), &text);
        session_remark(s, 1, "the wrong model: %s", text.text);
    }
    strbuf_free(&text);
}

void session_doubt(session *s, session_check *c, const char *doubt)
{
    c->answer = ENGINE_UNKNOWN;
    c->why = ENGINE_WHY_INCOMPLETE;
    c->model = SESSION_MODEL_NONE;
    session_set_reason(c, "%s", doubt);
    if (s->model)
        model_free(s->model);
    s->model = NULL;
}

static bool has_stand_in(const session *s, const term_vec *formulas)
{
    return !strcmp(s->config.engine, ENGINE_LIBZ3) &&
           check_has_stand_in(s->bank, formulas->at, formulas->n);
}

/* The engine had less than the theory: it is told more, and true returned, or its sat is not believed. */
static bool refine_or_doubt(session *s, session_check *c, const term_vec *formulas, map *told)
{
    if (told && refine(s->engine, s->model, session_limits(s), formulas->at, formulas->n, told)) {
        model_free(s->model);
        s->model = NULL;
        return true;
    }
    session_doubt(
        s, c, "the solver found a model of less than this theory, which could not be confirmed");
    return false;
}

/* What quantifiers say is believed only after nobody has found values that break it. */
static void judge_quantifiers(session *s, session_check *c, const term_vec *formulas,
                              const engine_config *fresh, double seconds)
{
    term_id broken;
    switch (counterexample_find(s->model, fresh, session_limits(s), seconds, formulas->at,
                                formulas->n, &broken)) {
    case COUNTEREXAMPLE_NONE:
        c->model = SESSION_MODEL_CHECKED;
        break;
    case COUNTEREXAMPLE_FOUND:
        report_wrong_model(s, c, broken);
        break;
    case COUNTEREXAMPLE_OPEN:
        session_doubt(s, c,
                      "the solver found a model, but could not show that what it says for all "
                      "values holds in it");
        break;
    }
}

bool session_judge(session *s, session_check *c, const term_vec *formulas, map *told,
                   double seconds)
{
    s->model = model_new(s->bank);
    if (!engine_model(s->engine, s->model)) {
        c->model = SESSION_MODEL_UNDETERMINED;
        session_set_reason(c, "no model could be had: %s", engine_reason(s->engine));
        model_free(s->model);
        s->model = NULL;
        if (has_stand_in(s, formulas))
            session_doubt(s, c,
                          "the solver found a model of less than this theory, and cannot show it");
        return false;
    }
    engine_config fresh = session_engine_config(s);
    fresh.want_cores = false;
    fresh.logic = 0;
    check_result r =
        check_model(s->model, s->engine, &fresh, session_limits(s), formulas->at, formulas->n);
    if (r.verdict != CHECK_TRUE && has_stand_in(s, formulas))
        return refine_or_doubt(s, c, formulas, told);
    if (r.verdict == CHECK_FALSE) {
        report_wrong_model(s, c, r.assertion);
    } else if (r.verdict == CHECK_TRUE) {
        c->model = SESSION_MODEL_CHECKED;
    } else if (check_has_quantifier(s->bank, formulas->at, formulas->n)) {
        judge_quantifiers(s, c, formulas, &fresh, seconds);
    } else {
        c->model = SESSION_MODEL_UNDETERMINED;
        session_set_reason(c, "the model could not be checked: %s", eval_reason_text(r.why));
    }
    return false;
}

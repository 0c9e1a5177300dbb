#include "judge/model_report.h"

#include <stdlib.h>

#include "smtlib/read/model_reader.h"
#include "smtlib/script/script.h"
#include "solve/session/check.h"
#include "term/core/walk.h"

enum { EXCERPT = 200 };

/* Only what the model says of free declarations: no meanings of underspecified operators. */
static term_model *copy_plain(const term_model *m)
{
    term_bank *b = model_bank(m);
    term_model *copy = model_new(b);
    for (size_t i = 0; i < model_size(m); i++) {
        decl_id d = model_decl_at(m, i);
        const term_id *parameters = NULL;
        value_id v = model_value(m, d);
        term_id body = v ? 0 : model_function(m, d, &parameters);
        if (decl_kind_of(b, d) != DECL_FREE)
            continue;
        if (v)
            model_set_value(copy, d, v);
        else if (body)
            model_set_function(copy, d, parameters, decl_arity(b, d), body);
    }
    return copy;
}

static bool is_complete(const term_model *m, const formula *f)
{
    vec_u32 decls = {0};
    term_free_decls(model_bank(m), f->assertions.at, f->assertions.n, &decls);
    bool complete = true;
    for (size_t i = 0; i < decls.n; i++)
        complete &= model_has(m, decls.at[i]);
    vec_free(&decls);
    return complete;
}

/* Is the assertion false without any value that the model leaves out? */
static bool is_false_as_it_is(const term_model *m, term_id assertion)
{
    evaluator *e = eval_new(m, &(eval_config){0});
    value_id v = eval_term(e, assertion);
    eval_free(e);
    return v && !value_is_true(v);
}

static void undetermined(model_report *r, const char *why)
{
    r->verdict = MODEL_UNDETERMINED;
    r->by_engine = false;
    r->assertion = 0;
    strbuf_clear(&r->why);
    strbuf_puts(&r->why, why);
}

static void say_false(model_report *r, term_bank *b)
{
    strbuf_clear(&r->why);
    if (!r->assertion) {
        strbuf_puts(&r->why, "the value of a constant rests on itself");
        return;
    }
    strbuf_puts(&r->why, "it makes this false: ");
    size_t start = r->why.n;
    smt_print_term(b, r->assertion, NULL, &r->why);
    if (r->why.n - start > EXCERPT) {
        r->why.n = start + EXCERPT;
        strbuf_puts(&r->why, " ...");
    }
}

static check_result check(term_model *m, const formula *f, const engine_config *fresh)
{
    return check_model(m, NULL, fresh, NULL, f->assertions.at, f->assertions.n);
}

/* After a first check said false: would anything save the model? */
static void look_again(model_report *r, const judge_case *c, const engine_config *fresh)
{
    term_model *plain = copy_plain(r->model);
    bool complete = is_complete(plain, c->formula);
    check_result again = check(plain, c->formula, fresh);
    r->assertion = again.assertion;
    r->by_engine = again.why == EVAL_UNDERSPECIFIED;
    if (again.verdict == CHECK_TRUE) {
        r->verdict = MODEL_TRUE;
        r->assertion = 0;
    } else if (again.verdict == CHECK_UNDETERMINED) {
        undetermined(r, eval_reason_text(again.why));
    } else if (!complete && again.assertion) {
        model_free(plain);
        plain = copy_plain(r->model);
        if (r->by_engine || !is_false_as_it_is(plain, again.assertion))
            undetermined(r, "the model leaves out what it needs");
    }
    if (r->verdict == MODEL_FALSE)
        say_false(r, c->bank);
    model_free(plain);
}

/* `whole` is the model as it was read, and is completed on the way. */
static void judge(model_report *r, const judge_case *c, term_model *whole,
                  const volatile sig_atomic_t *interrupt)
{
    engine_config fresh = {.command = ENGINE_LIBZ3, .want_models = true, .interrupt = interrupt};
    r->model = copy_plain(whole);
    check_result first = check(whole, c->formula, &fresh);
    if (first.verdict == CHECK_TRUE) {
        r->verdict = MODEL_TRUE;
    } else if (first.verdict == CHECK_UNDETERMINED) {
        undetermined(r, eval_reason_text(first.why));
    } else {
        r->verdict = MODEL_FALSE;
        look_again(r, c, &fresh);
    }
}

void model_report_make(model_report *r, const judge_case *c, const char *output,
                       const volatile sig_atomic_t *interrupt)
{
    *r = (model_report){.verdict = MODEL_NONE, .why = STRBUF_INIT};
    const char *text = script_reply(output);
    if (!*text) {
        strbuf_puts(&r->why, "there is no model");
        return;
    }
    vec_u32 decls = {0};
    char *error = NULL;
    term_free_decls(c->bank, c->formula->assertions.at, c->formula->assertions.n, &decls);
    term_model *whole = model_new(c->bank);
    if (smt_read_model(c->bank, &decls, text, whole, &error))
        judge(r, c, whole, interrupt);
    else
        undetermined(r, error ? error : "it cannot be read");
    model_free(whole);
    free(error);
    vec_free(&decls);
}

void model_report_free(model_report *r)
{
    strbuf_free(&r->why);
    if (r->model)
        model_free(r->model);
    *r = (model_report){.why = STRBUF_INIT};
}

bool model_certifies(const judge_case *c)
{
    if (!c->model)
        return false;
    evaluator *e = eval_new(c->model, &(eval_config){.complete = true});
    bool holds = true;
    for (size_t i = 0; holds && i < c->formula->assertions.n; i++) {
        value_id v = eval_term(e, c->formula->assertions.at[i]);
        holds = v && value_is_true(v);
    }
    eval_free(e);
    return holds;
}

model_verdict judge_model(const judge_case *c, const char *output, strbuf *why)
{
    bank_marks mark = bank_mark(c->bank);
    model_report r;
    model_report_make(&r, c, output, NULL);
    model_verdict verdict = r.verdict;
    if (why)
        strbuf_puts(why, r.why.text);
    model_report_free(&r);
    bank_release(c->bank, &mark);
    return verdict;
}

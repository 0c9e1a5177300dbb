#include "reduce/check/finding_script.h"

#include <string.h>

#include "reduce/script/forms.h"
#include "reduce/script/layout.h"
#include "reduce/script/text_mode.h"

static bool is_check(const forms *f, size_t i)
{
    return forms_is(f, i, "check-sat") || forms_is(f, i, "check-sat-assuming");
}

bool finding_is_script(const char *text)
{
    forms f;
    size_t checks = 0;
    bool other = false;
    if (!forms_read(&f, text, strlen(text)))
        return false;
    for (size_t i = 0; i < f.nodes.n; i = f.nodes.at[i].last) {
        checks += is_check(&f, i);
        other |= forms_is(&f, i, "push") || forms_is(&f, i, "check-sat-assuming");
    }
    forms_free(&f);
    return checks > 1 || other;
}

static size_t count_checks(const char *text, size_t n)
{
    forms f;
    size_t checks = 0;
    if (!forms_read(&f, text, n))
        return 0;
    for (size_t i = 0; i < f.nodes.n; i = f.nodes.at[i].last)
        checks += is_check(&f, i);
    forms_free(&f);
    return checks;
}

static void ask(const finding_predicate *k, solver *s, const char *options, const strbuf *text,
                size_t checks, runner_result *r)
{
    solver_question q = {.text = text->text,
                         .length = text->n,
                         .checks = checks,
                         .limits = k->limits.run,
                         .options = options && *options ? options : NULL,
                         .interrupt = k->limits.interrupt,
                         .spent = k->limits.spent};
    solver_ask(s, &q, r);
}

/* At which checks everybody else contradicts the accused, and how many do. */
static bool is_contradicted(const finding_predicate *k, const strbuf *text,
                            const answer_list *accused)
{
    VEC(size_t) against = {0};
    VEC(bool) agreed = {0};
    vec_resize(&against, accused->n);
    vec_resize(&agreed, accused->n);
    for (size_t i = 0; i < k->n_others; i++) {
        runner_result r;
        ask(k, k->others[i], NULL, text, accused->n, &r);
        for (size_t j = 0; j < r.answers.n && j < accused->n; j++) {
            answer a = (answer)r.answers.at[j];
            bool says = a == ANSWER_SAT || a == ANSWER_UNSAT;
            agreed.at[j] |= a == accused->at[j];
            against.at[j] += says && a != accused->at[j];
        }
        runner_result_free(&r);
    }
    bool found = false;
    size_t wanted = k->finding->got == ANSWER_SAT ? 2 : 1;
    for (size_t j = 0; j < accused->n && !found; j++)
        found = accused->at[j] == k->finding->got && !agreed.at[j] && against.at[j] >= wanted;
    vec_free(&against);
    vec_free(&agreed);
    return found;
}

static reduce_verdict check_script(void *context, const char *text, size_t n)
{
    const finding_predicate *k = context;
    size_t checks = count_checks(text, n);
    if (!checks)
        return REDUCE_NO;
    strbuf script = STRBUF_INIT;
    runner_result r;
    strbuf_add(&script, text, n);
    ask(k, k->accused, k->finding->options, &script, checks, &r);
    bool soundness = k->finding->kind == FINDING_SOUNDNESS;
    bool yes =
        soundness ? is_contradicted(k, &script, &r.answers) : finding_same_failure(k->finding, &r);
    runner_result_free(&r);
    strbuf_free(&script);
    if (k->limits.interrupt && *k->limits.interrupt)
        return REDUCE_STOP;
    return yes ? REDUCE_YES : REDUCE_NO;
}

void finding_reduce_script(finding *f, finding_predicate *k, double seconds)
{
    text_config config = {.check = check_script,
                          .limits = k->bounds,
                          .context = k,
                          .max_seconds = seconds,
                          .interrupt = k->limits.interrupt};
    strbuf text = STRBUF_INIT, script = STRBUF_INIT;
    if (check_script(k, f->formula, strlen(f->formula)) == REDUCE_YES) {
        strbuf_puts(&text, f->formula);
        reduce_text(&text, &config);
        layout_script(&text, &script);
        finding_set(&f->reduced, script.text);
    }
    strbuf_free(&text);
    strbuf_free(&script);
}

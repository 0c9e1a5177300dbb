#include "race/after.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "race/search_impl.h"
#include "reduce/formula/reduce.h"

/* The formula of a kept input, which we wrote ourselves. */
static bool read_back(race *r, const race_input *input, formula *f)
{
    char *error = NULL;
    bool good =
        formula_parse(r->grammar->bank, "input", input->text, strlen(input->text), f, &error);
    free(error);
    return good;
}

static int compare_inputs(const void *x, const void *y)
{
    const race_input *a = x, *b = y;
    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    return a->step < b->step ? -1 : a->step > b->step;
}

static void sort_inputs(race *r)
{
    if (r->best.n)
        qsort(r->best.at, r->best.n, sizeof *r->best.at, compare_inputs);
}

bool race_retime(const race_after *a, uint32_t times)
{
    race *r = a->race;
    const race_rules *rules = &r->config.rules;
    bool good = true;
    for (size_t i = 0; good && i < r->best.n; i++) {
        race_input *input = &r->best.at[i];
        bank_marks mark = bank_mark(r->grammar->bank);
        formula f;
        if (!read_back(r, input, &f))
            continue;
        for (uint32_t k = 0; good && k < times; k++) {
            good = a->measure(a->context, r->grammar->bank, &f, NULL, r->state->again);
            if (good && !isnan(race_score(rules, r->state->again)))
                search_merge(rules, input->times, r->state->again);
        }
        input->score = race_score(rules, input->times);
        input->saturated = race_saturated(rules, input->times, 0);
        formula_free(&f);
        bank_release(r->grammar->bank, &mark);
    }
    sort_inputs(r);
    return good;
}

/* ---- Reducing -------------------------------------------------------------------------------- */

typedef struct slow_check {
    const race_after *after;
    double least;
    race_time *times; /* of the last candidate that was slow enough */
    bool stopped;
} slow_check;

static reduce_verdict is_slow(void *context, term_bank *b, const formula *candidate)
{
    slow_check *c = context;
    race *r = c->after->race;
    if (!c->after->measure(c->after->context, b, candidate, NULL, r->state->again)) {
        c->stopped = true;
        return REDUCE_STOP;
    }
    double score = race_score(&r->config.rules, r->state->again);
    if (isnan(score) || score < c->least)
        return REDUCE_NO;
    memcpy(c->times, r->state->again, r->config.rules.n_solvers * sizeof *c->times);
    return REDUCE_YES;
}

static bool reduce_input(const race_after *a, race_input *input, double part, uint64_t checks)
{
    race *r = a->race;
    size_t size = r->config.rules.n_solvers * sizeof(race_time);
    bank_marks mark = bank_mark(r->grammar->bank);
    formula f;
    if (input->score <= 0 || !read_back(r, input, &f))
        return true;
    slow_check check = {.after = a, .least = part * input->score, .times = base_alloc(size)};
    reduce_config config = {
        .check = is_slow, .context = &check, .limits = a->limits, .max_checks = checks};
    reduce_result result = reduce_formula(r->grammar->bank, &f, &config);
    if (result.holds && result.steps) {
        strbuf text = STRBUF_INIT;
        formula_print(r->grammar->bank, &f, DIALECT_STANDARD, NULL, NULL, &text);
        free(input->text);
        input->text = strbuf_detach(&text);
        memcpy(input->times, check.times, size);
        input->score = race_score(&r->config.rules, input->times);
    }
    free(check.times);
    formula_free(&f);
    bank_release(r->grammar->bank, &mark);
    return !check.stopped;
}

bool race_reduce(const race_after *a, double part, uint64_t checks)
{
    bool good = true;
    for (size_t i = 0; good && i < a->race->best.n; i++)
        good = reduce_input(a, &a->race->best.at[i], part, checks);
    sort_inputs(a->race);
    return good;
}

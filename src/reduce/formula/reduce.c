#include "reduce/formula/reduce.h"

#include "base/clock.h"
#include "base/hash.h"
#include "reduce/formula/cost.h"
#include "reduce/formula/reduce_impl.h"
#include "term/core/walk.h"

bool reduce_over(reducer *r)
{
    const reduce_config *c = r->config;
    if (!r->stopped)
        r->stopped = (c->interrupt && *c->interrupt) ||
                     (c->max_checks && r->result.checks >= c->max_checks) ||
                     (r->deadline > 0 && clock_wall() >= r->deadline);
    return r->stopped;
}

/* Of the printed text: ids are given out again after a release. */
static uint64_t hash_formula(term_bank *b, const formula *f)
{
    strbuf text = STRBUF_INIT;
    formula_print(b, f, DIALECT_STANDARD, NULL, NULL, &text);
    uint64_t hash = hash_bytes(text.text, text.n);
    strbuf_free(&text);
    return hash == MAP_NO_KEY ? 0 : hash;
}

/* A candidate that is worth a check. */
typedef struct offer {
    formula formula;
    size_t number;
    uint64_t cost, hash;
} offer;
typedef VEC(offer) offer_vec;

static void offers_clear(offer_vec *offers)
{
    for (size_t i = 0; i < offers->n; i++)
        formula_free(&offers->at[i].formula);
    vec_clear(offers);
}

/* Builds candidate `i`; adds it if it is cheaper than the formula and new. */
static void add_offer(reducer *r, reduce_build build, void *context, size_t i, bool always,
                      offer_vec *offers)
{
    offer o = {.number = i};
    r->fresh = 0;
    if (!build(r, context, i, &o.formula))
        return;
    o.cost = cost_formula(r->b, &o.formula);
    bool good = always || o.cost < r->cost;
    if (good) {
        o.hash = hash_formula(r->b, &o.formula);
        good = !map_find(&r->tried, o.hash);
        for (size_t j = 0; j < offers->n && good; j++)
            good = offers->at[j].hash != o.hash;
    }
    if (good)
        vec_push(offers, o);
    else
        formula_free(&o.formula);
}

/* Checks what was collected; the position of the first that holds, or their number. */
static size_t check_offers(reducer *r, const offer_vec *offers)
{
    const reduce_config *c = r->config;
    VEC(const formula *) formulas = {0};
    VEC(reduce_verdict) verdicts = {0};
    for (size_t i = 0; i < offers->n; i++)
        vec_push(&formulas, &offers->at[i].formula);
    vec_resize(&verdicts, offers->n);
    if (offers->n > 1)
        c->check_many(c->context, r->b, formulas.at, formulas.n, verdicts.at);
    else
        verdicts.at[0] = c->check(c->context, r->b, formulas.at[0]);
    size_t i = 0;
    for (; i < offers->n; i++) {
        r->result.checks++;
        r->stopped |= verdicts.at[i] == REDUCE_STOP;
        if (r->stopped || verdicts.at[i] == REDUCE_YES)
            break;
        map_put(&r->tried, offers->at[i].hash, 1);
    }
    vec_free(&formulas);
    vec_free(&verdicts);
    return r->stopped ? offers->n : i;
}

static void note_names(reducer *r)
{
    term_vec order = {0};
    map_clear(&r->used);
    term_postorder(r->b, r->now.assertions.at, r->now.assertions.n, &order);
    for (size_t i = 0; i < order.n; i++) {
        term_id t = order.at[i];
        if (term_op_of(r->b, t) == OP_VAR)
            map_put(&r->used, term_symbol(r->b, t), 1);
        else if (term_op_of(r->b, t) == OP_APP)
            map_put(&r->used, decl_name(r->b, term_decl(r->b, t)), 1);
    }
    vec_free(&order);
}

static void accept(reducer *r, offer *o)
{
    formula_free(&r->now);
    r->now = o->formula;
    o->formula = (formula){0};
    r->cost = o->cost;
    note_names(r);
    r->result.steps++;
    if (r->config->progress)
        r->config->progress(r->config->context, &r->now, formula_size(r->b, &r->now),
                            r->result.checks);
}

static size_t offer_range(reducer *r, size_t from, size_t n, reduce_build build, void *context,
                          bool always)
{
    offer_vec offers = {0};
    size_t jobs = r->config->check_many && r->config->jobs ? r->config->jobs : 1, found = n;
    while (from < n && found == n && !reduce_over(r)) {
        bank_marks mark = bank_mark(r->b);
        uint64_t left = r->config->max_checks ? r->config->max_checks - r->result.checks : jobs;
        for (; from < n && offers.n < jobs && offers.n < left; from++)
            add_offer(r, build, context, from, always, &offers);
        size_t first = offers.n ? check_offers(r, &offers) : 0;
        if (first < offers.n) {
            found = offers.at[first].number;
            accept(r, &offers.at[first]);
        }
        offers_clear(&offers);
        if (found == n) /* what refused candidates are made of can go */
            bank_release(r->b, &mark);
    }
    vec_free(&offers);
    return found;
}

size_t reduce_first(reducer *r, size_t from, size_t n, reduce_build build, void *context)
{
    return offer_range(r, from, n, build, context, false);
}

bool reduce_one(reducer *r, reduce_build build, void *context, bool always)
{
    return offer_range(r, 0, 1, build, context, always) == 0;
}

bool reduce_replace(reducer *r, const replacement *pairs, size_t n, formula *candidate)
{
    return n && replace_terms(r->b, &r->now, pairs, n, candidate);
}

bool reduce_name_is_free(const reducer *r, symbol_id name)
{
    return name >= r->own_names && !map_find(&r->used, name);
}

term_id reduce_fresh(reducer *r, sort_id sort)
{
    if (sort_kind_of(r->b, sort) == SORT_REGLAN)
        return 0;
    strbuf name = STRBUF_INIT;
    symbol_id symbol;
    do {
        strbuf_clear(&name);
        strbuf_printf(&name, "v%u", r->fresh++);
        symbol = symbol_intern(r->b, name.text, name.n);
    } while (!reduce_name_is_free(r, symbol));
    strbuf_free(&name);
    return term_app(r->b, decl_constant(r->b, symbol, sort), NULL, 0);
}

/* Rounds of all passes until none takes a step. */
static void reduce_rounds(reducer *r)
{
    static bool (*const passes[])(reducer *) = {reduce_assertions, reduce_whole, reduce_levels,
                                                reduce_sorts};
    enum { N_PASSES = sizeof passes / sizeof *passes };
    bool changed = true;
    while (changed && !reduce_over(r)) {
        changed = false;
        for (int i = 0; i < N_PASSES && !reduce_over(r); i++)
            changed |= passes[i](r);
    }
}

reduce_result reduce_formula(term_bank *b, formula *f, const reduce_config *config)
{
    reducer r = {.b = b, .config = config, .own_names = bank_mark(b).symbols};
    formula_copy(&r.now, f);
    r.cost = cost_formula(b, f);
    r.result.size_before = r.result.size_after = formula_size(b, f);
    r.deadline = config->max_seconds > 0 ? clock_wall() + config->max_seconds : 0;
    r.result.checks++;
    if (config->check(config->context, b, f) == REDUCE_YES) {
        r.result.holds = true;
        reduce_rounds(&r);
        reduce_names(&r);
        r.result.complete = !r.stopped;
        r.result.size_after = formula_size(b, &r.now);
        formula_free(f);
        formula_copy(f, &r.now);
    }
    formula_free(&r.now);
    map_free(&r.tried);
    map_free(&r.used);
    return r.result;
}

#include "reduce/reduce.h"

#include "base/clock.h"
#include "base/hash.h"
#include "reduce/cost.h"
#include "reduce/reduce_impl.h"

void reduce_begin(reducer *r)
{
    r->mark = bank_mark(r->b);
    r->fresh = 0;
}

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

/* Whether the candidate is worth a check, and passes it. */
static bool holds(reducer *r, const formula *candidate, uint64_t cost, bool always)
{
    bool is_new;
    if ((!always && cost >= r->cost) || reduce_over(r))
        return false;
    map_insert(&r->tried, hash_formula(r->b, candidate), &is_new);
    if (!is_new)
        return false;
    r->result.checks++;
    reduce_verdict verdict = r->config->check(r->config->context, r->b, candidate);
    r->stopped |= verdict == REDUCE_STOP;
    return verdict == REDUCE_YES;
}

bool reduce_offer(reducer *r, formula *candidate, bool always)
{
    uint64_t cost = cost_formula(r->b, candidate);
    if (!holds(r, candidate, cost, always)) {
        formula_free(candidate);
        bank_release(r->b, &r->mark);
        return false;
    }
    formula_free(&r->now);
    r->now = *candidate;
    *candidate = (formula){0};
    r->cost = cost;
    r->result.steps++;
    if (r->config->progress)
        r->config->progress(r->config->context, &r->now, formula_size(r->b, &r->now),
                            r->result.checks);
    return true;
}

bool reduce_replace(reducer *r, const replacement *pairs, size_t n)
{
    formula candidate;
    if (n && replace_terms(r->b, &r->now, pairs, n, &candidate))
        return reduce_offer(r, &candidate, false);
    bank_release(r->b, &r->mark);
    return false;
}

term_id reduce_fresh(reducer *r, sort_id sort)
{
    if (sort_kind_of(r->b, sort) == SORT_REGLAN)
        return 0;
    strbuf name = STRBUF_INIT;
    symbol_id symbol;
    uint32_t known;
    do {
        known = bank_mark(r->b).symbols;
        strbuf_clear(&name);
        strbuf_printf(&name, "v%u", r->fresh++);
        symbol = symbol_intern(r->b, name.text, name.n);
    } while (bank_mark(r->b).symbols == known);
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
    reducer r = {.b = b, .config = config};
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
    return r.result;
}

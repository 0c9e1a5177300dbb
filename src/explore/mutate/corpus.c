#include "explore/mutate/corpus.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/abi.h"

void corpus_init(corpus *c, uint32_t n_guards)
{
    *c = (corpus){.n_guards = n_guards, .candidates = explore_limits_default.candidates};
    c->seen = base_alloc_zero(n_guards + 1, sizeof *c->seen);
    c->hits = base_alloc_zero(n_guards + 1, sizeof *c->hits);
    c->owner = base_alloc_zero(n_guards + 1, sizeof *c->owner);
}

void corpus_free(corpus *c)
{
    for (size_t i = 0; i < c->entries.n; i++) {
        explore_test_free(&c->entries.at[i]->test);
        strbuf_free(&c->entries.at[i]->output);
        vec_free(&c->entries.at[i]->pairs);
        vec_free(&c->entries.at[i]->places);
        vec_free(&c->entries.at[i]->fields);
        free(c->entries.at[i]);
    }
    vec_free(&c->entries);
    vec_free(&c->reached);
    free(c->seen);
    free(c->hits);
    free(c->owner);
    *c = (corpus){0};
}

/* The next guard from `i` on that was taken. Most were not: eight at a time. */
static uint32_t next_taken(const uint8_t *coverage, uint32_t i, uint32_t n)
{
    while (i < n) {
        uint64_t eight;
        if (i % 8 == 0 && i + 8 <= n) {
            memcpy(&eight, coverage + i, sizeof eight);
            if (!eight) {
                i += 8;
                continue;
            }
        }
        if (coverage[i])
            return i;
        i++;
    }
    return n;
}

corpus_news corpus_note(corpus *c, const uint8_t *coverage)
{
    corpus_news news = CORPUS_NOTHING;
    for (uint32_t i = next_taken(coverage, 0, c->n_guards); i < c->n_guards;
         i = next_taken(coverage, i + 1, c->n_guards)) {
        uint8_t bit = tandem_magnitude(coverage[i]);
        if (!c->seen[i]) {
            vec_push(&c->reached, i);
            news = CORPUS_NEW_EDGE;
        } else if (!(c->seen[i] & bit) && news == CORPUS_NOTHING) {
            news = CORPUS_NEW_COUNT;
        }
        c->seen[i] |= bit;
        c->hits[i] += c->hits[i] < UINT32_MAX;
    }
    return news;
}

void corpus_forget(corpus *c, size_t n)
{
    while (c->reached.n > n) {
        uint32_t guard = vec_pop(&c->reached);
        c->seen[guard] = 0;
        c->hits[guard] = 0;
    }
}

corpus_entry *corpus_add(corpus *c, const explore_test *t, const uint8_t *coverage, uint64_t cost)
{
    corpus_entry *e = base_alloc_zero(1, sizeof *e);
    explore_test_copy(&e->test, t);
    strbuf_init(&e->output);
    e->cost = cost;
    vec_push(&c->entries, e);
    for (uint32_t i = next_taken(coverage, 0, c->n_guards); i < c->n_guards;
         i = next_taken(coverage, i + 1, c->n_guards))
        if (!c->owner[i] || c->entries.at[c->owner[i] - 1]->cost > cost)
            c->owner[i] = (uint32_t)c->entries.n;
    return e;
}

const corpus_entry *corpus_choose(const corpus *c, rng *r)
{
    if (!c->entries.n || !c->reached.n)
        return NULL;
    uint64_t way = rng_below(r, 8);
    if (way == 0)
        return corpus_any(c, r);
    if (way == 1) /* one of the latest */
        return c->entries.at[c->entries.n - 1 - rng_below(r, c->entries.n < 8 ? c->entries.n : 8)];
    uint32_t best = c->reached.at[rng_below(r, c->reached.n)];
    for (uint64_t i = 1; i < c->candidates; i++) {
        uint32_t guard = c->reached.at[rng_below(r, c->reached.n)];
        if (c->hits[guard] < c->hits[best])
            best = guard;
    }
    return c->owner[best] ? c->entries.at[c->owner[best] - 1] : corpus_any(c, r);
}

const corpus_entry *corpus_any(const corpus *c, rng *r)
{
    return c->entries.n ? c->entries.at[rng_below(r, c->entries.n)] : NULL;
}

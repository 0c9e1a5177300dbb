/* Points of the search: where it begins, which one it keeps in shared memory, and over a release of
 * the bank. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/values/vpack.h"
#include "fuzz/values/vrun.h"
#include "fuzz/search/search_impl.h"

enum { VALUES_ROOM = 1 << 20 }; /* for the values of one point */

size_t fuzz_shared_size(const fuzz_bytecode *p)
{
    return sizeof(fuzz_shared) + p->inputs.n * sizeof(uint64_t) + (p->bank ? VALUES_ROOM : 0);
}

static void pack_into(const fuzz_bytecode *p, const uint64_t *words, vpack *to)
{
    for (size_t i = 0; i < p->inputs.n; i++)
        if (fuzz_is_value(p, p->inputs.at[i].reg))
            vpack_put(to, p->bank, (value_id)words[i]);
}

static bool pack(const fuzz_bytecode *p, const uint64_t *words, uint8_t *bytes)
{
    vpack to = {.bytes = bytes, .size = VALUES_ROOM, .good = true};
    pack_into(p, words, &to);
    return to.good;
}

/* Fills in the inputs that are values. */
static bool unpack(const fuzz_bytecode *p, const uint8_t *bytes, uint64_t *words)
{
    vpack from = {.bytes = (uint8_t *)(uintptr_t)bytes, .size = VALUES_ROOM, .good = true};
    for (size_t i = 0; i < p->inputs.n; i++)
        if (fuzz_is_value(p, p->inputs.at[i].reg) &&
            !(words[i] = vpack_get(&from, p->bank, p->inputs.at[i].sort)))
            return false;
    return true;
}

bool fuzz_shared_inputs(const fuzz_bytecode *p, const fuzz_shared *shared, uint64_t *words)
{
    memcpy(words, shared->words, p->inputs.n * sizeof *words);
    return !p->bank || unpack(p, (const uint8_t *)(shared->words + p->inputs.n), words);
}

bool search_pack(const search *s, const uint64_t *words, uint8_t **bytes)
{
    if (!s->p->bank)
        return true;
    uint8_t *room = base_alloc(VALUES_ROOM);
    vpack to = {.bytes = room, .size = VALUES_ROOM, .good = true};
    pack_into(s->p, words, &to);
    free(*bytes);
    *bytes = base_alloc(to.at + 1);
    memcpy(*bytes, room, to.at);
    free(room);
    return to.good;
}

bool search_unpack(const search *s, const uint8_t *bytes, uint64_t *words)
{
    return !s->p->bank || unpack(s->p, bytes, words);
}

void search_note_best(search *s)
{
    fuzz_shared *shared = s->shared;
    if (shared->started && s->distance && (s->pressure || s->distance >= shared->best))
        return;
    shared->started = 0; /* while it is being written */
    memcpy(shared->words, s->now, s->n * sizeof *s->now);
    bool good = !s->p->bank || pack(s->p, s->now, (uint8_t *)(shared->words + s->n));
    shared->best = s->distance;
    shared->started = good;
}

void search_hash(search *s)
{
    s->hash = 0;
    for (size_t i = 0; i < s->n && s->choosy; i++)
        s->hash += tried_part(&s->tried, i, s->now[i]);
    if (s->choosy)
        tried_add(&s->tried, s->hash);
}

/* ---- Starts ---------------------------------------------------------------------------------- */

static uint64_t start_word(search *s, size_t i, uint64_t kind)
{
    switch (kind) {
    case 1:
        return search_some_word(s, i, s->now[i]);
    case 2:
        return fuzz_nudge(&s->r, rng_next(&s->r), search_width(s, i));
    default:
        return 0;
    }
}

static value_id start_value(search *s, sort_id sort, uint64_t kind)
{
    value_id v = kind == 1 ? vwords_some(&s->values, sort) : 0;
    if (!v)
        v = value_default(s->p->bank, sort);
    for (uint64_t k = kind == 2 ? rng_below(&s->r, 12) : 0; k-- > 0;)
        v = vmutate(&s->values, v);
    return v;
}

void search_start_point(search *s)
{
    uint64_t turn = s->shared->restarts++;
    const fuzz_search_config *c = s->config;
    uint64_t kind = turn <= c->n_seeds ? 0 : rng_below(&s->r, 4);
    bool best = kind == 3 && s->shared->started && fuzz_shared_inputs(s->p, s->shared, s->now);
    for (size_t i = 0; i < s->n; i++) {
        const fuzz_input *in = &s->p->inputs.at[i];
        uint64_t seed = turn < c->n_seeds ? c->seeds[turn * s->n + i] : 0;
        if (best)
            continue;
        if (fuzz_is_value(s->p, in->reg))
            s->now[i] = seed ? seed : start_value(s, in->sort, kind);
        else
            s->now[i] = turn < c->n_seeds ? seed : search_fit(s, i, start_word(s, i, kind));
    }
}

/* ---- The bank -------------------------------------------------------------------------------- */

static bool is_full(const search *s)
{
    bank_marks now = bank_mark(s->p->bank);
    uint64_t most = s->config->values ? s->config->values : s->limits->values_kept;
    return now.values - s->mark.values > most ||
           now.value_words - s->mark.value_words > s->limits->values_kept_words;
}

bool search_clean(search *s)
{
    if (!is_full(s))
        return true;
    if (!s->config->owns_bank)
        return false;
    uint8_t *bytes = base_alloc(VALUES_ROOM);
    bool good = pack(s->p, s->now, bytes);
    observe_clear(s->seen);
    languages_forget(s->m->languages, s->mark.values);
    bank_release(s->p->bank, &s->mark);
    good = good && unpack(s->p, bytes, s->now);
    free(bytes);
    if (!good)
        return false;
    memcpy(s->trial, s->now, s->n * sizeof *s->now);
    if (s->choosy)
        tried_clear(&s->tried);
    search_hash(s);
    s->m->base = NULL;
    fuzz_runner_run(&s->runner, s->now, s->m); /* its registers name what was released */
    return true;
}

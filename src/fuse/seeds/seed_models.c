/* Models of the seeds: from a cache, else from the SMT engine; confirmed by our evaluator.
 *
 * How much is searched counts steps of the engine and not seconds, so that a busy machine finds what an idle one finds.
 * A model is used as it reads in the cache, also where it was just found, and a cached one only if no more was searched
 * for it than would be now: caches change how long it takes to find a model, and not which. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "fuse/seeds/model_cache.h"
#include "fuse/seeds/seeds.h"
#include "smtlib/read/model_reader.h"
#include "solve/session/check.h"
#include "term/core/walk.h"

/* First a little is searched for a model, which finds most; what has none then is searched for once more. */
enum { STAGE_QUICK, STAGE_FULL, SEARCH_STAGES };

struct seed_searching {
    uint64_t units[SEARCH_STAGES]; /* of the engine, for one seed */
    double guard;                  /* seconds */
    const volatile sig_atomic_t *interrupt;
    model_cache own, shared;
};

/* The first line of an entry: of one with a model, perhaps with what had not been enough for it, and of one without.
 * Earlier versions wrote seconds, and none before a model. */
#define FOUND "; within "
#define MISSED "; none within "
#define UNITS " units"
#define NOT_IN ", not in "

static uint64_t hash_of_seed(seed_set *s, const seed *which)
{
    strbuf text = STRBUF_INIT;
    bank_marks mark = bank_mark(s->bank);
    formula_print(s->bank, &which->formula, DIALECT_STANDARD, NULL, NULL, &text);
    bank_release(s->bank, &mark);
    uint64_t h = hash_bytes(text.text, text.n);
    strbuf_free(&text);
    return h == MAP_NO_KEY ? 0 : h;
}

static engine_config config_for(const seed *which, const volatile sig_atomic_t *interrupt)
{
    return (engine_config){.command = ENGINE_LIBZ3,
                           .want_models = true,
                           .logic = which->formula.logic,
                           .interrupt = interrupt};
}

/* The model in a text is the seed's if the evaluator confirms it. */
static bool take_text(seed_set *s, seed *which, const char *bytes, size_t n)
{
    const term_vec *assertions = &which->formula.assertions;
    vec_u32 decls = {0};
    char *error = NULL, *text = base_strndup(bytes, n);
    engine_config config = config_for(which, s->search->interrupt);
    term_model *m = model_new(s->bank);
    term_free_decls(s->bank, assertions->at, assertions->n, &decls);
    if (smt_read_model(s->bank, &decls, text, m, &error) &&
        check_model(m, NULL, &config, NULL, assertions->at, assertions->n).verdict == CHECK_TRUE)
        which->model = m;
    else
        model_free(m);
    free(error);
    free(text);
    vec_free(&decls);
    return which->model;
}

/* What a cache says of a search with so many units. */
typedef enum cached { CACHED_NOTHING, CACHED_MODEL, CACHED_MISS } cached;

/* Entries of earlier versions say nothing of units: they count in the campaign's own cache only. */
static cached judge_entry(const char *text, size_t n, uint64_t wanted, bool own)
{
    bool miss = n > strlen(MISSED) && text_begins(text, MISSED);
    bool found = n > strlen(FOUND) && text_begins(text, FOUND);
    char *end = NULL;
    uint64_t units = miss || found ? strtoull(text + strlen(miss ? MISSED : FOUND), &end, 10) : 0;
    if (!end || !text_begins(end, UNITS))
        return !own ? CACHED_NOTHING : miss ? CACHED_MISS : CACHED_MODEL;
    if (found && units <= wanted)
        return CACHED_MODEL;
    if (found) {
        end += strlen(UNITS);
        units = text_begins(end, NOT_IN) ? strtoull(end + strlen(NOT_IN), NULL, 10) : 0;
    }
    return units >= wanted ? CACHED_MISS : CACHED_NOTHING;
}

static bool take_from_cache(seed_set *s, seed *which, const model_cache *c, uint64_t hash,
                            uint64_t units)
{
    size_t n;
    const char *text = model_cache_find(c, hash, &n);
    bool own = c == &s->search->own;
    cached what = text ? judge_entry(text, n, units, own) : CACHED_NOTHING;
    return what == CACHED_MISS || (what == CACHED_MODEL && take_text(s, which, text, n));
}

/* The model of the engine, as text; false: it has none. */
static bool ask_engine(seed_set *s, const seed *which, uint64_t units, strbuf *text)
{
    const struct seed_searching *search = s->search;
    const term_vec *assertions = &which->formula.assertions;
    engine_config config = config_for(which, search->interrupt);
    char *error = NULL;
    bool good = false;
    engine *e = engine_new(s->bank, &config, &error);
    free(error);
    if (!e)
        return false;
    for (size_t i = 0; i < assertions->n; i++)
        engine_assert(e, assertions->at[i]);
    engine_limits limits = {.rlimit = units, .guard = search->guard};
    term_model *m = model_new(s->bank);
    if (engine_check(e, NULL, 0, &limits) == ENGINE_SAT && engine_model(e, m) &&
        check_model(m, e, &config, NULL, assertions->at, assertions->n).verdict == CHECK_TRUE) {
        bank_marks mark = bank_mark(s->bank);
        smt_print_model(s->bank, m, NULL, text);
        bank_release(s->bank, &mark);
        good = true;
    }
    model_free(m);
    engine_free(e);
    return good;
}

static bool is_interrupted(const struct seed_searching *search)
{
    return search->interrupt && *search->interrupt;
}

static void keep(const seed_set *s, const seed *which, uint64_t hash, uint64_t units,
                 const strbuf *found)
{
    uint64_t quick = s->search->units[STAGE_QUICK];
    strbuf entry = STRBUF_INIT;
    strbuf_printf(&entry, "%s%" PRIu64 UNITS, which->model ? FOUND : MISSED, units);
    if (which->model && units > quick)
        strbuf_printf(&entry, NOT_IN "%" PRIu64, quick);
    strbuf_putc(&entry, '\n');
    if (which->model)
        strbuf_add(&entry, found->text, found->n);
    model_cache_add(&s->search->own, hash, entry.text, entry.n);
    model_cache_add(&s->search->shared, hash, entry.text, entry.n);
    strbuf_free(&entry);
}

static void find_one(seed_set *s, seed *which, uint64_t units)
{
    struct seed_searching *search = s->search;
    uint64_t hash = hash_of_seed(s, which);
    model_cache_refresh(&search->own);
    if (take_from_cache(s, which, &search->own, hash, units))
        return;
    model_cache_refresh(&search->shared);
    if (take_from_cache(s, which, &search->shared, hash, units)) {
        size_t n;
        const char *text = model_cache_find(&search->shared, hash, &n);
        model_cache_add(&search->own, hash, text, n);
        return;
    }
    strbuf found = STRBUF_INIT;
    if (ask_engine(s, which, units, &found))
        take_text(s, which, found.text, found.n);
    if (which->model || !is_interrupted(search))
        keep(s, which, hash, units, &found);
    strbuf_free(&found);
}

void seeds_search(seed_set *s, const seed_search *how)
{
    seeds_end_search(s);
    const fuse_limits *limits = LIMITS_OR(how->limits, fuse_limits_default);
    s->search = base_alloc_zero(1, sizeof *s->search);
    uint64_t full = (uint64_t)(how->seconds * (double)limits->model_units);
    s->search->units[STAGE_FULL] = full ? full : 1;
    s->search->units[STAGE_QUICK] = limits->model_quick < full ? limits->model_quick : full;
    s->search->guard = how->seconds * limits->model_guard;
    s->search->interrupt = how->interrupt;
    model_cache_open(&s->search->own, how->caches.own, true);
    model_cache_open(&s->search->shared, how->caches.shared, false);
}

void seeds_end_search(seed_set *s)
{
    if (!s->search)
        return;
    model_cache_close(&s->search->own);
    model_cache_close(&s->search->shared);
    free(s->search);
    s->search = NULL;
}

const term_model *seeds_model(seed_set *s, size_t number, bool quick)
{
    seed *which = &s->seeds.at[number];
    if (!s->search || which->label != ANSWER_SAT || which->quantified)
        return which->model;
    uint32_t stages = quick ? STAGE_FULL : SEARCH_STAGES;
    while (!which->model && which->stages < stages) {
        find_one(s, which, s->search->units[which->stages]);
        if (!which->model && is_interrupted(s->search))
            return NULL;
        which->stages++;
    }
    return which->stages <= stages ? which->model : NULL;
}

void seeds_find_models(seed_set *s, void (*tick)(void *context, size_t done, size_t of),
                       void *context)
{
    for (size_t i = 0; i < s->seeds.n && !is_interrupted(s->search); i++) {
        if (tick)
            tick(context, i, s->seeds.n);
        seeds_model(s, i, false);
    }
}

/* Models of the seeds: from the cache, else from the SMT engine; confirmed by our evaluator.
 *
 * The cache is text: a first line that names the format, then for each seed a line "model HASH
 * LENGTH" and that many bytes of (define-fun …). HASH is of the formula as it is printed. A cache
 * that was cut short or damaged is read as far as it makes sense; a model in it that does not
 * satisfy its formula is as good as none. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/file.h"
#include "base/text.h"
#include "fuse/seeds/seeds.h"
#include "smtlib/read/model_reader.h"
#include "solve/session/check.h"
#include "term/core/walk.h"

static const char FIRST_LINE[] = "tandem seed models 1\n";
enum { RLIMIT_A_SECOND = 3000000, SHARED_MOST = 64 << 20 /* bytes, then it begins anew */ };

typedef struct cache {
    strbuf text;
    map places; /* hash to 1 + offset of its entry's text; the length is in `lengths` */
    map lengths;
} cache;

static uint64_t hash_of_seed(seed_set *s, const seed *which, strbuf *scratch)
{
    bank_marks mark = bank_mark(s->bank);
    strbuf_clear(scratch);
    formula_print(s->bank, &which->formula, DIALECT_STANDARD, NULL, NULL, scratch);
    bank_release(s->bank, &mark);
    uint64_t h = hash_bytes(scratch->text, scratch->n);
    return h == MAP_NO_KEY ? 0 : h;
}

static void cache_read(cache *c, const char *path)
{
    size_t at = sizeof FIRST_LINE - 1;
    strbuf_init(&c->text);
    if (path)
        file_read(path, &c->text);
    if (c->text.n < at || memcmp(c->text.text, FIRST_LINE, at) != 0)
        return;
    for (;;) {
        uint64_t hash, length;
        int used = 0;
        if (sscanf(c->text.text + at, "model %" SCNx64 " %" SCNu64 "%n", &hash, &length, &used) !=
                2 ||
            c->text.text[at + (size_t)used] != '\n')
            return;
        at += (size_t)used + 1;
        if (length > c->text.n - at)
            return;
        if (hash != MAP_NO_KEY) {
            map_put(&c->places, hash, 1 + at);
            map_put(&c->lengths, hash, length);
        }
        at += length;
    }
}

static void cache_free(cache *c)
{
    strbuf_free(&c->text);
    map_free(&c->places);
    map_free(&c->lengths);
}

static void start_engine_config(const seed *which, const volatile sig_atomic_t *interrupt,
                                engine_config *config)
{
    *config = (engine_config){.command = ENGINE_LIBZ3,
                              .want_models = true,
                              .logic = which->formula.logic,
                              .interrupt = interrupt};
}

/* The model is the seed's if the evaluator confirms it. */
static bool confirm(seed *which, term_model *m, engine *e, const engine_config *config)
{
    const term_vec *assertions = &which->formula.assertions;
    if (check_model(m, e, config, NULL, assertions->at, assertions->n).verdict == CHECK_TRUE) {
        which->model = m;
        return true;
    }
    model_free(m);
    return false;
}

static bool take_from_cache(seed_set *s, seed *which, const cache *c, uint64_t hash,
                            const engine_config *config)
{
    uint64_t place = map_get(&c->places, hash, 0);
    if (!place)
        return false;
    vec_u32 decls = {0};
    char *error = NULL;
    char *text = base_strndup(c->text.text + place - 1, map_get(&c->lengths, hash, 0));
    term_model *m = model_new(s->bank);
    term_free_decls(s->bank, which->formula.assertions.at, which->formula.assertions.n, &decls);
    bool good = smt_read_model(s->bank, &decls, text, m, &error);
    if (good)
        good = confirm(which, m, NULL, config);
    else
        model_free(m);
    free(error);
    free(text);
    vec_free(&decls);
    return good;
}

/* In the place of a model: none was found in so many seconds. */
#define MISS "; none within "

static bool is_missed(const cache *c, uint64_t hash, double seconds)
{
    uint64_t place = map_get(&c->places, hash, 0);
    const char *text = place ? c->text.text + place - 1 : "";
    return text_begins(text, MISS) && strtod(text + strlen(MISS), NULL) >= seconds;
}

static void ask_engine(seed_set *s, seed *which, double seconds, const engine_config *config)
{
    char *error = NULL;
    engine *e = engine_new(s->bank, config, &error);
    if (!e) {
        free(error);
        return;
    }
    for (size_t i = 0; i < which->formula.assertions.n; i++)
        engine_assert(e, which->formula.assertions.at[i]);
    engine_limits limits = {.seconds = seconds, .rlimit = (uint64_t)(seconds * RLIMIT_A_SECOND)};
    if (engine_check(e, NULL, 0, &limits) == ENGINE_SAT) {
        term_model *m = model_new(s->bank);
        if (engine_model(e, m))
            confirm(which, m, e, config);
        else
            model_free(m);
    }
    engine_free(e);
}

static bool wants_model(const seed *which)
{
    return which->label == ANSWER_SAT && !which->quantified && !which->model;
}

/* What the old cache has of formulas that are not among these seeds. */
static void keep_others(const cache *c, const map *written, strbuf *text)
{
    for (size_t i = 0; i < c->places.capacity; i++) {
        const map_entry *e = &c->places.slots[i];
        if (e->key == MAP_NO_KEY || map_find(written, e->key))
            continue;
        uint64_t length = map_get(&c->lengths, e->key, 0);
        strbuf_printf(text, "model %016" PRIx64 " %" PRIu64 "\n", e->key, length);
        strbuf_add(text, c->text.text + e->value - 1, length);
    }
}

/* Written beside the old one and then put in its place: a kill leaves one of the two. */
static void cache_write(seed_set *s, const cache *old, const vec_u32 *known, const uint64_t *hashes,
                        double seconds, const char *path)
{
    strbuf text = STRBUF_INIT, model = STRBUF_INIT;
    map written = {0};
    strbuf_puts(&text, FIRST_LINE);
    for (size_t i = 0; i < s->seeds.n; i++)
        if (hashes[i])
            map_put(&written, hashes[i], 1);
    keep_others(old, &written, &text);
    map_free(&written);
    for (size_t i = 0; i < known->n; i++) {
        const seed *which = &s->seeds.at[known->at[i]];
        bank_marks mark = bank_mark(s->bank);
        strbuf_clear(&model);
        if (which->model)
            smt_print_model(s->bank, which->model, NULL, &model);
        else
            strbuf_printf(&model, MISS "%g s\n", seconds);
        bank_release(s->bank, &mark);
        strbuf_printf(&text, "model %016" PRIx64 " %zu\n", hashes[known->at[i]], model.n);
        strbuf_add(&text, model.text, model.n);
    }
    file_write(path, &text);
    strbuf_free(&text);
    strbuf_free(&model);
}

/* Which caches there are, and what was found beyond them. */
typedef struct model_search {
    seed_set *seeds;
    double seconds;
    cache own, shared;
    uint64_t *hashes; /* of the seeds that want a model; 0: none */
    strbuf scratch;
    bool learnt, borrowed; /* from the engine, from the shared cache */
} model_search;

static void find_one(model_search *m, size_t i, const volatile sig_atomic_t *interrupt)
{
    seed_set *s = m->seeds;
    seed *which = &s->seeds.at[i];
    engine_config config;
    start_engine_config(which, interrupt, &config);
    uint64_t hash = m->hashes[i] = hash_of_seed(s, which, &m->scratch);
    if (is_missed(&m->own, hash, m->seconds) || take_from_cache(s, which, &m->own, hash, &config) ||
        which->model_tried)
        return;
    m->borrowed |= is_missed(&m->shared, hash, m->seconds) ||
                   take_from_cache(s, which, &m->shared, hash, &config);
    if (which->model || is_missed(&m->shared, hash, m->seconds))
        return;
    ask_engine(s, which, m->seconds, &config);
    m->learnt = true;
}

void seeds_find_models(seed_set *s, double seconds, const seed_caches *caches,
                       void (*tick)(void *context, size_t done, size_t of), void *context,
                       const volatile sig_atomic_t *interrupt)
{
    model_search m = {.seeds = s,
                      .seconds = seconds,
                      .hashes = base_alloc_zero(s->seeds.n + 1, sizeof *m.hashes),
                      .scratch = STRBUF_INIT};
    vec_u32 known = {0};
    cache_read(&m.own, caches->own);
    cache_read(&m.shared, caches->shared);
    for (size_t i = 0; i < s->seeds.n && !(interrupt && *interrupt); i++) {
        seed *which = &s->seeds.at[i];
        if (tick)
            tick(context, i, s->seeds.n);
        if (wants_model(which)) {
            find_one(&m, i, interrupt);
            which->model_tried = true;
        }
        if (m.hashes[i] && !(interrupt && *interrupt && !which->model))
            vec_push(&known, (uint32_t)i);
    }
    if (caches->own && (m.learnt || m.borrowed))
        cache_write(s, &m.own, &known, m.hashes, seconds, caches->own);
    if (caches->shared && m.learnt) {
        if (m.shared.text.n > SHARED_MOST)
            map_clear(&m.shared.places);
        cache_write(s, &m.shared, &known, m.hashes, seconds, caches->shared);
    }
    cache_free(&m.own);
    cache_free(&m.shared);
    strbuf_free(&m.scratch);
    vec_free(&known);
    free(m.hashes);
}

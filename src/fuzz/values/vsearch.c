#include "fuzz/values/vsearch.h"

#include <stdlib.h>

#include "fuzz/values/vpack.h"
#include "fuzz/values/vsearch_impl.h"

/* Executions between looks at the memory in use. */
enum { CHECK_EVERY = 32 };

static value_id call_and_remember(void *context, decl_id box, const value_id *args, uint32_t n)
{
    vsearcher *s = context;
    value_id v = s->call ? s->call(s->context, box, args, n) : 0;
    if (v)
        vobserve_call(s->seen, box, args, n, v);
    return v;
}

/* ---- The bank -------------------------------------------------------------------------------- */

static bool is_full(const vsearcher *s)
{
    bank_marks now = bank_mark(s->g->bank);
    uint64_t most = s->config->values ? s->config->values : s->g->limits->values_kept;
    return now.values - s->mark.values > most ||
           now.value_words - s->mark.value_words > s->g->limits->values_kept_words;
}

static void pack_inputs(const vsearcher *s, vpack *p)
{
    for (uint32_t i = 0; i < s->g->inputs.n; i++)
        vpack_put(p, s->g->bank, vgraph_input(s->g, i));
}

static bool unpack(const vgraph *g, vpack *p, vec_u32 *values)
{
    vec_clear(values);
    for (uint32_t i = 0; i < g->inputs.n; i++) {
        value_id v = vpack_get(p, g->bank, g->inputs.at[i].sort);
        if (!v)
            return false;
        vec_push(values, v);
    }
    return true;
}

/* Gives back all values but those of the present point. */
static bool sweep(vsearcher *s)
{
    vpack p = {.bytes = base_alloc(VSEARCH_ROOM), .size = VSEARCH_ROOM, .good = true};
    vec_u32 values = {0};
    pack_inputs(s, &p);
    vgraph_forget(s->g);
    vobserve_clear(s->seen);
    bank_release(s->g->bank, &s->mark);
    p.at = 0;
    bool good = p.good && unpack(s->g, &p, &values);
    if (good)
        vgraph_run(s->g, values.at);
    free(p.bytes);
    vec_free(&values);
    return good;
}

/* ---- Points ---------------------------------------------------------------------------------- */

static void note_best(vsearcher *s)
{
    vsearch_shared *shared = s->shared;
    if (shared->started && s->g->distance && (s->pressure || s->g->distance >= shared->best))
        return;
    vpack p = {.bytes = shared->bytes, .size = VSEARCH_ROOM, .good = true};
    shared->started = 0; /* while it is being written */
    pack_inputs(s, &p);
    shared->best = s->g->distance;
    shared->started = p.good;
}

bool vsearch_inputs(const vgraph *g, vsearch_shared *shared, vec_u32 *values)
{
    vpack p = {.bytes = shared->bytes, .size = VSEARCH_ROOM, .good = true};
    return unpack(g, &p, values);
}

static void find_failing(vsearcher *s)
{
    vec_clear(&s->failing);
    for (uint32_t i = 0; i < s->g->roots.n; i++)
        if (!vgraph_holds(s->g, i))
            vec_push(&s->failing, i);
}

static value_id some_value(vsearcher *s, sort_id sort, uint64_t kind)
{
    value_id v = kind == 1 ? vwords_some(&s->words, sort) : 0;
    if (!v)
        v = value_default(s->g->bank, sort);
    for (uint64_t k = kind == 2 ? rng_below(&s->r, 12) : 0; k-- > 0;)
        v = vmutate(&s->words, v);
    return v;
}

/* Where the search begins, the next time it begins. */
static void start_point(vsearcher *s, vec_u32 *values)
{
    const vsearch_config *c = s->config;
    size_t n = s->g->inputs.n;
    uint64_t turn = s->shared->restarts++;
    uint64_t kind = turn <= c->n_seeds ? 0 : rng_below(&s->r, 4);
    if (kind == 3 && s->shared->started && vsearch_inputs(s->g, s->shared, values))
        return;
    vec_clear(values);
    for (size_t i = 0; i < n; i++) {
        value_id seed = turn < c->n_seeds ? c->seeds[turn * n + i] : 0;
        vec_push(values, seed ? seed : some_value(s, s->g->inputs.at[i].sort, kind));
    }
}

/* Out of a place that no move leaves: what fails there counts double from now on. */
static void press(vsearcher *s)
{
    for (size_t i = 0; i < s->failing.n; i++)
        s->g->weights[s->failing.at[i]] *= 2;
    s->pressure++;
    s->since_progress = 0;
    vgraph_sum(s->g);
}

static void begin(vsearcher *s)
{
    vec_u32 values = {0};
    for (size_t i = 0; i < s->g->roots.n; i++)
        s->g->weights[i] = 1;
    s->pressure = 0;
    start_point(s, &values);
    s->shared->executions++;
    vgraph_run(s->g, values.at);
    vec_free(&values);
    s->since_progress = 0;
    find_failing(s);
    note_best(s);
}

static void step(vsearcher *s)
{
    uint64_t before = s->g->distance;
    s->shared->executions++;
    s->since_progress++;
    vsearch_propose(s);
    if (!s->changed.n)
        return;
    vgraph_try(s->g, s->changed.at, s->values.at, s->changed.n);
    uint64_t distance = s->g->distance;
    if (distance < before)
        s->since_progress = 0;
    if (distance > before && !rng_one_in(&s->r, s->pressure ? 1000 : 100)) {
        vgraph_back(s->g);
        return;
    }
    vgraph_keep(s->g);
    find_failing(s);
    note_best(s);
}

/* Whether to go on; FUZZ_GOING: yes. */
static fuzz_outcome state_of(vsearcher *s)
{
    if (s->config->executions && s->shared->executions >= s->config->executions)
        return FUZZ_BUDGET;
    if (s->config->stop && *s->config->stop)
        return FUZZ_STOPPED;
    if (s->shared->executions % CHECK_EVERY || !is_full(s))
        return FUZZ_GOING;
    return s->config->owns_bank && sweep(s) ? FUZZ_GOING : FUZZ_BUDGET;
}

static fuzz_outcome climb(vsearcher *s)
{
    const uint64_t patience = s->g->limits->values_patience;
    const uint64_t pressure = s->g->limits->values_pressure;
    for (;;) {
        begin(s);
        if (s->failing.n && !s->g->inputs.n)
            return FUZZ_EXHAUSTED; /* there is one point only */
        while (s->failing.n && (s->since_progress < patience || s->pressure < pressure)) {
            fuzz_outcome state = state_of(s);
            if (state != FUZZ_GOING)
                return state;
            if (s->since_progress < patience)
                step(s);
            else
                press(s);
        }
        if (!s->failing.n)
            return s->shared->started && !s->shared->best ? FUZZ_FOUND : FUZZ_BUDGET;
    }
}

fuzz_outcome vsearch(vgraph *g, const vsearch_config *config, vsearch_shared *shared)
{
    vsearcher s = {.g = g,
                   .config = config,
                   .shared = shared,
                   .seen = vobserve_new(g->bank, g->limits->values_seen),
                   .call = g->call,
                   .context = g->context};
    /* a search that goes on after a crash must not repeat the moves that led to it */
    rng_seed(&s.r, config->seed + shared->executions);
    vwords_init(&s.words, g, &s.r);
    for (size_t i = 0; i < config->n_words; i++)
        vwords_add(&s.words, config->words[i]);
    g->call = call_and_remember;
    g->context = &s;
    s.mark = bank_mark(g->bank);
    fuzz_outcome outcome = climb(&s);
    shared->outcome = outcome;
    g->call = s.call;
    g->context = s.context;
    vgraph_forget(g);
    vobserve_free(s.seen);
    vwords_free(&s.words);
    vec_free(&s.failing);
    vec_free(&s.changed);
    vec_free(&s.values);
    vec_free(&s.wants);
    return outcome;
}

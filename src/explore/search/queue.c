#include "explore/search/queue.h"

#include "base/hash.h"

void queue_init(explore_queue *q, explore_order order, uint64_t seed, const explore_limits *limits)
{
    *q = (explore_queue){.limits = LIMITS_OR(limits, explore_limits_default), .order = order};
    rng_seed(&q->random, seed);
}

void queue_free(explore_queue *q)
{
    for (size_t i = 0; i < q->entries.n; i++) {
        explore_test_free(&q->entries.at[i]->test);
        free(q->entries.at[i]);
    }
    vec_free(&q->entries);
    map_free(&q->taken);
    map_free(&q->attempted);
    map_free(&q->attempts);
    vec_free(&q->undecided);
    map_free(&q->at_site);
    map_free(&q->refuted);
}

/* ---- Entries --------------------------------------------------------------------------------- */

/* Room for a new one: the oldest that has been traced and brought nothing goes, but not the one that is worked on. */
static void drop_one(explore_queue *q)
{
    for (size_t i = 0; i < q->entries.n; i++) {
        queue_entry *e = q->entries.at[i];
        if (e == q->chosen || (!e->exhausted && !(e->tries && !e->gain)))
            continue;
        explore_test_free(&e->test);
        free(e);
        memmove(q->entries.at + i, q->entries.at + i + 1,
                (q->entries.n - i - 1) * sizeof *q->entries.at);
        q->entries.n--;
        return;
    }
}

queue_entry *queue_add(explore_queue *q, const explore_test *t, uint32_t gain, uint32_t generation)
{
    if (q->entries.n >= q->limits->queue_entries)
        drop_one(q);
    queue_entry *e = base_alloc_zero(1, sizeof *e);
    explore_test_copy(&e->test, t);
    e->gain = gain;
    e->generation = generation;
    vec_push(&q->entries, e);
    return e;
}

static int64_t score(const queue_entry *e)
{
    int64_t gain = e->gain < 50 ? e->gain : 50;
    return (e->tries              ? 0
            : e->goal || e->roomy ? 560
                                  : 500) +
           gain * 20 - (int64_t)e->tries * 200 - (int64_t)explore_test_size(&e->test) / 64 -
           e->generation;
}

queue_entry *queue_choose(explore_queue *q)
{
    queue_entry *best = NULL;
    uint64_t met = 0;
    for (size_t i = 0; i < q->entries.n; i++) {
        queue_entry *e = q->entries.at[i];
        if (e->exhausted)
            continue;
        met++;
        bool better = !best;
        if (best && q->order == EXPLORE_COVERAGE)
            better = score(e) > score(best);
        else if (best && q->order == EXPLORE_RANDOM)
            better = rng_one_in(&q->random, met);
        else if (best && q->order == EXPLORE_DFS)
            better = true;
        if (better)
            best = e;
    }
    q->chosen = best;
    return best;
}

/* ---- Decisions ------------------------------------------------------------------------------- */

static bool decides(const trace_condition *c)
{
    return c->kind == TRACE_BRANCH || c->kind == TRACE_CHECK || c->kind == TRACE_SWITCH;
}

static uint64_t way(uint32_t site, uint32_t taken)
{
    return (uint64_t)site << 32 | taken;
}

/* A way at the end of a path, as it is remembered. */
static uint64_t path_key(uint64_t path, uint64_t there)
{
    return hash_mix(hash_mix(path, there), 3) >> 1;
}

bool queue_note(explore_queue *q, explore_trace *t, const queue_expectation *expected, bool is_test)
{
    uint64_t prefix = 1;
    uint32_t n = 0;
    bool met = !expected->any;
    for (size_t i = 0; i < t->conditions.n; i++) {
        const trace_condition *c = &t->conditions.at[i];
        if (is_test && (decides(c) || c->kind == TRACE_CHOICE))
            map_put(&q->taken, way(c->site, c->taken), 1);
        if (!decides(c))
            continue;
        if (expected->any && n == expected->n)
            met = prefix == expected->prefix && c->site == expected->site &&
                  c->taken == expected->taken;
        prefix = hash_mix(prefix, way(c->site, c->taken));
        n++;
    }
    return met;
}

typedef struct context {
    uint64_t prefix, path, last[2];
    uint32_t n;
} context;

static uint32_t magnitude(uint64_t n)
{
    uint32_t bits = 0;
    for (; n; n >>= 1)
        bits++;
    return bits;
}

/* Looked at only where it matters: of all terms of a trace it would be slow. */
static bool asks_boxes(explore_trace *t, const trace_condition *c, uint32_t k)
{
    return c->kind == TRACE_ASSUME && trace_has_box(t, t->alternatives.at[c->first + k].term);
}

/* An address or a sum that goes wrong: few of these are asked for, and what they find nobody else does. One that was
 * refuted counts little, as inputs of other lengths may have it. */
static uint32_t classify_wrong(const explore_queue *q, const trace_condition *c, uint64_t there,
                               bool boxes)
{
    uint64_t attempts = map_get(&q->attempts, there, 0), refuted = map_get(&q->refuted, there, 0);
    uint64_t counted = attempts - (refuted < attempts ? refuted : attempts) +
                       refuted / q->limits->queue_outside_refuted;
    bool late = attempts || boxes || c->site == TRACE_ARITHMETIC_SITE;
    return !q->bounds || counted >= q->limits->queue_outside ? UINT32_MAX : late ? 3 : 1;
}

/* The most useful reason to turn it around; UINT32_MAX: none. `boxes`: it asks about closed boxes. */
static uint32_t classify(explore_queue *q, const trace_condition *c, const context *x,
                         uint64_t times, queue_flip *f, uint32_t taken, bool boxes)
{
    uint64_t there = way(c->site, taken);
    uint64_t on_path = path_key(x->path, there);
    f->key = on_path;
    if (map_get(&q->attempted, on_path, 0))
        return UINT32_MAX;
    if (c->kind == TRACE_ASSUME)
        return classify_wrong(q, c, there, boxes);
    if (q->order != EXPLORE_COVERAGE)
        return 0;
    if (c->kind == TRACE_PIN)
        return 2;
    if (!map_find(&q->taken, there) && map_get(&q->attempts, there, 0) < q->limits->queue_attempts)
        return 0;
    f->key = hash_mix(hash_mix(x->last[0], x->last[1]), there ^ magnitude(times) << 24) >> 1;
    if (!map_get(&q->attempted, f->key, 0))
        return 1;
    f->key = on_path;
    return 2;
}

static int by_class(const void *x, const void *y)
{
    const queue_flip *a = x, *b = y;
    if (a->class != b->class)
        return a->class < b->class ? -1 : 1;
    if (a->often != b->often)
        return a->often < b->often ? -1 : 1;
    return a->condition < b->condition ? -1 : a->condition > b->condition;
}

static void reorder(explore_queue *q, queue_flips *flips)
{
    if (q->order == EXPLORE_COVERAGE && flips->n)
        qsort(flips->at, flips->n, sizeof *flips->at, by_class);
    for (size_t i = 0; q->order == EXPLORE_DFS && i < flips->n / 2; i++) {
        queue_flip swap = flips->at[i];
        flips->at[i] = flips->at[flips->n - 1 - i];
        flips->at[flips->n - 1 - i] = swap;
    }
    for (size_t i = flips->n; q->order == EXPLORE_RANDOM && i > 1; i--) {
        size_t k = rng_below(&q->random, i);
        queue_flip swap = flips->at[i - 1];
        flips->at[i - 1] = flips->at[k];
        flips->at[k] = swap;
    }
}

/* What could not be had on a path may be there with longer inputs. */
static uint64_t sizes_of(const explore_trace *t)
{
    uint64_t h = 1;
    for (size_t i = 0; i < t->inputs.n; i++)
        h = hash_mix(h, t->inputs.at[i].bytes);
    return h;
}

void queue_flips_of(explore_queue *q, explore_trace *t, bool is_test, queue_flips *flips)
{
    /* What was asked about a run that is no test is to be asked again about one that is. */
    context x = {.prefix = 1, .path = hash_mix(sizes_of(t), is_test)};
    map times = {0};
    vec_clear(flips);
    for (uint32_t i = 0; i < t->conditions.n; i++) {
        const trace_condition *c = &t->conditions.at[i];
        if (!c->n && !decides(c))
            continue;
        uint64_t met = ++*map_insert(&times, c->site, NULL);
        uint64_t often = map_get(&q->at_site, c->site, 0);
        for (uint32_t k = 0; k < c->n && met <= q->limits->queue_site; k++) {
            queue_flip f = {
                .condition = i, .alternative = k, .prefix = x.prefix, .path = x.path, .n = x.n};
            uint32_t taken = t->alternatives.at[c->first + k].taken;
            f.often = often + k + met - 1; /* no site has all its turns at once */
            f.often +=
                q->limits->queue_refuted_costs * map_get(&q->refuted, way(c->site, taken), 0);
            f.class = classify(q, c, &x, met, &f, taken, asks_boxes(t, c, k));
            if (f.class != UINT32_MAX)
                vec_push(flips, f);
        }
        uint64_t here = way(c->site, c->taken);
        if (c->kind != TRACE_ASSUME)
            x.path = hash_mix(x.path, here);
        if (!decides(c))
            continue;
        x.prefix = hash_mix(x.prefix, here);
        if (here != x.last[0]) {
            x.last[1] = x.last[0];
            x.last[0] = here;
        }
        x.n++;
    }
    map_free(&times);
    reorder(q, flips);
}

bool queue_attempt(explore_queue *q, const explore_trace *t, const queue_flip *f)
{
    const trace_condition *c = &t->conditions.at[f->condition];
    uint64_t there = way(c->site, t->alternatives.at[c->first + f->alternative].taken);
    if (q->order == EXPLORE_COVERAGE && f->class == 0 && map_find(&q->taken, there))
        return false; /* somebody has been there meanwhile: it comes again in another class */
    bool is_new = !map_get(&q->attempted, f->key, 0);
    map_put(&q->attempted, f->key, 1);
    map_put(&q->attempted, path_key(f->path, there), 1);
    ++*map_insert(&q->attempts, there, NULL);
    ++*map_insert(&q->at_site, c->site, NULL);
    return is_new;
}

bool queue_retry(explore_queue *q, const explore_trace *t, const queue_flip *f)
{
    const trace_condition *c = &t->conditions.at[f->condition];
    uint64_t there = way(c->site, t->alternatives.at[c->first + f->alternative].taken);
    if (f->class)
        return false;
    if (map_get(&q->attempts, there, 0) >= q->limits->queue_retries) {
        vec_push(&q->undecided, f->key);
        vec_push(&q->undecided, path_key(f->path, there));
        return false;
    }
    map_put(&q->attempted, f->key, 0);
    map_put(&q->attempted, path_key(f->path, there), 0);
    return true;
}

bool queue_revive(explore_queue *q)
{
    if (!q->undecided.n)
        return false;
    for (size_t i = 0; i < q->undecided.n; i++)
        map_put(&q->attempted, q->undecided.at[i], 0);
    vec_clear(&q->undecided);
    map_clear(&q->attempts);
    for (size_t i = 0; i < q->entries.n; i++)
        q->entries.at[i]->exhausted = false;
    return true;
}

uint64_t queue_way(const explore_trace *t, const queue_flip *f)
{
    const trace_condition *c = &t->conditions.at[f->condition];
    return way(c->site, t->alternatives.at[c->first + f->alternative].taken);
}

bool queue_came_to(const explore_trace *t, uint64_t wanted)
{
    for (size_t i = 0; i < t->conditions.n; i++)
        if (way(t->conditions.at[i].site, t->conditions.at[i].taken) == wanted)
            return true;
    return false;
}

void queue_forget_goals(explore_queue *q)
{
    for (size_t i = 0; i < q->entries.n; i++)
        q->entries.at[i]->goal = 0;
}

void queue_refuted(explore_queue *q, const explore_trace *t, const queue_flip *f)
{
    ++*map_insert(&q->refuted, queue_way(t, f), NULL);
}

void queue_reached(explore_queue *q, const explore_trace *t, const queue_flip *f)
{
    uint64_t there = queue_way(t, f);
    map_put(&q->taken, there, 1);
    map_put(&q->refuted, there, 0);
}

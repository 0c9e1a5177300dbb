/* Search without a distance. An input that showed something new of the boxes is kept; the search goes from one of
 * them to its neighbours, most often from the latest, and stays with what shows more. A box in stages, each of
 * which says no in its own way, is climbed stage by stage. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/search/search_impl.h"

enum { NEIGHBOURS = 24 }; /* of one kept input, before another one's turn */

/* The row in which the boxes went farthest, the latest of them. */
static size_t deepest(const kept_inputs *k)
{
    size_t best = 0;
    for (uint64_t i = k->n > KEPT_INPUTS ? k->n - KEPT_INPUTS : 0; i < k->n; i++)
        if (k->steps[i % KEPT_INPUTS] >= k->steps[best])
            best = i % KEPT_INPUTS;
    return best;
}

/* The oldest row makes room, unless nothing went farther. */
static void keep(search *s)
{
    kept_inputs *k = &s->kept;
    if (k->n >= KEPT_INPUTS && k->n % KEPT_INPUTS == deepest(k))
        k->n++;
    size_t row = k->n % KEPT_INPUTS;
    memcpy(k->words + row * s->n, s->now, s->n * sizeof *s->now);
    k->steps[row] = s->config->news->steps;
    if (search_pack(s, s->now, &k->bytes[row]))
        k->n++;
    s->shared->news++;
}

/* One of the kept inputs becomes `now`: the deepest, a late one, any; false: a new start does. */
static bool go_back(search *s)
{
    kept_inputs *k = &s->kept;
    if (!k->n || rng_one_in(&s->r, 16))
        return false;
    uint64_t kept = k->n < KEPT_INPUTS ? k->n : KEPT_INPUTS, choice = rng_below(&s->r, 3);
    uint64_t back = rng_below(&s->r, choice == 1 && kept > 4 ? 4 : kept);
    size_t row = choice ? (size_t)((k->n - 1 - back) % KEPT_INPUTS) : deepest(k);
    memcpy(s->now, k->words + row * s->n, s->n * sizeof *s->now);
    return search_unpack(s, k->bytes[row], s->now);
}

void search_take_pairs(search *s)
{
    const box_news *news = s->config->news;
    s->kept.n_pairs = news->n < BOX_PAIRS ? news->n : BOX_PAIRS;
    memcpy(s->kept.pairs, news->pairs, s->kept.n_pairs * sizeof *s->kept.pairs);
}

static bool is_spent(const search *s)
{
    return s->config->executions && s->shared->executions >= s->config->executions;
}

/* Neighbours of `now`, and of what was found so. */
static fuzz_outcome look_around(search *s)
{
    for (uint32_t idle = 0; s->distance && idle < NEIGHBOURS; idle++) {
        if (is_spent(s))
            return FUZZ_BUDGET;
        if (search_is_over(s))
            return s->full ? FUZZ_BUDGET : FUZZ_STOPPED;
        uint64_t before = s->config->news->count, distance = search_try(s);
        if (distance && s->config->news->count == before) {
            search_drop_trial(s);
            continue;
        }
        search_keep_trial(s, distance);
        search_take_pairs(s);
        keep(s);
        idle = 0;
    }
    return s->distance ? FUZZ_GOING : s->shared->started ? FUZZ_FOUND : FUZZ_BUDGET;
}

/* For those who go on from what a search has left. */
static void leave_deepest(search *s)
{
    size_t row = deepest(&s->kept);
    if (!s->kept.n)
        return;
    memcpy(s->now, s->kept.words + row * s->n, s->n * sizeof *s->now);
    if (!search_unpack(s, s->kept.bytes[row], s->now))
        return;
    s->shared->started = 0;
    search_note_best(s);
}

fuzz_outcome search_wander(search *s)
{
    fuzz_outcome outcome = FUZZ_GOING;
    if (!s->n)
        return FUZZ_BUDGET;
    s->kept.words = base_alloc_zero(KEPT_INPUTS * s->n, sizeof *s->kept.words);
    for (size_t i = 0; i < s->p->roots.n; i++)
        s->runner.gauge.weights[i] = 1;
    while (outcome == FUZZ_GOING) {
        uint64_t before = s->config->news->count;
        if (!go_back(s))
            search_start_point(s);
        observe_clear(s->seen); /* what is known is not called, and shows nothing */
        search_settle(s);
        search_take_pairs(s);
        if (s->config->news->count != before)
            keep(s);
        outcome = look_around(s);
    }
    if (outcome == FUZZ_FOUND)
        search_note_best(s);
    else
        leave_deepest(s);
    return outcome;
}

void search_wander_free(search *s)
{
    free(s->kept.words);
    for (size_t i = 0; i < KEPT_INPUTS; i++)
        free(s->kept.bytes[i]);
}

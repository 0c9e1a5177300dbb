/* Single runs: which tests are kept. */
#include "base/clock.h"
#include "explore/search/explore_impl.h"

bool explorer_run(explorer *x, explore_target *target, const explore_test *t,
                  const target_options *options, target_result *r)
{
    if (!target_run(target, t, options, r, &x->error))
        return false;
    x->p->runs++;
    x->p->hung += r->outcome == TARGET_HUNG;
    x->p->lost += r->outcome == TARGET_LOST;
    return true;
}

/* A test that would change files outside its folder, where nothing kept it from it, is put aside:
 * what it reached since there were `before` edges is still to be had by others. */
static bool put_aside(explorer *x, const explore_test *t, size_t before)
{
    target_result r;
    if (x->resuming || x->coverage.reached.n == before)
        return false;
    if (!explorer_run(x, x->runner, t, &(target_options){.flags = TANDEM_RUN_WATCH}, &r) ||
        !r.outside)
        return false;
    bool any_new = false;
    for (size_t i = before; i < x->coverage.reached.n; i++) {
        bool is_new;
        map_insert(&x->aside, x->coverage.reached.at[i], &is_new);
        any_new |= is_new;
    }
    corpus_forget(&x->coverage, before);
    x->put_aside++;
    x->p->aside += any_new && output_add_aside(&x->output, t);
    return true;
}

/* Keeps a test that reached something new; returns how much. */
uint32_t explorer_note(explorer *x, const explore_test *t, const target_result *r)
{
    if (r->outcome == TARGET_LOST || r->finding == TANDEM_FINDING_SILENT_EXIT)
        return 0;
    size_t before = x->coverage.reached.n;
    corpus_news news = corpus_note(&x->coverage, r->coverage);
    if (news == CORPUS_NOTHING || put_aside(x, t, before))
        return 0;
    uint32_t edges = (uint32_t)(x->coverage.reached.n - before);
    x->p->edges = x->coverage.reached.n;
    if (edges)
        x->p->last_new = clock_wall() - x->started;
    if (edges && (x->resuming || output_add_test(&x->output, t)))
        x->p->tests++;
    if (edges && !x->resuming && x->sync.folder)
        sync_write(&x->sync, t);
    if (edges && !x->resuming)
        output_add_coverage(&x->output, clock_wall() - x->started, x->p->runs + x->p->mutants,
                            x->p->edges);
    return edges ? 1 + edges : 1;
}

static uint64_t hash_of(const explore_test *t)
{
    return explore_test_hash(t) >> 1;
}

/* Runs a test that was not run before; 0: nothing new. The entry made for it through *entry. */
uint32_t explorer_try(explorer *x, const explore_test *t, uint32_t generation, queue_entry **entry)
{
    bool is_new;
    target_result r;
    *entry = NULL;
    map_insert(&x->seen, hash_of(t), &is_new);
    if (!is_new || !explorer_run(x, x->runner, t, &(target_options){0}, &r))
        return 0;
    uint32_t gain = explorer_note(x, t, &r);
    bool broken = findings_wanted(&x->findings, &r);
    *entry = queue_add(&x->queue, t, gain + broken, generation);
    if (r.outcome != TARGET_HUNG)
        explorer_sanitize_later(x, t, gain > 0 ? SANITIZE_NEW : SANITIZE_OTHER);
    if (gain > 1 && x->mutate)
        explore_mutate_add(x->mutate, t, gain);
    if (broken)
        explorer_sanitizer_await(x);
    if (broken && findings_note(&x->findings, t, &r, NULL))
        x->p->findings++;
    return gain;
}

/* What the search says about itself while it runs. */
#include "base/clock.h"
#include "explore/search/explore_impl.h"

static const double PROGRESS_SECONDS = 0.2;

#define REASON(name, text) text,
static const char *const reasons[] = {
#include "runtime/reasons.def"
};
#undef REASON

const char *explore_reason_text(tandem_concrete_reason reason)
{
    return reasons[reason];
}

const char *explore_activity_text(explore_activity a)
{
#define ACTIVITY(name, text) text,
    static const char *const texts[] = {EXPLORE_ACTIVITIES(ACTIVITY)};
#undef ACTIVITY
    return texts[a];
}

void explore_progress_free(explore_progress *p)
{
    vec_free(&p->box_counts);
    free(p->no_sanitizer);
    vec_free(&p->classes);
}

static uint64_t waiting(const explore_queue *q)
{
    uint64_t n = 0;
    for (size_t i = 0; i < q->entries.n; i++)
        n += !q->entries.at[i]->exhausted;
    return n;
}

void explorer_tell(explorer *x, explore_activity activity, bool now)
{
    double at = clock_wall();
    x->p->seconds = at - x->started;
    x->p->flips = *flip_counts(x->flips);
    x->p->activity = activity;
    if (!x->config->progress || (!now && at - x->told < PROGRESS_SECONDS))
        return;
    x->told = at;
    x->p->queue = waiting(&x->queue);
    x->config->progress(x->config->progress_context, x->p);
}

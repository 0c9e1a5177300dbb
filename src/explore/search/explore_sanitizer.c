/* Tests that run again under AddressSanitizer: those that reached something new, and of the others
 * some. Their share of the time is small; what is left over at the end is counted. */
#include "base/clock.h"
#include "explore/search/explore_impl.h"

static void push(test_list *list, const explore_test *t)
{
    explore_test copy;
    explore_test_copy(&copy, t);
    vec_push(list, copy);
}

/* When there are many the older half goes. */
static void push_sample(test_list *list, size_t most, const explore_test *t)
{
    size_t half = list->n / 2;
    if (list->n >= most) {
        for (size_t i = 0; i < half; i++)
            explore_test_free(&list->at[i]);
        list->n -= half;
        memmove(list->at, list->at + half, list->n * sizeof *list->at);
    }
    push(list, t);
}

void explorer_sanitize_later(explorer *x, const explore_test *t, sanitize_rank rank)
{
    explorer_sanitizer *s = &x->sanitizer;
    if ((!s->target && !s->pending) ||
        t->max_fail) /* calls fail only where they are instrumented */
        return;
    if (rank == SANITIZE_NEW)
        push(&s->waiting, t);
    else if (rank == SANITIZE_COUNT || s->samples.n < x->limits->sanitizer_samples / 2 ||
             s->others++ % x->limits->sanitizer_one_of == 0) /* all, while there is room */
        push_sample(&s->samples, x->limits->sanitizer_samples, t);
}

/* The next one, to be freed by the caller; the oldest of those that reached something new, or else
 * the youngest of the others. */
static bool take(explorer_sanitizer *s, explore_test *t)
{
    if (s->next < s->waiting.n) {
        *t = s->waiting.at[s->next++];
        return true;
    }
    vec_clear(&s->waiting);
    s->next = 0;
    if (!s->samples.n)
        return false;
    *t = vec_pop(&s->samples);
    return true;
}

/* Whether it is there until then (clock_wall; 0: it is waited for). One that does not start is none. */
static void try_start(explorer *x, double deadline)
{
    const explore_config *c = x->config;
    explorer_sanitizer *s = &x->sanitizer;
    char *path, *error;
    if (!s->pending || !explore_rebuild_wait(c->asan, deadline, &path, &error))
        return;
    target_config target = {.path = path,
                            .jail = c->jail,
                            .given = c->given,
                            .seconds = 2 * c->run_seconds,
                            .interrupt = c->interrupt};
    s->pending = false;
    if (path)
        s->target = target_start(&target, &error);
    if (!s->target)
        x->p->no_sanitizer = error ? error : base_strdup("it cannot be started");
    x->findings.sanitizer = s->target;
    x->queue.bounds = s->target;
    free(path);
}

void explorer_sanitize(explorer *x, bool all)
{
    explorer_sanitizer *s = &x->sanitizer;
    explore_test t;
    double now = explorer_now(x);
    try_start(x, all ? x->started + x->config->seconds : clock_wall());
    while (s->target && !explorer_out_of_time(x) &&
           (all || s->seconds < x->limits->sanitizer_share * now) && take(s, &t)) {
        if (findings_sanitize(&x->findings, &t))
            x->p->findings++;
        explore_test_free(&t);
        x->p->sanitized++;
        double after = explorer_now(x);
        s->seconds += after - now;
        now = after;
    }
    x->p->unsanitized = s->waiting.n - s->next;
}

void explorer_sanitizer_start(explorer *x)
{
    enum { PATIENCE = 3 }; /* seconds: small programs are built by then */
    double half = x->config->seconds / 2;
    x->sanitizer.pending = x->queue.bounds = x->config->asan;
    try_start(x, half > 0 ? clock_wall() + (half < PATIENCE ? half : PATIENCE) : 0);
}

void explorer_sanitizer_await(explorer *x)
{
    try_start(x, x->config->seconds > 0 ? x->started + x->config->seconds : 0);
}

void explorer_sanitizer_end(explorer *x)
{
    explorer_sanitizer *s = &x->sanitizer;
    if (s->pending)
        x->p->no_sanitizer = base_strdup("it was not built in time");
    for (explore_test t; take(s, &t);)
        explore_test_free(&t);
    vec_free(&s->waiting);
    vec_free(&s->samples);
    target_free(s->target);
}

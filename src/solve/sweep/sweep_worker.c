#include "solve/sweep/sweep_worker.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/strbuf.h"

#define END_PATIENCE 0.2  /* seconds behind the deadline for a sweep to stop when it is told to … */
#define HANG_PATIENCE 5.0 /* … and before it: a call may hang, and another worker takes over */

/* In shared memory. */
typedef struct area {
    volatile uint64_t open;   /* a slice has begun and is not answered */
    volatile uint64_t points; /* of it */
    sweep_shared shared;
} area;

struct sweep_run {
    const term_bank *bank;
    const box_set *set;
    sweep_run_config config;
    const box **boxes; /* of the bytecode */
    box_run *run;
};

/* ---- In the worker --------------------------------------------------------------------------- */

static int serve(void *context, box_worker *w)
{
    sweep_run *r = context;
    const sweep_run_config *c = &r->config;
    area *a = w->shared;
    char token = 0;
    sweep_task task = {.p = c->p,
                       .domain = c->domain,
                       .boxes = r->boxes,
                       .seed = c->seed,
                       .interpret = c->interpret,
                       .least = c->least,
                       .patience = c->patience,
                       .most_deaths = c->most_deaths};
    sweep *s = sweep_new(&task, w, &a->shared);
    while (a->open || box_worker_transfer(w->input, &token, false)) {
        a->open = 1;
        sweep_go_on(s, a->points);
        BOX_IDLE(w);
        a->open = 0;
        if (!box_worker_transfer(w->output, &token, true))
            break;
    }
    sweep_free(s);
    return 0;
}

/* ---- In the supervisor ----------------------------------------------------------------------- */

sweep_run *sweep_run_new(const term_bank *b, box_set *set, const sweep_run_config *config,
                         char **error)
{
    sweep_run *r = base_alloc_zero(1, sizeof *r);
    r->bank = b;
    r->set = set;
    r->config = *config;
    r->boxes = base_alloc_zero(config->p->boxes.n + 1, sizeof *r->boxes);
    for (size_t i = 0; i < config->p->boxes.n; i++)
        r->boxes[i] = boxes_find(set, config->p->boxes.at[i]);
    box_run_config run = {.loop = serve,
                          .context = r,
                          .shared_size = sizeof(area),
                          .max_refused = BOX_MOST_REFUSED,
                          .max_workers = config->most_deaths + 2,
                          .recoveries = UINT32_MAX,
                          .placement = config->first ? 2 * config->seed + 1 : 0};
    r->run = box_run_start(set, &run, error);
    if (!r->run) {
        sweep_run_free(r);
        return NULL;
    }
    if (config->first) {
        area *a = box_run_shared(r->run);
        memcpy(a->shared.expected, config->first->sums, sizeof a->shared.expected);
        a->shared.kind = config->first->kind;
        a->shared.number = 1;
    }
    return r;
}

void sweep_run_free(sweep_run *r)
{
    if (!r)
        return;
    box_run_free(r->run);
    free(r->boxes);
    free(r);
}

bool sweep_run_slice(sweep_run *r, uint64_t points, double seconds, double deadline,
                     sweep_shared *shared)
{
    area *a = box_run_shared(r->run);
    double until = clock_wall() + seconds;
    bool alive = true;
    a->points = points;
    if (a->shared.state == SWEEP_FOUND)
        a->shared.state = SWEEP_GOING;
    box_run_send(r->run, "s", 1);
    bool ended =
        box_run_answered(r->run, deadline > 0 && deadline < until ? deadline : until, &alive);
    if (!ended && alive) {
        a->shared.stop = 1; /* not the run's: a worker that hangs has to be replaced */
        until = clock_wall() + HANG_PATIENCE;
        ended = box_run_answered(
            r->run, deadline > 0 && deadline < until ? deadline + END_PATIENCE : until, &alive);
        a->shared.stop = 0;
    }
    memcpy(shared, &a->shared, sizeof *shared);
    return ended;
}

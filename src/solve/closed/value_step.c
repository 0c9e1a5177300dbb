#include "solve/closed/value_step.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "box/worker/direct.h"
#include "box/worker/invoke.h"
#include "box/worker/worker.h"

/* What the worker's loop sees. */
typedef struct task {
    vgraph *graph;
    box_set *boxes;
    const value_step_config *config;
    box_worker *worker;
    uint64_t calls;
} task;

static int own_bank(void *context)
{
    const task *t = context;
    return bank_detach(t->graph->bank, false) ? 0 : 1;
}

/* What was seen before counts, above all that there is no value: a box that writes far behind its
 * buffer crashes where nothing is mapped, and that may be elsewhere and not here. */
static value_id call_box(void *context, decl_id d, const value_id *args, uint32_t n)
{
    task *t = context;
    box_worker *w = t->worker;
    box_status status;
    volatile value_id v = boxes_known(t->boxes, d, args, n, &status);
    if (v || status != BOX_UNAVAILABLE)
        return v;
    if (BOX_CATCH(w) == BOX_OK) {
        const box *x = boxes_find(t->boxes, d);
        uint64_t began = box_call_begins(w, x);
        *w->progress = ++t->calls;
        v = boxes_call(t->boxes, d, args, n, NULL);
        box_call_ends(w, x, began);
    }
    w->armed = 0;
    BOX_IDLE(w);
    return v;
}

static int search_loop(void *context, box_worker *w)
{
    task *t = context;
    vsearch_config config = {.seed = t->config->seed,
                             .executions = t->config->executions,
                             .stop = w->stop,
                             .seeds = t->config->seeds,
                             .n_seeds = t->config->n_seeds,
                             .words = t->config->words,
                             .n_words = t->config->n_words,
                             .owns_bank = true};
    t->worker = w;
    boxes_go_direct(t->boxes, t->config->placement);
    t->graph->call = call_box;
    t->graph->context = t;
    vsearch(t->graph, &config, w->shared);
    return 0;
}

static uint64_t trouble_of(const box_run *run)
{
    box_run_figures f = box_run_count(run);
    return f.crashed + f.hung + f.exited + f.memory + f.refused + f.recovered;
}

fuzz_step_result value_step(vgraph *g, box_set *boxes, const value_step_config *config,
                            vec_u32 *values, char **error)
{
    task t = {.graph = g, .boxes = boxes, .config = config};
    box_run_config run_config = {.loop = search_loop,
                                 .prepare = own_bank,
                                 .context = &t,
                                 .shared_size = sizeof(vsearch_shared),
                                 .max_refused = BOX_MOST_REFUSED,
                                 .placement = config->placement};
    fuzz_step_result result = {.outcome = FUZZ_STOPPED};
    box_run *run = box_run_start(boxes, &run_config, error);
    if (!run)
        return result;
    box_run_state state = box_run_wait(run, config->deadline);
    if (state == BOX_RUN_GOING) {
        box_run_stop(run);
        box_run_wait(run, clock_wall() + 0.2);
    }
    vsearch_shared *shared = box_run_shared(run);
    result.executions = shared->executions;
    result.crashes = trouble_of(run);
    bool left = shared->started && vsearch_inputs(g, shared, values);
    if (left && shared->outcome == FUZZ_FOUND)
        result.outcome = FUZZ_FOUND;
    else if (state == BOX_RUN_DONE)
        result.outcome = g->inputs.n ? FUZZ_BUDGET : FUZZ_EXHAUSTED;
    if (state == BOX_RUN_FAILED)
        *error =
            base_strdup(*box_run_error(run) ? box_run_error(run) : "no worker could be started");
    if (!left)
        vec_clear(values);
    box_run_free(run);
    return result;
}

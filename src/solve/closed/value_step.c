#include "solve/closed/value_step.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "box/worker/direct.h"
#include "box/worker/flat.h"
#include "box/worker/invoke.h"
#include "box/worker/trail.h"
#include "box/worker/worker.h"
#include "term/core/decl.h"

/* What the worker's loop sees. */
typedef struct task {
    const fuzz_bytecode *program;
    box_set *boxes;
    const value_step_config *config;
    box_worker *worker;
    uint64_t calls;
    const box **found; /* the boxes of the program */
    box_flat flat;
} task;

static int own_bank(void *context)
{
    const task *t = context;
    return bank_detach(t->program->bank, false) ? 0 : 1;
}

static value_id call_values(task *t, const box *x, const value_id *args)
{
    box_worker *w = t->worker;
    volatile value_id v = 0;
    if (BOX_CATCH(w) == BOX_OK) {
        uint64_t began = box_call_begins(w, x);
        *w->progress = ++t->calls;
        v = boxes_call(t->boxes, x->decl, args, x->arity, NULL);
        box_call_ends(w, x, began);
    }
    w->armed = 0;
    BOX_IDLE(w);
    return v;
}

/* A box whose result is a word. False: it has no value, or it has to be called in another way
 * (*other). */
static bool call_flat(task *t, const box *x, const uint64_t *args, uint64_t *result, bool *other)
{
    const fuzz_bytecode *p = t->program;
    box_worker *w = t->worker;
    uint64_t words[BOX_MAX_ARITY];
    volatile bool good = false;
    for (uint32_t i = 0; i < x->arity; i++) {
        words[i] = args[i];
        if (!fuzz_sort_is_word(p, x->parameters[i].sort) &&
            !box_flat_argument(&t->flat, p->bank, x, i, (value_id)args[i], &words[i])) {
            *other = true;
            return false;
        }
    }
    if (BOX_CATCH(w) == BOX_OK) {
        bool trail = t->config->trail; /* which takes much longer than calls do */
        uint64_t began = trail ? 0 : box_call_begins(w, x);
        *w->progress = ++t->calls;
        good = trail ? trail_invoke(x, words, result) : box_invoke(x, words, result);
        if (!trail)
            box_call_ends(w, x, began);
    }
    w->armed = 0;
    BOX_IDLE(w);
    if (!good || fuzz_sort_is_word(p, x->result.sort))
        return good;
    *result = box_value_of_word(p->bank, &x->result, *result);
    return *result;
}

/* What was seen before counts, above all that there is no value: a box that writes far behind its
 * buffer crashes where nothing is mapped, and that may be elsewhere and not here. */
static bool call_box(void *context, uint32_t number, const uint64_t *args, uint64_t *result)
{
    task *t = context;
    const fuzz_bytecode *p = t->program;
    const box *x = t->found[number];
    value_id values[BOX_MAX_ARITY], v = 0;
    box_status status = BOX_UNAVAILABLE;
    bool other = !box_is_flat(x), words = !other && x->words;
    for (uint32_t i = 0; i < x->arity && !words; i++) {
        sort_id s = decl_domain(p->bank, x->decl, i);
        values[i] =
            fuzz_sort_is_word(p, s) ? value_of_word(p->bank, s, args[i]) : (value_id)args[i];
    }
    if (!words)
        v = boxes_known(t->boxes, x->decl, values, x->arity, &status);
    if (!v && status == BOX_UNAVAILABLE && !other) {
        bool good = call_flat(t, x, args, result, &other);
        if (!other || words)
            return good;
    }
    if (!v && status == BOX_UNAVAILABLE)
        v = call_values(t, x, values);
    *result = v;
    return v && (!fuzz_sort_is_word(p, decl_range(p->bank, x->decl)) ||
                 word_of_small(p->bank, v, result));
}

static int search_loop(void *context, box_worker *w)
{
    task *t = context;
    fuzz_machine m;
    fuzz_search_config config = {.seed = t->config->seed,
                                 .executions = t->config->executions,
                                 .stop = w->stop,
                                 .seeds = t->config->seeds,
                                 .n_seeds = t->config->n_seeds,
                                 .dictionary = t->config->words,
                                 .n_dictionary = t->config->n_words,
                                 .limits = t->config->limits,
                                 .owns_bank = true};
    t->worker = w;
    t->found = base_alloc_zero(t->program->boxes.n + 1, sizeof *t->found);
    for (size_t i = 0; i < t->program->boxes.n; i++)
        t->found[i] = boxes_find(t->boxes, t->program->boxes.at[i]);
    boxes_go_direct(t->boxes, t->config->placement);
    if (t->config->trail)
        config.news = trail_begin(t->boxes);
    fuzz_machine_init(&m, t->program);
    m.call = call_box;
    m.context = t;
    fuzz_search(t->program->bank, t->program, &m, &config, w->shared);
    fuzz_machine_free(&m);
    box_flat_free(&t->flat);
    free(t->found);
    return 0;
}

static uint64_t trouble_of(const box_run *run)
{
    box_run_figures f = box_run_count(run);
    return f.crashed + f.hung + f.exited + f.memory + f.refused + f.recovered;
}

fuzz_step_result value_step(const fuzz_bytecode *p, box_set *boxes, const value_step_config *config,
                            uint64_t *inputs, bool *left, char **error)
{
    task t = {.program = p, .boxes = boxes, .config = config};
    box_run_config run_config = {.loop = search_loop,
                                 .prepare = own_bank,
                                 .context = &t,
                                 .shared_size = fuzz_shared_size(p),
                                 .max_refused = BOX_MOST_REFUSED,
                                 .sights = true,
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
    const fuzz_shared *shared = box_run_shared(run);
    result.executions = shared->executions;
    result.news = shared->news;
    result.crashes = trouble_of(run);
    *left = shared->started && fuzz_shared_inputs(p, shared, inputs);
    if (*left && shared->outcome == FUZZ_FOUND)
        result.outcome = FUZZ_FOUND;
    else if (state == BOX_RUN_DONE)
        result.outcome = p->inputs.n ? FUZZ_BUDGET : FUZZ_EXHAUSTED;
    if (state == BOX_RUN_FAILED)
        *error =
            base_strdup(*box_run_error(run) ? box_run_error(run) : "no worker could be started");
    box_run_free(run);
    return result;
}

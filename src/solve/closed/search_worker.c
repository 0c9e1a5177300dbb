#include "solve/closed/search_worker.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/strbuf.h"
#include "box/worker/invoke.h"
#include "box/worker/trail.h"
#include "box/worker/worker.h"

#define AREA_BYTES ((size_t)64 << 20) /* pages cost memory only when used */
enum { HUNG_EXECUTIONS = 256 };       /* that one in which a call hung counts as */
#define END_PATIENCE 0.2              /* seconds for a search to end when it is told to */

/* A flat copy of an array in the area. */
typedef struct flat {
    uint64_t at, n;
} flat;

/* The program and the search, as they lie in shared memory; then the result, then the arrays. */
typedef struct area {
    volatile uint64_t open; /* a search has begun and is not answered */
    uint64_t size;          /* of what is in the area */
    uint64_t result;        /* where the fuzz_shared is */
    uint64_t trail;         /* search_run */
    flat code, inputs, roots, box_args, boxes, terms, sorts, seeds;
    fuzz_search_config search;
    fuzz_limits limits;
    uint64_t data[];
} area;

/* What the worker's loop sees. */
typedef struct task {
    const term_bank *bank;
    const box_set *set;
    const box **boxes; /* of the present program */
    box_worker *worker;
    fuzz_shared *result;
    uint64_t progress; /* while the watch is stopped */
    bool trail;
} task;

/* ---- In the worker --------------------------------------------------------------------------- */

static bool call_box(void *context, uint32_t number, const uint64_t *args, uint64_t *result)
{
    task *t = context;
    box_worker *w = t->worker;
    volatile bool good = false;
    box_status trouble = BOX_CATCH(w);
    if (trouble == BOX_OK && t->trail) { /* which takes much longer than calls do */
        BOX_PROGRESS(w);
        good = trail_invoke(t->boxes[number], args, result);
    } else if (trouble == BOX_OK) {
        uint64_t began = box_call_begins(w, t->boxes[number]);
        BOX_PROGRESS(w);
        good = box_invoke(t->boxes[number], args, result);
        box_call_ends(w, t->boxes[number], began);
    } else if (trouble == BOX_HUNG) {
        t->result->executions += HUNG_EXECUTIONS * w->times->patience;
    }
    w->armed = 0;
    return good;
}

/* Stops the watch for hanging boxes while none is run. */
static void compiling(void *context, bool begins)
{
    task *t = context;
    if (begins)
        t->progress = *t->worker->progress;
    *t->worker->progress = begins ? 0 : t->progress;
}

#define TAKE(vector, part) ((vector).at = (void *)((char *)a + (part).at), (vector).n = (part).n)

/* Goes on with the search in the area, or begins it. */
static void search(task *t, area *a)
{
    fuzz_bytecode p = {0};
    fuzz_machine m;
    TAKE(p.code, a->code);
    TAKE(p.inputs, a->inputs);
    TAKE(p.roots, a->roots);
    TAKE(p.box_args, a->box_args);
    TAKE(p.boxes, a->boxes);
    TAKE(p.terms, a->terms);
    TAKE(p.sorts, a->sorts);
    t->boxes = base_alloc_zero(p.boxes.n + 1, sizeof *t->boxes);
    for (size_t i = 0; i < p.boxes.n; i++)
        t->boxes[i] = boxes_find(t->set, p.boxes.at[i]);
    fuzz_search_config config = a->search;
    config.limits = &a->limits;
    config.stop = t->worker->stop;
    config.seeds = (const uint64_t *)((char *)a + a->seeds.at);
    config.compiling = compiling;
    config.context = t;
    t->trail = a->trail;
    if (t->trail)
        config.news = trail_begin(t->set);
    fuzz_machine_init(&m, &p);
    m.call = call_box;
    m.context = t;
    t->result = (fuzz_shared *)((char *)a + a->result);
    fuzz_search(t->bank, &p, &m, &config, t->result);
    fuzz_machine_free(&m);
    free(t->boxes);
}

static int serve(void *context, box_worker *w)
{
    task *t = context;
    area *a = w->shared;
    char token = 0;
    t->worker = w;
    while (a->open || box_worker_transfer(w->input, &token, false)) {
        a->open = 1;
        search(t, a);
        BOX_IDLE(w);
        a->open = 0;
        if (!box_worker_transfer(w->output, &token, true))
            break;
    }
    return 0;
}

/* ---- In the supervisor ----------------------------------------------------------------------- */

static flat put(area *a, const void *bytes, size_t n, size_t size)
{
    flat f = {.at = a->size, .n = n};
    size_t room = (n * size + 7) / 8 * 8;
    if (a->size + room <= AREA_BYTES && n)
        memcpy((char *)a + a->size, bytes, n * size);
    a->size += room;
    return f;
}

#define PUT(vector) put(a, (vector).at, (vector).n, sizeof *(vector).at)

/* False when it is too large. */
static bool write_task(area *a, const search_run *run)
{
    const fuzz_bytecode *p = run->program;
    size_t result = fuzz_shared_size(p);
    a->size = sizeof *a;
    a->trail = run->trail;
    a->result = a->size;
    a->size += (result + 7) / 8 * 8;
    if (a->size > AREA_BYTES)
        return false;
    memset((char *)a + a->result, 0, result);
    a->code = PUT(p->code);
    a->inputs = PUT(p->inputs);
    a->roots = PUT(p->roots);
    a->box_args = PUT(p->box_args);
    a->boxes = PUT(p->boxes);
    a->terms = PUT(p->terms);
    a->sorts = PUT(p->sorts);
    a->seeds = put(a, run->search.seeds, run->search.n_seeds * p->inputs.n, sizeof(uint64_t));
    a->search = run->search;
    a->limits = *LIMITS_OR(run->search.limits, fuzz_limits_default);
    return a->size <= AREA_BYTES;
}

static uint64_t troubles(const box_run *r)
{
    box_run_figures f = box_run_count(r);
    return f.crashed + f.hung + f.exited + f.memory + f.refused + f.recovered;
}

bool search_in_worker(const term_bank *b, box_set *set, const search_run *run, fuzz_shared *shared,
                      uint64_t *crashes, char **error)
{
    task t = {.bank = b, .set = set};
    box_run_config config = {.loop = serve,
                             .context = &t,
                             .shared_size = AREA_BYTES,
                             .max_refused = BOX_MOST_REFUSED,
                             .sights = true};
    if (!bank_is_shared(b)) /* what was kept does not see what is new in the bank */
        box_run_drop(set, serve);
    box_run *r = box_run_kept(set, &config, error);
    if (!r)
        return false;
    area *a = box_run_shared(r);
    if (!write_task(a, run)) {
        *error = base_strdup("the constraints are too large for a worker");
        return false;
    }
    uint64_t before = troubles(r);
    bool alive = true;
    a->open = 0;
    box_run_send(r, "s", 1);
    bool ended = box_run_answered(r, run->deadline, &alive);
    if (!ended && alive) {
        box_run_stop(r);
        alive = box_run_answered(r, clock_wall() + END_PATIENCE, &alive);
    }
    memcpy(shared, (char *)a + sizeof *a, fuzz_shared_size(run->program));
    if (!ended && shared->outcome != FUZZ_FOUND)
        shared->outcome = FUZZ_STOPPED;
    *crashes += troubles(r) - before;
    if (ended || alive)
        box_run_go_on(r);
    else
        box_run_drop(set, serve);
    return true;
}

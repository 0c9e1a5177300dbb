#include "fuzz/sweep/sweep.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/hash.h"

enum {
    PORTION = 1 << 20,          /* points of sweep 0 between two looks at everything */
    PORTIONS = 61,              /* of the others, in all */
    WARM_CALLS = 63,            /* the most points before such a portion */
    FIRST_BATCH = 64,           /* points that are looked at in one go, at first … */
    BATCH_NANOSECONDS = 4000000 /* … and as many as take so long */
};

struct sweep {
    sweep_task task;
    box_worker *worker;
    sweep_shared *shared;
    fuzz_machine machine;
    kernel_task kernel_task;
    kernel *kernel; /* NULL: interpreted */
    uint64_t batch;
    uint64_t step, offset; /* of the present sweep */
    uint64_t number;       /* of it, + 1 */
};

/* ---- The order ------------------------------------------------------------------------------- */

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The step and the first point of a sweep. */
static void choose_order(sweep *s)
{
    uint64_t count = s->task.domain->count, number = s->shared->number;
    s->number = number + 1;
    s->step = count > 1;
    s->offset = 0;
    if (!number || count < 2)
        return;
    s->offset = hash_mix(s->task.seed, 2 * number) % count;
    for (uint64_t k = 0; k < 64; k++) { /* most numbers will do; far from 1 and from -1 */
        uint64_t step = hash_mix(s->task.seed ^ k << 32, 2 * number + 1) % count;
        if (step > 1 && step < count - 1 && common_divisor(step, count) == 1) {
            s->step = step;
            return;
        }
    }
    s->step = count - 1; /* downwards: always possible */
}

static uint64_t point_at(const sweep *s, uint64_t place)
{
    uint64_t count = s->task.domain->count;
    return (uint64_t)((s->offset + (unsigned __int128)place * s->step) % count);
}

static uint64_t portion_of(const sweep *s)
{
    uint64_t n = s->task.domain->count / PORTIONS + 1;
    return s->shared->number ? n : PORTION;
}

/* ---- Running --------------------------------------------------------------------------------- */

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static kernel_end run(sweep *s, uint64_t place, uint64_t n)
{
    uint64_t point = point_at(s, place);
    return s->kernel ? kernel_run(s->kernel, place, point, s->step, n)
                     : kernel_interpret(&s->kernel_task, place, point, s->step, n);
}

/* The same; a crash counts as a trap where it happened. */
static kernel_end run_guarded(sweep *s, uint64_t place, uint64_t n)
{
    volatile kernel_end end = KERNEL_TRAP;
    box_worker *w = s->worker;
    s->shared->at = place;
    *w->progress = place + 1;
    if (BOX_CATCH(w) == BOX_OK)
        end = run(s, place, n);
    w->armed = 0;
    return end;
}

static bool call_guarded(void *context, uint32_t number, const uint64_t *args, uint64_t *result)
{
    sweep *s = context;
    box_worker *w = s->worker;
    volatile bool good = false;
    if (BOX_CATCH(w) == BOX_OK) {
        BOX_PROGRESS(w);
        good = kernel_call(s->task.boxes[number], args, result);
    }
    w->armed = 0;
    return good;
}

static void note_open(sweep_shared *h, uint64_t point)
{
    if (h->n_open < SWEEP_OPEN)
        h->open[h->n_open] = point;
    h->n_open++;
}

/* A point at which something has no value: does the rest decide? */
static void judge(sweep *s, uint64_t place)
{
    const fuzz_bytecode *p = s->task.p;
    fuzz_machine *m = &s->machine;
    uint64_t point = point_at(s, place);
    bool open = false;
    sweep_domain_point(s->task.domain, point, s->kernel_task.words);
    fuzz_run(p, s->kernel_task.words, m);
    for (size_t i = 0; i < p->roots.n; i++) {
        uint32_t root = p->roots.at[i];
        bool unknown = m->trapped && m->undefined[root];
        if (!unknown && !m->regs[root])
            return;
        open |= unknown;
    }
    if (open) {
        note_open(s->shared, point);
    } else {
        s->shared->hit = point;
        s->shared->state = SWEEP_FOUND;
    }
}

/* Whether machine code still rounds as it has to. */
static bool rounds_well(void)
{
#ifdef __x86_64__
    if (__builtin_ia32_stmxcsr() & 0x8040) /* subnormal numbers as zeros */
        return false;
#endif
    return fegetround() == FE_TONEAREST;
}

/* Calls that do not count: some elsewhere, then the first of the portion, which thus comes twice. */
static void warm_up(sweep *s)
{
    sweep_shared *h = s->shared;
    uint64_t sums[SWEEP_BOXES], count = s->task.domain->count;
    uint64_t some = hash_mix(s->task.seed ^ h->number, h->place);
    uint64_t n = some % (WARM_CALLS + 1), from = (some >> 8) % count;
    h->warm = 2;
    memcpy(sums, h->sums, sizeof sums);
    n = n < count - from ? n : count - from;
    if (n)
        run_guarded(s, from, n);
    run_guarded(s, h->place, 1);
    memcpy(h->sums, sums, sizeof sums);
    h->warm = 1;
}

static void look_at_batch(sweep *s, uint64_t n)
{
    sweep_shared *h = s->shared;
    uint64_t begun = now(), before = h->place;
    kernel_end end = run_guarded(s, h->place, n);
    h->place = end == KERNEL_DONE ? h->place + n : h->at + 1;
    if (end == KERNEL_HIT) {
        h->hit = point_at(s, h->at);
        h->state = SWEEP_FOUND;
    } else if (end == KERNEL_TRAP) {
        judge(s, h->at);
    }
    uint64_t took = now() - begun;
    h->points += h->place - before;
    h->nanoseconds += took;
    if (end == KERNEL_DONE && n == s->batch && took < BATCH_NANOSECONDS / 2)
        s->batch *= 2;
    else if (took > BATCH_NANOSECONDS && s->batch > 1)
        s->batch /= 2;
    if (!rounds_well())
        h->state = SWEEP_FAILED;
}

/* All points were looked at: again in another order, or the end. */
static void finish(sweep *s)
{
    sweep_shared *h = s->shared;
    for (size_t i = 0; h->number && i < s->task.p->boxes.n; i++)
        if (h->sums[i] != h->expected[i]) {
            h->differs = i;
            h->state = SWEEP_DIFFERENT;
            return;
        }
    if (!h->number || h->points >= s->task.least || h->nanoseconds >= s->task.patience) {
        h->state = SWEEP_COMPLETE;
        return;
    }
    memset(h->sums, 0, sizeof h->sums);
    h->n_open = 0;
    h->place = 0;
    h->warm = 0;
    h->number++;
}

static void look_on(sweep *s, uint64_t points)
{
    sweep_shared *h = s->shared;
    uint64_t count = h->end && h->end < s->task.domain->count ? h->end : s->task.domain->count;
    uint64_t end = points > UINT64_MAX - h->points ? UINT64_MAX : h->points + points;
    while (h->state == SWEEP_GOING && h->points < end && !h->stop) {
        if (s->number != h->number + 1)
            choose_order(s);
        uint64_t portion = portion_of(s), inside = h->place % portion;
        if (h->place >= count) {
            if (h->end)
                h->state = SWEEP_COMPLETE;
            else
                finish(s);
            continue;
        }
        if (!inside && h->number && !h->warm)
            warm_up(s);
        uint64_t n = s->batch < portion - inside ? s->batch : portion - inside;
        n = n < count - h->place ? n : count - h->place;
        look_at_batch(s, n < end - h->points ? n : end - h->points);
        if (h->place % portion == 0)
            h->warm = 0;
    }
}

void sweep_go_on(sweep *s, uint64_t points)
{
    fenv_t before;
    uint64_t kind = s->kernel ? 2 : 1;
    if (s->shared->kind && s->shared->kind != kind)
        s->shared->state = SWEEP_FAILED;
    s->shared->kind = kind;
    fegetenv(&before);
    fesetenv(FE_DFL_ENV);
    s->shared->running = 1;
    look_on(s, points);
    s->shared->running = 0;
    *s->worker->progress = 0;
    fesetenv(&before);
}

/* ---- Set up ---------------------------------------------------------------------------------- */

/* The worker before this one did not survive the call at `at`. */
static void take_over(sweep *s)
{
    sweep_shared *h = s->shared;
    h->running = 0;
    h->deaths++;
    if (h->deaths > s->task.most_deaths)
        h->state = SWEEP_FAILED;
    if (h->warm == 2) { /* in a call that does not count */
        h->warm = 1;
        return;
    }
    choose_order(s);
    note_open(h, point_at(s, h->at));
    h->place = h->at + 1;
}

sweep *sweep_new(const sweep_task *task, box_worker *w, sweep_shared *shared)
{
    sweep *s = base_alloc_zero(1, sizeof *s);
    s->task = *task;
    s->worker = w;
    s->shared = shared;
    s->batch = FIRST_BATCH;
    fuzz_machine_init(&s->machine, task->p);
    s->machine.call = call_guarded;
    s->machine.context = s;
    s->kernel_task =
        (kernel_task){.p = task->p,
                      .domain = task->domain,
                      .boxes = task->boxes,
                      .machine = &s->machine,
                      .words = base_alloc_zero(task->p->inputs.n + 1, sizeof(uint64_t)),
                      .sums = shared->sums,
                      .at = &shared->at,
                      .alive = w->progress};
    kernel_task_init(&s->kernel_task);
    if (!task->interpret)
        s->kernel = kernel_new(&s->kernel_task);
    if (shared->running)
        take_over(s);
    return s;
}

void sweep_free(sweep *s)
{
    kernel_free(s->kernel);
    fuzz_machine_free(&s->machine);
    free(s->kernel_task.words);
    free(s);
}

#include "solve/sweep/sweep_worker.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/strbuf.h"

#define END_PATIENCE 0.2  /* seconds behind the deadline for a sweep to stop when it is told to … */
#define HANG_PATIENCE 5.0 /* … and before it: a call may hang, and another worker takes over */
#define STRIP_SECONDS 0.25

enum {
    WORTH_WHILE = 1 << 20,   /* points of a sweep for each worker beyond the first */
    SHORTEST_STRIP = 1 << 14 /* points */
};

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
    VEC(box_run *) runs;
    sweep_shared total; /* of several workers: up to the last strip … */
    bool dealt;         /* … and whether they are at another one */
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

static area *area_of(const sweep_run *r, size_t i)
{
    return box_run_shared(r->runs.at[i]);
}

/* One more worker; false with *error set. */
static bool add_worker(sweep_run *r, box_set *set, char **error)
{
    const sweep_run_config *c = &r->config;
    box_run_config run = {.loop = serve,
                          .context = r,
                          .shared_size = sizeof(area),
                          .max_refused = BOX_MOST_REFUSED,
                          .max_workers = c->most_deaths + 2,
                          .recoveries = UINT32_MAX,
                          .placement = c->first ? 2 * c->seed + 1 : 0};
    box_run *started = box_run_start(set, &run, error);
    if (started)
        vec_push(&r->runs, started);
    return started;
}

sweep_run *sweep_run_new(const term_bank *b, box_set *set, const sweep_run_config *config,
                         char **error)
{
    sweep_run *r = base_alloc_zero(1, sizeof *r);
    uint64_t worth = config->domain->count / WORTH_WHILE;
    r->bank = b;
    r->set = set;
    r->config = *config;
    r->boxes = base_alloc_zero(config->p->boxes.n + 1, sizeof *r->boxes);
    for (size_t i = 0; i < config->p->boxes.n; i++)
        r->boxes[i] = boxes_find(set, config->p->boxes.at[i]);
    if (!add_worker(r, set, error)) {
        sweep_run_free(r);
        return NULL;
    }
    for (uint64_t i = 1; i < config->jobs && i < worth; i++) {
        char *ignored = NULL;
        bool started = add_worker(r, set, &ignored);
        free(ignored);
        if (!started)
            break;
    }
    if (config->first) {
        area *a = area_of(r, 0);
        memcpy(a->shared.expected, config->first->sums, sizeof a->shared.expected);
        a->shared.kind = r->total.kind = config->first->kind;
        a->shared.number = r->total.number = 1;
    }
    return r;
}

void sweep_run_free(sweep_run *r)
{
    if (!r)
        return;
    for (size_t i = 0; i < r->runs.n; i++)
        box_run_free(r->runs.at[i]);
    vec_free(&r->runs);
    free(r->boxes);
    free(r);
}

/* ---- Strips ---------------------------------------------------------------------------------- */

/* The next places, a piece for each worker: about so many points, or what takes a moment. */
static void deal(sweep_run *r, uint64_t points)
{
    sweep_shared *t = &r->total;
    uint64_t left = r->config.domain->count - t->place, n = r->runs.n, length = SHORTEST_STRIP;
    if (t->points && t->nanoseconds) {
        double moment = STRIP_SECONDS * 1e9 * (double)t->points / (double)t->nanoseconds;
        length = moment > SHORTEST_STRIP ? (uint64_t)moment : SHORTEST_STRIP;
    }
    length = length < points ? length : points;
    length = length > n ? length : n;
    length = length < left ? length : left;
    for (uint64_t i = 0; i < n; i++)
        area_of(r, i)->shared =
            (sweep_shared){.number = t->number,
                           .kind = t->kind,
                           .place = t->place + length / n * i,
                           .end = t->place + (i + 1 < n ? length / n * (i + 1) : length)};
    r->dealt = true;
}

/* Adds a piece; false when those behind it do not count. */
static bool add_piece(sweep_shared *t, const sweep_shared *piece)
{
    for (uint64_t i = 0; i < piece->n_open; i++, t->n_open++)
        if (i < SWEEP_OPEN && t->n_open < SWEEP_OPEN)
            t->open[t->n_open] = piece->open[i];
    for (size_t i = 0; i < SWEEP_BOXES; i++)
        t->sums[i] += piece->sums[i];
    t->points += piece->points;
    t->deaths += piece->deaths;
    t->place = piece->place;
    bool failed = piece->state == SWEEP_FAILED || (t->kind && piece->kind != t->kind);
    t->kind = piece->kind;
    t->hit = piece->hit;
    t->state = failed ? SWEEP_FAILED : piece->state == SWEEP_FOUND ? SWEEP_FOUND : SWEEP_GOING;
    return t->state == SWEEP_GOING;
}

/* What the pieces say together, once all are done up to the first point that was found. */
static void gather(sweep_run *r)
{
    uint64_t slowest = 0;
    for (size_t i = 0; i < r->runs.n; i++) {
        const sweep_shared *piece = &area_of(r, i)->shared;
        if (piece->state == SWEEP_GOING)
            return;
        if (piece->state != SWEEP_COMPLETE)
            break;
    }
    for (size_t i = 0; i < r->runs.n; i++) {
        sweep_shared piece;
        memcpy(&piece, &area_of(r, i)->shared, sizeof piece);
        slowest = piece.nanoseconds > slowest ? piece.nanoseconds : slowest;
        piece.n_open = piece.n_open < r->config.domain->count ? piece.n_open : SWEEP_OPEN + 1;
        if (!add_piece(&r->total, &piece))
            break;
    }
    r->total.nanoseconds += slowest;
    if (r->total.state == SWEEP_GOING && r->total.place >= r->config.domain->count)
        r->total.state = SWEEP_COMPLETE;
    r->dealt = false;
}

/* ---- Slices ---------------------------------------------------------------------------------- */

/* Waits for those that have not answered; false when one cannot go on. */
static bool wait_for_all(sweep_run *r, uint8_t *busy, double until)
{
    bool good = true;
    for (size_t i = 0; i < r->runs.n; i++) {
        bool alive = true;
        if (busy[i] && box_run_answered(r->runs.at[i], until, &alive))
            busy[i] = 0;
        good &= alive;
    }
    return good;
}

bool sweep_run_slice(sweep_run *r, uint64_t points, double seconds, double deadline,
                     sweep_shared *shared)
{
    double until = clock_wall() + seconds;
    bool alone = r->runs.n == 1, ended = true;
    uint8_t *busy = base_alloc_zero(r->runs.n, 1);
    if (!alone && r->total.state == SWEEP_FOUND)
        r->total.state = SWEEP_GOING;
    if (!alone && !r->dealt)
        deal(r, points);
    for (size_t i = 0; i < r->runs.n; i++) {
        area *a = area_of(r, i);
        if (alone && a->shared.state == SWEEP_FOUND)
            a->shared.state = SWEEP_GOING;
        a->points = alone ? points : UINT64_MAX;
        busy[i] = a->shared.state == SWEEP_GOING || alone;
        if (busy[i])
            box_run_send(r->runs.at[i], "s", 1);
    }
    bool alive = wait_for_all(r, busy, deadline > 0 && deadline < until ? deadline : until);
    for (size_t i = 0; i < r->runs.n && alive;
         i++) /* not the run's: a worker that hangs has to be replaced */
        area_of(r, i)->shared.stop = busy[i];
    until = clock_wall() + HANG_PATIENCE;
    if (alive)
        wait_for_all(r, busy, deadline > 0 && deadline < until ? deadline + END_PATIENCE : until);
    for (size_t i = 0; i < r->runs.n; i++) {
        area_of(r, i)->shared.stop = 0;
        ended &= !busy[i];
    }
    if (!alone && ended)
        gather(r);
    memcpy(shared, alone ? &area_of(r, 0)->shared : &r->total, sizeof *shared);
    free(busy);
    return ended;
}

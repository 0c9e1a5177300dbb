/* An agent's line to the server: heartbeats, leases, results, and what happens while it is cut. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "campaign/cluster/serve_impl.h"

#define POLL_SECONDS 0.25     /* between questions for work */
#define POLL_MOST_SECONDS 2.0 /* when there was none for a while */
#define RECONNECT_MOST 5.0
#define ROUND_SECONDS 60.0 /* between looks at what else there is to do */

void line_failed(service *v)
{
    if (!cluster_lost(v->s->cluster)) {
        if (!v->error)
            v->error = base_strdup(cluster_error(v->s->cluster));
        return;
    }
    if (v->reconnect_due > 0)
        return;
    service_complain(v,
                     "the server is away, results are kept here: ", cluster_error(v->s->cluster));
    v->reconnect_pause = 0.1;
    v->reconnect_due = clock_wall() + v->reconnect_pause;
}

bool line_is_away(const service *v)
{
    return v->reconnect_due > 0;
}

static void send_spooled(service *v)
{
    size_t sent;
    if (!spool_send(v->s->spool, v->s->cluster, &sent))
        line_failed(v);
}

/* What we know of is ours; chunks that were given up, or leased while the line was cut, are for others. */
static void hold(service *v)
{
    cluster_ids tokens = {0};
    for (size_t i = 0; i < v->s->jobs; i++)
        if (v->jobs[i].busy)
            vec_push(&tokens, v->jobs[i].lease.token);
    for (size_t i = 0; i < v->leases.n; i++)
        vec_push(&tokens, v->leases.at[i].token);
    if (cluster_hold(v->s->cluster, v->s->self->id, &tokens))
        v->dropped = false;
    else
        line_failed(v);
    vec_free(&tokens);
}

static void try_again(service *v)
{
    if (!line_is_away(v) || clock_wall() < v->reconnect_due)
        return;
    if (cluster_again(v->s->cluster) &&
        cluster_hello(v->s->cluster, v->s->self, v->s->id, v->s->lease)) {
        v->reconnect_due = 0;
        v->poll_due = v->beat_due = 0;
        service_complain(v, "the server is back", "");
        v->dropped = true;
        send_spooled(v);
        return;
    }
    v->reconnect_pause =
        2 * v->reconnect_pause < RECONNECT_MOST ? 2 * v->reconnect_pause : RECONNECT_MOST;
    v->reconnect_due = clock_wall() + v->reconnect_pause;
}

static void beat(service *v)
{
    double now = clock_wall();
    if (line_is_away(v) || now < v->beat_due)
        return;
    v->beat_due = now + v->s->lease / 4;
    const char *state, *self = v->s->self->id;
    if (!cluster_beat(v->s->cluster, &self, 1, v->s->lease, &state)) {
        line_failed(v);
        return;
    }
    if (!state && !cluster_hello(v->s->cluster, v->s->self, v->s->id, v->s->lease))
        line_failed(v);
    v->paused = state && strcmp(state, "running") != 0 && strcmp(state, "working") != 0;
    v->ending |= state && !strcmp(state, "draining");
    if (spool_count(v->s->spool) && !line_is_away(v))
        send_spooled(v);
    if (v->dropped && !line_is_away(v))
        hold(v);
}

/* How many chunks more there are workers for; 0 also while none are to be taken. */
static size_t room(const service *v)
{
    size_t idle = pool_idle(v->pool);
    if (v->paused || v->ending || v->leaving || v->dropped || line_is_away(v) ||
        idle <= v->leases.n)
        return 0;
    return idle - v->leases.n;
}

/* After a question for work. */
static void note_answer(service *v, bool found)
{
    v->poll_pause = found ? POLL_SECONDS : 1.5 * v->poll_pause;
    v->poll_pause = v->poll_pause > POLL_MOST_SECONDS ? POLL_MOST_SECONDS : v->poll_pause;
    v->poll_due = found ? 0 : clock_wall() + v->poll_pause;
    if (!found && v->poll_pause >= POLL_MOST_SECONDS && !cluster_sweep(v->s->cluster))
        line_failed(v);
}

static void take(service *v)
{
    size_t most = room(v), before = v->leases.n;
    if (!most || before || clock_wall() < v->poll_due)
        return;
    if (cluster_take(v->s->cluster, v->s->self->id, v->s->id, most, TANDEM_VERSION, &v->leases)) {
        note_answer(v, v->leases.n > before);
    } else {
        v->leases.n = before;
        line_failed(v);
    }
}

void line_open(service *v)
{
    v->poll_pause = POLL_SECONDS;
    v->round_due = clock_wall() + ROUND_SECONDS;
    if (!cluster_hello(v->s->cluster, v->s->self, v->s->id, v->s->lease))
        line_failed(v);
    else if (spool_count(v->s->spool))
        send_spooled(v);
}

static void look_round(service *v)
{
    double now = clock_wall();
    if (!v->s->leave || v->leaving || line_is_away(v) || now < v->round_due)
        return;
    v->round_due = now + ROUND_SECONDS;
    v->leaving = v->s->leave(v->s->context);
}

void line_attend(service *v)
{
    try_again(v);
    beat(v);
    look_round(v);
    take(v);
}

void line_deliver(service *v, const cluster_result *r)
{
    cluster_verdict verdict = CLUSTER_LATE;
    size_t most = room(v), before = v->leases.n;
    if (!line_is_away(v) && cluster_exchange(v->s->cluster, v->s->self->id, r, most, TANDEM_VERSION,
                                             &verdict, &v->leases)) {
        v->counts->chunks += verdict != CLUSTER_LATE;
        v->counts->late += verdict == CLUSTER_LATE;
        if (most)
            note_answer(v, v->leases.n > before);
        return;
    }
    v->leases.n = before;
    if (!line_is_away(v))
        line_failed(v);
    if (!v->error && !spool_add(v->s->spool, v->s->self->id, r))
        v->error = base_strdup(spool_error(v->s->spool));
    v->counts->spooled++;
}

void line_close(service *v, bool give_back)
{
    if (!line_is_away(v) && give_back)
        cluster_give_back(v->s->cluster, v->s->self->id);
}

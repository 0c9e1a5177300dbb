#include "campaign/cluster/lead.h"

#include <stdlib.h>
#include <time.h>

#include "base/alloc.h"
#include "base/clock.h"

#define WAIT_LEAST 0.1 /* seconds between looks at the server */
#define WAIT_MOST 5.0  /* however much there is to do: findings are shown as they come */
#define WAIT_ALONE 0.5 /* while there is no agent */
#define SLACK_PART 2   /* of the time for which there is work in the queue */
#define END_PART 8     /* of the time that a chunk takes, when all are given out */
#define TICK_SECONDS 0.25
#define RECONNECT_MOST 5.0

static void nap(double seconds)
{
    struct timespec t = {.tv_sec = (time_t)seconds,
                         .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&t, NULL);
}

bool leader_is_interrupted(const leader *l)
{
    return l->interrupt && *l->interrupt;
}

static bool failed(const leader *l, char **error)
{
    *error = base_strdup(cluster_error(l->cluster));
    return false;
}

static bool lead(leader *l, bool first, char **error)
{
    bool ours = true;
    l->lead_due = clock_wall() + l->lease / 3;
    if (!cluster_lead(l->cluster, l->id, l->who, l->lease, first, &ours) ||
        !cluster_sweep(l->cluster))
        return failed(l, error);
    if (!ours)
        *error = base_strdup(
            "another coordinator leads this campaign; it is free a while after that one has ended");
    return ours;
}

bool leader_begin(leader *l, char **error)
{
    return lead(l, true, error);
}

bool leader_look(leader *l, char **error)
{
    if (clock_wall() >= l->lead_due && !lead(l, false, error))
        return false;
    return cluster_count(l->cluster, l->id, &l->counts) || failed(l, error);
}

void leader_note_chunk(leader *l, double seconds)
{
    l->chunk_seconds = l->chunk_seconds > 0 ? 0.8 * l->chunk_seconds + 0.2 * seconds : seconds;
}

/* As long as nobody misses it: half of what is in the queue is done by then. */
static double pause_of(const leader *l, bool ending)
{
    const cluster_counts *n = &l->counts;
    if (!n->jobs)
        return WAIT_ALONE;
    double most = l->chunk_seconds / 4 > WAIT_MOST ? l->chunk_seconds / 4 : WAIT_MOST;
    double slack = l->chunk_seconds * (double)n->open / (double)n->jobs;
    double pause = ending ? l->chunk_seconds / END_PART : slack / SLACK_PART;
    return pause < WAIT_LEAST ? WAIT_LEAST : pause > most ? most : pause;
}

void leader_wait(leader *l, bool ending, double deadline)
{
    double pause = pause_of(l, ending);
    double now = clock_wall(), until = now + pause;
    until = deadline > 0 && deadline < until ? deadline : until;
    for (; now < until && !leader_is_interrupted(l); now = clock_wall()) {
        if (l->tick)
            l->tick(l->context);
        nap(until - now < TICK_SECONDS ? until - now : TICK_SECONDS);
    }
}

bool leader_recover(leader *l, const char *why, char **error)
{
    if (!cluster_lost(l->cluster))
        return false;
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "waiting for the server: %s", why);
    if (l->complain)
        l->complain(l->context, text.text);
    strbuf_free(&text);
    double pause = WAIT_LEAST;
    while (!leader_is_interrupted(l)) {
        if (cluster_again(l->cluster)) {
            if (leader_begin(l, error))
                return true;
            if (!cluster_lost(l->cluster))
                return false;
            free(*error);
            *error = NULL;
        }
        nap(pause);
        pause = 2 * pause < RECONNECT_MOST ? 2 * pause : RECONNECT_MOST;
    }
    return false;
}

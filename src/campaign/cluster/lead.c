#include "campaign/cluster/lead.h"

#include <stdlib.h>
#include <time.h>

#include "base/alloc.h"
#include "base/clock.h"

#define WAIT_LEAST 0.1 /* seconds between questions for news */
#define WAIT_MOST 5.0
#define WAIT_PART 4 /* of the time that a chunk takes */
#define TICK_SECONDS 0.25
#define COUNT_SECONDS 10.0 /* however little happens: agents may have come */
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
    l->count_due = 0;
    return lead(l, true, error);
}

bool leader_ask(leader *l, unsigned *news, char **error)
{
    if (clock_wall() >= l->lead_due && !lead(l, false, error))
        return false;
    return cluster_news(l->cluster, l->id, news) || failed(l, error);
}

bool leader_is_blind(const leader *l)
{
    return clock_wall() >= l->count_due;
}

bool leader_count(leader *l, char **error)
{
    l->count_due = clock_wall() + COUNT_SECONDS;
    return cluster_count(l->cluster, l->id, &l->counts) || failed(l, error);
}

void leader_note_chunk(leader *l, double seconds)
{
    l->chunk_seconds = l->chunk_seconds > 0 ? 0.8 * l->chunk_seconds + 0.2 * seconds : seconds;
}

void leader_wait(leader *l, double deadline)
{
    double pause = l->chunk_seconds / WAIT_PART;
    pause = pause < WAIT_LEAST ? WAIT_LEAST : pause > WAIT_MOST ? WAIT_MOST : pause;
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

#include "runtime/loop/loop.h"

#include "runtime/core/state.h"
#include "runtime/host/nature.h"
#include "runtime/loop/snapshot.h"
#include "runtime/loop/surroundings.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    HIGH = 900, /* descriptors that a program would not guess */
    FIRST_LOOK = 16,
    MOST_UNSEEN = 512, /* runs between two looks */
    MOST_REDONE = 100, /* times that the same runs are done again */
    LOOKS = 16,        /* between two looks at the size of the process */
    GROWTH_PAGES = 1 << 15
};

static const size_t PAGED_FROM = 1 << 20;

static uint8_t before[TANDEM_MAX_GUARDS]; /* what was taken until the first run */
/* Of the runs since the last look, which count when it is known that they were kept apart. */
static uint16_t fresh_hits[TANDEM_MAX_GUARDS];
/* What was progress at that look. */
static struct {
    uint32_t most_edges, deepest;
    uint8_t nearest[TANDEM_NEAREST];
} progress;

typedef struct loop {
    int (*harness)(const uint8_t *data, size_t bytes);
    tandem_shared *shared;
    tandem_batch *batch;
    uint32_t guards;
    uint32_t unseen; /* runs until the next look */
    uint32_t redone; /* how often these */
    uint32_t looks;
    long pages; /* of the process at the beginning */
} loop;

/* ---- One run --------------------------------------------------------------------------------- */

/* Where input `i` lies. False: the batch makes no sense. */
static bool find_input(const loop *l, uint32_t i, const uint8_t **data, size_t *n)
{
    uint32_t from = i ? l->batch->end[i - 1] : 0, to = l->batch->end[i];
    if (from > to || to > TANDEM_BATCH_BYTES)
        return false;
    *data = l->batch->bytes + from;
    *n = to - from;
    return true;
}

static void run_one(loop *l, const uint8_t *data, size_t n)
{
    memcpy(l->shared->coverage, before, l->guards);
    l->shared->n_compares = l->shared->finding = l->batch->progress = 0;
    uintptr_t here = tandem_lowest = (uintptr_t)__builtin_frame_address(0);
    uint8_t *copy = malloc(n); /* not more, for tools that watch bounds */
    if (!copy)
        return;
    memcpy(copy, data, n);
    tandem_nature_start();
    errno = 0;
    l->harness(copy, n);
    free(copy);
    uint32_t deep = (uint32_t)(here - tandem_lowest);
    if (deep > l->batch->deepest) {
        l->batch->deepest = deep;
        l->batch->progress = 1;
    }
}

/* Whether the last run took an edge in another order of magnitude of times than any before, or made
 * progress otherwise. */
static bool has_news(loop *l)
{
    const uint8_t *coverage = l->shared->coverage;
    bool news = false;
    uint32_t taken = 0;
    for (uint32_t i = 0; i < l->guards; i += 8) {
        uint64_t eight;
        memcpy(&eight, coverage + i, sizeof(eight));
        for (uint32_t k = i; eight; eight >>= 8, k++)
            if (eight & 255) {
                fresh_hits[k]++;
                taken++;
                news |= tandem_magnitude((uint8_t)eight) & ~l->batch->seen[k];
            }
    }
    if (taken > l->batch->most_edges) {
        l->batch->most_edges = taken;
        l->batch->progress = 1;
    }
    return news || l->batch->progress;
}

/* ---- Keeping runs apart ---------------------------------------------------------------------- */

static void put_back(void)
{
    tandem_surroundings_restore();
    tandem_snapshot_restore();
}

/* Whether a run since the last look has left something. */
static bool was_left(void)
{
    bool around = tandem_surroundings_changed();
    return tandem_snapshot_changed() || around;
}

static long pages_now(void)
{
    char text[64] = "";
    int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, text, sizeof(text) - 1) : 0;
    if (fd >= 0)
        close(fd);
    return n > 0 ? strtol(text, NULL, 10) : 0;
}

/* ---- Batches --------------------------------------------------------------------------------- */

static void begin_progress(const tandem_batch *b)
{
    progress.most_edges = b->most_edges;
    progress.deepest = b->deepest;
    memcpy(progress.nearest, b->nearest, sizeof(progress.nearest));
}

/* The runs since the last look count. */
static void settle(loop *l)
{
    for (uint32_t i = 0; i < l->guards; i++)
        l->batch->hits[i] += fresh_hits[i];
    memset(fresh_hits, 0, l->guards * sizeof(*fresh_hits));
    begin_progress(l->batch);
}

/* They will be done again. */
static void take_back(loop *l)
{
    memset(fresh_hits, 0, l->guards * sizeof(*fresh_hits));
    l->batch->most_edges = progress.most_edges;
    l->batch->deepest = progress.deepest;
    memcpy(l->batch->nearest, progress.nearest, sizeof(progress.nearest));
}

/* Looks at what the runs from `from` to `i` left. True: these have to be done again. */
static bool look(loop *l, bool *unfit)
{
    bool again = was_left();
    l->redone = again ? l->redone + 1 : 0;
    l->unseen = again ? 1 : l->unseen * 2 < MOST_UNSEEN ? l->unseen * 2 : MOST_UNSEEN;
    *unfit = l->redone > MOST_REDONE || tandem_surroundings_threads();
    l->batch->restored = (uint32_t)tandem_snapshot_copied();
    l->batch->paged = (uint32_t)tandem_snapshot_paged();
    return again;
}

static tandem_pause run_batch(loop *l)
{
    tandem_batch *b = l->batch;
    uint32_t n = b->n < TANDEM_BATCH_INPUTS ? b->n : TANDEM_BATCH_INPUTS, i = b->next, from = i;
    bool unfit = false;
    if (b->restores)
        tandem_snapshot_always();
    begin_progress(b);
    while (i < n && !unfit) {
        const uint8_t *data;
        size_t bytes;
        b->at = i;
        b->began = from;
        if (!find_input(l, i, &data, &bytes))
            return TANDEM_PAUSE_UNFIT;
        run_one(l, data, bytes);
        b->runs++;
        bool news = has_news(l);
        i++;
        put_back();
        if (!news && i - from < l->unseen && i < n)
            continue;
        if (look(l, &unfit)) {
            b->redone += i - from;
            i = from;
            take_back(l);
            continue;
        }
        from = i;
        settle(l);
        if (news && !unfit)
            return TANDEM_PAUSE_NEWS;
        if (++l->looks % LOOKS == 0 && pages_now() > l->pages + GROWTH_PAGES) {
            b->at = i;
            return TANDEM_PAUSE_RENEW;
        }
    }
    b->at = i;
    return unfit ? TANDEM_PAUSE_UNFIT : TANDEM_PAUSE_DONE;
}

static bool tell(tandem_pause why)
{
    tandem_message m = {.command = TANDEM_PAUSE, .pid = getpid(), .status = why};
    return send(tandem_rt.control, &m, sizeof(m), MSG_NOSIGNAL) == sizeof(m);
}

static bool wait_for_go(void)
{
    tandem_message m;
    ssize_t n;
    while ((n = recv(tandem_rt.control, &m, sizeof(m), 0)) < 0 && errno == EINTR)
        ;
    return n == sizeof(m) && m.command == TANDEM_GO;
}

void tandem_loop(int (*harness)(const uint8_t *data, size_t bytes))
{
    tandem_shared *s = tandem_rt.shared;
    loop l = {.harness = harness, .shared = s, .batch = &s->batch};
    l.unseen = s->batch.restores ? 1 : FIRST_LOOK;
    l.guards = s->n_guards < TANDEM_MAX_GUARDS ? (s->n_guards + 7) & ~7u : TANDEM_MAX_GUARDS;
    size_t paged = s->batch.restores == TANDEM_RESTORE_PAGES ? 1 : PAGED_FROM;
    if (tandem_surroundings_threads() || !tandem_surroundings_take(HIGH) ||
        !tandem_snapshot_take(paged)) {
        tell(TANDEM_PAUSE_UNFIT);
        return;
    }
    memcpy(before, s->coverage, l.guards);
    l.pages = pages_now();
    tandem_pause why = TANDEM_PAUSE_READY;
    while (why != TANDEM_PAUSE_RENEW && why != TANDEM_PAUSE_UNFIT && tell(why) && wait_for_go())
        why = run_batch(&l);
    if (why == TANDEM_PAUSE_RENEW || why == TANDEM_PAUSE_UNFIT)
        tell(why);
}

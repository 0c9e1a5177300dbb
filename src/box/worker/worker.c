#include "box/worker/worker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "box/worker/worker_impl.h"

enum { DEFAULT_RECOVERIES = 1000 };

static bool map_shared(box_run *r)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    r->offset = (sizeof(run_header) + page - 1) / page * page;
    r->mapped = r->offset + r->config.shared_size;
    void *area = mmap(NULL, r->mapped, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    r->header = area == MAP_FAILED ? NULL : area;
    return r->header;
}

box_run *box_run_start(box_set *set, const box_run_config *config, char **error)
{
    for (size_t i = 0; i < set->libraries.list.n; i++)
        libraries_ready(&set->libraries, (uint32_t)i + 1);
    box_run *r = base_alloc_zero(1, sizeof *r);
    r->set = set;
    r->config = *config;
    strbuf_init(&r->error);
    if (!box_sandbox(set, SANDBOX_CALL, &r->sandbox, error)) {
        box_run_free(r);
        return NULL;
    }
    if (r->config.timeout_seconds <= 0)
        r->config.timeout_seconds = set->timeout;
    if (!r->config.recoveries)
        r->config.recoveries = DEFAULT_RECOVERIES;
    if (!map_shared(r)) {
        *error = box_format("no shared memory for a worker: %s", strerror(errno));
        box_run_free(r);
        return NULL;
    }
    process_config start = {.run = template_main, .context = r, .interrupt = set->interrupt};
    r->header->times = *set->times;
    r->header->times.patience = set->patience;
    r->template = process_start(&start, error);
    if (!r->template) {
        box_run_free(r);
        return NULL;
    }
    return r;
}

static box_run_state finish(box_run *r)
{
    sighting_take(&r->header->sightings, &r->set->sightings);
    r->over = process_signal(r->template) ? BOX_RUN_FAILED : r->header->state;
    if (r->over == BOX_RUN_GOING)
        r->over = BOX_RUN_FAILED;
    if (r->over == BOX_RUN_FAILED)
        strbuf_printf(&r->error, "%.*s", (int)sizeof r->header->trouble - 1, r->header->trouble);
    return r->over;
}

/* Workers of one run tell those of the others, and the other way round. Nobody is hurt by lies: they make calls end
 * early, which supports no answer. */
static void share_times(box_run *r)
{
    box_set *set = r->set;
    for (size_t i = 0; i < BOX_TIMED; i++) {
        uint64_t here = r->header->times.longest[i];
        if (here > set->times->longest[i])
            set->times->longest[i] = here;
        else
            r->header->times.longest[i] = set->times->longest[i];
    }
    uint64_t early = r->header->early;
    set->put_off |= early != r->early_seen;
    set->hangs |= early != r->early_seen;
    r->early_seen = early;
    r->header->times.patience = set->unhurried ? UINT32_MAX : set->patience;
}

static box_run_state wait_for(box_run *r, double deadline)
{
    if (r->over != BOX_RUN_GOING)
        return r->over;
    switch (process_wait(r->template, deadline)) {
    case PROCESS_OUTPUT:
        return BOX_RUN_NEWS;
    case PROCESS_DEADLINE:
        return BOX_RUN_GOING;
    case PROCESS_INTERRUPT:
        process_kill(r->template);
        return r->over = BOX_RUN_INTERRUPTED;
    default:
        return finish(r);
    }
}

box_run_state box_run_wait(box_run *r, double deadline)
{
    share_times(r);
    box_run_state state = wait_for(r, deadline);
    share_times(r);
    return state;
}

void *box_run_shared(box_run *r)
{
    return (char *)r->header + r->offset;
}

void box_run_send(box_run *r, const void *bytes, size_t n)
{
    process_send(r->template, bytes, n);
}

strbuf *box_run_output(box_run *r)
{
    return process_output(r->template);
}

void box_run_consume(box_run *r, size_t n)
{
    process_consume(r->template, n);
}

bool box_worker_transfer(int descriptor, char *token, bool out)
{
    ssize_t n;
    do
        n = out ? write(descriptor, token, 1) : read(descriptor, token, 1);
    while (n < 0 && errno == EINTR);
    return n == 1;
}

bool box_run_answered(box_run *r, double deadline, bool *alive)
{
    box_run_state state = BOX_RUN_NEWS;
    while (state == BOX_RUN_NEWS) {
        state = box_run_wait(r, deadline);
        size_t n = box_run_output(r)->n;
        box_run_consume(r, n);
        if (n)
            sighting_take(&r->header->sightings, &r->set->sightings);
        if (n)
            return true;
    }
    *alive = state == BOX_RUN_GOING;
    return false;
}

const char *box_run_error(const box_run *r)
{
    return r->error.text;
}

box_run_figures box_run_count(const box_run *r)
{
    box_run_figures f = r->header->figures;
    f.recovered = r->header->recovered;
    f.early = r->header->early;
    f.code = r->header->code;
    return f;
}

void box_run_stop(box_run *r)
{
    r->header->stop = 1;
}

void box_run_free(box_run *r)
{
    if (!r)
        return;
    process_free(r->template);
    if (r->header) {
        sighting_take(&r->header->sightings, &r->set->sightings);
        munmap(r->header, r->mapped);
    }
    strbuf_free(&r->error);
    free(r);
}

void box_run_go_on(box_run *r)
{
    r->header->stop = 0;
}

static size_t find_kept(const box_set *set, int (*loop)(void *context, box_worker *w))
{
    size_t i = 0;
    while (i < set->kept.n && set->kept.at[i]->config.loop != loop)
        i++;
    return i;
}

void box_run_drop(box_set *set, int (*loop)(void *context, box_worker *w))
{
    size_t i = find_kept(set, loop);
    if (i == set->kept.n)
        return;
    box_run_free(set->kept.at[i]);
    set->kept.at[i] = vec_last(&set->kept);
    set->kept.n--;
}

box_run *box_run_kept(box_set *set, const box_run_config *config, char **error)
{
    size_t i = find_kept(set, config->loop);
    if (i < set->kept.n && set->kept.at[i]->over == BOX_RUN_GOING &&
        process_running(set->kept.at[i]->template))
        return set->kept.at[i];
    box_run_drop(set, config->loop);
    box_run *r = box_run_start(set, config, error);
    if (r)
        vec_push(&set->kept, r);
    return r;
}

#include "campaign/pool.h"

#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/io.h"
#include "base/vec.h"
#include "process/process.h"

#define INTERRUPT_INTERVAL 0.1
enum { DONE_MARK = UINT32_MAX }; /* as the length of a message: the request is done */

typedef struct worker {
    pool *owner;
    size_t number;
    process *process; /* NULL: not started, or gone */
    bool busy;
    double heard; /* when the last message came */
} worker;

struct pool {
    pool_config config;
    worker *workers;
    size_t next; /* where the search for an event begins, so that no worker starves */
};

struct pool_line {
    int output;
};

/* ---- The worker's side ----------------------------------------------------------------------- */

/* A supervisor that is gone is no one's loss: we end, too. */
static void write_or_end(int descriptor, const void *bytes, size_t n)
{
    if (!io_write_all(descriptor, bytes, n))
        _exit(1);
}

void pool_say(pool_line *line, const strbuf *message)
{
    uint32_t length = (uint32_t)message->n;
    write_or_end(line->output, &length, sizeof length);
    write_or_end(line->output, message->text, message->n);
}

static int serve(void *context, int input, int output)
{
    const worker *w = context;
    const pool_config *config = &w->owner->config;
    pool_line line = {output};
    if (config->begin)
        config->begin(config->context, w->number);
    strbuf request = STRBUF_INIT;
    uint32_t length, done = DONE_MARK;
    while (io_read_exactly(input, (char *)&length, sizeof length)) {
        strbuf_clear(&request);
        if (!io_read_exactly(input, strbuf_reserve(&request, length), length))
            break;
        request.n = length;
        request.text[length] = '\0';
        config->work(config->context, &line, request.text, length);
        write_or_end(output, &done, sizeof done);
    }
    strbuf_free(&request);
    return 0;
}

/* ---- The supervisor's side ------------------------------------------------------------------- */

pool *pool_new(const pool_config *config)
{
    pool *p = base_alloc_zero(1, sizeof *p);
    p->config = *config;
    p->workers = base_alloc_zero(config->jobs, sizeof *p->workers);
    for (size_t i = 0; i < config->jobs; i++)
        p->workers[i] = (worker){.owner = p, .number = i};
    return p;
}

void pool_free(pool *p)
{
    if (!p)
        return;
    for (size_t i = 0; i < p->config.jobs; i++)
        process_free(p->workers[i].process);
    free(p->workers);
    free(p);
}

size_t pool_idle(const pool *p)
{
    size_t n = 0;
    for (size_t i = 0; i < p->config.jobs; i++)
        n += !p->workers[i].busy;
    return n;
}

static bool start(worker *w, char **error)
{
    process_config config = {.run = serve, .context = w, .interrupt = w->owner->config.interrupt};
    w->process = process_start(&config, error);
    return w->process;
}

int pool_give(pool *p, const strbuf *request, char **error)
{
    size_t i = 0;
    while (i < p->config.jobs && p->workers[i].busy)
        i++;
    if (i == p->config.jobs)
        return -1;
    worker *w = &p->workers[i];
    if (!w->process && !start(w, error))
        return -1;
    uint32_t length = (uint32_t)request->n;
    process_send(w->process, (const char *)&length, sizeof length);
    process_send(w->process, request->text, request->n);
    process_flush(w->process);
    w->busy = true;
    w->heard = clock_wall();
    return (int)i;
}

/* Takes the first whole message out of what the worker wrote. */
static bool take_message(worker *w, pool_event *event, strbuf *message)
{
    strbuf *out = process_output(w->process);
    uint32_t length;
    if (out->n < sizeof length)
        return false;
    memcpy(&length, out->text, sizeof length);
    bool done = length == DONE_MARK;
    size_t n = done ? 0 : length;
    if (out->n < sizeof length + n)
        return false;
    strbuf_clear(message);
    strbuf_add(message, out->text + sizeof length, n);
    process_consume(w->process, sizeof length + n);
    w->heard = clock_wall();
    w->busy = !done;
    *event = done ? POOL_DONE : POOL_MESSAGE;
    return true;
}

static pool_event lose(worker *w, const char *why, strbuf *message)
{
    strbuf_clear(message);
    const char *said = process_errors(w->process)->text;
    process_kill(w->process);
    if (process_signal(w->process) && !*why)
        strbuf_printf(message, "it died: %s", strsignal(process_signal(w->process)));
    else
        strbuf_puts(message, *why ? why : "it ended");
    if (*said)
        strbuf_printf(message, "; it said: %.400s", said);
    process_free(w->process);
    w->process = NULL;
    w->busy = false;
    return POOL_LOST;
}

/* Looks at one worker without waiting. */
static bool look(worker *w, double now, pool_event *event, strbuf *message)
{
    if (!w->process || !w->busy)
        return false;
    if (take_message(w, event, message))
        return true;
    process_event seen = process_wait(w->process, now);
    if (take_message(w, event, message))
        return true;
    double silence = w->owner->config.silence;
    if (seen == PROCESS_EXIT || seen == PROCESS_FLOOD)
        *event = lose(w, seen == PROCESS_FLOOD ? "it wrote too much" : "", message);
    else if (silence > 0 && now - w->heard > silence)
        *event = lose(w, "it was silent for too long", message);
    else
        return false;
    return true;
}

static void sleep_until_news(const pool *p, double seconds)
{
    VEC(struct pollfd) all = {0};
    for (size_t i = 0; i < p->config.jobs; i++) {
        if (!p->workers[i].process)
            continue;
        vec_reserve(&all, all.n + PROCESS_WATCHED);
        all.n += process_watch(p->workers[i].process, all.at + all.n);
    }
    poll(all.at, all.n, (int)(seconds * 1000) + 1);
    vec_free(&all);
}

pool_event pool_wait(pool *p, double deadline, int *worker_number, strbuf *message)
{
    for (;;) {
        if (p->config.interrupt && *p->config.interrupt)
            return POOL_INTERRUPT;
        double now = clock_wall();
        for (size_t i = 0; i < p->config.jobs; i++) {
            size_t at = (p->next + i) % p->config.jobs;
            pool_event event;
            if (look(&p->workers[at], now, &event, message)) {
                p->next = (at + 1) % p->config.jobs;
                *worker_number = (int)at;
                return event;
            }
        }
        now = clock_wall();
        if (now >= deadline)
            return POOL_DEADLINE;
        sleep_until_news(p, fmin(deadline - now, INTERRUPT_INTERVAL));
    }
}

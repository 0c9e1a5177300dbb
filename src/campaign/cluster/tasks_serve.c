/* The agents' end of tasks.h. */
#include "base/alloc.h"
#include "campaign/cluster/tasks.h"
#include "campaign/message.h"

/* The context is the name of the machine, but for `work`, whose is the trade. */
static void open_job(void *context, serve_job *job)
{
    message_put_text(&job->result.payload, context);
}

static void close_job(void *context, serve_job *job)
{
    (void)context, (void)job;
}

static bool plan(void *context, serve_job *job, strbuf *request)
{
    (void)context;
    message_put_u64(request, job->next);
    message_put_u64(request, job->lease.first + job->lease.count);
    return true;
}

/* In a worker. */
static void work(void *context, pool_line *line, const char *request, size_t n)
{
    const tasks_trade *t = context;
    message_reader m = {.at = request, .end = request + n};
    uint64_t first = message_u64(&m), end = message_u64(&m);
    for (uint64_t unit = first; unit < end; unit++) {
        strbuf result = STRBUF_INIT, message = STRBUF_INIT;
        t->work(t->context, unit, &result);
        message_put_u64(&message, unit);
        message_put_bytes(&message, result.text, result.n);
        pool_say(line, &message);
        strbuf_free(&result);
        strbuf_free(&message);
    }
}

static void take(void *context, serve_job *job, const strbuf *message)
{
    (void)context;
    message_reader m = {.at = message->text, .end = message->text + message->n};
    size_t n;
    uint64_t unit = message_u64(&m);
    message_bytes(&m, &n);
    if (m.failed || unit != job->next || unit >= job->lease.first + job->lease.count || !n)
        return; /* no result: it was interrupted */
    strbuf_add(&job->result.payload, message->text, message->n);
    job->next++;
}

static void give_up(void *context, serve_job *job)
{
    (void)context;
    message_put_u64(&job->result.payload, job->next);
    message_put_bytes(&job->result.payload, "", 0);
}

static bool finish(void *context, serve_job *job)
{
    (void)context;
    job->result.formulas = job->result.calls = job->lease.count;
    return job->next == job->lease.first + job->lease.count;
}

serve_end tasks_serve(const serve_setting *s, const tasks_trade *t, serve_counts *counts,
                      char **error)
{
    serve_trade trade = {.workers = {.work = work, .context = (void *)t, .silence = t->silence},
                         .context = s->self->machine,
                         .open = open_job,
                         .close = close_job,
                         .plan = plan,
                         .take = take,
                         .give_up = give_up,
                         .finish = finish};
    return serve(s, &trade, counts, error);
}

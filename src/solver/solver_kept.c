/* Solvers that outlive a formula: a program that is told to reset, or libz3 in a fork of ours.
 *
 * What a formula left behind must not be taken for an answer to the next one, nor for its crash: a
 * process that was used before and then fails is replaced, and asked again. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "engine/z3/z3_text.h"
#include "process/group.h"
#include "solver/solver_impl.h"

enum { FORMULAS = 1000, MARK_SIZE = 48, OUTPUT_LIMIT = 8 << 20 }; /* before it is replaced */

static void drop(solver *s)
{
    process_free(s->child);
    s->child = NULL;
    s->asked = 0;
}

/* Whether the process that there is will do for the question. */
static bool is_fit(const solver *s, const solver_question *q)
{
    if (!s->child || !process_running(s->child) || s->once || s->asked >= FORMULAS ||
        process_output(s->child)->n || /* words after the end of a reply */
        s->memory_bytes != q->limits.memory_bytes || s->interrupt != q->interrupt)
        return false;
    return !s->memory_bytes ||
           group_resident_one(process_pid(s->child), !s->words) < s->memory_bytes / 2;
}

static bool make_ready(solver *s, const solver_question *q, char **error)
{
    if (is_fit(s, q))
        return true;
    drop(s);
    process_config config = {.argv = s->words,
                             .run = s->words ? NULL : z3_text_run,
                             .memory_bytes = q->limits.memory_bytes,
                             .output_bytes = OUTPUT_LIMIT,
                             .interrupt = q->interrupt};
    s->memory_bytes = q->limits.memory_bytes;
    s->interrupt = q->interrupt;
    s->child = process_start(&config, error);
    return s->child;
}

/* A line that ends the reply. */
typedef struct mark {
    process *child;
    char text[MARK_SIZE];
    size_t looked, begin, end; /* how far the output was searched; where the mark was found */
} mark;

static void send_question(solver *s, const solver_question *q, const mark *m)
{
    if (s->words) {
        const char *reset = s->family ? s->family->reset : "(reset)";
        strbuf echo = STRBUF_INIT;
        strbuf_printf(&echo, "\n(echo \"%s\")\n", m->text);
        if (s->asked) {
            process_send(s->child, reset, strlen(reset));
            process_send(s->child, "\n", 1);
        }
        process_send(s->child, q->text, q->length);
        process_send(s->child, echo.text, echo.n);
        strbuf_free(&echo);
    } else {
        z3_text_head head = {.script = (uint32_t)q->length, .mark = (uint32_t)strlen(m->text) + 1};
        process_send(s->child, (const char *)&head, sizeof head);
        process_send(s->child, q->text, q->length);
        process_send(s->child, m->text, strlen(m->text));
        process_send(s->child, "\n", 1);
    }
}

/* Whether the line holds the mark and nothing else; some solvers print the quotes, some do not. */
static bool is_mark(const char *line, size_t n, const char *text)
{
    while (n && strchr("\r\" ", line[n - 1]))
        n--;
    for (; n && strchr("\" ", *line); line++)
        n--;
    return n == strlen(text) && !memcmp(line, text, n);
}

static bool has_mark(void *context)
{
    mark *m = context;
    const strbuf *out = process_output(m->child);
    for (;;) {
        const char *line = out->text + m->looked;
        const char *newline = memchr(line, '\n', out->n - m->looked);
        if (!newline)
            return false;
        m->begin = m->looked;
        m->looked = m->end = (size_t)(newline - out->text) + 1;
        if (is_mark(line, (size_t)(newline - line), m->text))
            return true;
    }
}

/* What came since the question becomes the result's. */
static void take_output(process *p, const mark *m, run_end end, runner_result *r)
{
    strbuf *out = process_output(p), *err = process_errors(p);
    r->output = base_strndup(out->text, end == END_ANSWER ? m->begin : out->n);
    r->errors = base_strndup(err->text, err->n);
    process_consume(p, end == END_ANSWER ? m->end : out->n);
    strbuf_clear(err);
}

static void ask_once(solver *s, const solver_question *q, runner_result *r)
{
    mark m = {.child = s->child};
    snprintf(m.text, sizeof m.text, "tandem-%ld-%llu", (long)getpid(),
             (unsigned long long)s->asked);
    double start = clock_wall(), cpu_before = await_cpu(s->child);
    await_job wait = {
        .limits = &q->limits,
        .deadline = q->limits.wall_seconds > 0 ? start + q->limits.wall_seconds : 0,
        .cpu_before = q->limits.cpu_seconds > 0 && s->asked ? await_family_cpu(s->child) : 0,
        .complete = has_mark,
        .context = &m,
    };
    send_question(s, q, &m);
    s->asked++;
    run_end end = await_reply(s->child, &wait, &r->cpu);
    double cpu = await_cpu(s->child);
    if (end != END_ANSWER)
        process_kill(s->child);
    r->wall = clock_wall() - start;
    cpu = (cpu > 0 ? cpu : process_cpu(s->child)) - cpu_before;
    r->cpu = cpu > r->cpu ? cpu : r->cpu;
    r->memory = process_peak_memory(s->child);
    r->status = process_status(s->child);
    r->signal = end == END_EXIT ? process_signal(s->child) : 0;
    take_output(s->child, &m, end, r);
    verdict_decide(r, end, &q->limits, q->checks, r->output, r->errors);
}

/* No answer, and not for want of time: it may be due to what was there before. */
static bool is_doubtful(const runner_result *r)
{
    return r->verdict == RUNNER_MEMOUT || r->verdict == RUNNER_CRASH || r->verdict == RUNNER_ERROR;
}

void solver_ask_kept(solver *s, const solver_question *q, runner_result *result)
{
    *result = (runner_result){0};
    for (;;) {
        char *error = NULL;
        if (!make_ready(s, q, &error)) {
            verdict_failed(result, error);
            free(error);
            return;
        }
        bool was_used = s->asked > 0;
        ask_once(s, q, result);
        if (!is_doubtful(result))
            return;
        drop(s);
        if (!was_used)
            return;
        runner_result_free(result);
    }
}

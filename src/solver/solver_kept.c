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

enum { FORMULAS = 1000, MARK_SIZE = 64, OUTPUT_LIMIT = 8 << 20 }; /* before it is replaced */

static void drop(solver *s)
{
    process_free(s->child);
    s->child = NULL;
    s->asked = 0;
}

/* A line that ends the reply. */
typedef struct mark {
    process *child;
    char text[MARK_SIZE];
    size_t looked, begin, end; /* how far the output was searched; where the mark was found */
} mark;

/* Commands for a program, and that it say the mark then. */
static void send_commands(solver *s, const char *text, size_t n, const mark *m)
{
    strbuf echo = STRBUF_INIT;
    strbuf_printf(&echo, "\n(echo \"%s\")\n", m->text);
    process_send(s->child, text, n);
    process_send(s->child, echo.text, echo.n);
    strbuf_free(&echo);
}

static void send_question(solver *s, const solver_question *q, const mark *m)
{
    if (s->words) {
        send_commands(s, q->text, q->length, m);
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

static mark new_mark(const solver *s, const char *what)
{
    mark m = {.child = s->child};
    snprintf(m.text, sizeof m.text, "tandem-%ld-%llu%s", (long)getpid(),
             (unsigned long long)s->asked, what);
    return m;
}

static double deadline_of(const solver_question *q)
{
    return q->limits.wall_seconds > 0 ? clock_wall() + q->limits.wall_seconds : 0;
}

static double family_cpu(const solver *s, const solver_question *q)
{
    return q->limits.cpu_seconds > 0 && s->asked ? await_family_cpu(s->child) : 0;
}

/* Nothing, or that the commands were a success, which some say by themselves. */
static bool is_assent(const char *text, size_t n)
{
    static const char word[] = "success";
    for (size_t at = strspn(text, " \r\n"); at < n; at += strspn(text + at, " \r\n")) {
        if (strncmp(text + at, word, sizeof word - 1) != 0)
            return false;
        at += sizeof word - 1;
    }
    return true;
}

/* A program forgets what it was asked before the next question: what goes wrong on the way, and how long it takes, is no
 * matter of that one. False: it did not, or had something to say. */
static bool reset(solver *s, const solver_question *q)
{
    if (!s->words || !s->asked)
        return true;
    const char *words = s->family ? s->family->reset : "(reset)";
    mark m = new_mark(s, "-reset");
    await_job wait = {.limits = &q->limits,
                      .deadline = deadline_of(q),
                      .cpu_before = family_cpu(s, q),
                      .complete = has_mark,
                      .context = &m};
    double cpu = 0;
    send_commands(s, words, strlen(words), &m);
    if (await_reply(s->child, &wait, &cpu) != END_ANSWER)
        return false;
    strbuf *out = process_output(s->child);
    bool silent = is_assent(out->text, m.begin) && m.end == out->n;
    process_consume(s->child, m.end);
    return silent;
}

/* Whether the process that there is will do for the question. */
static bool is_fit(solver *s, const solver_question *q)
{
    if (!s->child || !process_running(s->child) || s->once || s->asked >= FORMULAS ||
        process_output(s->child)->n || /* words after the end of a reply */
        s->memory_bytes != q->limits.memory_bytes || s->interrupt != q->interrupt)
        return false;
    if (!reset(s, q))
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
    mark m = new_mark(s, "");
    double start = clock_wall(), cpu_before = await_cpu(s->child);
    await_job wait = {
        .limits = &q->limits,
        .deadline = deadline_of(q),
        .cpu_before = family_cpu(s, q),
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

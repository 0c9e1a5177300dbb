#include "solver/verdict.h"

#include <signal.h>
#include <string.h>

#include "base/strbuf.h"
#include "solver/crash/crash_signature.h"

enum { EXCERPT_SIZE = 240, SIGNAL_BASE = 128 };

/* One line of at most EXCERPT_SIZE bytes: white space becomes one space, and no character of UTF-8
 * is cut in two. */
char *verdict_line(const char *text)
{
    strbuf line = STRBUF_INIT;
    for (; *text && line.n < EXCERPT_SIZE; text++) {
        unsigned char c = (unsigned char)*text;
        if (c > ' ' && c != 0x7f)
            strbuf_putc(&line, *text);
        else if (line.n && line.text[line.n - 1] != ' ')
            strbuf_putc(&line, ' ');
    }
    if (*text) {
        while (line.n && ((unsigned char)line.text[line.n - 1] & 0xc0) == 0x80)
            line.n--;
        line.n -= line.n && (unsigned char)line.text[line.n - 1] >= 0xc0;
        line.text[line.n] = '\0';
        strbuf_puts(&line, "…");
    }
    while (line.n && line.text[line.n - 1] == ' ')
        line.text[--line.n] = '\0';
    return strbuf_detach(&line);
}

/* The first of the phrases that one of the texts has, or NULL. */
static const char *find_phrase(const char *const *phrases, const char *out, const char *err)
{
    for (; *phrases; phrases++) {
        const char *found = strstr(out, *phrases);
        found = found ? found : strstr(err, *phrases);
        if (found)
            return found;
    }
    return NULL;
}

static const char *find_memory(const char *out, const char *err)
{
    static const char *const phrases[] = {"out of memory", "bad_alloc", "Out of memory",
                                          "memory exhausted", NULL};
    return find_phrase(phrases, out, err);
}

static runner_verdict verdict_of_answers(const answer_list *list)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i] == ANSWER_UNKNOWN)
            return RUNNER_UNKNOWN;
    return list->at[list->n - 1] == ANSWER_SAT ? RUNNER_SAT : RUNNER_UNSAT;
}

static void decide(runner_result *r, runner_verdict verdict, const char *why)
{
    r->verdict = verdict;
    r->excerpt = verdict_line(why);
}

int verdict_signal(const runner_result *r)
{
    if (r->signal)
        return r->signal;
    return r->status > SIGNAL_BASE && r->status < SIGNAL_BASE + NSIG ? r->status - SIGNAL_BASE : 0;
}

bool verdict_is_fault(int signal)
{
    return signal == SIGSEGV || signal == SIGABRT || signal == SIGBUS || signal == SIGILL ||
           signal == SIGFPE || signal == SIGSYS || signal == SIGTRAP || signal == SIGSTKFLT;
}

static void decide_signal(runner_result *r, int signal, const char *words)
{
    strbuf why = STRBUF_INIT;
    strbuf_printf(&why, "%s: %s", strsignal(signal), words);
    decide(r, verdict_is_fault(signal) ? RUNNER_CRASH : RUNNER_ERROR, why.text);
    strbuf_free(&why);
}

/* A process that ended by itself, without the answers that were wanted. */
static void decide_exit(runner_result *r, const answers *a, const runner_limits *limits,
                        const char *out, const char *err)
{
    int signal = verdict_signal(r);
    bool cpu = limits->cpu_seconds > 0 && r->cpu >= limits->cpu_seconds;
    crash_kind kind;
    const char *memory = find_memory(out, err), *crash = crash_text(out, err, &kind);
    const char *said = *err ? err : out;
    if (signal == SIGXCPU || (signal == SIGKILL && cpu))
        decide(r, RUNNER_TIMEOUT, "over its CPU time");
    else if (memory)
        decide(r, RUNNER_MEMOUT, memory);
    else if (signal == SIGKILL)
        decide(r, RUNNER_MEMOUT, "killed from outside, as the system does when memory runs out");
    else if (crash_is_refusal(out, err))
        decide(r, RUNNER_ERROR, crash);
    else if (signal)
        decide_signal(r, signal, crash ? crash : said);
    else if (crash)
        decide(r, RUNNER_CRASH, crash);
    else if (a->error)
        decide(r, RUNNER_ERROR, a->error);
    else if (a->timeout)
        decide(r, RUNNER_TIMEOUT, "the solver says timeout");
    else if (*said && !a->list.n)
        decide(r, RUNNER_ERROR, said);
    else
        decide(r, RUNNER_ERROR, a->list.n ? "fewer answers than checks" : "no answer");
}

void verdict_decide(runner_result *r, run_end end, const runner_limits *limits, size_t checks,
                    const char *out, const char *err)
{
    answers a;
    answers_read(&a, out);
    size_t wanted = checks ? checks : 1;
    if (end == END_INTERRUPT)
        decide(r, RUNNER_STOPPED, "interrupted");
    else if (a.list.n >= wanted)
        decide(r, verdict_of_answers(&a.list), "");
    else if (end == END_WALL)
        decide(r, RUNNER_TIMEOUT, "over its wall time");
    else if (end == END_CPU)
        decide(r, RUNNER_TIMEOUT, "over its CPU time");
    else if (end == END_MEMORY)
        decide(r, RUNNER_MEMOUT, "over its memory");
    else if (end == END_FLOOD)
        decide(r, RUNNER_ERROR, "too much output");
    else
        decide_exit(r, &a, limits, out, err);
    r->answers = a.list; /* handed over */
}

void verdict_failed(runner_result *r, const char *why)
{
    r->not_run = true;
    decide(r, RUNNER_ERROR, why);
}

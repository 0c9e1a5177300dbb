#include "campaign/runner.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "engine/group.h"
#include "engine/process.h"

#define CPU_INTERVAL 0.1 /* between looks at the CPU time of the group */
enum { EXCERPT_SIZE = 240, OUTPUT_LIMIT = 64 << 20, SIGNAL_BASE = 128 };

static const char *const verdict_names[] = {
#define RUNNER_VERDICT(id, name) name,
    RUNNER_VERDICTS(RUNNER_VERDICT)
#undef RUNNER_VERDICT
};

const char *runner_verdict_name(runner_verdict v)
{
    return verdict_names[v];
}

bool runner_verdict_read(const char *name, runner_verdict *v)
{
    for (int i = 0; i < RUNNER_VERDICT_COUNT; i++)
        if (!strcmp(verdict_names[i], name)) {
            *v = (runner_verdict)i;
            return true;
        }
    return false;
}

/* How the run ended, before anything is made of its output. */
typedef enum run_end { END_EXIT, END_WALL, END_CPU, END_MEMORY, END_FLOOD, END_INTERRUPT } run_end;

static run_end wait_for_end(process *p, const runner_job *job, double deadline, double *cpu)
{
    const runner_limits *l = &job->limits;
    double cpu_due = 0;
    for (;;) {
        double now = clock_wall();
        double until = deadline;
        if (l->cpu_seconds > 0) {
            if (now >= cpu_due) {
                cpu_due = now + CPU_INTERVAL;
                double used = group_cpu(process_pid(p));
                *cpu = used > *cpu ? used : *cpu;
                if (used > l->cpu_seconds)
                    return END_CPU;
            }
            until = deadline > 0 && deadline < cpu_due ? deadline : cpu_due;
        }
        switch (process_wait(p, until)) {
        case PROCESS_EXIT:
            return END_EXIT;
        case PROCESS_MEMORY:
            return END_MEMORY;
        case PROCESS_FLOOD:
            return END_FLOOD;
        case PROCESS_INTERRUPT:
            return END_INTERRUPT;
        case PROCESS_DEADLINE:
            if (deadline > 0 && clock_wall() >= deadline)
                return END_WALL;
            break;
        case PROCESS_OUTPUT:
            break;
        }
    }
}

/* One line of at most EXCERPT_SIZE bytes: white space becomes one space, and no character of UTF-8
 * is cut in two. */
static char *one_line(const char *text)
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

static const char *find_crash(const char *out, const char *err)
{
    static const char *const phrases[] = {"ASSERTION VIOLATION", "Fatal failure within",
                                          "Segmentation fault",  "AddressSanitizer",
                                          "LeakSanitizer",       "runtime error:",
                                          "Assertion `",         "terminate called",
                                          "nternal error",       NULL};
    return find_phrase(phrases, out, err);
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
    r->excerpt = one_line(why);
}

/* A process that ended by itself, without the answers that were wanted. */
static void decide_exit(runner_result *r, const answers *a, const runner_job *job, const char *out,
                        const char *err)
{
    int signal = r->status > SIGNAL_BASE ? r->status - SIGNAL_BASE : 0; /* a shell's code, too */
    bool cpu = job->limits.cpu_seconds > 0 && r->cpu >= job->limits.cpu_seconds;
    const char *memory = find_memory(out, err), *crash = find_crash(out, err);
    const char *said = *err ? err : out;
    if (signal == SIGXCPU || (signal == SIGKILL && cpu))
        decide(r, RUNNER_TIMEOUT, "over its CPU time");
    else if (memory)
        decide(r, RUNNER_MEMOUT, memory);
    else if (signal == SIGKILL)
        decide(r, RUNNER_MEMOUT, "killed from outside, as the system does when memory runs out");
    else if (signal) {
        strbuf why = STRBUF_INIT;
        strbuf_printf(&why, "%s: %s", strsignal(signal), crash ? crash : said);
        decide(r, RUNNER_CRASH, why.text);
        strbuf_free(&why);
    } else if (crash)
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

static void judge(runner_result *r, run_end end, const runner_job *job, const char *out,
                  const char *err)
{
    answers a;
    answers_read(&a, out);
    size_t wanted = job->checks ? job->checks : 1;
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
        decide_exit(r, &a, job, out, err);
    r->answers = a.list; /* handed over */
}

void runner_run(const runner_job *job, runner_result *result)
{
    *result = (runner_result){0};
    char **argv = solver_command_argv(job->command, job->file), *error = NULL;
    process_config config = {.argv = argv,
                             .memory_bytes = job->limits.memory_bytes,
                             .cpu_seconds = job->limits.cpu_seconds,
                             .output_bytes = OUTPUT_LIMIT,
                             .interrupt = job->interrupt};
    double start = clock_wall();
    process *p = process_start(&config, &error);
    if (!p) {
        decide(result, RUNNER_ERROR, error);
        free(error);
        solver_command_argv_free(argv);
        return;
    }
    process_close_input(p);
    double deadline = job->limits.wall_seconds > 0 ? start + job->limits.wall_seconds : 0;
    run_end end = wait_for_end(p, job, deadline, &result->cpu);
    process_kill(p);
    result->wall = clock_wall() - start;
    result->cpu = process_cpu(p) > result->cpu ? process_cpu(p) : result->cpu;
    result->memory = process_peak_memory(p);
    result->status = process_status(p);
    result->signal = end == END_EXIT ? process_signal(p) : 0;
    judge(result, end, job, process_output(p)->text, process_errors(p)->text);
    if (job->want_output)
        result->output = strbuf_detach(process_output(p));
    process_free(p);
    solver_command_argv_free(argv);
}

void runner_result_free(runner_result *result)
{
    vec_free(&result->answers);
    free(result->output);
    free(result->excerpt);
    *result = (runner_result){0};
}

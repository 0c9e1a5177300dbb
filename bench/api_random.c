/* Random sequences of calls of the C API, at full length:
 *   api_random COUNT [--first N] [--jobs N] [--for SECONDS] [--log FILE]
 * runs sequences N … N + COUNT - 1 (tests/api_random.h), of at least 50 calls each; in a build with ASan and
 * UBSan it is what the API has to stand. `make check` runs the first of them. With --log each part that was done becomes a
 * line of FILE, a run goes on behind the last of them (--first is not needed), and the sums of all runs are printed. */
#include "api_random.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

/* A process runs few sequences, so that a crash is found again soon. */
enum { PART = 200, MOST_JOBS = 64 };

typedef struct sums {
    api_random_report report;
    uint64_t crashes;
    double seconds;
} sums;

typedef struct part {
    uint64_t first, count;
    int from;
    pid_t pid;
    double began;
} part;

static void add(api_random_report *sum, const api_random_report *r)
{
    sum->sequences += r->sequences;
    sum->calls += r->calls;
    sum->failed += r->failed;
    sum->checks += r->checks;
    sum->sat += r->sat;
    sum->unsat += r->unsat;
    sum->wrong += r->wrong;
    if (*r->example)
        printf("%s\n", r->example);
}

static void start(part *p)
{
    int ends[2];
    p->from = -1;
    p->began = clock_wall();
    if (pipe(ends))
        return;
    p->pid = fork();
    if (p->pid == 0) {
        api_random_report r = {0};
        api_random_run(p->first, p->count, &r);
        close(ends[0]);
        exit(write(ends[1], &r, sizeof r) == sizeof r ? 0 : 1); /* leaks are looked for */
    }
    close(ends[1]);
    p->from = ends[0];
}

/* One part, as it ended: into the sums, and the log if there is one. */
static void finish(const part *p, FILE *log, sums *all)
{
    api_random_report r = {0};
    int status = 1;
    bool good = p->from >= 0 && read(p->from, &r, sizeof r) == sizeof r;
    if (p->from >= 0)
        close(p->from);
    waitpid(p->pid, &status, 0);
    good &= !status;
    add(&all->report, &r);
    all->crashes += !good;
    all->seconds += clock_wall() - p->began;
    if (!good)
        printf("sequences from %" PRIu64 " on: ended with status %d\n", p->first, status);
    if (log) {
        fprintf(log,
                "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
                " %" PRIu64 " %d %.2f\n",
                p->first, r.sequences, r.calls, r.failed, r.checks, r.sat, r.unsat, r.wrong, !good,
                clock_wall() - p->began);
        fflush(log);
    }
}

/* Adds up what the log has; returns where it ends. */
static uint64_t read_log(const char *path, sums *all)
{
    FILE *file = fopen(path, "r");
    uint64_t first, crash, end = 0;
    double seconds;
    api_random_report r = {0};
    while (file && fscanf(file,
                          "%" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
                          " %" SCNu64 " %" SCNu64 " %" SCNu64 " %lf",
                          &first, &r.sequences, &r.calls, &r.failed, &r.checks, &r.sat, &r.unsat,
                          &r.wrong, &crash, &seconds) == 10) {
        add(&all->report, &r);
        all->crashes += crash;
        all->seconds += seconds;
        end = first + PART > end ? first + PART : end;
    }
    if (file)
        fclose(file);
    return end;
}

static void run_all(uint64_t first, uint64_t end, uint64_t jobs, double deadline, FILE *log,
                    sums *all)
{
    double began = clock_wall();
    for (uint64_t at = first; at < end && clock_wall() < deadline;) {
        part parts[MOST_JOBS];
        uint64_t n = 0;
        for (; n < jobs && at < end; n++) {
            parts[n] = (part){.first = at, .count = end - at < PART ? end - at : PART};
            start(&parts[n]);
            at += parts[n].count;
        }
        for (uint64_t i = 0; i < n; i++)
            finish(&parts[i], log, all);
        fprintf(stderr, "\r%" PRIu64 " sequences, %.0f a second ", at - first,
                (double)(at - first) / (clock_wall() - began));
    }
    fputc('\n', stderr);
}

int main(int argc, char **argv)
{
    uint64_t first = UINT64_MAX, count = 10000, jobs = 1;
    double seconds = 1e9;
    const char *path = NULL;
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(argv[i], "--first"))
            first = strtoull(value, NULL, 10), i++;
        else if (!strcmp(argv[i], "--jobs"))
            jobs = strtoull(value, NULL, 10), i++;
        else if (!strcmp(argv[i], "--for"))
            seconds = strtod(value, NULL), i++;
        else if (!strcmp(argv[i], "--log"))
            path = value, i++;
        else
            count = strtoull(argv[i], NULL, 10);
    }
    jobs = jobs < 1 ? 1 : jobs > MOST_JOBS ? MOST_JOBS : jobs;
    sums all = {0};
    uint64_t logged = path ? read_log(path, &all) : 0;
    first = first == UINT64_MAX ? logged : first;
    FILE *log = path ? fopen(path, "a") : NULL;
    if (path && !log) {
        perror(path);
        return 2;
    }
    run_all(first, first + count, jobs, clock_wall() + seconds, log, &all);
    if (log)
        fclose(log);
    const api_random_report *r = &all.report;
    printf("%" PRIu64 " sequences, %" PRIu64 " calls (%" PRIu64 " gave nothing), %" PRIu64
           " checks (%" PRIu64 " sat, %" PRIu64 " unsat): %" PRIu64 " crashes, %" PRIu64
           " inconsistencies, %.0f s\n",
           r->sequences, r->calls, r->failed, r->checks, r->sat, r->unsat, all.crashes, r->wrong,
           all.seconds);
    return all.crashes || r->wrong;
}

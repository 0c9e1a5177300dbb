/* Random closed-box formulas against Z3, at full length:
 *   closed_random COUNT [--first N] [--jobs N] [--unknowns] [--random-limits]
 * decides formulas N … N + COUNT - 1 (tests/closed_random.h), so a long run can be cut into parts.
 * `make check` runs the first of them (tests/unit/test_closed_random.c). */
#include "closed_random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

typedef struct arguments {
    uint64_t first, count, jobs;
    bool unknowns, random_limits;
} arguments;

static bool parse(int argc, char **argv, arguments *a)
{
    *a = (arguments){.count = 20000, .jobs = 1};
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--unknowns"))
            a->unknowns = true;
        else if (!strcmp(argv[i], "--random-limits"))
            a->random_limits = true;
        else if (!strcmp(argv[i], "--first") && i + 1 < argc)
            a->first = strtoull(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--jobs") && i + 1 < argc)
            a->jobs = strtoull(argv[++i], NULL, 10);
        else if (argv[i][0] >= '0' && argv[i][0] <= '9')
            a->count = strtoull(argv[i], NULL, 10);
        else
            return false;
    }
    return a->jobs >= 1 && a->count >= 1;
}

/* One job: every `jobs`-th block. Counts go up the pipe, the rest to standard output. */
static void work(const arguments *a, uint64_t job, int pipe_end)
{
    double start = clock_wall();
    uint64_t end = a->first + a->count, done = 0;
    for (uint64_t from = a->first; from < end;) {
        uint64_t to = (from / CLOSED_RANDOM_BLOCK + 1) * CLOSED_RANDOM_BLOCK;
        to = to < end ? to : end;
        if (from / CLOSED_RANDOM_BLOCK % a->jobs == job) {
            closed_random_report r = {.keep_unknowns = a->unknowns,
                                      .random_limits = a->random_limits,
                                      .examples = STRBUF_INIT,
                                      .unknowns = STRBUF_INIT};
            closed_random_run(from, to - from, &r);
            fputs(r.examples.text, stdout);
            fputs(r.unknowns.text, stdout);
            fflush(stdout);
            done += to - from;
            fprintf(stderr, "\rjob %llu: %llu formulas, up to number %llu, %.0f a second ",
                    (unsigned long long)job, (unsigned long long)done, (unsigned long long)to - 1,
                    (double)done / (clock_wall() - start));
            closed_random_free(&r);
            if (write(pipe_end, &r, sizeof r) != (ssize_t)sizeof r)
                return;
        }
        from = to;
    }
}

static void add(closed_random_report *sum, const closed_random_report *r)
{
    sum->formulas += r->formulas;
    sum->sat += r->sat;
    sum->unsat += r->unsat;
    sum->unknown += r->unknown;
    sum->open += r->open;
    sum->wrong += r->wrong;
    sum->seconds_ours += r->seconds_ours;
    sum->seconds_judge += r->seconds_judge;
    sum->seconds_cpu += r->seconds_cpu;
}

static bool start_jobs(const arguments *a, int pipe_ends[2])
{
    if (pipe(pipe_ends))
        return false;
    for (uint64_t job = 0; job < a->jobs; job++) {
        pid_t pid = fork();
        if (pid < 0)
            return false;
        if (pid == 0) {
            close(pipe_ends[0]);
            work(a, job, pipe_ends[1]);
            exit(0);
        }
    }
    close(pipe_ends[1]);
    return true;
}

int main(int argc, char **argv)
{
    arguments a;
    int pipe_ends[2];
    if (!parse(argc, argv, &a)) {
        fprintf(stderr, "usage: closed_random COUNT [--first N] [--jobs N] [--unknowns] "
                        "[--random-limits]\n");
        return 2;
    }
    double start = clock_wall();
    if (!start_jobs(&a, pipe_ends))
        return 1;
    closed_random_report sum = {0}, r;
    while (read(pipe_ends[0], &r, sizeof r) == (ssize_t)sizeof r)
        add(&sum, &r);
    bool good = true;
    int status;
    while (wait(&status) > 0)
        good &= status == 0;
    double wall = clock_wall() - start, n = sum.formulas ? (double)sum.formulas : 1;
    printf(
        "\nformulas %llu (%llu to %llu) sat %llu unsat %llu unknown %llu (%.2f %%) not judged %llu "
        "wrong %llu\n",
        (unsigned long long)sum.formulas, (unsigned long long)a.first,
        (unsigned long long)(a.first + a.count - 1), (unsigned long long)sum.sat,
        (unsigned long long)sum.unsat, (unsigned long long)sum.unknown,
        100 * (double)sum.unknown / n, (unsigned long long)sum.open, (unsigned long long)sum.wrong);
    printf("seconds %.1f, formulas a second %.0f, CPU ms a formula %.2f, wall ms of ours %.2f, of "
           "the judge %.2f\n",
           wall, n / wall, 1e3 * sum.seconds_cpu / n, 1e3 * sum.seconds_ours / n,
           1e3 * sum.seconds_judge / n);
    return good && !sum.wrong && sum.formulas == a.count ? 0 : 1;
}

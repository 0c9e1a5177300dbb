/* Random sequences of calls of the C API, at full length:
 *   api_random COUNT [--first N] [--jobs N]
 * runs sequences N … N + COUNT - 1 (tests/api_random.h), of at least 50 calls each; in a build with ASan and
 * UBSan it is what the API has to stand. `make check` runs the first of them. */
#include "api_random.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

/* A process runs few sequences, so that a crash is found again soon. */
enum { PART = 200, MOST_JOBS = 64 };

static void add(api_random_report *sum, const api_random_report *r)
{
    sum->sequences += r->sequences;
    sum->calls += r->calls;
    sum->failed += r->failed;
    sum->checks += r->checks;
    sum->sat += r->sat;
    sum->unsat += r->unsat;
    sum->wrong += r->wrong;
    if (r->wrong)
        printf("%s\n", r->example);
}

static int start(uint64_t first, uint64_t count, pid_t *pid)
{
    int ends[2];
    if (pipe(ends))
        return -1;
    *pid = fork();
    if (*pid == 0) {
        api_random_report r = {0};
        api_random_run(first, count, &r);
        close(ends[0]);
        exit(write(ends[1], &r, sizeof r) == sizeof r ? 0 : 1); /* leaks are looked for */
    }
    close(ends[1]);
    return ends[0];
}

/* One part, as it ended. */
static bool finish(int from, pid_t pid, uint64_t first, api_random_report *sum)
{
    api_random_report r = {0};
    int status = 1;
    bool good = from >= 0 && read(from, &r, sizeof r) == sizeof r;
    if (from >= 0)
        close(from);
    waitpid(pid, &status, 0);
    if (good)
        add(sum, &r);
    if (!good || status)
        printf("sequences from %llu on: ended with status %d\n", (unsigned long long)first, status);
    return good && !status;
}

static uint64_t run_all(uint64_t first, uint64_t end, uint64_t jobs, api_random_report *sum)
{
    uint64_t crashes = 0;
    double began = clock_wall();
    for (uint64_t at = first; at < end;) {
        int pipes[MOST_JOBS];
        pid_t pids[MOST_JOBS];
        uint64_t starts[MOST_JOBS], n = 0;
        for (; n < jobs && at < end; n++) {
            uint64_t part = end - at < PART ? end - at : PART;
            starts[n] = at;
            pipes[n] = start(at, part, &pids[n]);
            at += part;
        }
        for (uint64_t i = 0; i < n; i++)
            crashes += !finish(pipes[i], pids[i], starts[i], sum);
        fprintf(stderr, "\r%llu sequences, %.0f a second ", (unsigned long long)sum->sequences,
                (double)sum->sequences / (clock_wall() - began));
    }
    return crashes;
}

int main(int argc, char **argv)
{
    uint64_t first = 0, count = 10000, jobs = 1;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--first") && i + 1 < argc)
            first = strtoull(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--jobs") && i + 1 < argc)
            jobs = strtoull(argv[++i], NULL, 10);
        else
            count = strtoull(argv[i], NULL, 10);
    }
    jobs = jobs < 1 ? 1 : jobs > MOST_JOBS ? MOST_JOBS : jobs;
    api_random_report sum = {0};
    double began = clock_wall();
    uint64_t crashes = run_all(first, first + count, jobs, &sum);
    printf("\n%llu sequences, %llu calls (%llu gave nothing), %llu checks (%llu sat, %llu unsat): "
           "%llu crashes, %llu inconsistencies, %.0f s\n",
           (unsigned long long)sum.sequences, (unsigned long long)sum.calls,
           (unsigned long long)sum.failed, (unsigned long long)sum.checks,
           (unsigned long long)sum.sat, (unsigned long long)sum.unsat, (unsigned long long)crashes,
           (unsigned long long)sum.wrong, clock_wall() - began);
    return crashes || sum.wrong;
}

#include "cli/explore/explore_jobs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/folder.h"
#include "process/process.h"

static const double PATIENCE = 10; /* seconds that others may take longer than the first one */

typedef struct job {
    explore_config config;
    const char **siblings;
    process *process;
} job;

typedef struct explore_jobs {
    explore_config *first;
    char **folders; /* of the results: the first is the user's */
    uint64_t n;
    job *jobs; /* n; the first is not used */
} explore_jobs;

/* In the child: the search, and then its counters as bytes. */
static int run_job(void *context, int input, int output)
{
    const job *j = context;
    explore_progress p;
    char *error = NULL;
    bool good = explore_run(&j->config, &p, &error);
    size_t n = offsetof(explore_progress, concretized); /* they come first */
    bool told = good && write(output, &p, n) == (ssize_t)n;
    explore_progress_free(&p);
    free(error);
    return told ? 0 : 1;
}

static bool start_job(explore_jobs *all, uint64_t i, char **error)
{
    job *j = &all->jobs[i];
    j->config = *all->first;
    j->config.out = all->folders[i];
    j->config.flips.seed += i;
    j->config.progress = NULL;
    j->siblings = base_alloc_zero(all->n, sizeof *j->siblings);
    j->config.siblings = j->siblings;
    j->config.n_siblings = 0;
    for (uint64_t k = 0; k < all->n; k++)
        if (k != i)
            j->siblings[j->config.n_siblings++] = all->folders[k];
    process_config child = {.run = run_job, .context = j, .interrupt = all->first->interrupt};
    return folder_make(all->folders[i], error) && (j->process = process_start(&child, error));
}

static void jobs_free(explore_jobs *all)
{
    for (uint64_t i = 0; i < all->n; i++) {
        if (all->jobs[i].process)
            process_free(all->jobs[i].process);
        free(all->jobs[i].siblings);
        free(all->folders[i]);
    }
    free(all->jobs);
    free(all->folders);
    free(all);
}

/* NULL with *error set. */
static explore_jobs *jobs_start(explore_config *c, uint64_t n, char **error)
{
    explore_jobs *all = base_alloc_zero(1, sizeof *all);
    *all = (explore_jobs){.first = c,
                          .folders = base_alloc_zero(n, sizeof *all->folders),
                          .n = n,
                          .jobs = base_alloc_zero(n, sizeof *all->jobs)};
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/jobs", c->out);
    bool good = folder_make(c->out, error) && folder_make(path.text, error);
    for (uint64_t i = 0; i < n; i++) {
        strbuf_clear(&path);
        strbuf_puts(&path, c->out);
        if (i)
            strbuf_printf(&path, "/jobs/%llu", (unsigned long long)i);
        all->folders[i] = base_strdup(path.text);
    }
    strbuf_free(&path);
    char *ready = NULL, *why = NULL;
    if (c->asan) /* only its own process can wait for it */
        explore_rebuild_wait(c->asan, 0, &ready, &why);
    free(ready);
    free(why);
    for (uint64_t i = 1; i < n && good; i++)
        good = start_job(all, i, error);
    if (!good) {
        jobs_free(all);
        return NULL;
    }
    c->siblings = (const char *const *)all->folders + 1;
    c->n_siblings = n - 1;
    return all;
}

/* What it counted, if it came to its end. */
static void wait_for(job *j, double deadline, explore_progress *p)
{
    explore_progress other = {0};
    size_t n = offsetof(explore_progress, concretized);
    process_event e;
    do
        e = process_wait(j->process, deadline);
    while (e == PROCESS_OUTPUT);
    const strbuf *told = process_output(j->process);
    if (told->n != n)
        return;
    memcpy(&other, told->text, n);
    p->runs += other.runs;
    p->traces += other.traces;
    p->mutants += other.mutants;
    p->looped += other.looped;
    p->sanitized += other.sanitized;
    p->hung += other.hung;
    p->lost += other.lost;
    p->conditions += other.conditions;
    p->boxes += other.boxes;
}

/* Waits for the others, and takes over what they have. */
static void jobs_end(explore_jobs *all, explore_progress *p)
{
    bool found = all->first->stop_at_first && p->findings;
    double deadline = clock_wall() + (found ? 0 : PATIENCE);
    const char **seeds = base_alloc_zero(2 * all->n, sizeof *seeds);
    strbuf *findings = base_alloc_zero(all->n, sizeof *findings);
    explore_config merge = *all->first;
    merge.n_seeds = 0;
    for (uint64_t i = 1; i < all->n; i++) {
        wait_for(&all->jobs[i], deadline, p);
        strbuf_printf(&findings[i], "%s/findings", all->folders[i]);
        seeds[merge.n_seeds++] = all->folders[i];
        seeds[merge.n_seeds++] = findings[i].text;
    }
    merge.seeds = seeds;
    merge.merge = merge.no_mutation = true;
    merge.seconds = 0;
    merge.max_runs = merge.max_traces = 0;
    merge.stop_at_first = false;
    merge.progress = NULL;
    merge.n_siblings = 0;
    explore_progress all_of_it;
    char *error = NULL;
    if (explore_run(&merge, &all_of_it, &error)) {
        p->tests = all_of_it.tests;
        p->edges = all_of_it.edges;
        p->findings += all_of_it.findings;
    }
    explore_progress_free(&all_of_it);
    free(error);
    for (uint64_t i = 0; i < all->n; i++)
        strbuf_free(&findings[i]);
    free(findings);
    free(seeds);
    jobs_free(all);
}

bool explore_jobs_run(explore_config *c, uint64_t n, explore_progress *p, char **error)
{
    *p = (explore_progress){0};
    explore_jobs *others = n > 1 ? jobs_start(c, n, error) : NULL;
    bool good = (n < 2 || others) && explore_run(c, p, error);
    if (others)
        jobs_end(others, p);
    return good;
}

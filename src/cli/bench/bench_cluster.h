/* `tandem bench` on many machines: its coordinator, and what agents do for it.
 *
 * A chunk is one file with all solvers, so that times that are compared are of one machine. Limits are the campaign's. */
#ifndef TANDEM_CLI_BENCH_BENCH_CLUSTER_H
#define TANDEM_CLI_BENCH_BENCH_CLUSTER_H

#include "campaign/cluster/tasks.h"
#include "cli/bench/bench.h"
#include "cli/campaign_link.h"

typedef struct bench_cluster {
    bench_away away;
    bench *bench;
    campaign_link link;
    store *store;
    double lease;
    bool quiet;
    bool finished;
    /* while it runs */
    void (*done)(void *context, size_t place, results_record *r);
    void (*tick)(void *context);
    void *context;
} bench_cluster;

/* Begins the campaign, or goes on with it where it is the same benchmark. False with *error set (caller frees); ends with
 * bench_cluster_close in any case. */
bool bench_cluster_open(bench_cluster *k, bench *b, const char *url, const char *name,
                        char **error);
void bench_cluster_close(bench_cluster *k);

/* Prepares the benchmark as its coordinator did, and gives `run` what workers do; an exit code. */
int bench_as_agent(const agent_role *role, agent_tasks *run);

#endif

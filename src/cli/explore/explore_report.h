/* What `tandem explore` says at its end. */
#ifndef TANDEM_CLI_EXPLORE_EXPLORE_REPORT_H
#define TANDEM_CLI_EXPLORE_EXPLORE_REPORT_H

#include "explore/search/explore.h"
#include "explore/test/output.h"

typedef struct explore_report_config {
    const char *folder; /* of results: stats.json is written there */
    bool json, quiet;
    const limit_set *limits;
} explore_report_config;

/* Prints the statistics and what the user should know; `c`: with which seed, and in which jail. */
void explore_report(const explore_report_config *config, const explore_config *c,
                    const explore_progress *p);

#endif

/* One run of `tandem fuse`: its options, what they were made into, and the steps that commands and agents share. Which
 * steps a command takes is not here (cmd_fuse.c). */
#ifndef TANDEM_CLI_FUSE_FUSE_JOB_H
#define TANDEM_CLI_FUSE_FUSE_JOB_H

#include "cli/fuse/fuse.h"
#include "cli/fuse/fuse_cluster.h"
#include "cli/kept_arguments.h"

#define OPTIONS_LIST "cli/fuse/fuse_options.def"
#define OPTIONS_STRUCT fuse_options
#define OPTIONS_STRUCT_ONLY
#include "base/options_define.h"

extern const option_page fuse_page;

/* Everything that one run needs. */
typedef struct fuse_job {
    fuse_options o;
    double start;
    uint64_t seed;
    fuse_limits limits;
    hearing_limits hearing;
    reduce_limits reduce;
    limit_group groups[3];
    limit_set limit_set; /* the three above */
    option_operands paths;
    const char *folder;
    bool resumed;
    suite files;
    store *store;
    fuse_setting setting;
    fuse_screen screen;
    kept_arguments kept; /* of the campaign that is resumed */
    campaign_link link;  /* of --cluster */
    bool uploaded;       /* what agents need is on the server */
} fuse_job;

/* An empty job with the default limits; ends with fuse_job_free. */
void fuse_job_open(fuse_job *j);
void fuse_job_free(fuse_job *j);

/* Complains, frees the message, and is the code. */
int fuse_fail(int code, char *error);

/* To print a formula, or to lead agents, no solver is run. */
bool fuse_runs_none(const fuse_job *j);

/* ---- Steps, in this order; each is an exit code, and what is wrong was told ------------------- */

int fuse_job_solvers(fuse_job *j);
int fuse_job_files(fuse_job *j);
/* Begins a campaign, or puts the arguments with which it was begun before those given now. */
int fuse_open_campaign(fuse_job *j, int argc, char **argv);
void fuse_fill_setting(fuse_job *j);
int fuse_load_seeds(fuse_job *j);
int fuse_prepare_maker(fuse_job *j);

int fuse_run_campaign(fuse_job *j);
/* Prints the formula of --unit. */
int fuse_print_unit(fuse_job *j);

#endif

/* One run of `tandem race`: its options, what they were made into, and the steps of it. Which are taken is not here
 * (cmd_race.c). */
#ifndef TANDEM_CLI_RACE_RACE_JOB_H
#define TANDEM_CLI_RACE_RACE_JOB_H

#include "cli/kept_arguments.h"
#include "cli/race/race.h"
#include "race/after.h"

#define OPTIONS_LIST "cli/race/race_options.def"
#define OPTIONS_STRUCT race_options
#define OPTIONS_STRUCT_ONLY
#include "base/options_define.h"

extern const option_page race_page;

typedef struct race_job {
    race_options o;
    race_limits limits;
    hearing_limits hearing;
    reduce_limits reduce;
    limit_group groups[3];
    limit_set limit_set; /* the three above */
    option_operands operands;
    const char *folder;
    bool begun; /* the race is there already: resumed or replayed */
    kept_arguments kept;
    store *store;
    VEC(solver *) solvers;
    text_list dropped; /* references that cannot be used */
    grammar *grammar;
    journal journal;
    race_show show;
    race_config config;
} race_job;

/* Complains, frees the message, and is the code. */
int race_fail(int code, char *error);

/* One of its own bank, for the options; NULL with *error set (caller frees). */
grammar *race_make_grammar(const race_job *j, char **error);
/* For each run of an evaluation: what was read once can be read again. */
grammar *race_another_grammar(void *job);
void race_free_grammar(grammar *g);

/* Before the options are read, and at the end. */
void race_job_open(race_job *j);
void race_job_close(race_job *j);

/* Exit codes; what is wrong was told. */

/* Grammar, solvers and configuration from the options; with journal.replay no solver need be there. */
int race_configure(race_job *j);
/* --cluster: leads a race of many machines, of a job that is configured (race_away.c). */
int race_lead(race_job *j, int argc, char **argv);

/* Begins a race, or puts the arguments with which it was begun before those given now. */
int race_open(race_job *j, int argc, char **argv);
int race_run_search(race_job *j, const race_budget *budget);
int race_run_evaluation(race_job *j, const race_budget *budget);
/* --versions: the operands are two solvers and inputs. */
int race_run_versions(race_job *j);

#endif

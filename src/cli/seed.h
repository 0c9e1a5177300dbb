/* --seed of jobs that are to differ from start to start: a number, or "random", for which one is
 * drawn. What was drawn is kept with the arguments, so that the job is the same when it is resumed. */
#ifndef TANDEM_CLI_SEED_H
#define TANDEM_CLI_SEED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

/* Arguments, with the seed before them if it was drawn. */
typedef struct seeded_arguments {
    int argc;
    char **argv;
    strbuf option;
} seeded_arguments;

/* The number that `text` says. False, with nothing to free: it says none. */
bool seed_choose(const char *text, int argc, char **argv, seeded_arguments *all, uint64_t *seed);
void seeded_arguments_free(seeded_arguments *all);
/* Of a job that goes on. One that kept none began when the default was 0. */
bool seed_kept(const char *text, uint64_t *seed);

#endif

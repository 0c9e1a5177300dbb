/* The arguments with which a long job was begun, kept in its store: what is resumed is the same
 * job. Operands are paths, kept from the root of the file system.
 *
 * They name commands that will be run, and a store may come from anywhere: they carry the mark of
 * the user who began the job (user_key.h). */
#ifndef TANDEM_CLI_KEPT_ARGUMENTS_H
#define TANDEM_CLI_KEPT_ARGUMENTS_H

#include "base/options.h"
#include "base/text.h"
#include "base/vec.h"
#include "store/store.h"

typedef text_list kept_arguments; /* ends with NULL, which is counted */

/* Keeps argv as that of `job` ("fuse"); its operands are replaced by their full paths. */
bool kept_arguments_keep(store *s, const char *job, int argc, char *const *argv,
                         const option_operands *paths, char **error);
/* Whether a job was begun in that store. One that was ended before that leaves a store behind that
 * can be begun again. */
bool kept_arguments_begun(store *s);
/* The arguments of then, and behind them those of now: later options win. False with *error set
 * (caller frees): the store is another job's, or the job never began. *ours: they carry the mark of
 * this user; where they do not, nothing that they name may be run unless `argv` itself says so. */
bool kept_arguments_load(store *s, const char *job, int argc, char *const *argv,
                         kept_arguments *all, bool *ours, char **error);
/* For the user, before anything is run: that these arguments were not kept by them, what they are
 * and what to say if they are to be trusted. The caller's to free. */
char *kept_arguments_refusal(const kept_arguments *all, int argc, const char *folder);

#endif

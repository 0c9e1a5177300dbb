/* The arguments with which a long job was begun, kept in its store: what is resumed is the same
 * job. Operands are paths, kept from the root of the file system. */
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
/* The arguments of then, and behind them those of now: later options win. False with *error set
 * (caller frees): the store is another job's, or the job never began. */
bool kept_arguments_load(store *s, const char *job, int argc, char *const *argv,
                         kept_arguments *all, char **error);

#endif

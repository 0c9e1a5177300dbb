/* The arguments with which a campaign was begun, kept in its store: a campaign that is resumed is
 * the same campaign. Paths of seeds are kept from the root of the file system. */
#ifndef TANDEM_CLI_FUSE_ARGUMENTS_H
#define TANDEM_CLI_FUSE_ARGUMENTS_H

#include "base/options.h"
#include "campaign/store.h"
#include "fuse/seeds.h"

typedef VEC(char *) fuse_arguments; /* ends with NULL, which is counted */

void fuse_arguments_free(fuse_arguments *a);
/* Keeps argv; its operands are replaced by their full paths. */
bool fuse_arguments_keep(store *s, int argc, char *const *argv, const option_operands *paths,
                         char **error);
/* The arguments of the campaign, and behind them those of now without --resume: later options win.
 */
bool fuse_arguments_load(store *s, int argc, char *const *argv, fuse_arguments *all, char **error);

/* The seeds' contents are what they were; recorded when the campaign begins. */
bool fuse_arguments_seal(store *s, const seed_set *seeds);
bool fuse_arguments_same_seeds(store *s, const seed_set *seeds);

#endif

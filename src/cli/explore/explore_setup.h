/* What has to be in order before `tandem explore` runs anything: the files it is to read, a jail, a
 * folder for results that nobody else writes to. All of these tell the user what is wrong. */
#ifndef TANDEM_CLI_EXPLORE_EXPLORE_SETUP_H
#define TANDEM_CLI_EXPLORE_EXPLORE_SETUP_H

#include "base/options.h"
#include "explore/target/jail.h"

/* What is to be read is there: a run without it is another one. The exit code. */
int explore_setup_inputs(const option_operands *seeds, const option_operands *dictionaries,
                         const char *sync);
/* Appends the text of the file, which may be NULL, and the lists of functions that are closed boxes
 * and that are not, for the runtime. The exit code. */
int explore_setup_signatures(const char *file, const option_operands *boxes,
                             const option_operands *concretize, strbuf *out);
/* A jail that this system gives, of the kind that is wanted. False: there is none. */
bool explore_setup_jail(const char *wanted, jail_kind *kind);
/* Makes the folder this run's alone: the lock, and its path for lock_drop. -1: it is not. */
int explore_setup_lock(const char *folder, strbuf *path);

#endif

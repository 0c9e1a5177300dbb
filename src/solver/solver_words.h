/* The words of a solver's command line, by what its family needs. Inside of src/solver. */
#ifndef TANDEM_SOLVER_SOLVER_WORDS_H
#define TANDEM_SOLVER_SOLVER_WORDS_H

#include "base/strbuf.h"
#include "solver/family.h"

/* All take the words of a command as it was given, ending with NULL; the family may be NULL. */

/* The command text for one formula in a file. `kept`: for the same engine as one that is kept. */
char *words_for_file(const family *f, char *const *words, bool kept);
/* The words that start a process which reads formula after formula; freed with
 * solver_command_argv_free. */
char **words_for_pipe(const family *f, char *const *words);
/* Appends, each behind a space, the words that a kept solver has more than it was given. */
void words_of_kept(const family *f, char *const *words, strbuf *out);
/* Appends, each behind a space, those that this script needs beyond `words`. */
void words_for_script(const family *f, char *const *words, const char *script, size_t checks,
                      strbuf *out);
/* Appends the logic that a script names, or ALL. */
void words_logic(const char *script, strbuf *out);

#endif

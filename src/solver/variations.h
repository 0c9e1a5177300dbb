/* Other options for the solvers under test: the same question, answered by another part of them.
 * One table (variations.def), of options that the Debian 12 versions accept and whose answers can
 * be held against them. */
#ifndef TANDEM_SOLVER_VARIATIONS_H
#define TANDEM_SOLVER_VARIATIONS_H

#include <stddef.h>

/* By the name of the program (solver_name); 0 for one that is not in the table. */
size_t variation_count(const char *solver);
/* Words for the command line; `i` is below the count. */
const char *variation_at(const char *solver, size_t i);

#endif

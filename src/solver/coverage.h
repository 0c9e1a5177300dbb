/* Coverage of solvers that were linked with runtime/coverage/solver_coverage.c: which edges the runs since the last look
 * reached. One map for a process and all solvers that it starts; kept ones write to it, too. */
#ifndef TANDEM_SOLVER_COVERAGE_H
#define TANDEM_SOLVER_COVERAGE_H

#include "base/vec.h"

typedef struct coverage coverage;

/* Makes a map, and names it in the environment for the solvers that are started from now on. NULL with *error set (caller
 * frees): there is no room. */
coverage *coverage_new(char **error);
void coverage_free(coverage *c); /* and the environment has no map any more */
/* Forgets what was reached since the last look. */
void coverage_clear(coverage *c);
/* Appends the edges that were reached since then and never before by this process, in order of their numbers; the same of
 * those that were reached since then. */
void coverage_take(coverage *c, vec_u32 *edges);
void coverage_take_all(const coverage *c, vec_u32 *edges);

#endif

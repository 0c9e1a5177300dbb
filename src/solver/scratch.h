/* A file that holds one formula for one run of a solver, and does not outlast us.
 *
 * It has no name where the solver does not care for the name: memory with a path in /proc, which
 * the kernel forgets when we end, however we end. Solvers that go by the suffix get a name.smt2 in
 * a folder of the user's; what a killed process left there is removed by the next one. */
#ifndef TANDEM_SOLVER_SCRATCH_H
#define TANDEM_SOLVER_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

typedef struct scratch {
    char *path;
    int descriptor;
    bool named;
} scratch;

/* False with *error set (caller frees): no room, or no folder that can be written to. */
bool scratch_open(scratch *s, const char *text, size_t n, bool named, char **error);
void scratch_close(scratch *s);
/* Removes what processes that are gone have left. */
void scratch_sweep(void);

#endif

/* `tandem fuse` as a gate: what continuous integration reads of a campaign (JUnit, SARIF), and findings
 * that are accepted from now on. */
#ifndef TANDEM_CLI_FUSE_FUSE_GATE_H
#define TANDEM_CLI_FUSE_FUSE_GATE_H

#include "solver/solver.h"
#include "store/store.h"

typedef struct fuse_gate {
    store *store;
    const char *folder; /* of the campaign */
    solver *const *solvers;
    size_t n;
    const char *junit, *sarif; /* files; NULL: not wanted */
} fuse_gate;

/* Writes the files that are wanted. False with *error set (caller frees). */
bool fuse_gate_write(const fuse_gate *g, char **error);

/* Adds a line for each finding of the campaign to the list of known bugs, unless a line has it
 * already; *added says how many. False with *error set (caller frees). */
bool fuse_gate_accept(store *s, const char *list, size_t *added, char **error);

#endif

/* Since when is it so? What the builds of a solver, from the oldest to the newest, say of a finding, and where that changes.
 * A defect may come and go, so the middle ones are not left out. */
#ifndef TANDEM_JUDGE_BUILDS_BISECT_H
#define TANDEM_JUDGE_BUILDS_BISECT_H

#include "judge/builds/replay.h"

typedef struct bisect_build {
    char *command, *version;
    bool found; /* false: it cannot be run, `said.what` has the reason */
    replay said;
} bisect_build;
typedef VEC(bisect_build) bisect_builds;

/* Asks one more; `f` as for judge_replay. `build` NULL: the command cannot be run, `why` (may be NULL) becomes ours. */
void bisect_ask(bisect_builds *all, const finding *f, const char *command, solver *build, char *why,
                const judge_limits *limits);
void bisect_free(bisect_builds *all);

const char *bisect_outcome(const bisect_build *b);
/* The newest that can tell; NULL: none can. */
const bisect_build *bisect_newest(const bisect_builds *all);
/* "right from 4.8.7 on, the oldest that can tell, up to 4.8.8; wrong since 4.8.9, …" */
void bisect_put_changes(const bisect_builds *all, strbuf *out);

/* Asks those of the solvers that are of the lineage of the finding's about its reduced script, and adds a line to its
 * evidence; nothing where there are fewer than two, or none can tell. */
void bisect_finding(finding *f, solver *const *solvers, size_t n, const judge_limits *limits);
/* Was that done? */
bool bisect_is_told(const finding *f);

#endif

/* All tests of a folder run again, for the source lines that they reach and the ways of branches that they take.
 *
 * The runs are those of a build that counts lines (rebuild.h), in the same jail as always. */
#ifndef TANDEM_EXPLORE_TEST_REPLAY_H
#define TANDEM_EXPLORE_TEST_REPLAY_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "explore/target/target.h"

typedef struct replay_line {
    uint32_t number;
    uint32_t tests;       /* that reached it */
    uint32_t ways, taken; /* of its branches */
} replay_line;

typedef struct replay_file {
    char *path;
    VEC(replay_line) lines; /* that have code, in order */
    uint32_t reached;
    uint32_t ways, taken; /* of all branches */
} replay_file;

typedef struct replay_result {
    VEC(replay_file) files; /* in the order of their paths */
    uint64_t tests, hung, crashed, unreadable;
    uint64_t lines, reached, ways, taken;
} replay_result;

typedef struct replay_config {
    jail_kind jail;
    const char *program; /* a build with REBUILD_LINES */
    const char *folder;  /* with the tests: folders, .ktest files or raw inputs */
    target_given given;  /* as the tests were made with; tests on disk have the arguments already */
    double run_seconds;
    const volatile sig_atomic_t *interrupt;
} replay_config;

/* False with *error set (caller frees). `r` is filled in any case; free it with replay_free. */
bool explore_replay(const replay_config *config, replay_result *r, char **error);
void replay_free(replay_result *r);

#endif

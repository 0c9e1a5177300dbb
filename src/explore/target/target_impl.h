/* Between the files that run a target. */
#ifndef TANDEM_EXPLORE_TARGET_TARGET_IMPL_H
#define TANDEM_EXPLORE_TARGET_TARGET_IMPL_H

#include "explore/target/target.h"

struct explore_target {
    target_config config;
    char *path;
    jail_scratch scratch;
    strbuf cwd, input, control; /* paths below the scratch folder */
    strbuf signatures;          /* the same; empty: there are none */
    jail jail;
    int shared_fd, socket; /* our end of the control socket; -1: the server does not run */
    tandem_shared *shared;
    size_t shared_bytes;
    uint32_t n_guards;
    bool binds_late; /* functions of libraries are looked for when they are called */
    uint64_t restarts;
};

/* target_request.c: puts a run into the shared memory; false when there is no room. */
bool target_request(explore_target *t, const explore_test *test, const target_options *o);
/* target_broken.c: removes what an earlier run has told. */
void target_forget_broken(const explore_target *t);

#endif

/* Between the files that run a target. */
#ifndef TANDEM_EXPLORE_TARGET_TARGET_IMPL_H
#define TANDEM_EXPLORE_TARGET_TARGET_IMPL_H

#include "explore/target/target_loop.h"

/* target_loop.c: the process that runs batches, and its batch. */
typedef struct target_loop {
    pid_t pid; /* 0: there is none */
    uint32_t n, next;
    uint32_t end[TANDEM_BATCH_INPUTS];
    uint32_t restores;
    uint64_t begun;     /* processes */
    uint32_t innocent;  /* inputs that ended one, but not alone */
    explore_test first; /* what they find before the first input */
} target_loop;

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
    bool is_late;    /* the server stands behind the program's start-up */
    bool never_late; /* that did not go well, or runs go on in one process */
    uint64_t restarts;
    target_loop loop;
};

/* target_server.c. */
void target_complain(char **error, const char *format, const char *what, const char *why);
bool target_interrupted(const explore_target *t);
/* False with *error set, or interrupted. */
bool target_start_server(explore_target *t, char **error);
/* What the program says about itself; false with a message. */
bool target_read_description(explore_target *t, char **error);
/* The server is there, and nothing else of the program; false as above. */
bool target_ensure(explore_target *t, char **error);
void target_stop(explore_target *t);
/* The next message; false when the deadline passes, the server is gone or the user wants an end. */
bool target_receive(explore_target *t, tandem_message *m, double deadline);

/* target.c. Leaves the working folder as the test wants it. */
bool target_put_files(explore_target *t, const explore_test *test);
void target_read_result(explore_target *t, const tandem_message *end, target_result *r);

/* target_request.c: puts a run into the shared memory; false when there is no room. */
bool target_request(explore_target *t, const explore_test *test, const target_options *o);
/* target_broken.c: removes what an earlier run has told. */
void target_forget_broken(const explore_target *t);

#endif

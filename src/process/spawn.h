/* Starting one child: fork, process group, pipes, limits, exec. Waiting for it is process.h's. */
#ifndef TANDEM_PROCESS_SPAWN_H
#define TANDEM_PROCESS_SPAWN_H

#include "process/process.h"

/* Our ends of a new child's pipes: non-blocking, close-on-exec. */
typedef struct spawn_child {
    pid_t pid;
    int input;  /* its standard input */
    int output; /* its standard output */
    int errors; /* its standard error */
} spawn_child;

/* False with *error set (caller frees) when it cannot be started; nothing is left open then. */
bool spawn_start(const process_config *config, spawn_child *child, char **error);

#endif

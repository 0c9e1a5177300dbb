/* Many runs of a harness in one process (part 5 of the interface).
 *
 * Runs are kept apart by putting back what they change (snapshot.h, surroundings.h). Whether that is
 * enough is looked at from time to time, and before anything is told: if it was not, the runs since
 * the last look are done again, with more put back. So a harness that leaves nothing behind costs
 * nothing, and one that does is given what a new process would give it. */
#ifndef TANDEM_RUNTIME_LOOP_LOOP_H
#define TANDEM_RUNTIME_LOOP_LOOP_H

#include "runtime/host/run.h"

/* Returns when the host has gone, or wants another process. */
void tandem_loop(int (*harness)(const uint8_t *data, size_t bytes));
/* The same with the main of a program, whose input is the file of the request or else standard input (program.c). It is
 * there in light builds. */
void tandem_program_loop(const tandem_request_parts *parts) __attribute__((weak));

#endif

/* One run in the child of the fork server: the program's surroundings as the request wants them. */
#ifndef TANDEM_RUNTIME_HOST_RUN_H
#define TANDEM_RUNTIME_HOST_RUN_H

#include "runtime/core/state.h"

/* Where the parts of a request are. */
typedef struct tandem_request_parts {
    char **argv; /* argc + 1 */
    char **envp;
    const char **files;
    const char *folder, *standard_input;
    const uint8_t *objects; /* n_objects times a length and bytes */
    size_t object_bytes;
} tandem_request_parts;

/* In the fork server, before the first run. */
void tandem_run_prepare(void);
/* A descriptor that a program would not guess, or more. */
enum { TANDEM_HIGH_DESCRIPTOR = 900 };

/* Sets everything up: false with a message on standard error when the request makes no sense. The
 * strings in argv and envp are the program's own from here on. */
bool tandem_run_start(tandem_request_parts *parts);
/* For a start-up in the server itself (host/late.h): arguments and environment as in all runs, outputs that go nowhere, and
 * the limit of memory. False: the request cannot be read. */
bool tandem_run_stay(tandem_request_parts *parts);
/* Bytes for the next object that the program asks for; NULL: the request has none. */
const uint8_t *tandem_run_object(size_t *bytes);

#endif

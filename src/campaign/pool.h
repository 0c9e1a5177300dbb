/* A pool of worker processes for the long jobs.
 *
 * A worker is a fork of the supervisor that answers requests until its input ends: each request may
 * be answered by any number of messages, and is done when the worker says so. A worker that dies or
 * that is silent for too long is replaced; its request comes back as lost. Workers end with the
 * supervisor, however that ends, and what they started ends with them. */
#ifndef TANDEM_CAMPAIGN_POOL_H
#define TANDEM_CAMPAIGN_POOL_H

#include <signal.h>
#include <stdbool.h>

#include "base/strbuf.h"

typedef struct pool pool;
typedef struct pool_line pool_line; /* the worker's end */

/* One message to the supervisor, at once. */
void pool_say(pool_line *line, const strbuf *message);

typedef struct pool_config {
    size_t jobs;
    /* In the worker, for each request; may call pool_say. */
    void (*work)(void *context, pool_line *line, const char *request, size_t n);
    /* In the worker, once, before the first request; may be NULL. */
    void (*begin)(void *context, size_t worker);
    void *context;
    double silence; /* seconds without a message after which a worker is replaced; 0: never */
    const volatile sig_atomic_t *interrupt;
} pool_config;

/* Starts no process yet: each worker starts with its first request. */
pool *pool_new(const pool_config *config);
/* Kills what still runs. */
void pool_free(pool *p);

/* Gives a request to an idle worker; -1: there is none, or it cannot be started (*error is set
 * then; caller frees). Returns the worker's number. */
int pool_give(pool *p, const strbuf *request, char **error);
size_t pool_idle(const pool *p);

typedef enum pool_event {
    POOL_MESSAGE,  /* a message of a worker */
    POOL_DONE,     /* a worker has finished its request */
    POOL_LOST,     /* a worker died or was silent too long; `message` says how */
    POOL_DEADLINE, /* nothing until then */
    POOL_INTERRUPT /* the flag was raised */
} pool_event;

/* The next event, at most until `deadline` (clock_wall). The message is overwritten. */
pool_event pool_wait(pool *p, double deadline, int *worker, strbuf *message);

#endif

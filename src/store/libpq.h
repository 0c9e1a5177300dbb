/* libpq, loaded when a server is asked for: a job on one machine never has it in memory. */
#ifndef TANDEM_STORE_LIBPQ_H
#define TANDEM_STORE_LIBPQ_H

#include <libpq-fe.h>
#include <stdbool.h>

typedef struct libpq {
#define PQ(name) __typeof__(PQ##name) *name;
#include "store/libpq.def"
#undef PQ
} libpq;

/* False: the library is not installed, or lacks one of the functions. */
bool libpq_load(libpq *l);

/* Connects, with defaults that the URL may change; if it names several servers, to the one that can be written and was
 * promoted last. NULL with *error set (caller frees): no address, or one with a password. A connection that failed is one,
 * too. */
PGconn *libpq_connect(const libpq *pq, const char *url, char **error);

#endif

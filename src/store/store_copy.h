/* Whole campaigns from one store to another: a file for one on a server, and back. */
#ifndef TANDEM_STORE_STORE_COPY_H
#define TANDEM_STORE_STORE_COPY_H

#include "store/cluster.h"

/* Copies all into a store that is empty; findings get new numbers, in the same order. In one transaction. False with
 * *error set (caller frees). Units that a file has done become chunks of the server's ledger, and the other way round. */
bool store_copy(store *from, store *into, char **error);
/* After a file was copied to a server: chunks for what it began and did not finish, and where new units begin. */
bool cluster_continue(cluster *c, int64_t campaign, store *from, char **error);

#endif

/* Results that could not be sent, because the server is away: kept in a file of SQLite on this machine, also when
 * the agent ends, and sent when it is back. */
#ifndef TANDEM_STORE_SPOOL_H
#define TANDEM_STORE_SPOOL_H

#include "store/cluster.h"

typedef struct spool spool;

/* NULL with *error set (caller frees). Several agents may share one. */
spool *spool_open(const char *path, char **error);
void spool_close(spool *s);
const char *spool_error(const spool *s);
bool spool_add(spool *s, const char *agent, const cluster_result *r);
/* Sends what is there, oldest first; what was sent goes. *sent counts. False: not all of it could be sent, and
 * cluster_error or spool_error says why. */
bool spool_send(spool *s, cluster *c, size_t *sent);
size_t spool_count(spool *s);

#endif

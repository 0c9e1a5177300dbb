/* Inside of the cluster: its connection, and how statements are run there. */
#ifndef TANDEM_STORE_CLUSTER_IMPL_H
#define TANDEM_STORE_CLUSTER_IMPL_H

#include "base/strbuf.h"
#include "store/cluster.h"
#include "store/sql.h"

struct cluster {
    sql *db;
    int64_t generation; /* the highest that was seen */
    strbuf error;
    strbuf word; /* the state that cluster_beat told */
};

/* Remembers what is wrong. Returns false. */
bool cluster_fail(cluster *c);
bool cluster_refuse(cluster *c, const char *why);
/* cluster_schema.c: the tables are there and of our version; `create`: else they are made so. */
bool cluster_schema(cluster *c, bool create);
/* Runs a query to its end and frees it; `changed` may be NULL, else the one number of its one row. */
bool cluster_run(cluster *c, sql_query *q, uint64_t *changed);
/* As an array of BIGINT is written. */
void cluster_put_ids(strbuf *out, const cluster_ids *ids);
/* The kind of a chunk, as its column names it. */
cluster_kind cluster_kind_read(const char *name);
/* A text of the row, as a copy. */
char *cluster_text(sql_query *q, int column);

#endif

/* What is known of a cluster, for people, as JSON and as Prometheus text. */
#ifndef TANDEM_CLI_CLUSTER_CLUSTER_STATUS_H
#define TANDEM_CLI_CLUSTER_CLUSTER_STATUS_H

#include "base/strbuf.h"
#include "store/cluster.h"

typedef struct cluster_state {
    cluster_campaigns campaigns;
    cluster_agents agents;
} cluster_state;

void cluster_put_text(const cluster_state *s, strbuf *out);
void cluster_put_json(const cluster_state *s, strbuf *out);
void cluster_put_prometheus(const cluster_state *s, strbuf *out);

#endif

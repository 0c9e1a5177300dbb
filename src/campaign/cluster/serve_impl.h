/* Inside of an agent at work: what its files share. */
#ifndef TANDEM_CAMPAIGN_CLUSTER_SERVE_IMPL_H
#define TANDEM_CAMPAIGN_CLUSTER_SERVE_IMPL_H

#include "campaign/cluster/serve.h"

typedef struct service {
    const serve_setting *s;
    const serve_trade *trade;
    serve_counts *counts;
    pool *pool;
    serve_job *jobs;
    cluster_leases leases; /* that wait for a worker */
    double beat_due, poll_due, poll_pause, round_due, reconnect_due, reconnect_pause, idle_since;
    bool paused, ending; /* no more chunks are taken; and the agent ends */
    bool leaving;        /* for another campaign */
    bool dropped;        /* chunks that the server believes we have */
    char *error;
} service;

void service_complain(const service *v, const char *what, const char *why);

/* ---- The server (serve_line.c) --------------------------------------------------------------- */

void line_open(service *v);
/* After something failed: gone for a while, or for good? */
void line_failed(service *v);
bool line_is_away(const service *v);
/* What is due: connects again, is heard and hears, sends what waits, asks for work. */
void line_attend(service *v);
/* Sends a result and takes what comes next, or keeps it here. */
void line_deliver(service *v, const cluster_result *r);
/* The agent leaves this campaign. */
void line_close(service *v, bool give_back);

#endif

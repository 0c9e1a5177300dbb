/* `tandem race` on many machines: many races with seeds of their own, each on one machine from its beginning to its end, and
 * what came of them brought together. An evaluation is the same: each of its runs is one of them. */
#ifndef TANDEM_CLI_RACE_RACE_CLUSTER_H
#define TANDEM_CLI_RACE_RACE_CLUSTER_H

#include "cli/campaign_link.h"
#include "race/evaluate.h"
#include "race/outcome.h"

/* What the command says of it. */
typedef struct race_party {
    race_config config;
    journal journal; /* without a store */
    race_budget budget;
    double seconds; /* wall time of each race; 0: no limit */
    bool evaluate;
    uint64_t repetitions; /* races, or those of each algorithm */
    size_t best;          /* inputs whose mean is the margin */
    grammar *(*grammar_of)(void *context);
    void *context;
    const char *folder; /* of an agent: for what races keep while they run */
} race_party;

uint64_t race_party_units(const race_party *p);
/* The work of an agent (tasks_trade): a party is its context. */
void race_party_work(void *party, uint64_t unit, strbuf *result);

typedef struct race_meeting {
    const race_party *party;
    campaign_link *link;
    store *store;
    race *sum;                   /* of all races */
    race_evaluation *evaluation; /* NULL: none; its arrays have room */
    void (*tick)(void *context, const race *r);
    void (*found)(void *context, const finding *f);
    void (*complain)(void *context, const char *message);
    void *context;
    double solver_seconds;
    uint64_t done;
} race_meeting;

/* The coordinator: until all races are there (*finished) or it is interrupted. False with *error set (caller frees). */
bool race_meet(race_meeting *m, bool *finished, char **error);

/* race_away.c: prepares the race as its coordinator did, and gives `run` what workers do; an exit code. */
int race_as_agent(const agent_role *role, agent_tasks *run);

#endif

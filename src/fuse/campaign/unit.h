/* One unit of work of a campaign: a formula is made, put to the solvers, and judged. Runs in a
 * worker process. */
#ifndef TANDEM_FUSE_CAMPAIGN_UNIT_H
#define TANDEM_FUSE_CAMPAIGN_UNIT_H

#include "campaign/message.h"
#include "fuse/campaign/schedule.h"
#include "reduce/limits.h"
#include "solver/coverage.h"

/* Everything that a worker has from its supervisor by being its fork. */
typedef struct fuse_setting {
    uint64_t seed;
    seed_set *seeds;
    fuse_maker *maker;
    schedule *schedule;
    VEC(solver *) solvers; /* none: generation alone */
    judge_limits limits;
    const fuse_limits *bounds;          /* NULL: the defaults */
    const reduce_limits *reduce_bounds; /* the same */
    bool models;                        /* ask for models and check them */
    bool cores;
    bool proofs;
    /* are asked for and checked, of solvers that print Alethe */ /* ask for unsat cores and check them */
    bool vary_options;                                            /* vary the solvers' options */
    bool patient; /* ask all solvers, also after a time-out of the first */
    double reduce_seconds;
    const char *
        coverage; /* folder for formulas that reach new edges of the solvers; NULL: edges are not looked at */
    struct coverage *edges; /* of a worker; NULL: none */
    double cpu_told;        /* of a worker: its CPU time that was in reports */
    uint64_t small_from;    /* number of the first formula of strategy SMALL */
} fuse_setting;

typedef struct unit_run {
    size_t solver;
    runner_verdict verdict;
    double wall, cpu;
    uint64_t memory;
} unit_run;

typedef struct unit_report {
    uint64_t unit;
    fuse_plan plan; /* without weights */
    bool made;      /* false: no plan of this unit came to a formula */
    uint32_t dropped[FUSE_OUTCOME_COUNT];
    vec_u32 functions;
    vec_u32 edges; /* of the solvers, that this worker had not seen before */
    char *
        text; /* the formula with its label, where there are such edges and it can be a seed; else NULL */
    VEC(unit_run) runs; /* one for each solver that was asked */
    size_t bytes;       /* of the script */
    double solver_seconds, seconds;
    double cpu;     /* of the worker itself, without solvers, since its last report */
    double made_at; /* clock_wall when there was a formula; 0: there was none */
    bool unasked;   /* a solver could not be asked, which says nothing: not a part of messages */
} unit_report;

void unit_report_free(unit_report *report);
void unit_report_put(strbuf *out, const unit_report *report);
void unit_report_read(message_reader *r, unit_report *report);

/* Makes the formula of a unit under the weights that the schedule has now. `report` gets plan and
 * drops. False: no formula; else the caller calls fuse_release. */
bool unit_make(fuse_setting *s, uint64_t unit, fused *f, unit_report *report);
/* The unit as a whole; findings are in state SEEN. */
void unit_run_all(fuse_setting *s, uint64_t unit, unit_report *report, finding_list *findings);
/* A seed whose label the solvers and our evaluator contradict. */
typedef struct unit_doubt {
    size_t seed;
    char *why; /* NULL: no doubt; owned by the caller */
} unit_doubt;
/* Makes the formula again and asks whether the finding holds. One that rests on the label of a
 * doubtful seed is dismissed, and *doubt names the seed. */
void unit_confirm(fuse_setting *s, finding *f, unit_doubt *doubt);
/* Reduces a confirmed finding. */
void unit_reduce(fuse_setting *s, finding *f);
/* Prints the script of the unit as the campaign gave it to a solver of that dialect. */
void unit_print(fuse_setting *s, fused *f, smt_dialect dialect, strbuf *out);

#endif

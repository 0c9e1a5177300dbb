/* What to make next: weights for strategies, seeds and fusion functions.
 *
 * Units of work are numbered. A unit's plan follows from the campaign's seed, the unit's number and
 * the weights of its epoch (a fixed number of units); the weights are recorded before the first
 * unit of an epoch is given out, so that a campaign can be replayed although its weights were
 * learned from times. What leads to time-outs loses weight, what shows new behaviour gains. */
#ifndef TANDEM_FUSE_CAMPAIGN_SCHEDULE_H
#define TANDEM_FUSE_CAMPAIGN_SCHEDULE_H

#include "base/map.h"
#include "fuse/make/maker.h"

enum { SCHEDULE_EPOCH = 256 };

typedef struct schedule {
    const seed_set *seeds;
    const fuse_limits *limits;
    size_t n_functions;
    double strategies[FUSE_STRATEGY_COUNT]; /* 0: not used */
    double *by_seed;
    double *functions;
    vec_u32 sat, unsat, any; /* seeds by label */
    map behaviours;          /* those seen so far */
    uint64_t looked;         /* formulas whose edges were looked at, in this run */
    double usual;            /* bits of the number of new edges that they have */
} schedule;

/* `strategies`: a bit for each that may be used; those for which there are no seeds are not. */
schedule *schedule_new(const seed_set *seeds, size_t n_functions, unsigned strategies,
                       const fuse_limits *limits);
void schedule_free(schedule *s);
/* False: no strategy has the seeds it needs. */
bool schedule_possible(const schedule *s);

/* A seed that is not to be used any more. */
void schedule_drop(schedule *s, size_t which);
/* The same of a fusion function. */
void schedule_drop_function(schedule *s, size_t which);
/* The weights as bytes, and back (false: not made for these seeds and functions). */
void schedule_encode(const schedule *s, strbuf *out);
bool schedule_decode(schedule *s, const char *bytes, size_t n);

/* Draws a plan. function_weights points into the schedule. */
void schedule_plan(const schedule *s, rng *r, fuse_plan *plan);

/* What came of a unit. `behaviour` is a hash of everything that a solver showed. */
typedef struct schedule_lesson {
    fuse_strategy strategy;
    size_t first, second;
    const uint32_t *functions;
    size_t n_functions;
    bool timeout;
    bool covered; /* edges of a solver that was asked are looked at: */
    size_t edges; /* that no unit had reached before */
    uint64_t behaviour;
} schedule_lesson;
void schedule_learn(schedule *s, const schedule_lesson *lesson);

#endif

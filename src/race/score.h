/* What a pair of times is worth. */
#ifndef TANDEM_RACE_SCORE_H
#define TANDEM_RACE_SCORE_H

#include "smtlib/script/formula.h"
#include "race/limits/limits.h"
#include "solver/runner.h"

typedef enum race_objective {
    RACE_TIME,          /* PAR-2 of the targets less PAR-2 of the references, in seconds */
    RACE_RELATIVE,      /* the logarithm (base 2) of their quotient */
    RACE_MEMORY,        /* the difference of peak memories, in MiB */
    RACE_ANSWER_DIFFERS /* 1 when one says sat and another unsat */
} race_objective;

bool race_objective_read(const char *name, race_objective *o);

/* One solver on one input. */
typedef struct race_time {
    runner_verdict verdict;
    double seconds; /* CPU time of all its processes */
    uint64_t memory;
} race_time;

typedef struct race_rules {
    race_objective objective;
    double timeout;              /* CPU seconds of a run */
    size_t n_targets, n_solvers; /* targets come first */
    double tie_absolute;         /* seconds (or the objective's unit) that are no difference */
    double tie_relative;         /* part of the larger score that is none either */
    const race_limits *limits;   /* NULL: the defaults */
} race_rules;

static inline const race_limits *race_limits_of(const race_rules *rules)
{
    return LIMITS_OR(rules->limits, race_limits_default);
}

/* What need not be measured, of RACE_TIME: a score below `least` is as good as any other, so that
 * the solvers that come second are not run, or not to their limit, once it is certain. */
typedef struct race_need {
    double least;
    double quickest;       /* nothing is quicker for the references; 0: not known */
    bool references_first; /* else the targets */
} race_need;

/* Runs all solvers, or those that are needed (NULL: all); "unknown" after no time is the time of
 * those that were not run. False: stop, there are no times. */
typedef bool race_measure(void *context, term_bank *b, const formula *f, const race_need *need,
                          race_time *times);

/* PAR-2: twice the limit for a run that ended without an answer at its limit. An unknown or a crash
 * is no fast answer: for a reference it counts as twice the limit, for a target as the time that it
 * took. */
double race_par2(const race_rules *rules, const race_time *time, bool target);
/* Whether a solver was run. */
bool race_was_run(const race_time *time);
/* How long the references may take for a score of `least`, if the targets take so long (PAR-2). */
double race_patience(const race_rules *rules, const race_need *need, double targets);
/* The slowness that counts: of several targets the fastest, less the slowest reference. NaN: an
 * error, the input says nothing. */
double race_score(const race_rules *rules, const race_time *times);
/* -1: `now` is worse than `before`, 1: better, 0: no difference that can be told. */
int race_compare(const race_rules *rules, double now, double before);
/* Whatever scores less is worse. */
double race_worse(const race_rules *rules, double than);
/* Nothing is left to gain: the targets are at their limit, the references answer at once, which is
 * within a tenth of it or twice the quickest answer that they gave to anything (0: not known). */
bool race_saturated(const race_rules *rules, const race_time *times, double quickest);
/* sat here, unsat there. */
bool race_disagree(const race_rules *rules, const race_time *times);

#endif

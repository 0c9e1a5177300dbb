/* The inside of the searches. */
#ifndef TANDEM_RACE_SEARCH_IMPL_H
#define TANDEM_RACE_SEARCH_IMPL_H

#include "race/search.h"

/* An input that the search works on. */
typedef struct individual {
    formula formula;
    double score;
    bool saturated; /* nothing is left to gain */
} individual;

/* An input that is clearly slow, or that is given up and slow, tells more before the search goes on.
 *
 * First, which of its constructs can be taken out while it stays slow? That is delta debugging over
 * constructs: those that can go are acquitted, those that cannot are convicted, whatever else was
 * in the input. It begins with the hypothesis that it is those that were convicted last. What is
 * left is small; where it is still at the limit it is made smaller, as nothing can be seen there.
 * Then each that is left is given in larger doses: that tells those who do it from those who only
 * let it happen. */
typedef enum autopsy_phase {
    AUTOPSY_NONE,
    AUTOPSY_HYPOTHESIS,
    AUTOPSY_REMOVALS,
    AUTOPSY_SHRINKING,
    AUTOPSY_DOSES
} autopsy_phase;

enum { AUTOPSY_DOSED = 64 }; /* room for suspects that are given doses */

typedef struct autopsy {
    autopsy_phase phase;
    bool *present;                 /* by construct: in the body at the beginning */
    vec_u32 suspects;              /* constructs of the body that could not be taken out yet */
    vec_u32 convicts;              /* of the last autopsy */
    size_t groups, group;          /* they are taken out in so many groups; whose turn it is */
    uint32_t steps;                /* that are left of the phase */
    double normal, threshold;      /* an ordinary score; as slow as before */
    size_t dose;                   /* doses given */
    uint32_t risen[AUTOPSY_DOSED]; /* by suspect: doses that made it slower */
    uint64_t spent;                /* steps of all autopsies */
} autopsy;

/* How the climber changes its input. */
typedef enum climb_manner {
    CLIMB_INSERT, /* a construct, with new or old arguments */
    CLIMB_COPY,   /* a subterm that begins with the construct, from elsewhere in the input */
    CLIMB_GRAFT,  /* the same, from a seed */
    CLIMB_MANNERS
} climb_manner;

/* What the bandit does in a step. */
typedef enum strategy {
    STRATEGY_WORK,    /* on its input: climbs, or cuts it up */
    STRATEGY_PLAIN,   /* tries a new random input, as the grammar says */
    STRATEGY_LEARNED, /* tries one that is made of what was learned */
    STRATEGY_CROSS,   /* tries a child of two of the best */
} strategy;

typedef struct race_state {
    VEC(individual) population; /* one for the climbers */
    uint32_t idle;              /* steps since the last gain */
    bank_marks mark;            /* before any input was made */
    VEC(double) fresh;          /* scores of new random inputs, for their median */
    int level;                  /* of random inputs: how much larger than the grammar says */
    uint32_t easy;              /* random inputs since one was not quick on all solvers */
    double quickest;            /* answer of the references; 0: none yet */
    race_time *times, *again;   /* of the last measurement, and room for its repetition */
    double *before, *after;     /* occurrences of constructs */
    autopsy autopsy;
    agent *manners;    /* which manner gains */
    uint32_t *strides; /* by construct: how many are put in at once */
    bool reached;      /* an input was found from which nothing is left to gain */
    /* CPU seconds for the inputs that all solvers were run on, had these come first. */
    double targets_first, references_first;
    /* What autopsies left, and what was one step from the limit: the search starts anew from them,
     * too. */
    VEC(individual) seeds;
    VEC(individual) elite; /* the parents of children; not for the baselines */
    bool autopsied;        /* what the search works on is what an autopsy left */
} race_state;

static inline const race_limits *search_limits(const race *r)
{
    return race_limits_of(&r->config.rules);
}

typedef enum outcome { MEASURED, INVALID, STOPPED } outcome;

/* Measures an input, and keeps it if it is among the best. What would be a gain over `incumbent` is
 * measured again before it is believed; scores below `least` need not be told apart (-INFINITY:
 * all are). */
outcome search_measure(race *r, const formula *f, double incumbent, double least, double *score);
/* Of two measurements of each solver the better one stays in `times`: what disturbs a run makes it
 * slower, never faster. */
void search_merge(const race_rules *rules, race_time *times, const race_time *again);
void search_free_input(race_input *input);
/* Whether nothing is left to gain from the input that was measured last. */
bool search_saturated(const race *r);
/* Forgets all inputs that the search works on, and their terms. */
void search_clear(race *r);

/* Evidence. A new random input speaks about everything in it: is it slower or faster than others of
 * its kind? */
void learn_fresh(race *r, const formula *f, double score);
/* The construct that was put in answers for the change: -1, 0, 1. */
void learn_mutation(race *r, const formula *before, const formula *now, size_t arm, int change);
/* Solvers that do not know a construct refuse every input that has it: it is switched off. */
void learn_refusal(race *r, size_t arm, bool invalid);
/* What random inputs score; 0: none was measured yet. */
double learn_normal(const race *r);

/* A new random input for the population. */
outcome fresh_begin(race *r);
/* The same, beside the population of one. It takes over if it is better. */
outcome fresh_aside(race *r, bool learned);
/* Whether the references were not quick, so that there is nothing to gain from an input. */
bool fresh_hopeless(const race *r, double score);

/* What to do next. */
strategy portfolio_choose(race *r);
/* So slow that it is no chance. */
bool portfolio_is_slow(const race *r, double score);
/* A child of two of the elite, beside the population of one. It takes over if it is better. */
outcome elite_cross(race *r);
/* The input becomes one of the elite, if it is better than one of them. */
void elite_consider(race *r, const formula *f, double score);
/* An input that was tried beside the only one of the population takes its place if it is better,
 * and is freed if not. What is below `least` was not measured. */
void search_aside(race *r, individual *one, double least);

void search_restart(race *r);
/* One step of the climbers, bandit and mutation: one input that changes when that is better. */
outcome climb_step(race *r);
/* The input becomes a seed; its terms stay. */
void climb_keep_seed(race *r);
/* Chooses a construct that fits somewhere and puts it in. */
bool climb_propose(race *r, const formula *from, formula *to, size_t *arm);

/* Begins an autopsy of the only input of the population, if it is slow. */
bool autopsy_begin(race *r);
/* One measurement of it; phase AUTOPSY_NONE when it has ended. */
outcome autopsy_step(race *r);
/* Its second half: what is left is made smaller, and given doses. */
void autopsy_begin_doses(race *r);
outcome autopsy_shrink(race *r);
outcome autopsy_dose(race *r);

#endif

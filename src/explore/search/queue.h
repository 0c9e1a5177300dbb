/* The tests that wait to be traced, and the branches that were turned around already. */
#ifndef TANDEM_EXPLORE_SEARCH_QUEUE_H
#define TANDEM_EXPLORE_SEARCH_QUEUE_H

#include "base/rng.h"
#include "explore/search/explore.h"

/* What a solver's answer is expected to do: the decisions before the flipped one, and that one. */
typedef struct queue_expectation {
    bool any, pure;
    uint64_t prefix; /* hash of the decisions before */
    uint32_t n;      /* how many */
    uint32_t site, taken;
} queue_expectation;

typedef struct queue_entry {
    explore_test test;
    uint32_t gain, tries, generation;
    bool exhausted; /* nothing is left to turn around in it */
    queue_expectation expected;
    uint32_t arg_bytes,
        env_bytes; /* the room that its arguments and variables have at least: what was longer in the test
                                      that it was made of ends within its inputs, too */
    term_id
        goal; /* it was to reach a way that it did not reach: what that takes (flip_aim); 0: none */
    uint64_t goal_way; /* … and which way it is (queue_way) */
    uint32_t aims;     /* how often its followers may try once more */
    bool
        roomy; /* goes where a test that reached something new goes, and its numbers have more digits */
    uint32_t grown; /* of so many tests in a row each is a longer variant of the one before */
} queue_entry;

/* A way not taken of a condition of the last trace. */
typedef struct queue_flip {
    uint32_t condition, alternative;
    uint32_t class;  /* 0: a way that no run took; 1: in a new context; 2: on a new path; 3: an
                        address outside of its object */
    uint64_t often;  /* how often its site was turned around before */
    uint64_t key;    /* what is remembered of it */
    uint64_t prefix; /* hash of the decisions before */
    uint64_t path;   /* the same with the sizes of inputs and the values made concrete */
    uint32_t n;
} queue_flip;
typedef VEC(queue_flip) queue_flips;

typedef struct explore_queue {
    VEC(queue_entry *) entries;
    const queue_entry *chosen; /* is worked on: it stays when room is made for others */
    map taken;                 /* site and way -> 1: some run went there */
    map attempted;             /* keys of flips -> 1; 0: to be tried again */
    map attempts;              /* site and way -> how often */
    map at_site;               /* site -> how often */
    VEC(uint64_t) undecided;   /* keys of flips that were given up */
    map refuted;               /* site and way -> refutations since the last success */
    explore_order order;
    const explore_limits *limits;
    bool bounds; /* addresses are to leave their objects, too: somebody looks */
    rng random;
} explore_queue;

/* `limits` (NULL: the defaults) outlive it. */
void queue_init(explore_queue *q, explore_order order, uint64_t seed, const explore_limits *limits);
void queue_free(explore_queue *q);
/* Takes a copy of the test. */
queue_entry *queue_add(explore_queue *q, const explore_test *t, uint32_t gain, uint32_t generation);
/* The one to trace next; NULL: there is none. It stays until the next one is chosen. */
queue_entry *queue_choose(explore_queue *q);
/* Notes the decisions of a trace, if its run is a test: else others have to take them still. True when it
 * did what was expected of it (or nothing was). */
bool queue_note(explore_queue *q, explore_trace *t, const queue_expectation *expected,
                bool is_test);
/* What is worth turning around, best first. */
void queue_flips_of(explore_queue *q, explore_trace *t, bool is_test, queue_flips *flips);
/* To be called before each flip: false when another one has made it needless. */
bool queue_attempt(explore_queue *q, const explore_trace *t, const queue_flip *f);
/* Nothing is left: what was given up may be tried once more. False when there is no such thing. */
bool queue_revive(explore_queue *q);
/* It was not decided: may it be tried again, with a larger budget? */
bool queue_retry(explore_queue *q, const explore_trace *t, const queue_flip *f);
/* It cannot be taken: others are tried before it next time. */
void queue_refuted(explore_queue *q, const explore_trace *t, const queue_flip *f);
/* The terms of goals are about to be released. */
void queue_forget_goals(explore_queue *q);
/* The way of an alternative, or one that was taken, as it is remembered. */
uint64_t queue_way(const explore_trace *t, const queue_flip *f);
/* Whether the run came to where that way is: it went there, or where something may go wrong it was right. */
bool queue_came_to(const explore_trace *t, uint64_t way);
/* A run most likely went there. */
void queue_reached(explore_queue *q, const explore_trace *t, const queue_flip *f);

#endif

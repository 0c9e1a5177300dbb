/* Inside of the fuzzing teacher. */
#ifndef TANDEM_PROVE_RUN_FUZZ_IMPL_H
#define TANDEM_PROVE_RUN_FUZZ_IMPL_H

#include "base/rng.h"
#include "prove/run/fuzz_teacher.h"

enum { MAX_REPORTED = 64, MAX_HUNG = 256, MAX_CALL_ARGS = 48 };
#define REPORT_WORDS ((size_t)1 << 20) /* room for a run, or for coefficients */

/* A call that did not come back. */
typedef struct hung_call {
    uint32_t box;
    uint64_t args[MAX_CALL_ARGS];
} hung_call;

/* What a worker leaves behind; `words` has the run or the coefficients. */
typedef struct fuzz_report {
    uint32_t outcome;
    uint32_t cut, opaque;
    bool no_function; /* `opaque` answered differently */
    bool ran_far;
    uint64_t executions, states, counterexamples, deepest;
    hung_call current;
    uint32_t n_hung;
    hung_call hung[MAX_HUNG];
    uint32_t n_conjuncts;
    conjunct conjuncts[MAX_REPORTED];
    uint64_t n_words;
    word words[];
} fuzz_report;

/* States at one cut point that are worth going back to: frames, one after the other. */
typedef struct state_pool {
    word_vec frames;
    size_t n;    /* how many */
    size_t next; /* where the next one goes when it is full */
} state_pool;

typedef struct fuzzer {
    const fuzz_config *config;
    const vocabulary *v;
    machine *machine;
    reading_words reading;
    fuzz_report *report;
    rng rng;
    const frame_layout *layout;
    size_t n_frame;
    size_t n_state;        /* places of a frame that are part of the state: variables and cells */
    uint8_t *kinds;        /* of each place of a frame: place_kind */
    uint32_t *places;      /* of each plain number: its variable */
    portrait **portraits;  /* of each cut point */
    state_pool *pools;     /* of each cut point; of the entry: states from which a run began */
    state_pool *reached;   /* the same, but only states of runs from the entry */
    conjunct_vec universe; /* of all cut points, when conjuncts are chosen */
    bool *chosen;          /* of the universe; NULL: the portraits are what holds */
    word *frame, *scratch; /* the state that is tried */
    word_vec trace;        /* frames of the run so far */
    uint64_t odds;         /* inputs of the run change once in so many steps; 0: at each */
    uint64_t polls;
    bool expired;
} fuzzer;

/* What stands at a place of a frame. */
typedef enum place_kind { PLACE_NUMBER, PLACE_TRUTH, PLACE_FLOAT, PLACE_DOUBLE } place_kind;

/* ---- sampler.c: states ----------------------------------------------------------------------- */
void pool_add(fuzzer *f, state_pool *p, const word *frame);
/* Other inputs, in place. */
void sample_inputs(fuzzer *f, word *frame);
/* A state at the entry. */
void sample_start(fuzzer *f, word *frame);
/* A state at a cut point that may be in the candidate; fuzzer_inside tells. */
void sample_state(fuzzer *f, uint32_t cut, word *frame);
/* Whether the frame is in the candidate at the cut point. */
truth fuzzer_inside(fuzzer *f, uint32_t cut, const word *frame);

/* Shows the portrait of a cut point a state. */
void fuzzer_show(fuzzer *f, uint32_t cut, const word *frame);

/* ---- fuzz_learn.c: the phases ---------------------------------------------------------------- */
void fuzzer_run(fuzzer *f);
bool fuzzer_expired(fuzzer *f);

/* ---- fuzz_choose.c: a few conjuncts ---------------------------------------------------------- */
/* Why the chosen conjuncts are no invariant: a step from `state`. */
typedef struct breach {
    bool found;
    uint32_t cut;
    bool fault; /* else the step leads out, to `after` at `after_cut` */
    uint32_t after_cut;
    word *state, *after;
} breach;

typedef struct chooser {
    fuzzer *f;
    breach last;
    word_vec broken; /* states that had to be excluded: cut point, frame */
    size_t n_broken;
} chooser;

/* Is there a step out of the chosen conjuncts, or a fault from them? It is in c->last then; so many
 * states are tried, which are added to *tried (may be NULL). */
bool chooser_breaks(chooser *c, uint64_t wanted, uint64_t *tried);
/* FUZZ_NO_ANSWER: a portrait has changed, or the time is over. */
fuzz_teach_outcome fuzzer_choose(fuzzer *f);
/* Forgets the choice. */
void fuzzer_unchoose(fuzzer *f);

/* ---- fuzz_sentence.c: those of a sentence ---------------------------------------------------- */
/* FUZZ_HOLDS: the conjuncts of a sentence are chosen, and no counterexample was found.
 * FUZZ_TOO_WEAK: each sentence has one. */
fuzz_teach_outcome sentences_grow(chooser *c, uint64_t wanted, uint64_t *tried);

#endif

/* The inside of the search: what its files share. */
#ifndef TANDEM_FUZZ_SEARCH_SEARCH_IMPL_H
#define TANDEM_FUZZ_SEARCH_SEARCH_IMPL_H

#include "base/rng.h"
#include "box/worker/news.h"
#include "fuzz/ranges/ranges.h"
#include "fuzz/sweep/domain.h"
#include "fuzz/values/vmutate.h"
#include "fuzz/words/invert.h"
#include "fuzz/search/observe.h"
#include "fuzz/words/runner.h"
#include "fuzz/search/search.h"
#include "fuzz/search/tried.h"

/* Inputs that showed something new, the latest ones (wander.c). */
enum { KEPT_INPUTS = 64 };
typedef struct kept_inputs {
    uint64_t *words;             /* KEPT_INPUTS rows */
    uint8_t *bytes[KEPT_INPUTS]; /* of mixed bytecode: their values */
    uint32_t steps[KEPT_INPUTS]; /* how far the boxes went there */
    uint64_t n;                  /* ever kept; number i is in row i % KEPT_INPUTS */
    uint32_t n_pairs;            /* of `now`: what was compared there */
    box_pair pairs[BOX_PAIRS];
} kept_inputs;

enum { SEARCH_OUTCOMES = 16 };
typedef struct search {
    const term_bank *bank;
    const fuzz_bytecode *p;
    fuzz_machine *m, *spare; /* registers of `now`, and room for those of a trial */
    const fuzz_search_config *config;
    const fuzz_limits *limits;
    fuzz_shared *shared;
    rng r;
    size_t n;                  /* inputs */
    uint64_t *now, *trial;     /* input words */
    vec_u32 changed;           /* inputs in which they may differ */
    uint64_t distance;         /* of `now` */
    uint64_t hash, trial_hash; /* of `now` and `trial` (tried.h) */
    bool choosy;               /* there are so many inputs that none need be tried twice */
    fuzz_tried tried;
    vec_u32 failing; /* constraints that do not hold there */
    fuzz_machine second;
    uint64_t since_progress;
    uint64_t next_look;  /* executions, before the next look at the clock and the bank */
    bool full;           /* the bank, and it cannot be released */
    bool keeping;        /* until weights are raised: what holds must go on holding */
    uint32_t pressure;   /* how often weights were raised since the start */
    uint8_t *depends;    /* by register: on some input */
    fuzz_fit *fits;      /* by register: its sort */
    vec_u32 *related;    /* by constraint: the inputs it depends on */
    VEC(uint64_t) words; /* constants of the formula */
    vwords values;       /* of mixed bytecode: the same of all sorts */
    bank_marks mark;     /* the same: what stays when the bank is released */
    fuzz_range *ranges;  /* by register */
    bool snaps;          /* inputs have lists or residue classes … */
    sweep_domain domain; /* … by input; else it is empty */
    fuzz_wants wants;    /* of a walk */
    fuzz_runner runner;
    fuzz_observations *seen;
    uint64_t
        outcomes[SEARCH_OUTCOMES]; /* of the first boxes: the results that were seen, as bits */
    kept_inputs kept;
    /* What the machine called before the search remembers what it sees. */
    bool (*call)(void *context, uint32_t box, const uint64_t *args, uint64_t *result);
    void *context;
} search;

static inline unsigned search_width(const search *s, size_t i)
{
    return s->p->code.at[s->p->inputs.at[i].reg].width;
}

/* snap.c */
void search_find_snaps(search *s);
/* A word near this one that no constraint on the input alone excludes. */
uint64_t search_snap(const search *s, size_t i, uint64_t word);
/* Another such word: the next, the one before, any; false: all words are such. */
bool search_other_snap(search *s, size_t i, uint64_t now, uint64_t *word);

/* Any word as one of the sort of input `i`, and of its range where that is easy. */
static inline uint64_t search_fit(const search *s, size_t i, uint64_t word)
{
    uint32_t reg = s->p->inputs.at[i].reg;
    if (fuzz_is_value(s->p, reg))
        return word;
    word = fuzz_range_fit(&s->ranges[reg], fuzz_fit_cut(&s->fits[reg], word));
    return s->snaps ? search_snap(s, i, word) : word;
}

/* points.c */
/* Where the search begins, the next time it begins: `now`. */
void search_start_point(search *s);
/* Keeps `now` in the shared area, if it is the best so far, or an answer. */
void search_note_best(search *s);
/* The values of a point as bytes, and back; of words alone there are none. */
bool search_pack(const search *s, const uint64_t *words, uint8_t **bytes);
bool search_unpack(const search *s, const uint8_t *bytes, uint64_t *words);
/* Gives back the values of the bank but those of `now`, if there are many: false when that is
 * impossible. */
bool search_clean(search *s);

/* Computes the hash of `now`, which is tried. */
void search_hash(search *s);

/* search.c */
/* Runs `now` as a start: its distance, what fails there. */
void search_settle(search *s);
/* A trial, run: its distance; then it becomes `now`, or not. */
uint64_t search_try(search *s);
void search_keep_trial(search *s, uint64_t distance);
void search_drop_trial(search *s);
/* Told to end, or out of time, or of memory for values (s->full). */
bool search_is_over(search *s);

/* wander.c */
/* Remembers what was compared in the last execution, that of `now`. */
void search_take_pairs(search *s);
/* From inputs that showed something new (config->news), until the budget is used up. */
fuzz_outcome search_wander(search *s);
void search_wander_free(search *s);

/* moves.c */
/* A word for input `i` whose value is `now`: a constant of the formula, another input, a
 * neighbour. */
uint64_t search_some_word(search *s, size_t i, uint64_t now);
/* Makes `trial` a neighbour of `now`, which it equals before. */
void search_propose(search *s);
/* The same, with no eye on what is wanted. */
void search_vary(search *s);
/* The same, farther away. */
void search_scatter(search *s);

#endif

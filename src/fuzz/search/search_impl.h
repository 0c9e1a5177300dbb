/* The inside of the search: what its files share. */
#ifndef TANDEM_FUZZ_SEARCH_SEARCH_IMPL_H
#define TANDEM_FUZZ_SEARCH_SEARCH_IMPL_H

#include "base/rng.h"
#include "fuzz/ranges/ranges.h"
#include "fuzz/values/vmutate.h"
#include "fuzz/words/invert.h"
#include "fuzz/search/observe.h"
#include "fuzz/words/runner.h"
#include "fuzz/search/search.h"
#include "fuzz/search/tried.h"

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
    fuzz_wants wants;    /* of a walk */
    fuzz_runner runner;
    fuzz_observations *seen;
    /* What the machine called before the search remembers what it sees. */
    bool (*call)(void *context, uint32_t box, const uint64_t *args, uint64_t *result);
    void *context;
} search;

static inline unsigned search_width(const search *s, size_t i)
{
    return s->p->code.at[s->p->inputs.at[i].reg].width;
}

/* Any word as one of the sort of input `i`, and of its range where that is easy. */
static inline uint64_t search_fit(const search *s, size_t i, uint64_t word)
{
    uint32_t reg = s->p->inputs.at[i].reg;
    if (fuzz_is_value(s->p, reg))
        return word;
    return fuzz_range_fit(&s->ranges[reg], fuzz_fit_cut(&s->fits[reg], word));
}

/* points.c */
/* Where the search begins, the next time it begins: `now`. */
void search_start_point(search *s);
/* Keeps `now` in the shared area, if it is the best so far, or an answer. */
void search_note_best(search *s);
/* Gives back the values of the bank but those of `now`, if there are many: false when that is
 * impossible. */
bool search_clean(search *s);

/* Computes the hash of `now`, which is tried. */
void search_hash(search *s);

/* moves.c */
/* A word for input `i` whose value is `now`: a constant of the formula, another input, a
 * neighbour. */
uint64_t search_some_word(search *s, size_t i, uint64_t now);
/* Makes `trial` a neighbour of `now`, which it equals before. */
void search_propose(search *s);
/* The same, farther away. */
void search_scatter(search *s);

#endif

/* Making test formulas from seeds.
 *
 * A plan (strategy, seeds, and the weights that were in force) and a random stream decide the
 * formula: the same ones give the same text. Everything that a call creates in the seeds' bank is
 * gone after fuse_release. */
#ifndef TANDEM_FUSE_MAKE_MAKER_H
#define TANDEM_FUSE_MAKE_MAKER_H

#include "base/rng.h"
#include "fuse/limits.h"
#include "fuse/seeds/seeds.h"
#include "judge/judge.h"

/* FUSE_STRATEGY(id, name, seeds needed, what it does) */
#define FUSE_STRATEGIES(FUSE_STRATEGY)                                                             \
    FUSE_STRATEGY(SAT, "sat-fusion", "two satisfiable seeds, conjoined and fused")                 \
    FUSE_STRATEGY(UNSAT, "unsat-fusion", "two unsatisfiable seeds, disjoined and fused")           \
    FUSE_STRATEGY(MIXED_SAT, "mixed-sat", "a satisfiable and an unsatisfiable seed, disjoined")    \
    FUSE_STRATEGY(MIXED_UNSAT, "mixed-unsat",                                                      \
                  "a satisfiable and an unsatisfiable seed, conjoined")                            \
    FUSE_STRATEGY(CONCAT, "concat", "two seeds side by side, nothing fused: a baseline")           \
    FUSE_STRATEGY(RECOMBINE, "recombine", "subformulas of a seed put together under its model")    \
    FUSE_STRATEGY(OPERATORS, "operators", "operators exchanged for others of the same type")       \
    FUSE_STRATEGY(TYPED, "typed", "subterms exchanged for generated ones of the same sort")        \
    FUSE_STRATEGY(ATOMS, "atoms", "the frame of a seed with other atoms, generated ones")          \
    FUSE_STRATEGY(PLANTED, "planted", "random assertions that are true of random values")          \
    FUSE_STRATEGY(INCREMENTAL, "incremental", "a script with push, pop and assumptions")           \
    FUSE_STRATEGY(BOXED, "boxed", "two seeds fused; a part is a closed box to solvers with boxes") \
    FUSE_STRATEGY(SMALL, "small", "the smallest formulas of small theories, one after the other")

typedef enum fuse_strategy {
#define FUSE_STRATEGY(id, name, help) FUSE_##id,
    FUSE_STRATEGIES(FUSE_STRATEGY)
#undef FUSE_STRATEGY
        FUSE_STRATEGY_COUNT
} fuse_strategy;

const char *fuse_strategy_name(fuse_strategy s);
bool fuse_strategy_read(const char *name, fuse_strategy *s);

typedef struct fuse_plan {
    fuse_strategy strategy;
    size_t first, second;           /* seeds */
    const double *function_weights; /* fuse_function_count of them; NULL: all equal */
    uint64_t number;                /* of the formula, for strategy SMALL */
    bool quick;                     /* without models of seeds for which much is to be searched */
} fuse_plan;

/* Why a formula was dropped. */
typedef enum fuse_outcome {
    FUSE_MADE,
    FUSE_NO_PAIR,     /* no two variables of one sort, or the seeds do not suit the strategy */
    FUSE_UNCERTIFIED, /* the evaluator could not confirm the fused model (a division by zero, say)
                       */
    FUSE_TOO_LARGE,
    FUSE_OUTCOME_COUNT
} fuse_outcome;

const char *fuse_outcome_name(fuse_outcome o);

/* Part of a formula as a closed box, for solvers that know boxes (boxed.c). */
typedef struct fuse_box {
    decl_id decl;
    char *source; /* C */
    term_id term; /* of the formula, once it is complete: `call` stands for it */
    term_id call;
} fuse_box;

/* Where a formula comes from, beside its triplets. */
typedef struct fuse_origin {
    fuse_strategy strategy;
    size_t seeds[2];
    uint64_t number;  /* of strategy SMALL */
    const char *what; /* was done: lives for ever; NULL: nothing more is told */
    size_t count;     /* how often */
} fuse_origin;

typedef struct fused {
    formula
        formula; /* after fuse_complete; of an incremental script: what is asserted at its last check */
    strbuf script;        /* INCREMENTAL only, after fuse_complete: the whole script; else empty */
    answer_list expected; /* one for each check */
    certainty certain;
    term_model *model; /* of CERTAIN_MODEL, after fuse_complete: the fused model; else NULL */
    fuse_origin origin;
    strbuf story;      /* of fuse_story */
    vec_u32 functions; /* numbers of the fusion functions used, for the scheduler */
    bank_marks mark;   /* what was there before it; for fuse_release */
    bool made, complete;
    fuse_box *box;              /* BOXED only; else NULL */
    struct fuse_layout *layout; /* for fuse_print; NULL: it is like any other formula */
} fused;

typedef struct fuse_config {
    const fuse_limits *limits; /* NULL: the defaults */
    uint32_t max_triplets;     /* in one formula; 0: 4 */
    double occurrence;         /* of the occurrences of a variable, the part replaced; 0: random */
    size_t max_size;           /* formula_size; 0: 20000 */
    const char *table;         /* file with the user's fusion functions; NULL: none */
} fuse_config;

typedef struct fuse_maker fuse_maker;

/* NULL with *error set (caller frees): the table cannot be read, or an entry is no fusion function
 * (the SMT engine refutes its inversion). */
fuse_maker *fuse_maker_new(seed_set *seeds, const fuse_config *config, char **error);
void fuse_maker_free(fuse_maker *m);
/* `out` need not be initialised. If the outcome is not FUSE_MADE there is nothing to release, and
 * releasing does no harm. */
fuse_outcome fuse_make(fuse_maker *m, const fuse_plan *plan, rng *r, fused *out);
/* How it was made, in lines: the seeds, each triplet with its function. Of few formulas anybody asks. Lives as long as `f`. */
const char *fuse_story(fuse_maker *m, fused *f);
/* Most formulas are only printed, which needs no terms: this makes them, and all of the model. */
void fuse_complete(fuse_maker *m, fused *out);
/* Frees the result and everything that was created in the bank since it was begun (printing makes
 * terms, too); the last made is the first released. */
void fuse_release(fuse_maker *m, fused *out);

/* The script (of an incremental one: itself), as formula_print would write it but quickly: most of
 * the text was printed before. Differs in layout and in declaring what has no occurrence left. */
void fuse_print(fuse_maker *m, fused *f, smt_dialect dialect, const char *before, const char *after,
                strbuf *out);

/* The same of a BOXED formula, in our own dialect, with the box instead of the term. */
void fuse_print_boxed(fuse_maker *m, fused *f, const char *before, const char *after, strbuf *out);

/* How many formulas strategy SMALL has; some are left out since another is the same. */
uint64_t fuse_small_count(fuse_maker *m);

/* The fusion functions, built-in and the user's. */
size_t fuse_function_count(const fuse_maker *m);
const char *fuse_function_name(const fuse_maker *m, size_t i);

#endif

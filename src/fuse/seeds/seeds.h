/* The seeds of a campaign: formulas whose answer is known, read once into one bank.
 *
 * A satisfiable seed without quantifiers keeps a model that our evaluator confirmed; it is found on
 * demand by the SMT engine and kept in a cache file, so that a second campaign starts at once. */
#ifndef TANDEM_FUSE_SEEDS_SEEDS_H
#define TANDEM_FUSE_SEEDS_SEEDS_H

#include <signal.h>

#include "campaign/suite.h"
#include "base/text.h"
#include "fuse/limits.h"
#include "smtlib/script/formula.h"
#include "term/value/model.h"

typedef struct seed {
    char *path;
    formula formula;
    answer label; /* SAT or UNSAT; NONE: only for differential strategies */
    bool quantified;
    bool quarantined;  /* its label is doubtful: not used any more */
    vec_u32 constants; /* free constants that occur free (decl_id) */
    term_model *model; /* confirmed; NULL: none yet (see seeds_model), or none can be had */
    uint32_t stages;   /* of the search for it that are over; the last found it, if one did */
    unsigned theories; /* bits of fuse/seeds/logic.h: what the formula needs */
    size_t size;       /* formula_size */
} seed;

typedef struct seed_set {
    term_bank *bank;
    VEC(seed) seeds;
    text_list messages;            /* one for each file that could not be used */
    struct seed_searching *search; /* of models; NULL: they are not looked for */
} seed_set;

/* Files that cannot be read are left out, with a message. `label`: for all of them, stronger than
 * what files say; ANSWER_NONE: by :status, name or folder. */
seed_set *seeds_load(const suite *files, answer label);
void seeds_free(seed_set *s);
/* Files with models; each may be NULL. */
typedef struct seed_caches {
    const char *own;    /* of the campaign: its formulas are made again with the same models */
    const char *shared; /* of all campaigns of this user */
} seed_caches;

/* How models are looked for. */
typedef struct seed_search {
    double
        seconds; /* for a seed, at most; about: steps of the engine are counted (the limit model_units) */
    seed_caches caches;
    const fuse_limits *limits;              /* NULL: the defaults */
    const volatile sig_atomic_t *interrupt; /* may be NULL */
} seed_search;

/* From now on models are looked for, each when it is first asked for: in the caches, the own one before the other, then
 * by the engine, and kept in both. Which model a seed gets depends on the seed and on how much is searched, and not on
 * caches or on how busy the machine is. Several processes may search with the same files. */
void seeds_search(seed_set *s, const seed_search *how);
void seeds_end_search(seed_set *s);
/* The model of a satisfiable seed without quantifiers that our evaluator confirmed; NULL: there is none, or nobody has
 * called seeds_search. `quick`: only if it can be found with little (the limit model_quick). Makes terms that stay. */
const term_model *seeds_model(seed_set *s, size_t number, bool quick);
/* Looks for all of them, now; after seeds_search. tick may be NULL. */
void seeds_find_models(seed_set *s, void (*tick)(void *context, size_t done, size_t of),
                       void *context);

#endif

/* The seeds of a campaign: formulas whose answer is known, read once into one bank.
 *
 * A satisfiable seed without quantifiers keeps a model that our evaluator confirmed; it is found on
 * demand by the SMT engine and kept in a cache file, so that a second campaign starts at once. */
#ifndef TANDEM_FUSE_SEEDS_SEEDS_H
#define TANDEM_FUSE_SEEDS_SEEDS_H

#include <signal.h>

#include "campaign/suite.h"
#include "base/text.h"
#include "smtlib/script/formula.h"
#include "term/value/model.h"

typedef struct seed {
    char *path;
    formula formula;
    answer label; /* SAT or UNSAT; NONE: only for differential strategies */
    bool quantified;
    bool quarantined;  /* its label is doubtful: not used any more */
    vec_u32 constants; /* free constants that occur free (decl_id) */
    term_model *model; /* confirmed; NULL: none yet, or none can be had */
    bool model_tried;
    unsigned theories; /* bits of fuse/seeds/logic.h: what the formula needs */
    size_t size;       /* formula_size */
} seed;

typedef struct seed_set {
    term_bank *bank;
    VEC(seed) seeds;
    text_list messages; /* one for each file that could not be used */
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

/* Asks the engine for models of all satisfiable, quantifier-free seeds that have none, `seconds`
 * each at most; the caches are read first, the own one before the other, and written after. What a
 * cache says counts only when our evaluator confirms it. tick may be NULL. */
void seeds_find_models(seed_set *s, double seconds, const seed_caches *caches,
                       void (*tick)(void *context, size_t done, size_t of), void *context,
                       const volatile sig_atomic_t *interrupt);

#endif

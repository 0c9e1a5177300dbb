/* The seeds of a campaign as the maker uses them: in the first role under their own names, in the
 * second under new ones, so that any two (also a seed and itself) can stand in one formula. Made
 * when first asked for, and kept. */
#ifndef TANDEM_FUSE_SEEDS_PREPARED_H
#define TANDEM_FUSE_SEEDS_PREPARED_H

#include "fuse/seeds/rename.h"
#include "fuse/seeds/seeds.h"
#include "fuse/seeds/side_text.h"
#include "fuse/seeds/term_texts.h"
#include "term/eval/eval.h"

enum { DIALECT_COUNT = DIALECT_CVC4 + 1 };

typedef enum seed_role { ROLE_FIRST, ROLE_SECOND, ROLE_COUNT } seed_role;

typedef struct prepared_seed {
    bool ready[ROLE_COUNT];
    formula formula[ROLE_COUNT];
    side sides[ROLE_COUNT];
    side_text *texts[ROLE_COUNT][DIALECT_COUNT][FRAME_COUNT];
    renamer names;                 /* of the second role */
    term_model *second;            /* the seed's model under the names of the second role */
    evaluator *values[ROLE_COUNT]; /* remembers the values of all subterms under the model */
    bool holds[ROLE_COUNT];        /* all assertions are true there */
    term_vec truths[ROLE_COUNT];   /* formulas without variables that have a value there */
} prepared_seed;

typedef struct prepared {
    seed_set *seeds;
    char *suffix;
    uint64_t literals;               /* handles of a side that are literals, at most */
    uint64_t compound;               /* the same of compound terms */
    prepared_seed *all;              /* one for each seed */
    term_texts terms[DIALECT_COUNT]; /* subterms of seeds by themselves */
} prepared;

void prepared_init(prepared *p, seed_set *seeds, uint64_t literals, uint64_t compound);
void prepared_free(prepared *p);
/* These make terms that stay: not to be called after a mark that will be released. */
side *prepared_side(prepared *p, size_t number, seed_role role);
const formula *prepared_formula(prepared *p, size_t number, seed_role role);
/* NULL: the seed has no confirmed model. */
const term_model *prepared_model(prepared *p, size_t number, seed_role role);

/* An evaluator that has seen all assertions under that model; NULL: there is none. */
const evaluator *prepared_values(prepared *p, size_t number, seed_role role);
/* Subterms that are formulas without free variables and have a value there; after prepared_values. */
const term_vec *prepared_truths(prepared *p, size_t number, seed_role role);
/* Whether it found all of them true. */
bool prepared_holds(prepared *p, size_t number, seed_role role);
/* This makes nothing that stays in the bank. */
const side_text *prepared_text(prepared *p, size_t number, seed_role role, smt_dialect dialect,
                               text_frame frame);

#endif

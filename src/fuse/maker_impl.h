/* What the files of the maker share. Not for others: use fuse/maker.h. */
#ifndef TANDEM_FUSE_MAKER_IMPL_H
#define TANDEM_FUSE_MAKER_IMPL_H

#include "fuse/functions.h"
#include "fuse/maker.h"
#include "fuse/prepared.h"

enum { MOST_TRIPLETS = 16 };

/* How a fused formula was put together, for printing. */
typedef struct fuse_layout {
    size_t seeds[2];
    side_changes changes[2];
    vec_u32 fresh; /* declarations */
    bool disjoined;
    term_vec constraints; /* that are asserted */
} fuse_layout;

void fuse_layout_free(fuse_layout *l);

struct fuse_maker {
    seed_set *seeds;
    term_bank *bank;
    fuse_config config;
    prepared seeds_ready;
    symbol_id *names; /* that no seed uses, for fresh constants */
    uint32_t n_names;
};

/* A formula in the making: what the strategies fill. */
typedef struct making {
    fuse_maker *m;
    const fuse_plan *plan;
    rng *r;
    fused *out;
    const seed *seeds[2];
    side *sides[2];
    const term_model *models[2]; /* NULL: none */
    const evaluator *values[2];  /* of the models */
    evaluator *evaluator;        /* of the result's model */
    fusion fusions[MOST_TRIPLETS];
    const handle *handles[MOST_TRIPLETS][2];
    uint32_t n_fusions, names_used;
    term_vec parts[2]; /* the assertions of each seed, after replacements */
    unsigned needs;    /* of the logic */
} making;

/* Chooses handles of both sides, functions for them, and replaces. False: there is no pair. With
 * `total`, only functions that keep any formula satisfiable. */
bool making_fuse(making *w, bool total);
/* Puts both sides' assertions into w->parts; false: they became too large. */
bool making_collect(making *w);
/* Asserts the constraints of all triplets. */
void making_constraints(making *w);
/* Gives the result a model: those of the seeds (where a seed has none, and `any` says so, random
 * values) and the values of the fresh constants. False: there is no such model. */
bool making_model(making *w, const bool any[2]);
/* Are all these terms true in it? */
bool making_certify(making *w, const term_vec *terms);

#endif

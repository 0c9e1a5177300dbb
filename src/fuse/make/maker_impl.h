/* What the files of the maker share. Not for others: use fuse/maker.h. */
#ifndef TANDEM_FUSE_MAKE_MAKER_IMPL_H
#define TANDEM_FUSE_MAKE_MAKER_IMPL_H

#include "fuse/functions/functions.h"
#include "fuse/functions/user_table.h"
#include "fuse/make/maker.h"
#include "fuse/seeds/prepared.h"
#include "generate/generate.h"

enum {
    MOST_TRIPLETS = 16,
    FEW_NODES =
        100 /* nodes of a tree that is printed as one, whether something is in it twice or not */
};

typedef enum script_step_kind { STEP_ASSERT, STEP_PUSH, STEP_POP, STEP_CHECK } script_step_kind;

typedef struct script_step {
    script_step_kind kind;
    term_id term;    /* of STEP_ASSERT */
    uint32_t number; /* of levels; of assumptions */
} script_step;

/* A triplet, to be told of. */
typedef struct told_triplet {
    term_id x, y;
    decl_id z;
} told_triplet;

/* How a fused formula was put together, for printing. */
typedef struct fuse_layout {
    size_t seeds[2];
    int sides;   /* of them that are in it; 0: it stands by itself */
    bool whole;  /* the assertions are new, with subterms of the seeds */
    bool small;  /* the constraints have at most FEW_NODES nodes as trees, and no binder */
    bool shares; /* what is in a constraint twice is printed once, as in any formula */
    side_changes changes[2];
    vec_u32 fresh;              /* declarations */
    VEC(told_triplet) triplets; /* in the order of the result's functions */
    bool disjoined;
    term_vec constraints;   /* that are asserted */
    VEC(script_step) steps; /* of an incremental script */
    term_vec assumptions;   /* of its checks, one after the other */
    term_vec parts[2];      /* of its seeds: their assertions after the changes */
} fuse_layout;

void fuse_layout_free(fuse_layout *l);
/* An empty one, and one that is not needed any more (NULL: none). */
fuse_layout *fuse_layout_take(fuse_maker *m);
void fuse_layout_drop(fuse_maker *m, fuse_layout *l);
/* Puts what was replaced in one of its seeds into that side again. */
void fuse_layout_apply(const fuse_layout *l, int which, side *s);
/* The script of an incremental result. */
void fuse_print_script(fuse_maker *m, const fused *f, smt_dialect dialect, strbuf *out);

/* A fusion function for two sorts: how likely it is for them, and with the sides exchanged. */
typedef struct suitable {
    uint32_t function;
    double there, back;
} suitable;
typedef VEC(suitable) suitable_list;

/* Terms of a seed that a box can be made of. */
typedef struct boxable_side {
    bool ready;
    vec_u32 nodes; /* of the side */
    vec_u32 uses;  /* by node: an edge to it */
} boxable_side;

/* A text that is put into others: of a term, in a buffer. */
typedef struct printed_term {
    term_id term;
    text_piece piece;
} printed_term;

/* What printing one formula needs for a while; the memory is used again. */
typedef struct print_scratch {
    strbuf text; /* of all replacements */
    VEC(printed_term) replaced;
    text_patches patches;
} print_scratch;

struct fuse_maker {
    seed_set *seeds;
    term_bank *bank;
    fuse_config config;
    const fuse_limits *limits;
    prepared seeds_ready;
    symbol_id *names; /* that no seed uses, for fresh constants */
    uint32_t n_names;
    user_table users;
    bool forbidden[OP_COUNT]; /* in generated terms */
    generate_table *generated;
    struct small_set *small;
    evaluator *evaluator; /* for one formula after the other; NULL: none yet */
    term_model *spare;    /* a model that was used; NULL: none */
    map pairs;            /* two sorts -> number in `suitable` + 1 */
    VEC(suitable_list) suitable;
    map logics;      /* what was needed, and the logics of the seeds -> logic */
    VEC(bool) plain; /* by symbol: is printed as it is */
    print_scratch scratch;
    fuse_layout *spare_layout;     /* that was used; NULL: none */
    boxable_side *boxable;         /* ROLE_COUNT for each seed; NULL: none was asked for */
    struct plant_scratch *planted; /* of planted.c; NULL: none yet */
    term_vec spare_assertions;     /* of a formula that was used */
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
    bool owns_model[2];          /* the seed's model is part of it */
    fusion fusions[MOST_TRIPLETS];
    uint32_t n_fusions, names_used;
    term_vec parts[2];  /* the assertions of each seed, after replacements */
    unsigned needs;     /* of the logic */
    term_vec variables; /* what generated terms are made of */
    generate_groups groups;
    vec_u32 sorts;
} making;

/* Begins the model of the result: for each seed its own model, or random values, or nothing. False:
 * the models contradict each other, or one that is needed is missing. */
typedef enum model_use { MODEL_OWN, MODEL_RANDOM, MODEL_UNUSED } model_use;
bool making_begin_model(making *w, model_use first, model_use second);
/* The model of the result, empty, and its evaluator. */
void making_open_model(making *w, const eval_config *config);
/* It is not needed: the next formula may use its memory. */
void making_drop_model(fuse_maker *m, fused *out);
/* Chooses handles of both sides, functions for them, and replaces. With a model, only what is true
 * in it; without one and `total`, only functions that keep any formula satisfiable. False: there is
 * no pair. */
bool making_fuse(making *w, bool total);
/* The beginning of a layout, with so many of the seeds and what was replaced in them. */
void making_record(making *w, int sides);
/* The layout of assertions that have nothing of the seeds, over these fresh constants. */
void making_record_new(making *w, const decl_id *fresh, size_t n);
/* What the fresh constants of the layout need: they are declared whether they occur or not. */
unsigned making_fresh_needs(const making *w);
/* Is the result larger than it may be? */
bool making_is_large(const making *w);
/* Writes down what was replaced where, which is all that printing needs; false: it became too large. */
bool making_lay_out(making *w);
/* The same, and puts both sides' assertions into w->parts. */
bool making_collect(making *w);
/* The constraints of all triplets become assertions. */
void making_constraints(making *w);
/* Are all these terms true in the model of the result? */
bool making_certify(making *w, const term_vec *terms);
/* The result is sat: by the model if there is one and `truths` are true in it, else by construction
 * (from the labels of the seeds). */
fuse_outcome making_sat(making *w, const term_vec *truths);
/* Whether all assertions of a seed were true in its model. */
bool making_holds(making *w, int which);
/* The same of what was laid out, where all handles had the value of what stands for them: these seeds' assertions
 * are true after it if they were before, and nothing need be evaluated. */
fuse_outcome making_laid_sat(making *w, bool first, bool second);
fuse_outcome making_unsat(making *w);
/* Nothing is known of the result, unless the model happens to satisfy it. */
fuse_outcome making_open(making *w);

/* Hides a part of the result in a box; false: it has none that can be. */
bool making_box(making *w);
void fuse_box_free(fuse_box *box);
void fuse_boxable_free(fuse_maker *m);
void fuse_planted_free(fuse_maker *m);
/* The assertions of what was laid out. */
void fuse_complete_terms(fuse_maker *m, fused *out);

/* May a generated term use the operator? Not those that only some solvers have. */
bool making_is_common(term_op op);

/* The other strategies. */
fuse_outcome fuse_recombine(making *w);
fuse_outcome fuse_operators(making *w);
fuse_outcome fuse_typed(making *w);
fuse_outcome fuse_atoms(making *w);
fuse_outcome fuse_planted(making *w);
fuse_outcome fuse_incremental(making *w);
fuse_outcome fuse_small(making *w);

#endif

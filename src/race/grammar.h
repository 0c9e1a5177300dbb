/* The grammar of a race: which constructs there are, and how random formulas are made of them.
 *
 * A construct is what the racers learn about: an operator, a rounding mode, a special constant of
 * the floats, or the application of an uninterpreted function. */
#ifndef TANDEM_RACE_GRAMMAR_H
#define TANDEM_RACE_GRAMMAR_H

#include "base/rng.h"
#include "generate/generate_plan.h"
#include "smtlib/script/formula.h"
#include "race/limits/limits.h"

typedef struct construct {
    char *name;
    term_op op;    /* OP_NONE: a constant */
    term_id value; /* the constant; 0: an operator */
    bool on;
} construct;

typedef struct grammar {
    term_bank *bank;
    const race_limits *limits;
    vec_u32 sorts; /* the palette */
    term_vec variables;
    vec_u32 functions;
    VEC(construct) constructs;
    size_t by_op[OP_COUNT];   /* the construct of an operator, and one more; 0: none */
    double weights[OP_COUNT]; /* from 0 (off) to 1 */
    uint32_t assertions, depth, constants;
    symbol_id logic;
    VEC(formula) seeds; /* inputs that are there already: new ones are made of them, too */
} grammar;

/* `theories` is a list like "FP", "Strings", "BV,Arrays": Bool, Int, Real, BV, FP, FP16, FP32,
 * FP64, Strings, Arrays, UF. `file` (may be NULL) is read over it, see docs/race.md. NULL with
 * *error set (caller frees). */
typedef struct grammar_config {
    const char *theories;
    const char *file;
    uint32_t variables; /* of each sort */
    uint32_t assertions, depth;
    const race_limits *limits; /* outlive the grammar; NULL: the defaults */
} grammar_config;
grammar *grammar_new(term_bank *b, const grammar_config *config, char **error);
void grammar_free(grammar *g);
/* Reads lines of a grammar file: "on NAME", "off NAME", "only NAME…", "weight NAME W",
 * "assertions N", "depth N", "constants PERCENT"; # begins a comment. */
bool grammar_read(grammar *g, const char *path, char **error);
/* The same for the text of a file, called `name` in messages. */
bool grammar_parse(grammar *g, const char *name, const char *text, char **error);
/* The formula in a file becomes a seed. False with *error set (caller frees). */
bool grammar_add_seed(grammar *g, const char *path, char **error);
/* The number of a construct by its name; SIZE_MAX: none. */
size_t grammar_find(const grammar *g, const char *name);
/* Switches a construct off, as solvers do not know it. */
void grammar_disable(grammar *g, size_t which);

/* A random formula: its assertions are predicates over terms of the theories. */
void grammar_generate(const grammar *g, rng *r, formula *f);
/* One of another size than the grammar says. */
void grammar_generate_sized(const grammar *g, rng *r, uint32_t assertions, uint32_t depth,
                            formula *f);
/* A random term of the sort, `depth` deep at most. */
term_id grammar_term(const grammar *g, rng *r, sort_id sort, uint32_t depth);
/* Arguments with which an operator has the sort; false: there are none, this time or ever. */
bool grammar_plan(const grammar *g, rng *r, term_op op, sort_id sort, plan *p);
/* The construct that a term begins with; SIZE_MAX: none of them. */
size_t grammar_construct_of(const grammar *g, term_id t);
/* How often each construct occurs in a formula, written out as trees; room for all of them. */
void grammar_count(const grammar *g, const formula *f, double *counts);

#endif

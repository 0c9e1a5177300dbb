/* Fusion functions: z = f(x, y) with ways to get x and y back.
 *
 * A function is applied to two closed terms x and y, of one formula each. It makes fresh constants
 * (z, and for some functions more), a definition of each, and terms r_x and r_y which equal x and y
 * wherever the *constraints* hold: with all of them asserted, x may be replaced by r_x anywhere and
 * nothing changes. A function is *total* if every model of x and y extends to one of the
 * constraints: then a satisfiable formula stays so. Others (x * y with z div y) are good where
 * evaluation says so. */
#ifndef TANDEM_FUSE_FUNCTIONS_FUNCTIONS_H
#define TANDEM_FUSE_FUNCTIONS_FUNCTIONS_H

#include "base/rng.h"
#include "term/core/term.h"

enum { FUSION_MOST_FRESH = 6, FUSION_MOST_CONSTRAINTS = 8 };

typedef struct fusion_fresh {
    decl_id decl;
    term_id definition; /* what has its value (a function: everywhere); 0: any value will do */
    bool bits;          /* its value is the bit pattern of the definition's, which is a float */
} fusion_fresh;

/* One application of a function. */
typedef struct fusion {
    term_id x, y;
    term_id rx, ry;      /* 0: that side is not replaced */
    term_id z, value;    /* z = value is a constraint; value 0: no such */
    bool total, swapped; /* the function was applied to y and x */
    uint32_t n_fresh, n_constraints;
    fusion_fresh fresh[FUSION_MOST_FRESH];        /* in an order in which they can be evaluated */
    term_id constraints[FUSION_MOST_CONSTRAINTS]; /* further ones, and after fusion_settle all */
} fusion;

/* What builders work with; x and y are in `out`. */
typedef struct fusion_builder {
    term_bank *bank;
    rng *r;
    const symbol_id *names; /* symbols that nobody uses */
    uint32_t n_names, used;
    fusion *out;
} fusion_builder;

typedef enum fusion_sorts {
    SUITS_INT,
    SUITS_REAL,
    SUITS_STRING,
    SUITS_BOOL,
    SUITS_BV,            /* of one width */
    SUITS_TWO_BV,        /* of any widths */
    SUITS_FP,            /* of one format */
    SUITS_TWO_FP,        /* of any formats */
    SUITS_FP_BV,         /* as many bits in one as in the other */
    SUITS_INT_REAL,      /* x Int, y Real; and so on */
    SUITS_BV_INT,        /* */
    SUITS_STRING_INT,    /* */
    SUITS_MEASURED_INT,  /* x has a number that belongs to it */
    SUITS_ARRAY_ELEMENT, /* an array, and a value that it can hold */
    SUITS_SAME,          /* any sort, the same twice */
    SUITS_STEPS,         /* the same twice, of those that have invertible steps */
    SUITS_ANY
} fusion_sorts;

typedef struct fusion_function {
    const char *name;
    fusion_sorts sorts;
    bool (*build)(fusion_builder *f); /* false: not for these, or not this time */
} fusion_function;

extern const fusion_function fusion_builtin[];
extern const size_t fusion_builtin_count;

bool fusion_suits(const term_bank *b, fusion_sorts sorts, sort_id x, sort_id y);

#define FUSION(builder, name, sorts) bool fusion_##builder(fusion_builder *f);
#include "fuse/functions/functions.def"
#undef FUSION

/* For builders. A fresh constant (as a term) or function, with what it is defined by. */
term_id fusion_constant(fusion_builder *f, sort_id sort, term_id definition);
decl_id fusion_new_function(fusion_builder *f, const sort_id *domain, uint32_t n, sort_id range,
                            term_id value);
/* The bits of a float as a fresh constant, with the constraint that ties it to the float. */
term_id fusion_bits(fusion_builder *f, term_id x);
symbol_id fusion_name(fusion_builder *f);
void fusion_constraint(fusion_builder *f, term_id constraint);
/* z = value, x = r_x, y = r_y (where there is one): fusion_settle makes these constraints. Returns true. */
bool fusion_done(fusion_builder *f, term_id z, term_id value, term_id rx, term_id ry, bool total);

/* Makes all constraints that are not there yet, without x = r_x and y = r_y unless `inverse`. Most formulas do without. */
void fusion_settle(term_bank *b, fusion *f, bool inverse);

/* Random numbers for coefficients; never 0. */
int64_t fusion_coefficient(rng *r);
term_id fusion_int(term_bank *b, int64_t number);
term_id fusion_real(fusion_builder *f); /* a random one, not 0 */
term_id fusion_text(fusion_builder *f); /* a string literal, not empty */
term_id fusion_bv(fusion_builder *f, uint32_t width);

#endif

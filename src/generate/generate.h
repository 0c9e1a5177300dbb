/* Random terms: well-sorted by construction, over all operators of ops.def for Core, Int, Real,
 * BitVec, FloatingPoint, String, RegLan and arrays. The same seed gives the same term.
 *
 * What may occur is decided by a palette of sorts: an operator is used where its arguments and its
 * result can be given sorts of the palette (bit-vector widths between are made as needed). */
#ifndef TANDEM_GENERATE_GENERATE_H
#define TANDEM_GENERATE_GENERATE_H

#include "base/rng.h"
#include "term/core/term.h"

/* What can be drawn for which sort, found once for many terms (one after the other). `forbidden` (by operator, OP_COUNT of
 * them) must stay. Numbers and strings have operators beyond the standard only with a table that does not forbid them. */
typedef struct generate_table generate_table;
generate_table *generate_table_new(const bool *forbidden);
void generate_table_free(generate_table *t);

/* Variables of one sort that stand together in a list. */
typedef struct generate_group {
    sort_id sort;
    uint32_t first, n;
} generate_group;
typedef VEC(generate_group) generate_groups;
/* Orders the list by sorts, the first one first, and appends the groups. */
void generate_group_variables(const term_bank *b, term_vec *variables, generate_groups *groups);

typedef struct generate_config {
    const sort_id *sorts; /* the palette; Bool is always in it */
    size_t n_sorts;
    const term_id *variables; /* leaves, of any sorts; none: ground terms */
    size_t n_variables;
    const generate_groups *groups; /* of `variables`; NULL: they are looked through each time */
    uint32_t constants;    /* of 100 leaves that could be variables, how many are constants */
    const bool *forbidden; /* by operator, OP_COUNT of them; NULL: all are allowed */
    generate_table
        *table; /* of the same `forbidden`; NULL: operators are drawn among all, mostly in vain */
    const double *weights; /* by operator, from 0 (never) to 1; NULL: all equal */
    const uint8_t *dice;   /* by operator, instead: a third of all numbers are 1, the others 0.1 */
    const decl_id *functions; /* declared functions that may be applied */
    size_t n_functions;
    bool quantifiers;  /* forall and exists over sorts of the palette */
    uint32_t repeated; /* of 100 subterms, how many are one that is in the term already */
    /* Only what all common solvers read: constant arrays of a literal that needs no operator,
     * ranges between literals. And where truth values have no variable, rather a small atom than
     * true or false. */
    bool portable;
} generate_config;

/* A term of the sort, at most `depth` operators deep (a few more where a constant has no literal).
 * 0 if the sort has no constants we can write and no variable of it was given. */
term_id generate_term(term_bank *b, rng *r, const generate_config *config, sort_id sort,
                      uint32_t depth);

/* A predicate of terms that begins with `op` and has no truth value among its arguments; 0: not this
 * time, or never. */
term_id generate_predicate(term_bank *b, rng *r, const generate_config *config, term_op op,
                           uint32_t depth);

/* A value with a literal: Bool, Int, Real, BitVec, FloatingPoint, RoundingMode, String, and sequences,
 * sets, bags and tuples of them. Edge cases are as likely as ordinary values. 0 for other sorts. */
value_id generate_value(term_bank *b, rng *r, sort_id sort);

/* Palettes. */
enum {
    GENERATE_INT = 1,
    GENERATE_REAL = 2,
    GENERATE_BV = 4,
    GENERATE_FP = 8,      /* with rounding modes */
    GENERATE_STRING = 16, /* with regular expressions */
    GENERATE_ARRAY = 32,  /* of the sorts before it */
    GENERATE_ALL = 63,
    /* beyond the standard: over Int, which is to be in the palette too */
    GENERATE_SEQ = 64,
    GENERATE_SET = 128, /* with relations */
    GENERATE_BAG = 256
};
void generate_sorts(term_bank *b, unsigned theories, vec_u32 *sorts);
/* `each` fresh constants of every sort in the list, as terms. */
void generate_variables(term_bank *b, const vec_u32 *sorts, uint32_t each, term_vec *variables);

#endif

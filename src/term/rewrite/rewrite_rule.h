/* Rules of the rewriter, for the files that define them and no one else.
 *
 * A rule looks at the root of a term whose arguments are in normal form and returns a term with the
 * same value under every model, or 0 when it does not apply. What it returns is rewritten further,
 * so a rule need not care for the normal form of what it builds; but every rule must bring the term
 * nearer to one, so that this ends. */
#ifndef TANDEM_TERM_REWRITE_REWRITE_RULE_H
#define TANDEM_TERM_REWRITE_REWRITE_RULE_H

#include "term/core/term.h"
#include "term/eval/eval.h"

typedef struct rewrite_rule {
    const char *name; /* NULL ends a table */
    term_op op;       /* OP_NONE: looks at everything */
    term_id (*apply)(term_bank *b, term_id t);
} rewrite_rule;

/* The tables, tried in the order of rewrite.c. */
extern const rewrite_rule rewrite_fold_rules[], rewrite_bool_rules[], rewrite_ac_rules[],
    rewrite_equality_rules[], rewrite_arith_rules[], rewrite_linear_rules[], rewrite_bv_rules[],
    rewrite_bv_linear_rules[], rewrite_bv_shape_rules[], rewrite_bv_compare_rules[],
    rewrite_fp_rules[], rewrite_string_rules[], rewrite_regex_rules[], rewrite_array_rules[],
    rewrite_data_rules[];

/* Nested applications of an associative operator are merged up to this many arguments: without a
 * bound a long chain would cost the square of its length. */
enum { REWRITE_MAX_FLAT = 64 };

static inline bool rewrite_is(const term_bank *b, term_id t, term_op op)
{
    return term_op_of(b, t) == op;
}
static inline bool rewrite_is_const(const term_bank *b, term_id t)
{
    return term_op_of(b, t) == OP_CONST;
}

/* An application; of one argument: the argument. */
term_id rewrite_join(term_bank *b, term_op op, const term_id *args, uint32_t n);
/* Operators with one or two indices and one argument. */
term_id rewrite_indexed(term_bank *b, term_op op, uint32_t index, term_id x);
term_id rewrite_extract(term_bank *b, uint32_t high, uint32_t low, term_id x);
/* (and (op a b) (op b c) …) for a chainable comparison of more than two arguments, else 0. */
term_id rewrite_chain(term_bank *b, term_id t);
/* The value of an operator at constants, as a term; 0 if it has none. */
term_id rewrite_fold(term_bank *b, term_op op, sort_id sort, const term_id *args, uint32_t n);
/* Whether both are constants, and different. */
bool rewrite_different_const(term_bank *b, term_id x, term_id y);

/* Bit-vectors. */
typedef enum rewrite_bits { BITS_ZERO, BITS_ONE, BITS_ONES, BITS_SMIN, BITS_SMAX } rewrite_bits;
uint32_t rewrite_width(const term_bank *b, term_id t);
term_id rewrite_bits_const(term_bank *b, uint32_t width, rewrite_bits bits);
/* Whether `t` is that constant of its width. */
bool rewrite_is_bits(term_bank *b, term_id t, rewrite_bits bits);

/* Arithmetic. */
bool rewrite_is_int(term_bank *b, term_id t, int64_t number);
term_id rewrite_int(term_bank *b, int64_t number);
/* The number of an Int or Real constant (algebraic ones are none), as Int or Real. */
bool rewrite_is_number(const term_bank *b, term_id t);
term_id rewrite_number(term_bank *b, sort_id sort, const mpq_t number);

/* Strings. */
bool rewrite_is_empty_string(const term_bank *b, term_id t);
term_id rewrite_empty_string(term_bank *b);

#endif

/* Terms: hash-consed, well-sorted by construction, named by 32-bit ids.
 *
 * Bound variables are named (symbol and sort), and binders shadow: two quantified terms are the
 * same term when they are written the same way. `let` does not exist here: the reader shares
 * instead, and the printer brings it back. Applications of declared symbols, also of definitions,
 * are OP_APP. */
#ifndef TANDEM_TERM_CORE_TERM_H
#define TANDEM_TERM_CORE_TERM_H

#include "base/vec.h"
#include "term/core/bank.h"
#include "term/core/decl.h"
#include "term/core/op.h"
#include "term/core/sort.h"
#include "term/core/term_node.h"
#include "term/value/value.h"

typedef VEC(term_id) term_vec;

enum { TERM_ID_FALSE = 1, TERM_ID_TRUE = 2 };

/* The general constructor: checks arity, indices and sorts. Returns 0 with bank_error set. For
 * to_fp the right variant must be named (term_resolve_overload finds it); Int arguments among Reals
 * are an error here (term_build is the lenient one). */
term_id term_make(term_bank *b, term_op op, const uint32_t *indices, uint32_t n_indices,
                  const term_id *args, uint32_t n);
/* As real files need it: resolves "-" and "to_fp" by their arguments, wraps Int arguments in
 * to_real where Reals are asked for, collapses one-argument sums, products and junctions, folds (-
 * 5) and (/ 1 3) into literals. `op` is any operator with the spelling meant. */
term_id term_build(term_bank *b, term_op op, const uint32_t *indices, uint32_t n_indices,
                   const term_id *args, uint32_t n);

term_id term_const(term_bank *b, value_id v);
term_id term_var(term_bank *b, symbol_id name, sort_id sort);
term_id term_app(term_bank *b, decl_id d, const term_id *args, uint32_t n);
term_id term_const_array(term_bank *b, sort_id sort, term_id element);
/* `t` as a term of another sort that value_cast knows: for models of solvers without that sort. */
term_id term_cast(term_bank *b, term_id t, sort_id sort);
/* op: OP_FORALL, OP_EXISTS or OP_LAMBDA. Patterns are OP_PATTERN terms. */
term_id term_quantifier(term_bank *b, term_op op, const term_id *vars, uint32_t n_vars,
                        term_id body, const term_id *patterns, uint32_t n_patterns);
static inline term_id term_bool(bool truth)
{
    return truth ? TERM_ID_TRUE : TERM_ID_FALSE;
}
/* Short forms; arguments must be well-sorted (asserted). */
term_id term_make1(term_bank *b, term_op op, term_id x);
term_id term_make2(term_bank *b, term_op op, term_id x, term_id y);
term_id term_make3(term_bank *b, term_op op, term_id x, term_id y, term_id z);
term_id term_not(term_bank *b, term_id x);                            /* removes double negation */
term_id term_and(term_bank *b, const term_id *conjuncts, uint32_t n); /* n may be 0 or 1 */
term_id term_or(term_bank *b, const term_id *disjuncts, uint32_t n);
term_id term_eq(term_bank *b, term_id x, term_id y);

/* Looking at terms (term_op_of, term_sort, term_args …): term_node.h. */

/* Of a binder: number of variables (args 0 .. n-1 are they), and the body (arg n). */
uint32_t term_var_count(const term_bank *b, term_id t);
term_id term_body(const term_bank *b, term_id t);
static inline bool term_is_binder(term_op op)
{
    return op == OP_FORALL || op == OP_EXISTS || op == OP_LAMBDA;
}
#endif

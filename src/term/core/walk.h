/* Walking terms without recursion, and what is computed by walking. */
#ifndef TANDEM_TERM_CORE_WALK_H
#define TANDEM_TERM_CORE_WALK_H

#include "term/core/term.h"

/* Appends every distinct subterm of the roots to `order`, arguments before their users (so that
 * memo[arg] is there when a user is reached). Includes variables and bodies of binders. */
void term_postorder(const term_bank *b, const term_id *roots, size_t n, term_vec *order);
/* The distinct free declarations (DECL_FREE) that occur, in order of first occurrence; definitions
 * are looked into. */
void term_free_decls(const term_bank *b, const term_id *roots, size_t n, vec_u32 *decls);
/* The OP_VAR terms that occur free. */
void term_free_vars(const term_bank *b, term_id t, term_vec *vars);
/* Distinct subterms. */
size_t term_dag_size(const term_bank *b, const term_id *roots, size_t n);
/* Size as a tree, saturating at UINT64_MAX. */
uint64_t term_tree_size(const term_bank *b, term_id t);

#endif

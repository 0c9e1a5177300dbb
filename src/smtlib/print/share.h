/* Which subterms of a term to bind by `let`, and where.
 *
 * The printer prints a graph rather than a term: a node is a subterm in a *scope*, the innermost
 * binder that binds one of its free variables (scope 0 is the top). A subterm used twice in one
 * scope is one node, and its `let` stands at the head of that scope; an open subterm under two
 * binders is two nodes. Nodes are numbered so that operands come before their users, and `rank`
 * orders the lets of a scope: those of one rank do not mention each other and share one `let`.
 *
 * A name that an inner binder hides (a constant x under (forall ((x Int)) …)) gets a let outside
 * that binder; where that cannot work the variable is reported in `rename`. */
#ifndef TANDEM_SMTLIB_PRINT_SHARE_H
#define TANDEM_SMTLIB_PRINT_SHARE_H

#include "base/map.h"
#include "base/vec.h"
#include "smtlib/print/free_sets.h"
#include "term/core/term.h"

typedef struct share_node {
    term_id term;
    uint32_t kids;  /* where its operands are in share_graph.kids; binders: only the body */
    uint32_t scope; /* it belongs to */
    uint32_t inner; /* scope that it opens (binders) */
    uint32_t uses;
    uint32_t length; /* estimate of its text, with lets */
    uint32_t rank;
    uint32_t name; /* number of its let variable; 0: none */
    bool forced;
} share_node;

typedef struct share_frame {
    term_id term;
    uint32_t scope, inner;
    uint32_t next, end; /* operands still to visit */
    uint32_t pending;   /* where its finished operands begin */
    uint32_t undo;
} share_frame;

typedef struct share_undo {
    term_id var;
    uint64_t scope;
    term_id hidden;
} share_undo;

typedef struct share_graph {
    VEC(share_node) nodes; /* from 1 */
    vec_u32 kids;          /* node, or 0: a leaf, print the operand itself */
    uint32_t root;         /* node, or 0 */
    vec_u32 lets;          /* named nodes by scope and rank */
    vec_u32 scopes;        /* scope s has lets scopes[s] .. scopes[s + 1] - 1; empty: no lets */
    term_vec rename;       /* variables that need another name */
    uint32_t sigil;        /* let names are this many '$' and a number */
    /* while it is built: */
    const term_bank *bank;
    map index;  /* term and scope to node */
    map bound;  /* variable to scope */
    map hidden; /* symbol to the variable that it means now */
    free_sets free;
    const term_id *parameters;
    uint32_t n_parameters;
    uint32_t n_scopes;
    bool binders;
    bool no_let; /* hidden names are reported in `rename` instead of being bound */
    vec_u32 pending;
    VEC(share_frame) frames;
    VEC(share_undo) undo;
} share_graph;

/* A zero graph is empty. `parameters` (may be none) are the variables around `t`: those of the
 * definition whose body it is. The graph's memory is used again by the next build. */
void share_build(share_graph *g, term_bank *b, term_id t, const term_id *parameters, uint32_t n,
                 bool no_let);
void share_free(share_graph *g);

/* An operand without operands of its own. */
static inline bool share_is_leaf(const term_bank *b, term_id t)
{
    return term_arity(b, t) == 0;
}

/* Has the term few nodes, nothing but leaves twice, and no binder that has triggers or hides a name? Then there is no
 * let in it, and all names are as they are. */
bool share_is_tree(const term_bank *b, term_id t);

#endif

/* How a term lies in memory, so that looking at one is no function call. Part of term.h: use that. */
#ifndef TANDEM_TERM_CORE_TERM_NODE_H
#define TANDEM_TERM_CORE_TERM_NODE_H

#include <assert.h>

#include "term/core/bank.h"
#include "term/core/op.h"
#include "term/core/sort.h"

typedef struct term_node {
    uint16_t op;
    uint8_t n_indices;
    uint8_t flags;
    sort_id sort;
    uint32_t n_args;
    uint32_t words; /* indices, then arguments, in term_words; of OP_CONST: the value */
    uint32_t hash, next;
} term_node;

enum {
    TERM_HAS_VAR = 1,
    TERM_HAS_BINDER = 2,
    TERM_HAS_DEFINED = 4,
    TERM_IS_YOUNG = 8 /* of itself alone: over something that came after bank_settle */
};

/* What a bank begins with. Regions never move, so this never changes. */
typedef struct bank_view {
    const term_node *terms;
    const uint32_t *term_words;
} bank_view;

static inline const bank_view *bank_view_of(const term_bank *b)
{
    return (const bank_view *)(const void *)b;
}
static inline const term_node *term_node_of(const term_bank *b, term_id t)
{
    return &bank_view_of(b)->terms[t];
}
static inline term_op term_op_of(const term_bank *b, term_id t)
{
    return (term_op)term_node_of(b, t)->op;
}
static inline sort_id term_sort(const term_bank *b, term_id t)
{
    return term_node_of(b, t)->sort;
}
static inline uint32_t term_arity(const term_bank *b, term_id t)
{
    return term_node_of(b, t)->n_args;
}
static inline const term_id *term_args(const term_bank *b, term_id t)
{
    const term_node *node = term_node_of(b, t);
    return bank_view_of(b)->term_words + node->words + node->n_indices;
}
static inline term_id term_arg(const term_bank *b, term_id t, uint32_t i)
{
    assert(i < term_arity(b, t));
    return term_args(b, t)[i];
}
static inline const uint32_t *term_index_words(const term_bank *b, term_id t, uint32_t *n)
{
    const term_node *node = term_node_of(b, t);
    *n = node->n_indices;
    return bank_view_of(b)->term_words + node->words;
}
static inline uint32_t term_index(const term_bank *b, term_id t, uint32_t i)
{
    const term_node *node = term_node_of(b, t);
    assert(i < node->n_indices);
    return bank_view_of(b)->term_words[node->words + i];
}
/* Of OP_CONST, OP_APP, OP_VAR. */
static inline value_id term_value(const term_bank *b, term_id t)
{
    assert(term_op_of(b, t) == OP_CONST);
    return term_node_of(b, t)->words;
}
static inline decl_id term_decl(const term_bank *b, term_id t)
{
    assert(term_op_of(b, t) == OP_APP);
    return term_index(b, t, 0);
}
static inline symbol_id term_symbol(const term_bank *b, term_id t)
{
    assert(term_op_of(b, t) == OP_VAR);
    return term_index(b, t, 0);
}
/* Facts about the whole term, computed at construction. */
static inline bool term_has_var(const term_bank *b, term_id t) /* an OP_VAR occurs, bound or not */
{
    return term_node_of(b, t)->flags & TERM_HAS_VAR;
}
static inline bool term_has_binder(const term_bank *b,
                                   term_id t) /* a quantifier or lambda occurs */
{
    return term_node_of(b, t)->flags & TERM_HAS_BINDER;
}
static inline bool term_has_defined(const term_bank *b,
                                    term_id t) /* a DECL_DEFINED or _RECURSIVE */
{
    return term_node_of(b, t)->flags & TERM_HAS_DEFINED;
}

#endif

/* Constraints over values of any sort: the terms in order, evaluated by the evaluator's operators.
 *
 * The counterpart of bytecode.h for what does not fit machine words: strings, reals, wide
 * bit-vectors, arrays, other floats. A run costs microseconds rather than nanoseconds, so only what
 * depends on a changed input is computed again, and a change can be taken back. Values are made in
 * the bank: whoever runs a graph for long owns the bank and releases it now and then (vsearch.h).
 *
 * Quantifiers, datatypes, declared sorts and free functions that are no boxes are declined. */
#ifndef TANDEM_FUZZ_VALUES_VGRAPH_H
#define TANDEM_FUZZ_VALUES_VGRAPH_H

#include "fuzz/values/language.h"
#include "fuzz/words/bytecode.h"
#include "term/core/tuple_map.h"

typedef enum vnode_kind { VNODE_CONST, VNODE_INPUT, VNODE_BOX, VNODE_OP } vnode_kind;

typedef struct vnode {
    term_id term;
    uint16_t op; /* term_op */
    uint8_t kind;
    uint8_t needs; /* DISTANCE_TO_TRUE, DISTANCE_TO_FALSE: which distances are asked for */
    bool depends;  /* on an input */
    sort_id sort;
    uint32_t first, n; /* its operands, in vgraph.operands */
    uint32_t number;   /* of the input; the declaration of the box */
} vnode;

typedef struct vinput {
    decl_id decl;
    sort_id sort;
    uint32_t node;
} vinput;

typedef struct vundo {
    uint32_t node;
    value_id value;
    uint64_t yes, no;
} vundo;

typedef struct vgraph {
    term_bank *bank;
    const fuzz_limits *limits;
    VEC(vnode) nodes;
    vec_u32 operands;
    VEC(vinput) inputs;
    vec_u32 roots;    /* the node of each constraint */
    vec_u32 *users;   /* by input: the nodes that depend on it, ascending */
    vec_u32 *related; /* by constraint: the inputs it depends on */
    /* The present state. */
    value_id *values;   /* by node; 0: it has none there */
    uint64_t *yes, *no; /* by node: how far from true and from false */
    uint64_t *weights;  /* by constraint: how much its distance counts; 1 at first */
    uint64_t distance;  /* weighted sum over the constraints; 0: all hold */
    /* Calls a box; 0 when it has no value there. May be NULL without boxes. */
    value_id (*call)(void *context, decl_id box, const value_id *args, uint32_t n);
    void *context;
    uint64_t calls;
    /* Insides. */
    tuple_map memory; /* box, arguments -> result, or UINT64_MAX */
    language_set *languages;
    uint8_t *marks;  /* by node */
    vec_u32 work;    /* nodes to compute again */
    vec_u32 scratch; /* operand values */
    VEC(vundo) undo;
} vgraph;

/* NULL with *reason set (static text) when a constraint is declined. */
vgraph *vgraph_new(term_bank *b, const term_id *constraints, size_t n,
                   const fuzz_compile_config *config, const char **reason);
void vgraph_free(vgraph *g);

/* Computes everything for these input values. */
void vgraph_run(vgraph *g, const value_id *inputs);
/* Sets inputs (numbers and values) and computes what depends on them; vgraph_keep makes that the
 * present state, vgraph_back takes it back. Between the two no other change is possible. */
void vgraph_try(vgraph *g, const uint32_t *inputs, const value_id *values, size_t n);
void vgraph_keep(vgraph *g);
void vgraph_back(vgraph *g);
/* After a change of weights. */
void vgraph_sum(vgraph *g);
/* Forgets what is remembered by value ids, before the bank is released. */
void vgraph_forget(vgraph *g);

static inline value_id vgraph_operand(const vgraph *g, const vnode *x, uint32_t i)
{
    return g->values[g->operands.at[x->first + i]];
}
static inline value_id vgraph_input(const vgraph *g, uint32_t i)
{
    return g->values[g->inputs.at[i].node];
}
static inline bool vgraph_holds(const vgraph *g, size_t root)
{
    return value_is_true(g->values[g->roots.at[root]]);
}

#endif

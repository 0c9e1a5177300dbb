/* The inside of the bank, for the files of src/term that implement it and no one else.
 *
 * Each kind of thing is an array of fixed-size nodes in a region, with variable parts in a region
 * of words. Hash tables chain through the nodes with the newest first, so that releasing to a mark
 * only pops heads. The tables themselves are private memory: a sealed child reads nodes but cannot
 * intern. */
#ifndef TANDEM_TERM_CORE_BANK_IMPL_H
#define TANDEM_TERM_CORE_BANK_IMPL_H

#include "base/alloc.h"
#include "base/region.h"
#include "base/strbuf.h"
#include "term/core/bank.h"
#include "term/core/op.h"
#include "term/core/sort.h"
#include "term/core/term_node.h"

typedef struct symbol_node {
    uint32_t offset, length; /* in the text region */
    uint32_t hash, next;
} symbol_node;

typedef struct sort_node {
    uint32_t kind;
    uint32_t words, n;     /* what the kind needs, in sort_words */
    uint32_t constructors; /* of a datatype: offset of its declarations in sort_words; 0: not yet */
    uint32_t hash, next;
} sort_node;

typedef struct datatype_node {
    symbol_id name;
    uint32_t parameters, n_parameters; /* in sort_words */
    uint32_t first, last;              /* list of constructor records in sort_words */
    uint32_t n_constructors;
    uint32_t finished;
    uint32_t infinite; /* a codatatype */
} datatype_node;

typedef struct decl_node {
    uint32_t kind;
    symbol_id name;
    uint32_t arity, domain; /* domain sorts in decl_words */
    sort_id range;
    uint32_t parameters; /* of a definition, in decl_words; of a constructor: its relatives */
    uint32_t body;       /* of a definition; of a constructor's relatives: the constructor */
    uint32_t constructor_index, field_index;
} decl_node;

typedef struct value_node {
    uint32_t kind;
    sort_id sort;
    uint64_t payload; /* the value itself, or the offset of its blob in value_words */
    uint32_t hash, next;
} value_node;

typedef struct bank_table {
    uint32_t *buckets;
    uint32_t mask;
} bank_table;

typedef struct bank_pool {
    region nodes;
    uint32_t count; /* valid ids are 1 .. count-1 */
} bank_pool;

struct term_bank {
    bank_view view; /* first: see term_node.h */
    bank_pool symbols, sorts, datatypes, decls, values, terms;
    region text, sort_words, decl_words, value_words, term_words;
    bank_table symbol_table, sort_table, value_table, term_table;
    bank_table young_table; /* terms that are young (TERM_IS_YOUNG); the others are in term_table */
    uint32_t settled, settled_decls;     /* see bank_settle; UINT32_MAX: no term is young */
    uint64_t fresh;                      /* counter of symbol_fresh */
    uint32_t tuples[BANK_MAX_TUPLE + 1]; /* datatypes of tuples, by their length; 0: not made yet */
    region self;                         /* where this structure lives */
    strbuf error;
};

#define BANK_NODE(b, pool, type, id) (((type *)(void *)(b)->pool.nodes.base) + (id))
static inline symbol_node *bank_symbol(const term_bank *b, symbol_id s)
{
    return BANK_NODE(b, symbols, symbol_node, s);
}
static inline sort_node *bank_sort(const term_bank *b, sort_id s)
{
    return BANK_NODE(b, sorts, sort_node, s);
}
static inline datatype_node *bank_datatype(const term_bank *b, datatype_id d)
{
    return BANK_NODE(b, datatypes, datatype_node, d);
}
static inline decl_node *bank_decl(const term_bank *b, decl_id d)
{
    return BANK_NODE(b, decls, decl_node, d);
}
static inline value_node *bank_value(const term_bank *b, value_id v)
{
    return BANK_NODE(b, values, value_node, v);
}
static inline term_node *bank_term(const term_bank *b, term_id t)
{
    return BANK_NODE(b, terms, term_node, t);
}
static inline uint32_t *bank_words(const region *r, uint32_t offset)
{
    return (uint32_t *)(void *)r->base + offset;
}
/* Appends words; returns their offset. */
uint32_t bank_add_words(region *r, const uint32_t *words, size_t n);
/* A new, zeroed node of the pool; its id. */
uint32_t bank_add_node(bank_pool *pool, size_t node_size);
/* The same with anything in it. */
static inline uint32_t bank_add_raw(bank_pool *pool, size_t node_size)
{
    if (pool->count == UINT32_MAX)
        base_out_of_memory("ids", pool->count);
    region_add(&pool->nodes, node_size);
    return pool->count++;
}
/* Called after a node was added: grows the table when it is full. `hash_at` is the offset of the
 * hash in a node (`next` follows it). */
void bank_table_insert(bank_table *t, bank_pool *pool, size_t node_size, size_t hash_at,
                       uint32_t id, uint32_t hash);
#define BANK_INSERT(b, table, pool, type, id, h) \
    bank_table_insert(&(b)->table, &(b)->pool, sizeof(type), offsetof(type, hash), (id), (h))

/* The same for a term, which has its flags (term_table.c). */
void bank_insert_term(term_bank *b, term_id t, uint32_t hash);
void bank_release_terms(term_bank *b, const bank_marks *mark);

/* Ids that every bank has from its start. */
void bank_init_sorts(term_bank *b);
void bank_init_values(term_bank *b);
void bank_init_terms(term_bank *b);

/* The result sort of an application, or 0 with an error (sortcheck.c). */
sort_id term_check_sorts(term_bank *b, term_op op, const uint32_t *indices, uint32_t n_indices,
                         const uint32_t *args, uint32_t n);

#endif

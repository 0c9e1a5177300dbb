/* The nodes behind regex.h: a node is a kind and a list of words, equal nodes have equal ids.
 *
 * Invariants kept by the constructors: concatenations lean to the right and have no REGEX_EPSILON
 * in them; unions and intersections are flat, sorted, without duplicates, with at most one class;
 * REGEX_NONE occurs only as itself. Constructors take 0 (out of fuel) and give 0. */
#ifndef TANDEM_TERM_REGEX_REGEX_NODE_H
#define TANDEM_TERM_REGEX_REGEX_NODE_H

#include "base/vec.h"
#include "term/core/tuple_map.h"
#include "term/regex/regex.h"

typedef enum node_kind {
    NODE_EPSILON,
    NODE_CLASS,  /* pairs lo, hi: sorted, disjoint, not adjacent */
    NODE_CONCAT, /* head, tail */
    NODE_UNION,
    NODE_INTER,
    NODE_COMP,
    NODE_STAR,
    NODE_LOOP /* body, lo, hi */
} node_kind;

/* The same ids in every set: the empty class, the empty word, all characters, all words. */
enum { REGEX_NONE = 1, REGEX_EPSILON, REGEX_ANY, REGEX_ALL };

typedef struct regex_node {
    uint8_t kind;
    bool nullable;
    bool plain; /* neither intersection nor complement inside: empty only if REGEX_NONE */
    uint32_t n;
    size_t first; /* in words */
} regex_node;

struct regex {
    const term_bank *bank;
    uint64_t fuel;
    VEC(regex_node) nodes;
    vec_u32 words;
    tuple_map index; /* kind, words -> node */
    vec_u32 roots;   /* what was imported */
    vec_u32 classes; /* the classes that occur in the roots */
    /* The partition of the alphabet that these classes agree with. Derivatives make new classes
     * only by union and intersection, which agree with it too. */
    bool partitioned; /* false after an import */
    vec_u32 starts;   /* intervals, by their first character */
    vec_u32 blocks;   /* interval -> block */
    vec_u32 samples;  /* block -> one of its characters */
    map derivatives;  /* node, block -> node */
    vec_u32 todo;     /* work lists */
    vec_u32 parts;
};

/* Takes `amount`; false, for good, when there is not that much left. */
bool regex_spend(regex *r, uint64_t amount);
static inline const regex_node *regex_at(const regex *r, regex_id x)
{
    return &r->nodes.at[x];
}
static inline uint32_t regex_word(const regex *r, regex_id x, uint32_t i)
{
    return r->words.at[r->nodes.at[x].first + i];
}

regex_id regex_intern(regex *r, node_kind kind, const uint32_t *words, uint32_t n);
regex_id regex_range(regex *r, uint32_t lo, uint32_t hi);
regex_id regex_concat(regex *r, regex_id x, regex_id y);
/* Of the members; NODE_UNION or NODE_INTER. */
regex_id regex_nary(regex *r, node_kind kind, const regex_id *members, size_t n);
regex_id regex_union(regex *r, regex_id x, regex_id y);
regex_id regex_comp(regex *r, regex_id x);
regex_id regex_star(regex *r, regex_id x);
regex_id regex_loop(regex *r, regex_id x, uint32_t lo, uint32_t hi);

/* Classes (regex_class.c). */
bool regex_class_has(const regex *r, regex_id x, uint32_t c);
regex_id regex_class_union(regex *r, const regex_id *classes, size_t n);
regex_id regex_class_inter(regex *r, regex_id x, regex_id y);
/* Brings the partition up to date; false when out of fuel. */
bool regex_partition(regex *r);
uint32_t regex_block_of(const regex *r, uint32_t c);

/* What may follow a character of the block (regex_derive.c). */
regex_id regex_derive(regex *r, regex_id x, uint32_t block);

#endif

/* The two tables of terms: those over something that came after bank_settle, and all others. Which of them a term is in
 * follows from its arguments, so that each look-up is in one. */
#include <stdlib.h>

#include "base/alloc.h"
#include "term/core/bank_impl.h"

static bank_table *term_table_of(term_bank *b, const term_node *node)
{
    return node->flags & TERM_IS_YOUNG ? &b->young_table : &b->term_table;
}

static void chain_term(term_bank *b, term_id t)
{
    term_node *node = bank_term(b, t);
    bank_table *table = term_table_of(b, node);
    uint32_t *head = &table->buckets[node->hash & table->mask];
    node->next = *head;
    *head = t;
}

static void widen(bank_table *t)
{
    uint32_t size = t->mask + 1;
    free(t->buckets);
    t->buckets = base_alloc_zero((size_t)size * 2, sizeof *t->buckets);
    t->mask = size * 2 - 1;
}

/* Chains the terms of one table anew, oldest first: the newest ends at the head. */
static void chain_again(term_bank *b, term_id from, uint8_t young)
{
    for (term_id t = from; t < b->terms.count; t++)
        if ((bank_term(b, t)->flags & TERM_IS_YOUNG) == young)
            chain_term(b, t);
}

void bank_insert_term(term_bank *b, term_id t, uint32_t hash)
{
    term_node *node = bank_term(b, t);
    uint8_t young = node->flags & TERM_IS_YOUNG;
    bank_table *table = term_table_of(b, node);
    uint32_t first = young ? b->settled : 1;
    node->hash = hash;
    if (b->terms.count - first > table->mask && table->mask < UINT32_MAX >> 2) {
        widen(table);
        chain_again(b, first, young);
    } else {
        chain_term(b, t);
    }
}

/* From `mark` on, newest first. */
static void unchain_terms(term_bank *b, uint32_t mark)
{
    for (term_id t = b->terms.count; t-- > mark;) {
        const term_node *node = bank_term(b, t);
        bank_table *table = term_table_of(b, node);
        table->buckets[node->hash & table->mask] = node->next;
    }
}

void bank_release_terms(term_bank *b, const bank_marks *mark)
{
    unchain_terms(b, mark->terms);
    if (b->settled == UINT32_MAX || b->settled <= mark->terms)
        return;
    b->settled = mark->terms;
    b->settled_decls = mark->decls;
}

void bank_settle(term_bank *b)
{
    uint32_t from = b->settled;
    if (from == b->terms.count)
        return;
    b->settled = b->terms.count;
    b->settled_decls = b->decls.count;
    if (from == UINT32_MAX)
        return;
    unchain_terms(b, from);
    for (term_id t = from; t < b->terms.count; t++) {
        bank_term(b, t)->flags &= (uint8_t)~TERM_IS_YOUNG;
        chain_term(b, t);
    }
}

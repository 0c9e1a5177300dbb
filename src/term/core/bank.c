#include "term/core/bank.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "term/core/bank_impl.h"

/* Address space, not memory: what the parts of a bank can grow to (ids and offsets have 32 bits),
 * and how they divide a smaller space. */
typedef enum bank_part {
    PART_SYMBOLS,
    PART_SORTS,
    PART_DATATYPES,
    PART_DECLS,
    PART_VALUES,
    PART_TERMS,
    PART_TEXT,
    PART_SORT_WORDS,
    PART_DECL_WORDS,
    PART_VALUE_WORDS,
    PART_TERM_WORDS,
    PARTS
} bank_part;

static const struct part_space {
    size_t gigabytes;
    size_t percent;
} part_spaces[PARTS] = {
    [PART_SYMBOLS] = {4, 5},      [PART_SORTS] = {4, 2},        [PART_DATATYPES] = {4, 1},
    [PART_DECLS] = {4, 8},        [PART_VALUES] = {24, 16},     [PART_TERMS] = {24, 32},
    [PART_TEXT] = {4, 8},         [PART_SORT_WORDS] = {4, 2},   [PART_DECL_WORDS] = {4, 4},
    [PART_VALUE_WORDS] = {16, 6}, [PART_TERM_WORDS] = {16, 16},
};

enum { FIRST_BUCKETS = 1024 };

uint32_t bank_add_words(region *r, const uint32_t *words, size_t n)
{
    size_t offset = r->used / sizeof *words;
    if (offset + n > UINT32_MAX)
        base_out_of_memory("term table", n);
    uint32_t *place = region_add(r, n * sizeof *words);
    if (n)
        memcpy(place, words, n * sizeof *words);
    return (uint32_t)offset;
}

uint32_t bank_add_node(bank_pool *pool, size_t node_size)
{
    uint32_t id = bank_add_raw(pool, node_size);
    memset(pool->nodes.base + id * node_size, 0, node_size);
    return id;
}

static uint32_t *node_hash(bank_pool *pool, size_t node_size, size_t hash_at, uint32_t id)
{
    return (uint32_t *)(void *)(pool->nodes.base + id * node_size + hash_at);
}

static void table_grow(bank_table *t, bank_pool *pool, size_t node_size, size_t hash_at)
{
    uint32_t size = t->mask + 1;
    size = size < (UINT32_C(1) << 31) ? size * 2 : size;
    free(t->buckets);
    t->buckets = base_alloc_zero(size, sizeof *t->buckets);
    t->mask = size - 1;
    for (uint32_t id = 1; id < pool->count; id++) { /* oldest first: newest ends at the head */
        uint32_t *hash = node_hash(pool, node_size, hash_at, id);
        uint32_t *head = &t->buckets[hash[0] & t->mask];
        hash[1] = *head;
        *head = id;
    }
}

void bank_table_insert(bank_table *t, bank_pool *pool, size_t node_size, size_t hash_at,
                       uint32_t id, uint32_t hash)
{
    uint32_t *place = node_hash(pool, node_size, hash_at, id);
    place[0] = hash;
    if (pool->count > t->mask && t->mask < UINT32_MAX >> 1) {
        table_grow(t, pool, node_size, hash_at);
        return;
    }
    uint32_t *head = &t->buckets[hash & t->mask];
    place[1] = *head;
    *head = id;
}

static void table_init(bank_table *t)
{
    t->buckets = base_alloc_zero(FIRST_BUCKETS, sizeof *t->buckets);
    t->mask = FIRST_BUCKETS - 1;
}

/* Unchains the nodes from `mark` on, newest first. */
static void table_release(bank_table *t, bank_pool *pool, size_t node_size, size_t hash_at,
                          uint32_t mark)
{
    for (uint32_t id = pool->count; id-- > mark;) {
        uint32_t *hash = node_hash(pool, node_size, hash_at, id);
        t->buckets[hash[0] & t->mask] = hash[1];
    }
}

static void pool_init(bank_pool *pool, size_t space, size_t node_size, bool shared)
{
    region_init(&pool->nodes, space, shared);
    pool->count = 0;
    bank_add_node(pool, node_size); /* id 0 is no one */
}

static void divide_space(size_t space[PARTS])
{
    size_t all = 0;
    for (int i = 0; i < PARTS; i++)
        all += space[i] = part_spaces[i].gigabytes << 30;
    size_t share = region_share(all);
    for (int i = 0; i < PARTS && share < all; i++) {
        size_t part = share / 100 * part_spaces[i].percent;
        space[i] = part < space[i] ? part : space[i];
    }
}

static void pool_release(bank_pool *pool, size_t node_size, uint32_t mark)
{
    pool->count = mark;
    region_release(&pool->nodes, mark * node_size);
}

term_bank *bank_new(bool shared)
{
    region self;
    region_init(&self, sizeof(term_bank), shared);
    term_bank *b = region_add(&self, sizeof *b);
    b->self = self;
    strbuf_init(&b->error);
    size_t space[PARTS];
    divide_space(space);
    pool_init(&b->symbols, space[PART_SYMBOLS], sizeof(symbol_node), shared);
    pool_init(&b->sorts, space[PART_SORTS], sizeof(sort_node), shared);
    pool_init(&b->datatypes, space[PART_DATATYPES], sizeof(datatype_node), shared);
    pool_init(&b->decls, space[PART_DECLS], sizeof(decl_node), shared);
    pool_init(&b->values, space[PART_VALUES], sizeof(value_node), shared);
    pool_init(&b->terms, space[PART_TERMS], sizeof(term_node), shared);
    region_init(&b->text, space[PART_TEXT], shared);
    region_init(&b->sort_words, space[PART_SORT_WORDS], shared);
    region_init(&b->decl_words, space[PART_DECL_WORDS], shared);
    region_init(&b->value_words, space[PART_VALUE_WORDS], shared);
    region_init(&b->term_words, space[PART_TERM_WORDS], shared);
    b->view = (bank_view){(const term_node *)(const void *)b->terms.nodes.base,
                          (const uint32_t *)(const void *)b->term_words.base};
    table_init(&b->symbol_table);
    table_init(&b->sort_table);
    table_init(&b->value_table);
    table_init(&b->term_table);
    table_init(&b->young_table);
    b->settled = b->settled_decls = UINT32_MAX;
    uint32_t zero = 0; /* so that no offset is 0 */
    bank_add_words(&b->sort_words, &zero, 1);
    bank_add_words(&b->decl_words, &zero, 1);
    bank_init_sorts(b);
    bank_init_values(b);
    bank_init_terms(b);
    return b;
}

static region *const *all_regions(term_bank *b, region *list[11])
{
    region *all[] = {&b->symbols.nodes, &b->sorts.nodes,  &b->datatypes.nodes,
                     &b->decls.nodes,   &b->values.nodes, &b->terms.nodes,
                     &b->text,          &b->sort_words,   &b->decl_words,
                     &b->value_words,   &b->term_words};
    memcpy(list, all, sizeof all);
    return list;
}

bool bank_is_shared(const term_bank *b)
{
    return b->terms.nodes.shared;
}

void bank_free(term_bank *b)
{
    if (!b)
        return;
    region *list[11];
    all_regions(b, list);
    for (int i = 0; i < 11; i++)
        region_free(list[i]);
    free(b->symbol_table.buckets);
    free(b->sort_table.buckets);
    free(b->value_table.buckets);
    free(b->term_table.buckets);
    free(b->young_table.buckets);
    strbuf_free(&b->error);
    region self = b->self;
    region_free(&self);
}

void bank_seal(term_bank *b)
{
    region *list[11];
    all_regions(b, list);
    for (int i = 0; i < 11; i++)
        region_seal(list[i]);
    region_seal(&b->self);
}

bool bank_detach(term_bank *b, bool shared)
{
    region *list[11];
    bool good = region_detach(&b->self, shared);
    all_regions(b, list);
    for (int i = 0; i < 11; i++)
        good &= region_detach(list[i], shared);
    return good;
}

bank_marks bank_mark(const term_bank *b)
{
    return (bank_marks){.symbols = b->symbols.count,
                        .sorts = b->sorts.count,
                        .datatypes = b->datatypes.count,
                        .decls = b->decls.count,
                        .values = b->values.count,
                        .terms = b->terms.count,
                        .text = b->text.used,
                        .sort_words = b->sort_words.used,
                        .decl_words = b->decl_words.used,
                        .value_words = b->value_words.used,
                        .term_words = b->term_words.used};
}

void bank_release(term_bank *b, const bank_marks *mark)
{
    table_release(&b->symbol_table, &b->symbols, sizeof(symbol_node), offsetof(symbol_node, hash),
                  mark->symbols);
    table_release(&b->sort_table, &b->sorts, sizeof(sort_node), offsetof(sort_node, hash),
                  mark->sorts);
    table_release(&b->value_table, &b->values, sizeof(value_node), offsetof(value_node, hash),
                  mark->values);
    bank_release_terms(b, mark);
    pool_release(&b->symbols, sizeof(symbol_node), mark->symbols);
    pool_release(&b->sorts, sizeof(sort_node), mark->sorts);
    pool_release(&b->datatypes, sizeof(datatype_node), mark->datatypes);
    pool_release(&b->decls, sizeof(decl_node), mark->decls);
    pool_release(&b->values, sizeof(value_node), mark->values);
    pool_release(&b->terms, sizeof(term_node), mark->terms);
    for (sort_id s = 1; s < b->sorts.count; s++) /* instances that were made later */
        if (bank_sort(b, s)->constructors * sizeof(uint32_t) >= mark->sort_words)
            bank_sort(b, s)->constructors = 0;
    for (uint32_t i = 0; i <= BANK_MAX_TUPLE; i++)
        if (b->tuples[i] >= mark->datatypes)
            b->tuples[i] = 0;
    region_release(&b->text, mark->text);
    region_release(&b->sort_words, mark->sort_words);
    region_release(&b->decl_words, mark->decl_words);
    region_release(&b->value_words, mark->value_words);
    region_release(&b->term_words, mark->term_words);
}

size_t bank_bytes_since(const term_bank *b, const bank_marks *mark)
{
    return (b->symbols.count - mark->symbols) * sizeof(symbol_node) +
           (b->sorts.count - mark->sorts) * sizeof(sort_node) +
           (b->datatypes.count - mark->datatypes) * sizeof(datatype_node) +
           (b->decls.count - mark->decls) * sizeof(decl_node) +
           (b->values.count - mark->values) * sizeof(value_node) +
           (b->terms.count - mark->terms) * sizeof(term_node) + b->text.used - mark->text +
           b->sort_words.used - mark->sort_words + b->decl_words.used - mark->decl_words +
           b->value_words.used - mark->value_words + b->term_words.used - mark->term_words;
}

const char *bank_error(const term_bank *b)
{
    return b->error.text;
}

uint32_t bank_fail(term_bank *b, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    strbuf_clear(&b->error);
    strbuf_vprintf(&b->error, format, arguments);
    va_end(arguments);
    return 0;
}

symbol_id symbol_intern(term_bank *b, const char *text, size_t n)
{
    uint32_t hash = hash_fold(hash_bytes(text, n));
    for (uint32_t s = b->symbol_table.buckets[hash & b->symbol_table.mask]; s;
         s = bank_symbol(b, s)->next) {
        const symbol_node *node = bank_symbol(b, s);
        if (node->hash == hash && node->length == n &&
            !memcmp(b->text.base + node->offset, text, n))
            return s;
    }
    if (n >= UINT32_MAX - b->text.used)
        base_out_of_memory("symbols", n);
    uint32_t offset = (uint32_t)b->text.used;
    char *copy = region_add(&b->text, n + 1);
    memcpy(copy, text, n);
    copy[n] = '\0';
    symbol_id s = bank_add_node(&b->symbols, sizeof(symbol_node));
    bank_symbol(b, s)->offset = offset;
    bank_symbol(b, s)->length = (uint32_t)n;
    BANK_INSERT(b, symbol_table, symbols, symbol_node, s, hash);
    return s;
}

symbol_id symbol_make(term_bank *b, const char *text)
{
    return symbol_intern(b, text, strlen(text));
}

const char *symbol_text(const term_bank *b, symbol_id s)
{
    return b->text.base + bank_symbol(b, s)->offset;
}

size_t symbol_length(const term_bank *b, symbol_id s)
{
    return bank_symbol(b, s)->length;
}

symbol_id symbol_fresh(term_bank *b, const char *stem)
{
    strbuf name = STRBUF_INIT;
    uint32_t before;
    symbol_id s;
    do {
        strbuf_clear(&name);
        strbuf_printf(&name, "%s!%llu", stem, (unsigned long long)b->fresh++);
        before = b->symbols.count;
        s = symbol_intern(b, name.text, name.n);
    } while (b->symbols.count == before);
    strbuf_free(&name);
    return s;
}

uint32_t bank_term_count(const term_bank *b)
{
    return b->terms.count;
}

size_t bank_term_bytes(const term_bank *b)
{
    return b->terms.nodes.used + b->term_words.used +
           ((size_t)b->term_table.mask + 1 + b->young_table.mask + 1) * sizeof(uint32_t);
}

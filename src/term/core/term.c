#include "term/core/term.h"

#include <assert.h>
#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "term/core/bank_impl.h"

static bool same_words(const term_bank *b, const term_node *node, const uint32_t *indices,
                       uint32_t n_indices, const term_id *args, uint32_t n)
{
    const uint32_t *words = bank_words(&b->term_words, node->words);
    for (uint32_t i = 0; i < n_indices; i++)
        if (words[i] != indices[i])
            return false;
    for (uint32_t i = 0; i < n; i++)
        if (words[n_indices + i] != args[i])
            return false;
    return true;
}

static uint8_t flags_of(const term_bank *b, term_op op, const uint32_t *indices,
                        const term_id *args, uint32_t n)
{
    uint8_t flags = 0;
    for (uint32_t i = 0; i < n; i++)
        flags |= bank_term(b, args[i])->flags & (uint8_t)~TERM_IS_YOUNG;
    if (op == OP_VAR)
        flags |= TERM_HAS_VAR;
    else if (term_is_binder(op))
        flags |= TERM_HAS_BINDER;
    else if (op == OP_APP && (decl_kind_of(b, indices[0]) == DECL_DEFINED ||
                              decl_kind_of(b, indices[0]) == DECL_RECURSIVE))
        flags |= TERM_HAS_DEFINED;
    return flags;
}

static uint32_t hash_of(term_op op, sort_id sort, const uint32_t *indices, uint32_t n_indices,
                        const term_id *args, uint32_t n)
{
    uint64_t h = hash_mix((uint64_t)op << 32 | sort, (uint64_t)n_indices << 32 | n);
    if (n_indices)
        h = hash_words(h, indices, n_indices);
    return hash_fold(hash_words(h, args, n));
}

static bool is_young(const term_bank *b, term_op op, const uint32_t *indices, const term_id *args,
                     uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (args[i] >= b->settled)
            return true;
    return op == OP_APP && indices[0] >= b->settled_decls;
}

static uint32_t add_words(term_bank *b, const uint32_t *indices, uint32_t n_indices,
                          const term_id *args, uint32_t n)
{
    size_t offset = b->term_words.used / sizeof(uint32_t), all = (size_t)n_indices + n;
    if (offset + all > UINT32_MAX)
        base_out_of_memory("term table", all);
    uint32_t *place = region_add(&b->term_words, all * sizeof *place);
    for (uint32_t i = 0; i < n_indices; i++)
        place[i] = indices[i];
    for (uint32_t i = 0; i < n; i++)
        place[n_indices + i] = args[i];
    return (uint32_t)offset;
}

/* `sort` 0: to be computed by the sort check, which only new terms need. Operators whose result
 * sort is not decided by their arguments pass it. */
static term_id intern(term_bank *b, term_op op, sort_id sort, const uint32_t *indices,
                      uint32_t n_indices, const term_id *args, uint32_t n)
{
    uint32_t hash = hash_of(op, sort, indices, n_indices, args, n);
    bool young = is_young(b, op, indices, args, n);
    const bank_table *table = young ? &b->young_table : &b->term_table;
    for (uint32_t t = table->buckets[hash & table->mask]; t; t = bank_term(b, t)->next) {
        const term_node *node = bank_term(b, t);
        if (node->hash == hash && node->op == op && node->n_args == n &&
            node->n_indices == n_indices && (!sort || node->sort == sort) &&
            same_words(b, node, indices, n_indices, args, n))
            return t;
    }
    if (n_indices > UINT8_MAX)
        return bank_fail(b, "too many indices");
    if (!sort)
        sort = term_check_sorts(b, op, indices, n_indices, args, n);
    if (!sort)
        return 0;
    uint32_t words = add_words(b, indices, n_indices, args, n);
    term_id t = bank_add_raw(&b->terms, sizeof(term_node));
    *bank_term(b, t) =
        (term_node){.op = (uint16_t)op,
                    .n_indices = (uint8_t)n_indices,
                    .flags = flags_of(b, op, indices, args, n) | (young ? TERM_IS_YOUNG : 0),
                    .sort = sort,
                    .n_args = n,
                    .words = words};
    bank_insert_term(b, t, hash);
    return t;
}

term_id term_const(term_bank *b, value_id v)
{
    uint32_t hash = hash_fold(hash_mix(v, OP_CONST));
    for (uint32_t t = b->term_table.buckets[hash & b->term_table.mask]; t;
         t = bank_term(b, t)->next) {
        const term_node *node = bank_term(b, t);
        if (node->hash == hash && node->op == OP_CONST && node->words == v)
            return t;
    }
    term_id t = bank_add_raw(&b->terms, sizeof(term_node));
    *bank_term(b, t) = (term_node){.op = OP_CONST, .sort = value_sort(b, v), .words = v};
    bank_insert_term(b, t, hash);
    return t;
}

void bank_init_terms(term_bank *b)
{
    term_id f = term_const(b, VALUE_ID_FALSE), t = term_const(b, VALUE_ID_TRUE);
    assert(f == TERM_ID_FALSE && t == TERM_ID_TRUE);
    (void)f, (void)t;
}

term_id term_make(term_bank *b, term_op op, const uint32_t *indices, uint32_t n_indices,
                  const term_id *args, uint32_t n)
{
    return intern(b, op, 0, indices, n_indices, args, n);
}

term_id term_var(term_bank *b, symbol_id name, sort_id sort)
{
    return intern(b, OP_VAR, sort, &name, 1, NULL, 0);
}

term_id term_app(term_bank *b, decl_id d, const term_id *args, uint32_t n)
{
    return intern(b, OP_APP, 0, &d, 1, args, n);
}

term_id term_const_array(term_bank *b, sort_id sort, term_id element)
{
    if (sort_kind_of(b, sort) != SORT_ARRAY || sort_array_element(b, sort) != term_sort(b, element))
        return bank_fail(b, "(as const …) needs an array sort whose elements have the sort of its "
                            "argument");
    return intern(b, OP_CONST_ARRAY, sort, NULL, 0, &element, 1);
}

term_id term_cast(term_bank *b, term_id t, sort_id sort)
{
    return term_sort(b, t) == sort ? t : intern(b, OP_CAST, sort, NULL, 0, &t, 1);
}

term_id term_quantifier(term_bank *b, term_op op, const term_id *vars, uint32_t n_vars,
                        term_id body, const term_id *patterns, uint32_t n_patterns)
{
    sort_id sort = SORT_ID_BOOL;
    if (op != OP_LAMBDA && term_sort(b, body) != SORT_ID_BOOL)
        return bank_fail(b, "the body of a quantifier must be Bool");
    if (op == OP_LAMBDA) { /* curried: an array of arrays for several variables */
        sort = term_sort(b, body);
        for (uint32_t i = n_vars; i-- > 0;)
            sort = sort_array(b, term_sort(b, vars[i]), sort);
    }
    term_vec args = {0};
    vec_append(&args, vars, n_vars);
    vec_push(&args, body);
    vec_append(&args, patterns, n_patterns);
    term_id t = intern(b, op, sort, &n_vars, 1, args.at, (uint32_t)args.n);
    vec_free(&args);
    return t;
}

static term_id must(term_bank *b, term_id t)
{
    assert(t && "ill-sorted arguments");
    (void)b;
    return t;
}

term_id term_make1(term_bank *b, term_op op, term_id x)
{
    return must(b, term_make(b, op, NULL, 0, &x, 1));
}

term_id term_make2(term_bank *b, term_op op, term_id x, term_id y)
{
    term_id args[] = {x, y};
    return must(b, term_make(b, op, NULL, 0, args, 2));
}

term_id term_make3(term_bank *b, term_op op, term_id x, term_id y, term_id z)
{
    term_id args[] = {x, y, z};
    return must(b, term_make(b, op, NULL, 0, args, 3));
}

term_id term_not(term_bank *b, term_id x)
{
    if (x == TERM_ID_TRUE || x == TERM_ID_FALSE)
        return x == TERM_ID_TRUE ? TERM_ID_FALSE : TERM_ID_TRUE;
    if (term_op_of(b, x) == OP_NOT)
        return term_arg(b, x, 0);
    return term_make1(b, OP_NOT, x);
}

static term_id junction(term_bank *b, term_op op, const term_id *args, uint32_t n)
{
    if (n == 0)
        return op == OP_AND ? TERM_ID_TRUE : TERM_ID_FALSE;
    return n == 1 ? args[0] : must(b, term_make(b, op, NULL, 0, args, n));
}

term_id term_and(term_bank *b, const term_id *conjuncts, uint32_t n)
{
    return junction(b, OP_AND, conjuncts, n);
}

term_id term_or(term_bank *b, const term_id *disjuncts, uint32_t n)
{
    return junction(b, OP_OR, disjuncts, n);
}

term_id term_eq(term_bank *b, term_id x, term_id y)
{
    return term_make2(b, OP_EQ, x, y);
}

uint32_t term_var_count(const term_bank *b, term_id t)
{
    assert(term_is_binder(term_op_of(b, t)));
    return term_index(b, t, 0);
}

term_id term_body(const term_bank *b, term_id t)
{
    return term_arg(b, t, term_var_count(b, t));
}

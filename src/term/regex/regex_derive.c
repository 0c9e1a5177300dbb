#include "term/regex/regex_node.h"

static uint64_t key_of(regex_id x, uint32_t block)
{
    return (uint64_t)x << 32 | block;
}

/* The derivative if it is known or needs no other. */
static regex_id known(const regex *r, regex_id x, uint32_t block)
{
    switch (regex_at(r, x)->kind) {
    case NODE_EPSILON:
        return REGEX_NONE;
    case NODE_CLASS:
        return regex_class_has(r, x, r->samples.at[block]) ? REGEX_EPSILON : REGEX_NONE;
    default:
        return (regex_id)map_get(&r->derivatives, key_of(x, block), 0);
    }
}

/* How many of the node's words are nodes whose derivatives are needed. */
static uint32_t needed(const regex *r, regex_id x)
{
    const regex_node *node = regex_at(r, x);
    switch (node->kind) {
    case NODE_UNION:
    case NODE_INTER:
        return node->n;
    case NODE_CONCAT:
        return regex_at(r, regex_word(r, x, 0))->nullable ? 2 : 1;
    default:
        return 1;
    }
}

static regex_id derive_members(regex *r, regex_id x, uint32_t block)
{
    uint32_t n = regex_at(r, x)->n;
    vec_u32 members = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(&members, known(r, regex_word(r, x, i), block));
    regex_id result = regex_nary(r, regex_at(r, x)->kind, members.at, n);
    vec_free(&members);
    return result;
}

/* All derivatives that are needed are known. */
static regex_id derive_node(regex *r, regex_id x, uint32_t block)
{
    regex_id inner = known(r, regex_word(r, x, 0), block);
    switch (regex_at(r, x)->kind) {
    case NODE_CONCAT: {
        regex_id tail = regex_word(r, x, 1);
        regex_id result = regex_concat(r, inner, tail);
        return needed(r, x) == 1 ? result : regex_union(r, result, known(r, tail, block));
    }
    case NODE_COMP:
        return regex_comp(r, inner);
    case NODE_STAR:
        return regex_concat(r, inner, x);
    case NODE_LOOP: {
        /* Also right when the body is nullable: then fewer rounds are among the more. */
        uint32_t lo = regex_word(r, x, 1), hi = regex_word(r, x, 2);
        return inner == REGEX_NONE
                   ? inner
                   : regex_concat(r, inner,
                                  regex_loop(r, regex_word(r, x, 0), lo ? lo - 1 : 0, hi - 1));
    }
    default:
        return derive_members(r, x, block);
    }
}

regex_id regex_derive(regex *r, regex_id x, uint32_t block)
{
    regex_id result = known(r, x, block);
    if (result)
        return result;
    size_t base = r->todo.n;
    vec_push(&r->todo, x);
    while (r->todo.n > base) {
        regex_id top = vec_last(&r->todo);
        uint32_t n = needed(r, top);
        size_t before = r->todo.n;
        result = known(r, top, block);
        for (uint32_t i = 0; i < n && !result; i++)
            if (!known(r, regex_word(r, top, i), block))
                vec_push(&r->todo, regex_word(r, top, i));
        if (!regex_spend(r, 1 + n)) {
            r->todo.n = base;
            return 0;
        }
        if (r->todo.n > before)
            continue;
        if (!result) {
            result = derive_node(r, top, block);
            if (!result) {
                r->todo.n = base;
                return 0;
            }
            map_put(&r->derivatives, key_of(top, block), result);
        }
        r->todo.n--;
    }
    return result;
}

#include "term/regex/regex_node.h"

#include <assert.h>

#include "base/alloc.h"
#include "base/vec.h"

bool regex_spend(regex *r, uint64_t amount)
{
    if (r->fuel < amount) {
        r->fuel = 0;
        return false;
    }
    r->fuel -= amount;
    return true;
}

static void describe(const regex *r, regex_node *node)
{
    const uint32_t *w = r->words.n ? r->words.at + node->first : NULL;
    node->plain = node->kind != NODE_INTER && node->kind != NODE_COMP;
    switch ((node_kind)node->kind) {
    case NODE_EPSILON:
        node->nullable = true;
        break;
    case NODE_CLASS:
        node->nullable = false;
        break;
    case NODE_CONCAT:
        node->nullable = regex_at(r, w[0])->nullable && regex_at(r, w[1])->nullable;
        node->plain = regex_at(r, w[0])->plain && regex_at(r, w[1])->plain;
        break;
    case NODE_UNION:
    case NODE_INTER:
        node->nullable = node->kind == NODE_INTER;
        for (uint32_t i = 0; i < node->n; i++) {
            const regex_node *member = regex_at(r, w[i]);
            node->nullable = node->kind == NODE_INTER ? node->nullable && member->nullable
                                                      : node->nullable || member->nullable;
            node->plain = node->plain && member->plain;
        }
        break;
    case NODE_COMP:
        node->nullable = !regex_at(r, w[0])->nullable;
        break;
    case NODE_STAR:
        node->nullable = true;
        node->plain = regex_at(r, w[0])->plain;
        break;
    case NODE_LOOP:
        node->nullable = w[1] == 0 || regex_at(r, w[0])->nullable;
        node->plain = regex_at(r, w[0])->plain;
        break;
    }
}

regex_id regex_intern(regex *r, node_kind kind, const uint32_t *words, uint32_t n)
{
    if (!regex_spend(r, 1 + n))
        return 0;
    uint32_t small[8];
    uint32_t *key = n < 8 ? small : base_alloc((n + 1) * sizeof *key);
    key[0] = kind;
    if (n)
        memcpy(key + 1, words, n * sizeof *words);
    regex_id found = (regex_id)tuple_map_get(&r->index, key, n + 1, 0);
    if (!found) {
        regex_node node = {.kind = (uint8_t)kind, .n = n, .first = r->words.n};
        vec_append(&r->words, key + 1, n);
        describe(r, &node);
        found = (regex_id)r->nodes.n;
        vec_push(&r->nodes, node);
        tuple_map_put(&r->index, key, n + 1, found);
    }
    if (key != small)
        free(key);
    return found;
}

regex_id regex_range(regex *r, uint32_t lo, uint32_t hi)
{
    uint32_t range[2] = {lo, hi};
    return regex_intern(r, NODE_CLASS, range, lo <= hi ? 2 : 0);
}

static regex_id concat_one(regex *r, regex_id head, regex_id tail)
{
    const regex_node *h = regex_at(r, head);
    const regex_node *t = regex_at(r, tail);
    if (h->kind == NODE_STAR && /* x* x* y = x* y */
        (head == tail || (t->kind == NODE_CONCAT && regex_word(r, tail, 0) == head)))
        return tail;
    uint32_t words[2] = {head, tail};
    return regex_intern(r, NODE_CONCAT, words, 2);
}

regex_id regex_concat(regex *r, regex_id x, regex_id y)
{
    if (!x || !y)
        return 0;
    if (x == REGEX_NONE || y == REGEX_NONE)
        return REGEX_NONE;
    if (x == REGEX_EPSILON)
        return y;
    if (y == REGEX_EPSILON)
        return x;
    size_t base = r->parts.n;
    for (; regex_at(r, x)->kind == NODE_CONCAT; x = regex_word(r, x, 1)) {
        if (!regex_spend(r, 1)) {
            r->parts.n = base;
            return 0;
        }
        vec_push(&r->parts, regex_word(r, x, 0));
    }
    y = concat_one(r, x, y);
    while (r->parts.n > base && y)
        y = concat_one(r, vec_pop(&r->parts), y);
    r->parts.n = base;
    return y;
}

/* Appends the members to `parts`, lists of the same kind spread out, classes to `classes`. */
static bool gather(regex *r, node_kind kind, const regex_id *members, size_t n, vec_u32 *classes)
{
    for (size_t i = 0; i < n; i++) {
        regex_id x = members[i];
        bool spread = x && regex_at(r, x)->kind == kind;
        uint32_t inner = spread ? regex_at(r, x)->n : 1;
        if (!x || !regex_spend(r, inner))
            return false;
        for (uint32_t j = 0; j < inner; j++) {
            regex_id y = spread ? regex_word(r, x, j) : x;
            if (regex_at(r, y)->kind == NODE_CLASS)
                vec_push(classes, y);
            else
                vec_push(&r->parts, y);
        }
    }
    return true;
}

/* The one class that several amount to. */
static regex_id merge_classes(regex *r, node_kind kind, const vec_u32 *classes)
{
    regex_id result = classes->at[0];
    if (kind == NODE_UNION)
        return classes->n == 1 ? result : regex_class_union(r, classes->at, classes->n);
    for (size_t i = 1; i < classes->n && result; i++)
        result = regex_class_inter(r, result, classes->at[i]);
    return result;
}

static bool has_member(const uint32_t *list, size_t n, regex_id x)
{
    return n && bsearch(&x, list, n, sizeof x, vec_u32_order);
}

/* Sorts the list in place, removes duplicates and what is neutral; a list that is absorbed becomes
 * its absorbing element alone. */
static size_t reduce(const regex *r, node_kind kind, uint32_t *list, size_t n)
{
    regex_id neutral = kind == NODE_UNION ? REGEX_NONE : REGEX_ALL;
    regex_id absorbing = kind == NODE_UNION ? REGEX_ALL : REGEX_NONE;
    qsort(list, n, sizeof *list, vec_u32_order);
    size_t kept = 0;
    bool others_nullable = kind == NODE_INTER;
    for (size_t i = 0; i < n; i++) {
        if (list[i] == neutral || (kept && list[kept - 1] == list[i]))
            continue;
        list[kept++] = list[i];
        if (list[i] != REGEX_EPSILON)
            others_nullable = kind == NODE_UNION
                                  ? others_nullable || regex_at(r, list[i])->nullable
                                  : others_nullable && regex_at(r, list[i])->nullable;
    }
    bool absorbed = has_member(list, kept, absorbing);
    for (size_t i = 0; i < kept && !absorbed; i++)
        absorbed = regex_at(r, list[i])->kind == NODE_COMP &&
                   has_member(list, kept, regex_word(r, list[i], 0));
    bool epsilon = has_member(list, kept, REGEX_EPSILON);
    if (absorbed || (kind == NODE_INTER && epsilon)) {
        list[0] = absorbed ? absorbing : others_nullable ? REGEX_EPSILON : REGEX_NONE;
        return 1;
    }
    if (epsilon && others_nullable) { /* a union: the empty word is there anyway */
        size_t j = 0;
        for (size_t i = 0; i < kept; i++)
            if (list[i] != REGEX_EPSILON)
                list[j++] = list[i];
        kept = j;
    }
    return kept;
}

regex_id regex_nary(regex *r, node_kind kind, const regex_id *members, size_t n)
{
    size_t base = r->parts.n;
    regex_id result = 0;
    vec_u32 classes = {0};
    bool enough = gather(r, kind, members, n, &classes);
    if (enough && classes.n) {
        regex_id class = merge_classes(r, kind, &classes);
        vec_push(&r->parts, class);
        enough = class != 0;
    }
    if (enough) {
        uint32_t *list = r->parts.at + base;
        size_t kept = r->parts.n == base ? 0 : reduce(r, kind, list, r->parts.n - base);
        if (kept == 0)
            result = kind == NODE_UNION ? REGEX_NONE : REGEX_ALL;
        else
            result = kept == 1 ? list[0] : regex_intern(r, kind, list, (uint32_t)kept);
    }
    vec_free(&classes);
    r->parts.n = base;
    return result;
}

regex_id regex_union(regex *r, regex_id x, regex_id y)
{
    if (x == y || y == REGEX_NONE)
        return x && y ? x : 0;
    if (x == REGEX_NONE)
        return y;
    regex_id members[2] = {x, y};
    return regex_nary(r, NODE_UNION, members, 2);
}

regex_id regex_comp(regex *r, regex_id x)
{
    if (!x)
        return 0;
    if (x == REGEX_NONE || x == REGEX_ALL)
        return x == REGEX_NONE ? REGEX_ALL : REGEX_NONE;
    return regex_at(r, x)->kind == NODE_COMP ? regex_word(r, x, 0)
                                             : regex_intern(r, NODE_COMP, &x, 1);
}

regex_id regex_star(regex *r, regex_id x)
{
    if (!x)
        return 0;
    if (x == REGEX_NONE || x == REGEX_EPSILON)
        return REGEX_EPSILON;
    return regex_at(r, x)->kind == NODE_STAR ? x : regex_intern(r, NODE_STAR, &x, 1);
}

regex_id regex_loop(regex *r, regex_id x, uint32_t lo, uint32_t hi)
{
    if (!x)
        return 0;
    if (lo > hi)
        return REGEX_NONE;
    if (hi == 0 || x == REGEX_EPSILON)
        return REGEX_EPSILON;
    if (x == REGEX_NONE)
        return lo == 0 ? REGEX_EPSILON : REGEX_NONE;
    if (regex_at(r, x)->kind == NODE_STAR || (lo == 1 && hi == 1))
        return x;
    uint32_t words[3] = {x, regex_at(r, x)->nullable ? 0 : lo, hi};
    return regex_intern(r, NODE_LOOP, words, 3);
}

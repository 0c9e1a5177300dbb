/* Terms from the roots down. Terms of one level (by the longest way from a root) never contain each
 * other, so they can be replaced together and one after the other: large parts that do not matter
 * fall in few checks, and a term that was replaced does not change those beside it. */
#include "reduce/formula/reduce_impl.h"
#include "term/core/walk.h"

static void add_levels(const term_bank *b, const term_vec *order, map *levels)
{
    for (size_t i = order->n; i--;) {
        term_id t = order->at[i];
        uint64_t next = map_get(levels, t, 0) + 1;
        for (uint32_t j = 0; j < term_arity(b, t); j++) {
            uint64_t *level = map_insert(levels, term_arg(b, t, j), NULL);
            *level = *level > next ? *level : next;
        }
    }
}

/* The terms of a level, in the order in which they are printed first; false if there are none. */
static bool terms_of_level(const reducer *r, uint64_t level, term_vec *out)
{
    term_vec order = {0};
    map levels = {0};
    term_postorder(r->b, r->now.assertions.at, r->now.assertions.n, &order);
    add_levels(r->b, &order, &levels);
    vec_clear(out);
    bool any = false;
    for (size_t i = 0; i < order.n; i++) {
        term_id t = order.at[i];
        if (map_get(&levels, t, 0) != level)
            continue;
        any = true;
        if (term_op_of(r->b, t) != OP_PATTERN)
            vec_push(out, t);
    }
    vec_free(&order);
    map_free(&levels);
    return any;
}

/* Ways to replace many terms at once. */
typedef enum bulk_way { BULK_PLAIN, BULK_OTHER, BULK_CHILD, BULK_FRESH, BULK_WAYS } bulk_way;

static term_id bulk_term(reducer *r, term_id t, bulk_way way)
{
    term_id result = 0;
    sort_id sort = term_sort(r->b, t);
    term_vec plain = {0};
    switch (way) {
    case BULK_PLAIN:
    case BULK_OTHER:
        reduce_plain(r->b, sort, &plain);
        if (plain.n > (size_t)(way == BULK_OTHER))
            result = plain.at[way == BULK_OTHER];
        break;
    case BULK_CHILD:
        if (!term_is_binder(term_op_of(r->b, t)))
            for (uint32_t i = 0; i < term_arity(r->b, t) && !result; i++)
                if (term_sort(r->b, term_arg(r->b, t, i)) == sort)
                    result = term_arg(r->b, t, i);
        break;
    default:
        if (term_arity(r->b, t))
            result = reduce_fresh(r, sort);
    }
    vec_free(&plain);
    return result == t ? 0 : result;
}

/* Groups of terms; candidate number g * BULK_WAYS + way. */
typedef struct bulk {
    const term_id *terms;
    size_t n, size;
} bulk;

static size_t bulk_end(const bulk *k, size_t group)
{
    size_t end = (group + 1) * k->size;
    return end < k->n ? end : k->n;
}

static bool build_bulk(reducer *r, void *context, size_t number, formula *candidate)
{
    const bulk *k = context;
    replacement_vec pairs = {0};
    size_t group = number / BULK_WAYS;
    for (size_t i = group * k->size; i < bulk_end(k, group); i++) {
        replacement pair = {k->terms[i], bulk_term(r, k->terms[i], (bulk_way)(number % BULK_WAYS))};
        if (pair.to)
            vec_push(&pairs, pair);
    }
    bool good = reduce_replace(r, pairs.at, pairs.n, candidate);
    vec_free(&pairs);
    return good;
}

/* Groups of one size. Terms of groups that were replaced leave the list. */
static bool replace_groups_of(reducer *r, term_vec *terms, size_t size)
{
    bulk k = {terms->at, terms->n, size};
    size_t groups = (k.n + size - 1) / size, n = groups * BULK_WAYS, i = 0, kept = 0, done = 0;
    bool changed = false;
    term_vec rest = {0};
    while ((i = reduce_first(r, i, n, build_bulk, &k)) < n) {
        size_t group = i / BULK_WAYS, start = group * size;
        changed = true;
        vec_append(&rest, terms->at + done, start - done);
        done = bulk_end(&k, group);
        i = (group + 1) * BULK_WAYS;
    }
    vec_append(&rest, terms->at + done, terms->n - done);
    kept = rest.n;
    if (kept)
        memcpy(terms->at, rest.at, kept * sizeof *rest.at);
    terms->n = kept;
    vec_free(&rest);
    return changed;
}

/* One level, in groups that get smaller. */
static bool replace_groups(reducer *r, term_vec *terms)
{
    bool changed = false;
    for (size_t size = terms->n; size > 1 && !reduce_over(r);) {
        changed |= replace_groups_of(r, terms, size);
        size = size == 2 ? 1 : (size + 1) / 2;
        size = size < terms->n ? size : terms->n;
    }
    return changed;
}

/* The candidates of one term, by number; they are made anew for each, since refusals release. */
static bool build_other(reducer *r, void *context, size_t i, formula *candidate)
{
    const term_id *t = context;
    term_vec others = {0};
    reduce_term_candidates(r, *t, &others);
    term_id to = i < others.n ? others.at[i] : 0;
    vec_free(&others);
    return to && to != *t && reduce_replace(r, &(replacement){*t, to}, 1, candidate);
}

static bool replace_one(reducer *r, term_id t)
{
    term_vec others = {0};
    bank_marks mark = bank_mark(r->b);
    r->fresh = 0;
    reduce_term_candidates(r, t, &others);
    size_t n = others.n;
    vec_free(&others);
    bank_release(r->b, &mark);
    return reduce_first(r, 0, n, build_other, &t) < n;
}

/* Terms of `refused` are not looked at again in this round: only what a step brought up is new. */
static bool reduce_level(reducer *r, term_vec *terms, map *refused)
{
    size_t kept = 0;
    for (size_t i = 0; i < terms->n; i++)
        if (!map_find(refused, terms->at[i]))
            terms->at[kept++] = terms->at[i];
    terms->n = kept;
    bool changed = replace_groups(r, terms);
    for (size_t i = 0; i < terms->n && !reduce_over(r); i++) {
        bool done = replace_one(r, terms->at[i]);
        changed |= done;
        if (!done)
            map_put(refused, terms->at[i], 1);
    }
    return changed;
}

bool reduce_levels(reducer *r)
{
    term_vec terms = {0};
    map refused = {0};
    bool changed = false;
    for (uint64_t level = 0; !reduce_over(r) && terms_of_level(r, level, &terms); level++) {
        map_clear(&refused);
        while (!reduce_over(r) && reduce_level(r, &terms, &refused)) {
            changed = true;
            terms_of_level(r, level, &terms);
        }
    }
    vec_free(&terms);
    map_free(&refused);
    return changed;
}

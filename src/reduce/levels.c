/* Terms from the roots down. Terms of one level (by the longest way from a root) never contain each
 * other, so they can be replaced together and one after the other: large parts that do not matter
 * fall in few checks, and a term that was replaced does not change those beside it. */
#include "reduce/reduce_impl.h"
#include "term/walk.h"

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

static bool replace_group(reducer *r, const term_id *terms, size_t n)
{
    replacement_vec pairs = {0};
    bool done = false;
    for (int way = 0; way < BULK_WAYS && !done && !reduce_over(r); way++) {
        vec_clear(&pairs);
        reduce_begin(r);
        for (size_t i = 0; i < n; i++) {
            replacement pair = {terms[i], bulk_term(r, terms[i], (bulk_way)way)};
            if (pair.to)
                vec_push(&pairs, pair);
        }
        done = reduce_replace(r, pairs.at, pairs.n);
    }
    vec_free(&pairs);
    return done;
}

/* The candidates of one term, until one is taken. */
static bool replace_one(reducer *r, term_id t)
{
    term_vec candidates = {0};
    bool done = false;
    for (size_t i = 0; !done && !reduce_over(r); i++) {
        /* made anew each time: a refusal releases what was made */
        reduce_begin(r);
        vec_clear(&candidates);
        reduce_term_candidates(r, t, &candidates);
        if (i >= candidates.n) {
            bank_release(r->b, &r->mark);
            break;
        }
        replacement pair = {t, candidates.at[i]};
        done = reduce_replace(r, &pair, 1);
    }
    vec_free(&candidates);
    return done;
}

/* One level, in groups that get smaller. What is replaced as part of a group leaves the list. */
static bool replace_groups(reducer *r, term_vec *terms)
{
    bool changed = false;
    for (size_t group = terms->n; group > 1 && !reduce_over(r); group = (group + 1) / 2) {
        size_t kept = 0, n = terms->n;
        for (size_t first = 0; first < n; first += group) {
            size_t size = n - first < group ? n - first : group;
            if (size > 1 && replace_group(r, terms->at + first, size)) {
                changed = true;
                continue;
            }
            memmove(terms->at + kept, terms->at + first, size * sizeof *terms->at);
            kept += size;
        }
        terms->n = kept;
        if (group == 2)
            break;
    }
    return changed;
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

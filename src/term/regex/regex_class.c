#include "term/regex/regex_node.h"

#include "base/vec.h"

bool regex_class_has(const regex *r, regex_id x, uint32_t c)
{
    const uint32_t *pairs = r->words.at + regex_at(r, x)->first;
    uint32_t low = 0, high = regex_at(r, x)->n / 2;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (c > pairs[2 * middle + 1])
            low = middle + 1;
        else
            high = middle;
    }
    return low < regex_at(r, x)->n / 2 && pairs[2 * low] <= c;
}

/* Appends a range that begins at or behind the last one's beginning, merged with it if they touch.
 */
static void add_range(vec_u32 *out, uint32_t lo, uint32_t hi)
{
    if (out->n && lo <= vec_last(out) + 1) {
        if (hi > vec_last(out))
            vec_last(out) = hi;
        return;
    }
    vec_push(out, lo);
    vec_push(out, hi);
}

static regex_id intern_ranges(regex *r, vec_u32 *out)
{
    regex_id result = regex_intern(r, NODE_CLASS, out->at, (uint32_t)out->n);
    vec_free(out);
    return result;
}

regex_id regex_class_union(regex *r, const regex_id *classes, size_t n)
{
    vec_u32 all = {0}, out = {0};
    for (size_t i = 0; i < n; i++) {
        const regex_node *class = regex_at(r, classes[i]);
        if (!regex_spend(r, 1 + class->n)) {
            vec_free(&all);
            return 0;
        }
        if (class->n) /* else there may be no words at all */
            vec_append(&all, r->words.at + class->first, class->n);
    }
    if (all.n)
        qsort(all.at, all.n / 2, 2 * sizeof *all.at, vec_u32_order);
    for (size_t i = 0; i < all.n; i += 2)
        add_range(&out, all.at[i], all.at[i + 1]);
    vec_free(&all);
    return intern_ranges(r, &out);
}

regex_id regex_class_inter(regex *r, regex_id x, regex_id y)
{
    if (x == y)
        return x;
    uint32_t n = regex_at(r, x)->n, m = regex_at(r, y)->n;
    if (!regex_spend(r, n + m))
        return 0;
    vec_u32 out = {0};
    for (uint32_t i = 0, j = 0; i < n && j < m;) {
        uint32_t x_hi = regex_word(r, x, i + 1), y_hi = regex_word(r, y, j + 1);
        uint32_t lo = regex_word(r, x, i), hi = x_hi < y_hi ? x_hi : y_hi;
        if (regex_word(r, y, j) > lo)
            lo = regex_word(r, y, j);
        if (lo <= hi)
            add_range(&out, lo, hi);
        if (x_hi <= y_hi)
            i += 2;
        else
            j += 2;
    }
    return intern_ranges(r, &out);
}

/* The interval that holds the character. */
static size_t interval_of(const regex *r, uint32_t c)
{
    size_t low = 0, high = r->starts.n;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (r->starts.at[middle] <= c)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static bool cut_intervals(regex *r)
{
    vec_clear(&r->starts);
    vec_push(&r->starts, 0);
    for (size_t i = 0; i < r->classes.n; i++) {
        regex_id x = r->classes.at[i];
        uint32_t n = regex_at(r, x)->n;
        if (!regex_spend(r, 1 + n))
            return false;
        for (uint32_t j = 0; j < n; j++)
            vec_push(&r->starts, regex_word(r, x, j) + j % 2);
    }
    qsort(r->starts.at, r->starts.n, sizeof *r->starts.at, vec_u32_order);
    size_t kept = 1;
    for (size_t i = 1; i < r->starts.n; i++)
        if (r->starts.at[i] != r->starts.at[kept - 1] && r->starts.at[i] <= REGEX_MAX_CHAR)
            r->starts.at[kept++] = r->starts.at[i];
    r->starts.n = kept;
    return true;
}

/* Splits every block into what lies inside the class and what does not. */
static bool refine(regex *r, regex_id class, map *renamed, uint32_t *next)
{
    map_free(renamed); /* cheaper than clearing a table that was large once */
    for (uint32_t j = 0; j < regex_at(r, class)->n; j += 2) {
        uint32_t hi = regex_word(r, class, j + 1);
        size_t i = interval_of(r, regex_word(r, class, j));
        for (; i < r->starts.n && r->starts.at[i] <= hi; i++) {
            if (!regex_spend(r, 1))
                return false;
            bool is_new;
            uint64_t *name = map_insert(renamed, r->blocks.at[i], &is_new);
            if (is_new)
                *name = (*next)++;
            r->blocks.at[i] = (uint32_t)*name;
        }
    }
    return true;
}

/* Blocks get the numbers 0 .. n-1 in the order of their first characters. */
static void number_blocks(regex *r)
{
    map numbers = {0};
    vec_clear(&r->samples);
    for (size_t i = 0; i < r->blocks.n; i++) {
        bool is_new;
        uint64_t *number = map_insert(&numbers, r->blocks.at[i], &is_new);
        if (is_new) {
            *number = r->samples.n;
            vec_push(&r->samples, r->starts.at[i]);
        }
        r->blocks.at[i] = (uint32_t)*number;
    }
    map_free(&numbers);
}

/* The classes that can be met from the roots. */
static bool list_classes(regex *r)
{
    map seen = {0};
    vec_u32 todo = {0};
    bool enough = true;
    vec_clear(&r->classes);
    vec_append(&todo, r->roots.at, r->roots.n);
    while (todo.n && enough) {
        regex_id x = vec_pop(&todo);
        bool is_new;
        map_insert(&seen, x, &is_new);
        if (!is_new)
            continue;
        const regex_node *node = regex_at(r, x);
        enough = regex_spend(r, 1 + node->n);
        if (node->kind == NODE_CLASS)
            vec_push(&r->classes, x);
        else if (node->n)
            vec_append(&todo, r->words.at + node->first, node->kind == NODE_LOOP ? 1 : node->n);
    }
    map_free(&seen);
    vec_free(&todo);
    return enough;
}

bool regex_partition(regex *r)
{
    if (r->partitioned)
        return true;
    if (!list_classes(r) || !cut_intervals(r))
        return false;
    vec_clear(&r->blocks);
    vec_resize(&r->blocks, r->starts.n);
    map renamed = {0};
    uint32_t next = 1;
    bool enough = true;
    for (size_t i = 0; i < r->classes.n && enough; i++)
        if (r->classes.at[i] != REGEX_ANY)
            enough = refine(r, r->classes.at[i], &renamed, &next);
    map_free(&renamed);
    if (!enough)
        return false;
    number_blocks(r);
    map_clear(&r->derivatives);
    r->partitioned = true;
    return true;
}

uint32_t regex_block_of(const regex *r, uint32_t c)
{
    return r->blocks.at[interval_of(r, c)];
}

/* Regular languages character by character, and shortest words. */
#include "term/regex/regex_node.h"

regex_id regex_after(regex *r, regex_id x, uint32_t c)
{
    if (!x || c > REGEX_MAX_CHAR || !regex_partition(r) || !regex_spend(r, 1))
        return 0;
    return regex_derive(r, x, regex_block_of(r, c));
}

bool regex_accepts_empty(const regex *r, regex_id x)
{
    return x && regex_at(r, x)->nullable;
}

size_t regex_intervals(regex *r)
{
    return regex_partition(r) ? r->starts.n : 0;
}

void regex_interval(const regex *r, size_t i, uint32_t *lo, uint32_t *hi)
{
    *lo = r->starts.at[i];
    *hi = i + 1 < r->starts.n ? r->starts.at[i + 1] - 1 : REGEX_MAX_CHAR;
}

/* A node met on the way, and the step that led to it. */
typedef struct visit {
    regex_id node;
    uint32_t from; /* number of the visit before */
    uint32_t character;
} visit;

typedef VEC(visit) visit_vec;

static void add_word(const visit_vec *visits, size_t at, vec_u32 *word)
{
    size_t first = word->n;
    for (; at; at = visits->at[at].from)
        vec_push(word, visits->at[at].character);
    for (size_t i = first, j = word->n; i + 1 < j; i++) {
        uint32_t c = word->at[i];
        word->at[i] = word->at[--j];
        word->at[j] = c;
    }
}

/* Adds what can be reached in one step; false when out of fuel. */
static bool expand(regex *r, visit_vec *visits, size_t at, map *seen)
{
    for (uint32_t block = 0; block < r->samples.n; block++) {
        regex_id y = regex_derive(r, visits->at[at].node, block);
        bool is_new = false;
        if (!y || !regex_spend(r, 1))
            return false;
        map_insert(seen, y, &is_new);
        if (is_new && y != REGEX_NONE) {
            visit next = {y, (uint32_t)at, r->samples.at[block]};
            vec_push(visits, next);
        }
    }
    return true;
}

bool regex_shortest(regex *r, regex_id x, vec_u32 *word)
{
    if (!x || !regex_partition(r))
        return false;
    visit_vec visits = {0};
    map seen = {0};
    visit first = {x, 0, 0};
    bool found = false, enough = true;
    map_put(&seen, x, 1);
    vec_push(&visits, first);
    for (size_t next = 0; next < visits.n && enough && !found; next++) {
        found = regex_at(r, visits.at[next].node)->nullable;
        if (found)
            add_word(&visits, next, word);
        else
            enough = expand(r, &visits, next, &seen);
    }
    map_free(&seen);
    vec_free(&visits);
    return found;
}

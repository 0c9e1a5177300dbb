/* Loops that a field bounds: rounds that look at other bytes each are items, or single bytes. */
#include <string.h>

#include "explore/fields/infer_impl.h"

enum { LEAST_ROUNDS = 2 };

/* The rounds of the loop at the site of number `first`: each compares with a higher level than the one before, by the same step. */
static size_t rounds_of(const candidate *c, size_t first, candidate_loop *rounds, size_t most,
                        int64_t *step)
{
    size_t n = 0;
    for (size_t i = first; i < c->loops.n && n < most; i++) {
        const candidate_loop *l = &c->loops.at[i];
        if (l->site != c->loops.at[first].site)
            continue;
        int64_t apart = n ? l->level - rounds[n - 1].level : 0;
        if (n && (apart <= 0 || (n > 1 && apart != *step)))
            break;
        *step = n == 1 ? apart : *step;
        rounds[n++] = *l;
    }
    return n;
}

/* A loop is often entered by a test of its own: that is the first round. */
static size_t with_entry(const candidate *c, candidate_loop *rounds, size_t n, int64_t step)
{
    const candidate_loop *entry = NULL;
    for (size_t i = 0; n && i < c->loops.n; i++)
        if (c->loops.at[i].condition < rounds[0].condition &&
            c->loops.at[i].level == rounds[0].level - (n > 1 ? step : 1))
            entry = &c->loops.at[i];
    if (!entry || n > FIELD_ITEMS)
        return n;
    memmove(rounds + 1, rounds, n * sizeof *rounds);
    rounds[0] = *entry;
    return n + 1;
}

/* The first byte behind the field that is looked at first in that round; UINT32_MAX: none. */
static uint32_t begin_of(const inference *s, const candidate *c, uint32_t from, uint32_t to)
{
    for (uint32_t i = c->f.at + c->f.width; i < s->touched.n; i++)
        if (s->touched.at[i] > from + 1 && s->touched.at[i] <= to)
            return i;
    return UINT32_MAX;
}

bool infer_loop(const inference *s, const candidate *c, field *to)
{
    candidate_loop rounds[FIELD_ITEMS + 1];
    uint32_t known = 0;
    bool any = false;
    for (size_t i = 0; i < c->loops.n && known < 2; i++) {
        int64_t step = 0;
        size_t n = rounds_of(c, i, rounds, FIELD_ITEMS, &step);
        uint32_t site = c->loops.at[i].site;
        if (n == 1)
            step = 1;
        n = with_entry(c, rounds, n, step);
        if (n < LEAST_ROUNDS || rounds[n - 1].level > (int64_t)c->value + 1)
            continue;
        field f = c->f;
        f.site = site;
        for (size_t k = 0; k < n && f.n_items < FIELD_ITEMS && f.n_items < c->value; k++) {
            uint32_t end = k + 1 < n ? rounds[k + 1].condition : (uint32_t)s->t->conditions.n;
            uint32_t item = begin_of(s, c, rounds[k].condition, end);
            if (item == UINT32_MAX || (f.n_items && item <= f.items[f.n_items - 1]))
                break;
            f.items[f.n_items++] = item;
        }
        bool single = f.n_items > 1 && f.items[1] - f.items[0] == (uint64_t)step &&
                      f.items[f.n_items - 1] - f.items[0] == (f.n_items - 1) * (uint64_t)step;
        f.kind = f.n_items && !single && step == 1 ? FIELD_COUNT : FIELD_SIZE;
        if (f.n_items > known || !any) {
            known = f.n_items;
            f.from = f.n_items ? f.items[0] : f.at + f.width;
            *to = f;
            any = true;
        }
    }
    return any;
}

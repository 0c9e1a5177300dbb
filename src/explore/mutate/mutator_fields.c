/* Mutations of data whose fields are known (explore/fields): records that grow, shrink, come twice, go or change places, with the sizes and
 * counts that speak of them. */
#include <string.h>

#include "explore/mutate/mutator.h"

enum { LONGEST_HEAD = 4, MORE_BYTES = 16 };

/* A part of the input that could be a whole: an item, what is between a field and the next of its kind, or what a field speaks of. */
typedef struct region {
    uint32_t at, n;
    uint32_t owner; /* of what is put behind it; UINT32_MAX: it is put before it */
} region;

static uint32_t next_of_kind(const field_list *list, const field *f)
{
    uint32_t best = UINT32_MAX;
    for (size_t i = 0; i < list->n; i++) {
        const field *g = &list->at[i];
        if (g->site == f->site && g->kind == f->kind && g->at > f->at && g->at < best)
            best = g->at;
    }
    return best;
}

/* Where the innermost part with the field in it ends. */
static uint32_t end_around(const field_list *list, const field *f, uint32_t size)
{
    uint32_t best = size;
    for (size_t i = 0; i < list->n; i++) {
        const field *g = &list->at[i];
        if (g->kind == FIELD_SIZE && g != f && g->from > g->at && g->from <= f->at &&
            f->at < g->to && g->to < best)
            best = g->to;
    }
    return best;
}

static bool choose_region(mutator *m, const field_list *list, uint32_t size, region *r)
{
    if (!list || !list->n)
        return false;
    uint32_t which = (uint32_t)rng_below(&m->random, list->n);
    const field *f = &list->at[which];
    *r = (region){.owner = UINT32_MAX};
    if (f->kind == FIELD_COUNT && f->n_items) {
        uint32_t i = (uint32_t)rng_below(&m->random, f->n_items);
        r->at = f->items[i];
        uint32_t end = i + 1 < f->n_items ? f->items[i + 1] : f->to;
        r->n = end > r->at ? end - r->at : 0;
    } else {
        uint32_t next = next_of_kind(list, f);
        uint64_t way = rng_below(&m->random, 4);
        if (way < 2 && next != UINT32_MAX) {
            r->at = f->at;
            r->n = next - f->at;
        } else if (way == 2) {
            uint32_t head = (uint32_t)rng_below(&m->random, LONGEST_HEAD + 1);
            uint32_t end = end_around(list, f, size);
            r->at = f->at - (head < f->at ? head : f->at);
            r->n = end > r->at ? end - r->at : 0;
        } else {
            r->at = f->from;
            r->n = f->to - f->from;
            r->owner = f->kind == FIELD_SIZE ? which : UINT32_MAX;
        }
    }
    return r->n && r->at <= size && r->n <= size - r->at;
}

static void edit(mutator *m, strbuf *b, const char *bytes, field_edit e, size_t most)
{
    if (e.at <= b->n && e.removed <= b->n - e.at && b->n - e.removed + e.n <= most) {
        e.bytes = bytes;
        fields_edit(&m->now, b, &e);
    }
}

/* A copy of it beside it, or of another input's in its place. */
static void repeat(mutator *m, strbuf *b, size_t most)
{
    region r;
    if (!choose_region(m, &m->now, (uint32_t)b->n, &r))
        return;
    strbuf copy = STRBUF_INIT;
    strbuf_add(&copy, b->text + r.at, r.n);
    field_edit e = {.at = r.owner == UINT32_MAX ? r.at : r.at + r.n,
                    .n = r.n,
                    .copied = r.at,
                    .owner = r.owner,
                    .items = true};
    for (uint64_t times = rng_one_in(&m->random, 3) ? 1 + rng_below(&m->random, 6) : 1; times--;)
        edit(m, b, copy.text, e, most);
    strbuf_free(&copy);
}

static void drop(mutator *m, strbuf *b, size_t most)
{
    region r;
    if (choose_region(m, &m->now, (uint32_t)b->n, &r))
        edit(m, b, "",
             (field_edit){.at = r.at,
                          .removed = r.n,
                          .copied = UINT32_MAX,
                          .owner = UINT32_MAX,
                          .items = true},
             most);
}

/* The number of a size that something can be put into; UINT32_MAX: there is none. */
static uint32_t choose_size(mutator *m, const strbuf *b)
{
    for (int tries = 0; tries < 4 && m->now.n; tries++) {
        uint32_t which = (uint32_t)rng_below(&m->random, m->now.n);
        const field *f = &m->now.at[which];
        if (f->kind == FIELD_SIZE && f->from <= f->to && f->to <= b->n)
            return which;
    }
    return UINT32_MAX;
}

/* A region of this input or another, put into what a field speaks of or in its place. */
static void transplant_region(mutator *m, strbuf *b, const strbuf *other, size_t most)
{
    bool own = !other || !m->other_fields || rng_one_in(&m->random, 2);
    const strbuf *from = own ? b : other;
    region r;
    uint32_t to = choose_size(m, b);
    if (to == UINT32_MAX ||
        !choose_region(m, own ? &m->now : m->other_fields, (uint32_t)from->n, &r))
        return;
    const field *f = &m->now.at[to];
    strbuf copy = STRBUF_INIT;
    strbuf_add(&copy, from->text + r.at, r.n);
    bool over = rng_one_in(&m->random, 3);
    field_edit e = {.at = over || rng_one_in(&m->random, 2) ? f->from : f->to,
                    .removed = over ? f->to - f->from : 0,
                    .n = r.n,
                    .copied = own && !over ? r.at : UINT32_MAX,
                    .owner = to,
                    .items = true};
    edit(m, b, copy.text, e, most);
    strbuf_free(&copy);
}

/* Bytes more, or less, somewhere in what a field speaks of. */
static void resize(mutator *m, strbuf *b, size_t most)
{
    uint32_t which = choose_size(m, b);
    if (which == UINT32_MAX)
        return;
    const field *f = &m->now.at[which];
    uint32_t length = f->to - f->from;
    field_edit e = {.copied = UINT32_MAX, .owner = which};
    char bytes[MORE_BYTES];
    if (length && rng_one_in(&m->random, 3)) {
        e.at = f->from + (uint32_t)rng_below(&m->random, length);
        e.removed = 1 + (uint32_t)rng_below(&m->random, f->to - e.at);
    } else {
        e.at = f->from + (uint32_t)rng_below(&m->random, length + 1);
        e.n = 1 + (uint32_t)rng_below(&m->random, rng_one_in(&m->random, 3) ? MORE_BYTES : 4);
        bool text = rng_one_in(&m->random, 2);
        for (uint32_t i = 0; i < e.n; i++)
            bytes[i] = text     ? value_character(m)
                       : length ? b->text[f->from + (i + e.at) % length]
                                : (char)rng_next(&m->random);
    }
    edit(m, b, bytes, e, most);
}

void mutate_fields(mutator *m, strbuf *b, const strbuf *other, size_t most)
{
    uint64_t kind = rng_below(&m->random, 16);
    if (kind < 4) {
        repeat(m, b, most);
    } else if (kind < 5) {
        drop(m, b, most);
    } else if (kind < 7) {
        transplant_region(m, b, other, most);
    } else if (kind < 9) {
        resize(m, b, most);
    } else {
        strbuf before = STRBUF_INIT;
        strbuf_add(&before, b->text, b->n);
        mutate_data(m, b, other, most);
        fields_follow(&m->now, &before, b);
        strbuf_free(&before);
    }
}

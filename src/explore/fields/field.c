#include "explore/fields/field.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FIELDS = 96, MOST_DIGITS = 9 };

void fields_copy(field_list *to, const field_list *from)
{
    vec_clear(to);
    vec_append(to, from->at, from->n);
}

/* ---- Numbers --------------------------------------------------------------------------------- */

static bool is_text(const field *f)
{
    return f->form == FIELD_DECIMAL || f->form == FIELD_HEXADECIMAL;
}

static int digit_of(char c)
{
    return isdigit((unsigned char)c)    ? c - '0'
           : isxdigit((unsigned char)c) ? (c | 32) - 'a' + 10
                                        : 99;
}

bool field_read(const field *f, const strbuf *bytes, uint64_t *number)
{
    if (f->at + (uint64_t)f->width > bytes->n)
        return false;
    const char *at = bytes->text + f->at;
    uint64_t base = f->form == FIELD_DECIMAL ? 10 : f->form == FIELD_HEXADECIMAL ? 16 : 256;
    *number = 0;
    for (uint32_t i = 0; i < f->width; i++) {
        char c = at[f->form == FIELD_LITTLE ? f->width - 1 - i : i];
        uint64_t one = is_text(f) ? (uint64_t)digit_of(c) : (uint8_t)c;
        if (one >= base)
            return false;
        *number = *number * base + one;
    }
    return true;
}

uint32_t field_write(const field *f, uint64_t number, char out[static 24])
{
    if (is_text(f)) {
        int n = snprintf(out, 24, f->form == FIELD_DECIMAL ? "%0*llu" : "%0*llx", (int)f->width,
                         (unsigned long long)number);
        return n > 0 && n <= MOST_DIGITS ? (uint32_t)n : 0;
    }
    if (f->width < 8 && number >> 8 * f->width)
        return 0;
    for (uint32_t i = 0; i < f->width; i++)
        out[f->form == FIELD_LITTLE ? i : f->width - 1 - i] = (char)(number >> 8 * i);
    return f->width;
}

/* ---- What an edit does to one field ---------------------------------------------------------- */

static bool encloses(const field *f, const field *inner)
{
    return f == inner || (f->from <= inner->at && inner->at < f->to) ||
           (f->from <= inner->from && inner->to <= f->to);
}

/* Whether what is put in at edit->at is part of what `f` speaks of. */
static bool is_inside(const field *f, const field_edit *e, const field *owner, size_t size)
{
    if (e->at != f->to)
        return f->from <= e->at && e->at < f->to;
    return owner ? encloses(f, owner) : f->to == size && f->from < f->to;
}

static uint32_t moved(uint32_t place, const field_edit *e)
{
    if (place < e->at || (place == e->at && !e->n && !e->removed))
        return place;
    return place >= e->at + e->removed ? place - e->removed + e->n : e->at;
}

static uint32_t overlap(uint32_t from, uint32_t to, uint32_t at, uint32_t end)
{
    uint32_t low = from > at ? from : at, high = to < end ? to : end;
    return low < high ? high - low : 0;
}

/* Items that begin in what is removed, or (`copied`) in what is copied. */
static uint32_t items_in(const field *f, uint32_t at, uint32_t n)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < f->n_items; i++)
        found += f->items[i] >= at && f->items[i] < at + n;
    return found;
}

static int by_number(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return (a > b) - (a < b);
}

static void move_items(field *f, const field_edit *e, bool inside)
{
    uint32_t kept = 0, more[FIELD_ITEMS], n = 0;
    for (uint32_t i = 0; i < f->n_items; i++) {
        uint32_t item = f->items[i];
        if (inside && e->items && e->copied != UINT32_MAX && item >= e->copied &&
            item < e->copied + e->n)
            more[n++] = item - e->copied + e->at;
        if (!e->items || item < e->at || item >= e->at + e->removed)
            f->items[kept++] = moved(item, e);
    }
    for (uint32_t i = 0; i < n && kept < FIELD_ITEMS; i++)
        f->items[kept++] = more[i];
    f->n_items = kept;
    qsort(f->items, kept, sizeof *f->items, by_number);
}

/* False: its bytes were changed, and it is no field any more. */
static bool follow(field *f, const field_edit *e, const field *owner, size_t size, int64_t *more)
{
    uint32_t end = e->at + e->removed;
    if (overlap(f->at, f->at + f->width, e->at, end) ||
        (e->n && e->at > f->at && e->at < f->at + f->width))
        return false;
    bool inside = is_inside(f, e, owner, size);
    uint32_t lost = overlap(f->from, f->to, e->at, end), length = f->to - f->from;
    *more = (int64_t)(inside ? e->n : 0) - lost;
    if (f->kind == FIELD_COUNT) {
        int64_t items = 0;
        if (e->items)
            items = (inside && e->copied != UINT32_MAX ? items_in(f, e->copied, e->n) : 0) -
                    (int64_t)items_in(f, e->at, e->removed);
        move_items(f, e, inside);
        f->from = inside && e->at == f->from ? f->from : moved(f->from, e);
        f->to = f->from + (uint32_t)(length + *more);
        *more = items;
    } else {
        f->from = inside && e->at == f->from ? f->from : moved(f->from, e);
        f->to = f->from + (uint32_t)(length + *more);
    }
    f->at = moved(f->at, e);
    return true;
}

/* ---- Edits ----------------------------------------------------------------------------------- */

static void put(strbuf *b, uint32_t at, uint32_t removed, const char *bytes, uint32_t n)
{
    strbuf all = STRBUF_INIT;
    strbuf_add(&all, b->text, at);
    strbuf_add(&all, bytes, n);
    strbuf_add(&all, b->text + at + removed, b->n - at - removed);
    strbuf_free(b);
    *b = all;
}

static void settle(field_list *list, strbuf *bytes, const field_edit *edit, size_t size);

/* The number there becomes another one by `more`. Digits of a text may become more: an edit of its own. */
static void add_to(field_list *list, size_t i, strbuf *bytes, int64_t more)
{
    field *f = &list->at[i];
    char text[24];
    uint64_t number;
    int64_t unit = f->kind == FIELD_SIZE && f->unit > 1 ? f->unit : 1;
    if (!more || more % unit || !field_read(f, bytes, &number) ||
        (more < 0 && number < (uint64_t)(-more / unit)))
        return;
    uint32_t n = field_write(f, number + (uint64_t)(more / unit), text);
    if (!n)
        return;
    if (n == f->width) {
        memcpy(bytes->text + f->at, text, n);
        return;
    }
    field own = *f;
    field_edit longer = {
        .at = f->at + f->width, .n = n - f->width, .copied = UINT32_MAX, .owner = UINT32_MAX};
    size_t size = bytes->n;
    put(bytes, own.at, own.width, text, n);
    int64_t same;
    uint32_t from = own.from, to = own.to;
    follow(&own, &longer, NULL, size, &same);
    if (from >= longer.at) { /* what it speaks of comes behind it */
        own.from = from + longer.n;
        own.to = to + longer.n;
    }
    own.width = n;
    list->at[i].width = 0; /* nobody else follows for it */
    settle(list, bytes, &longer, size);
    if (i < list->n)
        list->at[i] = own;
}

/* What the edit of bytes that were `size` means for all fields. */
static void settle(field_list *list, strbuf *bytes, const field_edit *e, size_t size)
{
    VEC(int64_t) more = {0};
    field_list old = {0};
    fields_copy(&old, list);
    const field *owner = e->owner < old.n ? &old.at[e->owner] : NULL;
    vec_resize(&more, list->n);
    for (size_t i = 0; i < list->n; i++) {
        const field *was = owner == &old.at[i] ? &list->at[i] : owner;
        if (list->at[i].width && !follow(&list->at[i], e, was, size, &more.at[i]))
            list->at[i].width = 0;
    }
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i].width && list->at[i].kind != FIELD_SUM)
            add_to(list, i, bytes, more.at[i]);
    vec_free(&more);
    vec_free(&old);
}

static void add_copies(field_list *list, const field_list *old, const field_edit *e)
{
    for (size_t i = 0; i < old->n && e->copied != UINT32_MAX && list->n < MOST_FIELDS; i++) {
        field f = old->at[i];
        uint32_t end = e->copied + e->n, apart = e->at - e->copied;
        if (!f.width || f.at < e->copied || f.at + f.width > end || f.from < e->copied ||
            f.to > end)
            continue;
        f.at += apart;
        f.from += apart;
        f.to += apart;
        for (uint32_t k = 0; k < f.n_items; k++)
            f.items[k] += apart;
        vec_push(list, f);
    }
}

void fields_edit(field_list *list, strbuf *bytes, const field_edit *edit)
{
    field_edit e = *edit;
    field_list old = {0};
    if (e.at > bytes->n || e.removed > bytes->n - e.at)
        return;
    size_t size = bytes->n, before = list->n;
    fields_copy(&old, list);
    put(bytes, e.at, e.removed, e.bytes, e.n);
    add_copies(list, &old, &e);
    field_list copies = {0}; /* they come to be where they are */
    vec_append(&copies, list->at + before, list->n - before);
    list->n = before;
    settle(list, bytes, &e, size);
    size_t kept = 0;
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i].width)
            list->at[kept++] = list->at[i];
    list->n = kept;
    vec_append(list, copies.at, copies.n);
    vec_free(&copies);
    vec_free(&old);
}

void fields_follow(field_list *list, const strbuf *before, strbuf *bytes)
{
    size_t least = before->n < bytes->n ? before->n : bytes->n, same = 0, tail = 0;
    while (same < least && before->text[same] == bytes->text[same])
        same++;
    while (tail < least - same &&
           before->text[before->n - 1 - tail] == bytes->text[bytes->n - 1 - tail])
        tail++;
    strbuf all = STRBUF_INIT;
    field_edit e = {.at = (uint32_t)same,
                    .removed = (uint32_t)(before->n - same - tail),
                    .n = (uint32_t)(bytes->n - same - tail),
                    .copied = UINT32_MAX,
                    .owner = UINT32_MAX};
    if (e.removed == e.n) /* what was changed on purpose stays so */
        return;
    strbuf_add(&all, bytes->text + same, e.n);
    e.bytes = all.text;
    strbuf_clear(bytes);
    strbuf_add(bytes, before->text, before->n);
    fields_edit(list, bytes, &e);
    strbuf_free(&all);
}

static int by_length(const void *x, const void *y)
{
    const field *a = *(const field *const *)x, *b = *(const field *const *)y;
    uint32_t m = a->to - a->from, n = b->to - b->from;
    return m != n ? (m < n ? -1 : 1) : a->at < b->at ? -1 : a->at > b->at;
}

bool fields_sum(const field_list *list, fold_list *folds, strbuf *bytes)
{
    VEC(const field *) sums = {0};
    bool all = true;
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i].kind == FIELD_SUM)
            vec_push(&sums, &list->at[i]);
    if (sums.n > 1)
        qsort(sums.at, sums.n, sizeof *sums.at, by_length);
    for (size_t i = 0; i < sums.n; i++) {
        const field *f = sums.at[i];
        uint64_t number;
        char text[24];
        bool known = f->fold && f->fold <= folds->n && f->to <= bytes->n && f->from <= f->to &&
                     f->at + f->width <= bytes->n &&
                     fold_run(folds->at[f->fold - 1], (const uint8_t *)bytes->text + f->from,
                              f->to - f->from, &number);
        if (known && f->width < 8 && !is_text(f))
            number &= (UINT64_C(1) << 8 * f->width) - 1;
        known = known && field_write(f, number, text) == f->width;
        if (known)
            memcpy(bytes->text + f->at, text, f->width);
        all = all && known;
    }
    vec_free(&sums);
    return all;
}

#include "box/records.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "box/words_impl.h"

enum { KEY_EXTRA = 2, RECORD_INDEX = 64 /* bytes of the index for one, about */ };

static void free_images(box_set *set)
{
    for (size_t i = 0; i < set->images.n; i++) {
        box_buffer *buffers = (box_buffer *)set->images.at[i].image.buffers;
        for (uint32_t k = 0; k < set->images.at[i].image.n; k++)
            free(buffers[k].bytes);
        free(buffers);
    }
    vec_free(&set->images);
    set->image_bytes = 0;
}

void records_free(box_set *set)
{
    free_images(set);
    map_free(&set->image_index);
    tuple_map_free(&set->cache);
    vec_free(&set->records);
    vec_free(&set->words);
}

/* ---- Images ---------------------------------------------------------------------------------- */

static uint64_t hash_image(const box_image *image)
{
    uint64_t h = image->n;
    for (uint32_t i = 0; i < image->n; i++) {
        h = hash_mix(h, image->buffers[i].address);
        h = hash_mix(h, hash_bytes(image->buffers[i].bytes, image->buffers[i].n));
    }
    return h;
}

static bool same_image(const box_image *x, const box_image *y)
{
    if (x->n != y->n)
        return false;
    for (uint32_t i = 0; i < x->n; i++) {
        const box_buffer *a = &x->buffers[i], *b = &y->buffers[i];
        if (a->address != b->address || a->n != b->n || memcmp(a->bytes, b->bytes, a->n))
            return false;
    }
    return true;
}

static box_image copy_image(const box_image *image)
{
    box_buffer *buffers = base_alloc_zero(image->n + 1, sizeof *buffers);
    for (uint32_t i = 0; i < image->n; i++) {
        buffers[i] = image->buffers[i];
        buffers[i].bytes = base_alloc(buffers[i].n + 1);
        memcpy(buffers[i].bytes, image->buffers[i].bytes, buffers[i].n);
    }
    return (box_image){.buffers = buffers, .n = image->n};
}

uint32_t records_image(box_set *set, const box_image *image)
{
    if (!image || !image->n)
        return 0;
    uint64_t hash = hash_image(image), key = hash;
    for (;; key = hash_mix(key, 1)) {
        if (key == MAP_NO_KEY)
            continue;
        uint64_t *number = map_insert(&set->image_index, key, NULL);
        if (!*number) {
            vec_push(&set->images, ((box_image_entry){.hash = hash, .image = copy_image(image)}));
            for (uint32_t i = 0; i < image->n; i++)
                set->image_bytes += image->buffers[i].n + sizeof *image->buffers;
            return (uint32_t)(*number = set->images.n);
        }
        if (same_image(&set->images.at[*number - 1].image, image))
            return (uint32_t)*number;
    }
}

/* ---- Records --------------------------------------------------------------------------------- */

/* Key of a call: the box, the memory, the arguments. */
static uint32_t make_key(uint32_t *key, decl_id decl, const value_id *args, uint32_t n,
                         uint32_t image)
{
    key[0] = decl;
    key[1] = image;
    if (n)
        memcpy(key + KEY_EXTRA, args, n * sizeof *args);
    return n + KEY_EXTRA;
}

static uint32_t *new_key(uint32_t n)
{
    return base_alloc((n + KEY_EXTRA) * sizeof(uint32_t));
}

box_record *records_find(const box_set *set, decl_id decl, const value_id *args, uint32_t n,
                         uint32_t image)
{
    uint32_t *key = new_key(n);
    uint32_t length = make_key(key, decl, args, n, image);
    uint64_t number = tuple_map_get(&set->cache, key, length, 0);
    free(key);
    if (!number || set->records.at[number - 1].withdrawn)
        return NULL;
    return &set->records.at[number - 1];
}

static void index_record(box_set *set, size_t i)
{
    const box_record *r = &set->records.at[i];
    uint32_t *key = new_key(r->n);
    uint32_t length = make_key(key, r->decl, set->words.at + r->args, r->n, r->before);
    tuple_map_put(&set->cache, key, length, i + 1);
    free(key);
}

void records_add(box_set *set, decl_id decl, const value_id *args, uint32_t n,
                 const box_record *result)
{
    box_record r = *result;
    r.decl = decl;
    r.args = set->words.n;
    r.n = n;
    vec_append(&set->words, args, n);
    vec_push(&set->records, r);
    index_record(set, set->records.n - 1);
}

void records_withdraw(box_set *set, decl_id decl)
{
    for (size_t i = 0; i < set->records.n; i++)
        if (set->records.at[i].decl == decl)
            set->records.at[i].withdrawn = true;
}

void boxes_forget(box_set *set, uint64_t bytes)
{
    /* the record, its words there and in the index, the index */
    uint64_t words = 2 * set->words.n * sizeof *set->words.at;
    uint64_t used = set->records.n * (sizeof(box_record) + RECORD_INDEX) + words + set->image_bytes;
    if (used + words_bytes(set) <= bytes)
        return;
    records_free(set);
    words_forget(set); /* what is no record any more could not be confirmed */
    set->settled = 0;
}

size_t boxes_fact_count(const box_set *set)
{
    return set->records.n;
}

static const box_image *image_at(const box_set *set, uint32_t number)
{
    return number ? &set->images.at[number - 1].image : NULL;
}

bool boxes_fact(const box_set *set, size_t i, box_fact *fact)
{
    const box_record *r = &set->records.at[i];
    *fact = (box_fact){.decl = r->decl,
                       .args = set->words.at + r->args,
                       .n = r->n,
                       .result = r->result,
                       .status = r->status,
                       .before = image_at(set, r->before),
                       .after = image_at(set, r->after),
                       .confirmed = r->confirmed};
    return !r->withdrawn && r->status == BOX_OK;
}

/* Growable arrays of any type.
 *
 *     VEC(uint32_t) ids = {0};
 *     vec_push(&ids, 7);
 *     for (size_t i = 0; i < ids.n; i++) use(ids.at[i]);
 *     vec_free(&ids);
 *
 * A vec is three words, owned by whoever declares it; zero is the empty vec. Elements move when it
 * grows, so no pointer into it survives a push. Where a named type is needed (struct members that
 * are passed around), typedef it once: `typedef VEC(term_id) term_vec;`. */
#ifndef TANDEM_BASE_VEC_H
#define TANDEM_BASE_VEC_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

#define VEC(type)        \
    struct {             \
        type *at;        \
        size_t n;        \
        size_t capacity; \
    }

typedef VEC(uint32_t) vec_u32;

/* The order of numbers (ids), for qsort and bsearch. */
static inline int vec_u32_order(const void *x, const void *y)
{
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return (a > b) - (a < b);
}

/* Makes room for `needed` elements of `size` bytes; returns the block, which may have moved. */
static inline void *vec_grow(void *block, size_t *capacity, size_t needed, size_t size)
{
    if (needed <= *capacity)
        return block;
    size_t grown = *capacity ? *capacity * 2 : 8;
    *capacity = grown < needed ? needed : grown;
    return base_realloc(block, *capacity * size);
}

#define vec_reserve(v, needed) \
    ((v)->at = vec_grow((v)->at, &(v)->capacity, (needed), sizeof *(v)->at))
#define vec_push(v, element) \
    (vec_reserve((v), (v)->n + 1), (void)((v)->at[(v)->n] = (element)), (void)(v)->n++)
#define vec_pop(v) ((v)->at[--(v)->n])
#define vec_last(v) ((v)->at[(v)->n - 1])
#define vec_clear(v) ((void)((v)->n = 0))
#define vec_append(v, from, count)                                          \
    do {                                                                    \
        size_t vec_count_ = (count);                                        \
        vec_reserve((v), (v)->n + vec_count_);                              \
        if (vec_count_)                                                     \
            memcpy((v)->at + (v)->n, (from), vec_count_ * sizeof *(v)->at); \
        (v)->n += vec_count_;                                               \
    } while (0)
/* Where element i <= n is or would be; NULL when nothing was ever in it, which is no address to add to. */
#define vec_place(v, i) ((v)->at ? (v)->at + (i) : NULL)
/* Sets the length; new elements are zero. */
#define vec_resize(v, length)                                                      \
    do {                                                                           \
        size_t vec_length_ = (length);                                             \
        vec_reserve((v), vec_length_);                                             \
        if (vec_length_ > (v)->n)                                                  \
            memset((v)->at + (v)->n, 0, (vec_length_ - (v)->n) * sizeof *(v)->at); \
        (v)->n = vec_length_;                                                      \
    } while (0)
#define vec_free(v) \
    (free((v)->at), (void)((v)->at = NULL), (void)((v)->n = 0), (void)((v)->capacity = 0))

#endif

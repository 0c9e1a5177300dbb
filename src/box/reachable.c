#include "box/reachable.h"

#include <stdlib.h>
#include <string.h>

static int by_address(const void *x, const void *y)
{
    const box_buffer *a = x, *b = y;
    return (a->address > b->address) - (a->address < b->address);
}

void reachable_free(reachable *r)
{
    for (size_t i = 0; i < r->objects.n; i++)
        free(r->objects.at[i].bytes);
    vec_free(&r->objects);
}

/* The object around `address`: buffers that touch it, and those that touch these. */
static bool object_around(const box_image *image, uint64_t address, box_buffer *object)
{
    uint64_t low = address, high = address;
    bool grown = true, found = false;
    while (grown) {
        grown = false;
        for (uint32_t i = 0; i < image->n; i++) {
            uint64_t from = image->buffers[i].address, to = from + image->buffers[i].n;
            if (from == to || from > high || to < low || (from >= low && to <= high && found))
                continue;
            grown |= !found || from < low || to > high;
            low = from < low ? from : low;
            high = to > high ? to : high;
            found = true;
        }
    }
    *object = (box_buffer){.address = low, .n = high - low};
    return found;
}

static void add_object(reachable *r, const box_image *image, uint64_t address)
{
    box_buffer object;
    if (!object_around(image, address, &object))
        return;
    for (size_t i = 0; i < r->objects.n; i++)
        if (r->objects.at[i].address == object.address)
            return;
    object.bytes = base_alloc_zero(object.n, 1);
    for (uint32_t i = 0; i < image->n; i++) {
        const box_buffer *b = &image->buffers[i];
        if (b->n && b->address >= object.address && b->address + b->n <= object.address + object.n)
            memcpy(object.bytes + (b->address - object.address), b->bytes, b->n);
    }
    vec_push(&r->objects, object);
}

void reachable_find(const box_set *set, const box *x, const value_id *args, const box_image *image,
                    reachable *r)
{
    *r = (reachable){0};
    for (uint32_t i = 0; image && x->kind == BOX_FUNCTION && i < x->arity; i++) {
        uint64_t address;
        if (x->parameters[i].class == BOX_CLASS_POINTER &&
            value_small_bits(set->bank, args[i], &address) && address)
            add_object(r, image, address);
    }
    if (r->objects.n)
        qsort(r->objects.at, r->objects.n, sizeof *r->objects.at, by_address);
    r->image = (box_image){.buffers = r->objects.at, .n = (uint32_t)r->objects.n};
}

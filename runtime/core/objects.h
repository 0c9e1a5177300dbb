/* Which object of the target an address belongs to, for loads through addresses that depend on the
 * input: blocks of the heap, objects of the runtime's own making (argument strings), arrays on the
 * stack (locals.h), and symbols of the program. */
#ifndef TANDEM_RUNTIME_CORE_OBJECTS_H
#define TANDEM_RUNTIME_CORE_OBJECTS_H

#include "runtime/core/state.h"

typedef struct tandem_range {
    uintptr_t base;
    size_t bytes;
} tandem_range;

void tandem_object_add(const void *p, size_t bytes);
/* Forgets the object that starts at p and gives its size, 0 if it was not known. */
size_t tandem_object_remove(const void *p);
/* The object that holds the byte at p; false if nobody told of one, or if it is one of too many large
 * blocks of the heap and starts more than 4 KiB away. */
bool tandem_object_find(const void *p, tandem_range *r);

#endif

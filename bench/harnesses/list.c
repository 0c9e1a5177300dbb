/* A list on the heap is kept. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static volatile int sink;

typedef struct node {
    struct node *next;
    uint8_t letter;
} node;
static node *all;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        size_t length = 0;
        for (node *at = all; at; at = at->next)
            length += at->letter == data[i];
        if (length > 2)
            sink = 1;
        if (length > 6)
            sink = 2;
        node *more = malloc(sizeof *more);
        *more = (node){all, data[i]};
        all = more;
    }
    return 0;
}

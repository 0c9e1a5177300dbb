#include "smtlib/print/components.h"

#include <stdbool.h>

/* Tarjan's algorithm with its own stack. */
typedef struct search {
    const uint32_t *starts, *edges;
    uint32_t *number; /* of visit, from 1; 0: not visited */
    uint32_t *low;    /* smallest number reachable */
    bool *open;       /* on `stack` */
    vec_u32 stack;    /* visited, component not known */
    vec_u32 path;     /* being visited */
    uint32_t *next;   /* edge to follow */
    uint32_t count;
} search;

static void enter(search *s, uint32_t node)
{
    s->number[node] = s->low[node] = ++s->count;
    s->next[node] = s->starts[node];
    s->open[node] = true;
    vec_push(&s->stack, node);
    vec_push(&s->path, node);
}

static void leave(search *s, uint32_t node, vec_u32 *order, vec_u32 *ends)
{
    s->path.n--;
    if (s->path.n && s->low[node] < s->low[vec_last(&s->path)])
        s->low[vec_last(&s->path)] = s->low[node];
    if (s->low[node] != s->number[node])
        return;
    size_t first = s->stack.n;
    while (s->stack.at[first - 1] != node)
        first--;
    first--;
    for (size_t i = first; i < s->stack.n; i++) {
        s->open[s->stack.at[i]] = false;
        vec_push(order, s->stack.at[i]);
    }
    s->stack.n = first;
    vec_push(ends, (uint32_t)order->n);
}

void components_find(uint32_t n, const uint32_t *starts, const uint32_t *edges, vec_u32 *order,
                     vec_u32 *ends)
{
    search s = {.starts = starts, .edges = edges};
    s.number = base_alloc_zero(n + 1, sizeof *s.number);
    s.low = base_alloc_zero(n + 1, sizeof *s.low);
    s.next = base_alloc_zero(n + 1, sizeof *s.next);
    s.open = base_alloc_zero(n + 1, sizeof *s.open);
    for (uint32_t root = 0; root < n; root++) {
        if (!s.number[root])
            enter(&s, root);
        while (s.path.n) {
            uint32_t node = vec_last(&s.path);
            if (s.next[node] == starts[node + 1]) {
                leave(&s, node, order, ends);
                continue;
            }
            uint32_t to = edges[s.next[node]++];
            if (!s.number[to])
                enter(&s, to);
            else if (s.open[to] && s.number[to] < s.low[node])
                s.low[node] = s.number[to];
        }
    }
    free(s.number);
    free(s.low);
    free(s.next);
    free(s.open);
    vec_free(&s.stack);
    vec_free(&s.path);
}

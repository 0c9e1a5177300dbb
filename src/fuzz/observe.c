#include "fuzz/observe.h"

#include <stdlib.h>
#include <string.h>

enum { RING = 64 };

typedef struct ring {
    uint64_t *rows; /* RING rows: result, arguments */
    uint32_t arity, used, next;
} ring;

struct fuzz_observations {
    ring *rings;
    size_t n;
};

fuzz_observations *observe_new(const fuzz_program *p)
{
    fuzz_observations *o = base_alloc_zero(1, sizeof *o);
    o->n = p->boxes.n;
    o->rings = base_alloc_zero(o->n, sizeof *o->rings);
    for (size_t i = 0; i < p->code.n; i++)
        if (p->code.at[i].op == FUZZ_BOX)
            o->rings[p->code.at[i].b].arity = (uint32_t)p->code.at[i].imm;
    for (size_t i = 0; i < o->n; i++)
        o->rings[i].rows =
            base_alloc_zero((size_t)RING * (o->rings[i].arity + 1), sizeof(uint64_t));
    return o;
}

void observe_free(fuzz_observations *o)
{
    for (size_t i = 0; i < o->n; i++)
        free(o->rings[i].rows);
    free(o->rings);
    free(o);
}

static uint64_t *row(const ring *g, uint32_t i)
{
    return g->rows + (size_t)i * (g->arity + 1);
}

void observe_call(fuzz_observations *o, const fuzz_program *p, const fuzz_machine *m, uint32_t at)
{
    const fuzz_insn *insn = &p->code.at[at];
    ring *g = &o->rings[insn->b];
    if (m->trapped && m->undefined[at])
        return;
    uint64_t *place = row(g, g->next);
    place[0] = m->regs[at];
    for (uint32_t i = 0; i < g->arity; i++)
        place[1 + i] = m->regs[p->box_args.at[insn->a + i]];
    g->next = (g->next + 1) % RING;
    if (g->used < RING)
        g->used++;
}

const uint64_t *observe_exact(const fuzz_observations *o, const fuzz_program *p, uint32_t at,
                              uint64_t wanted)
{
    const ring *g = &o->rings[p->code.at[at].b];
    for (uint32_t i = 0; i < g->used; i++)
        if (row(g, i)[0] == wanted)
            return row(g, i) + 1;
    return NULL;
}

bool observe_between(const fuzz_observations *o, const fuzz_program *p, const fuzz_machine *m,
                     uint32_t at, uint32_t j, uint64_t wanted, uint64_t *value)
{
    const fuzz_insn *insn = &p->code.at[at];
    const ring *g = &o->rings[insn->b];
    const uint64_t *low = NULL, *high = NULL;
    for (uint32_t i = 0; i < g->used; i++) {
        const uint64_t *r = row(g, i);
        bool same = true;
        for (uint32_t k = 0; k < g->arity && same; k++)
            same = k == j || r[1 + k] == m->regs[p->box_args.at[insn->a + k]];
        if (!same)
            continue;
        if (r[0] <= wanted && (!low || r[0] > low[0]))
            low = r;
        if (r[0] >= wanted && (!high || r[0] < high[0]))
            high = r;
    }
    if (!low || !high || low == high || low[1 + j] == high[1 + j])
        return false;
    /* By proportion of the results: exact for what is linear, bisection-like elsewhere. */
    uint64_t x = low[1 + j], y = high[1 + j], span = x < y ? y - x : x - y;
    uint64_t part = high[0] == low[0] ? 1 : high[0] - low[0];
    uint64_t step = (uint64_t)((unsigned __int128)span * (wanted - low[0]) / part);
    if (step == 0 || step == span)
        step = span / 2;
    *value = x < y ? x + step : x - step;
    return true;
}

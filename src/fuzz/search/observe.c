#include "fuzz/search/observe.h"

#include <stdlib.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "fuzz/values/vmetric.h"
#include "fuzz/values/vmutate.h"
#include "fuzz/words/distance.h"

enum { RING = 64, ROW_BITS = 11, ROWS = 1 << ROW_BITS };

/* The latest calls of one box, by columns: the results, then each argument. A byte of hash for each
 * entry lies apart, so that a look for equal words touches few cache lines. */
typedef struct ring {
    uint64_t *columns; /* arity + 1, each of RING words */
    uint8_t *tags;     /* the same of bytes */
    uint32_t arity, next;
    uint64_t used; /* a bit for each row */
    /* Calls by their arguments: ROWS places, each of a result and the arguments. */
    uint64_t *rows;
    uint8_t *states; /* by place */
} ring;
enum { ROW_FREE, ROW_VALUE, ROW_NONE };

struct fuzz_observations {
    ring *rings;
    size_t n;
};

fuzz_observations *observe_new(const fuzz_bytecode *p)
{
    fuzz_observations *o = base_alloc_zero(1, sizeof *o);
    o->n = p->boxes.n;
    o->rings = base_alloc_zero(o->n, sizeof *o->rings);
    for (size_t i = 0; i < p->code.n; i++)
        if (p->code.at[i].op == FUZZ_BOX)
            o->rings[p->code.at[i].b].arity = (uint32_t)p->code.at[i].imm;
    for (size_t i = 0; i < o->n; i++) {
        size_t entries = (size_t)RING * (o->rings[i].arity + 1);
        o->rings[i].columns = base_alloc_zero(entries, sizeof(uint64_t));
        o->rings[i].tags = base_alloc_zero(entries, 1);
        o->rings[i].rows =
            base_alloc_zero((size_t)ROWS * (o->rings[i].arity + 1), sizeof(uint64_t));
        o->rings[i].states = base_alloc_zero(ROWS, 1);
    }
    return o;
}

void observe_free(fuzz_observations *o)
{
    for (size_t i = 0; i < o->n; i++) {
        free(o->rings[i].columns);
        free(o->rings[i].tags);
        free(o->rings[i].rows);
        free(o->rings[i].states);
    }
    free(o->rings);
    free(o);
}

static uint8_t tag_of(uint64_t word)
{
    return (uint8_t)(word * UINT64_C(0x9e3779b97f4a7c15) >> 56);
}

static uint64_t *column(const ring *g, uint32_t k)
{
    return g->columns + (size_t)k * RING;
}

static void put(ring *g, uint32_t k, uint64_t word)
{
    column(g, k)[g->next] = word;
    g->tags[(size_t)k * RING + g->next] = tag_of(word);
}

void observe_clear(fuzz_observations *o)
{
    for (size_t i = 0; i < o->n; i++) {
        o->rings[i].used = 0;
        memset(o->rings[i].states, ROW_FREE, ROWS);
    }
}

static size_t place_of(const ring *g, const uint64_t *args)
{
    uint64_t h = 0;
    for (uint32_t i = 0; i < g->arity; i++)
        h = (h ^ args[i] ^ h >> 29) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(h >> (64 - ROW_BITS));
}

bool observe_known(const fuzz_observations *o, uint32_t box, const uint64_t *args, uint64_t *result,
                   bool *good)
{
    const ring *g = &o->rings[box];
    size_t place = place_of(g, args);
    const uint64_t *row = g->rows + place * (g->arity + 1);
    for (uint32_t i = 0; i < g->arity; i++)
        if (row[1 + i] != args[i])
            return false;
    *result = row[0];
    *good = g->states[place] == ROW_VALUE;
    return g->states[place] != ROW_FREE;
}

void observe_call(fuzz_observations *o, uint32_t box, const uint64_t *args, uint64_t result,
                  bool good)
{
    ring *g = &o->rings[box];
    size_t place = place_of(g, args);
    uint64_t *row = g->rows + place * (g->arity + 1);
    g->states[place] = good ? ROW_VALUE : ROW_NONE;
    row[0] = result;
    for (uint32_t i = 0; i < g->arity; i++)
        row[1 + i] = args[i];
    if (!good)
        return;
    put(g, 0, result);
    for (uint32_t i = 0; i < g->arity; i++)
        put(g, 1 + i, args[i]);
    g->used |= UINT64_C(1) << g->next;
    g->next = (g->next + 1) % RING;
}

/* A bit for each tag that is equal. */
static uint64_t equal_tags(const uint8_t *tags, uint8_t tag)
{
    uint64_t rows = 0;
#ifdef __SSE2__
    __m128i all = _mm_set1_epi8((char)tag);
    for (unsigned i = 0; i < RING; i += 16) {
        __m128i sixteen = _mm_loadu_si128((const __m128i *)(const void *)(tags + i));
        rows |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(sixteen, all)) << i;
    }
#else
    for (unsigned i = 0; i < RING; i++)
        rows |= (uint64_t)(tags[i] == tag) << i;
#endif
    return rows;
}

/* A bit for each row of a column that holds the word. */
static uint64_t rows_with(const ring *g, uint32_t k, uint64_t word)
{
    const uint64_t *words = column(g, k);
    uint64_t rows = equal_tags(g->tags + (size_t)k * RING, tag_of(word)) & g->used;
    for (uint64_t left = rows; left; left &= left - 1) {
        unsigned row = (unsigned)__builtin_ctzll(left);
        if (words[row] != word)
            rows &= ~(UINT64_C(1) << row);
    }
    return rows;
}

bool observe_exact(const fuzz_observations *o, const fuzz_bytecode *p, uint32_t at, uint64_t wanted,
                   uint32_t *row)
{
    uint64_t rows = rows_with(&o->rings[p->code.at[at].b], 0, wanted);
    if (rows)
        *row = (uint32_t)__builtin_ctzll(rows);
    return rows;
}

bool observe_nearest(const fuzz_observations *o, const fuzz_bytecode *p, uint32_t at,
                     uint64_t wanted, uint32_t *row)
{
    const ring *g = &o->rings[p->code.at[at].b];
    const uint64_t *results = column(g, 0);
    uint64_t least = UINT64_MAX;
    for (uint64_t rows = g->used; rows; rows &= rows - 1) {
        uint32_t i = (uint32_t)__builtin_ctzll(rows);
        uint64_t d = fuzz_is_value(p, at)
                         ? vmetric_equal(p->bank, (value_id)results[i], (value_id)wanted)
                         : distance_equal(p->sorts.at[at], results[i], wanted);
        if (d < least) {
            least = d;
            *row = i;
        }
    }
    return g->used;
}

uint64_t observe_argument(const fuzz_observations *o, const fuzz_bytecode *p, uint32_t at,
                          uint32_t row, uint32_t j)
{
    return column(&o->rings[p->code.at[at].b], 1 + j)[row];
}

/* How far x lies above y; 0: it does not. */
static uint64_t above(const fuzz_bytecode *p, uint32_t reg, uint64_t x, uint64_t y)
{
    if (fuzz_is_value(p, reg))
        return vmetric_above(p->bank, (value_id)x, (value_id)y, false);
    return x > y ? x - y : 0;
}

/* Two rows and how far their results are from what is wanted. */
typedef struct bracket {
    unsigned low, high;
    uint64_t under, over;
} bracket;

static bracket enclose(const ring *g, const fuzz_bytecode *p, uint32_t at, uint64_t rows,
                       uint64_t wanted)
{
    const uint64_t *results = column(g, 0);
    bracket b = {RING, RING, UINT64_MAX, UINT64_MAX};
    for (; rows; rows &= rows - 1) {
        unsigned i = (unsigned)__builtin_ctzll(rows);
        uint64_t over = above(p, at, results[i], wanted);
        uint64_t under = over ? 0 : above(p, at, wanted, results[i]);
        if (!over && (b.low == RING || under < b.under)) {
            b.low = i;
            b.under = under;
        }
        if (!under && (b.high == RING || over < b.over)) {
            b.high = i;
            b.over = over;
        }
    }
    return b;
}

bool observe_between(const fuzz_observations *o, const fuzz_bytecode *p, const fuzz_machine *m,
                     uint32_t at, uint32_t j, uint64_t wanted, uint64_t *value)
{
    const fuzz_insn *insn = &p->code.at[at];
    const ring *g = &o->rings[insn->b];
    const uint64_t *moved = column(g, 1 + j);
    uint64_t rows = g->used;
    for (uint32_t k = 0; k < g->arity && rows; k++)
        if (k != j)
            rows &= rows_with(g, 1 + k, m->regs[p->box_args.at[insn->a + k]]);
    bracket b = enclose(g, p, at, rows, wanted);
    if (b.low == RING || b.high == RING || moved[b.low] == moved[b.high])
        return false;
    uint64_t x = moved[b.low], y = moved[b.high], span = x < y ? y - x : x - y;
    if (fuzz_is_value(p, p->box_args.at[insn->a + j])) {
        *value = vmiddle(p->bank, (value_id)x, (value_id)y);
        return *value;
    }
    /* By proportion of the results: exact for what is linear, bisection-like elsewhere. */
    uint64_t part = b.over + b.under, step = span / 2;
    if (!fuzz_is_value(p, at))
        step = (uint64_t)((unsigned __int128)span * b.under / (part ? part : 1));
    if (step == 0 || step == span)
        step = span / 2;
    *value = x < y ? x + step : x - step;
    return true;
}

/* Stretches: what straight code does to expressions, taken step by step (runtime/inline_kinds.h says how they are
 * written down). The program comes here only where something that it reads there depends on inputs.
 *
 * The concrete values of all steps are computed again: the program writes to memory when the stretch has ended, so what a load
 * gave is still there. */
#include "runtime/core/compose.h"

typedef struct registers {
    uint64_t v[256];
    tandem_expr e[256];
} registers;

static value at(const registers *r, uint32_t i, uint32_t width)
{
    return (value){r->v[i] & mask(width), r->e[i], width};
}

static uint32_t in_filter(const char *p, uint32_t bytes)
{
    return *tandem_filter_at(p) | *tandem_filter_at(p + bytes - 1);
}

static value load(value address, uint32_t bytes, uint32_t width)
{
    const char *p = (const char *)(uintptr_t)address.v;
    uint64_t v = 0;
    memcpy(&v, p, bytes);
    tandem_expr e = address.e || in_filter(p, bytes) ? tandem_load(p, bytes, address.e, v) : 0;
    if (e && width != bytes * 8)
        e = tandem_unary(TANDEM_TRUNC, bytes * 8, width, e);
    return (value){v & mask(width), e, width};
}

/* The program's own stores come when all steps are taken. Where a step looks at what is in memory besides, an address being
 * an input, those before it are done here already: the program writes the same. */
static void write_stores(const registers *r, const uint64_t *steps, const uint64_t *end)
{
    for (; steps < end; steps++)
        if ((*steps & 0xff) == TANDEM_STEP_STORE)
            memcpy((void *)(uintptr_t)r->v[*steps >> 16 & 0xff], &r->v[*steps >> 24 & 0xff],
                   tandem_step_more(*steps));
}

static void store(value address, value stored, uint32_t bytes)
{
    char *p = (char *)(uintptr_t)address.v;
    if (stored.e && stored.width != bytes * 8)
        stored = one(TANDEM_ZEXT, stored, bytes * 8);
    if (address.e || stored.e || in_filter(p, bytes))
        tandem_store(p, bytes, address.e, stored.e, stored.v);
}

/* A pointer, an index whose own width may be less than 64 (it is signed), its scale, and a constant. */
static value element(value base, value index, uint64_t scale, uint64_t offset)
{
    if (index.width < 64)
        index = one(TANDEM_SEXT, index, 64);
    if (scale != 1)
        index = with(TANDEM_MUL, index, scale);
    base = two(TANDEM_ADD, base, index);
    return offset ? with(TANDEM_ADD, base, offset) : base;
}

/* Whether the sum, difference or product has more bits is worth a question: sanitizers care. */
static value signed_two(uint32_t op, value a, value b)
{
    if (a.e | b.e && tandem_may_wonder())
        tandem_wonder(overflows(op, true, a, b).e);
    return two(op, a, b);
}

static value take(const registers *r, uint64_t step, uint32_t base)
{
    uint32_t op = step & 0xff, width = step >> 8 & 0xff, c = tandem_step_more(step);
    value a = at(r, step >> 16 & 0xff, width), b = at(r, step >> 24 & 0xff, width);
    switch (op) {
    case TANDEM_STEP_LOAD:
        return load(at(r, step >> 16 & 0xff, 64), c, width);
    case TANDEM_STEP_STORE:
        store(at(r, step >> 16 & 0xff, 64), b, c);
        return number(0, 1);
    case TANDEM_STEP_ELEMENT:
        return element(at(r, step >> 16 & 0xff, 64), b, r->v[c & 0xff], r->v[c >> 8 & 0xff]);
    case TANDEM_STEP_COMPOSE:
        return compose(c >> 8, a, b, at(r, c & 0xff, width));
    case TANDEM_STEP_JOIN:
        return join(a, at(r, step >> 24 & 0xff, c));
    case TANDEM_STEP_PART:
        return (value){a.v >> (c & 0xff) & mask(c >> 8),
                       a.e ? tandem_part(a.e, c & 0xff, c >> 8) : 0, c >> 8};
    case TANDEM_STEP_CHOOSE:
        return choose(at(r, c & 0xff, 1), a, b);
    case TANDEM_STEP_BRANCH:
        if (a.e)
            tandem_branch(a.e, a.v, base + c);
        return number(0, 1);
    case TANDEM_STEP_CHOSEN:
        if (a.e)
            tandem_choose_way(a.e, a.v, base + c);
        return number(0, 1);
    case TANDEM_STEP_SIGNED:
        return signed_two(c, a, b);
    case TANDEM_STEP_UNARY:
        return one(c >> 8, a, c & 0xff);
    default:
        return two(op, a, b);
    }
}

tandem_expr tandem_stretch(const uint64_t *program, const uint64_t *inputs, tandem_expr *out,
                           uint32_t base)
{
    registers r;
    uint32_t n = program[0] & 0xff, constants = program[0] >> 8 & 0xff,
             steps = program[0] >> 16 & 0xff;
    uint64_t followed = program[1]; /* the inputs that have expressions */
    const uint64_t *words = inputs + n;
    for (uint32_t i = 0; i < n; i++) {
        r.v[i] = inputs[i];
        r.e[i] = followed >> i & 1 ? (tandem_expr)*words++ : 0;
    }
    for (uint32_t i = 0; i < constants; i++) {
        r.v[TANDEM_FIRST_CONSTANT + i] = program[2 + i];
        r.e[TANDEM_FIRST_CONSTANT + i] = 0;
    }
    const uint64_t *first = program + 2 + constants;
    tandem_expr result = 0;
    for (uint32_t i = 0; i < steps; i++) {
        uint32_t op = first[i] & 0xff;
        if ((op == TANDEM_STEP_STORE || op == TANDEM_STEP_LOAD) && r.e[first[i] >> 16 & 0xff])
            write_stores(&r, first, first + i);
        value v = take(&r, first[i], base);
        uint32_t kept = tandem_step_kept(first[i]);
        r.v[TANDEM_FIRST_STEP + i] = v.v;
        r.e[TANDEM_FIRST_STEP + i] = v.e;
        if (kept == 1)
            result = v.e;
        else if (kept)
            out[kept - 2] = v.e;
    }
    return result;
}

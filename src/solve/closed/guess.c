#include "solve/closed/guess.h"

#include "base/map.h"

/* The most that the limits allow. */
enum { LOOKED_AT = 64, LARGEST = 12 };

typedef struct candidate {
    term_op op; /* OP_CONST: word is the number; OP_VAR: the parameter */
    uint32_t a, b;
    uint64_t word;
} candidate;

typedef struct guesser {
    const guess_examples *x;
    const solve_limits *limits;
    uint64_t mask;
    size_t looked_at;
    VEC(candidate) kept;
    VEC(uint64_t) columns; /* the values of each on the examples looked at */
    map seen;              /* hash of the values */
    size_t starts[LARGEST + 2];
    uint64_t tried;
    candidate found;
    bool done;
} guesser;

static uint64_t example(const guesser *g, size_t row, uint32_t i)
{
    return g->x->rows[row * (g->x->arity + 1) + i];
}

static int64_t sign_extended(const guesser *g, uint64_t v)
{
    unsigned shift = g->x->width ? 64 - g->x->width : 0;
    return (int64_t)(v << shift) >> shift;
}

static uint64_t shifted(const guesser *g, term_op op, uint64_t a, uint64_t b)
{
    bool out = b >= g->x->width;
    if (op == OP_BVSHL)
        return out ? 0 : a << b;
    if (op == OP_BVLSHR)
        return out ? 0 : a >> b;
    return (uint64_t)(sign_extended(g, a) >> (out ? 63 : b));
}

static uint64_t apply(const guesser *g, term_op op, uint64_t a, uint64_t b)
{
    switch (op) {
    case OP_BVNOT:
        return ~a & g->mask;
    case OP_BVNEG:
    case OP_NEG:
        return -a & g->mask;
    case OP_BVAND:
        return a & b;
    case OP_BVOR:
        return a | b;
    case OP_BVXOR:
        return a ^ b;
    case OP_BVADD:
    case OP_ADD:
        return (a + b) & g->mask;
    case OP_BVSUB:
    case OP_SUB:
        return (a - b) & g->mask;
    case OP_BVMUL:
    case OP_MUL:
        return (a * b) & g->mask;
    case OP_BVUDIV:
        return b ? a / b : g->mask;
    case OP_BVUREM:
        return b ? a % b : a;
    default:
        return shifted(g, op, a, b) & g->mask;
    }
}

/* The value on any example, also those that are not looked at first; candidates are small. */
static uint64_t value_on(const guesser *g, const candidate *c, size_t row)
{
    if (c->op == OP_CONST)
        return c->word;
    if (c->op == OP_VAR)
        return example(g, row, (uint32_t)c->word);
    uint64_t a = value_on(g, &g->kept.at[c->a], row);
    return apply(g, c->op, a, value_on(g, &g->kept.at[c->b], row));
}

/* Keeps the candidate if its values are new, and stops if they are the results. */
static void offer(guesser *g, const candidate *c, bool keep)
{
    uint64_t values[LOOKED_AT], hash = UINT64_C(0x9e3779b97f4a7c15);
    bool right = true;
    g->tried++;
    for (size_t i = 0; i < g->looked_at; i++) {
        if (c->op == OP_CONST || c->op == OP_VAR)
            values[i] = value_on(g, c, i);
        else
            values[i] = apply(g, c->op, g->columns.at[c->a * g->looked_at + i],
                              g->columns.at[c->b * g->looked_at + i]);
        right &= values[i] == example(g, i, g->x->arity);
        hash = (hash ^ values[i]) * UINT64_C(0xff51afd7ed558ccd);
        hash ^= hash >> 32;
    }
    for (size_t i = g->looked_at; i < g->x->n && right; i++)
        right = value_on(g, c, i) == example(g, i, g->x->arity);
    if (right) {
        g->found = *c;
        g->done = true;
        return;
    }
    bool is_new = true;
    if (keep && g->kept.n < g->limits->guess_kept)
        map_insert(&g->seen, hash >> 1, &is_new);
    else
        return;
    if (!is_new)
        return;
    vec_push(&g->kept, *c);
    vec_append(&g->columns, values, g->looked_at);
}

static void offer_leaves(guesser *g)
{
    uint64_t numbers[] = {0, 1, 2, g->mask, g->mask ^ g->mask >> 1, 0};
    size_t n = g->x->width ? 5 : 3;
    for (size_t i = 0; i < g->x->n; i++) { /* what the box adds to nothing */
        bool zeros = true;
        for (uint32_t k = 0; k < g->x->arity; k++)
            zeros &= !example(g, i, k);
        if (zeros)
            numbers[n++] = example(g, i, g->x->arity);
        if (zeros)
            break;
    }
    for (uint32_t i = 0; i < g->x->arity && !g->done; i++)
        offer(g, &(candidate){.op = OP_VAR, .word = i}, true);
    for (size_t i = 0; i < n && !g->done; i++)
        offer(g, &(candidate){.op = OP_CONST, .word = numbers[i]}, true);
}

static const struct {
    term_op op;
    bool unary, commutes, integer;
} operators[] = {
    {OP_BVADD, false, true, false},   {OP_BVSUB, false, false, false},
    {OP_BVAND, false, true, false},   {OP_BVOR, false, true, false},
    {OP_BVXOR, false, true, false},   {OP_BVMUL, false, true, false},
    {OP_BVNOT, true, false, false},   {OP_BVNEG, true, false, false},
    {OP_BVLSHR, false, false, false}, {OP_BVSHL, false, false, false},
    {OP_BVUDIV, false, false, false}, {OP_BVUREM, false, false, false},
    {OP_BVASHR, false, false, false}, {OP_ADD, false, true, true},
    {OP_SUB, false, false, true},     {OP_MUL, false, true, true},
    {OP_NEG, true, false, true},
};

/* All terms with this operator over arguments of these sizes. */
static void offer_pairs(guesser *g, size_t k, size_t left, size_t right, bool keep)
{
    for (size_t a = g->starts[left]; a < g->starts[left + 1]; a++)
        for (size_t b = g->starts[right]; b < g->starts[right + 1]; b++) {
            if (g->done || g->tried > g->limits->guess_tried)
                return;
            if (operators[k].commutes && b > a && left == right)
                break;
            candidate c = {.op = operators[k].op, .a = (uint32_t)a, .b = (uint32_t)b};
            offer(g, &c, keep);
        }
}

static void offer_size(guesser *g, size_t size)
{
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++) {
        if (operators[k].integer != !g->x->width)
            continue;
        if (operators[k].unary) {
            for (size_t a = g->starts[size - 1]; a < g->starts[size] && !g->done; a++)
                offer(g, &(candidate){operators[k].op, (uint32_t)a, (uint32_t)a, 0}, true);
            continue;
        }
        for (size_t left = 1; left + 1 < size; left++)
            if (!operators[k].commutes || left >= size - 1 - left)
                offer_pairs(g, k, left, size - 1 - left, size < g->limits->guess_size);
    }
}

static term_id built(const guesser *g, term_bank *b, const candidate *c, const term_id *parameters)
{
    if (c->op == OP_VAR)
        return parameters[c->word];
    if (c->op == OP_CONST)
        return term_const(b, g->x->width ? value_bv_u64(b, g->x->width, c->word)
                                         : value_int(b, (int64_t)c->word));
    term_id left = built(g, b, &g->kept.at[c->a], parameters);
    if (c->op == OP_BVNOT || c->op == OP_BVNEG || c->op == OP_NEG)
        return term_make1(b, c->op, left);
    return term_make2(b, c->op, left, built(g, b, &g->kept.at[c->b], parameters));
}

term_id guess_term(term_bank *b, const guess_examples *examples, const solve_limits *limits,
                   const term_id *parameters)
{
    guesser g = {.x = examples, .limits = limits, .mask = UINT64_MAX, .looked_at = examples->n};
    if (g.looked_at > limits->guess_examples)
        g.looked_at = limits->guess_examples;
    if (examples->width && examples->width < 64)
        g.mask = (UINT64_C(1) << examples->width) - 1;
    offer_leaves(&g);
    g.starts[2] = g.kept.n;
    for (size_t size = 2; size <= limits->guess_size && !g.done && g.tried < limits->guess_tried;
         size++) {
        offer_size(&g, size);
        g.starts[size + 1] = g.kept.n;
    }
    term_id t = g.done ? built(&g, b, &g.found, parameters) : 0;
    vec_free(&g.kept);
    vec_free(&g.columns);
    map_free(&g.seen);
    return t;
}

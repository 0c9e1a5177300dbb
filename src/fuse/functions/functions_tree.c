/* Random invertible trees: z = g(f(p(x), q(y))) with p, q and g made of invertible steps, and f a
 * function of two arguments that each of them can be got back from. */
#include "fuse/functions/steps.h"

enum { MOST_STEPS = 3 };

typedef struct chain {
    invertible_step steps[MOST_STEPS];
    uint32_t n;
} chain;

static chain choose_chain(fusion_builder *f, sort_id sort)
{
    chain c = {.n = (uint32_t)rng_below(f->r, MOST_STEPS + 1)};
    for (uint32_t i = 0; i < c.n; i++)
        c.steps[i] = step_choose(f, sort);
    return c;
}

static term_id there(term_bank *b, const chain *c, term_id t)
{
    for (uint32_t i = 0; i < c->n; i++)
        t = step_forward(b, &c->steps[i], t);
    return t;
}

static term_id back(term_bank *b, const chain *c, term_id t)
{
    for (uint32_t i = c->n; i-- > 0;)
        t = step_back(b, &c->steps[i], t);
    return t;
}

/* The middle: forward(u, v) and, of w = forward(u, v), u and v again. */
typedef struct middle {
    term_op op, back_u, back_v;
    bool flip; /* v = back_v(u, w) rather than back_v(w, u) */
} middle;

static const middle sums[] = {{OP_ADD, OP_SUB, OP_SUB, false}, {OP_SUB, OP_ADD, OP_SUB, true}};
static const middle bits[] = {{OP_BVADD, OP_BVSUB, OP_BVSUB, false},
                              {OP_BVSUB, OP_BVADD, OP_BVSUB, true},
                              {OP_BVXOR, OP_BVXOR, OP_BVXOR, false},
                              {OP_BVXNOR, OP_BVXNOR, OP_BVXNOR, false}};
static const middle truths[] = {{OP_XOR, OP_XOR, OP_XOR, false}, {OP_EQ, OP_EQ, OP_EQ, false}};
static const middle texts[] = {{OP_STR_CONCAT, 0, 0, false}};

static middle choose_middle(fusion_builder *f, sort_id sort)
{
    switch (sort_kind_of(f->bank, sort)) {
    case SORT_BV:
        return bits[rng_below(f->r, 4)];
    case SORT_BOOL:
        return truths[rng_below(f->r, 2)];
    case SORT_STRING:
        return texts[0];
    default:
        return sums[rng_below(f->r, 2)];
    }
}

static term_id get_u(term_bank *b, const middle *m, term_id w, term_id u, term_id v)
{
    if (m->back_u)
        return term_make2(b, m->back_u, w, v);
    return term_make3(b, OP_STR_SUBSTR, w, fusion_int(b, 0), term_make1(b, OP_STR_LEN, u));
}

static term_id get_v(term_bank *b, const middle *m, term_id w, term_id u, term_id v)
{
    if (m->back_v)
        return m->flip ? term_make2(b, m->back_v, u, w) : term_make2(b, m->back_v, w, u);
    return term_make3(b, OP_STR_SUBSTR, w, term_make1(b, OP_STR_LEN, u),
                      term_make1(b, OP_STR_LEN, v));
}

bool fusion_tree(fusion_builder *f)
{
    term_bank *b = f->bank;
    sort_id sort = term_sort(b, f->out->x);
    chain p = choose_chain(f, sort), q = choose_chain(f, sort), g = choose_chain(f, sort);
    middle m = choose_middle(f, sort);
    term_id u = there(b, &p, f->out->x), v = there(b, &q, f->out->y);
    term_id value = there(b, &g, term_make2(b, m.op, u, v));
    term_id z = fusion_constant(f, sort, value), w = back(b, &g, z);
    return fusion_done(f, z, value, back(b, &p, get_u(b, &m, w, u, v)),
                       back(b, &q, get_v(b, &m, w, u, v)), true);
}

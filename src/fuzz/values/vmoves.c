#include "fuzz/values/vsearch_impl.h"

static void set_input(vsearcher *s, uint32_t i, value_id v)
{
    for (size_t k = 0; k < s->changed.n; k++)
        if (s->changed.at[k] == i) {
            s->values.at[k] = v;
            return;
        }
    vec_push(&s->changed, i);
    vec_push(&s->values, v);
}

static value_id present(const vsearcher *s, uint32_t i)
{
    for (size_t k = 0; k < s->changed.n; k++)
        if (s->changed.at[k] == i)
            return s->values.at[k];
    return vgraph_input(s->g, i);
}

/* ---- Through boxes --------------------------------------------------------------------------- */

static void want(vsearcher *s, const vnode *x, uint32_t j, value_id v)
{
    vwant next = {s->g->operands.at[x->first + j], v};
    if (v && s->g->nodes.at[next.node].depends)
        vec_push(&s->wants, next);
}

/* What the box makes of the wanted result itself: many functions undo themselves. */
static value_id twice(vsearcher *s, const vnode *x, uint32_t j, value_id input)
{
    vec_u32 args = {0};
    bool good = input != 0;
    for (uint32_t i = 0; i < x->n; i++) {
        vec_push(&args, i == j ? input : vgraph_operand(s->g, x, i));
        good &= args.at[i] != 0;
    }
    value_id v = good ? s->g->call(s->g->context, x->number, args.at, x->n) : 0;
    vec_free(&args);
    return v;
}

static void walk_box(vsearcher *s, const vnode *x, value_id wanted)
{
    const value_id *known = vobserve_exact(s->seen, x->number, wanted);
    bool nearest = !known && rng_one_in(&s->r, 8);
    if (nearest)
        known = vobserve_nearest(s->seen, x->number, wanted);
    uint32_t j = (uint32_t)rng_below(&s->r, x->n);
    for (uint32_t i = 0; known && i < x->n; i++)
        want(s, x, i, nearest && i == j ? vmutate(&s->words, known[i]) : known[i]);
    if (known || !x->n)
        return;
    for (uint32_t k = 0; k < x->n && !s->g->nodes.at[s->g->operands.at[x->first + j]].depends; k++)
        j = (j + 1) % x->n;
    sort_id sort = s->g->nodes.at[s->g->operands.at[x->first + j]].sort;
    value_id now = vgraph_operand(s->g, x, j), v = 0;
    switch (rng_below(&s->r, 6)) {
    case 0: /* input to state: it may come through as it is */
        v = vconvert(s->g->bank, wanted, sort);
        break;
    case 1:
        v = twice(s, x, j, vconvert(s->g->bank, wanted, sort));
        v = v ? vconvert(s->g->bank, v, sort) : 0;
        break;
    case 2:
        v = vobserve_between(s->seen, x->number, j, wanted);
        break;
    case 3:
        v = vwords_some(&s->words, sort);
        break;
    default:
        break;
    }
    want(s, x, j, v ? v : now ? vmutate(&s->words, now) : 0);
}

/* ---- Moves ----------------------------------------------------------------------------------- */

static void walk_back(vsearcher *s, uint32_t root)
{
    vgraph *g = s->g;
    vwant first = {root, VALUE_ID_TRUE};
    vec_clear(&s->wants);
    vec_push(&s->wants, first);
    const fuzz_limits *l = s->g->limits;
    for (uint64_t steps = 0; s->wants.n && s->wants.n < l->values_wants && steps < l->values_walk;
         steps++) {
        vwant at = vec_pop(&s->wants);
        const vnode *x = &g->nodes.at[at.node];
        if (x->kind == VNODE_INPUT) {
            /* half the way: other constraints may not follow at once */
            value_id half =
                rng_one_in(&s->r, 6) ? vmiddle(g->bank, present(s, x->number), at.value) : 0;
            set_input(s, x->number, half ? half : at.value);
        } else if (x->kind == VNODE_BOX)
            walk_box(s, x, at.value);
        else
            vinvert(g, &s->words, at.node, at.value, &s->wants);
    }
}

static void change_related(vsearcher *s, size_t constraint)
{
    const vec_u32 *related = &s->g->related[constraint];
    uint64_t changes = 1 + (rng_one_in(&s->r, 4) ? rng_below(&s->r, 3) : 0);
    for (uint64_t k = 0; k < changes; k++) {
        uint32_t i = related->n ? related->at[rng_below(&s->r, related->n)]
                                : (uint32_t)rng_below(&s->r, s->g->inputs.n);
        value_id other = vgraph_input(s->g, (uint32_t)rng_below(&s->r, s->g->inputs.n));
        bool copy =
            rng_one_in(&s->r, 12) && value_sort(s->g->bank, other) == s->g->inputs.at[i].sort;
        set_input(s, i, copy ? other : vmutate(&s->words, present(s, i)));
    }
}

/* Takes out inputs that keep their value. */
static void drop_unchanged(vsearcher *s)
{
    size_t kept = 0;
    for (size_t k = 0; k < s->changed.n; k++)
        if (s->values.at[k] != vgraph_input(s->g, s->changed.at[k])) {
            s->changed.at[kept] = s->changed.at[k];
            s->values.at[kept++] = s->values.at[k];
        }
    s->changed.n = s->values.n = kept;
}

void vsearch_propose(vsearcher *s)
{
    size_t k = s->failing.at[rng_below(&s->r, s->failing.n)];
    vec_clear(&s->changed);
    vec_clear(&s->values);
    if (rng_below(&s->r, 10) < 6)
        walk_back(s, s->g->roots.at[k]);
    drop_unchanged(s);
    if (s->changed.n)
        return;
    change_related(s, k);
    drop_unchanged(s);
}

/* Narrower bit-vectors and floats, Ints for Reals and for declared sorts. */
#include "reduce/formula/reduce_impl.h"
#include "reduce/formula/translate.h"
#include "term/core/walk.h"

/* One sort becomes another; or all bit-vectors get at most so wide, or half as wide. */
typedef struct sort_change {
    sort_id from, to;   /* 0: see below */
    uint32_t most_bits; /* 0: half */
} sort_change;

static sort_id change_sort(const void *context, term_bank *b, sort_id s)
{
    const sort_change *c = context;
    if (c->from)
        return s == c->from ? c->to : s;
    if (sort_kind_of(b, s) != SORT_BV)
        return s;
    uint32_t width = sort_bv_width(b, s);
    uint32_t new = c->most_bits ? c->most_bits : (width + 1) / 2;
    return new < width ? sort_bv(b, new) : s;
}

static symbol_id same_name(const void *context, symbol_id name)
{
    return name;
}

typedef VEC(sort_change) change_vec;

static bool build_changed(reducer *r, void *context, size_t i, formula *candidate)
{
    const change_vec *changes = context;
    translation how = {change_sort, same_name, &changes->at[i]};
    return translate_formula(r->b, &r->now, &how, candidate);
}

static void add_change(change_vec *changes, sort_id from, sort_id to, uint32_t most_bits)
{
    sort_change c = {from, to, most_bits};
    vec_push(changes, c);
}

static void add_narrower(reducer *r, sort_id s, change_vec *changes)
{
    uint32_t width = sort_bv_width(r->b, s);
    uint32_t targets[] = {1, 2, 3, 4, 8, 16, 32, 64, width / 2, width - 1};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        if (targets[i] && targets[i] < width)
            add_change(changes, s, sort_bv(r->b, targets[i]), 0);
}

static void add_lesser_floats(reducer *r, sort_id s, change_vec *changes)
{
    static const uint32_t formats[][2] = {{2, 3}, {3, 5}, {5, 11}, {8, 24}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i][0] < sort_fp_exponent(r->b, s))
            add_change(changes, s, sort_fp(r->b, formats[i][0], formats[i][1]), 0);
}

static void add_simpler(reducer *r, sort_id s, change_vec *changes)
{
    switch (sort_kind_of(r->b, s)) {
    case SORT_BV:
        add_narrower(r, s, changes);
        break;
    case SORT_FP:
        add_lesser_floats(r, s, changes);
        break;
    case SORT_REAL:
        add_change(changes, s, SORT_ID_INT, 0);
        break;
    case SORT_DECLARED:
    case SORT_DATATYPE: /* where nothing is constructed or taken apart */
        add_change(changes, s, SORT_ID_BOOL, 0);
        add_change(changes, s, SORT_ID_INT, 0);
        break;
    default:
        break;
    }
}

/* The sorts that occur, not those inside arrays only. */
static void sorts_of(const reducer *r, vec_u32 *out)
{
    term_vec order = {0};
    map seen = {0};
    bool is_new;
    term_postorder(r->b, r->now.assertions.at, r->now.assertions.n, &order);
    for (size_t i = 0; i < order.n; i++) {
        if (term_op_of(r->b, order.at[i]) == OP_PATTERN)
            continue;
        map_insert(&seen, term_sort(r->b, order.at[i]), &is_new);
        if (is_new)
            vec_push(out, term_sort(r->b, order.at[i]));
    }
    vec_free(&order);
    map_free(&seen);
}

/* All changes that could be made now; those of all bit-vectors first. */
static void list_changes(reducer *r, change_vec *changes)
{
    vec_u32 sorts = {0};
    bool wide = false;
    sorts_of(r, &sorts);
    for (size_t i = 0; i < sorts.n; i++)
        wide |= sort_kind_of(r->b, sorts.at[i]) == SORT_BV && sort_bv_width(r->b, sorts.at[i]) > 1;
    for (uint32_t bits = 1; wide && bits <= 32; bits *= 2)
        add_change(changes, 0, 0, bits);
    if (wide)
        add_change(changes, 0, 0, 0);
    for (size_t i = 0; i < sorts.n; i++)
        add_simpler(r, sorts.at[i], changes);
    vec_free(&sorts);
}

bool reduce_sorts(reducer *r)
{
    change_vec changes = {0};
    bool changed = false, again = true;
    while (again && !reduce_over(r)) {
        vec_clear(&changes);
        list_changes(r, &changes);
        again = reduce_first(r, 0, changes.n, build_changed, &changes) < changes.n;
        changed |= again;
    }
    vec_free(&changes);
    return changed;
}

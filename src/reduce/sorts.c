/* Narrower bit-vectors and floats, Ints for Reals and for declared sorts. */
#include "reduce/reduce_impl.h"
#include "reduce/translate.h"
#include "term/walk.h"

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

static bool change(reducer *r, const sort_change *c)
{
    translation how = {change_sort, same_name, c};
    formula candidate;
    if (!translate_formula(r->b, &r->now, &how, &candidate)) {
        bank_release(r->b, &r->mark);
        return false;
    }
    return reduce_offer(r, &candidate, false);
}

static bool narrow_all(reducer *r)
{
    bool changed = false;
    for (uint32_t bits = 1; bits <= 32 && !changed && !reduce_over(r); bits *= 2) {
        reduce_begin(r);
        changed = change(r, &(sort_change){.most_bits = bits});
    }
    for (;;) {
        reduce_begin(r);
        if (!change(r, &(sort_change){0}))
            break;
        changed = true;
    }
    return changed;
}

static bool change_to(reducer *r, sort_id from, sort_id to)
{
    return !reduce_over(r) && change(r, &(sort_change){.from = from, .to = to});
}

static bool narrow_bits(reducer *r, sort_id s)
{
    uint32_t width = sort_bv_width(r->b, s);
    uint32_t targets[] = {1, 2, 3, 4, 8, 16, 32, 64, width / 2, width - 1};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        if (!targets[i] || targets[i] >= width)
            continue;
        reduce_begin(r);
        if (change_to(r, s, sort_bv(r->b, targets[i])))
            return true;
    }
    return false;
}

static bool narrow_float(reducer *r, sort_id s)
{
    static const uint32_t formats[][2] = {{2, 3}, {3, 5}, {5, 11}, {8, 24}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        if (formats[i][0] >= sort_fp_exponent(r->b, s))
            continue;
        reduce_begin(r);
        if (change_to(r, s, sort_fp(r->b, formats[i][0], formats[i][1])))
            return true;
    }
    return false;
}

static bool simplify_sort(reducer *r, sort_id s)
{
    bool changed = false;
    switch (sort_kind_of(r->b, s)) {
    case SORT_BV:
        return narrow_bits(r, s);
    case SORT_FP:
        return narrow_float(r, s);
    case SORT_REAL:
        reduce_begin(r);
        return change_to(r, s, SORT_ID_INT);
    case SORT_DECLARED:
        reduce_begin(r);
        changed = change_to(r, s, SORT_ID_BOOL);
        if (!changed) {
            reduce_begin(r);
            changed = change_to(r, s, SORT_ID_INT);
        }
        return changed;
    default:
        return false;
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

bool reduce_sorts(reducer *r)
{
    vec_u32 sorts = {0};
    bool changed = false, bits = false;
    sorts_of(r, &sorts);
    for (size_t i = 0; i < sorts.n; i++)
        bits |= sort_kind_of(r->b, sorts.at[i]) == SORT_BV && sort_bv_width(r->b, sorts.at[i]) > 1;
    if (bits)
        changed = narrow_all(r);
    if (changed) {
        vec_clear(&sorts);
        sorts_of(r, &sorts);
    }
    for (size_t i = 0; i < sorts.n && !reduce_over(r); i++)
        changed |= simplify_sort(r, sorts.at[i]);
    vec_free(&sorts);
    return changed;
}

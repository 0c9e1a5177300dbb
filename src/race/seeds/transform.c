#include "race/seeds/transform.h"

#include "race/mutate.h"
#include "race/mutate_impl.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

/* ---- Literals -------------------------------------------------------------------------------- */

/* The value that stands for another one; the same, or 0: it stays. `by` is drawn once for a formula. */
typedef value_id change_value(term_bank *b, rng *r, sort_id sort, value_id v, uint32_t by);

static value_id multiply_string(term_bank *b, value_id v, uint32_t by)
{
    enum { LONGEST = 2000 };
    size_t n;
    const uint32_t *text = value_string_data(b, v, &n);
    vec_u32 all = {0};
    for (uint32_t i = 0; i < by && all.n + n <= LONGEST; i++)
        vec_append(&all, text, n);
    value_id made = all.n ? value_string(b, all.at, all.n) : 0;
    vec_free(&all);
    return made;
}

static value_id multiply(term_bank *b, rng *r, sort_id sort, value_id v, uint32_t by)
{
    (void)r;
    if (sort == SORT_ID_STRING)
        return multiply_string(b, v, by);
    if (sort != SORT_ID_INT && sort != SORT_ID_REAL)
        return 0;
    mpq_t number;
    mpq_init(number);
    value_get_mpq(b, v, number);
    mpz_mul_ui(mpq_numref(number), mpq_numref(number), by);
    mpq_canonicalize(number);
    value_id made =
        sort == SORT_ID_INT ? value_int_mpz(b, mpq_numref(number)) : value_real_mpq(b, number);
    mpq_clear(number);
    return made;
}

/* A string whose characters are others, or in another order. */
static value_id change_string(term_bank *b, value_id v, bool reversed, uint32_t by)
{
    static const struct {
        uint32_t first, n;
    } ranges[] = {{'a', 26}, {'A', 26}, {'0', 10}};
    size_t n;
    const uint32_t *text = value_string_data(b, v, &n);
    vec_u32 all = {0};
    for (size_t i = 0; i < n; i++) {
        uint32_t c = text[reversed ? n - i - 1 : i];
        for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++)
            if (c >= ranges[k].first && c < ranges[k].first + ranges[k].n) {
                c = ranges[k].first + (c - ranges[k].first + by) % ranges[k].n;
                break;
            }
        vec_push(&all, c);
    }
    value_id made = n ? value_string(b, all.at, n) : 0;
    vec_free(&all);
    return made;
}

static value_id reverse(term_bank *b, rng *r, sort_id sort, value_id v, uint32_t by)
{
    (void)r;
    (void)by;
    return sort == SORT_ID_STRING ? change_string(b, v, true, 0) : 0;
}

static value_id translate(term_bank *b, rng *r, sort_id sort, value_id v, uint32_t by)
{
    (void)r;
    return sort == SORT_ID_STRING ? change_string(b, v, false, by) : 0;
}

static value_id fuzz(term_bank *b, rng *r, sort_id sort, value_id v, uint32_t by)
{
    (void)v;
    (void)by;
    return rng_one_in(r, 3) ? generate_value(b, r, sort) : 0;
}

static bool change_literals(const grammar *g, rng *r, change_value *change, const formula *from,
                            formula *to)
{
    term_bank *b = g->bank;
    uint32_t by = 2 + (uint32_t)rng_below(r, 8);
    term_vec order = {0}, old = {0}, new = {0};
    term_postorder(b, from->assertions.at, from->assertions.n, &order);
    for (size_t i = 0; i < order.n; i++) {
        term_id t = order.at[i];
        value_id v =
            term_op_of(b, t) == OP_CONST ? change(b, r, term_sort(b, t), term_value(b, t), by) : 0;
        if (!v || v == term_value(b, t))
            continue;
        vec_push(&old, t);
        vec_push(&new, term_const(b, v));
    }
    bool changed = old.n;
    if (changed) {
        term_subst *s = term_subst_new(b, old.at, new.at, old.n);
        formula_copy(to, from);
        for (size_t i = 0; i < to->assertions.n; i++)
            to->assertions.at[i] = term_subst_apply(s, to->assertions.at[i]);
        term_subst_free(s);
    }
    vec_free(&order);
    vec_free(&old);
    vec_free(&new);
    return changed;
}

/* ---- Places ---------------------------------------------------------------------------------- */

/* The term with its arguments one place on; 0: it has no two of one sort, or that is not well-sorted. */
static term_id rotated(const grammar *g, term_id t)
{
    uint32_t n = term_arity(g->bank, t);
    if (n < 2 || term_is_binder(term_op_of(g->bank, t)))
        return 0;
    term_vec args = {0};
    vec_append(&args, term_args(g->bank, t) + 1, n - 1);
    vec_push(&args, term_arg(g->bank, t, 0));
    bool fits = true;
    for (uint32_t i = 0; i < n; i++)
        fits &= term_sort(g->bank, args.at[i]) == term_sort(g->bank, term_arg(g->bank, t, i));
    term_id made = fits ? term_rebuild(g->bank, t, args.at) : 0;
    vec_free(&args);
    return made == t ? 0 : made;
}

static bool rotate(const grammar *g, rng *r, const formula *from, formula *to)
{
    place_list places = {0};
    bool done = false;
    mutate_places(g, from, &places);
    for (uint64_t i = 0; places.n && i < g->limits->graft_tries && !done; i++) {
        size_t where = rng_below(r, places.n);
        term_id t = rotated(g, places.at[where].term);
        term_id top = t ? mutate_put(g, &places, where, t) : 0;
        done = top;
        if (done) {
            formula_copy(to, from);
            to->assertions.at[places.at[where].assertion] = top;
        }
    }
    vec_free(&places);
    return done;
}

/* ---- Together -------------------------------------------------------------------------------- */

bool transform(const grammar *g, rng *r, transform_kind kind, const formula *from, formula *to)
{
    static change_value *const literals[] = {multiply, reverse, translate, fuzz};
    if (kind < sizeof literals / sizeof *literals)
        return change_literals(g, r, literals[kind], from, to);
    if (kind == TRANSFORM_ROTATE)
        return rotate(g, r, from, to);
    mutate_cross(g, r, from, &g->seeds.at[rng_below(r, g->seeds.n)], to);
    return true;
}

void transform_seed(const grammar *g, rng *r, formula *to)
{
    formula_copy(to, &g->seeds.at[rng_below(r, g->seeds.n)]);
    for (uint64_t n = rng_below(r, g->limits->transforms + 1); n; n--) {
        formula next;
        if (!transform(g, r, (transform_kind)rng_below(r, TRANSFORM_COUNT), to, &next))
            continue;
        formula_free(to);
        *to = next;
    }
}

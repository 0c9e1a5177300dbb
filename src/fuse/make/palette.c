#include "fuse/make/palette.h"

#include "fuse/make/maker_impl.h"
#include "fuse/seeds/logic.h"

typedef struct palette {
    term_bank *b;
    rng *r;
    unsigned theories; /* of the seed */
    vec_u32 *sorts;
} palette;

void palette_add(vec_u32 *sorts, sort_id sort)
{
    for (size_t i = 0; i < sorts->n; i++)
        if (sorts->at[i] == sort)
            return;
    vec_push(sorts, sort);
}

static void add_sort(palette *p, sort_id sort)
{
    palette_add(p->sorts, sort);
}

static sort_id small_bv(palette *p)
{
    return sort_bv(p->b, 1 + rng_below(p->r, rng_one_in(p->r, 4) ? 40 : 9));
}

static void add_strings(palette *p)
{
    add_sort(p, SORT_ID_STRING);
    add_sort(p, SORT_ID_INT);
    add_sort(p, SORT_ID_REGLAN);
}

/* Fractions of one bit are not read by all solvers. */
static sort_id small_fp(palette *p)
{
    if (rng_one_in(p->r, 6))
        return sort_fp(p->b, 8, 24);
    return sort_fp(p->b, 2 + rng_below(p->r, 4), 3 + rng_below(p->r, 6));
}

static void add_floats(palette *p)
{
    add_sort(p, SORT_ID_RM);
    add_sort(p, small_fp(p));
    if (rng_one_in(p->r, 3)) /* to convert between */
        add_sort(p, small_fp(p));
    if (rng_one_in(p->r, 3))
        add_sort(p, small_bv(p));
    if (rng_one_in(p->r, 4))
        add_sort(p, SORT_ID_REAL);
}

static void add_numbers(palette *p)
{
    uint64_t kind = rng_below(p->r, 3);
    if (kind != 1)
        add_sort(p, SORT_ID_INT);
    if (kind)
        add_sort(p, SORT_ID_REAL);
}

static void add_bits(palette *p)
{
    add_sort(p, small_bv(p));
    add_sort(p, rng_one_in(p->r, 2) ? SORT_ID_INT : small_bv(p));
}

/* Over a sort that is in the palette, or over truth values. */
static void add_collection(palette *p, sort_kind kind)
{
    add_numbers(p);
    if (rng_one_in(p->r, 2))
        add_sort(p, rng_one_in(p->r, 2) ? SORT_ID_STRING : small_bv(p));
    add_sort(p, SORT_ID_INT); /* lengths and places */
    uint64_t which = rng_below(p->r, p->sorts->n + 1);
    sort_id element = which < p->sorts->n ? p->sorts->at[which] : SORT_ID_BOOL;
    add_sort(p, sort_collection(p->b, kind, element));
}

/* They come with other theories, and go before them; false: the seed has none, or not this time. */
static bool add_any_collection(palette *p)
{
    static const struct {
        unsigned needs;
        sort_kind kind;
    } collections[] = {{LOGIC_SEQUENCES, SORT_SEQ}, {LOGIC_SETS, SORT_SET}, {LOGIC_BAGS, SORT_BAG}};
    for (size_t i = 0; i < sizeof collections / sizeof *collections; i++)
        if (p->theories & collections[i].needs && !rng_one_in(p->r, 4)) {
            add_collection(p, collections[i].kind);
            return true;
        }
    return false;
}

static void add_any_theory(palette *p)
{
    static void (*const theories[])(palette *) = {add_strings, add_strings, add_strings,
                                                  add_numbers, add_numbers, add_bits,
                                                  add_bits,    add_floats};
    theories[rng_below(p->r, sizeof theories / sizeof *theories)](p);
}

static void add_theory(palette *p)
{
    static const struct {
        unsigned needs;
        void (*add)(palette *);
    } theories[] = {{LOGIC_STRINGS, add_strings},
                    {LOGIC_FP, add_floats},
                    {LOGIC_BV, add_bits},
                    {LOGIC_INT | LOGIC_REAL, add_numbers}};
    if (add_any_collection(p))
        return;
    size_t n = sizeof theories / sizeof *theories;
    for (size_t i = rng_below(p->r, n), k = 0; k < n && !rng_one_in(p->r, 4); k++, i = (i + 1) % n)
        if (p->theories & theories[i].needs) {
            theories[i].add(p);
            return;
        }
    add_any_theory(p);
}

/* An array between sorts of the palette. */
static void add_array(palette *p)
{
    sort_id index = p->sorts->at[rng_below(p->r, p->sorts->n)];
    sort_id element = p->sorts->at[rng_below(p->r, p->sorts->n)];
    if (index != SORT_ID_REGLAN && element != SORT_ID_REGLAN)
        add_sort(p, sort_array(p->b, index, element));
}

void palette_choose(term_bank *b, rng *r, unsigned theories, vec_u32 *sorts)
{
    palette p = {b, r, theories, sorts};
    add_theory(&p);
    if (rng_one_in(r, 6))
        add_any_theory(&p);
    if (rng_one_in(r, theories & LOGIC_ARRAYS ? 2 : 5))
        add_array(&p);
}

void palette_forbid(const term_bank *seeds, bool forbidden[OP_COUNT])
{
    for (int i = 0; i < OP_COUNT; i++)
        forbidden[i] = !making_is_common((term_op)i) || i == OP_LAMBDA;
    for (term_id t = 1; t < bank_term_count(seeds); t++)
        if (term_op_of(seeds, t) >= OP_FIRST_EXTENSION)
            forbidden[term_op_of(seeds, t)] = false;
}

#include "random_terms.h"

#include "generate/generate.h"
#include "random_values.h"

enum { CONSTANTS = 40, REPEATED = 12, NEAR_REALS = 3 };

/* Operators on numbers: strings and floats bring the sorts along, not the theory. */
static const term_op arithmetic[] = {
    OP_NEG,    OP_SUB,    OP_ADD,       OP_MUL,        OP_DIV,       OP_IDIV,      OP_MOD,
    OP_ABS,    OP_LE,     OP_LT,        OP_GE,         OP_GT,        OP_DIVISIBLE, OP_TO_REAL,
    OP_TO_INT, OP_IS_INT, OP_INT_TO_BV, OP_UBV_TO_INT, OP_SBV_TO_INT};

static bool has(const random_terms *g, unsigned theory)
{
    return (g->theories & theory) == theory;
}

static sort_id random_bv(random_terms *g)
{
    static const uint8_t widths[] = {1, 2, 3, 4, 5, 8, 8, 16, 32, 33, 64, 65, 128};
    return sort_bv(g->bank, widths[rng_below(&g->random, sizeof widths)]);
}

static sort_id random_fp(random_terms *g)
{
    static const uint8_t formats[][2] = {{2, 3},   {3, 5},   {4, 4},    {5, 11}, {8, 24}, {8, 24},
                                         {11, 53}, {11, 53}, {15, 113}, {8, 8},  {5, 2}};
    const uint8_t *f = formats[rng_below(&g->random, sizeof formats / sizeof *formats)];
    return sort_fp(g->bank, f[0], f[1]);
}

void random_terms_favour(random_terms *g, sort_id sort)
{
    vec_push(&g->palette, sort);
    vec_push(&g->palette, sort);
}

static void add_arrays(random_terms *g)
{
    sort_id sorts[] = {SORT_ID_INT, sort_bv(g->bank, 2), sort_bv(g->bank, 3)};
    for (int i = 0; i < 2; i++)
        for (int e = 0; e < 2; e++)
            vec_push(&g->palette, sort_array(g->bank, sorts[i], sorts[2 * e]));
    vec_push(&g->palette, sorts[2]);
}

void random_terms_renew(random_terms *g)
{
    vec_clear(&g->palette);
    random_terms_favour(g, SORT_ID_BOOL);
    if (has(g, THEORY_ARITH) || has(g, THEORY_STRING))
        vec_push(&g->palette, SORT_ID_INT);
    if (has(g, THEORY_ARITH) || has(g, THEORY_FP))
        vec_push(&g->palette, SORT_ID_REAL);
    if (has(g, THEORY_BV)) {
        random_terms_favour(g, random_bv(g));
        vec_push(&g->palette, random_bv(g));
    }
    if (has(g, THEORY_FP)) {
        vec_push(&g->palette, SORT_ID_RM);
        random_terms_favour(g, random_fp(g));
        vec_push(&g->palette, random_fp(g));
    }
    if (has(g, THEORY_STRING))
        vec_push(&g->palette, SORT_ID_STRING);
    if (has(g, THEORY_REGEX))
        vec_push(&g->palette, SORT_ID_REGLAN);
    if (has(g, THEORY_ARRAY))
        add_arrays(g);
}

void random_terms_init(random_terms *g, term_bank *b, unsigned theories, uint64_t seed)
{
    *g = (random_terms){.bank = b, .theories = theories};
    rng_seed(&g->random, seed);
    for (size_t i = 0; i < sizeof arithmetic / sizeof *arithmetic; i++)
        g->forbidden[arithmetic[i]] = !has(g, THEORY_ARITH);
    random_terms_renew(g);
}

void random_terms_free(random_terms *g)
{
    vec_free(&g->leaves);
    vec_free(&g->palette);
}

sort_id random_sort(random_terms *g)
{
    for (;;) {
        sort_id sort = g->palette.at[rng_below(&g->random, g->palette.n)];
        if (sort != SORT_ID_REGLAN && sort != SORT_ID_RM)
            return sort;
    }
}

value_id random_value(random_terms *g, sort_id sort)
{
    return random_value_of(g->bank, &g->random, sort);
}

/* Leaves besides the variables: for each float format numbers at which rounding is decided. */
static void add_reals(random_terms *g, term_vec *leaves)
{
    for (size_t i = 0; i < g->palette.n; i++)
        for (int k = 0; sort_kind_of(g->bank, g->palette.at[i]) == SORT_FP && k < NEAR_REALS; k++)
            vec_push(leaves,
                     term_const(g->bank, random_real_near(g->bank, &g->random, g->palette.at[i])));
}

term_id random_term(random_terms *g, sort_id sort, unsigned depth)
{
    term_vec leaves = {0};
    vec_append(&leaves, g->leaves.at, g->leaves.n);
    add_reals(g, &leaves);
    generate_config config = {.sorts = g->palette.at,
                              .n_sorts = g->palette.n,
                              .variables = leaves.at,
                              .n_variables = leaves.n,
                              .constants = CONSTANTS,
                              .forbidden = g->forbidden,
                              .repeated = REPEATED};
    term_id t = generate_term(g->bank, &g->random, &config, sort, depth);
    vec_free(&leaves);
    return t;
}

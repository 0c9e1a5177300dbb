/* Random terms that fit machine words, for the tests of the fuzz engine: a pool that grows by
 * applying random operators to random members, so that terms share and every operator that the
 * compiler takes comes up. Includes applications of one box. */
#ifndef TANDEM_TESTS_FUZZ_TERMS_H
#define TANDEM_TESTS_FUZZ_TERMS_H

#include "base/hash.h"
#include "base/rng.h"
#include "fuzz/words/bytecode.h"
#include "test.h"

/* Operators that have no machine form, or none for every argument. */
static inline bool without_machine_form(term_op op)
{
    return op == OP_DIV || op == OP_TO_REAL || op == OP_TO_INT || op == OP_IS_INT ||
           op == OP_FP_FROM_REAL || op == OP_FP_TO_REAL;
}

typedef struct term_pool {
    term_bank *bank;
    rng *r;
    term_vec terms;
    decl_id box; /* (_ BitVec 32) Int -> (_ BitVec 16) */
    uint64_t made[OP_COUNT];
} term_pool;

/* The meaning of the box; none at some points. */
static inline bool pool_box_word(uint64_t x, uint64_t y, uint64_t *result)
{
    *result = hash_mix(x, y) & UINT16_MAX;
    return x % 5 != 4;
}

static inline bool pool_call(void *context, uint32_t box, const uint64_t *args, uint64_t *result)
{
    (void)context, (void)box;
    return pool_box_word(args[0], args[1], result);
}

static inline value_id pool_evaluate(void *context, decl_id d, const value_id *args, uint32_t n)
{
    term_bank *b = context;
    uint64_t x, result;
    int64_t y;
    (void)d, (void)n;
    value_small_bits(b, args[0], &x);
    if (!value_small_int(b, args[1], &y))
        return 0;
    return pool_box_word(x, (uint64_t)y, &result) ? value_bv_u64(b, 16, result) : 0;
}

static inline bool pool_is_box(void *context, decl_id d)
{
    (void)context, (void)d;
    return true;
}

static const fuzz_compile_config POOL_COMPILE = {.is_box = pool_is_box};

static const uint16_t POOL_WIDTHS[] = {1, 2, 5, 8, 16, 23, 32, 33, 63, 64};

static inline sort_id pool_sort(term_pool *p, uint64_t i)
{
    enum { WIDTHS = sizeof POOL_WIDTHS / sizeof *POOL_WIDTHS };
    if (i < WIDTHS)
        return sort_bv(p->bank, POOL_WIDTHS[i]);
    switch (i - WIDTHS) {
    case 0:
        return SORT_ID_BOOL;
    case 1:
        return SORT_ID_INT;
    case 2:
        return sort_fp(p->bank, 8, 24);
    case 3:
        return sort_fp(p->bank, 11, 53);
    default:
        return SORT_ID_RM;
    }
}

/* Numbers around which operators change their behaviour, by the sort. */
static inline uint64_t pool_word(const term_bank *b, rng *r, sort_id s)
{
    static const uint64_t odd_floats[] = {0x7f800000,
                                          0xff800000,
                                          0x7fc00000,
                                          0x80000000,
                                          0x00000001,
                                          0x007fffff,
                                          0x3f800000,
                                          0x4b000000,
                                          0x7f7fffff,
                                          UINT64_C(0x7ff0000000000000),
                                          UINT64_C(0xfff0000000000000),
                                          UINT64_C(0x8000000000000000),
                                          UINT64_C(0x3ff0000000000000),
                                          UINT64_C(0x4340000000000000),
                                          UINT64_C(0x7fefffffffffffff),
                                          UINT64_C(0x7ff8000000000000)};
    uint64_t word = rng_next(r);
    switch (rng_below(r, 6)) {
    case 0:
        word = rng_below(r, 10) - 4;
        break;
    case 1:
        word = (UINT64_C(1) << rng_below(r, 64)) - rng_below(r, 3);
        break;
    case 2:
        word = odd_floats[rng_below(r, sizeof odd_floats / sizeof *odd_floats)];
        break;
    case 3:
        word >>= rng_below(r, 64);
        break;
    case 4: { /* a float of moderate size, in both formats' bits */
        double x = (double)(int64_t)word / (double)(UINT64_C(1) << rng_below(r, 64));
        float y = (float)x;
        uint32_t low;
        memcpy(&low, &y, 4);
        memcpy(&word, &x, 8);
        if (sort_kind_of(b, s) != SORT_FP || sort_fp_exponent(b, s) == 8)
            word = low;
        break;
    }
    default:
        break;
    }
    return fuzz_fit_word(b, s, word);
}

static inline term_id pool_constant(term_pool *p, sort_id s)
{
    uint64_t word = pool_word(p->bank, p->r, s);
    return term_const(p->bank, value_of_word(p->bank, s, word));
}

/* A member of the sort, the newest likely; a constant when there is none. */
static inline term_id pool_pick(term_pool *p, sort_id s)
{
    size_t start = rng_below(p->r, p->terms.n);
    for (size_t i = 0; i < p->terms.n; i++) {
        term_id t = p->terms.at[(start + i) % p->terms.n];
        if (term_sort(p->bank, t) == s)
            return t;
    }
    return pool_constant(p, s);
}

static inline term_id pool_try(term_pool *p, term_op op)
{
    rng *r = p->r;
    term_id args[4] = {p->terms.at[rng_below(r, p->terms.n)]};
    uint32_t n = 1 + (uint32_t)rng_below(r, 4), n_indices = term_op_indices(op);
    sort_id sort = term_sort(p->bank, args[0]);
    bool rounded = sort == SORT_ID_RM && rng_below(r, 4);
    uint32_t indices[2] = {(uint32_t)rng_below(r, 70), (uint32_t)rng_below(r, 64)};
    if (op == OP_EXTRACT || op == OP_REPEAT)
        indices[0] %= rng_below(r, 64) + 1;
    if (n_indices == 2 && op != OP_EXTRACT) {
        bool wide = rng_one_in(r, 2);
        indices[0] = wide ? 11 : 8;
        indices[1] = wide ? 53 : 24;
    }
    if (op == OP_FP) {
        bool wide = rng_one_in(r, 2);
        args[0] = pool_pick(p, sort_bv(p->bank, 1));
        args[1] = pool_pick(p, sort_bv(p->bank, wide ? 11 : 8));
        args[2] = pool_pick(p, sort_bv(p->bank, wide ? 52 : 23));
        return term_make(p->bank, op, NULL, 0, args, 3);
    }
    for (uint32_t i = 1; i < n; i++) {
        bool fresh = (i == 1 && rounded) || (op == OP_ITE && i == 1) || rng_one_in(r, 8);
        args[i] = fresh ? p->terms.at[rng_below(r, p->terms.n)] : pool_pick(p, sort);
        sort = term_sort(p->bank, args[i]);
    }
    return term_make(p->bank, op, indices, n_indices, args, n);
}

/* One more term that the compiler takes. */
static inline void pool_grow(term_pool *p)
{
    for (int tries = 0; tries < 200; tries++) {
        term_op op = OP_NOT + (term_op)rng_below(p->r, OP_FP_TO_BITS - OP_NOT + 1);
        const char *reason;
        term_id t;
        if (without_machine_form(op))
            continue;
        if (rng_one_in(p->r, 60)) {
            term_id args[] = {pool_pick(p, sort_bv(p->bank, 32)), pool_pick(p, SORT_ID_INT)};
            t = term_app(p->bank, p->box, args, 2);
            op = OP_APP;
        } else {
            t = pool_try(p, op);
        }
        if (!t || !word_fits_sort(p->bank, term_sort(p->bank, t)))
            continue;
        fuzz_bytecode *program = fuzz_compile(p->bank, &t, 1, &POOL_COMPILE, &reason);
        if (!program)
            continue; /* a constant beyond int64_t, a wide intermediate */
        fuzz_bytecode_free(program);
        p->made[op]++;
        vec_push(&p->terms, t);
        return;
    }
}

/* Two inputs of most sorts, some constants, then `n` operators. */
static inline void pool_fill(term_pool *p, size_t n)
{
    sort_id box_sorts[] = {sort_bv(p->bank, 32), SORT_ID_INT};
    vec_clear(&p->terms);
    p->box = decl_new(p->bank, symbol_make(p->bank, "box"), box_sorts, 2, sort_bv(p->bank, 16));
    for (uint64_t i = 0; i < 15; i++)
        for (uint64_t k = rng_below(p->r, 3); k > 0; k--) {
            decl_id d = decl_constant(p->bank, symbol_fresh(p->bank, "x"), pool_sort(p, i));
            vec_push(&p->terms, term_app(p->bank, d, NULL, 0));
        }
    for (uint64_t i = 0; i < 10; i++)
        vec_push(&p->terms, pool_constant(p, pool_sort(p, rng_below(p->r, 15))));
    for (size_t i = 0; i < n; i++)
        pool_grow(p);
}

#endif

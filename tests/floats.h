/* One floating-point operator on IEEE bits by the exact arithmetic, for its tests. */
#ifndef TANDEM_TESTS_FLOATS_H
#define TANDEM_TESTS_FLOATS_H

#include "base/rng.h"
#include "term/core/op.h"
#include "term/float/softfp.h"
#include "test.h"

static const term_op ops[] = {OP_FP_ADD, OP_FP_SUB,  OP_FP_MUL, OP_FP_DIV,
                              OP_FP_FMA, OP_FP_SQRT, OP_FP_REM, OP_FP_ROUND};
enum { N_OPS = sizeof ops / sizeof ops[0] };

static inline int arity(term_op op)
{
    return op == OP_FP_FMA ? 3 : op == OP_FP_SQRT || op == OP_FP_ROUND ? 1 : 2;
}

static inline void apply(term_op op, fp_format f, fp_rounding rm, mpz_t x[3], mpz_t bits)
{
    softfp u[3], product, r;
    softfp_init(&r);
    softfp_init(&product);
    for (int i = 0; i < 3; i++) {
        softfp_init(&u[i]);
        softfp_unpack(&u[i], f, x[i]);
    }
    uint32_t precision = f.significand + 2;
    if (op == OP_FP_SUB)
        u[1].negative = !u[1].negative;
    if (op == OP_FP_ADD || op == OP_FP_SUB)
        softfp_add(&r, &u[0], &u[1], rm, precision);
    else if (op == OP_FP_MUL)
        softfp_mul(&r, &u[0], &u[1]);
    else if (op == OP_FP_DIV)
        softfp_div(&r, &u[0], &u[1], precision);
    else if (op == OP_FP_FMA) {
        softfp_mul(&product, &u[0], &u[1]);
        softfp_add(&r, &product, &u[2], rm, precision);
    } else if (op == OP_FP_SQRT)
        softfp_sqrt(&r, &u[0], precision);
    else if (op == OP_FP_REM)
        softfp_rem(&r, &u[0], &u[1]);
    else
        softfp_to_integral(&r, &u[0], rm);
    softfp_round(f, rm, &r, bits);
    for (int i = 0; i < 3; i++)
        softfp_clear(&u[i]);
    softfp_clear(&product);
    softfp_clear(&r);
}

static inline uint64_t apply_u64(term_op op, fp_format f, fp_rounding rm, const uint64_t x[3])
{
    mpz_t u[3], r;
    mpz_init(r);
    for (int i = 0; i < 3; i++)
        mpz_init_set_ui(u[i], x[i]);
    apply(op, f, rm, u, r);
    uint64_t bits = mpz_get_ui(r);
    for (int i = 0; i < 3; i++)
        mpz_clear(u[i]);
    mpz_clear(r);
    return bits;
}

#endif

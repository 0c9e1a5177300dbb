/* Numbers that instrumented code passes to the functions of inline.c, and how stretches are written down. */
#ifndef TANDEM_RUNTIME_INLINE_KINDS_H
#define TANDEM_RUNTIME_INLINE_KINDS_H

#include <stdint.h>

typedef enum tandem_i_function {
    TANDEM_I_SMIN,
    TANDEM_I_SMAX,
    TANDEM_I_UMIN,
    TANDEM_I_UMAX,
    TANDEM_I_ABS,
    TANDEM_I_ONES,
    TANDEM_I_LEADING,
    TANDEM_I_TRAILING,
    TANDEM_I_SWAP_BYTES,
    TANDEM_I_FUNNEL_LEFT,
    TANDEM_I_FUNNEL_RIGHT,
    TANDEM_I_UADD_OVERFLOW,
    TANDEM_I_SADD_OVERFLOW,
    TANDEM_I_USUB_OVERFLOW,
    TANDEM_I_SSUB_OVERFLOW,
    TANDEM_I_UMUL_OVERFLOW,
    TANDEM_I_SMUL_OVERFLOW,
    TANDEM_I_UADD_SAT,
    TANDEM_I_USUB_SAT,
    TANDEM_I_COPYSIGN,
} tandem_i_function;

/* How a variable argument is passed; 0: there is none, or it is not followed. */
typedef enum tandem_i_shape { TANDEM_I_INT32 = 1, TANDEM_I_INT64, TANDEM_I_DOUBLE } tandem_i_shape;

/* What tandem_i_before_call says about the function. */
typedef enum tandem_i_call_kind {
    TANDEM_I_UNINTERESTING,
    TANDEM_I_WATCHED,
    TANDEM_I_INSTRUMENTED
} tandem_i_call_kind;

/* What is known of a call of some function. A frame has the values of the arguments, then the expressions of those slots of
 * tandem_args that have some. */
typedef struct tandem_i_callee {
    const char *name; /* NULL: nobody knows it */
    uint64_t floats, followed,
        shape; /* a bit for each value, for each slot; of variable arguments (TANDEM_I_INT32 …) */
    uint32_t site, values, slots, variable;
} tandem_i_callee;

/* A stretch of straight code is an array of words: how many inputs, constants and steps (8 bits each), which inputs have expressions (a bit each), the constants, the steps. A step has an operator of the log that takes two operands, or
 * one of those below; then the width of its operands; two operands, and more in the upper half. Operands are numbers of
 * registers: inputs are the first ones, then come constants, then results of steps. */
enum { TANDEM_FIRST_CONSTANT = 64, TANDEM_FIRST_STEP = 128, TANDEM_LAST_STEP = 255 };

typedef enum tandem_step_kind {
    TANDEM_STEP_UNARY = 128, /* c: width of the result, operator */
    TANDEM_STEP_CHOOSE,      /* between a and b; c: by which truth */
    TANDEM_STEP_ELEMENT,     /* pointer a, index b; c: registers of scale and constant offset */
    TANDEM_STEP_COMPOSE,     /* c: the third operand, a tandem_i_function */
    TANDEM_STEP_JOIN,        /* a above b; c: the width of b */
    TANDEM_STEP_PART,        /* c: from which bit, how many */
    TANDEM_STEP_LOAD,        /* of c bytes at a */
    TANDEM_STEP_STORE,       /* the same, of b */
    TANDEM_STEP_BRANCH,      /* by a; c: site */
    TANDEM_STEP_CHOSEN,      /* the same, where a value was chosen */
    TANDEM_STEP_SIGNED,      /* c: an operator of two operands that must not overflow */
} tandem_step_kind;

/* Of a branch 32 bits; others have 24, and above them how their expression is handed out: 1 as the result, 2 and more in the
 * array, 0 not at all. */
static inline uint32_t tandem_step_kept(uint64_t step)
{
    uint32_t op = step & 0xff;
    return op == TANDEM_STEP_BRANCH || op == TANDEM_STEP_CHOSEN ? 0 : (uint32_t)(step >> 56);
}

static inline uint32_t tandem_step_more(uint64_t step)
{
    uint32_t op = step & 0xff, all = (uint32_t)(step >> 32);
    return op == TANDEM_STEP_BRANCH || op == TANDEM_STEP_CHOSEN ? all : all & 0xffffff;
}

static inline uint64_t tandem_step(uint32_t op, uint32_t width, uint32_t a, uint32_t b, uint32_t c)
{
    return op | width << 8 | a << 16 | b << 24 | (uint64_t)c << 32;
}

#endif

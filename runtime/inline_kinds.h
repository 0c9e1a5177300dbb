/* Numbers that instrumented code passes to the functions of inline.c. */
#ifndef TANDEM_RUNTIME_INLINE_KINDS_H
#define TANDEM_RUNTIME_INLINE_KINDS_H

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

#endif

/* The signatures of ops.def, as the generator looks at them. For its own files only. */
#ifndef TANDEM_GENERATE_SIGNATURE_H
#define TANDEM_GENERATE_SIGNATURE_H

#include "term/core/op.h"

/* clang-format off */
typedef enum signature {
    SPECIAL, BOOL_1, BOOL_N, SAME_N_BOOL, ITE, ARITH_1, ARITH_N, REAL_N, INT_N, INT_2,
    ARITH_N_BOOL, DIVISIBLE, INT_REAL, REAL_INT, REAL_BOOL, CONCAT, EXTRACT, BV_1, BV_N,
    BV_2, BVCOMP, BV_2_BOOL, REPEAT, EXTEND, BV_1_BOOL, BV_INT, INT_BV, FP_TRIPLE, FP_1,
    RM_FP_2, RM_FP_3, RM_FP_1, FP_2, FP_N_BOOL, FP_1_BOOL, FP_FROM_BITS, FP_FROM_FP,
    FP_FROM_REAL, FP_FROM_BV, FP_TO_BV, FP_REAL, FP_BITS, STR_N, STR_INT, STR_N_BOOL,
    STR_AT, STR_SUBSTR, STR_2_BOOL, STR_INDEXOF, STR_3, STR_RE_STR, STR_1_BOOL, INT_STR,
    STR_IN_RE, STR_RE, RE_0, RE_N, RE_1, RE_RANGE, SELECT, STORE, REAL_1, REAL_0, ARITH_2, INT_1,
    INT_1_BOOL, INT_3, STR_1, STR_UPDATE, STR_INDEXOF_RE, COLLECTION
} signature;
/* clang-format on */

extern const signature generate_signatures[OP_COUNT];

#endif

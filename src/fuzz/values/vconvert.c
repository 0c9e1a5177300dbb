/* A value of one sort as one of another. */
#include "fuzz/values/vmutate.h"
#include "term/eval/eval.h"

static value_id apply(term_bank *b, term_op op, const uint32_t *indices, uint32_t n_indices,
                      sort_id s, value_id v)
{
    eval_reason why;
    return eval_op(b, op, indices, n_indices, s, &v, 1, &why);
}

/* The integer that a value stands for, as an Int; 0: none. */
static value_id integer_of(term_bank *b, value_id v)
{
    switch (value_kind_of(b, v)) {
    case VALUE_INT:
        return v;
    case VALUE_REAL:
        return apply(b, OP_TO_INT, NULL, 0, SORT_ID_INT, v);
    case VALUE_BV:
        return apply(b, OP_UBV_TO_INT, NULL, 0, SORT_ID_INT, v);
    case VALUE_STRING:
        return apply(b, OP_STR_TO_INT, NULL, 0, SORT_ID_INT, v);
    case VALUE_FP: {
        value_id real = apply(b, OP_FP_TO_REAL, NULL, 0, SORT_ID_REAL, v);
        return real ? apply(b, OP_TO_INT, NULL, 0, SORT_ID_INT, real) : 0;
    }
    default:
        return 0;
    }
}

/* Text as the bytes of a buffer, with a zero behind. */
static value_id buffer_of(term_bank *b, value_id v, sort_id s)
{
    sort_id index = sort_array_index(b, s), element = sort_array_element(b, s);
    if (sort_kind_of(b, index) != SORT_BV || sort_kind_of(b, element) != SORT_BV)
        return 0;
    size_t n;
    const uint32_t *text = value_string_data(b, v, &n);
    uint32_t width = sort_bv_width(b, index), bits = sort_bv_width(b, element);
    value_id array = value_array_constant(b, s, value_bv_u64(b, bits, 0));
    for (size_t i = 0; i < n && (width >= 32 || i < (size_t)1 << width); i++) {
        text = value_string_data(b, v, &n);
        array =
            value_array_store(b, array, value_bv_u64(b, width, i), value_bv_u64(b, bits, text[i]));
    }
    return array;
}

static value_id float_of(term_bank *b, value_id v, sort_id s)
{
    value_id real = value_kind_of(b, v) == VALUE_FP
                        ? apply(b, OP_FP_TO_REAL, NULL, 0, SORT_ID_REAL, v)
                        : vconvert(b, v, SORT_ID_REAL);
    if (!real)
        return 0;
    uint32_t indices[] = {sort_fp_exponent(b, s), sort_fp_significand(b, s)};
    value_id args[] = {value_rm(b, RM_RNE), real};
    eval_reason why;
    return eval_op(b, OP_FP_FROM_REAL, indices, 2, s, args, 2, &why);
}

value_id vconvert(term_bank *b, value_id v, sort_id s)
{
    if (value_sort(b, v) == s)
        return v;
    value_id n;
    switch (sort_kind_of(b, s)) {
    case SORT_INT:
        return integer_of(b, v);
    case SORT_REAL:
        if (value_kind_of(b, v) == VALUE_FP)
            return apply(b, OP_FP_TO_REAL, NULL, 0, s, v);
        n = integer_of(b, v);
        return n ? apply(b, OP_TO_REAL, NULL, 0, s, n) : 0;
    case SORT_STRING:
        n = integer_of(b, v);
        return n ? apply(b, OP_STR_FROM_INT, NULL, 0, s, n) : 0;
    case SORT_BV: {
        uint32_t width = sort_bv_width(b, s);
        n = integer_of(b, v);
        return n ? apply(b, OP_INT_TO_BV, &width, 1, s, n) : 0;
    }
    case SORT_FP:
        return float_of(b, v, s);
    case SORT_ARRAY:
        return value_kind_of(b, v) == VALUE_STRING ? buffer_of(b, v, s) : 0;
    default:
        return 0;
    }
}

/* Operators as terms of libz3: a table for those that libz3 has just so, a switch for the rest. */
#include "engine/z3/z3_translate_impl.h"

typedef Z3_ast (*make1)(Z3_context, Z3_ast);
typedef Z3_ast (*make2)(Z3_context, Z3_ast, Z3_ast);
typedef Z3_ast (*make3)(Z3_context, Z3_ast, Z3_ast, Z3_ast);
typedef Z3_ast (*make4)(Z3_context, Z3_ast, Z3_ast, Z3_ast, Z3_ast);
typedef Z3_ast (*make_n)(Z3_context, unsigned, const Z3_ast *);
typedef Z3_ast (*make_indexed)(Z3_context, unsigned, Z3_ast);

typedef enum shape {
    SHAPE_NONE,
    SHAPE_1,
    SHAPE_2,
    SHAPE_3,
    SHAPE_4,
    SHAPE_N,
    SHAPE_LEFT,   /* binary in libz3, associates to the left */
    SHAPE_RIGHT,  /* the same to the right */
    SHAPE_CHAIN,  /* binary in libz3, holds between neighbours */
    SHAPE_INDEXED /* one index, one argument */
} shape;

typedef struct entry {
    shape shape;
    union {
        make1 one;
        make2 two;
        make3 three;
        make4 four;
        make_n any;
        make_indexed indexed;
    };
} entry;

static const entry table[OP_COUNT] = {
    [OP_NOT] = {SHAPE_1, .one = Z3_mk_not},
    [OP_AND] = {SHAPE_N, .any = Z3_mk_and},
    [OP_OR] = {SHAPE_N, .any = Z3_mk_or},
    [OP_XOR] = {SHAPE_LEFT, .two = Z3_mk_xor},
    [OP_IMPLIES] = {SHAPE_RIGHT, .two = Z3_mk_implies},
    [OP_EQ] = {SHAPE_CHAIN, .two = Z3_mk_eq},
    [OP_DISTINCT] = {SHAPE_N, .any = Z3_mk_distinct},
    [OP_ITE] = {SHAPE_3, .three = Z3_mk_ite},

    [OP_NEG] = {SHAPE_1, .one = Z3_mk_unary_minus},
    [OP_SUB] = {SHAPE_N, .any = Z3_mk_sub},
    [OP_ADD] = {SHAPE_N, .any = Z3_mk_add},
    [OP_MUL] = {SHAPE_N, .any = Z3_mk_mul},
    [OP_DIV] = {SHAPE_LEFT, .two = Z3_mk_div},
    [OP_IDIV] = {SHAPE_LEFT, .two = Z3_mk_div},
    [OP_MOD] = {SHAPE_2, .two = Z3_mk_mod},
    [OP_LE] = {SHAPE_CHAIN, .two = Z3_mk_le},
    [OP_LT] = {SHAPE_CHAIN, .two = Z3_mk_lt},
    [OP_GE] = {SHAPE_CHAIN, .two = Z3_mk_ge},
    [OP_GT] = {SHAPE_CHAIN, .two = Z3_mk_gt},
    [OP_TO_REAL] = {SHAPE_1, .one = Z3_mk_int2real},
    [OP_TO_INT] = {SHAPE_1, .one = Z3_mk_real2int},
    [OP_IS_INT] = {SHAPE_1, .one = Z3_mk_is_int},

    [OP_CONCAT] = {SHAPE_LEFT, .two = Z3_mk_concat},
    [OP_BVNOT] = {SHAPE_1, .one = Z3_mk_bvnot},
    [OP_BVNEG] = {SHAPE_1, .one = Z3_mk_bvneg},
    [OP_BVAND] = {SHAPE_LEFT, .two = Z3_mk_bvand},
    [OP_BVOR] = {SHAPE_LEFT, .two = Z3_mk_bvor},
    [OP_BVXOR] = {SHAPE_LEFT, .two = Z3_mk_bvxor},
    [OP_BVNAND] = {SHAPE_2, .two = Z3_mk_bvnand},
    [OP_BVNOR] = {SHAPE_2, .two = Z3_mk_bvnor},
    [OP_BVXNOR] = {SHAPE_LEFT, .two = Z3_mk_bvxnor},
    [OP_BVADD] = {SHAPE_LEFT, .two = Z3_mk_bvadd},
    [OP_BVMUL] = {SHAPE_LEFT, .two = Z3_mk_bvmul},
    [OP_BVSUB] = {SHAPE_LEFT, .two = Z3_mk_bvsub},
    [OP_BVUDIV] = {SHAPE_2, .two = Z3_mk_bvudiv},
    [OP_BVUREM] = {SHAPE_2, .two = Z3_mk_bvurem},
    [OP_BVSDIV] = {SHAPE_2, .two = Z3_mk_bvsdiv},
    [OP_BVSREM] = {SHAPE_2, .two = Z3_mk_bvsrem},
    [OP_BVSMOD] = {SHAPE_2, .two = Z3_mk_bvsmod},
    [OP_BVSHL] = {SHAPE_2, .two = Z3_mk_bvshl},
    [OP_BVLSHR] = {SHAPE_2, .two = Z3_mk_bvlshr},
    [OP_BVASHR] = {SHAPE_2, .two = Z3_mk_bvashr},
    [OP_BVULT] = {SHAPE_2, .two = Z3_mk_bvult},
    [OP_BVULE] = {SHAPE_2, .two = Z3_mk_bvule},
    [OP_BVUGT] = {SHAPE_2, .two = Z3_mk_bvugt},
    [OP_BVUGE] = {SHAPE_2, .two = Z3_mk_bvuge},
    [OP_BVSLT] = {SHAPE_2, .two = Z3_mk_bvslt},
    [OP_BVSLE] = {SHAPE_2, .two = Z3_mk_bvsle},
    [OP_BVSGT] = {SHAPE_2, .two = Z3_mk_bvsgt},
    [OP_BVSGE] = {SHAPE_2, .two = Z3_mk_bvsge},
    [OP_REPEAT] = {SHAPE_INDEXED, .indexed = Z3_mk_repeat},
    [OP_ZERO_EXTEND] = {SHAPE_INDEXED, .indexed = Z3_mk_zero_ext},
    [OP_SIGN_EXTEND] = {SHAPE_INDEXED, .indexed = Z3_mk_sign_ext},
    [OP_ROTATE_LEFT] = {SHAPE_INDEXED, .indexed = Z3_mk_rotate_left},
    [OP_ROTATE_RIGHT] = {SHAPE_INDEXED, .indexed = Z3_mk_rotate_right},
    [OP_INT_TO_BV] = {SHAPE_INDEXED, .indexed = Z3_mk_int2bv},

    [OP_FP] = {SHAPE_3, .three = Z3_mk_fpa_fp},
    [OP_FP_ABS] = {SHAPE_1, .one = Z3_mk_fpa_abs},
    [OP_FP_NEG] = {SHAPE_1, .one = Z3_mk_fpa_neg},
    [OP_FP_ADD] = {SHAPE_3, .three = Z3_mk_fpa_add},
    [OP_FP_SUB] = {SHAPE_3, .three = Z3_mk_fpa_sub},
    [OP_FP_MUL] = {SHAPE_3, .three = Z3_mk_fpa_mul},
    [OP_FP_DIV] = {SHAPE_3, .three = Z3_mk_fpa_div},
    [OP_FP_FMA] = {SHAPE_4, .four = Z3_mk_fpa_fma},
    [OP_FP_SQRT] = {SHAPE_2, .two = Z3_mk_fpa_sqrt},
    [OP_FP_REM] = {SHAPE_2, .two = Z3_mk_fpa_rem},
    [OP_FP_ROUND] = {SHAPE_2, .two = Z3_mk_fpa_round_to_integral},
    [OP_FP_MIN] = {SHAPE_2, .two = Z3_mk_fpa_min},
    [OP_FP_MAX] = {SHAPE_2, .two = Z3_mk_fpa_max},
    [OP_FP_LEQ] = {SHAPE_CHAIN, .two = Z3_mk_fpa_leq},
    [OP_FP_LT] = {SHAPE_CHAIN, .two = Z3_mk_fpa_lt},
    [OP_FP_GEQ] = {SHAPE_CHAIN, .two = Z3_mk_fpa_geq},
    [OP_FP_GT] = {SHAPE_CHAIN, .two = Z3_mk_fpa_gt},
    [OP_FP_EQ] = {SHAPE_CHAIN, .two = Z3_mk_fpa_eq},
    [OP_FP_IS_NORMAL] = {SHAPE_1, .one = Z3_mk_fpa_is_normal},
    [OP_FP_IS_SUBNORMAL] = {SHAPE_1, .one = Z3_mk_fpa_is_subnormal},
    [OP_FP_IS_ZERO] = {SHAPE_1, .one = Z3_mk_fpa_is_zero},
    [OP_FP_IS_INFINITE] = {SHAPE_1, .one = Z3_mk_fpa_is_infinite},
    [OP_FP_IS_NAN] = {SHAPE_1, .one = Z3_mk_fpa_is_nan},
    [OP_FP_IS_NEGATIVE] = {SHAPE_1, .one = Z3_mk_fpa_is_negative},
    [OP_FP_IS_POSITIVE] = {SHAPE_1, .one = Z3_mk_fpa_is_positive},
    [OP_FP_TO_REAL] = {SHAPE_1, .one = Z3_mk_fpa_to_real},
    [OP_FP_TO_BITS] = {SHAPE_1, .one = Z3_mk_fpa_to_ieee_bv},

    [OP_STR_CONCAT] = {SHAPE_N, .any = Z3_mk_seq_concat},
    [OP_STR_LEN] = {SHAPE_1, .one = Z3_mk_seq_length},
    [OP_STR_LT] = {SHAPE_CHAIN, .two = Z3_mk_str_lt},
    [OP_STR_LE] = {SHAPE_CHAIN, .two = Z3_mk_str_le},
    [OP_STR_AT] = {SHAPE_2, .two = Z3_mk_seq_at},
    [OP_STR_SUBSTR] = {SHAPE_3, .three = Z3_mk_seq_extract},
    [OP_STR_PREFIXOF] = {SHAPE_2, .two = Z3_mk_seq_prefix},
    [OP_STR_SUFFIXOF] = {SHAPE_2, .two = Z3_mk_seq_suffix},
    [OP_STR_CONTAINS] = {SHAPE_2, .two = Z3_mk_seq_contains},
    [OP_STR_INDEXOF] = {SHAPE_3, .three = Z3_mk_seq_index},
    [OP_STR_REPLACE] = {SHAPE_3, .three = Z3_mk_seq_replace},
    [OP_STR_TO_INT] = {SHAPE_1, .one = Z3_mk_str_to_int},
    [OP_STR_FROM_INT] = {SHAPE_1, .one = Z3_mk_int_to_str},
    [OP_STR_IN_RE] = {SHAPE_2, .two = Z3_mk_seq_in_re},
    [OP_STR_TO_RE] = {SHAPE_1, .one = Z3_mk_seq_to_re},
    [OP_RE_CONCAT] = {SHAPE_N, .any = Z3_mk_re_concat},
    [OP_RE_UNION] = {SHAPE_N, .any = Z3_mk_re_union},
    [OP_RE_INTER] = {SHAPE_N, .any = Z3_mk_re_intersect},
    [OP_RE_STAR] = {SHAPE_1, .one = Z3_mk_re_star},
    [OP_RE_PLUS] = {SHAPE_1, .one = Z3_mk_re_plus},
    [OP_RE_OPT] = {SHAPE_1, .one = Z3_mk_re_option},
    [OP_RE_COMP] = {SHAPE_1, .one = Z3_mk_re_complement},

    [OP_SELECT] = {SHAPE_2, .two = Z3_mk_select},
    [OP_STORE] = {SHAPE_3, .three = Z3_mk_store},

    [OP_SEQ_UNIT] = {SHAPE_1, .one = Z3_mk_seq_unit},
    [OP_SEQ_CONCAT] = {SHAPE_N, .any = Z3_mk_seq_concat},
    [OP_SEQ_LEN] = {SHAPE_1, .one = Z3_mk_seq_length},
    [OP_SEQ_NTH] = {SHAPE_2, .two = Z3_mk_seq_nth},
    [OP_SEQ_AT] = {SHAPE_2, .two = Z3_mk_seq_at},
    [OP_SEQ_EXTRACT] = {SHAPE_3, .three = Z3_mk_seq_extract},
    [OP_SEQ_PREFIXOF] = {SHAPE_2, .two = Z3_mk_seq_prefix},
    [OP_SEQ_SUFFIXOF] = {SHAPE_2, .two = Z3_mk_seq_suffix},
    [OP_SEQ_CONTAINS] = {SHAPE_2, .two = Z3_mk_seq_contains},
    [OP_SEQ_INDEXOF] = {SHAPE_3, .three = Z3_mk_seq_index},
    [OP_SEQ_REPLACE] = {SHAPE_3, .three = Z3_mk_seq_replace},

    [OP_SET_UNION] = {SHAPE_N, .any = Z3_mk_set_union},
    [OP_SET_INTER] = {SHAPE_N, .any = Z3_mk_set_intersect},
    [OP_SET_MINUS] = {SHAPE_2, .two = Z3_mk_set_difference},
    [OP_SET_SUBSET] = {SHAPE_2, .two = Z3_mk_set_subset},
    [OP_SET_MEMBER] = {SHAPE_2, .two = Z3_mk_set_member},
};

static Z3_ast fold_left(z3_translator *z, make2 make, const Z3_ast *args, unsigned n)
{
    Z3_ast a = args[0];
    for (unsigned i = 1; a && i < n; i++)
        a = z3t_keep(z, make(z->context, a, args[i]));
    return a;
}

static Z3_ast fold_right(z3_translator *z, make2 make, const Z3_ast *args, unsigned n)
{
    Z3_ast a = args[n - 1];
    for (unsigned i = n - 1; a && i-- > 0;)
        a = z3t_keep(z, make(z->context, args[i], a));
    return a;
}

static Z3_ast chain(z3_translator *z, make2 make, const Z3_ast *args, unsigned n)
{
    if (n == 2)
        return z3t_keep(z, make(z->context, args[0], args[1]));
    z3_ast_vec links = {0};
    for (unsigned i = 0; i + 1 < n; i++) {
        Z3_ast link = z3t_keep(z, make(z->context, args[i], args[i + 1]));
        if (!link)
            break;
        vec_push(&links, link);
    }
    Z3_ast a =
        links.n + 1 == n ? z3t_keep(z, Z3_mk_and(z->context, (unsigned)links.n, links.at)) : NULL;
    vec_free(&links);
    return a;
}

static Z3_ast from_table(z3_translator *z, const entry *e, const uint32_t *indices,
                         const Z3_ast *args, unsigned n)
{
    Z3_context c = z->context;
    switch (e->shape) {
    case SHAPE_1:
        return z3t_keep(z, e->one(c, args[0]));
    case SHAPE_2:
        return z3t_keep(z, e->two(c, args[0], args[1]));
    case SHAPE_3:
        return z3t_keep(z, e->three(c, args[0], args[1], args[2]));
    case SHAPE_4:
        return z3t_keep(z, e->four(c, args[0], args[1], args[2], args[3]));
    case SHAPE_N:
        return n == 1 ? args[0] : z3t_keep(z, e->any(c, n, args));
    case SHAPE_LEFT:
        return fold_left(z, e->two, args, n);
    case SHAPE_RIGHT:
        return fold_right(z, e->two, args, n);
    case SHAPE_CHAIN:
        return chain(z, e->two, args, n);
    case SHAPE_INDEXED:
        return z3t_keep(z, e->indexed(c, indices[0], args[0]));
    case SHAPE_NONE:
        break;
    }
    return NULL;
}

static Z3_ast make_abs(z3_translator *z, Z3_ast x)
{
    Z3_context c = z->context;
    Z3_ast zero = z3t_keep(z, Z3_mk_int(c, 0, Z3_get_sort(c, x)));
    Z3_ast positive = zero ? z3t_keep(z, Z3_mk_ge(c, x, zero)) : NULL;
    Z3_ast negated = positive ? z3t_keep(z, Z3_mk_unary_minus(c, x)) : NULL;
    return negated ? z3t_keep(z, Z3_mk_ite(c, positive, x, negated)) : NULL;
}

static Z3_ast make_divisible(z3_translator *z, uint32_t by, Z3_ast x)
{
    Z3_context c = z->context;
    Z3_ast divisor = z3t_keep(z, Z3_mk_unsigned_int64(c, by, Z3_mk_int_sort(c)));
    Z3_ast zero = divisor ? z3t_keep(z, Z3_mk_int(c, 0, Z3_mk_int_sort(c))) : NULL;
    Z3_ast rest = zero ? z3t_keep(z, Z3_mk_mod(c, x, divisor)) : NULL;
    return rest ? z3t_keep(z, Z3_mk_eq(c, rest, zero)) : NULL;
}

static Z3_ast make_bvcomp(z3_translator *z, const Z3_ast *args)
{
    Z3_context c = z->context;
    Z3_ast equal = z3t_keep(z, Z3_mk_eq(c, args[0], args[1]));
    Z3_ast one = equal ? z3t_keep(z, Z3_mk_unsigned_int(c, 1, Z3_mk_bv_sort(c, 1))) : NULL;
    Z3_ast zero = one ? z3t_keep(z, Z3_mk_unsigned_int(c, 0, Z3_mk_bv_sort(c, 1))) : NULL;
    return zero ? z3t_keep(z, Z3_mk_ite(c, equal, one, zero)) : NULL;
}

static Z3_ast make_fp_conversion(z3_translator *z, term_op op, const uint32_t *indices,
                                 const Z3_ast *args)
{
    Z3_context c = z->context;
    if (op == OP_FP_TO_UBV)
        return Z3_mk_fpa_to_ubv(c, args[0], args[1], indices[0]);
    if (op == OP_FP_TO_SBV)
        return Z3_mk_fpa_to_sbv(c, args[0], args[1], indices[0]);
    Z3_sort sort = Z3_mk_fpa_sort(c, indices[0], indices[1]);
    if (!z3t_keep(z, Z3_sort_to_ast(c, sort)))
        return NULL;
    switch (op) {
    case OP_FP_FROM_BITS:
        return Z3_mk_fpa_to_fp_bv(c, args[0], sort);
    case OP_FP_FROM_FP:
        return Z3_mk_fpa_to_fp_float(c, args[0], args[1], sort);
    case OP_FP_FROM_REAL:
        return Z3_mk_fpa_to_fp_real(c, args[0], args[1], sort);
    case OP_FP_FROM_SBV:
        return Z3_mk_fpa_to_fp_signed(c, args[0], args[1], sort);
    default:
        return Z3_mk_fpa_to_fp_unsigned(c, args[0], args[1], sort);
    }
}

static Z3_ast make_const_array(z3_translator *z, sort_id sort, Z3_ast element)
{
    Z3_sort index = z3t_sort(z, sort_array_index(z->bank, sort));
    return index ? z3t_keep(z, Z3_mk_const_array(z->context, index, element)) : NULL;
}

Z3_ast z3t_make(z3_translator *z, term_op op, const uint32_t *indices, sort_id sort,
                const Z3_ast *args, unsigned n)
{
    if (table[op].shape)
        return from_table(z, &table[op], indices, args, n);
    switch (op) {
    case OP_ABS:
        return make_abs(z, args[0]);
    case OP_DIVISIBLE:
        return make_divisible(z, indices[0], args[0]);
    case OP_EXTRACT:
        return z3t_keep(z, Z3_mk_extract(z->context, indices[0], indices[1], args[0]));
    case OP_BVCOMP:
        return make_bvcomp(z, args);
    case OP_UBV_TO_INT:
    case OP_SBV_TO_INT:
        return z3t_keep(z, Z3_mk_bv2int(z->context, args[0], op == OP_SBV_TO_INT));
    case OP_BVNEGO:
    case OP_BVUADDO:
    case OP_BVSADDO:
    case OP_BVUMULO:
    case OP_BVSMULO:
    case OP_BVUSUBO:
    case OP_BVSSUBO:
    case OP_BVSDIVO:
        return z3t_bv_overflow(z, op, args);
    case OP_FP_TO_UBV:
    case OP_FP_TO_SBV:
    case OP_FP_FROM_BITS:
    case OP_FP_FROM_FP:
    case OP_FP_FROM_REAL:
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV:
        return z3t_keep(z, make_fp_conversion(z, op, indices, args));
    case OP_CONST_ARRAY:
        return make_const_array(z, sort, args[0]);
    default:
        return z3t_string_operator(z, op, indices, args, n);
    }
}

/* Those whose translation depends on the sorts of the arguments. */
static Z3_ast make_extension(z3_translator *z, term_id t, const uint32_t *indices,
                             const Z3_ast *args, unsigned n)
{
    term_op op = term_op_of(z->bank, t);
    if (op <= OP_PIAND)
        return z3t_number_operator(z, op, indices, term_sort(z->bank, t), args);
    if (op == OP_REL_TCLOSURE && term_has_var(z->bank, t))
        return z3t_fail(z, "the closure of a relation that depends on a variable");
    sort_id sorts[3] = {0};
    for (unsigned i = 0; i < n && i < 3; i++)
        sorts[i] = term_sort(z->bank, term_arg(z->bank, t, i));
    if (op >= OP_REL_TRANSPOSE && op <= OP_REL_JOIN_IMAGE)
        return z3t_relation_operator(z, op, term_sort(z->bank, t), sorts, args);
    return z3t_collection_operator(z, op, term_sort(z->bank, t), sorts, args, n);
}

Z3_ast z3t_operator(z3_translator *z, term_id t, const Z3_ast *args, unsigned n)
{
    uint32_t n_indices;
    const uint32_t *indices = term_index_words(z->bank, t, &n_indices);
    term_op op = term_op_of(z->bank, t);
    if (op >= OP_SQRT && !table[op].shape)
        return make_extension(z, t, indices, args, n);
    return z3t_make(z, term_op_of(z->bank, t), indices, term_sort(z->bank, t), args, n);
}

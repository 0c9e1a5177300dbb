/* Overflow predicates, written with operators that libz3 has and that mean the same in all its
 * versions. */
#include "engine/z3/z3_translate_impl.h"

static Z3_ast equal(z3_translator *z, Z3_ast a, Z3_ast b)
{
    return a && b ? z3t_keep(z, Z3_mk_eq(z->context, a, b)) : NULL;
}

static Z3_ast both(z3_translator *z, Z3_ast a, Z3_ast b)
{
    Z3_ast args[] = {a, b};
    return a && b ? z3t_keep(z, Z3_mk_and(z->context, 2, args)) : NULL;
}

static Z3_ast not(z3_translator * z, Z3_ast a)
{
    return a ? z3t_keep(z, Z3_mk_not(z->context, a)) : NULL;
}

static unsigned width_of(z3_translator *z, Z3_ast a)
{
    return Z3_get_bv_sort_size(z->context, Z3_get_sort(z->context, a));
}

/* 100…0, the least signed number. */
static Z3_ast least(z3_translator *z, Z3_ast like)
{
    unsigned width = width_of(z, like);
    Z3_ast one = z3t_keep(z, Z3_mk_unsigned_int(z->context, 1, Z3_mk_bv_sort(z->context, 1)));
    if (width == 1 || !one)
        return one;
    Z3_ast zeros =
        z3t_keep(z, Z3_mk_unsigned_int(z->context, 0, Z3_mk_bv_sort(z->context, width - 1)));
    return zeros ? z3t_keep(z, Z3_mk_concat(z->context, one, zeros)) : NULL;
}

static Z3_ast minus_one(z3_translator *z, Z3_ast like)
{
    return z3t_keep(z, Z3_mk_int(z->context, -1, Z3_get_sort(z->context, like)));
}

static Z3_ast sign_is_set(z3_translator *z, Z3_ast a)
{
    if (!a)
        return NULL;
    unsigned top = width_of(z, a) - 1;
    Z3_ast sign = z3t_keep(z, Z3_mk_extract(z->context, top, top, a));
    Z3_ast one = z3t_keep(z, Z3_mk_unsigned_int(z->context, 1, Z3_mk_bv_sort(z->context, 1)));
    return equal(z, sign, one);
}

/* The sign bit of (a ^ b) & (c ^ d). */
static Z3_ast signs_differ(z3_translator *z, Z3_ast a, Z3_ast b, Z3_ast c, Z3_ast d)
{
    if (!a || !b || !c || !d)
        return NULL;
    Z3_ast first = z3t_keep(z, Z3_mk_bvxor(z->context, a, b));
    Z3_ast second = z3t_keep(z, Z3_mk_bvxor(z->context, c, d));
    return sign_is_set(z, first && second ? z3t_keep(z, Z3_mk_bvand(z->context, first, second))
                                          : NULL);
}

/* The product in twice the width is exact: does it fit? (bvsmul_noovfl is not
 * used: libz3 4.8.12 folds it wrongly at constants, see docs/z3-defects.md.) */
static Z3_ast signed_product(z3_translator *z, Z3_ast a, Z3_ast b)
{
    Z3_context c = z->context;
    unsigned width = width_of(z, a);
    Z3_ast x = z3t_keep(z, Z3_mk_sign_ext(c, width, a));
    Z3_ast y = z3t_keep(z, Z3_mk_sign_ext(c, width, b));
    Z3_ast r = x && y ? z3t_keep(z, Z3_mk_bvmul(c, x, y)) : NULL;
    Z3_ast low = r ? z3t_keep(z, Z3_mk_extract(c, width - 1, 0, r)) : NULL;
    return not(z, low ? equal(z, r, z3t_keep(z, Z3_mk_sign_ext(c, width, low))) : NULL);
}

Z3_ast z3t_bv_overflow(z3_translator *z, term_op op, const Z3_ast *args)
{
    Z3_context c = z->context;
    Z3_ast a = args[0], b = op == OP_BVNEGO ? NULL : args[1], r;
    switch (op) {
    case OP_BVNEGO:
        return equal(z, a, least(z, a));
    case OP_BVSDIVO:
        return both(z, equal(z, a, least(z, a)), equal(z, b, minus_one(z, b)));
    case OP_BVUSUBO:
        return z3t_keep(z, Z3_mk_bvult(c, a, b));
    case OP_BVUADDO:
        r = z3t_keep(z, Z3_mk_bvadd(c, a, b));
        return r ? z3t_keep(z, Z3_mk_bvult(c, r, a)) : NULL;
    case OP_BVSADDO:
        r = z3t_keep(z, Z3_mk_bvadd(c, a, b));
        return signs_differ(z, a, r, b, r);
    case OP_BVSSUBO:
        r = z3t_keep(z, Z3_mk_bvsub(c, a, b));
        return signs_differ(z, a, b, a, r);
    case OP_BVUMULO:
        return not(z, z3t_keep(z, Z3_mk_bvmul_no_overflow(c, a, b, false)));
    default:
        return signed_product(z, a, b);
    }
}

/* Powers, integers as bits, and transcendental functions for libz3. Of the last, libz3 is told some facts:
 * what they refute is refuted, and no model rests on them alone (engine_interprets). */
#include "engine/z3/z3_translate_impl.h"

static Z3_ast real(z3_translator *z, const char *text)
{
    return z3t_keep(z, Z3_mk_numeral(z->context, text, Z3_mk_real_sort(z->context)));
}

static Z3_ast integer(z3_translator *z, int n)
{
    return z3t_keep(z, Z3_mk_int(z->context, n, Z3_mk_int_sort(z->context)));
}

static void add_fact(z3_translator *z, Z3_ast fact)
{
    if (fact && (fact = z3t_keep(z, fact)))
        vec_push(&z->facts, fact);
}

/* x * x * …, where the exponent is a small number. */
static Z3_ast product(z3_translator *z, Z3_ast x, unsigned n)
{
    if (!n)
        return z3t_keep(z, Z3_mk_int(z->context, 1, Z3_get_sort(z->context, x)));
    z3_ast_vec factors = {0};
    for (unsigned i = 0; i < n; i++)
        vec_push(&factors, x);
    Z3_ast a = n == 1 ? x : z3t_keep(z, Z3_mk_mul(z->context, n, factors.at));
    vec_free(&factors);
    return a;
}

/* libz3's own power leaves 0^0 open, where ours is 1: that is more than it assumes. */
static Z3_ast power(z3_translator *z, sort_id sort, const Z3_ast *args)
{
    enum { WRITTEN_OUT = 32 };
    Z3_context c = z->context;
    uint64_t n;
    if (Z3_is_numeral_ast(c, args[1]) && Z3_get_numeral_uint64(c, args[1], &n) && n <= WRITTEN_OUT)
        return product(z, args[0], (unsigned)n);
    Z3_ast a = z3t_keep(z, Z3_mk_power(c, args[0], args[1]));
    if (a && sort == SORT_ID_INT && Z3_get_sort_kind(c, Z3_get_sort(c, a)) == Z3_REAL_SORT)
        a = z3t_keep(z, Z3_mk_real2int(c, a));
    return a;
}

static Z3_ast power_of_two(z3_translator *z, Z3_ast x)
{
    Z3_context c = z->context;
    Z3_ast zero = integer(z, 0), pair[] = {integer(z, 2), x};
    Z3_ast a = zero && pair[0] ? power(z, SORT_ID_INT, pair) : NULL;
    Z3_ast negative = a ? z3t_keep(z, Z3_mk_lt(c, x, zero)) : NULL;
    if (!negative)
        return NULL;
    Z3_ast positive = z3t_keep(z, Z3_mk_gt(c, a, x)), either[] = {negative, positive};
    add_fact(z, positive ? Z3_mk_or(c, 2, either) : NULL);
    return z3t_keep(z, Z3_mk_ite(c, negative, zero, a));
}

static Z3_ast bits_and(z3_translator *z, unsigned bits, const Z3_ast *args)
{
    Z3_context c = z->context;
    if (!bits)
        return integer(z, 0);
    Z3_ast x = z3t_keep(z, Z3_mk_int2bv(c, bits, args[0]));
    Z3_ast y = z3t_keep(z, Z3_mk_int2bv(c, bits, args[1]));
    Z3_ast both = x && y ? z3t_keep(z, Z3_mk_bvand(c, x, y)) : NULL;
    return both ? z3t_keep(z, Z3_mk_bv2int(c, both, false)) : NULL;
}

static Z3_ast function(z3_translator *z, term_op op, Z3_ast x)
{
    Z3_context c = z->context;
    Z3_sort sort = Z3_mk_real_sort(c);
    strbuf name = STRBUF_INIT;
    strbuf_printf(&name, "tandem!%s", term_op_name(op));
    Z3_func_decl f =
        Z3_mk_func_decl(c, Z3_mk_string_symbol(c, name.text), x ? 1 : 0, x ? &sort : NULL, sort);
    strbuf_free(&name);
    return z3t_keep(z, Z3_mk_app(c, f, x ? 1 : 0, x ? &x : NULL));
}

static void add_bounds(z3_translator *z, Z3_ast a, const char *low, const char *high)
{
    Z3_ast below = real(z, low), above = real(z, high);
    if (!a || !below || !above)
        return;
    add_fact(z, Z3_mk_le(z->context, below, a));
    add_fact(z, Z3_mk_le(z->context, a, above));
}

/* x = 0 implies a = value. */
static void add_origin(z3_translator *z, Z3_ast x, Z3_ast a, const char *value)
{
    Z3_context c = z->context;
    Z3_ast zero = real(z, "0"), there = real(z, value);
    Z3_ast at = a && zero && there ? z3t_keep(z, Z3_mk_eq(c, x, zero)) : NULL;
    Z3_ast equal = at ? z3t_keep(z, Z3_mk_eq(c, a, there)) : NULL;
    add_fact(z, equal ? Z3_mk_implies(c, at, equal) : NULL);
}

/* The sign of a - value is that of x. */
static void add_sign(z3_translator *z, Z3_ast x, Z3_ast a, const char *value)
{
    Z3_context c = z->context;
    Z3_ast zero = real(z, "0"), there = real(z, value);
    if (!a || !zero || !there)
        return;
    Z3_ast left = z3t_keep(z, Z3_mk_gt(c, x, zero)), right = z3t_keep(z, Z3_mk_gt(c, a, there));
    add_fact(z, left && right ? Z3_mk_eq(c, left, right) : NULL);
    left = z3t_keep(z, Z3_mk_lt(c, x, zero));
    right = z3t_keep(z, Z3_mk_lt(c, a, there));
    add_fact(z, left && right ? Z3_mk_eq(c, left, right) : NULL);
}

static Z3_ast square_root(z3_translator *z, Z3_ast x)
{
    Z3_context c = z->context;
    Z3_ast a = function(z, OP_SQRT, x), zero = real(z, "0"), square = a ? product(z, a, 2) : NULL;
    if (!zero || !square)
        return NULL;
    Z3_ast parts[] = {z3t_keep(z, Z3_mk_ge(c, a, zero)), z3t_keep(z, Z3_mk_eq(c, square, x))};
    Z3_ast inside = z3t_keep(z, Z3_mk_ge(c, x, zero));
    Z3_ast root = parts[0] && parts[1] ? z3t_keep(z, Z3_mk_and(c, 2, parts)) : NULL;
    add_fact(z, inside && root ? Z3_mk_implies(c, inside, root) : NULL);
    return a;
}

static Z3_ast sine(z3_translator *z, Z3_ast x)
{
    Z3_ast a = function(z, OP_SIN, x);
    add_bounds(z, a, "-1", "1");
    add_origin(z, x, a, "0");
    return a;
}

static Z3_ast cosine(z3_translator *z, Z3_ast x)
{
    Z3_ast a = function(z, OP_COS, x);
    add_bounds(z, a, "-1", "1");
    add_origin(z, x, a, "1");
    return a;
}

/* sin(x)^2 + cos(x)^2 = 1 */
static Z3_ast circular(z3_translator *z, term_op op, Z3_ast x)
{
    Z3_context c = z->context;
    Z3_ast s = sine(z, x), k = s ? cosine(z, x) : NULL, one = real(z, "1");
    Z3_ast squares[] = {k ? product(z, s, 2) : NULL, k ? product(z, k, 2) : NULL};
    if (!one || !squares[0] || !squares[1])
        return NULL;
    Z3_ast sum = z3t_keep(z, Z3_mk_add(c, 2, squares));
    add_fact(z, sum ? Z3_mk_eq(c, sum, one) : NULL);
    return op == OP_SIN ? s : k;
}

static Z3_ast transcendental(z3_translator *z, term_op op, Z3_ast x)
{
    switch (op) {
    case OP_PI: {
        Z3_ast pi = function(z, OP_PI, NULL);
        add_bounds(z, pi, "314159265358979323846/100000000000000000000",
                   "314159265358979323847/100000000000000000000");
        return pi;
    }
    case OP_SQRT:
        return square_root(z, x);
    case OP_SIN:
    case OP_COS:
        return circular(z, op, x);
    case OP_EXP: {
        Z3_ast a = function(z, op, x), zero = real(z, "0");
        add_fact(z, a && zero ? Z3_mk_gt(z->context, a, zero) : NULL);
        add_origin(z, x, a, "1");
        add_sign(z, x, a, "1");
        return a;
    }
    default:
        return function(z, op, x);
    }
}

Z3_ast z3t_number_operator(z3_translator *z, term_op op, const uint32_t *indices, sort_id sort,
                           const Z3_ast *args)
{
    switch (op) {
    case OP_POWER:
        return power(z, sort, args);
    case OP_POW2:
        return power_of_two(z, args[0]);
    case OP_IAND:
        return bits_and(z, indices[0], args);
    case OP_LOG2:
    case OP_IS_POW2:
        return z3t_stand_in(z, op, sort, args, 1);
    case OP_PIAND:
        return z3t_stand_in(z, op, sort, args, 3);
    default:
        return transcendental(z, op, op == OP_PI ? NULL : args[0]);
    }
}

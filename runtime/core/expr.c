#include "runtime/core/expr.h"

tandem_expr tandem_const(uint32_t width, uint64_t value)
{
    value &= tandem_mask(width);
    return tandem_intern(TANDEM_CONST, width, (uint32_t)value, (uint32_t)(value >> 32), 0);
}

bool tandem_is_const(tandem_expr e, uint64_t *value)
{
    const tandem_record *r = tandem_at(e);
    if (r->op != TANDEM_CONST)
        return false;
    *value = r->a | (uint64_t)r->b << 32;
    return true;
}

tandem_expr tandem_settle(tandem_expr e)
{
    return e && tandem_at(e)->op == TANDEM_CONST ? 0 : e;
}

static uint64_t sign_extend(uint64_t value, uint32_t width)
{
    uint64_t sign = (uint64_t)1 << (width - 1);
    return ((value & tandem_mask(width)) ^ sign) - sign;
}

tandem_expr tandem_extend(uint32_t op, tandem_expr a, uint32_t to)
{
    if (!a)
        return 0;
    const tandem_record *r = tandem_at(a);
    uint64_t value;
    if (r->width == to)
        return a;
    if (tandem_is_const(a, &value) && (to <= 64 || op == TANDEM_ZEXT))
        return tandem_const(to, op == TANDEM_SEXT ? sign_extend(value, r->width) : value);
    if (r->op == TANDEM_ZEXT) /* its sign bit is 0 */
        return tandem_intern(TANDEM_ZEXT, to, r->a, 0, 0);
    if (r->op == TANDEM_SEXT && op == TANDEM_SEXT)
        return tandem_intern(TANDEM_SEXT, to, r->a, 0, 0);
    return tandem_intern(op, to, a, 0, 0);
}

/* One step: the expression of which the bits of `a` are plainly a part, with the new position. */
static tandem_expr look_through(tandem_expr a, uint32_t *bit, uint32_t width)
{
    const tandem_record *r = tandem_at(a);
    switch (r->op) {
    case TANDEM_EXTRACT:
        *bit += r->b;
        return r->a;
    case TANDEM_TRUNC:
        return r->a;
    case TANDEM_CONCAT: {
        uint32_t low = tandem_at(r->b)->width;
        if (*bit + width <= low)
            return r->b;
        if (*bit < low)
            return 0;
        *bit -= low;
        return r->a;
    }
    case TANDEM_ZEXT:
    case TANDEM_SEXT:
        return *bit + width <= tandem_at(r->a)->width ? r->a : 0;
    default:
        return 0;
    }
}

tandem_expr tandem_extract(tandem_expr a, uint32_t bit, uint32_t width)
{
    if (!a)
        return 0;
    for (;;) {
        const tandem_record *r = tandem_at(a);
        uint64_t value;
        if (!bit && r->width == width)
            return a;
        if (tandem_is_const(a, &value))
            return tandem_const(width, bit < 64 ? value >> bit : 0);
        if (r->op == TANDEM_ZEXT) {
            uint32_t inner = tandem_at(r->a)->width;
            if (bit >= inner)
                return tandem_const(width, 0);
            if (!bit && width > inner)
                return tandem_extend(TANDEM_ZEXT, r->a, width);
        }
        if (r->op == TANDEM_SEXT && !bit && width > tandem_at(r->a)->width)
            return tandem_extend(TANDEM_SEXT, r->a, width);
        tandem_expr next = look_through(a, &bit, width);
        if (!next)
            return tandem_intern(TANDEM_EXTRACT, width, a, bit, 0);
        a = next;
    }
}

tandem_expr tandem_concat(tandem_expr high, tandem_expr low)
{
    if (!high || !low)
        return 0;
    const tandem_record *h = tandem_at(high), *l = tandem_at(low);
    uint32_t width = (uint32_t)h->width + l->width;
    uint64_t vh, vl;
    if (tandem_is_const(high, &vh)) {
        if (width <= 64 && tandem_is_const(low, &vl))
            return tandem_const(width, vh << l->width | vl);
        if (!vh)
            return tandem_extend(TANDEM_ZEXT, low, width);
    }
    if (h->op == TANDEM_EXTRACT && l->op == TANDEM_EXTRACT && h->a == l->a &&
        h->b == l->b + l->width)
        return tandem_extract(h->a, l->b, width);
    return tandem_intern(TANDEM_CONCAT, width, high, low, 0);
}

/* Are the lowest `n` bytes all parts of one expression, in their order? Then that part. */
static tandem_expr whole(const tandem_expr *bytes, uint32_t n)
{
    const tandem_record *top = tandem_at(bytes[n - 1]);
    if (n < 2 || !bytes[n - 1] || top->op != TANDEM_EXTRACT || top->b < 8 * (n - 1))
        return 0;
    tandem_expr source = top->a;
    uint32_t start = top->b - 8 * (n - 1);
    for (uint32_t i = 0; i + 1 < n; i++)
        if (!bytes[i] || tandem_settle(tandem_extract(source, start + 8 * i, 8)) != bytes[i])
            return 0;
    return tandem_extract(source, start, 8 * n);
}

tandem_expr tandem_join(const tandem_expr *bytes, uint32_t n, uint64_t value)
{
    uint32_t top = n;
    while (top && !bytes[top - 1])
        top--;
    if (!top)
        return 0;
    tandem_expr e = whole(bytes, top);
    if (!e) {
        e = bytes[0] ? bytes[0] : tandem_const(8, value);
        for (uint32_t i = 1; i < top; i++)
            e = tandem_concat(bytes[i] ? bytes[i] : tandem_const(8, value >> (8 * i)), e);
    }
    return top == n ? e : tandem_concat(tandem_const(8 * (n - top), value >> (8 * top)), e);
}

tandem_expr tandem_build_not(tandem_expr a)
{
    if (!a)
        return 0;
    const tandem_record *r = tandem_at(a);
    uint64_t value;
    if (r->width <= 64 && tandem_is_const(a, &value))
        return tandem_const(r->width, ~value);
    if (r->op == TANDEM_NOT)
        return r->a;
    return tandem_intern(TANDEM_NOT, r->width, a, 0, 0);
}

/* x = constant, where x is an extension of something smaller, or a truth value. */
static tandem_expr equal_const(tandem_expr a, uint32_t width, uint64_t value)
{
    const tandem_record *r = tandem_at(a);
    if (r->op == TANDEM_ZEXT || (r->op == TANDEM_SEXT && width <= 64)) {
        uint32_t inner = tandem_at(r->a)->width;
        uint64_t low = value & tandem_mask(inner);
        uint64_t back = r->op == TANDEM_SEXT ? sign_extend(low, inner) & tandem_mask(width) : low;
        if (back != value)
            return tandem_const(1, 0);
        return equal_const(r->a, inner, low);
    }
    if (width == 1)
        return value ? a : tandem_build_not(a);
    return tandem_intern(TANDEM_EQ, 1, a, tandem_const(width, value), 0);
}

static bool commutes(uint32_t op)
{
    return op == TANDEM_ADD || op == TANDEM_MUL || op == TANDEM_AND || op == TANDEM_OR ||
           op == TANDEM_XOR || op == TANDEM_EQ || op == TANDEM_NE;
}

/* The same operand twice. 0: nothing to say. */
static tandem_expr fold_same(uint32_t op, uint32_t width, tandem_expr a)
{
    switch (op) {
    case TANDEM_SUB:
    case TANDEM_XOR:
        return tandem_const(width, 0);
    case TANDEM_AND:
    case TANDEM_OR:
        return a;
    case TANDEM_EQ:
    case TANDEM_ULE:
    case TANDEM_SLE:
        return tandem_const(1, 1);
    case TANDEM_NE:
    case TANDEM_ULT:
    case TANDEM_SLT:
        return tandem_const(1, 0);
    default:
        return 0;
    }
}

/* `a` and a constant behind it. 0: nothing to say. */
static tandem_expr fold_const(uint32_t op, uint32_t width, tandem_expr a, uint64_t value)
{
    uint64_t ones = tandem_mask(width);
    switch (op) {
    case TANDEM_EQ:
        return equal_const(a, width, value);
    case TANDEM_NE:
        return tandem_build_not(equal_const(a, width, value));
    case TANDEM_ADD:
    case TANDEM_SUB:
    case TANDEM_SHL:
    case TANDEM_LSHR:
    case TANDEM_ASHR:
        return value ? 0 : a;
    case TANDEM_OR:
        return !value ? a : value == ones ? tandem_const(width, ones) : 0;
    case TANDEM_XOR:
        return !value ? a : value == ones ? tandem_build_not(a) : 0;
    case TANDEM_AND:
        return !value ? tandem_const(width, 0) : value == ones ? a : 0;
    case TANDEM_MUL:
        return !value ? tandem_const(width, 0) : value == 1 ? a : 0;
    case TANDEM_UDIV:
    case TANDEM_SDIV:
        return value == 1 && width > 1 ? a : 0;
    case TANDEM_ULT:
        return value ? 0 : tandem_const(1, 0);
    default:
        return 0;
    }
}

static bool is_comparison(uint32_t op)
{
    return (op >= TANDEM_EQ && op <= TANDEM_SLE) || (op >= TANDEM_FOEQ && op <= TANDEM_FUNO);
}

tandem_expr tandem_build(uint32_t op, uint32_t width, tandem_expr a, tandem_expr b)
{
    if (!a || !b)
        return 0;
    uint64_t value;
    if (commutes(op) && tandem_is_const(a, &value)) {
        tandem_expr t = a;
        a = b;
        b = t;
    }
    tandem_expr e = 0;
    if (a == b)
        e = fold_same(op, width, a);
    else if (tandem_is_const(b, &value) && !tandem_is_const(a, &(uint64_t){0}) &&
             (width <= 64 || !value))
        e = fold_const(op, width, a, value);
    return e ? e : tandem_intern(op, is_comparison(op) ? 1 : width, a, b, 0);
}

#include "runtime/core/values.h"

#include <string.h>

enum { MOST_DEPTH = 16, MOST_STEPS = 2000, MOST_PAIRS = 1024 };

typedef struct finder {
    uint32_t steps, depth;
} finder;

static bool add(tandem_values *v, uint64_t value)
{
    uint32_t i = v->n;
    while (i && v->at[i - 1] > value)
        i--;
    if (i && v->at[i - 1] == value)
        return true;
    if (v->n == TANDEM_MOST_VALUES)
        return false;
    memmove(v->at + i + 1, v->at + i, (v->n - i) * sizeof(*v->at));
    v->at[i] = value;
    v->n++;
    return true;
}

/* ---- One operator ---------------------------------------------------------------------------- */

static const tandem_expr *table_exprs(const tandem_record *data)
{
    size_t padded = (data->c + sizeof(*data) - 1) / sizeof(*data);
    return data->flag & 1 ? (const tandem_expr *)(data + 1 + padded) : NULL;
}

uint32_t tandem_value_operands(const tandem_record *r)
{
    if (r->width > 64 || (r->op == TANDEM_EXTRACT && tandem_at(r->a)->width > 64))
        return 0;
    switch (r->op) {
    case TANDEM_ZEXT:
    case TANDEM_SEXT:
    case TANDEM_TRUNC:
    case TANDEM_EXTRACT:
        return 1;
    case TANDEM_TABLE: {
        const tandem_record *data = tandem_at(r->b);
        const tandem_expr *exprs = table_exprs(data);
        for (uint32_t i = 0; exprs && i < data->c; i++)
            if (exprs[i])
                return 0;
        return 1;
    }
    case TANDEM_ADD:
    case TANDEM_SUB:
    case TANDEM_MUL:
    case TANDEM_AND:
    case TANDEM_OR:
    case TANDEM_XOR:
    case TANDEM_SHL:
    case TANDEM_LSHR:
    case TANDEM_CONCAT:
        return r->width == 1 ? 0 : 2;
    default:
        return 0;
    }
}

static bool entry(const tandem_record *r, uint64_t address, uint64_t *value)
{
    const tandem_record *data = tandem_at(r->b);
    const uint8_t *bytes = (const uint8_t *)(data + 1);
    uint64_t offset = address - (data->a | (uint64_t)data->b << 32);
    uint32_t n = r->width / 8u;
    if (offset >= data->c || n > data->c - offset)
        return false;
    *value = 0;
    memcpy(value, bytes + offset, n);
    return true;
}

static uint64_t sign_extended(uint64_t value, uint32_t width)
{
    return width < 64 && value >> (width - 1) & 1 ? value | ~tandem_mask(width) : value;
}

static uint64_t combine(const tandem_record *r, uint64_t a, uint64_t b)
{
    switch (r->op) {
    case TANDEM_ADD:
        return a + b;
    case TANDEM_SUB:
        return a - b;
    case TANDEM_MUL:
        return a * b;
    case TANDEM_AND:
        return a & b;
    case TANDEM_OR:
        return a | b;
    case TANDEM_XOR:
        return a ^ b;
    case TANDEM_SHL:
        return b < 64 ? a << b : 0;
    case TANDEM_LSHR:
        return b < 64 ? a >> b : 0;
    case TANDEM_CONCAT:
        return a << tandem_at(r->b)->width | b;
    case TANDEM_EXTRACT:
        return a >> r->b;
    case TANDEM_SEXT:
        return sign_extended(a, tandem_at(r->a)->width);
    default: /* ZEXT, TRUNC */
        return a;
    }
}

bool tandem_value_at(const tandem_record *r, uint64_t a, uint64_t b, uint64_t *value)
{
    if (r->op == TANDEM_TABLE)
        return entry(r, a, value);
    *value = combine(r, a, b) & tandem_mask(r->width);
    return true;
}

/* ---- All of them ----------------------------------------------------------------------------- */

static bool find(finder *f, tandem_expr e, tandem_values *v);

static bool find_operands(finder *f, const tandem_record *r, uint32_t n, tandem_values *v)
{
    tandem_values a = {0}, b = {.n = 1};
    if (!find(f, r->a, &a))
        return false;
    if (n == 2) {
        b.n = 0;
        if (!find(f, r->b, &b) || a.n * b.n > MOST_PAIRS)
            return false;
    }
    for (uint32_t i = 0; i < a.n; i++)
        for (uint32_t k = 0; k < b.n; k++) {
            uint64_t value;
            if (tandem_value_at(r, a.at[i], b.at[k], &value) && !add(v, value))
                return false;
        }
    return true;
}

static bool find_inner(finder *f, tandem_expr e, tandem_values *v)
{
    const tandem_record *r = tandem_at(e);
    for (; r->op == TANDEM_ITE; r = tandem_at(r->c)) /* a chain of these can be long */
        if (f->steps++ > MOST_STEPS || !find(f, r->b, v))
            return false;
    uint32_t n = tandem_value_operands(r);
    if (r->op == TANDEM_CONST)
        return add(v, r->a | (uint64_t)r->b << 32);
    if (n)
        return find_operands(f, r, n, v);
    return r->width == 1 && add(v, 0) && add(v, 1);
}

static bool find(finder *f, tandem_expr e, tandem_values *v)
{
    if (f->depth >= MOST_DEPTH || f->steps++ > MOST_STEPS)
        return false;
    f->depth++;
    bool good = find_inner(f, e, v);
    f->depth--;
    return good;
}

bool tandem_values_of(tandem_expr e, tandem_values *v)
{
    finder f = {0};
    v->n = 0;
    return find(&f, e, v) && v->n > 0;
}

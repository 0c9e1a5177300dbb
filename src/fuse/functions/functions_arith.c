/* Fusion functions of integers and reals. Division is by what the product was made with, so that
 * it is exact. */
#include "fuse/functions/functions.h"

static term_id two(fusion_builder *f, term_op op, term_id a, term_id c)
{
    return term_make2(f->bank, op, a, c);
}

static bool add(fusion_builder *f, sort_id sort)
{
    term_id x = f->out->x, y = f->out->y;
    term_id value = two(f, OP_ADD, x, y);
    term_id z = fusion_constant(f, sort, value);
    return fusion_done(f, z, value, two(f, OP_SUB, z, y), two(f, OP_SUB, z, x), true);
}

static bool add_constant(fusion_builder *f, sort_id sort, term_id c)
{
    term_bank *b = f->bank;
    term_id x = f->out->x, y = f->out->y;
    term_id value = term_make3(b, OP_ADD, x, c, y);
    term_id z = fusion_constant(f, sort, value);
    return fusion_done(f, z, value, term_make3(b, OP_SUB, z, c, y), term_make3(b, OP_SUB, z, c, x),
                       true);
}

static bool multiply(fusion_builder *f, sort_id sort, term_op divide)
{
    term_id x = f->out->x, y = f->out->y;
    term_id value = two(f, OP_MUL, x, y);
    term_id z = fusion_constant(f, sort, value);
    return fusion_done(f, z, value, two(f, divide, z, y), two(f, divide, z, x), false);
}

static bool linear(fusion_builder *f, sort_id sort, const term_id c[3], term_op divide)
{
    term_bank *b = f->bank;
    term_id x = f->out->x, y = f->out->y;
    term_id cx = two(f, OP_MUL, c[0], x), cy = two(f, OP_MUL, c[1], y);
    term_id value = term_make3(b, OP_ADD, cx, cy, c[2]);
    term_id z = fusion_constant(f, sort, value);
    term_id rx = two(f, divide, term_make3(b, OP_SUB, z, cy, c[2]), c[0]);
    term_id ry = two(f, divide, term_make3(b, OP_SUB, z, cx, c[2]), c[1]);
    return fusion_done(f, z, value, rx, ry, true);
}

static bool subtract(fusion_builder *f, sort_id sort)
{
    term_id x = f->out->x, y = f->out->y;
    term_id value = two(f, OP_SUB, x, y);
    term_id z = fusion_constant(f, sort, value);
    return fusion_done(f, z, value, two(f, OP_ADD, z, y), two(f, OP_SUB, x, z), true);
}

static term_id coefficient(fusion_builder *f)
{
    return fusion_int(f->bank, fusion_coefficient(f->r));
}

bool fusion_int_add(fusion_builder *f)
{
    return add(f, SORT_ID_INT);
}

bool fusion_int_add_constant(fusion_builder *f)
{
    return add_constant(f, SORT_ID_INT, coefficient(f));
}

bool fusion_int_multiply(fusion_builder *f)
{
    return multiply(f, SORT_ID_INT, OP_IDIV);
}

bool fusion_int_linear(fusion_builder *f)
{
    term_id first = coefficient(f), second = coefficient(f), third = coefficient(f);
    return linear(f, SORT_ID_INT, (term_id[]){first, second, third}, OP_IDIV);
}

bool fusion_int_subtract(fusion_builder *f)
{
    return subtract(f, SORT_ID_INT);
}

/* The sign of the way back is kept in a fresh constant: z = x + y or x - y as p says. */
bool fusion_int_ite(fusion_builder *f)
{
    term_bank *b = f->bank;
    term_id x = f->out->x, y = f->out->y;
    term_id p = fusion_constant(f, SORT_ID_BOOL, term_make2(b, OP_LE, coefficient(f), x));
    term_id value = term_make3(b, OP_ITE, p, two(f, OP_ADD, x, y), two(f, OP_SUB, x, y));
    term_id z = fusion_constant(f, SORT_ID_INT, value);
    term_id rx = term_make3(b, OP_ITE, p, two(f, OP_SUB, z, y), two(f, OP_ADD, z, y));
    term_id ry = term_make3(b, OP_ITE, p, two(f, OP_SUB, z, x), two(f, OP_SUB, x, z));
    return fusion_done(f, z, value, rx, ry, true);
}

bool fusion_real_add(fusion_builder *f)
{
    return add(f, SORT_ID_REAL);
}

bool fusion_real_add_constant(fusion_builder *f)
{
    return add_constant(f, SORT_ID_REAL, fusion_real(f));
}

bool fusion_real_multiply(fusion_builder *f)
{
    return multiply(f, SORT_ID_REAL, OP_DIV);
}

bool fusion_real_linear(fusion_builder *f)
{
    term_id first = fusion_real(f), second = fusion_real(f), third = fusion_real(f);
    return linear(f, SORT_ID_REAL, (term_id[]){first, second, third}, OP_DIV);
}

bool fusion_real_subtract(fusion_builder *f)
{
    return subtract(f, SORT_ID_REAL);
}

/* z = x / y: good where y is not 0. */
bool fusion_real_divide(fusion_builder *f)
{
    term_id x = f->out->x, y = f->out->y;
    term_id value = two(f, OP_DIV, x, y);
    term_id z = fusion_constant(f, SORT_ID_REAL, value);
    return fusion_done(f, z, value, two(f, OP_MUL, z, y), two(f, OP_DIV, x, z), false);
}

bool fusion_int_real(fusion_builder *f)
{
    term_bank *b = f->bank;
    term_id x = term_make1(b, OP_TO_REAL, f->out->x), y = f->out->y;
    term_id value = two(f, OP_ADD, x, y);
    term_id z = fusion_constant(f, SORT_ID_REAL, value);
    return fusion_done(f, z, value, term_make1(b, OP_TO_INT, two(f, OP_SUB, z, y)),
                       two(f, OP_SUB, z, x), true);
}

/* A number that belongs to a value of another sort. */
static term_id measure(fusion_builder *f, term_id x)
{
    term_bank *b = f->bank;
    switch (sort_kind_of(b, term_sort(b, x))) {
    case SORT_STRING:
        return term_make1(b, OP_STR_LEN, x);
    case SORT_BV:
        return term_make1(b, OP_UBV_TO_INT, x);
    case SORT_REAL:
        return term_make1(b, OP_TO_INT, x);
    case SORT_BOOL: {
        term_id yes = coefficient(f), no = coefficient(f);
        return term_make3(b, OP_ITE, x, yes, no);
    }
    default:
        return two(f, OP_MUL, coefficient(f), x);
    }
}

/* Only y is replaced. */
bool fusion_int_offset(fusion_builder *f)
{
    term_id offset = measure(f, f->out->x);
    term_id value = two(f, OP_ADD, f->out->y, offset);
    term_id z = fusion_constant(f, SORT_ID_INT, value);
    return fusion_done(f, z, value, 0, two(f, OP_SUB, z, offset), true);
}

/* Fusion functions of strings. */
#include "fuse/functions/functions.h"

static term_id length(fusion_builder *f, term_id s)
{
    return term_make1(f->bank, OP_STR_LEN, s);
}

static term_id minus(fusion_builder *f, term_id a, term_id c)
{
    return term_make2(f->bank, OP_SUB, a, c);
}

static term_id substr(fusion_builder *f, term_id s, term_id from, term_id n)
{
    return term_make3(f->bank, OP_STR_SUBSTR, s, from, n);
}

static term_id zero(fusion_builder *f)
{
    return fusion_int(f->bank, 0);
}

static term_id empty(fusion_builder *f)
{
    return term_const(f->bank, value_string(f->bank, NULL, 0));
}

/* z = x ++ y as a fresh constant. */
static term_id concatenation(fusion_builder *f, term_id *value)
{
    *value = term_make2(f->bank, OP_STR_CONCAT, f->out->x, f->out->y);
    return fusion_constant(f, SORT_ID_STRING, *value);
}

bool fusion_string_substr(fusion_builder *f)
{
    term_id x = f->out->x, y = f->out->y, value, z = concatenation(f, &value);
    return fusion_done(f, z, value, substr(f, z, zero(f), length(f, x)),
                       substr(f, z, length(f, x), length(f, y)), true);
}

bool fusion_string_replace(fusion_builder *f)
{
    term_id x = f->out->x, value, z = concatenation(f, &value);
    return fusion_done(f, z, value, substr(f, z, zero(f), length(f, x)),
                       term_make3(f->bank, OP_STR_REPLACE, z, x, empty(f)), true);
}

bool fusion_string_middle(fusion_builder *f)
{
    term_bank *b = f->bank;
    term_id x = f->out->x, y = f->out->y, c = fusion_text(f);
    term_id value = term_make3(b, OP_STR_CONCAT, x, c, y);
    term_id z = fusion_constant(f, SORT_ID_STRING, value);
    term_id rest = term_make3(b, OP_STR_REPLACE, z, x, empty(f));
    return fusion_done(f, z, value, substr(f, z, zero(f), length(f, x)),
                       term_make3(b, OP_STR_REPLACE, rest, c, empty(f)), true);
}

/* From the back: x is what is before the last |y| characters. */
bool fusion_string_back(fusion_builder *f)
{
    term_id x = f->out->x, y = f->out->y, value, z = concatenation(f, &value);
    term_id all = length(f, z), before = minus(f, all, length(f, y));
    return fusion_done(f, z, value, substr(f, z, zero(f), before),
                       substr(f, z, length(f, x), minus(f, all, length(f, x))), true);
}

bool fusion_string_swapped(fusion_builder *f)
{
    term_bank *b = f->bank;
    term_id x = f->out->x, y = f->out->y;
    term_id value = term_make2(b, OP_STR_CONCAT, y, x);
    term_id z = fusion_constant(f, SORT_ID_STRING, value);
    return fusion_done(f, z, value, term_make3(b, OP_STR_REPLACE, z, y, empty(f)),
                       substr(f, z, zero(f), minus(f, length(f, z), length(f, x))), true);
}

/* With a length of its own: n = |x|, so that neither way back mentions the other string. */
bool fusion_string_prefix(fusion_builder *f)
{
    term_id x = f->out->x, y = f->out->y, c = fusion_text(f);
    term_id n = fusion_constant(f, SORT_ID_INT, length(f, x));
    term_id value = term_make3(f->bank, OP_STR_CONCAT, x, y, c);
    term_id z = fusion_constant(f, SORT_ID_STRING, value);
    term_id rest = minus(f, minus(f, length(f, z), n), length(f, c));
    return fusion_done(f, z, value, substr(f, z, zero(f), n), substr(f, z, n, rest), true);
}

/* z = x ++ str.from_int y: the number comes back if it is not negative. */
bool fusion_string_number(fusion_builder *f)
{
    term_bank *b = f->bank;
    term_id x = f->out->x, y = f->out->y;
    term_id digits = term_make1(b, OP_STR_FROM_INT, y);
    term_id value = term_make2(b, OP_STR_CONCAT, x, digits);
    term_id z = fusion_constant(f, SORT_ID_STRING, value);
    term_id rest = term_make3(b, OP_STR_REPLACE, z, x, empty(f));
    return fusion_done(f, z, value,
                       substr(f, z, zero(f), minus(f, length(f, z), length(f, digits))),
                       term_make1(b, OP_STR_TO_INT, rest), false);
}

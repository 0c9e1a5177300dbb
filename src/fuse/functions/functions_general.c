/* Fusion functions for any sort: arrays as containers, choices, pairs, uninterpreted functions. */
#include "fuse/functions/functions.h"

static term_id read_at(fusion_builder *f, term_id array, term_id index)
{
    return term_make2(f->bank, OP_SELECT, array, index);
}

static term_id write_at(fusion_builder *f, term_id array, term_id index, term_id element)
{
    return term_make3(f->bank, OP_STORE, array, index, element);
}

/* z = x with y written somewhere, where v was. */
bool fusion_array_element(fusion_builder *f)
{
    term_id x = f->out->x, y = f->out->y;
    sort_id sort = term_sort(f->bank, x);
    term_id i = fusion_constant(f, sort_array_index(f->bank, sort), 0);
    term_id old = read_at(f, x, i);
    term_id v = fusion_constant(f, sort_array_element(f->bank, sort), old);
    term_id value = write_at(f, x, i, y);
    term_id z = fusion_constant(f, sort, value);
    fusion_constraint(f, term_eq(f->bank, v, old));
    return fusion_done(f, z, value, write_at(f, z, i, v), read_at(f, z, i), true);
}

/* Both in an array of their sort. */
bool fusion_array_pack(fusion_builder *f)
{
    term_id x = f->out->x, y = f->out->y;
    sort_id sort = sort_array(f->bank, SORT_ID_INT, term_sort(f->bank, x));
    term_id base = fusion_constant(f, sort, 0);
    int64_t c = fusion_coefficient(f->r);
    term_id i = fusion_int(f->bank, c), j = fusion_int(f->bank, c + 1);
    term_id value = write_at(f, write_at(f, base, i, x), j, y);
    term_id z = fusion_constant(f, sort, value);
    return fusion_done(f, z, value, read_at(f, z, i), read_at(f, z, j), true);
}

/* y at index x; only y is replaced. Not every solver has arrays whose indices are arrays. */
bool fusion_array_write(fusion_builder *f)
{
    term_id x = f->out->x, y = f->out->y;
    if (sort_kind_of(f->bank, term_sort(f->bank, x)) == SORT_ARRAY)
        return false;
    sort_id sort = sort_array(f->bank, term_sort(f->bank, x), term_sort(f->bank, y));
    term_id base = fusion_constant(f, sort, 0);
    term_id value = write_at(f, base, x, y);
    term_id z = fusion_constant(f, sort, value);
    return fusion_done(f, z, value, 0, read_at(f, z, x), true);
}

/* z is x or y, w the other. */
bool fusion_choice(fusion_builder *f)
{
    term_bank *b = f->bank;
    term_id x = f->out->x, y = f->out->y;
    term_id p = fusion_constant(f, SORT_ID_BOOL, term_bool(rng_one_in(f->r, 2)));
    term_id one = term_make3(b, OP_ITE, p, x, y), other = term_make3(b, OP_ITE, p, y, x);
    term_id w = fusion_constant(f, term_sort(b, x), other);
    term_id z = fusion_constant(f, term_sort(b, x), one);
    fusion_constraint(f, term_eq(b, w, other));
    return fusion_done(f, z, one, term_make3(b, OP_ITE, p, z, w), term_make3(b, OP_ITE, p, w, z),
                       true);
}

/* A datatype of its own for the two. */
bool fusion_pair(fusion_builder *f)
{
    term_bank *b = f->bank;
    term_id both[] = {f->out->x, f->out->y};
    sort_id sorts[] = {term_sort(b, both[0]), term_sort(b, both[1])};
    symbol_id name = fusion_name(f), make = fusion_name(f);
    symbol_id first = fusion_name(f), second = fusion_name(f);
    datatype_id d = datatype_declare(b, name, NULL, 0);
    datatype_add_constructor(b, d, make, (symbol_id[]){first, second}, sorts, 2);
    if (!datatype_finish(b, &d, 1))
        return false;
    sort_id sort = sort_datatype(b, d, NULL, 0);
    decl_id constructor = sort_constructor(b, sort, 0);
    term_id value = term_app(b, constructor, both, 2);
    term_id z = fusion_constant(f, sort, value);
    return fusion_done(f, z, value, term_app(b, decl_selector(b, constructor, 0), &z, 1),
                       term_app(b, decl_selector(b, constructor, 1), &z, 1), true);
}

/* Functions that nothing is known of: z = g(x, y), x = h(z, y), y = k(z, x). Whatever x and y are,
 * functions with these values exist. */
bool fusion_uninterpreted(fusion_builder *f)
{
    term_bank *b = f->bank;
    term_id x = f->out->x, y = f->out->y;
    sort_id sx = term_sort(b, x), sy = term_sort(b, y);
    decl_id g = fusion_new_function(f, (sort_id[]){sx, sy}, 2, sx, x);
    term_id z = fusion_constant(f, sx, x);
    decl_id h = fusion_new_function(f, (sort_id[]){sx, sy}, 2, sx, x);
    decl_id k = fusion_new_function(f, (sort_id[]){sx, sx}, 2, sy, y);
    term_id value = term_app(b, g, (term_id[]){x, y}, 2);
    return fusion_done(f, z, value, term_app(b, h, (term_id[]){z, y}, 2),
                       term_app(b, k, (term_id[]){z, x}, 2), true);
}

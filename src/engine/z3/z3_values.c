/* Values as terms of libz3. */
#include <gmp.h>
#include <string.h>

#include "engine/z3/z3_translate_impl.h"

static Z3_ast numeral(z3_translator *z, const mpz_t number, Z3_sort sort)
{
    if (!sort)
        return NULL;
    char *text = mpz_get_str(NULL, 10, number);
    Z3_ast a = z3t_keep(z, Z3_mk_numeral(z->context, text, sort));
    free(text);
    return a;
}

static Z3_ast number_value(z3_translator *z, value_id v)
{
    mpz_t number;
    value_scratch scratch;
    value_mpz(z->bank, v, number, &scratch);
    return numeral(z, number, z3t_sort(z, value_sort(z->bank, v)));
}

static Z3_ast real_value(z3_translator *z, value_id v)
{
    mpq_t number;
    mpq_init(number);
    value_get_mpq(z->bank, v, number);
    char *text = mpq_get_str(NULL, 10, number);
    Z3_ast a = z3t_keep(z, Z3_mk_numeral(z->context, text, Z3_mk_real_sort(z->context)));
    free(text);
    mpq_clear(number);
    return a;
}

/* Bits [low, low + width) of `bits`. */
static Z3_ast bit_field(z3_translator *z, const mpz_t bits, unsigned low, unsigned width)
{
    mpz_t part;
    mpz_init(part);
    mpz_fdiv_q_2exp(part, bits, low);
    mpz_fdiv_r_2exp(part, part, width);
    Z3_ast a = numeral(z, part, Z3_mk_bv_sort(z->context, width));
    mpz_clear(part);
    return a;
}

static Z3_ast float_value(z3_translator *z, value_id v)
{
    sort_id sort = value_sort(z->bank, v);
    unsigned exponent = sort_fp_exponent(z->bank, sort);
    unsigned significand = sort_fp_significand(z->bank, sort) - 1;
    mpz_t bits;
    value_scratch scratch;
    value_mpz(z->bank, v, bits, &scratch);
    Z3_ast s = bit_field(z, bits, exponent + significand, 1);
    Z3_ast e = bit_field(z, bits, significand, exponent);
    Z3_ast m = bit_field(z, bits, 0, significand);
    return s && e && m ? z3t_keep(z, Z3_mk_fpa_fp(z->context, s, e, m)) : NULL;
}

static Z3_ast rounding_value(z3_translator *z, value_id v)
{
    Z3_context c = z->context;
    switch (value_rounding(z->bank, v)) {
    case RM_RNE:
        return z3t_keep(z, Z3_mk_fpa_rne(c));
    case RM_RNA:
        return z3t_keep(z, Z3_mk_fpa_rna(c));
    case RM_RTP:
        return z3t_keep(z, Z3_mk_fpa_rtp(c));
    case RM_RTN:
        return z3t_keep(z, Z3_mk_fpa_rtn(c));
    case RM_RTZ:
        return z3t_keep(z, Z3_mk_fpa_rtz(c));
    }
    return NULL;
}

/* An element is a constant that differs from the other elements of its sort. */
static Z3_ast element_value(z3_translator *z, value_id v)
{
    sort_id s = value_sort(z->bank, v);
    Z3_sort sort = z3t_sort(z, s);
    if (!sort)
        return NULL;
    strbuf name = STRBUF_INIT;
    strbuf_puts(&name, "tandem!element!");
    sort_print(z->bank, s, &name);
    strbuf_printf(&name, "!%u", v);
    Z3_ast a =
        z3t_keep(z, Z3_mk_const(z->context, Z3_mk_string_symbol(z->context, name.text), sort));
    strbuf_free(&name);
    for (size_t i = 0; a && i < z->elements.n; i++) {
        if (value_sort(z->bank, z->elements.at[i]) != s)
            continue;
        Z3_ast pair[] = {a, z3t_find(z, MEMO_VALUE, z->elements.at[i])};
        Z3_ast differ = z3t_keep(z, Z3_mk_distinct(z->context, 2, pair));
        if (differ)
            vec_push(&z->facts, differ);
    }
    vec_push(&z->elements, v);
    return a;
}

static Z3_ast array_value(z3_translator *z, value_id v)
{
    const term_bank *b = z->bank;
    Z3_sort index = z3t_sort(z, sort_array_index(b, value_sort(b, v)));
    if (!index)
        return NULL;
    Z3_ast a = z3t_keep(z, Z3_mk_const_array(z->context, index,
                                             z3t_find(z, MEMO_VALUE, value_array_default(b, v))));
    for (uint32_t i = 0; a && i < value_array_size(b, v); i++) {
        Z3_ast place = z3t_find(z, MEMO_VALUE, value_array_index_at(b, v, i));
        Z3_ast element = z3t_find(z, MEMO_VALUE, value_array_element_at(b, v, i));
        a = z3t_keep(z, Z3_mk_store(z->context, a, place, element));
    }
    return a;
}

static void parts_of(const term_bank *b, value_id v, vec_u32 *parts)
{
    vec_clear(parts);
    switch (value_kind_of(b, v)) {
    case VALUE_ARRAY:
        vec_push(parts, value_array_default(b, v));
        for (uint32_t i = 0; i < value_array_size(b, v); i++) {
            vec_push(parts, value_array_index_at(b, v, i));
            vec_push(parts, value_array_element_at(b, v, i));
        }
        break;
    case VALUE_DATA:
    case VALUE_REGEX:
    case VALUE_SEQ:
    case VALUE_SET:
    case VALUE_BAG:
        for (uint32_t i = 0; i < value_child_count(b, v); i++)
            vec_push(parts, value_child(b, v, i));
        break;
    default:
        break;
    }
}

static Z3_ast composed_value(z3_translator *z, value_id v, const vec_u32 *parts)
{
    if (value_kind_of(z->bank, v) == VALUE_ARRAY)
        return array_value(z, v);
    z3_ast_vec args = {0};
    for (size_t i = 0; i < parts->n; i++)
        vec_push(&args, z3t_find(z, MEMO_VALUE, parts->at[i]));
    Z3_ast a;
    if (value_kind_of(z->bank, v) == VALUE_DATA) {
        a = z3t_apply(z, value_constructor(z->bank, v), args.at, (unsigned)args.n);
    } else {
        term_op op = value_regex_op(z->bank, v);
        uint32_t indices[2] = {0};
        for (unsigned i = 0; i < term_op_indices(op) && i < 2; i++)
            indices[i] = value_regex_index(z->bank, v, i);
        a = z3t_make(z, op, indices, SORT_ID_REGLAN, args.at, (unsigned)args.n);
    }
    vec_free(&args);
    return a;
}

static Z3_ast one_value(z3_translator *z, value_id v, const vec_u32 *parts)
{
    const uint32_t *points;
    size_t n;
    switch (value_kind_of(z->bank, v)) {
    case VALUE_BOOL:
        return z3t_keep(z, value_is_true(v) ? Z3_mk_true(z->context) : Z3_mk_false(z->context));
    case VALUE_INT:
    case VALUE_BV:
        return number_value(z, v);
    case VALUE_REAL:
        return real_value(z, v);
    case VALUE_FP:
        return float_value(z, v);
    case VALUE_RM:
        return rounding_value(z, v);
    case VALUE_STRING:
        points = value_string_data(z->bank, v, &n);
        return z3t_string_literal(z, points, n);
    case VALUE_ELEMENT:
        return element_value(z, v);
    case VALUE_ARRAY:
    case VALUE_DATA:
    case VALUE_REGEX:
        return composed_value(z, v, parts);
    case VALUE_SEQ:
    case VALUE_SET:
    case VALUE_BAG:
        return z3t_collection_value(z, v);
    default:
        return z3t_fail(z, "an irrational number cannot be given to libz3");
    }
}

Z3_ast z3t_value(z3_translator *z, value_id root)
{
    vec_u32 stack = {0}, parts = {0};
    vec_push(&stack, root);
    while (stack.n && !z->error.n) {
        value_id v = vec_last(&stack);
        if (z3t_find(z, MEMO_VALUE, v)) {
            stack.n--;
            continue;
        }
        parts_of(z->bank, v, &parts);
        size_t before = stack.n;
        for (size_t i = 0; i < parts.n; i++)
            if (!z3t_find(z, MEMO_VALUE, parts.at[i]))
                vec_push(&stack, parts.at[i]);
        if (stack.n > before)
            continue;
        Z3_ast a = one_value(z, v, &parts);
        if (a)
            z3t_remember(z, MEMO_VALUE, v, a);
        else
            z3t_fail(z, "a value cannot be made in libz3");
    }
    vec_free(&stack);
    vec_free(&parts);
    return z->error.n ? NULL : z3t_find(z, MEMO_VALUE, root);
}

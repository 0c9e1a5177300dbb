/* The simplest value of a sort, and all values of a small one. */
#include <assert.h>

#include "base/map.h"
#include "base/vec.h"
#include "term/core/bank_impl.h"
#include "term/core/decl.h"
#include "term/value/value.h"

enum { MAX_DEPTH = 64 };

static value_id simplest(term_bank *b, sort_id s, unsigned depth);

/* The constructor that needs the least depth; a datatype has one that is finite. */
static value_id simplest_data(term_bank *b, sort_id s, unsigned depth)
{
    uint32_t n = datatype_constructor_count(b, sort_datatype_of(b, s));
    for (unsigned allowed = 0; allowed <= depth; allowed++)
        for (uint32_t i = 0; i < n; i++) {
            decl_id c = sort_constructor(b, s, i);
            vec_u32 fields = {0};
            bool good = true;
            for (uint32_t j = 0; j < decl_arity(b, c) && good; j++) {
                value_id v = allowed ? simplest(b, decl_domain(b, c, j), allowed - 1) : 0;
                good = v != 0;
                vec_push(&fields, v);
            }
            value_id v = good ? value_data(b, c, fields.at) : 0;
            vec_free(&fields);
            if (v)
                return v;
        }
    return 0;
}

static value_id simplest(term_bank *b, sort_id s, unsigned depth)
{
    mpq_t zero;
    value_id v;
    switch (sort_kind_of(b, s)) {
    case SORT_BOOL:
        return VALUE_ID_FALSE;
    case SORT_INT:
        return value_int(b, 0);
    case SORT_REAL:
        mpq_init(zero);
        v = value_real_mpq(b, zero);
        mpq_clear(zero);
        return v;
    case SORT_STRING:
        return value_string(b, NULL, 0);
    case SORT_REGLAN:
        return value_regex(b, OP_RE_NONE, NULL, 0, NULL, 0);
    case SORT_ROUNDING_MODE:
        return value_rm(b, RM_RNE);
    case SORT_BV:
        return value_bv_u64(b, sort_bv_width(b, s), 0);
    case SORT_FP: {
        mpz_t bits;
        mpz_init(bits);
        v = value_fp_mpz(b, s, bits);
        mpz_clear(bits);
        return v;
    }
    case SORT_ARRAY:
        v = depth ? simplest(b, sort_array_element(b, s), depth - 1) : 0;
        return v ? value_array_constant(b, s, v) : 0;
    case SORT_SEQ:
        return value_seq(b, s, NULL, 0);
    case SORT_SET:
        return value_set(b, s, NULL, 0);
    case SORT_BAG:
        return value_bag(b, s, NULL, 0);
    case SORT_DECLARED:
        return value_element(b, s, 0);
    case SORT_DATATYPE:
        return simplest_data(b, s, depth);
    default:
        return 0;
    }
}

value_id value_default(term_bank *b, sort_id sort)
{
    for (unsigned depth = 1; depth <= MAX_DEPTH; depth *= 2) {
        value_id v = simplest(b, sort, depth);
        if (v)
            return v;
    }
    return 0;
}

static void enumerate_data(term_bank *b, sort_id s, uint64_t limit, vec_u32 *out);

/* All arrays over a small domain: counting in base |element|. */
static void enumerate_arrays(term_bank *b, sort_id s, uint64_t limit, vec_u32 *out)
{
    vec_u32 indices = {0}, elements = {0}, digits = {0};
    value_enumerate(b, sort_array_index(b, s), limit, &indices);
    value_enumerate(b, sort_array_element(b, s), limit, &elements);
    vec_resize(&digits, indices.n);
    for (size_t k = 0; k < digits.n || !k;) {
        value_id v = value_array_constant(b, s, elements.at[0]);
        for (size_t i = 0; i < indices.n; i++)
            v = value_array_store(b, v, indices.at[i], elements.at[digits.at[i]]);
        vec_push(out, v);
        for (k = 0; k < digits.n && ++digits.at[k] == elements.n; k++)
            digits.at[k] = 0;
        if (k == digits.n)
            break;
        k = 0;
    }
    vec_free(&indices);
    vec_free(&elements);
    vec_free(&digits);
}

/* All subsets of a small sort, as the bits of a number say. */
static void enumerate_sets(term_bank *b, sort_id s, uint64_t n, vec_u32 *out)
{
    vec_u32 elements = {0}, chosen = {0};
    value_enumerate(b, sort_element(b, s), 64, &elements);
    for (uint64_t bits = 0; bits < n; bits++) {
        vec_clear(&chosen);
        for (size_t i = 0; i < elements.n; i++)
            if (bits >> i & 1)
                vec_push(&chosen, elements.at[i]);
        vec_push(out, value_set(b, s, chosen.at, chosen.n));
    }
    vec_free(&elements);
    vec_free(&chosen);
}

void value_enumerate(term_bank *b, sort_id s, uint64_t limit, vec_u32 *out)
{
    uint64_t n = sort_cardinality(b, s, limit);
    size_t first = out->n;
    assert(n);
    switch (sort_kind_of(b, s)) {
    case SORT_BOOL:
        vec_push(out, VALUE_ID_FALSE);
        vec_push(out, VALUE_ID_TRUE);
        break;
    case SORT_ROUNDING_MODE:
        for (int mode = RM_RNE; mode <= RM_RTZ; mode++)
            vec_push(out, value_rm(b, (fp_rounding)mode));
        break;
    case SORT_BV:
        for (uint64_t i = 0; i < n; i++)
            vec_push(out, value_bv_u64(b, sort_bv_width(b, s), i));
        break;
    case SORT_FP: {
        uint32_t width = sort_fp_exponent(b, s) + sort_fp_significand(b, s);
        map seen = {0};
        for (uint64_t i = 0; i < UINT64_C(1) << width; i++) {
            value_id v = value_fp_u64(b, s, i);
            bool fresh;
            map_insert(&seen, v, &fresh);
            if (fresh)
                vec_push(out, v);
        }
        map_free(&seen);
        break;
    }
    case SORT_ARRAY:
        enumerate_arrays(b, s, limit, out);
        break;
    case SORT_SET:
        enumerate_sets(b, s, n, out);
        break;
    default:
        enumerate_data(b, s, limit, out);
    }
    assert(out->n - first == n);
    (void)first;
}

static void enumerate_data(term_bank *b, sort_id s, uint64_t limit, vec_u32 *out)
{
    uint32_t constructors = datatype_constructor_count(b, sort_datatype_of(b, s));
    for (uint32_t i = 0; i < constructors; i++) {
        decl_id c = sort_constructor(b, s, i);
        uint32_t arity = decl_arity(b, c);
        vec_u32 values = {0}, starts = {0}, digits = {0}, fields = {0};
        for (uint32_t j = 0; j < arity; j++) {
            vec_push(&starts, (uint32_t)values.n);
            value_enumerate(b, decl_domain(b, c, j), limit, &values);
        }
        vec_push(&starts, (uint32_t)values.n);
        vec_resize(&digits, arity);
        vec_resize(&fields, arity);
        for (uint32_t k = 0; k <= arity;) {
            for (uint32_t j = 0; j < arity; j++)
                fields.at[j] = values.at[starts.at[j] + digits.at[j]];
            vec_push(out, value_data(b, c, fields.at));
            for (k = 0; k < arity && ++digits.at[k] == starts.at[k + 1] - starts.at[k]; k++)
                digits.at[k] = 0;
            if (k == arity)
                break;
        }
        vec_free(&values);
        vec_free(&starts);
        vec_free(&digits);
        vec_free(&fields);
    }
}

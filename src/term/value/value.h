/* Values: what terms of each sort can evaluate to. Hash-consed and canonical: two values of one
 * sort are equal exactly when their ids are.
 *
 * Bit-vectors and floats are their bits (NaN has one pattern: quiet, positive); integers and wide
 * bits are GMP numbers; reals are reduced fractions; strings are code points; arrays are a default
 * and the sorted indices that differ from it; regular expressions are themselves (two different
 * values may denote one language: see regex.h). */
#ifndef TANDEM_TERM_VALUE_VALUE_H
#define TANDEM_TERM_VALUE_VALUE_H

#include <gmp.h>

#include "base/vec.h"
#include "term/core/bank.h"
#include "term/core/op.h"
#include "term/core/sort.h"

typedef enum value_kind {
    VALUE_NONE,
    VALUE_BOOL,
    VALUE_INT,
    VALUE_REAL,
    VALUE_BV,
    VALUE_FP,
    VALUE_RM,
    VALUE_STRING,
    VALUE_REGEX, /* an operator of the RE_ family (or STR_TO_RE) over values */
    VALUE_ARRAY,
    VALUE_DATA,      /* constructor applied to values */
    VALUE_ELEMENT,   /* of a declared sort: its number */
    VALUE_ALGEBRAIC, /* an irrational root of a polynomial */
    VALUE_SEQ,       /* its elements */
    VALUE_SET,       /* its elements, by ascending id */
    VALUE_BAG        /* its elements by ascending id, each followed by how often it is in it */
} value_kind;

typedef enum fp_rounding { RM_RNE, RM_RNA, RM_RTP, RM_RTN, RM_RTZ } fp_rounding;

enum { VALUE_ID_FALSE = 1, VALUE_ID_TRUE = 2 };

static inline value_id value_bool(bool truth)
{
    return truth ? VALUE_ID_TRUE : VALUE_ID_FALSE;
}
value_id value_int(term_bank *b, int64_t number);
value_id value_int_mpz(term_bank *b, const mpz_t number);
/* The fraction need not be reduced; the denominator is positive. */
value_id value_real_mpz(term_bank *b, const mpz_t numerator, const mpz_t denominator);
value_id value_real_mpq(term_bank *b, const mpq_t number);
/* A fraction in lowest terms with a positive denominator. */
value_id value_real(term_bank *b, int64_t numerator, int64_t denominator);
/* Taken modulo 2^width; the number may be negative. */
value_id value_bv_mpz(term_bank *b, uint32_t width, const mpz_t number);
value_id value_bv_u64(term_bank *b, uint32_t width, uint64_t number);
/* From the IEEE bits; any NaN becomes the one NaN. */
value_id value_fp_mpz(term_bank *b, sort_id sort, const mpz_t bits);
value_id value_fp_u64(term_bank *b, sort_id sort, uint64_t bits);
value_id value_rm(term_bank *b, fp_rounding mode);
value_id value_string(term_bank *b, const uint32_t *code_points, size_t n);
value_id value_element(term_bank *b, sort_id sort, uint64_t number);
value_id value_data(term_bank *b, decl_id constructor, const value_id *fields);
value_id value_regex(term_bank *b, term_op op, const uint32_t *indices, uint32_t n_indices,
                     const value_id *args, uint32_t n);
value_id value_array_constant(term_bank *b, sort_id sort, value_id element);
value_id value_array_store(term_bank *b, value_id array, value_id index, value_id element);
/* All of `n` stores one after the other; pairs of index and element. */
value_id value_array_store_all(term_bank *b, value_id array, const value_id *pairs, size_t n);
value_id value_array_select(const term_bank *b, value_id array, value_id index);
value_id value_seq(term_bank *b, sort_id sort, const value_id *elements, size_t n);
/* Elements may come in any order, and more than once. */
value_id value_set(term_bank *b, sort_id sort, const value_id *elements, size_t n);
/* Pairs of element and count (an Int value), in any order; counts of one element add up, and what is
 * not positive then is left out. */
value_id value_bag(term_bank *b, sort_id sort, const value_id *pairs, size_t n);
bool value_set_has(const term_bank *b, value_id set, value_id element);
/* How often the element is in the bag: an Int value. */
value_id value_bag_count(term_bank *b, value_id bag, value_id element);
/* The value of `sort` that `v` stands for, where sets are arrays of Bool, bags arrays of Int, or parts
 * of it are; 0: none (an array whose default puts no bound on the set). */
value_id value_cast(term_bank *b, value_id v, sort_id sort);
/* Whether there may be one, by the sorts. */
bool value_casts(const term_bank *b, sort_id from, sort_id to);
/* Polynomial coefficients (Int values, lowest first) and which of its real roots, from 1. */
value_id value_algebraic(term_bank *b, const value_id *coefficients, uint32_t n, uint32_t root);
/* Any value of the sort, the simplest; 0 for a sort that has none we can name (RegLan has). */
value_id value_default(term_bank *b, sort_id sort);
/* Appends all values of a sort whose sort_cardinality under `limit` is not 0. */
void value_enumerate(term_bank *b, sort_id sort, uint64_t limit, vec_u32 *out);

value_kind value_kind_of(const term_bank *b, value_id v);
sort_id value_sort(const term_bank *b, value_id v);
static inline bool value_is_true(value_id v)
{
    return v == VALUE_ID_TRUE;
}
/* The number of an Int, BitVec (unsigned), FloatingPoint (bits) or declared-sort element, as a
 * read-only GMP integer without copying; `scratch` is storage for its limb. */
typedef struct value_scratch {
    mp_limb_t limb;
} value_scratch;
void value_mpz(const term_bank *b, value_id v, mpz_t read_only, value_scratch *scratch);
/* Whether that number fits (Int: in int64_t; others: in uint64_t), and the number. */
bool value_small_int(const term_bank *b, value_id v, int64_t *number);
bool value_small_bits(const term_bank *b, value_id v, uint64_t *number);
/* Numerator and denominator of a Real, as Int values. */
value_id value_numerator(const term_bank *b, value_id v);
value_id value_denominator(const term_bank *b, value_id v);
/* Reads an Int or Real into an initialised mpq. */
void value_get_mpq(const term_bank *b, value_id v, mpq_t number);
fp_rounding value_rounding(const term_bank *b, value_id v);
const uint32_t *value_string_data(const term_bank *b, value_id v, size_t *n);
const value_id *value_seq_data(const term_bank *b, value_id v, size_t *n);
/* Regex operator; constructor of a datatype value. */
term_op value_regex_op(const term_bank *b, value_id v);
decl_id value_constructor(const term_bank *b, value_id v);
/* Fields of a datatype value, operands of a regex, elements of a sequence or set, elements and counts in
 * turn of a bag; indices of a regex (re.^, re.loop). */
uint32_t value_child_count(const term_bank *b, value_id v);
value_id value_child(const term_bank *b, value_id v, uint32_t i);
uint32_t value_regex_index(const term_bank *b, value_id v, uint32_t i);
value_id value_array_default(const term_bank *b, value_id v);
/* The entries that differ from the default, by ascending index id. */
uint32_t value_array_size(const term_bank *b, value_id v);
value_id value_array_index_at(const term_bank *b, value_id v, uint32_t i);
value_id value_array_element_at(const term_bank *b, value_id v, uint32_t i);
uint32_t value_algebraic_root(const term_bank *b, value_id v);

#endif

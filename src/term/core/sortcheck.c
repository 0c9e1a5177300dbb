/* Sort checks: the result sort of an operator applied to arguments, or a message that says which
 * argument is wrong and what was expected. One small function for each signature of ops.def. */
#include "term/core/sortcheck.h"

#include <assert.h>

#include "base/strbuf.h"
#include "base/vec.h"

typedef sortcheck check;

static sort_id sort_at(const check *c, uint32_t i)
{
    return sortcheck_sort(c, i);
}

static sort_kind kind_at(const check *c, uint32_t i)
{
    return sortcheck_kind(c, i);
}

static const char *op_label(const check *c)
{
    const char *text = term_op_text(c->op);
    return *text ? text : term_op_name(c->op);
}

sort_id sortcheck_wrong(const check *c, uint32_t i, const char *expected)
{
    strbuf got = STRBUF_INIT;
    sort_print(c->b, sort_at(c, i), &got);
    bank_fail(c->b, "'%s': argument %u has sort %s, expected %s", op_label(c), i + 1, got.text,
              expected);
    strbuf_free(&got);
    return 0;
}

sort_id sortcheck_differs(const check *c, uint32_t i, sort_id expected)
{
    strbuf text = STRBUF_INIT;
    sort_print(c->b, expected, &text);
    sortcheck_wrong(c, i, text.text);
    strbuf_free(&text);
    return 0;
}

bool sortcheck_arity(const check *c, uint32_t low, uint32_t high)
{
    if (c->n >= low && c->n <= high)
        return true;
    if (low == high)
        bank_fail(c->b, "'%s' takes %u argument%s, not %u", op_label(c), low, low == 1 ? "" : "s",
                  c->n);
    else
        bank_fail(c->b, "'%s' takes at least %u arguments, not %u", op_label(c), low, c->n);
    return false;
}

/* Arguments from `first` on are all of sort `s`. */
static bool all_sort(const check *c, uint32_t first, sort_id s)
{
    for (uint32_t i = first; i < c->n; i++)
        if (sort_at(c, i) != s)
            return sortcheck_differs(c, i, s);
    return true;
}

static bool all_same_kind(const check *c, uint32_t first, sort_kind kind, const char *expected)
{
    if (kind_at(c, first) != kind)
        return sortcheck_wrong(c, first, expected);
    return all_sort(c, first + 1, sort_at(c, first));
}

static sort_id fixed(const check *c, uint32_t n, sort_id args, sort_id result)
{
    return sortcheck_arity(c, n, n) && all_sort(c, 0, args) ? result : 0;
}

static sort_id many(const check *c, sort_id args, sort_id result)
{
    return sortcheck_arity(c, 2, UINT32_MAX) && all_sort(c, 0, args) ? result : 0;
}

static sort_id arith(const check *c, uint32_t low, uint32_t high, sort_id result)
{
    if (!sortcheck_arity(c, low, high))
        return 0;
    sort_id s = sort_at(c, 0);
    if (s != SORT_ID_INT && s != SORT_ID_REAL)
        return sortcheck_wrong(c, 0, "Int or Real");
    return all_sort(c, 1, s) ? (result ? result : s) : 0;
}

/* result 0: the sort of the arguments. */
static sort_id bits(const check *c, uint32_t low, uint32_t high, sort_id result)
{
    if (!sortcheck_arity(c, low, high) || !all_same_kind(c, 0, SORT_BV, "a bit-vector"))
        return 0;
    return result ? result : sort_at(c, 0);
}

static sort_id floats(const check *c, bool rounded, uint32_t low, uint32_t high, sort_id result)
{
    if (!sortcheck_arity(c, low + rounded, high == UINT32_MAX ? high : high + rounded))
        return 0;
    if (rounded && sort_at(c, 0) != SORT_ID_RM)
        return sortcheck_wrong(c, 0, "RoundingMode");
    if (!all_same_kind(c, rounded, SORT_FP, "a floating-point number"))
        return 0;
    return result ? result : sort_at(c, rounded);
}

sort_id sortcheck_are(const check *c, uint32_t n, sort_id x, sort_id y, sort_id z, sort_id result)
{
    sort_id expected[] = {x, y, z};
    if (!sortcheck_arity(c, n, n))
        return 0;
    for (uint32_t i = 0; i < n; i++)
        if (sort_at(c, i) != expected[i])
            return sortcheck_differs(c, i, expected[i]);
    return result;
}

static sort_id check_ite(const check *c)
{
    if (!sortcheck_arity(c, 3, 3))
        return 0;
    if (sort_at(c, 0) != SORT_ID_BOOL)
        return sortcheck_differs(c, 0, SORT_ID_BOOL);
    return all_sort(c, 2, sort_at(c, 1)) ? sort_at(c, 1) : 0;
}

static sort_id check_concat(const check *c)
{
    uint64_t width = 0;
    if (!sortcheck_arity(c, 2, UINT32_MAX))
        return 0;
    for (uint32_t i = 0; i < c->n; i++) {
        if (kind_at(c, i) != SORT_BV)
            return sortcheck_wrong(c, i, "a bit-vector");
        width += sort_bv_width(c->b, sort_at(c, i));
    }
    return sort_bv(c->b, width);
}

static sort_id check_extract(const check *c)
{
    if (!bits(c, 1, 1, 0))
        return 0;
    uint32_t high = c->indices[0], low = c->indices[1], width = sort_bv_width(c->b, sort_at(c, 0));
    if (high >= width || low > high)
        return bank_fail(c->b, "(_ extract %u %u) does not fit a bit-vector of width %u", high, low,
                         width);
    return sort_bv(c->b, (uint64_t)high - low + 1);
}

static sort_id check_repeat(const check *c)
{
    if (!c->indices[0])
        return bank_fail(c->b, "(_ repeat 0) has no value");
    if (!bits(c, 1, 1, 0))
        return 0;
    return sort_bv(c->b, (uint64_t)c->indices[0] * sort_bv_width(c->b, sort_at(c, 0)));
}

static sort_id check_extend(const check *c)
{
    if (!bits(c, 1, 1, 0))
        return 0;
    return sort_bv(c->b, (uint64_t)c->indices[0] + sort_bv_width(c->b, sort_at(c, 0)));
}

static sort_id check_triple(const check *c)
{
    if (!sortcheck_arity(c, 3, 3))
        return 0;
    for (uint32_t i = 0; i < 3; i++)
        if (kind_at(c, i) != SORT_BV)
            return sortcheck_wrong(c, i, "a bit-vector");
    if (sort_bv_width(c->b, sort_at(c, 0)) != 1)
        return sortcheck_wrong(c, 0, "(_ BitVec 1)");
    return sort_fp(c->b, sort_bv_width(c->b, sort_at(c, 1)),
                   (uint64_t)sort_bv_width(c->b, sort_at(c, 2)) + 1);
}

static sort_id check_from_bits(const check *c)
{
    sort_id s = sort_fp(c->b, c->indices[0], c->indices[1]);
    if (!s || !bits(c, 1, 1, 0))
        return 0;
    uint64_t width = (uint64_t)c->indices[0] + c->indices[1];
    if (sort_bv_width(c->b, sort_at(c, 0)) != width) {
        strbuf expected = STRBUF_INIT;
        strbuf_printf(&expected, "(_ BitVec %llu)", (unsigned long long)width);
        sortcheck_wrong(c, 0, expected.text);
        strbuf_free(&expected);
        return 0;
    }
    return s;
}

/* (rm, x) with x of a kind. */
static sort_id check_convert(const check *c, sort_kind kind, const char *expected, sort_id result)
{
    if (!result || !sortcheck_arity(c, 2, 2))
        return 0;
    if (sort_at(c, 0) != SORT_ID_RM)
        return sortcheck_wrong(c, 0, "RoundingMode");
    return kind_at(c, 1) == kind ? result : sortcheck_wrong(c, 1, expected);
}

static sort_id fp_result(const check *c)
{
    return sort_fp(c->b, c->indices[0], c->indices[1]);
}

static sort_id check_array(const check *c, bool store)
{
    if (!sortcheck_arity(c, store ? 3 : 2, store ? 3 : 2))
        return 0;
    if (kind_at(c, 0) != SORT_ARRAY)
        return sortcheck_wrong(c, 0, "an array");
    sort_id array = sort_at(c, 0), index = sort_array_index(c->b, array);
    sort_id element = sort_array_element(c->b, array);
    if (sort_at(c, 1) != index)
        return sortcheck_differs(c, 1, index);
    if (store && sort_at(c, 2) != element)
        return sortcheck_differs(c, 2, element);
    return store ? array : element;
}

static sort_id check_app(const check *c)
{
    decl_id d = c->indices[0];
    const char *name = symbol_text(c->b, decl_name(c->b, d));
    if (c->n != decl_arity(c->b, d))
        return bank_fail(c->b, "'%s' takes %u argument%s, not %u", name, decl_arity(c->b, d),
                         decl_arity(c->b, d) == 1 ? "" : "s", c->n);
    for (uint32_t i = 0; i < c->n; i++)
        if (sort_at(c, i) != decl_domain(c->b, d, i)) {
            strbuf got = STRBUF_INIT, wanted = STRBUF_INIT;
            sort_print(c->b, sort_at(c, i), &got);
            sort_print(c->b, decl_domain(c->b, d, i), &wanted);
            bank_fail(c->b, "'%s': argument %u has sort %s, expected %s", name, i + 1, got.text,
                      wanted.text);
            strbuf_free(&got);
            strbuf_free(&wanted);
            return 0;
        }
    return decl_range(c->b, d);
}

static sort_id check_special(const check *c)
{
    switch (c->op) {
    case OP_APP:
        return check_app(c);
    case OP_PATTERN:
        return SORT_ID_BOOL;
    default:
        return bank_fail(c->b, "'%s' cannot be made this way", op_label(c));
    }
}

/* From signature to check. `S` is short for a sort id. */
#define S(name) SORT_ID_##name
#define CHECK_SPECIAL(c) check_special(c)
#define CHECK_BOOL_1(c) fixed(c, 1, S(BOOL), S(BOOL))
#define CHECK_BOOL_N(c) many(c, S(BOOL), S(BOOL))
#define CHECK_SAME_N_BOOL(c) \
    (sortcheck_arity(c, 2, UINT32_MAX) && all_sort(c, 1, sort_at(c, 0)) ? S(BOOL) : 0)
#define CHECK_ITE(c) check_ite(c)
#define CHECK_ARITH_1(c) arith(c, 1, 1, 0)
#define CHECK_ARITH_N(c) arith(c, 2, UINT32_MAX, 0)
#define CHECK_ARITH_N_BOOL(c) arith(c, 2, UINT32_MAX, S(BOOL))
#define CHECK_REAL_N(c) many(c, S(REAL), S(REAL))
#define CHECK_INT_N(c) many(c, S(INT), S(INT))
#define CHECK_INT_2(c) fixed(c, 2, S(INT), S(INT))
#define CHECK_DIVISIBLE(c) \
    (c->indices[0] ? fixed(c, 1, S(INT), S(BOOL)) : bank_fail(c->b, "(_ divisible 0) has no value"))
#define CHECK_INT_REAL(c) fixed(c, 1, S(INT), S(REAL))
#define CHECK_REAL_1(c) fixed(c, 1, S(REAL), S(REAL))
#define CHECK_REAL_INT(c) fixed(c, 1, S(REAL), S(INT))
#define CHECK_REAL_BOOL(c) fixed(c, 1, S(REAL), S(BOOL))
#define CHECK_CONCAT(c) check_concat(c)
#define CHECK_EXTRACT(c) check_extract(c)
#define CHECK_BV_1(c) bits(c, 1, 1, 0)
#define CHECK_BV_2(c) bits(c, 2, 2, 0)
#define CHECK_BV_N(c) bits(c, 2, UINT32_MAX, 0)
#define CHECK_BV_1_BOOL(c) bits(c, 1, 1, S(BOOL))
#define CHECK_BV_2_BOOL(c) bits(c, 2, 2, S(BOOL))
#define CHECK_BVCOMP(c) (bits(c, 2, 2, 0) ? sort_bv(c->b, 1) : 0)
#define CHECK_REPEAT(c) check_repeat(c)
#define CHECK_EXTEND(c) check_extend(c)
#define CHECK_BV_INT(c) bits(c, 1, 1, S(INT))
#define CHECK_INT_BV(c) (fixed(c, 1, S(INT), S(INT)) ? sort_bv(c->b, c->indices[0]) : 0)
#define CHECK_FP_TRIPLE(c) check_triple(c)
#define CHECK_FP_1(c) floats(c, false, 1, 1, 0)
#define CHECK_FP_2(c) floats(c, false, 2, 2, 0)
#define CHECK_RM_FP_1(c) floats(c, true, 1, 1, 0)
#define CHECK_RM_FP_2(c) floats(c, true, 2, 2, 0)
#define CHECK_RM_FP_3(c) floats(c, true, 3, 3, 0)
#define CHECK_FP_N_BOOL(c) floats(c, false, 2, UINT32_MAX, S(BOOL))
#define CHECK_FP_1_BOOL(c) floats(c, false, 1, 1, S(BOOL))
#define CHECK_FP_FROM_BITS(c) check_from_bits(c)
#define CHECK_FP_FROM_FP(c) check_convert(c, SORT_FP, "a floating-point number", fp_result(c))
#define CHECK_FP_FROM_REAL(c) check_convert(c, SORT_REAL, "Real", fp_result(c))
#define CHECK_FP_FROM_BV(c) check_convert(c, SORT_BV, "a bit-vector", fp_result(c))
#define CHECK_FP_TO_BV(c) \
    check_convert(c, SORT_FP, "a floating-point number", sort_bv(c->b, c->indices[0]))
#define CHECK_FP_REAL(c) floats(c, false, 1, 1, S(REAL))
#define CHECK_FP_BITS(c)                                                                         \
    (floats(c, false, 1, 1, 0) ? sort_bv(c->b, (uint64_t)sort_fp_exponent(c->b, sort_at(c, 0)) + \
                                                   sort_fp_significand(c->b, sort_at(c, 0)))     \
                               : 0)
#define CHECK_STR_N(c) many(c, S(STRING), S(STRING))
#define CHECK_STR_3(c) fixed(c, 3, S(STRING), S(STRING))
#define CHECK_STR_INT(c) fixed(c, 1, S(STRING), S(INT))
#define CHECK_INT_STR(c) fixed(c, 1, S(INT), S(STRING))
#define CHECK_STR_N_BOOL(c) many(c, S(STRING), S(BOOL))
#define CHECK_STR_1_BOOL(c) fixed(c, 1, S(STRING), S(BOOL))
#define CHECK_STR_2_BOOL(c) fixed(c, 2, S(STRING), S(BOOL))
#define CHECK_STR_AT(c) sortcheck_are(c, 2, S(STRING), S(INT), 0, S(STRING))
#define CHECK_STR_SUBSTR(c) sortcheck_are(c, 3, S(STRING), S(INT), S(INT), S(STRING))
#define CHECK_STR_INDEXOF(c) sortcheck_are(c, 3, S(STRING), S(STRING), S(INT), S(INT))
#define CHECK_STR_RE_STR(c) sortcheck_are(c, 3, S(STRING), S(REGLAN), S(STRING), S(STRING))
#define CHECK_STR_IN_RE(c) sortcheck_are(c, 2, S(STRING), S(REGLAN), 0, S(BOOL))
#define CHECK_STR_RE(c) fixed(c, 1, S(STRING), S(REGLAN))
#define CHECK_RE_0(c) (sortcheck_arity(c, 0, 0) ? S(REGLAN) : 0)
#define CHECK_RE_1(c) fixed(c, 1, S(REGLAN), S(REGLAN))
#define CHECK_RE_N(c) many(c, S(REGLAN), S(REGLAN))
#define CHECK_RE_RANGE(c) fixed(c, 2, S(STRING), S(REGLAN))
#define CHECK_STR_1(c) fixed(c, 1, S(STRING), S(STRING))
#define CHECK_STR_UPDATE(c) sortcheck_are(c, 3, S(STRING), S(INT), S(STRING), S(STRING))
#define CHECK_STR_INDEXOF_RE(c) sortcheck_are(c, 3, S(STRING), S(REGLAN), S(INT), S(INT))
#define CHECK_REAL_0(c) (sortcheck_arity(c, 0, 0) ? S(REAL) : 0)
#define CHECK_ARITH_2(c) arith(c, 2, 2, 0)
#define CHECK_INT_1(c) fixed(c, 1, S(INT), S(INT))
#define CHECK_INT_3(c) fixed(c, 3, S(INT), S(INT))
#define CHECK_INT_1_BOOL(c) fixed(c, 1, S(INT), S(BOOL))
#define CHECK_COLLECTION(c) sortcheck_collection(c)
#define CHECK_SELECT(c) check_array(c, false)
#define CHECK_STORE(c) check_array(c, true)

sort_id term_check_sorts(term_bank *b, term_op op, const uint32_t *indices, uint32_t n_indices,
                         const uint32_t *args, uint32_t n)
{
    check state = {b, op, indices, n_indices, args, n}, *c = &state;
    if (n_indices != term_op_indices(op))
        return bank_fail(b, "'%s' takes %u %s, not %u", op_label(c), term_op_indices(op),
                         term_op_indices(op) == 1 ? "index" : "indices", n_indices);
    switch (op) {
#define OP(name, text, count, signature) \
    case OP_##name:                      \
        return CHECK_##signature(c);
#include "term/core/ops.def"
#undef OP
    default:
        return bank_fail(b, "no such operator");
    }
}

/* Operators of other solvers that are written with those of ops.def, array literals, and functions as values:
 * (-> A B C) is an array of arrays. */
#include <stdio.h>

#include "smtlib/read/reader_impl.h"

static bool is_bv(const term_bank *b, term_id t)
{
    return sort_kind_of(b, term_sort(b, t)) == SORT_BV;
}

static uint32_t width_of(const term_bank *b, term_id t)
{
    return sort_bv_width(b, term_sort(b, t));
}

/* The operators of the path-condition dialect. */
static term_id apply_path_operator(term_bank *b, builtin_derived which, const term_id *args,
                                   uint32_t n)
{
    if (which == DERIVED_ENSURE_INDEX) {
        /* Says how large an array is to the tools of that dialect; ours have every index. */
        if (n != 2 || sort_kind_of(b, term_sort(b, args[0])) != SORT_ARRAY ||
            sort_array_index(b, term_sort(b, args[0])) != term_sort(b, args[1]))
            return bank_fail(b, "ensure_index takes an array and an index of it");
        return TERM_ID_TRUE;
    }
    if (which == DERIVED_BOOL_TO_BV) {
        if (n != 1 || term_sort(b, args[0]) != SORT_ID_BOOL)
            return bank_fail(b, "one Bool is wanted");
        return term_make3(b, OP_ITE, args[0], term_const(b, value_bv_u64(b, 1, 1)),
                          term_const(b, value_bv_u64(b, 1, 0)));
    }
    if (n != 1 || !is_bv(b, args[0]))
        return bank_fail(b, "one bit-vector is wanted");
    return term_not(b,
                    term_eq(b, args[0], term_const(b, value_bv_u64(b, width_of(b, args[0]), 0))));
}

static term_id apply_reduction(term_bank *b, builtin_derived which, const term_id *args, uint32_t n)
{
    if (n != 1 || !is_bv(b, args[0]))
        return bank_fail(b, "one bit-vector is wanted");
    mpz_t number;
    mpz_init_set_si(number, which == DERIVED_REDAND ? -1 : 0);
    term_id other = term_const(b, value_bv_mpz(b, width_of(b, args[0]), number));
    mpz_clear(number);
    term_id same = term_make2(b, OP_BVCOMP, args[0], other);
    return which == DERIVED_REDAND ? same : term_make1(b, OP_BVNOT, same);
}

/* Whether the signed product, which is exact in twice the width, is at most the greatest number, or at
 * least the least one. */
static term_id product_fits(term_bank *b, bool above, const term_id *args)
{
    uint32_t w = width_of(b, args[0]);
    mpz_t bound;
    mpz_init(bound);
    mpz_setbit(bound, w - 1);
    if (above)
        mpz_sub_ui(bound, bound, 1);
    else
        mpz_neg(bound, bound);
    term_id limit = term_const(b, value_bv_mpz(b, 2 * w, bound));
    mpz_clear(bound);
    term_id x = term_make(b, OP_SIGN_EXTEND, &w, 1, &args[0], 1);
    term_id y = term_make(b, OP_SIGN_EXTEND, &w, 1, &args[1], 1);
    return x && y ? term_make2(b, above ? OP_BVSLE : OP_BVSGE, term_make2(b, OP_BVMUL, x, y), limit)
                  : 0;
}

/* By the second argument modulo the width. */
static term_id rotated(term_bank *b, bool left, const term_id *args)
{
    uint32_t w = width_of(b, args[0]);
    term_id size = term_const(b, value_bv_u64(b, w, w));
    term_id by = term_make2(b, OP_BVUREM, args[1], size), back = term_make2(b, OP_BVSUB, size, by);
    return term_make2(b, OP_BVOR, term_make2(b, left ? OP_BVSHL : OP_BVLSHR, args[0], by),
                      term_make2(b, left ? OP_BVLSHR : OP_BVSHL, args[0], back));
}

static term_id as_bit(term_bank *b, term_id truth)
{
    return truth ? term_make3(b, OP_ITE, truth, term_const(b, value_bv_u64(b, 1, 1)),
                              term_const(b, value_bv_u64(b, 1, 0)))
                 : 0;
}

static term_id apply_bits(term_bank *b, builtin_derived which, const term_id *args, uint32_t n)
{
    if (which == DERIVED_REDOR || which == DERIVED_REDAND)
        return apply_reduction(b, which, args, n);
    if (which == DERIVED_BVITE) {
        if (n != 3 || term_sort(b, args[0]) != sort_bv(b, 1))
            return bank_fail(b, "bvite takes a bit and two terms");
        term_id truth = term_eq(b, args[0], term_const(b, value_bv_u64(b, 1, 1)));
        term_id parts[] = {truth, args[1], args[2]};
        return term_build(b, OP_ITE, NULL, 0, parts, 3);
    }
    if (n != 2 || !is_bv(b, args[0]) || term_sort(b, args[0]) != term_sort(b, args[1]))
        return bank_fail(b, "two bit-vectors of one width are wanted");
    switch (which) {
    case DERIVED_UMUL_FITS:
        return term_not(b, term_make2(b, OP_BVUMULO, args[0], args[1]));
    case DERIVED_SMUL_NOT_OVER:
    case DERIVED_SMUL_NOT_UNDER:
        return product_fits(b, which == DERIVED_SMUL_NOT_OVER, args);
    case DERIVED_BVULTBV:
        return as_bit(b, term_make2(b, OP_BVULT, args[0], args[1]));
    case DERIVED_BVSLTBV:
        return as_bit(b, term_make2(b, OP_BVSLT, args[0], args[1]));
    default:
        return rotated(b, which == DERIVED_ROTATE_LEFT, args);
    }
}

/* (eqrange a b i j): the arrays agree from i to j. */
static term_id equal_range(term_bank *b, const term_id *args, uint32_t n)
{
    sort_id array = n == 4 ? term_sort(b, args[0]) : 0;
    bool good = array && sort_kind_of(b, array) == SORT_ARRAY && term_sort(b, args[1]) == array;
    sort_id index = good ? sort_array_index(b, array) : 0;
    good = good && term_sort(b, args[2]) == index && term_sort(b, args[3]) == index;
    bool bits = good && sort_kind_of(b, index) == SORT_BV;
    if (!good || (!bits && index != SORT_ID_INT && index != SORT_ID_REAL))
        return bank_fail(b,
                         "eqrange takes two arrays of one sort and two indices that are numbers");
    term_op below = bits ? OP_BVULE : OP_LE;
    term_id k = term_var(b, symbol_fresh(b, "k"), index);
    term_id inside[] = {term_make2(b, below, args[2], k), term_make2(b, below, k, args[3])};
    term_id equal =
        term_eq(b, term_make2(b, OP_SELECT, args[0], k), term_make2(b, OP_SELECT, args[1], k));
    term_id body = term_make2(b, OP_IMPLIES, term_and(b, inside, 2), equal);
    return term_quantifier(b, OP_FORALL, &k, 1, body, NULL, 0);
}

term_id make_cardinality(term_bank *b, sort_id s, uint64_t most)
{
    enum { LARGEST = 1000 };
    if (!most || most > LARGEST)
        return most ? bank_fail(b, "a bound on a sort of more than %d elements", LARGEST)
                    : TERM_ID_FALSE;
    term_vec elements = {0}, cases = {0};
    term_id x = term_var(b, symbol_fresh(b, "x"), s);
    for (uint64_t i = 0; i < most; i++) {
        vec_push(&elements, term_var(b, symbol_fresh(b, "e"), s));
        vec_push(&cases, term_eq(b, x, vec_last(&elements)));
    }
    term_id all =
        term_quantifier(b, OP_FORALL, &x, 1, term_or(b, cases.at, (uint32_t)cases.n), NULL, 0);
    term_id t = term_quantifier(b, OP_EXISTS, elements.at, (uint32_t)elements.n, all, NULL, 0);
    vec_free(&elements);
    vec_free(&cases);
    return t;
}

/* ---- Arrays ------------------------------------------------------------------------------------ */

static term_id fail_here(smt_reader *r, const frame *f, const char *message)
{
    return reader_fail_at(r, f->line, f->column, "%s", message);
}

static term_id apply_const_array(smt_reader *r, const frame *f, const term_id *args, uint32_t n)
{
    if (n != 1)
        return fail_here(r, f, "a constant array takes 1 argument");
    if (sort_kind_of(r->bank, f->extra) != SORT_ARRAY)
        return fail_here(r, f, "(as const …) needs an Array sort");
    term_id element = coerce(r, args[0], sort_array_element(r->bank, f->extra));
    if (!element)
        return fail_here(r, f,
                         "the element of the constant array has another sort than its sort says");
    term_id t = term_const_array(r->bank, f->extra, element);
    return t ? t : fail_here(r, f, bank_error(r->bank));
}

static unsigned hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? (unsigned)(c - '0')
           : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
           : c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10
                                  : 16;
}

/* ((as (_ god_save_me_const |030102|) S) default): bytes from index 0 on, then the default. */
static term_id apply_array_literal(smt_reader *r, const frame *f, const term_id *args, uint32_t n)
{
    term_bank *b = r->bank;
    term_id t = apply_const_array(r, f, args, n);
    if (!t)
        return 0;
    sort_id index = sort_array_index(b, f->extra), element = sort_array_element(b, f->extra);
    const char *text = symbol_text(r->bank, f->id);
    size_t length = symbol_length(b, f->id);
    if (sort_kind_of(b, index) != SORT_BV || sort_kind_of(b, element) != SORT_BV ||
        sort_bv_width(b, element) != 8 || length % 2)
        return fail_here(r, f, "an array literal has bytes, two hexadecimal digits each");
    for (size_t i = 0; i < length; i += 2) {
        unsigned high = hex_digit(text[i]), low = hex_digit(text[i + 1]);
        if (high > 15 || low > 15)
            return fail_here(r, f, "an array literal has hexadecimal digits");
        t = term_make3(b, OP_STORE, t,
                       term_const(b, value_bv_u64(b, sort_bv_width(b, index), i / 2)),
                       term_const(b, value_bv_u64(b, 8, high << 4 | low)));
    }
    return t;
}

term_id apply_array(smt_reader *r, const frame *f, const term_id *args, uint32_t n)
{
    return f->phase ? apply_array_literal(r, f, args, n) : apply_const_array(r, f, args, n);
}

/* ((_ map f) a …): the array of f at the elements of all. */
term_id apply_map(smt_reader *r, const frame *f, term_id *args, uint32_t n)
{
    term_bank *b = r->bank;
    sort_id index = 0;
    for (uint32_t i = 0; i < n; i++) {
        sort_id s = term_sort(b, args[i]);
        if (sort_kind_of(b, s) != SORT_ARRAY || (i && sort_array_index(b, s) != index))
            return fail_here(r, f, "map takes arrays with indices of one sort");
        index = sort_array_index(b, s);
    }
    if (!n)
        return fail_here(r, f, "map takes arrays");
    term_id x = term_var(b, symbol_fresh(b, "x"), index);
    term_vec elements = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(&elements, term_make2(b, OP_SELECT, args[i], x));
    frame head = {.kind = HEAD_SYMBOL, .id = f->id, .line = f->line, .column = f->column};
    term_id body = apply_head(r, &head, elements.at, n);
    vec_free(&elements);
    return body ? term_quantifier(b, OP_LAMBDA, &x, 1, body, NULL, 0) : 0;
}

/* ---- Functions as values ----------------------------------------------------------------------- */

term_id apply_function(term_bank *b, term_id function, const term_id *args, uint32_t n)
{
    term_id t = function;
    for (uint32_t i = 0; t && i < n; i++) {
        if (sort_kind_of(b, term_sort(b, t)) != SORT_ARRAY)
            return bank_fail(b, i ? "there are more arguments than the function takes"
                                  : "this is not a function");
        term_id pair[] = {t, args[i]};
        t = term_build(b, OP_SELECT, NULL, 0, pair, 2);
    }
    return t;
}

term_id apply_partially(smt_reader *r, decl_id d, const term_id *args, uint32_t n)
{
    term_bank *b = r->bank;
    uint32_t arity = decl_arity(b, d);
    if (n >= arity || r->config.strict || r->table->overloads.at[d].generic)
        return 0;
    term_vec all = {0};
    for (uint32_t i = 0; i < n; i++) {
        term_id t = coerce(r, args[i], decl_domain(b, d, i));
        if (!t) {
            vec_free(&all);
            return 0;
        }
        vec_push(&all, t);
    }
    bool closed = true;
    for (uint32_t i = 0; i < n; i++)
        closed = closed && !term_has_var(b, all.at[i]);
    for (uint32_t i = n; i < arity;
         i++) { /* the same names each time, so that it is the same term */
        char name[32];
        snprintf(name, sizeof name, "argument!%u", i);
        symbol_id symbol = closed ? symbol_make(b, name) : symbol_fresh(b, "argument");
        vec_push(&all, term_var(b, symbol, decl_domain(b, d, i)));
    }
    term_id body = term_app(b, d, all.at, arity);
    term_id t = body ? term_quantifier(b, OP_LAMBDA, all.at + n, arity - n, body, NULL, 0) : 0;
    vec_free(&all);
    return t;
}

/* ---- Tuples ------------------------------------------------------------------------------------ */

static term_id make_tuple(term_bank *b, const term_id *args, uint32_t n)
{
    vec_u32 sorts = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(&sorts, term_sort(b, args[i]));
    sort_id s = sort_tuple(b, sorts.at, n);
    vec_free(&sorts);
    return s ? term_app(b, sort_constructor(b, s, 0), args, n) : 0;
}

/* The constructor of the tuple's sort, if all indices are places in it; 0 after a message. */
static decl_id tuple_with(term_bank *b, sort_id s, const uint32_t *indices, uint32_t n)
{
    if (!sort_is_tuple(b, s))
        return bank_fail(b, "a tuple is wanted");
    for (uint32_t i = 0; i < n; i++)
        if (indices[i] >= sort_parameter_count(b, s))
            return bank_fail(b, "a tuple of %u elements has no element %u",
                             sort_parameter_count(b, s), indices[i]);
    return sort_constructor(b, s, 0);
}

static term_id project(term_bank *b, decl_id tuple, term_id t, const uint32_t *indices, uint32_t n)
{
    term_vec parts = {0};
    for (uint32_t i = 0; i < n; i++)
        vec_push(&parts, term_app(b, decl_selector(b, tuple, indices[i]), &t, 1));
    term_id result = make_tuple(b, parts.at, n);
    vec_free(&parts);
    return result;
}

static term_id apply_tuple(term_bank *b, builtin_derived which, const uint32_t *indices,
                           uint32_t n_indices, const term_id *args, uint32_t n)
{
    if (which == DERIVED_TUPLE)
        return make_tuple(b, args, n);
    bool update = which == DERIVED_TUPLE_UPDATE;
    if (n != (update ? 2 : 1) || (which != DERIVED_TUPLE_PROJECT && n_indices != 1))
        return bank_fail(
            b, "(_ tuple.select place), (_ tuple.update place) or (_ tuple.project place …) "
               "at a tuple is meant");
    decl_id tuple = tuple_with(b, term_sort(b, args[0]), indices, n_indices);
    if (!tuple)
        return 0;
    if (which == DERIVED_TUPLE_PROJECT)
        return project(b, tuple, args[0], indices, n_indices);
    decl_id d = update ? decl_updater(b, tuple, indices[0]) : decl_selector(b, tuple, indices[0]);
    return term_build(b, OP_APP, &d, 1, args, n);
}

/* ---- Sets and bags ----------------------------------------------------------------------------- */

static term_id empty_of(term_bank *b, sort_id s)
{
    return term_const(b, value_set(b, s, NULL, 0));
}

/* (set.insert x … S) */
static term_id insert(term_bank *b, const term_id *args, uint32_t n)
{
    if (n < 2)
        return bank_fail(b, "set.insert takes elements and a set");
    term_id t = args[n - 1];
    for (uint32_t i = n - 1; t && i-- > 0;) {
        term_id pair[] = {term_make1(b, OP_SET_SINGLETON, args[i]), t};
        t = term_build(b, OP_SET_UNION, NULL, 0, pair, 2);
    }
    return t;
}

/* Whether the predicate holds of all elements, or of one: whether filtering leaves all, or any. */
static term_id filtered(term_bank *b, bool all, const term_id *args, uint32_t n)
{
    bool bag = n == 2 && sort_kind_of(b, term_sort(b, args[1])) == SORT_BAG;
    term_id kept = term_make(b, bag ? OP_BAG_FILTER : OP_SET_FILTER, NULL, 0, args, n);
    if (!kept)
        return 0;
    term_id none = term_const(b, value_default(b, term_sort(b, kept)));
    return all ? term_eq(b, kept, args[1]) : term_not(b, term_eq(b, kept, none));
}

static term_id is_singleton(term_bank *b, term_id s)
{
    term_id one = term_const(b, value_int(b, 1));
    return term_eq(b, term_make1(b, OP_SET_CARD, s), one);
}

/* ((_ rel.project i …) R), also of a table: the tuples projected, which is a map. */
static term_id project_all(term_bank *b, const uint32_t *indices, uint32_t n, term_id tuples)
{
    sort_kind kind = sort_kind_of(b, term_sort(b, tuples));
    sort_id tuple = sort_is_collection(kind) ? sort_element(b, term_sort(b, tuples)) : 0;
    if (!tuple || kind == SORT_SEQ || !sort_is_tuple(b, tuple))
        return bank_fail(b, "a relation or table is wanted");
    decl_id constructor = tuple_with(b, tuple, indices, n);
    if (!constructor)
        return 0;
    term_id x = term_var(b, symbol_make(b, "tuple!"), tuple);
    term_id body = project(b, constructor, x, indices, n);
    term_id f = body ? term_quantifier(b, OP_LAMBDA, &x, 1, body, NULL, 0) : 0;
    return f ? term_make2(b, kind == SORT_SET ? OP_SET_MAP : OP_BAG_MAP, f, tuples) : 0;
}

static term_id apply_set(term_bank *b, builtin_derived which, const uint32_t *indices,
                         uint32_t n_indices, const term_id *args, uint32_t n)
{
    if (which == DERIVED_SET_INSERT)
        return insert(b, args, n);
    if (which == DERIVED_SET_ALL || which == DERIVED_SET_SOME)
        return filtered(b, which == DERIVED_SET_ALL, args, n);
    if (which == DERIVED_PROJECT_ALL && n == 1)
        return project_all(b, indices, n_indices, args[0]);
    if (n != 1 || sort_kind_of(b, term_sort(b, args[0])) != SORT_SET)
        return bank_fail(b, "one set is wanted");
    sort_id s = term_sort(b, args[0]);
    switch (which) {
    case DERIVED_SET_IS_EMPTY:
        return term_eq(b, args[0], empty_of(b, s));
    default:
        return is_singleton(b, args[0]);
    }
}

static term_id bag_member(term_bank *b, const term_id *args, uint32_t n)
{
    term_id count = term_make(b, OP_BAG_COUNT, NULL, 0, args, n);
    return count ? term_make2(b, OP_GE, count, term_const(b, value_int(b, 1))) : 0;
}

term_id apply_derived(term_bank *b, builtin_derived which, const uint32_t *indices,
                      uint32_t n_indices, const term_id *args, uint32_t n)
{
    bool indexed = which >= DERIVED_TUPLE_SELECT && which <= DERIVED_TUPLE_PROJECT;
    if (n_indices && !indexed && which != DERIVED_PROJECT_ALL)
        return bank_fail(b, "it takes no indices");
    if (which < DERIVED_BOOL_TO_BV)
        return apply_bits(b, which, args, n);
    if (which < DERIVED_EQRANGE)
        return apply_path_operator(b, which, args, n);
    if (which == DERIVED_EQRANGE)
        return equal_range(b, args, n);
    if (which == DERIVED_APPLY)
        return n ? apply_function(b, args[0], args + 1, n - 1)
                 : bank_fail(b, "a function and its arguments are wanted");
    if (which <= DERIVED_TUPLE_PROJECT)
        return apply_tuple(b, which, indices, n_indices, args, n);
    return which == DERIVED_BAG_MEMBER ? bag_member(b, args, n)
                                       : apply_set(b, which, indices, n_indices, args, n);
}

term_id make_empty(term_bank *b, sort_kind kind, sort_id s)
{
    if (sort_kind_of(b, s) != (kind == SORT_NONE ? SORT_SET : kind))
        return bank_fail(b, "the sort that follows is another one");
    term_id none = term_const(b, value_default(b, s));
    return kind == SORT_NONE ? term_make1(b, OP_SET_COMPLEMENT, none) : none;
}

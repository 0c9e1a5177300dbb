/* Strings. Positions are code points; an empty pattern is found at once. */
#include "term/rewrite/rewrite_rule.h"

static term_id concat_flatten(term_bank *b, term_id t)
{
    uint32_t n = term_arity(b, t), total = n;
    term_vec args = {0};
    for (uint32_t i = 0; i < n; i++) {
        term_id x = term_arg(b, t, i);
        if (rewrite_is(b, x, OP_STR_CONCAT) && total - 1 + term_arity(b, x) <= REWRITE_MAX_FLAT) {
            total += term_arity(b, x) - 1;
            vec_append(&args, term_args(b, x), term_arity(b, x));
        } else {
            vec_push(&args, x);
        }
    }
    term_id result = rewrite_join(b, OP_STR_CONCAT, args.at, (uint32_t)args.n);
    vec_free(&args);
    return result;
}

/* Runs of constants become one; empty ones go. */
static term_id concat_join(term_bank *b, term_id t)
{
    term_vec args = {0}, run = {0};
    uint32_t n = term_arity(b, t);
    for (uint32_t i = 0; i <= n; i++) {
        if (i < n && rewrite_is_const(b, term_arg(b, t, i))) {
            if (!rewrite_is_empty_string(b, term_arg(b, t, i)))
                vec_push(&run, term_arg(b, t, i));
            continue;
        }
        term_id joined =
            run.n > 1 ? rewrite_fold(b, OP_STR_CONCAT, SORT_ID_STRING, run.at, (uint32_t)run.n) : 0;
        if (joined)
            vec_push(&args, joined);
        else
            vec_append(&args, run.at, run.n);
        vec_clear(&run);
        if (i < n)
            vec_push(&args, term_arg(b, t, i));
    }
    term_id result = args.n ? rewrite_join(b, OP_STR_CONCAT, args.at, (uint32_t)args.n)
                            : rewrite_empty_string(b);
    vec_free(&args);
    vec_free(&run);
    return result;
}

static term_id len_concat(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    if (!rewrite_is(b, x, OP_STR_CONCAT))
        return 0;
    term_vec args = {0};
    for (uint32_t i = 0; i < term_arity(b, x); i++)
        vec_push(&args, term_make1(b, OP_STR_LEN, term_arg(b, x, i)));
    term_id result = rewrite_join(b, OP_ADD, args.at, (uint32_t)args.n);
    vec_free(&args);
    return result;
}

/* (= (str.len x) 0). */
static term_id eq_len_zero(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    if (term_arity(b, t) != 2 || !rewrite_is(b, x, OP_STR_LEN) ||
        !rewrite_is_int(b, term_arg(b, t, 1), 0))
        return 0;
    return term_eq(b, term_arg(b, x, 0), rewrite_empty_string(b));
}

static bool is_below(const term_bank *b, term_id t, int bound)
{
    mpz_t number;
    value_scratch scratch;
    if (!rewrite_is_number(b, t))
        return false;
    value_mpz(b, term_value(b, t), number, &scratch);
    return mpz_cmp_si(number, bound) < 0;
}

/* Nothing is at a negative place or has a length below one. */
static term_id substr_nothing(term_bank *b, term_id t)
{
    bool none = rewrite_is_empty_string(b, term_arg(b, t, 0)) ||
                is_below(b, term_arg(b, t, 1), 0) ||
                (rewrite_is(b, t, OP_STR_SUBSTR) && is_below(b, term_arg(b, t, 2), 1));
    return none ? rewrite_empty_string(b) : 0;
}

static term_id substr_whole(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0), length = term_arg(b, t, 2);
    return rewrite_is_int(b, term_arg(b, t, 1), 0) && rewrite_is(b, length, OP_STR_LEN) &&
                   term_arg(b, length, 0) == x
               ? x
               : 0;
}

/* prefixof, suffixof: of itself, the empty one, of the empty one. */
static term_id affix_trivial(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0), y = term_arg(b, t, 1);
    if (x == y || rewrite_is_empty_string(b, x))
        return TERM_ID_TRUE;
    return rewrite_is_empty_string(b, y) ? term_eq(b, x, y) : 0;
}

static term_id contains_trivial(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0), y = term_arg(b, t, 1);
    if (x == y || rewrite_is_empty_string(b, y))
        return TERM_ID_TRUE;
    if (rewrite_is(b, x, OP_STR_CONCAT))
        for (uint32_t i = 0; i < term_arity(b, x); i++)
            if (term_arg(b, x, i) == y)
                return TERM_ID_TRUE;
    return rewrite_is_empty_string(b, x) ? term_eq(b, y, x) : 0;
}

static term_id replace_trivial(term_bank *b, term_id t)
{
    term_id s = term_arg(b, t, 0), from = term_arg(b, t, 1), to = term_arg(b, t, 2);
    if (from == to)
        return s;
    if (s == from)
        return to;
    return rewrite_is_empty_string(b, from) ? term_make2(b, OP_STR_CONCAT, to, s) : 0;
}

/* An empty pattern is never replaced by replace_all, not even in the empty string. */
static term_id replace_all_trivial(term_bank *b, term_id t)
{
    term_id s = term_arg(b, t, 0), from = term_arg(b, t, 1), to = term_arg(b, t, 2);
    return from == to || rewrite_is_empty_string(b, s) || rewrite_is_empty_string(b, from) ? s : 0;
}

static term_id indexof_trivial(term_bank *b, term_id t)
{
    term_id s = term_arg(b, t, 0), pattern = term_arg(b, t, 1), from = term_arg(b, t, 2);
    if (is_below(b, from, 0))
        return rewrite_int(b, -1);
    if (rewrite_is_int(b, from, 0) && (s == pattern || rewrite_is_empty_string(b, pattern)))
        return from;
    return 0;
}

static term_id less_trivial(term_bank *b, term_id t)
{
    if (term_arity(b, t) != 2)
        return 0;
    term_id x = term_arg(b, t, 0), y = term_arg(b, t, 1);
    if (rewrite_is(b, t, OP_STR_LT)) {
        if (x == y || rewrite_is_empty_string(b, y))
            return TERM_ID_FALSE;
        return rewrite_is_empty_string(b, x) ? term_not(b, term_eq(b, x, y)) : 0;
    }
    if (x == y || rewrite_is_empty_string(b, x))
        return TERM_ID_TRUE;
    return rewrite_is_empty_string(b, y) ? term_eq(b, x, y) : 0;
}

/* The first (or last) constant of a string, and its length; false if it does not begin with one. */
static bool known_end(const term_bank *b, term_id t, bool last, const uint32_t **data, size_t *n)
{
    if (rewrite_is(b, t, OP_STR_CONCAT))
        t = term_arg(b, t, last ? term_arity(b, t) - 1 : 0);
    if (!rewrite_is_const(b, t))
        return false;
    *data = value_string_data(b, term_value(b, t), n);
    return true;
}

/* (= (str.++ "a" x) (str.++ "b" y)) */
static term_id eq_clash(term_bank *b, term_id t)
{
    if (term_arity(b, t) != 2 || term_sort(b, term_arg(b, t, 0)) != SORT_ID_STRING)
        return 0;
    for (int last = 0; last < 2; last++) {
        const uint32_t *x, *y;
        size_t n, m;
        if (!known_end(b, term_arg(b, t, 0), last, &x, &n) ||
            !known_end(b, term_arg(b, t, 1), last, &y, &m))
            continue;
        for (size_t i = 0; i < n && i < m; i++)
            if (last ? x[n - 1 - i] != y[m - 1 - i] : x[i] != y[i])
                return TERM_ID_FALSE;
    }
    return 0;
}

/* (= (str.++ x y) ""), which only empty parts make. */
static term_id eq_concat_empty(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0), y = term_arg(b, t, 1);
    if (term_arity(b, t) != 2 || !rewrite_is(b, x, OP_STR_CONCAT) || !rewrite_is_empty_string(b, y))
        return 0;
    term_vec parts = {0};
    for (uint32_t i = 0; i < term_arity(b, x); i++)
        vec_push(&parts, term_eq(b, term_arg(b, x, i), y));
    term_id result = term_and(b, parts.at, (uint32_t)parts.n);
    vec_free(&parts);
    return result;
}

const rewrite_rule rewrite_string_rules[] = {
    {"str-concat-flatten", OP_STR_CONCAT, concat_flatten},
    {"str-concat-join", OP_STR_CONCAT, concat_join},
    {"str-len-concat", OP_STR_LEN, len_concat},
    {"str-eq-len-zero", OP_EQ, eq_len_zero},
    {"str-substr-nothing", OP_STR_SUBSTR, substr_nothing},
    {"str-at-nothing", OP_STR_AT, substr_nothing},
    {"str-substr-whole", OP_STR_SUBSTR, substr_whole},
    {"str-affix-trivial", OP_STR_PREFIXOF, affix_trivial},
    {"str-affix-trivial", OP_STR_SUFFIXOF, affix_trivial},
    {"str-contains-trivial", OP_STR_CONTAINS, contains_trivial},
    {"str-replace-trivial", OP_STR_REPLACE, replace_trivial},
    {"str-replace-all-trivial", OP_STR_REPLACE_ALL, replace_all_trivial},
    {"str-indexof-trivial", OP_STR_INDEXOF, indexof_trivial},
    {"str-less-chain", OP_STR_LT, rewrite_chain},
    {"str-less-chain", OP_STR_LE, rewrite_chain},
    {"str-less-trivial", OP_STR_LT, less_trivial},
    {"str-less-trivial", OP_STR_LE, less_trivial},
    {"str-eq-clash", OP_EQ, eq_clash},
    {"str-eq-concat-empty", OP_EQ, eq_concat_empty},
    {0},
};

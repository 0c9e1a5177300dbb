/* Core: negation, implication, distinct, ite, quantifiers with a constant body. */
#include "term/rewrite/rewrite_rule.h"

#include "base/vec.h"

static term_id not_not(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    return rewrite_is(b, x, OP_NOT) ? term_arg(b, x, 0) : 0;
}

/* (not (< x y)) is (<= y x) where the order is total. */
static term_id not_compare(term_bank *b, term_id t)
{
    static const term_op opposite[OP_COUNT] = {
        [OP_LE] = OP_LT,         [OP_LT] = OP_LE,         [OP_BVULE] = OP_BVULT,
        [OP_BVULT] = OP_BVULE,   [OP_BVSLE] = OP_BVSLT,   [OP_BVSLT] = OP_BVSLE,
        [OP_STR_LE] = OP_STR_LT, [OP_STR_LT] = OP_STR_LE,
    };
    term_id x = term_arg(b, t, 0);
    term_op op = opposite[term_op_of(b, x)];
    if (!op || term_arity(b, x) != 2)
        return 0;
    return term_make2(b, op, term_arg(b, x, 1), term_arg(b, x, 0));
}

static term_id implies_to_or(term_bank *b, term_id t)
{
    uint32_t n = term_arity(b, t);
    term_vec args = {0};
    for (uint32_t i = 0; i < n; i++) {
        term_id x = term_arg(b, t, i);
        vec_push(&args, i + 1 < n ? term_not(b, x) : x);
    }
    term_id result = term_or(b, args.at, n);
    vec_free(&args);
    return result;
}

/* x ^ (not y) is (not (x ^ y)): negations come out. */
static term_id xor_not(term_bank *b, term_id t)
{
    term_vec args = {0};
    bool odd = false, found = false;
    for (uint32_t i = 0; i < term_arity(b, t); i++) {
        term_id x = term_arg(b, t, i);
        bool negated = rewrite_is(b, x, OP_NOT) || x == TERM_ID_TRUE;
        found |= negated;
        odd ^= negated;
        vec_push(&args, x == TERM_ID_TRUE ? TERM_ID_FALSE : negated ? term_arg(b, x, 0) : x);
    }
    term_id result = 0;
    if (found) {
        result = rewrite_join(b, OP_XOR, args.at, (uint32_t)args.n);
        result = odd ? term_not(b, result) : result;
    }
    vec_free(&args);
    return result;
}

static term_id distinct_pair(term_bank *b, term_id t)
{
    return term_arity(b, t) == 2 ? term_not(b, term_eq(b, term_arg(b, t, 0), term_arg(b, t, 1)))
                                 : 0;
}

/* Two equal arguments, or more arguments than the sort has values. */
static term_id distinct_impossible(term_bank *b, term_id t)
{
    uint32_t n = term_arity(b, t);
    uint64_t size = sort_cardinality(b, term_sort(b, term_arg(b, t, 0)), n - 1);
    if (size)
        return TERM_ID_FALSE;
    term_vec args = {0};
    vec_append(&args, term_args(b, t), n);
    qsort(args.at, n, sizeof *args.at, vec_u32_order);
    bool repeated = false;
    for (uint32_t i = 0; i + 1 < n; i++)
        repeated |= args.at[i] == args.at[i + 1];
    vec_free(&args);
    return repeated ? TERM_ID_FALSE : 0;
}

static term_id ite_decided(term_bank *b, term_id t)
{
    term_id c = term_arg(b, t, 0), x = term_arg(b, t, 1), y = term_arg(b, t, 2);
    if (x == y || c == TERM_ID_TRUE)
        return x;
    return c == TERM_ID_FALSE ? y : 0;
}

static term_id ite_not(term_bank *b, term_id t)
{
    term_id c = term_arg(b, t, 0);
    return rewrite_is(b, c, OP_NOT)
               ? term_make3(b, OP_ITE, term_arg(b, c, 0), term_arg(b, t, 2), term_arg(b, t, 1))
               : 0;
}

/* Bool: with a constant branch, or with the condition as a branch, it is a junction. */
static term_id ite_junction(term_bank *b, term_id t)
{
    term_id c = term_arg(b, t, 0), x = term_arg(b, t, 1), y = term_arg(b, t, 2);
    if (term_sort(b, t) != SORT_ID_BOOL)
        return 0;
    term_id nc = term_not(b, c);
    if (x == TERM_ID_TRUE || x == c)
        return term_make2(b, OP_OR, c, y);
    if (x == TERM_ID_FALSE || x == nc)
        return term_make2(b, OP_AND, nc, y);
    if (y == TERM_ID_TRUE || y == nc)
        return term_make2(b, OP_OR, nc, x);
    if (y == TERM_ID_FALSE || y == c)
        return term_make2(b, OP_AND, c, x);
    return 0;
}

static term_id ite_same_condition(term_bank *b, term_id t)
{
    term_id c = term_arg(b, t, 0), x = term_arg(b, t, 1), y = term_arg(b, t, 2);
    if (rewrite_is(b, x, OP_ITE) && term_arg(b, x, 0) == c)
        return term_make3(b, OP_ITE, c, term_arg(b, x, 1), y);
    if (rewrite_is(b, y, OP_ITE) && term_arg(b, y, 0) == c)
        return term_make3(b, OP_ITE, c, x, term_arg(b, y, 2));
    return 0;
}

/* (ite c x (ite d x y)) is (ite (or c d) x y), and its mirror image. */
static term_id ite_same_branch(term_bank *b, term_id t)
{
    term_id c = term_arg(b, t, 0), x = term_arg(b, t, 1), y = term_arg(b, t, 2);
    if (rewrite_is(b, y, OP_ITE) && term_arg(b, y, 1) == x)
        return term_make3(b, OP_ITE, term_make2(b, OP_OR, c, term_arg(b, y, 0)), x,
                          term_arg(b, y, 2));
    if (rewrite_is(b, x, OP_ITE) && term_arg(b, x, 2) == y)
        return term_make3(b, OP_ITE, term_make2(b, OP_AND, c, term_arg(b, x, 0)), term_arg(b, x, 1),
                          y);
    return 0;
}

/* Domains are not empty. */
static term_id quantifier_constant(term_bank *b, term_id t)
{
    term_id body = term_body(b, t);
    return body == TERM_ID_TRUE || body == TERM_ID_FALSE ? body : 0;
}

const rewrite_rule rewrite_bool_rules[] = {
    {"not-not", OP_NOT, not_not},
    {"not-compare", OP_NOT, not_compare},
    {"implies-to-or", OP_IMPLIES, implies_to_or},
    {"xor-not", OP_XOR, xor_not},
    {"distinct-pair", OP_DISTINCT, distinct_pair},
    {"distinct-impossible", OP_DISTINCT, distinct_impossible},
    {"ite-decided", OP_ITE, ite_decided},
    {"ite-not", OP_ITE, ite_not},
    {"ite-junction", OP_ITE, ite_junction},
    {"ite-same-condition", OP_ITE, ite_same_condition},
    {"ite-same-branch", OP_ITE, ite_same_branch},
    {"quantifier-constant", OP_FORALL, quantifier_constant},
    {"quantifier-constant", OP_EXISTS, quantifier_constant},
    {0},
};

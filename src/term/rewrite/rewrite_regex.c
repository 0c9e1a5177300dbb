/* Regular expressions: neutral and absorbing elements of concatenation, nested closures, counts,
 * and membership in the simplest languages. (Union and intersection: rewrite_ac.c.) */
#include "term/rewrite/rewrite_rule.h"

static term_id regex(term_bank *b, term_op op)
{
    return term_make(b, op, NULL, 0, NULL, 0);
}

static term_id epsilon(term_bank *b)
{
    return term_make1(b, OP_STR_TO_RE, rewrite_empty_string(b));
}

static bool is_epsilon(const term_bank *b, term_id t)
{
    return rewrite_is(b, t, OP_STR_TO_RE) && rewrite_is_empty_string(b, term_arg(b, t, 0));
}

static term_id concat_units(term_bank *b, term_id t)
{
    uint32_t n = term_arity(b, t), total = n;
    term_vec args = {0};
    bool none = false;
    for (uint32_t i = 0; i < n; i++) {
        term_id x = term_arg(b, t, i);
        none |= rewrite_is(b, x, OP_RE_NONE);
        if (is_epsilon(b, x))
            continue;
        if (rewrite_is(b, x, OP_RE_CONCAT) && total - 1 + term_arity(b, x) <= REWRITE_MAX_FLAT) {
            total += term_arity(b, x) - 1;
            vec_append(&args, term_args(b, x), term_arity(b, x));
        } else {
            vec_push(&args, x);
        }
    }
    term_id result = none     ? regex(b, OP_RE_NONE)
                     : args.n ? rewrite_join(b, OP_RE_CONCAT, args.at, (uint32_t)args.n)
                              : epsilon(b);
    vec_free(&args);
    return result;
}

/* (re.++ (str.to_re x) (str.to_re y)) */
static term_id concat_strings(term_bank *b, term_id t)
{
    term_vec args = {0};
    for (uint32_t i = 0; i < term_arity(b, t); i++) {
        term_id x = term_arg(b, t, i);
        if (args.n && rewrite_is(b, x, OP_STR_TO_RE) &&
            rewrite_is(b, vec_last(&args), OP_STR_TO_RE))
            vec_last(&args) = term_make1(
                b, OP_STR_TO_RE,
                term_make2(b, OP_STR_CONCAT, term_arg(b, vec_last(&args), 0), term_arg(b, x, 0)));
        else
            vec_push(&args, x);
    }
    term_id result = rewrite_join(b, OP_RE_CONCAT, args.at, (uint32_t)args.n);
    vec_free(&args);
    return result;
}

/* Closure of a closure, of nothing, of every character. */
static term_id star_trivial(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    switch (term_op_of(b, x)) {
    case OP_RE_STAR:
    case OP_RE_ALL:
        return x;
    case OP_RE_PLUS:
    case OP_RE_OPT:
        return term_make1(b, OP_RE_STAR, term_arg(b, x, 0));
    case OP_RE_NONE:
        return epsilon(b);
    case OP_RE_ALLCHAR:
        return regex(b, OP_RE_ALL);
    default:
        return is_epsilon(b, x) ? x : 0;
    }
}

static term_id plus_trivial(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    switch (term_op_of(b, x)) {
    case OP_RE_STAR:
    case OP_RE_PLUS:
    case OP_RE_NONE:
    case OP_RE_ALL:
        return x;
    default:
        return is_epsilon(b, x) ? x : 0;
    }
}

static term_id opt_trivial(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    switch (term_op_of(b, x)) {
    case OP_RE_STAR:
    case OP_RE_OPT:
    case OP_RE_ALL:
        return x;
    case OP_RE_PLUS:
        return term_make1(b, OP_RE_STAR, term_arg(b, x, 0));
    case OP_RE_NONE:
        return epsilon(b);
    default:
        return is_epsilon(b, x) ? x : 0;
    }
}

static term_id comp_trivial(term_bank *b, term_id t)
{
    term_id x = term_arg(b, t, 0);
    switch (term_op_of(b, x)) {
    case OP_RE_COMP:
        return term_arg(b, x, 0);
    case OP_RE_NONE:
        return regex(b, OP_RE_ALL);
    case OP_RE_ALL:
        return regex(b, OP_RE_NONE);
    default:
        return 0;
    }
}

static term_id diff_to_inter(term_bank *b, term_id t)
{
    term_vec args = {0};
    for (uint32_t i = 0; i < term_arity(b, t); i++) {
        term_id x = term_arg(b, t, i);
        vec_push(&args, i ? term_make1(b, OP_RE_COMP, x) : x);
    }
    term_id result = rewrite_join(b, OP_RE_INTER, args.at, (uint32_t)args.n);
    vec_free(&args);
    return result;
}

static term_id power_small(term_bank *b, term_id t)
{
    uint32_t n = term_index(b, t, 0);
    return n == 0 ? epsilon(b) : n == 1 ? term_arg(b, t, 0) : 0;
}

/* (_ re.loop low high): empty when low > high. */
static term_id loop_trivial(term_bank *b, term_id t)
{
    uint32_t low = term_index(b, t, 0), high = term_index(b, t, 1);
    term_id x = term_arg(b, t, 0);
    if (low > high)
        return regex(b, OP_RE_NONE);
    if (low == high)
        return rewrite_indexed(b, OP_RE_POWER, low, x);
    return low == 0 && high == 1 ? term_make1(b, OP_RE_OPT, x) : 0;
}

static term_id in_trivial(term_bank *b, term_id t)
{
    term_id s = term_arg(b, t, 0), r = term_arg(b, t, 1);
    switch (term_op_of(b, r)) {
    case OP_RE_NONE:
        return TERM_ID_FALSE;
    case OP_RE_ALL:
        return TERM_ID_TRUE;
    case OP_RE_ALLCHAR:
        return term_eq(b, term_make1(b, OP_STR_LEN, s), rewrite_int(b, 1));
    case OP_STR_TO_RE:
        return term_eq(b, s, term_arg(b, r, 0));
    case OP_RE_COMP:
        return term_not(b, term_make2(b, OP_STR_IN_RE, s, term_arg(b, r, 0)));
    default:
        return 0;
    }
}

const rewrite_rule rewrite_regex_rules[] = {
    {"re-concat-units", OP_RE_CONCAT, concat_units},
    {"re-concat-strings", OP_RE_CONCAT, concat_strings},
    {"re-star-trivial", OP_RE_STAR, star_trivial},
    {"re-plus-trivial", OP_RE_PLUS, plus_trivial},
    {"re-opt-trivial", OP_RE_OPT, opt_trivial},
    {"re-comp-trivial", OP_RE_COMP, comp_trivial},
    {"re-diff-to-inter", OP_RE_DIFF, diff_to_inter},
    {"re-power-small", OP_RE_POWER, power_small},
    {"re-loop-trivial", OP_RE_LOOP, loop_trivial},
    {"str-in-re-trivial", OP_STR_IN_RE, in_trivial},
    {0},
};

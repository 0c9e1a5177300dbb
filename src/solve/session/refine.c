#include "solve/session/refine.h"

#include "base/map.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/eval/eval.h"

/* Functions with a value of which libz3 knows some facts at most. */
static bool is_function(term_op op)
{
    switch (op) {
    case OP_LOG2:
    case OP_IS_POW2:
    case OP_PIAND:
    case OP_STR_REV:
    case OP_STR_TO_LOWER:
    case OP_STR_TO_UPPER:
    case OP_STR_INDEXOF_RE:
    case OP_SEQ_REV:
    case OP_SEQ_REPLACE_ALL:
    case OP_SET_CARD:
    case OP_REL_TCLOSURE:
    case OP_REL_JOIN_IMAGE:
    case OP_BAG_CARD:
    case OP_BAG_MAP:
    case OP_TABLE_PRODUCT:
        return true;
    default:
        return false;
    }
}

bool refine_is_stand_in(const term_bank *b, term_id t)
{
    sort_kind kind = sort_kind_of(b, term_sort(b, t));
    term_op op = term_op_of(b, t);
    bool transcendental = op > OP_SQRT && op <= OP_PI;
    /* libz3 answers sat where it has not looked into a lambda */
    return kind == SORT_SET || kind == SORT_BAG || transcendental || op == OP_LAMBDA ||
           is_function(op);
}

/* (=> (and (= argument value) …) (= t value)); 0 when one of them has no value. */
static term_id fact_about(term_bank *b, evaluator *e, term_id t)
{
    value_id v = eval_term(e, t);
    term_vec parts = {0};
    bool good = v != 0;
    for (uint32_t i = 0; i < term_arity(b, t) && good; i++) {
        term_id arg = term_arg(b, t, i);
        value_id w = eval_term(e, arg);
        good = w != 0;
        if (good && term_op_of(b, arg) != OP_CONST &&
            sort_kind_of(b, term_sort(b, arg)) != SORT_REGLAN)
            vec_push(&parts, term_eq(b, arg, term_const(b, w)));
    }
    term_id fact = 0;
    if (good) {
        term_id equal = term_eq(b, t, term_const(b, v));
        fact = parts.n ? term_make2(b, OP_IMPLIES, term_and(b, parts.at, (uint32_t)parts.n), equal)
                       : equal;
    }
    vec_free(&parts);
    return fact;
}

/* Facts about regular expressions that are no literals are left out: their equality is not for solvers. */
static bool can_be_told(const term_bank *b, term_id t)
{
    if (term_has_var(b, t) || !is_function(term_op_of(b, t)))
        return false;
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        if (sort_kind_of(b, term_sort(b, term_arg(b, t, i))) == SORT_REGLAN &&
            term_op_of(b, term_arg(b, t, i)) != OP_CONST)
            return false;
    return true;
}

bool refine(engine *e, const term_model *m, const solve_limits *limits, const term_id *formulas,
            size_t n, map *told)
{
    term_bank *b = model_bank(m);
    term_vec roots = {0}, order = {0};
    for (size_t i = 0; i < n; i++)
        vec_push(&roots, term_expand_definitions(b, formulas[i]));
    term_postorder(b, roots.at, roots.n, &order);
    evaluator *ev = eval_new(m, &(eval_config){.complete = true, .fuel = limits->check_fuel});
    bool any = false;
    for (size_t i = 0; i < order.n; i++) {
        term_id fact = can_be_told(b, order.at[i]) ? fact_about(b, ev, order.at[i]) : 0;
        bool is_new = false;
        if (fact)
            map_insert(told, fact, &is_new);
        if (is_new)
            engine_assert(e, fact);
        any |= is_new;
    }
    eval_free(ev);
    vec_free(&roots);
    vec_free(&order);
    return any;
}

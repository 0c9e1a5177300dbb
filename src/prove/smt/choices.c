#include "prove/smt/choices.h"

#include <stdlib.h>

#include "term/core/subst.h"
#include "term/core/walk.h"

enum { SMALL = 1 << 30 }; /* constants beyond are left alone */
enum { MANY = 6 };        /* choices from which they are named */

/* Where `condition` holds the sum has `yes` more, elsewhere `no`. */
typedef struct choice {
    term_id condition;
    int64_t yes, no;
} choice;

typedef struct difference {
    term_bank *b;
    VEC(choice) choices;
    term_vec left, right; /* what is no such choice, on either side */
    bool merged;          /* two choices became one */
    bool large;
} difference;

static bool small_number(const term_bank *b, term_id t, int64_t *n)
{
    return term_op_of(b, t) == OP_CONST && term_sort(b, t) == SORT_ID_INT &&
           value_small_int(b, term_value(b, t), n) && *n < SMALL && *n > -SMALL;
}

static void add_choice(difference *d, term_id t, int64_t factor)
{
    term_id condition = term_arg(d->b, t, 0);
    int64_t yes = 0, no = 0;
    small_number(d->b, term_arg(d->b, t, 1), &yes);
    small_number(d->b, term_arg(d->b, t, 2), &no);
    d->large |= llabs(factor) * llabs(yes) > SMALL || llabs(factor) * llabs(no) > SMALL;
    if (term_op_of(d->b, condition) == OP_NOT) {
        int64_t other = yes;
        condition = term_arg(d->b, condition, 0);
        yes = no;
        no = other;
    }
    for (size_t i = 0; i < d->choices.n; i++) {
        choice *c = &d->choices.at[i];
        if (c->condition != condition)
            continue;
        c->yes += factor * yes;
        c->no += factor * no;
        d->merged = true;
        d->large |= llabs(c->yes) > SMALL || llabs(c->no) > SMALL;
        return;
    }
    choice fresh = {condition, factor * yes, factor * no};
    vec_push(&d->choices, fresh);
}

static bool is_choice(const term_bank *b, term_id t)
{
    int64_t n;
    return term_op_of(b, t) == OP_ITE && term_sort(b, t) == SORT_ID_INT &&
           small_number(b, term_arg(b, t, 1), &n) && small_number(b, term_arg(b, t, 2), &n);
}

static term_id number(term_bank *b, int64_t n)
{
    return term_const(b, value_int(b, n));
}

/* A product with a constant: that, and what is multiplied. */
static bool is_multiple(const term_bank *b, term_id t, int64_t *factor, term_id *of)
{
    if (term_op_of(b, t) != OP_MUL || term_arity(b, t) != 2)
        return false;
    for (uint32_t i = 0; i < 2; i++)
        if (small_number(b, term_arg(b, t, i), factor)) {
            *of = term_arg(b, t, 1 - i);
            return true;
        }
    return false;
}

static void add_rest(difference *d, term_id t, int64_t factor)
{
    term_id one = llabs(factor) == 1 ? t : term_make2(d->b, OP_MUL, number(d->b, llabs(factor)), t);
    vec_push(factor > 0 ? &d->left : &d->right, one);
}

static void add_summands(difference *d, term_id t, int64_t factor)
{
    int64_t more;
    term_id of;
    if (!factor)
        return;
    if (llabs(factor) > SMALL) {
        d->large = true;
    } else if (term_op_of(d->b, t) == OP_ADD) {
        for (uint32_t i = 0; i < term_arity(d->b, t); i++)
            add_summands(d, term_arg(d->b, t, i), factor);
    } else if (is_choice(d->b, t)) {
        add_choice(d, t, factor);
    } else if (is_multiple(d->b, t, &more, &of)) {
        add_summands(d, of, factor * more);
    } else {
        add_rest(d, t, factor);
    }
}

static term_id sum(term_bank *b, const term_vec *v)
{
    return !v->n       ? number(b, 0)
           : v->n == 1 ? v->at[0]
                       : term_make(b, OP_ADD, NULL, 0, v->at, (uint32_t)v->n);
}

static bool is_order(term_op op)
{
    return op == OP_LE || op == OP_LT || op == OP_GE || op == OP_GT || op == OP_EQ;
}

/* The comparison itself where there is nothing to merge. */
static term_id merge_in(term_bank *b, term_id comparison)
{
    difference d = {.b = b};
    term_id result = comparison;
    add_summands(&d, term_arg(b, comparison, 0), 1);
    add_summands(&d, term_arg(b, comparison, 1), -1);
    for (size_t i = 0; i < d.choices.n; i++) {
        const choice *c = &d.choices.at[i];
        term_id both[] = {number(b, c->yes), number(b, c->no)};
        vec_push(&d.left,
                 c->yes == c->no ? both[0] : term_make3(b, OP_ITE, c->condition, both[0], both[1]));
    }
    if (d.merged && !d.large)
        result = term_make2(b, term_op_of(b, comparison), sum(b, &d.left), sum(b, &d.right));
    vec_free(&d.choices);
    vec_free(&d.left);
    vec_free(&d.right);
    return result;
}

term_id choices_merge(term_bank *b, term_id t)
{
    term_vec order = {0}, from = {0}, to = {0};
    term_postorder(b, &t, 1, &order);
    for (size_t i = 0; i < order.n; i++) {
        term_id one = order.at[i];
        if (!is_order(term_op_of(b, one)) || term_arity(b, one) != 2 ||
            term_sort(b, term_arg(b, one, 0)) != SORT_ID_INT)
            continue;
        term_id merged = merge_in(b, one);
        if (merged != one) {
            vec_push(&from, one);
            vec_push(&to, merged);
        }
    }
    term_id result = from.n ? term_substitute(b, t, from.at, to.at, from.n) : t;
    vec_free(&order);
    vec_free(&from);
    vec_free(&to);
    return result;
}

/* What the constant of a choice is. */
static void define(term_bank *b, term_id t, term_id name, term_vec *parts)
{
    term_id condition = term_arg(b, t, 0), yes = term_arg(b, t, 1), no = term_arg(b, t, 2);
    int64_t x = 0, y = 0;
    small_number(b, yes, &x);
    small_number(b, no, &y);
    term_id first[] = {term_not(b, condition), term_eq(b, name, yes)};
    term_id second[] = {condition, term_eq(b, name, no)};
    vec_push(parts, term_or(b, first, 2));
    vec_push(parts, term_or(b, second, 2));
    vec_push(parts, term_make2(b, OP_GE, name, number(b, x < y ? x : y)));
    vec_push(parts, term_make2(b, OP_LE, name, number(b, x < y ? y : x)));
}

term_id choices_name(term_bank *b, map *names, term_id t, term_vec *parts)
{
    term_vec order = {0}, from = {0}, to = {0};
    term_postorder(b, &t, 1, &order);
    for (size_t i = 0; i < order.n; i++)
        if (is_choice(b, order.at[i]))
            vec_push(&from, order.at[i]);
    for (size_t i = 0; from.n >= MANY && i < from.n; i++) {
        term_id name = (term_id)map_get(names, from.at[i], 0);
        if (!name) {
            name = term_app(b, decl_constant(b, symbol_fresh(b, "choice"), SORT_ID_INT), NULL, 0);
            map_put(names, from.at[i], name);
        }
        vec_push(&to, name);
        define(b, from.at[i], name, parts);
    }
    term_id result = to.n ? term_substitute(b, t, from.at, to.at, from.n) : t;
    vec_free(&order);
    vec_free(&from);
    vec_free(&to);
    return result;
}

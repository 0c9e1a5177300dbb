#include "prove/smt/identities.h"

#include <stdlib.h>

#include "base/map.h"
#include "prove/smt/modular.h"
#include "term/core/sort.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

/* Cases that a question is taken apart into, and all questions about the conjuncts of one formula; formulas in a case;
 * subterms of a formula that are looked at. */
enum { CASES = 64, ALL_CASES = 256, FORMULAS = 512, SUBTERMS = 4000 };

typedef struct question {
    term_bank *bank;
    unsigned cases; /* that may still be looked at */
} question;

typedef VEC(term_id) literals;

/* Appends the conjuncts of a formula. */
static void flatten(term_bank *b, term_id t, literals *out)
{
    bool denied = term_op_of(b, t) == OP_NOT;
    term_id inner = denied ? term_arg(b, t, 0) : t;
    if (term_op_of(b, inner) != (denied ? OP_OR : OP_AND)) {
        vec_push(out, t);
        return;
    }
    for (uint32_t i = 0; i < term_arity(b, inner) && out->n <= FORMULAS; i++) {
        term_id part = term_arg(b, inner, i);
        flatten(b, denied ? term_not(b, part) : part, out);
    }
}

bool identities_is_equation(const term_bank *b, term_id t)
{
    return term_op_of(b, t) == OP_EQ && term_arity(b, t) == 2 &&
           sort_kind_of(b, term_sort(b, term_arg(b, t, 0))) == SORT_BV;
}

bool identities_matter(const term_bank *b, term_id t)
{
    term_vec order = {0};
    bool found = false;
    if (term_dag_size(b, &t, 1) <= SUBTERMS)
        term_postorder(b, &t, 1, &order);
    for (size_t i = 0; i < order.n && !found; i++) {
        uint32_t unknown = 0;
        if (term_op_of(b, order.at[i]) == OP_BVMUL)
            for (uint32_t k = 0; k < term_arity(b, order.at[i]); k++)
                unknown += term_op_of(b, term_arg(b, order.at[i], k)) != OP_CONST;
        found = unknown > 1;
    }
    vec_free(&order);
    return found;
}

static bool contradict(term_bank *b, const literals *all)
{
    map known = {0};
    bool found = false;
    for (size_t i = 0; i < all->n && !found; i++) {
        map_put(&known, all->at[i], 1);
        found = all->at[i] == TERM_ID_FALSE || map_find(&known, term_not(b, all->at[i]));
    }
    map_free(&known);
    return found;
}

/* Whether one of the equations that are denied follows from those that are not. */
static bool arithmetic_refutes(term_bank *b, const literals *all)
{
    term_vec equations = {0};
    bool found = false;
    for (size_t i = 0; i < all->n && !found; i++) {
        term_id denied = term_op_of(b, all->at[i]) == OP_NOT ? term_arg(b, all->at[i], 0) : 0;
        if (!denied || !identities_is_equation(b, denied))
            continue;
        sort_id sort = term_sort(b, term_arg(b, denied, 0));
        vec_clear(&equations);
        for (size_t k = 0; k < all->n; k++)
            if (identities_is_equation(b, all->at[k]) &&
                term_sort(b, term_arg(b, all->at[k], 0)) == sort)
                vec_push(&equations, all->at[k]);
        found = modular_follows(b, denied, equations.at, equations.n);
    }
    vec_free(&equations);
    return found;
}

/* The condition of a choice between numbers in an equation, denied or not; 0: none. */
static term_id condition_in(const term_bank *b, const literals *all)
{
    term_id found = 0;
    for (size_t i = 0; i < all->n && !found; i++) {
        bool denied = term_op_of(b, all->at[i]) == OP_NOT;
        term_id t = denied ? term_arg(b, all->at[i], 0) : all->at[i];
        if (!identities_is_equation(b, t) || term_dag_size(b, &t, 1) > SUBTERMS)
            continue;
        term_vec order = {0};
        term_postorder(b, &t, 1, &order);
        for (size_t k = order.n; k-- > 0 && !found;)
            if (term_op_of(b, order.at[k]) == OP_ITE)
                found = term_arg(b, order.at[k], 0);
        vec_free(&order);
    }
    return found;
}

/* The formulas with all choices of this condition made. */
static void choose(term_bank *b, const literals *all, term_id condition, bool holds, literals *out)
{
    term_vec order = {0}, from = {0}, to = {0};
    term_postorder(b, all->at, all->n, &order);
    for (size_t i = 0; i < order.n; i++)
        if (term_op_of(b, order.at[i]) == OP_ITE && term_arg(b, order.at[i], 0) == condition) {
            vec_push(&from, order.at[i]);
            vec_push(&to, term_arg(b, order.at[i], holds ? 1 : 2));
        }
    /* A choice within a branch of another one is made in its turn. */
    for (size_t i = 0; i < all->n; i++) {
        term_id t = all->at[i], before;
        do {
            before = t;
            t = term_substitute(b, before, from.at, to.at, from.n);
        } while (t != before);
        flatten(b, t, out);
    }
    flatten(b, holds ? condition : term_not(b, condition), out);
    vec_free(&order);
    vec_free(&from);
    vec_free(&to);
}

static bool refute(question *q, const literals *all);

/* All alternatives of a disjunction, one after the other; `at` is its place. */
static bool refute_each(question *q, const literals *all, size_t at)
{
    term_bank *b = q->bank;
    bool denied = term_op_of(b, all->at[at]) == OP_NOT, good = true;
    term_id whole = denied ? term_arg(b, all->at[at], 0) : all->at[at];
    for (uint32_t i = 0; i < term_arity(b, whole) && good; i++) {
        literals one = {0};
        term_id part = term_arg(b, whole, i);
        for (size_t k = 0; k < all->n; k++)
            if (k != at)
                vec_push(&one, all->at[k]);
        flatten(b, denied ? term_not(b, part) : part, &one);
        good = refute(q, &one);
        vec_free(&one);
    }
    return good;
}

/* The place of a formula that has alternatives with equations in them; the number of formulas: none. */
static size_t disjunction_in(const term_bank *b, const literals *all)
{
    for (size_t i = 0; i < all->n; i++) {
        bool denied = term_op_of(b, all->at[i]) == OP_NOT;
        term_id t = denied ? term_arg(b, all->at[i], 0) : all->at[i];
        if (term_op_of(b, t) != (denied ? OP_AND : OP_OR))
            continue;
        term_vec order = {0};
        bool some = false;
        if (term_dag_size(b, &t, 1) <= SUBTERMS)
            term_postorder(b, &t, 1, &order);
        for (size_t k = 0; k < order.n; k++)
            some |= identities_is_equation(b, order.at[k]);
        vec_free(&order);
        if (some)
            return i;
    }
    return all->n;
}

static bool refute(question *q, const literals *all)
{
    if (!q->cases || all->n > FORMULAS)
        return false;
    q->cases--;
    if (contradict(q->bank, all) || arithmetic_refutes(q->bank, all))
        return true;
    size_t at = disjunction_in(q->bank, all);
    if (at < all->n)
        return refute_each(q, all, at);
    term_id condition = condition_in(q->bank, all);
    bool good = condition != 0;
    for (int holds = 1; holds >= 0 && good; holds--) {
        literals chosen = {0};
        choose(q->bank, all, condition, holds, &chosen);
        good = refute(q, &chosen);
        vec_free(&chosen);
    }
    return good;
}

/* With at most so many cases, which are taken from *cases. */
static bool refute_within(term_bank *b, const term_id *formulas, size_t n, unsigned *cases)
{
    unsigned most = *cases < CASES ? *cases : CASES;
    question q = {.bank = b, .cases = most};
    literals all = {0};
    for (size_t i = 0; i < n; i++)
        flatten(b, formulas[i], &all);
    bool good = refute(&q, &all);
    *cases -= most - q.cases;
    vec_free(&all);
    return good;
}

bool identities_refute(term_bank *b, const term_id *formulas, size_t n)
{
    return refute_within(b, formulas, n, &(unsigned){CASES});
}

/* The equation from which a conjunct follows, at once or because it says no more than "at most"; 0: there is none. */
static term_id equation_for(term_bank *b, term_id t)
{
    term_op op = term_op_of(b, t);
    if (identities_is_equation(b, t))
        return t;
    if (op != OP_BVSLE && op != OP_BVSGE && op != OP_BVULE && op != OP_BVUGE)
        return 0;
    return term_eq(b, term_arg(b, t, 0), term_arg(b, t, 1));
}

term_id identities_left(term_bank *b, const term_id *formulas, size_t n, term_id after)
{
    literals conjuncts = {0};
    term_vec left = {0}, parts = {0};
    flatten(b, after, &conjuncts);
    vec_append(&parts, formulas, n);
    vec_push(&parts, 0);
    bool matters = identities_matter(b, after);
    unsigned cases = ALL_CASES;
    for (size_t i = 0; i < n && !matters; i++)
        matters = identities_matter(b, formulas[i]);
    for (size_t i = 0; i < conjuncts.n; i++) {
        term_id equation = matters ? equation_for(b, conjuncts.at[i]) : 0;
        parts.at[n] = equation ? term_not(b, equation) : 0;
        if (!equation || !refute_within(b, parts.at, parts.n, &cases))
            vec_push(&left, conjuncts.at[i]);
    }
    term_id rest = left.n == conjuncts.n ? after : term_and(b, left.at, (uint32_t)left.n);
    vec_free(&conjuncts);
    vec_free(&left);
    vec_free(&parts);
    return rest;
}

#include "solve/prepare/skolem.h"

#include "base/map.h"
#include "solve/prepare/literals.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

/* Which truth of a term matters: that it is true, that it is false. */
enum { WHERE_TRUE = 1, WHERE_FALSE = 2 };

typedef struct pass {
    term_bank *bank;
    const box_set *boxes;
    skolem *all;
    uint32_t origin;
    bool universals;
    bool again; /* a quantifier or an equation is gone, and there may be others below it */
    map wanted; /* term -> which truth matters */
    map now[2]; /* term -> what it has become where it is wanted true, false */
} pass;

static bool is_quantifier(const term_bank *b, term_id t)
{
    return term_op_of(b, t) == OP_FORALL || term_op_of(b, t) == OP_EXISTS;
}

static void want(pass *p, term_id t, uint64_t which)
{
    if (which)
        *map_insert(&p->wanted, t, NULL) |= which;
}

static uint64_t turned(uint64_t which)
{
    return (which & WHERE_TRUE ? WHERE_FALSE : 0) | (which & WHERE_FALSE ? WHERE_TRUE : 0);
}

/* Which truth of argument `i` matters where `which` of `t` does; 0: it is not said. */
static uint64_t wanted_of(const term_bank *b, term_id t, uint32_t i, uint64_t which)
{
    switch (term_op_of(b, t)) {
    case OP_AND:
    case OP_OR:
        return which;
    case OP_NOT:
        return turned(which);
    case OP_IMPLIES:
        return i + 1 < term_arity(b, t) ? turned(which) : which;
    case OP_ITE:
        return i ? which : 0;
    default:
        return 0;
    }
}

static term_id fresh(pass *p, const char *stem, sort_id sort)
{
    decl_id d = decl_constant(p->bank, symbol_fresh(p->bank, stem), sort);
    vec_push(&p->all->constants, d);
    return term_app(p->bank, d, NULL, 0);
}

static term_id with_values(term_bank *b, term_id quantifier, const term_id *values)
{
    term_vec vars = {0};
    uint32_t n = term_var_count(b, quantifier);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&vars, term_arg(b, quantifier, i));
    term_id t = term_substitute(b, term_body(b, quantifier), vars.at, values, n);
    vec_free(&vars);
    return t;
}

static term_id without_quantifier(pass *p, term_id t)
{
    term_vec witnesses = {0};
    for (uint32_t i = 0; i < term_var_count(p->bank, t); i++)
        vec_push(&witnesses, fresh(p, "some", term_sort(p->bank, term_arg(p->bank, t, i))));
    term_id now = with_values(p->bank, t, witnesses.at);
    vec_free(&witnesses);
    p->again = true;
    return now;
}

/* A quantifier with a box, wanted true or false. */
static term_id rid_of(pass *p, term_id t, bool wanted_true)
{
    bool exists = (term_op_of(p->bank, t) == OP_EXISTS) == wanted_true;
    if (exists)
        return without_quantifier(p, t);
    if (!p->universals)
        return t;
    term_id guard = fresh(p, "all", SORT_ID_BOOL);
    vec_push(&p->all->universals, ((skolem_universal){guard, t, p->origin}));
    return wanted_true ? guard : term_not(p->bank, guard);
}

/* Where both truths of an argument with a box matter, the same in connectives that say which where; 0: they
 * do not. */
static term_id apart(pass *p, term_id t)
{
    term_bank *b = p->bank;
    term_op op = term_op_of(b, t);
    bool equation = op == OP_EQ || op == OP_XOR;
    if ((equation && (term_arity(b, t) != 2 || term_sort(b, term_arg(b, t, 0)) != SORT_ID_BOOL)) ||
        (!equation && op != OP_ITE) ||
        !literals_has_bound_box(b, p->boxes, op == OP_ITE ? term_arg(b, t, 0) : t))
        return 0;
    p->again = true;
    term_id x = term_arg(b, t, 0), y = term_arg(b, t, 1);
    if (op == OP_ITE)
        return term_and(b,
                        (term_id[]){term_make2(b, OP_IMPLIES, x, y),
                                    term_make2(b, OP_OR, x, term_arg(b, t, 2))},
                        2);
    y = op == OP_XOR ? term_not(b, y) : y;
    return term_and(
        b, (term_id[]){term_make2(b, OP_IMPLIES, x, y), term_make2(b, OP_IMPLIES, y, x)}, 2);
}

static term_id become(pass *p, term_id t, bool wanted_true)
{
    term_bank *b = p->bank;
    uint64_t which = wanted_true ? WHERE_TRUE : WHERE_FALSE;
    if (is_quantifier(b, t))
        return literals_has_bound_box(b, p->boxes, t) ? rid_of(p, t, wanted_true) : t;
    term_id other = apart(p, t);
    if (other)
        return other;
    term_vec args = {0};
    bool changed = false;
    for (uint32_t i = 0; i < term_arity(b, t); i++) {
        term_id a = term_arg(b, t, i);
        uint64_t of = wanted_of(b, t, i, which);
        vec_push(&args, of ? (term_id)map_get(&p->now[of == WHERE_FALSE], a, a) : a);
        changed |= args.at[i] != a;
    }
    term_id now = changed ? term_rebuild(b, t, args.at) : t;
    vec_free(&args);
    return now ? now : t;
}

static term_id one_pass(pass *p, term_id t)
{
    term_bank *b = p->bank;
    term_vec order = {0};
    term_postorder(b, &t, 1, &order);
    want(p, t, WHERE_TRUE);
    for (size_t i = order.n; i-- > 0;) {
        uint64_t which = map_get(&p->wanted, order.at[i], 0);
        for (uint32_t k = 0; which && k < term_arity(b, order.at[i]); k++)
            want(p, term_arg(b, order.at[i], k), wanted_of(b, order.at[i], k, which));
    }
    for (size_t i = 0; i < order.n; i++)
        for (int negative = 0; negative < 2; negative++)
            if (map_get(&p->wanted, order.at[i], 0) & (negative ? WHERE_FALSE : WHERE_TRUE))
                map_put(&p->now[negative], order.at[i], become(p, order.at[i], !negative));
    vec_free(&order);
    return (term_id)map_get(&p->now[0], t, t);
}

term_id skolem_apply(term_bank *b, const box_set *boxes, skolem *s, term_id formula,
                     uint32_t origin, bool universals)
{
    bool again = literals_has_bound_box(b, boxes, formula);
    while (again) {
        pass p = {.bank = b, .boxes = boxes, .all = s, .origin = origin, .universals = universals};
        formula = one_pass(&p, formula);
        again = p.again;
        map_free(&p.wanted);
        map_free(&p.now[0]);
        map_free(&p.now[1]);
    }
    return formula;
}

term_id skolem_instance(term_bank *b, const skolem_universal *u, const term_id *values)
{
    term_id t = with_values(b, u->quantifier, values);
    return term_op_of(b, u->quantifier) == OP_FORALL ? t : term_not(b, t);
}

void skolem_free(skolem *s)
{
    vec_free(&s->constants);
    vec_free(&s->universals);
}

#include "solve/prepare/expand.h"

#include <stdlib.h>

#include "base/map.h"
#include "fuzz/ranges/ranges.h"
#include "solve/prepare/literals.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

typedef struct expansion {
    term_bank *bank;
    const solve_limits *limits;
    const fuzz_limits *fuzz_limits;
    term_id quantifier;
    uint32_t n;         /* variables */
    vec_u32 *values;    /* the values of each that can make a difference */
    uint64_t instances; /* 0: some variable has none; more than the limit: too many */
} expansion;

static bool any_function(void *context, decl_id d)
{
    const term_bank *b = context;
    bool fits = word_fits_sort(b, decl_range(b, d));
    for (uint32_t i = 0; i < decl_arity(b, d) && fits; i++)
        fits = word_fits_sort(b, decl_domain(b, d, i));
    return fits;
}

/* A program for what an instance that makes a difference satisfies, with a constant for each
 * variable; NULL when it has none. `stand_ins` gets the constant of each bound variable. */
static fuzz_bytecode *telling(const expansion *x, term_vec *stand_ins)
{
    term_bank *b = x->bank;
    term_vec vars = {0}, constants = {0};
    term_id body = term_body(b, x->quantifier);
    const char *reason;
    fuzz_compile_config config = {.is_box = any_function, .context = b};
    for (uint32_t i = 0; i < x->n; i++)
        vec_push(&vars, term_arg(b, x->quantifier, i));
    term_free_vars(b, x->quantifier, &vars);
    for (size_t i = 0; i < vars.n; i++) {
        decl_id d = decl_constant(b, symbol_fresh(b, "v"), term_sort(b, vars.at[i]));
        vec_push(&constants, term_app(b, d, NULL, 0));
        if (i < x->n)
            vec_push(stand_ins, constants.at[i]);
    }
    body = term_substitute(b, body, vars.at, constants.at, vars.n);
    if (term_op_of(b, x->quantifier) == OP_FORALL)
        body = term_not(b, body);
    fuzz_bytecode *p =
        term_has_binder(b, body) ? NULL : fuzz_compile(b, &body, 1, &config, &reason);
    vec_free(&vars);
    vec_free(&constants);
    return p;
}

/* The values of a variable that the program's ranges leave; false when they are too many. */
static bool values_in_range(const expansion *x, const fuzz_bytecode *p, const fuzz_range *ranges,
                            term_id constant, vec_u32 *values)
{
    sort_id sort = term_sort(x->bank, constant);
    for (size_t i = 0; i < p->inputs.n; i++) {
        const fuzz_range *r = &ranges[p->inputs.at[i].reg];
        uint64_t word;
        if (p->inputs.at[i].decl != term_decl(x->bank, constant))
            continue;
        if (fuzz_range_size(r) > x->limits->instances || sort_kind_of(x->bank, sort) == SORT_FP)
            return false;
        for (bool more = fuzz_range_first(r, &word); more; more = fuzz_range_next(r, &word))
            vec_push(values, value_of_word(x->bank, sort, word));
        return true;
    }
    return false;
}

static void find_values(expansion *x)
{
    term_vec stand_ins = {0};
    fuzz_bytecode *p = telling(x, &stand_ins);
    fuzz_range *ranges = p ? fuzz_ranges_new(x->bank, p, x->fuzz_limits) : NULL;
    x->instances = 1;
    for (uint32_t i = 0; i < x->n; i++) {
        sort_id sort = term_sort(x->bank, term_arg(x->bank, x->quantifier, i));
        uint64_t few = x->limits->instances + 1; /* a bound that is not reached */
        if (p && values_in_range(x, p, ranges, stand_ins.at[i], &x->values[i]))
            few = x->values[i].n;
        else if (sort_cardinality(x->bank, sort, x->limits->instances)) {
            value_enumerate(x->bank, sort, x->limits->instances, &x->values[i]);
            few = x->values[i].n;
        }
        x->instances = x->instances > x->limits->instances ? x->instances : x->instances * few;
    }
    free(ranges);
    fuzz_bytecode_free(p);
    vec_free(&stand_ins);
}

static term_id written_out(const expansion *x)
{
    term_bank *b = x->bank;
    term_vec vars = {0}, parts = {0}, now = {0};
    for (uint32_t i = 0; i < x->n; i++)
        vec_push(&vars, term_arg(b, x->quantifier, i));
    for (uint64_t k = 0; k < x->instances; k++) {
        uint64_t rest = k;
        vec_clear(&now);
        for (uint32_t i = 0; i < x->n; i++) {
            vec_push(&now, term_const(b, x->values[i].at[rest % x->values[i].n]));
            rest /= x->values[i].n;
        }
        vec_push(&parts, term_substitute(b, term_body(b, x->quantifier), vars.at, now.at, x->n));
    }
    bool all = term_op_of(b, x->quantifier) == OP_FORALL;
    term_id t = !parts.n ? (all ? TERM_ID_TRUE : TERM_ID_FALSE)
                : all    ? term_and(b, parts.at, (uint32_t)parts.n)
                         : term_or(b, parts.at, (uint32_t)parts.n);
    vec_free(&vars);
    vec_free(&parts);
    vec_free(&now);
    return t;
}

static term_id expanded(term_bank *b, const solve_limits *limits, const fuzz_limits *fuzz,
                        term_id quantifier)
{
    expansion x = {.bank = b,
                   .limits = limits,
                   .fuzz_limits = fuzz,
                   .quantifier = quantifier,
                   .n = term_var_count(b, quantifier)};
    x.values = base_alloc_zero(x.n, sizeof *x.values);
    find_values(&x);
    bool few = x.instances <= limits->instances &&
               x.instances * term_dag_size(b, &quantifier, 1) <= limits->instances_size;
    term_id t = few ? written_out(&x) : quantifier;
    for (uint32_t i = 0; i < x.n; i++)
        vec_free(&x.values[i]);
    free(x.values);
    return t;
}

term_id expand_box_quantifiers(term_bank *b, const box_set *boxes, const solve_limits *limits,
                               const fuzz_limits *fuzz, term_id t)
{
    term_vec order = {0}, args = {0};
    map memo = {0};
    if (!literals_has_bound_box(b, boxes, t))
        return t;
    term_postorder(b, &t, 1, &order);
    for (size_t i = 0; i < order.n; i++) {
        term_id at = order.at[i], now = at;
        bool changed = false;
        vec_clear(&args);
        for (uint32_t k = 0; k < term_arity(b, at); k++) {
            vec_push(&args, (term_id)map_get(&memo, term_arg(b, at, k), 0));
            changed |= args.at[k] != term_arg(b, at, k);
        }
        if (changed)
            now = term_rebuild(b, at, args.at);
        now = now ? now : at;
        if ((term_op_of(b, now) == OP_FORALL || term_op_of(b, now) == OP_EXISTS) &&
            literals_has_bound_box(b, boxes, now))
            now = expanded(b, limits, fuzz, now);
        map_put(&memo, at, now);
    }
    term_id result = (term_id)map_get(&memo, t, 0);
    vec_free(&order);
    vec_free(&args);
    map_free(&memo);
    return result;
}

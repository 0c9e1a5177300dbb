#include "generate/generate.h"

#include <stdio.h>

#include "generate/generate_plan.h"
#include "generate/generate_table.h"

static uint32_t group_of(const generator *g, sort_id sort, uint32_t *first)
{
    const generate_groups *groups = g->config->groups;
    for (size_t i = 0; i < groups->n; i++)
        if (groups->at[i].sort == sort) {
            *first = groups->at[i].first;
            return groups->at[i].n;
        }
    return 0;
}

/* One number for all variables of the sort. */
static term_id grouped_variable(generator *g, sort_id sort)
{
    uint32_t first = 0, seen = group_of(g, sort, &first), n = seen;
    for (size_t i = 0; i < g->bound.n; i++)
        n += term_sort(g->b, g->bound.at[i]) == sort;
    uint64_t wanted = n > 1 ? rng_below(g->r, n) : 0;
    if (wanted < seen)
        return g->config->variables[first + wanted];
    for (size_t i = 0; i < g->bound.n; i++)
        if (term_sort(g->b, g->bound.at[i]) == sort && seen++ == wanted)
            return g->bound.at[i];
    return 0;
}

/* The variable, once in as many times as there were of the sort, or the one chosen before. */
static inline term_id choose_variable(generator *g, sort_id sort, term_id t, term_id before,
                                      uint64_t *seen)
{
    if (term_sort(g->b, t) != sort)
        return before;
    return rng_one_in(g->r, ++*seen) ? t : before;
}

static term_id variable(generator *g, sort_id sort)
{
    term_id found = 0;
    if (g->config->groups)
        return grouped_variable(g, sort);
    uint64_t seen = 0;
    for (size_t i = 0; i < g->bound.n; i++)
        found = choose_variable(g, sort, g->bound.at[i], found, &seen);
    for (size_t i = 0; i < g->config->n_variables; i++)
        found = choose_variable(g, sort, g->config->variables[i], found, &seen);
    return found;
}

static term_id leaf(generator *g, sort_id sort);

/* A literal that is written without an operator: not a negative number, not a fraction. */
static term_id plain_literal(generator *g, sort_id sort)
{
    if (sort == SORT_ID_INT || sort == SORT_ID_REAL) {
        int64_t number = (int64_t)rng_below(g->r, 6);
        return term_const(g->b, sort == SORT_ID_INT ? value_int(g->b, number)
                                                    : value_real(g->b, number, 1));
    }
    value_id v = generate_value(g->b, g->r, sort);
    return v ? term_const(g->b, v) : 0;
}

/* Sorts without literals. */
static term_id constant_term(generator *g, sort_id sort)
{
    static const term_op nullary[] = {OP_RE_NONE, OP_RE_ALL, OP_RE_ALLCHAR};
    if (sort_kind_of(g->b, sort) == SORT_ARRAY) {
        sort_id of = sort_array_element(g->b, sort);
        term_id element = g->config->portable ? plain_literal(g, of) : leaf(g, of);
        return element ? term_const_array(g->b, sort, element) : 0;
    }
    if (sort != SORT_ID_REGLAN)
        return 0;
    if (rng_one_in(g->r, 3))
        return term_make(g->b, nullary[rng_below(g->r, 3)], NULL, 0, NULL, 0);
    term_id text = term_const(g->b, generate_value(g->b, g->r, SORT_ID_STRING));
    return term_make1(g->b, OP_STR_TO_RE, text);
}

/* Recursion is on the nesting of array sorts. */
static term_id leaf(generator *g, sort_id sort)
{
    term_id var = variable(g, sort);
    if (var && rng_below(g->r, 100) >= g->config->constants)
        return var;
    value_id v = generate_value(g->b, g->r, sort);
    term_id t = v ? term_const(g->b, v) : constant_term(g, sort);
    return t ? t : var;
}

static term_id generate(generator *g, sort_id sort, uint32_t depth);

/* A subterm of that sort which was made before; 0: not this time. */
static term_id again(generator *g, sort_id sort)
{
    enum { TRIES = 4 };
    if (!g->config->repeated || rng_below(g->r, 100) >= g->config->repeated)
        return 0;
    for (int i = 0; i < TRIES && g->made.n; i++) {
        term_id t = g->made.at[rng_below(g->r, g->made.n)];
        if (term_sort(g->b, t) == sort)
            return t;
    }
    return 0;
}

static term_id quantifier(generator *g, uint32_t depth)
{
    char name[16]; /* by depth: no name is bound again inside its own scope */
    snprintf(name, sizeof name, "q%zu", g->bound.n);
    sort_id sort =
        g->config->n_sorts ? g->config->sorts[rng_below(g->r, g->config->n_sorts)] : SORT_ID_BOOL;
    if (sort == SORT_ID_REGLAN)
        return 0;
    term_id var = term_var(g->b, symbol_make(g->b, name), sort);
    vec_push(&g->bound, var);
    term_id body = generate(g, SORT_ID_BOOL, depth - 1);
    g->bound.n--;
    term_op op = rng_one_in(g->r, 2) ? OP_FORALL : OP_EXISTS;
    return body ? term_quantifier(g->b, op, &var, 1, body, NULL, 0) : 0;
}

static bool is_drawn(const generator *g, term_op op)
{
    enum { THIRD = 85 }; /* of a byte */
    if (g->config->dice) /* no branch: nobody could guess which way it goes */
        return (int)(rng_unit(g->r) < 0.1) | (g->config->dice[op] < THIRD);
    return !g->config->weights || rng_unit(g->r) < g->config->weights[op];
}

static bool allowed(const generator *g, term_op op)
{
    bool extension = op >= OP_SEQ_UNIT && op < OP_CAST; /* any_op keeps them out */
    if ((!generate_is_ordinary(op) && !extension) ||
        (g->config->forbidden && g->config->forbidden[op]))
        return false;
    return is_drawn(g, op);
}

/* An application of a declared function with that range; 0: there is none. */
static term_id declared(generator *g, sort_id sort, uint32_t depth)
{
    decl_id found = 0;
    uint64_t seen = 0;
    for (size_t i = 0; i < g->config->n_functions; i++)
        if (decl_range(g->b, g->config->functions[i]) == sort && rng_one_in(g->r, ++seen))
            found = g->config->functions[i];
    term_id args[GENERATE_MOST_ARGS];
    uint32_t n = found ? decl_arity(g->b, found) : 0;
    if (!found || n > GENERATE_MOST_ARGS)
        return 0;
    for (uint32_t i = 0; i < n; i++) {
        args[i] = generate(g, decl_domain(g->b, found, i), depth - 1);
        if (!args[i])
            return 0;
    }
    return term_app(g->b, found, args, n);
}

/* For a range: mostly one character. */
static term_id character(generator *g)
{
    if (rng_one_in(g->r, 8))
        return term_const(g->b, generate_value(g->b, g->r, SORT_ID_STRING));
    static const uint32_t letters[] = {'a', 'b', 'c', 'z', '0', '1', '9', 0, 0x2ffff};
    uint32_t letter = letters[rng_below(g->r, sizeof letters / sizeof *letters)];
    return term_const(g->b, value_string(g->b, &letter, 1));
}

/* Recursion is on `depth`, which the caller chose. */
static term_id application(generator *g, term_op op, const plan *p, uint32_t depth)
{
    term_id args[GENERATE_MOST_ARGS];
    bool literals = g->config->portable && op == OP_RE_RANGE;
    for (uint32_t i = 0; i < p->n; i++) {
        args[i] = literals ? character(g) : generate(g, p->args[i], depth - 1);
        if (!args[i])
            return 0;
    }
    return term_build(g->b, op, p->indices, term_op_indices(op), args, p->n);
}

/* Operators beyond the standard only where the palette has a sort of theirs: they would be refused. */
static term_op any_op(generator *g)
{
    bool extended = false;
    for (size_t i = 0; i < g->config->n_sorts && !extended; i++)
        extended = sort_is_collection(sort_kind_of(g->b, g->config->sorts[i]));
    return (term_op)(1 + rng_below(g->r, (extended ? OP_COUNT : OP_FIRST_EXTENSION) - 1));
}

/* One that may result in a sort of the kind; 0: not this time. */
static term_op draw_op(generator *g, sort_kind kind)
{
    if (!g->config->table) {
        term_op op = any_op(g);
        return generate_makes(op, kind) && allowed(g, op) ? op : (term_op)0;
    }
    const op_list *list = g->row[kind];
    if (!list)
        list = generate_table_find(g->config->table, g->kinds, kind);
    if (!list->n)
        return (term_op)0;
    term_op op = (term_op)list->at[rng_below(g->r, list->n)];
    return is_drawn(g, op) ? op : (term_op)0;
}

/* Without truth values among its arguments; 0: not this time. */
static term_id predicate(generator *g, term_op op, uint32_t depth)
{
    plan p;
    if (!generate_plan(g, op, SORT_ID_BOOL, &p))
        return 0;
    for (uint32_t k = 0; k < p.n; k++)
        if (p.args[k] == SORT_ID_BOOL)
            return 0;
    return application(g, op, &p, depth);
}

/* A predicate of leaves; 0: the palette has none. */
static term_id atom(generator *g)
{
    enum { TRIES = 200 };
    for (int i = 0; i < TRIES; i++) {
        term_op op = draw_op(g, SORT_BOOL);
        term_id t = op ? predicate(g, op, 1) : 0;
        if (t)
            return t;
    }
    return 0;
}

static term_id end(generator *g, sort_id sort)
{
    bool truth = g->config->portable && sort == SORT_ID_BOOL && g->config->n_variables;
    term_id t = truth && !variable(g, sort) ? atom(g) : 0;
    return t ? t : leaf(g, sort);
}

static term_id fresh(generator *g, sort_id sort, uint32_t depth)
{
    enum { TRIES = 200 };
    if (!depth || rng_one_in(g->r, 8))
        return end(g, sort);
    if (sort == SORT_ID_BOOL && g->config->quantifiers && rng_one_in(g->r, 8)) {
        term_id t = quantifier(g, depth);
        if (t)
            return t;
    }
    if (g->config->n_functions && rng_one_in(g->r, 8)) {
        term_id t = declared(g, sort, depth);
        if (t)
            return t;
    }
    sort_kind kind = sort_kind_of(g->b, sort);
    for (int i = 0; i < TRIES; i++) {
        plan p;
        term_op op = draw_op(g, kind);
        if (!op || !generate_plan(g, op, sort, &p))
            continue;
        term_id t = application(g, op, &p, depth);
        if (t)
            return t;
    }
    return end(g, sort);
}

static term_id generate(generator *g, sort_id sort, uint32_t depth)
{
    term_id t = again(g, sort);
    if (t)
        return t;
    t = fresh(g, sort, depth);
    if (t && g->config->repeated && !g->bound.n) /* no bound variable leaves its scope */
        vec_push(&g->made, t);
    return t;
}

static generator begin(term_bank *b, rng *r, const generate_config *config)
{
    generator g = {.b = b, .r = r, .config = config};
    for (size_t i = 0; config->table && i < config->n_sorts; i++)
        g.kinds |= 1u << sort_kind_of(b, config->sorts[i]);
    g.row = config->table ? generate_table_row(config->table, g.kinds) : NULL;
    return g;
}

static void generator_free(generator *g)
{
    vec_free(&g->bound);
    vec_free(&g->made);
}

term_id generate_term(term_bank *b, rng *r, const generate_config *config, sort_id sort,
                      uint32_t depth)
{
    generator g = begin(b, r, config);
    term_id t = generate(&g, sort, depth);
    generator_free(&g);
    return t;
}

term_id generate_predicate(term_bank *b, rng *r, const generate_config *config, term_op op,
                           uint32_t depth)
{
    generator g = begin(b, r, config);
    term_id t = predicate(&g, op, depth);
    generator_free(&g);
    return t;
}

void generate_group_variables(const term_bank *b, term_vec *variables, generate_groups *groups)
{
    term_vec ordered = {0};
    for (size_t i = 0; i < variables->n; i++) {
        sort_id sort = term_sort(b, variables->at[i]);
        size_t k = 0;
        while (k < groups->n && groups->at[k].sort != sort)
            k++;
        if (k < groups->n)
            continue;
        generate_group one = {sort, (uint32_t)ordered.n, 0};
        for (size_t j = i; j < variables->n; j++)
            if (term_sort(b, variables->at[j]) == sort)
                vec_push(&ordered, variables->at[j]);
        one.n = (uint32_t)ordered.n - one.first;
        vec_push(groups, one);
    }
    vec_free(variables);
    *variables = ordered;
}

/* Random terms: what the configuration promises of them. The terms themselves are compared by
 * test_differential, printed by test_printer and put into formulas by fuse and race. */
#include "generate/generate.h"

#include "base/map.h"
#include "term/core/walk.h"
#include "test.h"

typedef struct fixture {
    term_bank *b;
    rng r;
    vec_u32 sorts;
    term_vec variables;
} fixture;

static fixture start(unsigned theories)
{
    fixture x = {.b = bank_new(false)};
    rng_seed(&x.r, 11);
    generate_sorts(x.b, theories, &x.sorts);
    generate_variables(x.b, &x.sorts, 1, &x.variables);
    return x;
}

static generate_config config_of(const fixture *x)
{
    return (generate_config){.sorts = x->sorts.at,
                             .n_sorts = x->sorts.n,
                             .variables = x->variables.at,
                             .n_variables = x->variables.n,
                             .constants = 30};
}

static void stop(fixture *x)
{
    vec_free(&x->sorts);
    vec_free(&x->variables);
    bank_free(x->b);
}

/* Applications that occur more than once in a term. */
static size_t shared(const term_bank *b, term_id t)
{
    term_vec order = {0};
    map uses = {0};
    size_t n = 0;
    term_postorder(b, &t, 1, &order);
    for (size_t i = 0; i < order.n; i++)
        for (uint32_t k = 0; k < term_arity(b, order.at[i]); k++) {
            term_id arg = term_arg(b, order.at[i], k);
            n += term_arity(b, arg) && ++*map_insert(&uses, arg, NULL) == 2;
        }
    map_free(&uses);
    vec_free(&order);
    return n;
}

TEST(subterms_are_repeated_where_that_is_wanted)
{
    fixture x = start(GENERATE_INT | GENERATE_BV);
    size_t found[2] = {0};
    for (int wanted = 0; wanted < 2; wanted++) {
        generate_config config = config_of(&x);
        config.repeated = wanted ? 20 : 0;
        for (int i = 0; i < 300; i++)
            found[wanted] += shared(x.b, generate_term(x.b, &x.r, &config, SORT_ID_BOOL, 5));
    }
    CHECK_MSG(found[1] > 2 * found[0] + 100, "%zu shared, %zu without", found[1], found[0]);
    stop(&x);
}

TEST(bound_variables_stay_where_they_are_bound)
{
    fixture x = start(GENERATE_INT);
    generate_config config = config_of(&x);
    config.quantifiers = true;
    config.repeated = 50;
    size_t quantified = 0;
    for (int i = 0; i < 500; i++) {
        term_id t = generate_term(x.b, &x.r, &config, SORT_ID_BOOL, 6);
        term_vec open = {0}, order = {0};
        term_free_vars(x.b, t, &open);
        CHECK(!open.n);
        term_postorder(x.b, &t, 1, &order);
        for (size_t k = 0; k < order.n; k++)
            quantified += term_op_of(x.b, order.at[k]) == OP_FORALL;
        vec_free(&open);
        vec_free(&order);
    }
    CHECK(quantified > 50);
    stop(&x);
}

TEST(predicates_begin_with_their_operator_and_have_no_truth_values)
{
    static const term_op ops[] = {OP_EQ, OP_LT, OP_BVULT, OP_FP_LEQ, OP_STR_PREFIXOF};
    fixture x = start(GENERATE_ALL);
    generate_config config = config_of(&x);
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        size_t made = 0;
        for (int k = 0; k < 50; k++) {
            term_id t = generate_predicate(x.b, &x.r, &config, ops[i], 3);
            if (!t)
                continue;
            made++;
            CHECK(term_op_of(x.b, t) == ops[i] && term_sort(x.b, t) == SORT_ID_BOOL);
            for (uint32_t a = 0; a < term_arity(x.b, t); a++)
                CHECK(term_sort(x.b, term_arg(x.b, t, a)) != SORT_ID_BOOL);
        }
        CHECK_MSG(made > 10, "%s: %zu", term_op_name(ops[i]), made);
    }
    CHECK(!generate_predicate(x.b, &x.r, &config, OP_AND, 3));
    CHECK(!generate_predicate(x.b, &x.r, &config, OP_BVADD, 3));
    stop(&x);
}

/* How often each operator occurs in some terms. */
static void count_operators(fixture *x, const generate_config *config, size_t *counts)
{
    for (int i = 0; i < 1500; i++) {
        sort_id sort = i % 2 ? SORT_ID_BOOL : x->sorts.at[rng_below(&x->r, x->sorts.n)];
        term_id t = generate_term(x->b, &x->r, config, sort, 3);
        term_vec order = {0};
        if (t)
            term_postorder(x->b, &t, 1, &order);
        for (size_t k = 0; k < order.n; k++)
            counts[term_op_of(x->b, order.at[k])]++;
        vec_free(&order);
    }
}

TEST(a_table_of_operators_leaves_none_out)
{
    enum { OFTEN = 12 };
    static const unsigned palettes[] = {GENERATE_INT,
                                        GENERATE_BV,
                                        GENERATE_REAL | GENERATE_FP,
                                        GENERATE_INT | GENERATE_STRING,
                                        GENERATE_ALL,
                                        GENERATE_INT | GENERATE_SEQ | GENERATE_SET | GENERATE_BAG};
    for (size_t i = 0; i < sizeof palettes / sizeof *palettes; i++) {
        size_t without[OP_COUNT] = {0}, with[OP_COUNT] = {0};
        bool forbidden[OP_COUNT] = {0};
        forbidden[OP_ITE] = true;
        for (int op = OP_FIRST_EXTENSION; op < OP_SEQ_UNIT; op++) /* only from a table */
            forbidden[op] = true;
        fixture x = start(palettes[i]);
        generate_config config = config_of(&x);
        config.forbidden = forbidden;
        count_operators(&x, &config, without);
        generate_table *table = config.table = generate_table_new(forbidden);
        count_operators(&x, &config, with);
        generate_table_free(table);
        CHECK(!with[OP_ITE]);
        for (int op = 1; op < OP_COUNT; op++) {
            CHECK_MSG(without[op] < OFTEN || with[op], "%s is missing", term_op_name((term_op)op));
            CHECK_MSG(with[op] < OFTEN || without[op], "%s is new", term_op_name((term_op)op));
        }
        stop(&x);
    }
}

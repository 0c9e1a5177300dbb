#include <string.h>

#include "assertions.h"
#include "base/rng.h"
#include "fuzz/values/vmetric.h"
#include "fuzz/values/vmutate.h"
#include "fuzz/values/vpack.h"
#include "fuzz/values/vsearch.h"
#include "generate/generate.h"
#include "term/eval/eval.h"
#include "test.h"

static term_model *model_of(const vgraph *g, const value_id *inputs)
{
    term_model *m = model_new(g->bank);
    for (size_t i = 0; i < g->inputs.n; i++)
        model_set_value(m, g->inputs.at[i].decl, inputs[i]);
    return m;
}

/* ---- Evaluation ------------------------------------------------------------------------------ */

/* Every node as the evaluator sees it at the present inputs. */
static void check_state(const vgraph *g)
{
    vec_u32 inputs = {0};
    for (uint32_t i = 0; i < g->inputs.n; i++)
        vec_push(&inputs, vgraph_input(g, i));
    term_model *m = model_of(g, inputs.at);
    evaluator *e = eval_new(m, &(eval_config){.complete = true});
    uint64_t sum = 0;
    for (size_t i = 0; i < g->nodes.n; i++) {
        value_id v = eval_term(e, g->nodes.at[i].term);
        if (!g->values[i]) /* the evaluator finds more ways around what has no value */
            continue;
        CHECK_MSG(v == g->values[i], "node %zu of op %s", i,
                  term_op_name((term_op)g->nodes.at[i].op));
        if (g->nodes.at[i].needs && g->nodes.at[i].sort == SORT_ID_BOOL) {
            CHECK((g->yes[i] == 0) == value_is_true(v));
            CHECK((g->no[i] == 0) == !value_is_true(v));
        }
    }
    for (size_t i = 0; i < g->roots.n; i++)
        sum += !vgraph_holds(g, i);
    CHECK((sum == 0) == (g->distance == 0));
    eval_free(e);
    model_free(m);
    vec_free(&inputs);
}

static void default_inputs(const vgraph *g, vec_u32 *values)
{
    for (size_t i = 0; i < g->inputs.n; i++)
        vec_push(values, value_default(g->bank, g->inputs.at[i].sort));
}

/* Changes inputs at random, kept or taken back. */
static void wander(vgraph *g, rng *r, int steps)
{
    vec_u32 values = {0};
    vwords w;
    default_inputs(g, &values);
    vwords_init(&w, g, r);
    vgraph_run(g, values.at);
    check_state(g);
    for (int k = 0; k < steps && g->inputs.n; k++) {
        uint32_t which[2];
        value_id now[2];
        which[0] = (uint32_t)rng_below(r, g->inputs.n);
        which[1] = (uint32_t)rng_below(r, g->inputs.n);
        size_t n = which[0] == which[1] ? 1 : 2;
        for (size_t i = 0; i < n; i++)
            now[i] = vmutate(&w, vgraph_input(g, which[i]));
        for (size_t i = 0; i < n; i++)
            CHECK(value_sort(g->bank, now[i]) == g->inputs.at[which[i]].sort);
        vgraph_try(g, which, now, n);
        if (rng_one_in(r, 2))
            vgraph_keep(g);
        else
            vgraph_back(g);
        check_state(g);
    }
    vwords_free(&w);
    vec_free(&values);
}

/* A bank with a palette and a few constants of each of its sorts. */
typedef struct world {
    term_bank *bank;
    vec_u32 sorts;
    term_vec variables;
    generate_config config;
} world;

static void world_init(world *w, unsigned theories)
{
    *w = (world){.bank = bank_new(false)};
    generate_sorts(w->bank, theories, &w->sorts);
    generate_variables(w->bank, &w->sorts, 2, &w->variables);
    w->config = (generate_config){.sorts = w->sorts.at,
                                  .n_sorts = w->sorts.n,
                                  .variables = w->variables.at,
                                  .n_variables = w->variables.n,
                                  .constants = 30};
}

static void world_free(world *w)
{
    vec_free(&w->sorts);
    vec_free(&w->variables);
    bank_free(w->bank);
}

TEST(graph_agrees_with_the_evaluator)
{
    rng r;
    rng_seed(&r, 1);
    uint64_t taken = 0;
    for (uint64_t round = 0; round < test_count(400); round++) {
        world w;
        world_init(&w, 1 + (unsigned)rng_below(&r, GENERATE_ALL));
        term_id roots[2];
        for (int i = 0; i < 2; i++)
            roots[i] = generate_term(w.bank, &r, &w.config, SORT_ID_BOOL, 4);
        const char *reason;
        vgraph *g = vgraph_new(w.bank, roots, 2, NULL, &reason);
        if (g) {
            wander(g, &r, 6);
            taken++;
        }
        vgraph_free(g);
        world_free(&w);
    }
    CHECK(taken > 0);
}

/* ---- Search ---------------------------------------------------------------------------------- */

static bool confirmed(const vgraph *g, vsearch_shared *shared, const term_id *constraints, size_t n,
                      const eval_config *config)
{
    vec_u32 values = {0};
    CHECK(vsearch_inputs(g, shared, &values));
    term_model *m = model_of(g, values.at);
    evaluator *e = eval_new(m, config);
    bool good = true;
    for (size_t i = 0; i < n; i++)
        good &= value_is_true(eval_term(e, constraints[i]));
    eval_free(e);
    model_free(m);
    vec_free(&values);
    return good;
}

typedef struct solved {
    bool declined;
    fuzz_outcome outcome;
    uint64_t executions;
} solved;

/* Even seeds search in a bank that is released again and again. */
static solved search(term_bank *b, const term_id *constraints, size_t n, uint64_t seed,
                     uint64_t budget, const fuzz_compile_config *boxes,
                     value_id (*call)(void *, decl_id, const value_id *, uint32_t))
{
    const char *reason;
    vgraph *g = vgraph_new(b, constraints, n, boxes, &reason);
    if (!g)
        return (solved){.declined = true};
    g->call = call;
    g->context = b;
    vsearch_shared *shared = base_alloc_zero(1, sizeof *shared);
    vsearch_config config = {
        .seed = seed, .executions = budget, .owns_bank = true, .values = seed % 2 ? 0 : 200};
    solved result = {.outcome = vsearch(g, &config, shared), .executions = shared->executions};
    if (result.outcome == FUZZ_FOUND)
        CHECK(confirmed(g, shared, constraints, n,
                        &(eval_config){.complete = true, .call = call, .call_context = b}));
    free(shared);
    vgraph_free(g);
    return result;
}

/* Literals that hold at a random point, so that there is a model. */
static void true_literals(world *w, rng *r, term_vec *literals)
{
    term_model *m = model_new(w->bank);
    for (size_t i = 0; i < w->variables.n; i++) {
        value_id v = generate_value(w->bank, r, term_sort(w->bank, w->variables.at[i]));
        if (v)
            model_set_value(m, term_decl(w->bank, w->variables.at[i]), v);
    }
    evaluator *e = eval_new(m, &(eval_config){.complete = true});
    for (int i = 0; i < 3; i++) {
        term_id t = generate_term(w->bank, r, &w->config, SORT_ID_BOOL, 3);
        value_id v = eval_term(e, t);
        if (v)
            vec_push(literals, value_is_true(v) ? t : term_not(w->bank, t));
    }
    eval_free(e);
    model_free(m);
}

TEST(random_formulas_are_solved_and_confirmed)
{
    static const unsigned theories[] = {GENERATE_STRING | GENERATE_INT,
                                        GENERATE_REAL | GENERATE_INT, GENERATE_BV | GENERATE_ARRAY,
                                        GENERATE_FP, GENERATE_ALL};
    rng r;
    rng_seed(&r, 7);
    uint64_t tried = 0, found = 0;
    for (uint64_t round = 0; round < test_count(300); round++) {
        world w;
        term_vec literals = {0};
        world_init(&w, theories[round % 5]);
        true_literals(&w, &r, &literals);
        solved s = search(w.bank, literals.at, literals.n, round, 2000, NULL, NULL);
        tried += !s.declined;
        found += s.outcome == FUZZ_FOUND;
        CHECK(s.outcome != FUZZ_EXHAUSTED);
        vec_free(&literals);
        world_free(&w);
    }
    CHECK(tried > 0);
    CHECK_MSG(found * 10 >= tried * 8, "%llu of %llu", (unsigned long long)found,
              (unsigned long long)tried);
}

static fuzz_outcome solve_text(const char *text, uint64_t budget)
{
    term_bank *b = bank_new(false);
    term_vec assertions = {0};
    read_assertions(b, text, &assertions);
    solved s = search(b, assertions.at, assertions.n, 1, budget, NULL, NULL);
    solved swept = search(b, assertions.at, assertions.n, 2, budget, NULL, NULL);
    CHECK(!s.declined && s.outcome == swept.outcome);
    vec_free(&assertions);
    bank_free(b);
    return s.outcome;
}

TEST(strings)
{
    CHECK(solve_text("(declare-const s String)(declare-const t String)"
                     "(assert (= (str.++ s \"-\" t) \"ab-cd\"))(assert (= (str.len t) 2))",
                     20000) == FUZZ_FOUND);
    CHECK(solve_text("(declare-const s String)"
                     "(assert (str.in_re s (re.++ (re.+ (re.range \"a\" \"z\")) (str.to_re \"@\")"
                     " ((_ re.loop 2 4) (re.range \"0\" \"9\")))))"
                     "(assert (str.contains s \"xyz\"))(assert (= (str.len s) 9))",
                     20000) == FUZZ_FOUND);
    CHECK(solve_text("(declare-const s String)"
                     "(assert (= (str.to_int (str.substr s 2 3)) 417))"
                     "(assert (str.prefixof \"k=\" s))(assert (str.suffixof \";\" s))",
                     20000) == FUZZ_FOUND);
    CHECK(solve_text("(declare-const s String)(declare-const n Int)"
                     "(assert (= (str.indexof s \"needle\" 0) n))(assert (= n 7))"
                     "(assert (= (str.replace s \"needle\" \"\") \"in the stack\"))",
                     60000) == FUZZ_FOUND);
    CHECK(solve_text("(declare-const s String)(declare-const t String)"
                     "(assert (str.< s t))(assert (str.< t \"b\"))(assert (= (str.at s 1) \"q\"))"
                     "(assert (not (= (str.at t 0) (str.at s 0))))",
                     60000) == FUZZ_FOUND);
}

TEST(numbers_beyond_words)
{
    CHECK(solve_text("(declare-const x (_ BitVec 200))(declare-const y (_ BitVec 200))"
                     "(assert (= (bvadd (bvmul x (_ bv7 200)) y) (_ bv123456789123456789123 200)))"
                     "(assert (bvugt x (bvshl (_ bv1 200) (_ bv150 200))))",
                     20000) == FUZZ_FOUND);
    CHECK(solve_text("(declare-const x Real)(declare-const y Real)"
                     "(assert (= (+ x (* 3.0 y)) 10.0))(assert (> y 2.0))(assert (> (* x y) 6.25))",
                     60000) == FUZZ_FOUND);
    CHECK(solve_text("(declare-const x Int)(declare-const y Int)"
                     "(assert (= (+ (* 3 x) y) 1000000000000000000000000000000))"
                     "(assert (> x 100000000000000000000))(assert (= (mod y 7) 3))",
                     60000) == FUZZ_FOUND);
    CHECK(solve_text("(declare-const x (_ FloatingPoint 5 11))"
                     "(assert (fp.lt ((_ to_fp 5 11) RNE 3.0) x))(assert (fp.isNormal x))"
                     "(assert (= (fp.roundToIntegral RNE x) ((_ to_fp 5 11) RNE 4.0)))",
                     60000) == FUZZ_FOUND);
}

TEST(arrays)
{
    CHECK(solve_text("(declare-const a (Array (_ BitVec 32) (_ BitVec 8)))"
                     "(declare-const i (_ BitVec 32))"
                     "(assert (= (select a #x00000010) #x41))"
                     "(assert (= (select a (bvadd i #x00000001)) (select (store a i #x42) i)))"
                     "(assert (distinct (select a i) #x42))",
                     20000) == FUZZ_FOUND);
    CHECK(solve_text("(declare-const a (Array Int String))(declare-const b (Array Int String))"
                     "(assert (= b (store a 3 \"three\")))(assert (= (select b 4) \"four\"))"
                     "(assert (not (= a b)))",
                     20000) == FUZZ_FOUND);
}

TEST(declined)
{
    term_bank *b = bank_new(false);
    term_vec assertions = {0};
    read_assertions(b,
                    "(declare-sort U 0)(declare-const u U)(declare-const v U)(assert (= u v))"
                    "(declare-fun f (Int) Int)(assert (= (f 1) 2))"
                    "(assert (forall ((x Real)) (> (* x x) 0.0)))",
                    &assertions);
    for (size_t i = 0; i < assertions.n; i++)
        CHECK(search(b, &assertions.at[i], 1, 1, 10, NULL, NULL).declined);
    vec_free(&assertions);
    bank_free(b);
}

/* No models: the search must not claim one, nor that there is none. */
TEST(unsatisfiable_stays_open)
{
    CHECK(solve_text("(declare-const s String)(assert (= (str.len s) 3))"
                     "(assert (str.in_re s (re.* (str.to_re \"ab\"))))",
                     3000) == FUZZ_BUDGET);
    CHECK(solve_text("(declare-const x Real)(assert (< (* x x) 0.0))", 3000) == FUZZ_BUDGET);
    CHECK(solve_text("(assert (= \"a\" \"b\"))", 3000) == FUZZ_EXHAUSTED);
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

static bool every_function_is_a_box(void *context, decl_id d)
{
    return decl_arity(context, d) > 0;
}

/* Text backwards, which has no value for an empty one. */
static value_id backwards(void *context, decl_id d, const value_id *args, uint32_t n)
{
    size_t length;
    vec_u32 out = {0};
    const uint32_t *text = value_string_data(context, args[0], &length);
    (void)d, (void)n;
    while (length)
        vec_push(&out, text[--length]);
    value_id v = out.n ? value_string(context, out.at, out.n) : 0;
    vec_free(&out);
    return v;
}

TEST(through_a_box)
{
    term_bank *b = bank_new(false);
    term_vec assertions = {0};
    read_assertions(b,
                    "(declare-fun f (String) String)(declare-const s String)"
                    "(declare-const t String)"
                    "(assert (= (f s) (str.++ \"bin\" t)))(assert (= (str.len t) 2))"
                    "(assert (= (str.at s 1) \"x\"))",
                    &assertions);
    fuzz_compile_config boxes = {.is_box = every_function_is_a_box, .context = b};
    solved s = search(b, assertions.at, assertions.n, 3, 60000, &boxes, backwards);
    CHECK(s.outcome == FUZZ_FOUND);
    vec_free(&assertions);
    bank_free(b);
}

TEST(same_seed_same_search)
{
    uint64_t executions[2];
    for (int k = 0; k < 2; k++) {
        term_bank *b = bank_new(false);
        term_vec assertions = {0};
        read_assertions(b,
                        "(declare-const s String)(declare-const t String)"
                        "(assert (= (str.replace_all s \"a\" \"bb\") (str.++ t \"bbbb\")))"
                        "(assert (> (str.len t) 4))(assert (str.contains s \"aa\"))",
                        &assertions);
        executions[k] = search(b, assertions.at, assertions.n, 5, 30000, NULL, NULL).executions;
        vec_free(&assertions);
        bank_free(b);
    }
    CHECK(executions[0] == executions[1]);
}

/* ---- Parts ----------------------------------------------------------------------------------- */

TEST(packed_values_come_back)
{
    rng r;
    rng_seed(&r, 3);
    world w;
    world_init(&w, GENERATE_ALL);
    for (uint64_t round = 0; round < test_count(3000); round++) {
        uint8_t bytes[1 << 14];
        sort_id s = w.sorts.at[rng_below(&r, w.sorts.n)];
        value_id v = generate_value(w.bank, &r, s);
        if (!v && sort_kind_of(w.bank, s) == SORT_ARRAY)
            v = value_default(w.bank, s);
        if (!v)
            continue;
        vpack p = {.bytes = bytes, .size = sizeof bytes, .good = true};
        vpack_put(&p, w.bank, v);
        CHECK(p.good);
        p.size = p.at;
        p.at = 0;
        CHECK(vpack_get(&p, w.bank, s) == v && p.at == p.size);
        for (size_t i = 0; i < p.size; i++) /* what is damaged is no value, or another one */
            if (rng_one_in(&r, 4))
                bytes[i] = (uint8_t)rng_next(&r);
        p.at = 0;
        p.size = rng_below(&r, p.size + 1);
        value_id damaged = vpack_get(&p, w.bank, s);
        CHECK(!damaged || value_sort(w.bank, damaged) == s);
    }
    world_free(&w);
}

TEST(members_of_languages)
{
    rng r;
    rng_seed(&r, 9);
    world w;
    world_init(&w, GENERATE_STRING);
    w.config.n_variables = 0;
    language_set *l = languages_new(w.bank, NULL);
    term_model *m = model_new(w.bank);
    evaluator *e = eval_new(m, &(eval_config){.complete = true});
    uint64_t members = 0;
    for (uint64_t round = 0; round < test_count(2000); round++) {
        value_id language = eval_term(e, generate_term(w.bank, &r, &w.config, SORT_ID_REGLAN, 3));
        value_id text = generate_value(w.bank, &r, SORT_ID_STRING), args[2];
        if (!language || !text)
            continue;
        size_t n;
        const uint32_t *at = value_string_data(w.bank, text, &n);
        eval_reason why;
        args[0] = text, args[1] = language;
        value_id in = eval_op(w.bank, OP_STR_IN_RE, NULL, 0, SORT_ID_BOOL, args, 2, &why);
        size_t edits = language_edits(l, language, at, n);
        if (in)
            CHECK((edits == 0) == value_is_true(in));
        vec_u32 out = {0};
        if (language_near(l, language, at, n, &r, &out)) {
            members++;
            args[0] = value_string(w.bank, out.at, out.n);
            in = eval_op(w.bank, OP_STR_IN_RE, NULL, 0, SORT_ID_BOOL, args, 2, &why);
            CHECK(!in || value_is_true(in));
        }
        vec_free(&out);
    }
    CHECK(members > 10);
    eval_free(e);
    model_free(m);
    languages_free(l);
    world_free(&w);
}

TEST(metric)
{
    term_bank *b = bank_new(false);
    uint32_t abc[] = {'a', 'b', 'c'}, abd[] = {'a', 'b', 'd'}, abz[] = {'a', 'b', 'z'};
    value_id x = value_string(b, abc, 3), y = value_string(b, abd, 3), z = value_string(b, abz, 3);
    CHECK(vmetric_equal(b, x, x) == 0);
    CHECK(vmetric_equal(b, x, y) < vmetric_equal(b, x, z));
    CHECK(vmetric_equal(b, x, z) < vmetric_equal(b, value_string(b, abc, 2), z));
    CHECK(vmetric_above(b, z, x, false) && !vmetric_above(b, x, z, false));
    CHECK(vmetric_equal(b, value_real(b, 1, 3), value_real(b, 1, 2)) <
          vmetric_equal(b, value_real(b, 1, 3), value_real(b, 5, 2)));
    CHECK(vmetric_above(b, value_bv_u64(b, 8, 0x80), value_bv_u64(b, 8, 0x7f), false));
    CHECK(!vmetric_above(b, value_bv_u64(b, 8, 0x80), value_bv_u64(b, 8, 0x7f), true));
    bank_free(b);
}

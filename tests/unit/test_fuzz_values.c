#include <string.h>

#include "assertions.h"
#include "base/rng.h"
#include "fuzz/values/vmetric.h"
#include "fuzz/values/vmutate.h"
#include "fuzz/values/vpack.h"
#include "fuzz/values/vrun.h"
#include "fuzz/words/distance.h"
#include "fuzz/search/search.h"
#include "generate/generate.h"
#include "term/eval/eval.h"
#include "test.h"

static term_model *model_of(const fuzz_bytecode *p, const uint64_t *inputs)
{
    term_model *m = model_new(p->bank);
    for (size_t i = 0; i < p->inputs.n; i++)
        model_set_value(m, p->inputs.at[i].decl, vrun_value_of(p, p->inputs.at[i].reg, inputs[i]));
    return m;
}

static fuzz_bytecode *compile(term_bank *b, const term_id *constraints, size_t n,
                              const fuzz_compile_config *boxes)
{
    const char *reason;
    fuzz_compile_config config = boxes ? *boxes : (fuzz_compile_config){0};
    config.values = true;
    return fuzz_compile(b, constraints, n, &config, &reason);
}

/* ---- Evaluation ------------------------------------------------------------------------------ */

/* Every register as the evaluator sees it at these inputs. */
static void check_state(const fuzz_bytecode *p, const fuzz_machine *m, const fuzz_distance *d,
                        const uint64_t *inputs)
{
    term_model *model = model_of(p, inputs);
    evaluator *e = eval_new(model, &(eval_config){.complete = true});
    for (uint32_t i = 0; i < p->code.n; i++) {
        value_id v = p->terms.at[i] ? eval_term(e, p->terms.at[i]) : 0;
        if (!v || m->undefined[i]) /* the evaluator finds more ways around what has no value */
            continue;
        CHECK_MSG(v == vrun_value(p, m, i), "register %u of op %s", i,
                  term_op_name(term_op_of(p->bank, p->terms.at[i])));
        if (p->sorts.at[i] == SORT_ID_BOOL && p->code.at[i].op == FUZZ_VALUE && d->needs[i]) {
            CHECK((m->yes[i] == 0) == value_is_true(v));
            CHECK((m->no[i] == 0) == !value_is_true(v));
        }
    }
    eval_free(e);
    model_free(model);
}

/* The same run with nothing to start from. */
static void check_fresh(const fuzz_bytecode *p, fuzz_distance *d, const fuzz_machine *m,
                        const uint64_t *inputs, uint64_t distance)
{
    fuzz_machine all;
    fuzz_machine_init(&all, p);
    fuzz_run(p, inputs, &all);
    CHECK(fuzz_distance_measure(d, p, &all) == distance && all.trapped == m->trapped);
    CHECK(!memcmp(all.regs, m->regs, p->code.n * sizeof *m->regs));
    CHECK(!memcmp(all.undefined, m->undefined, p->code.n));
    fuzz_machine_free(&all);
}

/* Changes inputs at random, kept or dropped. */
static void wander(const fuzz_bytecode *p, rng *r, int steps)
{
    fuzz_machine machines[2], *m = &machines[0], *spare = &machines[1];
    fuzz_distance d;
    vwords w;
    uint64_t now[64], trial[64];
    fuzz_distance_init(&d, p);
    vwords_init(&w, p, r, &fuzz_limits_default);
    fuzz_machine_init(m, p);
    fuzz_machine_init(spare, p);
    for (size_t i = 0; i < p->inputs.n; i++)
        vrun_word(p, p->inputs.at[i].reg, value_default(p->bank, p->inputs.at[i].sort), &now[i]);
    for (int k = 0; k < steps; k++) {
        memcpy(trial, now, sizeof now);
        for (int change = 0; change < 2 && k && p->inputs.n; change++) {
            size_t i = rng_below(r, p->inputs.n);
            uint32_t reg = p->inputs.at[i].reg;
            value_id v = vmutate(&w, vrun_value_of(p, reg, now[i]));
            CHECK(value_sort(p->bank, v) == p->inputs.at[i].sort);
            if (!vrun_word(p, reg, v, &trial[i]))
                trial[i] = now[i];
        }
        spare->base = k ? m : NULL;
        fuzz_run(p, trial, spare);
        uint64_t distance = fuzz_distance_measure(&d, p, spare);
        check_state(p, spare, &d, trial);
        check_fresh(p, &d, spare, trial, distance);
        if (!k || rng_one_in(r, 2)) {
            fuzz_machine *kept = spare;
            spare = m;
            m = kept;
            memcpy(now, trial, sizeof now);
        }
    }
    fuzz_machine_free(m);
    fuzz_machine_free(spare);
    fuzz_distance_free(&d);
    vwords_free(&w);
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

TEST(mixed_bytecode_agrees_with_the_evaluator)
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
        fuzz_bytecode *p = compile(w.bank, roots, 2, NULL);
        if (p && p->inputs.n <= 64) {
            wander(p, &r, 7);
            taken++;
        }
        fuzz_bytecode_free(p);
        world_free(&w);
    }
    CHECK(taken > 0);
}

/* ---- Search ---------------------------------------------------------------------------------- */

static bool confirmed(const fuzz_bytecode *p, const fuzz_shared *shared, const term_id *constraints,
                      size_t n, const eval_config *config)
{
    uint64_t inputs[64];
    CHECK(p->inputs.n <= 64 && fuzz_shared_inputs(p, shared, inputs));
    term_model *m = model_of(p, inputs);
    evaluator *e = eval_new(m, config);
    bool good = true;
    for (size_t i = 0; i < n; i++) /* no value: a part of a chain that decides nothing has none */
        good &= eval_term(e, constraints[i]) != VALUE_ID_FALSE;
    eval_free(e);
    model_free(m);
    return good;
}

typedef struct solved {
    bool declined;
    fuzz_outcome outcome;
    uint64_t executions;
} solved;

/* A box of values for the search. */
typedef struct box_of_values {
    const fuzz_bytecode *p;
    value_id (*call)(void *, decl_id, const value_id *, uint32_t);
} box_of_values;

static bool call_box(void *context, uint32_t box, const uint64_t *args, uint64_t *result)
{
    const box_of_values *x = context;
    value_id argument = (value_id)args[0];
    *result = x->call(x->p->bank, x->p->boxes.at[box], &argument, 1);
    return *result;
}

/* Even seeds search in a bank that is released again and again. */
static solved search(term_bank *b, const term_id *constraints, size_t n, uint64_t seed,
                     uint64_t budget, const fuzz_compile_config *boxes,
                     value_id (*call)(void *, decl_id, const value_id *, uint32_t))
{
    fuzz_bytecode *p = compile(b, constraints, n, boxes);
    if (!p)
        return (solved){.declined = true};
    box_of_values x = {p, call};
    fuzz_machine m;
    fuzz_machine_init(&m, p);
    m.call = call ? call_box : NULL;
    m.context = &x;
    fuzz_shared *shared = base_alloc_zero(1, fuzz_shared_size(p));
    fuzz_search_config config = {
        .seed = seed, .executions = budget, .owns_bank = true, .values = seed % 2 ? 0 : 200};
    solved result = {.outcome = fuzz_search(b, p, &m, &config, shared)};
    result.executions = shared->executions;
    if (result.outcome == FUZZ_FOUND)
        CHECK(confirmed(p, shared, constraints, n,
                        &(eval_config){.complete = true, .call = call, .call_context = b}));
    free(shared);
    fuzz_machine_free(&m);
    fuzz_bytecode_free(p);
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

/* Moves that are about single characters leave the others as they are, and lengths in their limits. */
TEST(characters_of_texts_move_one_by_one)
{
    term_bank *b = bank_new(true);
    rng r;
    rng_seed(&r, 11);
    term_id s = term_app(b, decl_constant(b, symbol_make(b, "s"), SORT_ID_STRING), NULL, 0);
    static const uint32_t letters[] = {'a', 'b', 'c', 'd', 'e', 'f'};
    for (uint64_t round = 0; round < test_count(500); round++) {
        size_t n = (size_t)rng_below(&r, 7), length;
        value_id now = value_string(b, letters, n);
        term_id constraint = term_eq(b, s, term_const(b, now));
        const char *reason;
        fuzz_compile_config config = {.values = true};
        fuzz_bytecode *p = fuzz_compile(b, &constraint, 1, &config, &reason);
        CHECK_MSG(p, "%s", reason);
        vwords w;
        vwords_init(&w, p, &r, &fuzz_limits_default);
        value_id run = vmutate_run(&w, now), placed = vmutate_placed(&w, now, 'z'),
                 shifted = vmutate_shifted(&w, now, 1);
        CHECK((run != 0) == (n > 1) && placed && (shifted != 0) == (n > 0));
        CHECK(!vmutate_placed(&w, now, 0) && !vmutate_shifted(&w, now, INT64_MIN));
        if (run) {
            value_string_data(b, run, &length);
            CHECK(length == n);
        }
        const uint32_t *text = value_string_data(b, placed, &length);
        size_t of_z = 0;
        for (size_t i = 0; i < length; i++)
            of_z += text[i] == 'z';
        CHECK(of_z == 1 && (length == n || length == n + 1));
        if (shifted) {
            text = value_string_data(b, shifted, &length);
            size_t others = 0;
            for (size_t i = 0; i < length && i < n; i++)
                others += text[i] != letters[i];
            CHECK(length == n && others == 1);
        }
        vwords_free(&w);
        fuzz_bytecode_free(p);
    }
    bank_free(b);
}

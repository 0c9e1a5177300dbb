/* Fusion: the functions against the evaluator and the SMT engine, expectations of whole formulas
 * against the SMT engine, determinism, and the cache of models. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/vec.h"
#include "engine/engine.h"
#include "fuse/functions/functions.h"
#include "fuse/campaign/schedule.h"
#include "fuse/make/maker.h"
#include "fuse/seeds/logic.h"
#include "generate/generate.h"
#include "smtlib/script/formula.h"
#include "term/eval/eval.h"

enum { NAMES = 64 };

typedef struct workshop {
    term_bank *bank;
    symbol_id names[NAMES];
    rng r;
} workshop;

static workshop open_workshop(void)
{
    workshop w = {.bank = bank_new(true)};
    for (int i = 0; i < NAMES; i++)
        w.names[i] = symbol_fresh(w.bank, "z");
    rng_seed(&w.r, 7);
    return w;
}

static term_id constant(workshop *w, const char *name, sort_id sort)
{
    return term_app(w->bank, decl_constant(w->bank, symbol_make(w->bank, name), sort), NULL, 0);
}

static bool apply(workshop *w, const fusion_function *f, term_id x, term_id y, fusion *out)
{
    *out = (fusion){.x = x, .y = y};
    fusion_builder builder = {w->bank, &w->r, w->names, NAMES, 0, out};
    if (!f->build(&builder))
        return false;
    fusion_settle(w->bank, out, true);
    return true;
}

/* Sorts that between them suit every function. */
static void all_sorts(term_bank *b, vec_u32 *sorts)
{
    generate_sorts(b, GENERATE_INT | GENERATE_REAL | GENERATE_BV | GENERATE_STRING, sorts);
    vec_push(sorts, SORT_ID_BOOL);
    vec_push(sorts, sort_bv(b, 1));
    vec_push(sorts, sort_bv(b, 8));
    vec_push(sorts, sort_bv(b, 100));
    vec_push(sorts, sort_fp(b, 3, 5));
    vec_push(sorts, sort_fp(b, 5, 11));
    vec_push(sorts, sort_array(b, SORT_ID_INT, SORT_ID_REAL));
    vec_push(sorts, sort_declared(b, symbol_make(b, "U"), NULL, 0));
}

static value_id any_value(workshop *w, sort_id sort)
{
    value_id v = generate_value(w->bank, &w->r, sort);
    return v ? v : value_default(w->bank, sort);
}

static value_id fresh_value(workshop *w, evaluator *e, const fusion_fresh *fresh)
{
    sort_id sort = decl_range(w->bank, fresh->decl);
    value_id v = fresh->definition ? eval_term(e, fresh->definition) : value_default(w->bank, sort);
    if (!v || !fresh->bits)
        return v;
    mpz_t bits;
    value_scratch scratch;
    value_mpz(w->bank, v, bits, &scratch);
    return value_bv_mpz(w->bank, sort_bv_width(w->bank, sort), bits);
}

/* Do the constraints hold at random values? 1: yes, 0: no, -1: the fresh constants have no value.
 */
static int holds_somewhere(workshop *w, const fusion *f)
{
    term_model *m = model_new(w->bank);
    const term_id terms[] = {f->x, f->y};
    for (int i = 0; i < 2; i++)
        model_set_value(m, term_decl(w->bank, terms[i]),
                        any_value(w, term_sort(w->bank, terms[i])));
    eval_config config = {0};
    evaluator *e = eval_new(m, &config);
    int result = 1;
    for (uint32_t i = 0; i < f->n_fresh && result == 1; i++) {
        decl_id d = f->fresh[i].decl;
        value_id v = fresh_value(w, e, &f->fresh[i]);
        term_id parameters[2];
        for (uint32_t k = 0; k < decl_arity(w->bank, d); k++)
            parameters[k] = term_var(w->bank, w->names[k], decl_domain(w->bank, d, k));
        if (v)
            model_set_function(m, d, parameters, decl_arity(w->bank, d), term_const(w->bank, v));
        else
            result = -1;
    }
    for (uint32_t i = 0; i < f->n_constraints && result == 1; i++)
        result = value_is_true(eval_term(e, f->constraints[i]));
    eval_free(e);
    model_free(m);
    return result;
}

TEST(functions_are_inverted_at_random_values)
{
    workshop w = open_workshop();
    vec_u32 sorts = {0};
    all_sorts(w.bank, &sorts);
    uint64_t rounds = test_count(12);
    for (size_t i = 0; i < fusion_builtin_count; i++) {
        const fusion_function *f = &fusion_builtin[i];
        uint64_t good = 0, tried = 0;
        for (size_t a = 0; a < sorts.n; a++)
            for (size_t c = 0; c < sorts.n; c++) {
                if (!fusion_suits(w.bank, f->sorts, sorts.at[a], sorts.at[c]))
                    continue;
                for (uint64_t k = 0; k < rounds; k++) {
                    bank_marks mark = bank_mark(w.bank);
                    fusion made;
                    term_id x = constant(&w, "x", sorts.at[a]), y = constant(&w, "y", sorts.at[c]);
                    if (!apply(&w, f, x, y, &made))
                        break; /* not for these */
                    int held = holds_somewhere(&w, &made);
                    CHECK_MSG(held || !made.total, "%s: constraints do not hold", f->name);
                    CHECK(made.rx || made.ry);
                    good += held == 1;
                    tried++;
                    bank_release(w.bank, &mark);
                }
            }
        CHECK_MSG(tried && (tried < 12 || good * 4 >= tried), "%s: %llu of %llu", f->name,
                  (unsigned long long)good, (unsigned long long)tried);
    }
    vec_free(&sorts);
    bank_free(w.bank);
}

/* z = f(x, y) alone must imply x = r_x and y = r_y, where the solver can decide that. */
TEST(definitions_imply_inversion)
{
    static const char *const names[] = {
        "int-add",     "int-add-constant", "int-linear", "int-subtract", "int-ite",   "real-add",
        "real-linear", "real-subtract",    "bv-xor",     "bv-add",       "bv-concat", "bv-subtract",
        "bv-rotate",   "bv-multiply-odd",  "bool-xor",   "bool-equal",   "bool-ite",  "fp-bits-xor",
        "pair",        "array-pack",       "tree"};
    workshop w = open_workshop();
    vec_u32 sorts = {0};
    vec_push(&sorts, SORT_ID_INT);
    vec_push(&sorts, SORT_ID_REAL);
    vec_push(&sorts, sort_bv(w.bank, 6));
    vec_push(&sorts, SORT_ID_BOOL);
    vec_push(&sorts, sort_fp(w.bank, 3, 4));
    char *error = NULL;
    engine_config config = {.command = "z3"};
    engine *e = engine_new(w.bank, &config, &error);
    size_t proved = 0;
    for (size_t i = 0; i < fusion_builtin_count; i++)
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            for (size_t a = 0; a < sorts.n && !strcmp(names[k], fusion_builtin[i].name); a++) {
                sort_id s = sorts.at[a];
                fusion made;
                if (!fusion_suits(w.bank, fusion_builtin[i].sorts, s, s))
                    continue;
                CHECK(apply(&w, &fusion_builtin[i], constant(&w, "x", s), constant(&w, "y", s),
                            &made));
                engine_reset(e);
                for (uint32_t n = 0; n + 2 < made.n_constraints; n++)
                    engine_assert(e, made.constraints[n]);
                term_id both[] = {term_eq(w.bank, made.x, made.rx),
                                  term_eq(w.bank, made.y, made.ry)};
                engine_assert(e, term_not(w.bank, term_and(w.bank, both, 2)));
                engine_limits limits = {.seconds = 20, .rlimit = 4000000};
                engine_answer said = engine_check(e, NULL, 0, &limits);
                CHECK_MSG(said != ENGINE_SAT, "%s is not inverted", names[k]);
                proved += said == ENGINE_UNSAT;
            }
    CHECK_MSG(proved >= 20, "only %zu proved", proved);
    engine_free(e);
    vec_free(&sorts);
    bank_free(w.bank);
}

typedef struct bench {
    seed_set *seeds;
    fuse_maker *maker;
} bench;

static bench open_bench_of(const char *folder)
{
    bench k;
    suite files = {0};
    strbuf path = STRBUF_INIT;
    char *error = NULL;
    strbuf_printf(&path, "%s/%s", test_source_root(), folder);
    CHECK_MSG(suite_add(&files, path.text, &error), "%s", error);
    k.seeds = seeds_load(&files, ANSWER_NONE);
    CHECK(k.seeds->seeds.n == files.n && !k.seeds->messages.n);
    seeds_search(k.seeds, &(seed_search){.seconds = 5});
    seeds_find_models(k.seeds, NULL, NULL);
    fuse_config config = {0};
    k.maker = fuse_maker_new(k.seeds, &config, &error);
    CHECK(k.maker);
    suite_free(&files);
    strbuf_free(&path);
    return k;
}

static bench open_bench(void)
{
    return open_bench_of("tests/fuse_seeds");
}

static void close_bench(bench *k)
{
    fuse_maker_free(k->maker);
    seeds_free(k->seeds);
}

/* A random plan that suits the strategy. */
static fuse_plan choose_plan(const bench *k, fuse_strategy strategy, rng *r)
{
    fuse_plan plan = {.strategy = strategy};
    for (;;) {
        plan.first = rng_below(r, k->seeds->seeds.n);
        plan.second = rng_below(r, k->seeds->seeds.n);
        answer a = k->seeds->seeds.at[plan.first].label, b = k->seeds->seeds.at[plan.second].label;
        bool mixed = a != b;
        switch (strategy) {
        case FUSE_SAT:
            if (a == ANSWER_SAT && b == ANSWER_SAT)
                return plan;
            break;
        case FUSE_UNSAT:
            if (a == ANSWER_UNSAT && b == ANSWER_UNSAT)
                return plan;
            break;
        case FUSE_MIXED_SAT:
        case FUSE_MIXED_UNSAT:
            if (mixed)
                return plan;
            break;
        case FUSE_RECOMBINE:
            if (k->seeds->seeds.at[plan.first].model)
                return plan;
            break;
        default:
            return plan;
        }
    }
}

TEST(quantifier_free_seeds_have_models)
{
    bench k = open_bench();
    for (size_t i = 0; i < k.seeds->seeds.n; i++) {
        const seed *s = &k.seeds->seeds.at[i];
        CHECK_MSG((s->model != NULL) == (s->label == ANSWER_SAT && !s->quantified), "%s", s->path);
    }
    close_bench(&k);
}

/* Reads a script and returns its first answer according to z3; NONE where it cannot tell. */
static answer ask_z3(const char *text, size_t n)
{
    term_bank *b = bank_new(true);
    formula f;
    char *error = NULL;
    CHECK_MSG(formula_parse(b, "fused", text, n, &f, &error), "%s\n%s", error, text);
    engine_config config = {.command = "z3"};
    engine *e = engine_new(b, &config, &error);
    for (size_t i = 0; i < f.assertions.n; i++)
        engine_assert(e, f.assertions.at[i]);
    engine_limits limits = {.seconds = 2, .rlimit = 400000};
    engine_answer said = engine_check(e, NULL, 0, &limits);
    engine_free(e);
    formula_free(&f);
    bank_free(b);
    return said == ENGINE_SAT ? ANSWER_SAT : said == ENGINE_UNSAT ? ANSWER_UNSAT : ANSWER_NONE;
}

/* Expectations of all strategies against z3. An incremental script is judged by what is asserted at
 * its last check. */
TEST(expectations_agree_with_z3)
{
    bench k = open_bench();
    strbuf text = STRBUF_INIT;
    for (int s = 0; s < FUSE_STRATEGY_COUNT; s++) {
        uint64_t rounds = test_count(30), made = 0, confirmed = 0;
        rounds = rounds < 6 ? 6 : rounds; /* fewer say nothing */
        rng r;
        rng_seed(&r, 100 + (uint64_t)s);
        for (uint64_t i = 0; i < rounds; i++) {
            fuse_plan plan = choose_plan(&k, (fuse_strategy)s, &r);
            plan.number = 97 * i;
            fused f;
            if (fuse_make(k.maker, &plan, &r, &f) == FUSE_MADE) {
                answer expected = (answer)f.expected.at[f.expected.n - 1];
                made++;
                strbuf_clear(&text);
                fuse_complete(k.maker, &f);
                if (f.script.n)
                    formula_print(k.seeds->bank, &f.formula, DIALECT_STANDARD, NULL, NULL, &text);
                else
                    fuse_print(k.maker, &f, DIALECT_STANDARD, NULL, NULL, &text);
                answer z3 = ask_z3(text.text, text.n);
                CHECK_MSG(expected == ANSWER_NONE || z3 == ANSWER_NONE || z3 == expected,
                          "%s: expected %s, z3 says %s\n%s%s", fuse_strategy_name((fuse_strategy)s),
                          answer_name(expected), answer_name(z3), fuse_story(k.maker, &f),
                          text.text);
                confirmed += z3 == expected;
                CHECK(f.certain != CERTAIN_MODEL || (f.model && expected == ANSWER_SAT));
            }
            fuse_release(k.maker, &f);
        }
        CHECK_MSG(made * (s == FUSE_BOXED ? 6 : 3) >= rounds, "%s: %llu made",
                  fuse_strategy_name((fuse_strategy)s), (unsigned long long)made);
        CHECK_MSG(s == FUSE_OPERATORS || s == FUSE_TYPED || s == FUSE_ATOMS ||
                      confirmed * 2 >= made,
                  "%s: only %llu of %llu confirmed", fuse_strategy_name((fuse_strategy)s),
                  (unsigned long long)confirmed, (unsigned long long)made);
    }
    strbuf_free(&text);
    close_bench(&k);
}

/* The text of one formula. */
static void make_text(bench *k, const fuse_plan *plan, uint64_t seed_number, smt_dialect dialect,
                      strbuf *out)
{
    rng r;
    fused f;
    rng_seed(&r, seed_number);
    strbuf_clear(out);
    if (fuse_make(k->maker, plan, &r, &f) == FUSE_MADE) {
        fuse_print(k->maker, &f, dialect, NULL, NULL, out);
        strbuf_puts(out, fuse_story(k->maker, &f));
    }
    fuse_release(k->maker, &f);
}

TEST(same_plan_and_numbers_give_the_same_text)
{
    bench one = open_bench(), other = open_bench();
    strbuf a = STRBUF_INIT, b = STRBUF_INIT;
    vec_u32 numbers = {0};
    VEC(fuse_plan) plans = {0};
    VEC(char *) texts = {0};
    rng r;
    rng_seed(&r, 5);
    for (uint64_t i = 0; i < test_count(150); i++) {
        fuse_plan plan = choose_plan(&one, (fuse_strategy)(i % FUSE_STRATEGY_COUNT), &r);
        make_text(&one, &plan, i, (smt_dialect)(i % 4), &a);
        vec_push(&plans, plan);
        vec_push(&numbers, (uint32_t)i);
        vec_push(&texts, strbuf_detach(&a));
    }
    for (size_t i = plans.n; i-- > 0;) { /* in another order, in another maker */
        make_text(&other, &plans.at[i], numbers.at[i], (smt_dialect)(i % 4), &b);
        CHECK_STR(b.text, texts.at[i]);
        free(texts.at[i]);
    }
    vec_free(&plans);
    vec_free(&texts);
    vec_free(&numbers);
    strbuf_free(&b);
    close_bench(&one);
    close_bench(&other);
}

/* Assertions of a script as the printer writes them. */
static void normal_form(const char *text, size_t n, strbuf *out)
{
    term_bank *b = bank_new(false);
    formula f;
    char *error = NULL;
    CHECK_MSG(formula_parse(b, "text", text, n, &f, &error), "%s\n%s", error, text);
    strbuf_clear(out);
    for (size_t i = 0; i < f.assertions.n; i++) {
        smt_print_term(b, f.assertions.at[i], NULL, out);
        strbuf_putc(out, '\n');
    }
    formula_free(&f);
    bank_free(b);
}

TEST(prepared_text_is_the_formula)
{
    bench k = open_bench();
    strbuf quick = STRBUF_INIT, slow = STRBUF_INIT, a = STRBUF_INIT, b = STRBUF_INIT;
    rng r;
    rng_seed(&r, 11);
    for (uint64_t i = 0; i < test_count(1500); i++) {
        fuse_plan plan = choose_plan(&k, (fuse_strategy)(i % (FUSE_PLANTED + 1)), &r);
        fused f;
        if (fuse_make(k.maker, &plan, &r, &f) == FUSE_MADE) {
            strbuf_clear(&quick);
            strbuf_clear(&slow);
            fuse_print(k.maker, &f, DIALECT_STANDARD, "", "", &quick);
            fuse_complete(k.maker, &f);
            formula_print(k.seeds->bank, &f.formula, DIALECT_STANDARD, NULL, NULL, &slow);
            normal_form(quick.text, quick.n, &a);
            normal_form(slow.text, slow.n, &b);
            CHECK_STR(a.text, b.text);
        }
        fuse_release(k.maker, &f);
    }
    strbuf_free(&quick);
    strbuf_free(&slow);
    strbuf_free(&a);
    strbuf_free(&b);
    close_bench(&k);
}

/* While all formulas reach new edges, that says nothing of a strategy; where some do and others do not, it does. */
TEST(edges_guide_by_surprise)
{
    bench k = open_bench();
    schedule *s = schedule_new(k.seeds, fuse_function_count(k.maker), ~0u, NULL);
    double sat = s->strategies[FUSE_SAT], planted = s->strategies[FUSE_PLANTED];
    schedule_lesson many = {.strategy = FUSE_SAT, .covered = true, .edges = 7};
    schedule_lesson none = {.strategy = FUSE_PLANTED, .covered = true};
    schedule_lesson unasked = {.strategy = FUSE_PLANTED};
    for (int i = 0; i < 200; i++)
        schedule_learn(s, i % 2 ? &many : &unasked);
    CHECK(s->strategies[FUSE_SAT] == sat && s->strategies[FUSE_PLANTED] == planted);
    for (int i = 0; i < 20; i++) {
        schedule_learn(s, &many);
        schedule_learn(s, &none);
    }
    CHECK(s->strategies[FUSE_SAT] > 1.5 * sat && s->strategies[FUSE_PLANTED] < planted / 1.5);
    schedule_free(s);
    close_bench(&k);
}

/* Fresh constants are declared also where none of them occurs: the logic has their sorts. */
TEST(what_is_declared_is_in_the_logic)
{
    bench k = open_bench();
    strbuf text = STRBUF_INIT;
    rng r;
    rng_seed(&r, 12);
    for (uint64_t i = 0; i < test_count(600); i++) {
        fuse_plan plan = choose_plan(&k, i % 2 ? FUSE_ATOMS : FUSE_PLANTED, &r);
        make_text(&k, &plan, i, DIALECT_STANDARD, &text);
        char logic[32] = "ALL";
        sscanf(text.text, "(set-logic %31[^)])", logic);
        if (!strcmp(logic, "ALL"))
            continue;
        CHECK_MSG(!strstr(text.text, " String)\n") || strchr(logic, 'S'), "%s", text.text);
        CHECK_MSG(!strstr(text.text, "(_ FloatingPoint") || strstr(logic, "FP"), "%s", text.text);
        CHECK_MSG(!strstr(text.text, "(Array ") || strchr(logic, 'A'), "%s", text.text);
    }
    strbuf_free(&text);
    close_bench(&k);
}

/* How many of `count` planted formulas have each of the words. */
static void count_planted(const char *folder, uint64_t count, const char *const *words,
                          size_t *found)
{
    bench k = open_bench_of(folder);
    strbuf text = STRBUF_INIT;
    rng r;
    rng_seed(&r, 13);
    for (uint64_t i = 0; i < count; i++) {
        fuse_plan plan = choose_plan(&k, FUSE_PLANTED, &r);
        make_text(&k, &plan, i, DIALECT_STANDARD, &text);
        for (size_t w = 0; words[w]; w++)
            found[w] += strstr(text.text, words[w]) != NULL;
    }
    strbuf_free(&text);
    close_bench(&k);
}

/* Operators beyond the standard where the seeds have them, and nowhere else. */
TEST(planted_formulas_have_operators_of_the_seeds)
{
    static const char *const words[] = {"(seq.replace ", "(set.inter ",      "(bag.count ",
                                        "(_ iand ",      "(int.pow2 ",       "(str.rev ",
                                        "(str.update ",  "(str.indexof_re ", NULL};
    enum { WORDS = sizeof words / sizeof *words - 1 };
    size_t with[WORDS] = {0}, without[WORDS] = {0};
    count_planted("bench/findings/seeds", 2000, words, with);
    count_planted("tests/fuse_seeds", test_count(1000), words, without);
    for (size_t i = 0; i < WORDS; i++)
        CHECK_MSG(with[i] && !without[i], "%s: %zu and %zu", words[i], with[i], without[i]);
}

/* That a formula is true of the fused model is known without evaluating it: here it is evaluated. */
TEST(certified_formulas_are_true_of_their_model)
{
    static const fuse_strategy strategies[] = {FUSE_SAT,       FUSE_MIXED_SAT, FUSE_CONCAT,
                                               FUSE_RECOMBINE, FUSE_PLANTED,   FUSE_INCREMENTAL};
    enum { STRATEGIES = sizeof strategies / sizeof *strategies };
    bench k = open_bench();
    size_t certified[STRATEGIES] = {0};
    rng r;
    rng_seed(&r, 21);
    for (uint64_t i = 0; i < test_count(600); i++) {
        fuse_plan plan = choose_plan(&k, strategies[i % STRATEGIES], &r);
        fused f;
        if (fuse_make(k.maker, &plan, &r, &f) == FUSE_MADE && f.certain == CERTAIN_MODEL) {
            fuse_complete(k.maker, &f);
            evaluator *e = eval_new(f.model, &(eval_config){.complete = true});
            for (size_t t = 0; t < f.formula.assertions.n; t++)
                CHECK_MSG(value_is_true(eval_term(e, f.formula.assertions.at[t])),
                          "assertion %zu is not true\n%s", t, fuse_story(k.maker, &f));
            eval_free(e);
            certified[i % STRATEGIES]++;
        }
        fuse_release(k.maker, &f);
    }
    for (int i = 0; i < STRATEGIES; i++)
        CHECK_MSG(certified[i], "none of %s", fuse_strategy_name(strategies[i]));
    close_bench(&k);
}

/* Every triplet of an unsat formula has all its constraints: z = f, and the ways back. */
TEST(unsat_formulas_have_all_constraints)
{
    bench k = open_bench();
    rng r;
    rng_seed(&r, 3);
    for (uint64_t i = 0; i < test_count(100); i++) {
        fuse_plan plan = choose_plan(&k, i % 2 ? FUSE_UNSAT : FUSE_MIXED_UNSAT, &r);
        fused f;
        if (fuse_make(k.maker, &plan, &r, &f) == FUSE_MADE) {
            CHECK(f.expected.n == 1 && f.expected.at[0] == ANSWER_UNSAT);
            CHECK(f.functions.n && f.functions.n <= 4);
            size_t seeds_parts = 1;
            if (plan.strategy == FUSE_MIXED_UNSAT)
                seeds_parts = k.seeds->seeds.at[plan.first].formula.assertions.n +
                              k.seeds->seeds.at[plan.second].formula.assertions.n;
            fuse_complete(k.maker, &f);
            CHECK(f.formula.assertions.n >= seeds_parts + 2 * f.functions.n);
        }
        fuse_release(k.maker, &f);
    }
    close_bench(&k);
}

TEST(weights_choose_functions)
{
    bench k = open_bench();
    size_t n = fuse_function_count(k.maker);
    double *weights = base_alloc_zero(n, sizeof *weights);
    size_t wanted = 0;
    while (strcmp(fuse_function_name(k.maker, wanted), "pair") != 0)
        wanted++;
    weights[wanted] = 1;
    rng r;
    rng_seed(&r, 4);
    for (int i = 0; i < 20; i++) {
        fuse_plan plan = choose_plan(&k, FUSE_SAT, &r);
        plan.function_weights = weights;
        fused f;
        CHECK(fuse_make(k.maker, &plan, &r, &f) == FUSE_MADE);
        for (size_t t = 0; t < f.functions.n; t++)
            CHECK(f.functions.at[t] == wanted);
        fuse_release(k.maker, &f);
    }
    free(weights);
    close_bench(&k);
}

static void load_with_caches(const seed_caches *caches, size_t *models)
{
    suite files = {0};
    strbuf path = STRBUF_INIT;
    char *error = NULL;
    strbuf_printf(&path, "%s/tests/fuse_seeds/sat", test_source_root());
    CHECK_MSG(suite_add(&files, path.text, &error), "%s", error);
    seed_set *seeds = seeds_load(&files, ANSWER_NONE);
    seeds_search(seeds, &(seed_search){.seconds = 5, .caches = *caches});
    seeds_find_models(seeds, NULL, NULL);
    *models = 0;
    for (size_t i = 0; i < seeds->seeds.n; i++)
        *models += seeds->seeds.at[i].model != NULL;
    seeds_free(seeds);
    suite_free(&files);
    strbuf_free(&path);
}

static void load_with_cache(const char *cache, size_t *models)
{
    load_with_caches(&(seed_caches){.own = cache}, models);
}

static void write_file(const char *path, const char *text, size_t n)
{
    FILE *f = fopen(path, "w");
    CHECK(f && fwrite(text, 1, n, f) == n);
    fclose(f);
}

/* A maker with this table of functions; its message, if there is none. */
static char *use_table(const char *text, const char *name)
{
    char path[] = "/tmp/tandem-test-fuse-XXXXXX";
    int file = mkstemp(path);
    CHECK(file >= 0);
    close(file);
    write_file(path, text, strlen(text));
    bench k = open_bench();
    fuse_maker_free(k.maker);
    fuse_config config = {.table = path};
    char *error = NULL;
    k.maker = fuse_maker_new(k.seeds, &config, &error);
    unlink(path);
    if (k.maker) {
        size_t n = fuse_function_count(k.maker);
        CHECK_STR(fuse_function_name(k.maker, n - 1), name);
        double *weights = base_alloc_zero(n, sizeof *weights);
        weights[n - 1] = 1;
        rng r;
        rng_seed(&r, 9);
        size_t made = 0;
        for (int i = 0; i < 60; i++) {
            fuse_plan plan = choose_plan(&k, i % 2 ? FUSE_SAT : FUSE_UNSAT, &r);
            plan.function_weights = weights;
            fused f;
            made += fuse_make(k.maker, &plan, &r, &f) == FUSE_MADE;
            fuse_release(k.maker, &f);
        }
        CHECK(made);
        free(weights);
    }
    close_bench(&k);
    return error;
}

TEST(functions_of_the_user_are_checked)
{
    char *error = use_table("(define-fun weighted ((x Int) (y Int) (c Int)) Int (+ x (* c y)))"
                            "(define-fun weighted.x ((z Int) (y Int) (c Int)) Int (- z (* c y)))"
                            "(define-fun weighted.y ((z Int) (x Int) (c Int)) Int (div (- z x) c))",
                            "weighted");
    CHECK_MSG(!error, "%s", error);
    static const char *const wrong[][2] = {
        {"(define-fun f ((x Int) (y Int)) Int (+ x y))", "way back"},
        {"(define-fun f ((x Int) (y Int)) Int (+ x y)) (define-fun f.x ((z Int) (y Int)) Int z)",
         "no fusion function"},
        {"(define-fun f ((x Int) (y Int)) Int (+ x y)) (define-fun f.x ((z Int)) Bool (> z 0))",
         "do not agree"},
        {"(define-fun f ((x Int)) Int x) (define-fun f.x ((z Int)) Int z)", "with x and y"},
        {"(define-fun f ((x Int) (y Int)) Int (+ x q))", "q"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        error = use_table(wrong[i][0], "");
        CHECK_MSG(error && strstr(error, wrong[i][1]), "%zu: %s", i, error ? error : "accepted");
        free(error);
    }
}

static int compare_hashes(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Small formulas: no two are the same, each has an answer, and they grow. */
TEST(small_formulas)
{
    bench k = open_bench();
    rng r;
    rng_seed(&r, 1);
    strbuf text = STRBUF_INIT;
    VEC(uint64_t) seen = {0};
    uint64_t made = 0, decided = 0, n = test_count(6000);
    CHECK(fuse_small_count(k.maker) > 1000000);
    for (uint64_t i = 0; i < n; i++) {
        fuse_plan plan = {.strategy = FUSE_SMALL, .number = i};
        fused f;
        if (fuse_make(k.maker, &plan, &r, &f) == FUSE_MADE) {
            strbuf_clear(&text);
            fuse_print(k.maker, &f, DIALECT_STANDARD, NULL, NULL, &text);
            vec_push(&seen, hash_bytes(text.text, text.n));
            made++;
            decided += f.expected.at[0] != ANSWER_NONE;
            CHECK((f.certain == CERTAIN_MODEL) == (f.expected.at[0] == ANSWER_SAT));
        }
        fuse_release(k.maker, &f);
    }
    qsort(seen.at, seen.n, sizeof *seen.at, compare_hashes);
    for (size_t i = 1; i < seen.n; i++)
        CHECK_MSG(seen.at[i] != seen.at[i - 1], "one of them came twice");
    CHECK_MSG(made * 2 > n && decided * 10 >= made * 9, "%llu made, %llu decided, of %llu",
              (unsigned long long)made, (unsigned long long)decided, (unsigned long long)n);
    vec_free(&seen);
    strbuf_free(&text);
    close_bench(&k);
}

/* What one campaign found is there for the next, which keeps a copy. */
TEST(models_are_shared)
{
    size_t models, again;
    strbuf all = STRBUF_INIT, own = STRBUF_INIT;
    load_with_caches(&(seed_caches){.shared = "shared.cache"}, &models);
    CHECK(models && file_read("shared.cache", &all));
    load_with_caches(&(seed_caches){"own.cache", "shared.cache"}, &again);
    CHECK(again == models && file_read("own.cache", &own));
    CHECK_STR(own.text, all.text);
    write_file("shared.cache", all.text, all.n / 2);
    load_with_caches(&(seed_caches){"own.cache", "shared.cache"}, &again);
    CHECK(again == models);
    strbuf_free(&all);
    strbuf_free(&own);
}

TEST(the_cache_survives_damage)
{
    char path[] = "/tmp/tandem-test-fuse-XXXXXX";
    int f = mkstemp(path);
    CHECK(f >= 0);
    close(f);
    size_t first, again;
    load_with_cache(path, &first);
    CHECK(first >= 9);
    FILE *in = fopen(path, "r");
    char text[1 << 16];
    size_t n = fread(text, 1, sizeof text, in);
    fclose(in);
    CHECK(n > 100 && n < sizeof text);
    load_with_cache(path, &again);
    CHECK(again == first);
    write_file(path, text, n / 2);
    load_with_cache(path, &again);
    CHECK(again == first);
    for (size_t i = 40; i < n; i += 7) /* nonsense, and models that are wrong */
        text[i] = text[i] >= '0' && text[i] <= '8' ? (char)(text[i] + 1) : text[i];
    write_file(path, text, n);
    load_with_cache(path, &again);
    CHECK(again == first);
    write_file(path,
               "\x7f"
               "ELF",
               4);
    load_with_cache(path, &again);
    CHECK(again == first);
    unlink(path);
}

/* What solvers refuse under the narrow name gets the wider one. */
TEST(logics_have_what_formulas_need)
{
    static const struct {
        const char *given, *text, *logic;
    } cases[] = {
        {"QF_LRA", "(declare-const x Real)(assert (> x 1.5))", "QF_LRA"},
        {"QF_LRA", "(declare-const x Real)(assert (is_int x))", "QF_LIRA"},
        {"QF_LRA", "(declare-const x Real)(assert (= (to_int x) 3))", "QF_LIRA"},
        {"QF_AX",
         "(declare-sort S 0)(declare-const a (Array S S))(declare-const i S)(assert (= (select a "
         "i) i))",
         "QF_AX"},
        {"QF_AX",
         "(declare-sort S 0)(declare-fun f (S) S)(declare-const a (Array S S))(declare-const i S)"
         "(assert (= (select a i) (f i)))",
         "QF_AUFLIA"},
        {"QF_ALIA", "(declare-const a (Array Int Int))(assert (= a (store a 1 2)))", "QF_ALIA"},
        {"QF_ALIA",
         "(declare-const a (Array Int Int))(assert (= a ((as const (Array Int Int)) 0)))", "ALL"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        term_bank *b = bank_new(false);
        formula f;
        char *error = NULL;
        CHECK_MSG(formula_parse(b, "case", cases[i].text, strlen(cases[i].text), &f, &error), "%s",
                  error);
        unsigned needs = logic_of_terms(b, f.assertions.at, f.assertions.n);
        CHECK_STR(symbol_text(b, logic_for(b, needs, symbol_make(b, cases[i].given), 0)),
                  cases[i].logic);
        formula_free(&f);
        bank_free(b);
    }
}

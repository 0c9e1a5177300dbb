#include "engine/engine.h"

#include <signal.h>
#include <sys/wait.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/backend.h"
#include "smtlib/read/reader.h"
#include "term/eval/eval.h"
#include "test.h"

static const char *const all_engines[] = {"z3", "z3 -in", "cvc5", "cvc4", NULL};

/* One engine with a bank and names, fed with SMT-LIB text so that the cases can be read. */
typedef struct fixture {
    const char *command;
    term_bank *bank;
    symtab *names;
    engine *engine;
    term_vec assertions; /* everything that was asserted, for checking models */
} fixture;

static fixture set_up_with(engine_config config)
{
    fixture f = {.command = config.command};
    f.bank = bank_new(true);
    f.names = symtab_new(f.bank);
    config.want_models = config.want_cores = true;
    char *error = NULL;
    f.engine = engine_new(f.bank, &config, &error);
    CHECK_MSG(f.engine, "%s: %s", config.command, error ? error : "no message");
    return f;
}

static fixture set_up(const char *command)
{
    return set_up_with((engine_config){.command = command});
}

static void tear_down(fixture *f)
{
    engine_free(f->engine);
    symtab_free(f->names);
    bank_free(f->bank);
    vec_free(&f->assertions);
}

/* Runs the declarations, assertions, push and pop in the text. */
static void run(fixture *f, const char *text)
{
    smt_reader *r = smt_reader_text(f->names, "test", text, strlen(text));
    smt_command c = {0};
    smt_status status;
    while ((status = smt_reader_next(r, &c)) != SMT_END) {
        CHECK_MSG(status == SMT_OK, "%s", smt_reader_error(r));
        if (c.kind == CMD_ASSERT) {
            engine_assert(f->engine, c.term);
            vec_push(&f->assertions, c.term);
        } else if (c.kind == CMD_PUSH) {
            engine_push(f->engine);
        } else if (c.kind == CMD_POP) {
            engine_pop(f->engine, (unsigned)c.number);
        } else if (c.kind == CMD_SET_LOGIC) {
            engine_set_logic(f->engine, c.symbol);
        }
    }
    smt_command_free(&c);
    smt_reader_free(r);
}

static term_id term(fixture *f, const char *text)
{
    char *error = NULL;
    term_id t = smt_read_term(f->names, text, &error);
    CHECK_MSG(t, "%s", error ? error : "no message");
    return t;
}

static const char *answer_text(engine_answer a)
{
    return a == ENGINE_SAT ? "sat" : a == ENGINE_UNSAT ? "unsat" : "unknown";
}

static void expect_assuming(fixture *f, const term_id *assumptions, size_t n, const char *wanted)
{
    engine_answer got = engine_check(f->engine, assumptions, n, NULL);
    CHECK_MSG(!strcmp(answer_text(got), wanted), "%s answers %s (%s), wanted %s", f->command,
              answer_text(got), engine_reason(f->engine), wanted);
}

static void expect(fixture *f, const char *wanted)
{
    expect_assuming(f, NULL, 0, wanted);
}

/* Takes the model and lets the evaluator judge it. */
static void expect_good_model(fixture *f)
{
    term_model *m = model_new(f->bank);
    CHECK_MSG(engine_model(f->engine, m), "%s: %s", f->command, engine_reason(f->engine));
    evaluator *judge = eval_new(m, &(eval_config){.complete = true});
    for (size_t i = 0; i < f->assertions.n; i++) {
        value_id v = eval_term(judge, f->assertions.at[i]);
        CHECK_MSG(v == VALUE_ID_TRUE, "%s: assertion %zu is %s %s", f->command, i,
                  v ? "false" : "undetermined", v ? "" : eval_reason_text(eval_why(judge)));
    }
    eval_free(judge);
    model_free(m);
}

static void check_script(const char *command, const char *text, const char *wanted)
{
    fixture f = set_up(command);
    run(&f, text);
    expect(&f, wanted);
    if (!strcmp(wanted, "sat"))
        expect_good_model(&f);
    tear_down(&f);
}

static void check_everywhere(const char *text, const char *wanted)
{
    for (const char *const *command = all_engines; *command; command++)
        check_script(*command, text, wanted);
}

TEST(answers)
{
    check_everywhere("(declare-const x Int)(assert (> x 3))", "sat");
    check_everywhere("(declare-const x Int)(assert (> x 3))(assert (< x 4))", "unsat");
    check_everywhere("(set-logic QF_UF)(declare-const p Bool)(assert (and p (not p)))", "unsat");
    check_everywhere("", "sat");
}

TEST(models_of_numbers)
{
    check_everywhere("(declare-const x Int)(declare-const y Real)"
                     "(assert (= (mod x 7) 3))(assert (< x (- 100)))"
                     "(assert (< (/ 1 3) y (/ 1 2)))(assert (not (is_int (* y 3))))",
                     "sat");
    check_everywhere("(declare-const b (_ BitVec 70))(declare-const c (_ BitVec 8))"
                     "(assert (bvugt b (concat #b111111 #xffffffffffffff00)))"
                     "(assert (bvslt c #x00))(assert (bvnego c))",
                     "sat");
    const char *floats = "(declare-const a Float32)(declare-const r RoundingMode)"
                         "(declare-const b (_ FloatingPoint 3 4))"
                         "(assert (fp.isSubnormal a))(assert (fp.isNegative a))"
                         "(assert (fp.lt (fp.add r b b) ((_ to_fp 3 4) r (/ 1 3))))"
                         "(assert (not (fp.eq b b)))";
    check_script("z3", floats, "unsat");
    const char *more = "(declare-const a Float32)(declare-const r RoundingMode)"
                       "(declare-const b (_ FloatingPoint 3 4))"
                       "(assert (fp.isSubnormal a))(assert (fp.isNegative a))"
                       "(assert (fp.gt (fp.mul r b b) ((_ to_fp 3 4) r (/ 1 3))))";
    check_script("z3", more, "sat");
    check_script("z3 -in", more, "sat");
    check_script("cvc5", more, "sat");
}

TEST(models_of_structures)
{
    check_everywhere("(declare-const s String)(declare-const t String)"
                     "(assert (= (str.++ s \"\\u{1F600}|\" t) \"ab\\u{1F600}|\\u{e9}\"))"
                     "(assert (str.in_re s (re.+ (re.range \"a\" \"c\"))))",
                     "sat");
    check_everywhere("(declare-const a (Array Int Int))(declare-const i Int)"
                     "(assert (= (select a i) 5))(assert (= (select a (+ i 1)) 6))"
                     "(assert (> i 100))",
                     "sat");
    check_everywhere("(declare-sort U 0)(declare-fun f (U U) U)(declare-const u U)"
                     "(declare-const v U)(assert (distinct (f u v) (f v u)))"
                     "(assert (= (f u u) v))",
                     "sat");
    check_everywhere("(declare-datatypes ((L 0) (T 0)) (((nil) (cons (head T) (tail L)))"
                     " ((leaf (n Int)) (node (kids L)))))(declare-const t T)"
                     "(assert ((_ is node) t))(assert ((_ is cons) (kids t)))"
                     "(assert (= (n (head (kids t))) 7))(assert ((_ is leaf) (head (kids t))))",
                     "sat");
    check_everywhere("(declare-datatypes ((P 2)) ((par (X Y) ((mk (fst X) (snd Y))))))"
                     "(declare-const p (P Int Bool))(declare-const q (P Bool Int))"
                     "(assert (= (fst p) (snd q)))(assert (= (snd p) (not (fst q))))"
                     "(assert (> (fst p) 10))",
                     "sat");
}

TEST(functions_of_definitions)
{
    check_everywhere("(declare-fun g (Int) Int)(define-fun f ((x Int)) Int (+ (g x) 1))"
                     "(define-fun h ((x Int)) Int (f (f x)))(declare-const a Int)"
                     "(assert (= (h a) 10))(assert (= (f a) 3))",
                     "sat");
    const char *factorial =
        "(define-fun-rec fac ((n Int)) Int (ite (<= n 0) 1 (* n (fac (- n 1)))))"
        "(declare-const x Int)(assert (= x (fac 5)))";
    check_script("z3", factorial, "sat");
    check_script("z3 -in", factorial, "sat");
    fixture f = set_up("z3");
    run(&f, factorial);
    run(&f, "(assert (not (= x 120)))");
    expect(&f, "unsat");
    tear_down(&f);
}

TEST(quantifiers_and_lambda)
{
    check_everywhere("(set-logic LIA)(assert (exists ((x Int)) (forall ((y Int)) (< x y))))",
                     "unsat");
    const char *shadow = "(declare-const x Int)(declare-fun p (Int) Bool)(assert (not (p x)))"
                         "(assert (forall ((x Int)) (! (or (p x) (exists ((x Int)) (not (p x))))"
                         " :pattern ((p x)))))";
    fixture f = set_up("z3");
    run(&f, shadow);
    expect(&f, "sat");
    run(&f, "(assert (forall ((y Int)) (p y)))");
    expect(&f, "unsat");
    tear_down(&f);
    f = set_up("z3");
    run(&f, "(declare-const y Int)"
            "(assert (= (select (lambda ((x Int)) (+ x y)) 5) 7))(assert (not (= y 2)))");
    expect(&f, "unsat");
    tear_down(&f);
}

TEST(push_and_pop)
{
    for (const char *const *command = all_engines; *command; command++) {
        fixture f = set_up(*command);
        run(&f, "(declare-const x Int)(assert (> x 3))(push 1)(assert (< x 3))");
        expect(&f, "unsat");
        run(&f, "(push 1)(declare-const y Int)(assert (= y x))");
        expect(&f, "unsat");
        CHECK(engine_level(f.engine) == 2);
        run(&f, "(pop 2)");
        CHECK(engine_level(f.engine) == 0);
        expect(&f, "sat");
        /* The same names again, with other sorts. */
        run(&f, "(push 1)(declare-const y Bool)(assert (not (= y (> x 5))))");
        expect(&f, "sat");
        run(&f, "(pop 1)(push 1)(declare-const y Real)(assert (= y (/ 1.0 2.0)))");
        expect(&f, "sat");
        engine_reset(f.engine);
        run(&f, "(assert (< x 3))");
        expect(&f, "sat");
        tear_down(&f);
    }
}

TEST(assumptions_and_cores)
{
    for (const char *const *command = all_engines; *command; command++) {
        fixture f = set_up(*command);
        run(&f, "(declare-const x Int)(declare-const p Bool)(declare-const q Bool)"
                "(assert (=> p (> x 10)))");
        term_id list[] = {term(&f, "q"), term(&f, "p"), term(&f, "(< x 4)"), term(&f, "(not q)")};
        expect_assuming(&f, list, 2, "sat");
        expect_assuming(&f, list, 3, "unsat");
        vec_u32 core = {0};
        CHECK_MSG(engine_core(f.engine, &core), "%s: %s", *command, engine_reason(f.engine));
        bool needed[4] = {0};
        for (size_t i = 0; i < core.n; i++)
            needed[core.at[i]] = true;
        CHECK_MSG(core.n <= 3 && needed[1] && needed[2], "%s: core", *command);
        term_id opposite[] = {list[0], list[3]};
        expect_assuming(&f, opposite, 2, "unsat");
        CHECK(engine_core(f.engine, &core) && core.n == 2);
        expect(&f, "sat"); /* assumptions are gone */
        run(&f, "(assert (< x 4))");
        expect_assuming(&f, list + 1, 1, "unsat");
        CHECK(engine_core(f.engine, &core) && core.n == 1 && core.at[0] == 0);
        term_id falsity = TERM_ID_FALSE;
        expect_assuming(&f, &falsity, 1, "unsat");
        vec_free(&core);
        tear_down(&f);
    }
}

TEST(values_of_terms)
{
    for (const char *const *command = all_engines; *command; command++) {
        fixture f = set_up(*command);
        run(&f, "(declare-const x Int)(declare-const s String)(declare-const z Real)"
                "(assert (= x 20))(assert (= s \"a\\u{394}\"))(assert (= (/ z 0.0) 7.0))"
                "(assert (= z 3.0))");
        expect(&f, "sat");
        term_id terms[] = {term(&f, "(+ x 1)"), term(&f, "(str.++ s s)"), term(&f, "(> x 3)"),
                           term(&f, "(/ z 0.0)")};
        value_id values[4];
        CHECK_MSG(engine_values(f.engine, terms, 4, values), "%s: %s", *command,
                  engine_reason(f.engine));
        CHECK(values[0] == value_int(f.bank, 21));
        uint32_t points[] = {'a', 0x394, 'a', 0x394};
        CHECK(values[1] == value_string(f.bank, points, 4));
        CHECK(values[2] == VALUE_ID_TRUE);
        CHECK_MSG(values[3] == term_value(f.bank, term(&f, "7.0")), "%s: x/0", *command);
        tear_down(&f);
    }
}

TEST(names_that_clash)
{
    for (const char *const *command = all_engines; *command; command++) {
        fixture f = set_up(*command);
        term_bank *b = f.bank;
        symbol_id name = symbol_make(b, "x");
        term_id terms[3];
        sort_id sorts[] = {SORT_ID_INT, SORT_ID_REAL, SORT_ID_INT};
        decl_id decls[3];
        for (int i = 0; i < 3; i++) {
            decls[i] = decl_constant(b, name, sorts[i]);
            terms[i] = term_app(b, decls[i], NULL, 0);
        }
        term_id three = term_const(b, value_int(b, 3)), four = term_const(b, value_int(b, 4));
        term_id half = term(&f, "(/ 1.0 2.0)");
        term_id facts[] = {term_eq(b, terms[0], three), term_eq(b, terms[1], half),
                           term_eq(b, terms[2], four)};
        decl_id odd = decl_constant(b, symbol_make(b, "k!0"), SORT_ID_INT);
        term_id odd_fact = term_eq(b, term_app(b, odd, NULL, 0), four);
        for (int i = 0; i < 3; i++)
            engine_assert(f.engine, facts[i]);
        engine_assert(f.engine, odd_fact);
        expect(&f, "sat");
        term_model *m = model_new(b);
        CHECK_MSG(engine_model(f.engine, m), "%s: %s", *command, engine_reason(f.engine));
        CHECK(model_value(m, decls[0]) == value_int(b, 3));
        CHECK(model_value(m, decls[2]) == value_int(b, 4));
        CHECK(model_value(m, odd) == value_int(b, 4));
        evaluator *judge = eval_new(m, &(eval_config){0});
        CHECK(eval_term(judge, facts[1]) == VALUE_ID_TRUE);
        eval_free(judge);
        model_free(m);
        tear_down(&f);
    }
}

TEST(released_terms_are_forgotten)
{
    for (const char *const *command = all_engines; *command; command++) {
        fixture f = set_up(*command);
        run(&f, "(declare-const x Int)(assert (> x 0))");
        for (int i = 0; i < 10; i++) {
            bank_marks mark = bank_mark(f.bank);
            engine_push(f.engine);
            /* The ids are the same in every round, the terms are not. */
            char text[64];
            snprintf(text, sizeof text, "(%s x %d)", i % 2 ? "<" : ">", i % 2 ? 1 : i);
            engine_assert(f.engine, term(&f, text));
            if (i % 3)
                expect(&f, i % 2 ? "unsat" : "sat");
            engine_pop(f.engine, 1);
            bank_release(f.bank, &mark);
        }
        expect(&f, "sat");
        tear_down(&f);
    }
}

/* Returns when it is dead; the engine still has to find that out. */
static void kill_child(const engine *e)
{
    siginfo_t info;
    pid_t child = engine_child(e);
    kill(child, SIGKILL);
    waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT);
}

TEST(a_killed_child_is_replaced)
{
    for (const char *const *command = all_engines; *command; command++) {
        fixture f = set_up(*command);
        run(&f, "(declare-const x Int)(assert (> x 3))(push 1)(assert (< x 9))");
        expect(&f, "sat");
        kill_child(f.engine);
        term_model *m = model_new(f.bank);
        CHECK(!engine_model(f.engine, m)); /* and no crash of ours */
        model_free(m);
        expect(&f, "sat");
        expect_good_model(&f);
        kill_child(f.engine);
        run(&f, "(push 1)(assert (> x 8))");
        expect(&f, "unsat");
        run(&f, "(pop 1)");
        expect(&f, "sat");
        CHECK(engine_counts(f.engine)->restarts >= 2);
        tear_down(&f);
    }
}

/* The factors of a product of two 48-bit primes: far too much for any of the solvers. */
static const char hard[] =
    "(set-logic QF_BV)(declare-const x (_ BitVec 96))(declare-const y (_ BitVec 96))"
    "(assert (= (bvmul x y) #x78547880b60f805ba2bb3d31))(assert (bvule x y))"
    "(assert (bvule y #x000000000000ffffffffffff))(assert (bvugt x #x000000000000000000000001))";

TEST(a_time_limit_ends_a_check)
{
    for (const char *const *command = all_engines; *command; command++) {
        fixture f = set_up(*command);
        run(&f, hard);
        engine_limits limits = {.seconds = 0.2};
        engine_answer got = engine_check(f.engine, NULL, 0, &limits);
        CHECK_MSG(got == ENGINE_UNKNOWN, "%s: %s", *command, answer_text(got));
        CHECK_MSG(engine_why_unknown(f.engine) == ENGINE_WHY_TIMEOUT, "%s: %s", *command,
                  engine_reason(f.engine));
        engine_reset(f.engine);
        expect(&f, "sat");
        tear_down(&f);
    }
}

static volatile sig_atomic_t flag;

static void raise_flag(int number)
{
    flag = 1;
}

TEST(an_interrupt_ends_a_check)
{
    for (const char *const *command = all_engines; *command; command++) {
        flag = 0;
        struct sigaction action = {.sa_handler = raise_flag}, old;
        sigaction(SIGALRM, &action, &old);
        fixture f = set_up_with((engine_config){.command = *command, .interrupt = &flag});
        run(&f, hard);
        alarm(1);
        engine_answer got = engine_check(f.engine, NULL, 0, NULL);
        CHECK_MSG(got == ENGINE_UNKNOWN, "%s: %s", *command, answer_text(got));
        CHECK(engine_why_unknown(f.engine) == ENGINE_WHY_INTERRUPTED);
        sigaction(SIGALRM, &old, NULL);
        flag = 0;
        engine_reset(f.engine);
        expect(&f, "sat");
        tear_down(&f);
    }
}

TEST(a_memory_limit_ends_a_check)
{
    for (const char *const *command = all_engines; *command; command++) {
        fixture f = set_up_with((engine_config){.command = *command, .memory_bytes = 100 << 20});
        run(&f, "(set-logic QF_BV)(declare-const x (_ BitVec 4000))"
                "(declare-const y (_ BitVec 4000))(assert (= (bvmul x y) (bvadd x x x)))"
                "(assert (= (bvudiv x y) (bvmul y y)))(assert (distinct x (_ bv0 4000)))");
        engine_limits limits = {.seconds = 60};
        engine_answer got = engine_check(f.engine, NULL, 0, &limits);
        CHECK_MSG(got == ENGINE_UNKNOWN, "%s: %s", *command, answer_text(got));
        CHECK_MSG(engine_why_unknown(f.engine) == ENGINE_WHY_MEMORY, "%s: %s", *command,
                  engine_reason(f.engine));
        CHECK(engine_counts(f.engine)->peak_memory > 0);
        tear_down(&f);
    }
}

TEST(killed_in_the_middle)
{
    for (const char *const *command = all_engines; *command; command++) {
        fixture f = set_up(*command);
        run(&f, "(push 1)");
        run(&f, hard);
        pid_t victim = engine_child(f.engine), killer = fork();
        if (!killer) {
            usleep(200000);
            kill(victim, SIGKILL);
            _exit(0);
        }
        engine_answer got = engine_check(f.engine, NULL, 0, NULL);
        waitpid(killer, NULL, 0);
        CHECK_MSG(got == ENGINE_UNKNOWN, "%s: %s", *command, answer_text(got));
        CHECK(engine_why_unknown(f.engine) == ENGINE_WHY_CRASH);
        CHECK(strstr(engine_reason(f.engine), "signal 9"));
        CHECK(engine_counts(f.engine)->crashes == 1);
        run(&f, "(pop 1)");
        expect(&f, "sat");
        tear_down(&f);
    }
}

TEST(statistics)
{
    fixture f = set_up("z3");
    run(&f, "(declare-const p Bool)(declare-const q Bool)(declare-const x Int)"
            "(assert (or p (> x 3)))(assert (=> (> x 3) q))(assert (=> p q))(push 1)");
    expect(&f, "sat");
    strbuf text = STRBUF_INIT;
    engine_statistics(f.engine, &text);
    CHECK(strstr(text.text, "memory "));
    strbuf_free(&text);
    CHECK(!strncmp(engine_name(f.engine), "z3 4.", 5));
    tear_down(&f);
}

static engine_why faulty(const char *script, const char **reason)
{
    static char copy[512];
    strbuf command = STRBUF_INIT;
    strbuf_printf(&command, "sh -c '%s'", script);
    fixture f = set_up_with((engine_config){.command = command.text});
    run(&f, "(declare-const x Int)(assert (> x 3))");
    engine_limits limits = {.seconds = 20};
    engine_answer got = engine_check(f.engine, NULL, 0, &limits);
    CHECK_MSG(got == ENGINE_UNKNOWN, "%s: %s", script, answer_text(got));
    engine_why why = engine_why_unknown(f.engine);
    snprintf(copy, sizeof copy, "%s", engine_reason(f.engine));
    *reason = copy;
    tear_down(&f);
    strbuf_free(&command);
    return why;
}

/* A solver that repeats marks and answers `$1` to check-sat. */
#define SERVE                                                                                 \
    "while read -r line; do case $line in *echo*) line=${line#*\\\"}; echo ${line%%\\\"*};; " \
    "*check-sat*) "

TEST(faulty_solvers_are_unknown)
{
    const char *reason;
    CHECK(faulty("exit 3", &reason) == ENGINE_WHY_CRASH);
    CHECK_MSG(strstr(reason, "exit code 3"), "%s", reason);
    CHECK(faulty("echo sat", &reason) == ENGINE_WHY_CRASH);
    CHECK(faulty("kill -SEGV $$", &reason) == ENGINE_WHY_CRASH);
    CHECK(faulty("exec yes garbage", &reason) == ENGINE_WHY_ERROR);
    CHECK_MSG(strstr(reason, "too much"), "%s", reason);
    CHECK(faulty(SERVE "echo garbage;; esac; done", &reason) == ENGINE_WHY_ERROR);
    CHECK_MSG(strstr(reason, "garbage"), "%s", reason);
    CHECK(faulty(SERVE "echo \"(error no)\"; echo sat;; esac; done", &reason) == ENGINE_WHY_ERROR);
    CHECK_MSG(strstr(reason, "(error no)"), "%s", reason);
    CHECK(faulty(SERVE "echo sat; echo unsat;; esac; done", &reason) == ENGINE_WHY_ERROR);
    CHECK(faulty(SERVE "echo unknown;; *reason*) echo \"(:reason-unknown timeout)\";; esac; done",
                 &reason) == ENGINE_WHY_TIMEOUT);
    CHECK(faulty(SERVE "echo unknown;; esac; done", &reason) == ENGINE_WHY_INCOMPLETE);
    CHECK(faulty(SERVE "exit 1;; esac; done", &reason) == ENGINE_WHY_CRASH);
}

TEST(an_error_is_not_forgotten)
{
    /* It refuses one assertion and answers sat ever after: never an answer. */
    fixture f = set_up_with((engine_config){.command = "sh -c '" SERVE
                                                       "echo sat;; *assert*) echo \"(error no)\";; "
                                                       "esac; done'"});
    run(&f, "(declare-const x Int)(assert (> x 3))");
    for (int i = 0; i < 3; i++) {
        CHECK(engine_check(f.engine, NULL, 0, NULL) == ENGINE_UNKNOWN);
        CHECK(engine_why_unknown(f.engine) == ENGINE_WHY_ERROR);
    }
    tear_down(&f);
}

TEST(what_ends_a_check_is_typed_and_counted)
{
    for (const char *const *command = all_engines; *command; command++) {
        fixture f = set_up(*command);
        run(&f, hard);
        engine_limits guarded = {.guard = 0.2}, limited = {.seconds = 0.2, .guard = 100};
        CHECK(engine_check(f.engine, NULL, 0, &guarded) == ENGINE_UNKNOWN);
        CHECK_MSG(engine_why_unknown(f.engine) == ENGINE_WHY_HUNG, "%s: %s", *command,
                  engine_reason(f.engine));
        CHECK(engine_check(f.engine, NULL, 0, &limited) == ENGINE_UNKNOWN);
        CHECK_MSG(engine_why_unknown(f.engine) == ENGINE_WHY_TIMEOUT, "%s: %s", *command,
                  engine_reason(f.engine));
        CHECK(engine_counts(f.engine)->why[ENGINE_WHY_HUNG] == 1);
        CHECK(engine_counts(f.engine)->why[ENGINE_WHY_TIMEOUT] == 1);
        tear_down(&f);
    }
}

TEST(z3_counts_its_work)
{
    uint64_t units[2];
    for (int i = 0; i < 2; i++) {
        fixture f = set_up(ENGINE_LIBZ3);
        run(&f, hard);
        CHECK(engine_check(f.engine, NULL, 0, &(engine_limits){.rlimit = 50000}) == ENGINE_UNKNOWN);
        CHECK_MSG(engine_why_unknown(f.engine) == ENGINE_WHY_UNITS, "%s", engine_reason(f.engine));
        CHECK(engine_counts(f.engine)->why[ENGINE_WHY_UNITS] == 1);
        units[i] = engine_counts(f.engine)->units;
        tear_down(&f);
    }
    CHECK_MSG(units[0] >= 50000 && units[0] == units[1], "%llu, %llu", (unsigned long long)units[0],
              (unsigned long long)units[1]);
}

TEST(a_hanging_solver_reaches_its_limit)
{
    fixture f = set_up_with((engine_config){.command = "sleep 1000"});
    run(&f, "(declare-const x Int)(assert (> x 3))");
    CHECK(engine_check(f.engine, NULL, 0, &(engine_limits){.seconds = 0.1}) == ENGINE_UNKNOWN);
    CHECK(engine_why_unknown(f.engine) == ENGINE_WHY_TIMEOUT);
    tear_down(&f);
}

TEST(crash_after_sat_leaves_sat_without_a_model)
{
    fixture f = set_up_with((engine_config){.command = "sh -c '" SERVE
                                                       "echo sat;; *get-model*) kill -SEGV $$;; "
                                                       "esac; done'"});
    run(&f, "(declare-const x Int)(assert (> x 3))");
    expect(&f, "sat");
    term_model *m = model_new(f.bank);
    CHECK(!engine_model(f.engine, m));
    CHECK_MSG(strstr(engine_reason(f.engine), "signal"), "%s", engine_reason(f.engine));
    model_free(m);
    value_id value;
    term_id t = term(&f, "x");
    CHECK(!engine_values(f.engine, &t, 1, &value) && !value);
    expect(&f, "sat");
    tear_down(&f);
}

TEST(a_solver_that_is_not_there_is_a_message)
{
    term_bank *b = bank_new(true);
    char *error = NULL;
    CHECK(!engine_new(b, &(engine_config){.command = "no-such-solver --flag"}, &error));
    CHECK(error && strstr(error, "no-such-solver"));
    free(error);
    error = NULL;
    CHECK(!engine_new(b, &(engine_config){.command = "  "}, &error));
    CHECK(error);
    free(error);
    bank_free(b);
}

/* Solvers under test, in all modes: real ones, and scripts that misbehave in every way. */
#include "test.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/vec.h"
#include "solver/crash/crash_signature.h"
#include "solver/crash/unwind.h"
#include "solver/solver.h"

static solver *make(const char *text)
{
    char *error = NULL;
    solver *s = solver_new(text, &error);
    CHECK_MSG(s, "%s: %s", text, error ? error : "no message");
    return s;
}

static runner_result ask_with(solver *s, const char *text, const char *options,
                              runner_limits limits)
{
    solver_question q = {
        .text = text, .length = strlen(text), .limits = limits, .options = options};
    runner_result r;
    solver_ask(s, &q, &r);
    return r;
}

static runner_result ask(solver *s, const char *text)
{
    return ask_with(s, text, NULL, (runner_limits){.wall_seconds = 60});
}

static void expect(solver *s, const char *text, runner_verdict wanted)
{
    runner_result r = ask(s, text);
    CHECK_MSG(r.verdict == wanted, "%s on %s: %s (%s) not %s", solver_text(s), text,
              runner_verdict_name(r.verdict), r.excerpt, runner_verdict_name(wanted));
    runner_result_free(&r);
}

/* Writes a program that sh runs, in the test's own folder; returns its path. */
static const char *script(const char *name, const char *body)
{
    static char path[64];
    snprintf(path, sizeof path, "./%s", name);
    FILE *f = fopen(path, "w");
    CHECK(f);
    fprintf(f, "#!/bin/sh\n%s\n", body);
    fclose(f);
    chmod(path, 0755);
    return path;
}

static const char sat_text[] = "(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))(check-sat)";
static const char unsat_text[] =
    "(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))(assert (< x 3))(check-sat)";

TEST(solvers_have_names_and_versions)
{
    static const struct {
        const char *text, *name, *version;
        smt_dialect dialect;
    } cases[] = {{"z3", "z3", "4.", DIALECT_Z3},
                 {"cvc5 --strings-exp", "cvc5", "1.", DIALECT_CVC5},
                 {"cvc4 --strings-exp", "cvc4", "1.", DIALECT_CVC4}};
    for (size_t i = 0; i < 3; i++) {
        solver *s = make(cases[i].text);
        CHECK_STR(solver_text(s), cases[i].text);
        CHECK_STR(solver_name(s), cases[i].name);
        CHECK_MSG(!strncmp(solver_version(s), cases[i].version, 2), "%s", solver_version(s));
        CHECK(solver_dialect(s) == cases[i].dialect && solver_mode_of(s) == SOLVER_PROCESS);
        solver_free(s);
    }
    solver *s = make(script("silent", "exit 1"));
    CHECK_STR(solver_version(s), "");
    CHECK(solver_dialect(s) == DIALECT_STANDARD);
    solver_free(s);
    char *error = NULL;
    CHECK(!solver_new("no-such-solver-anywhere --x", &error));
    CHECK_STR(error, "there is no program 'no-such-solver-anywhere' that can be run");
    free(error);
    CHECK(!solver_new("", &error));
    free(error);
}

TEST(real_solvers_answer)
{
    static const char *const solvers[] = {"z3", "cvc5", "cvc4", "cvc5 --lang smt2 {}"};
    for (size_t i = 0; i < 4; i++) {
        solver *s = make(solvers[i]);
        expect(s, sat_text, RUNNER_SAT);
        expect(s, unsat_text, RUNNER_UNSAT);
        expect(s, "(set-logic QF_LIA)(assert (> x 3))(check-sat)", RUNNER_ERROR);
        solver_free(s);
    }
}

TEST(models_are_in_the_output)
{
    static const char *const solvers[] = {"z3", "cvc5", "cvc4"};
    for (size_t i = 0; i < 3; i++) {
        solver *s = make(solvers[i]);
        runner_result r = ask(s, "(set-option :produce-models true)(set-logic QF_LIA)"
                                 "(declare-const x Int)(assert (= x 42))(check-sat)(get-model)");
        CHECK(r.verdict == RUNNER_SAT && strstr(r.output, "42"));
        CHECK(r.errors && r.cpu > 0 && r.wall > 0 && r.memory > 1 << 20);
        runner_result_free(&r);
        solver_free(s);
    }
}

TEST(options_are_more_words)
{
    solver *s = make("z3");
    runner_result r = ask_with(s, sat_text, "-st 'smt.random_seed=3'", (runner_limits){0});
    CHECK(r.verdict == RUNNER_SAT && strstr(r.output, ":total-time"));
    runner_result_free(&r);
    r = ask_with(s, sat_text, "no.such.option=3", (runner_limits){0});
    CHECK_MSG(r.verdict == RUNNER_ERROR, "%s: %s", runner_verdict_name(r.verdict), r.output);
    runner_result_free(&r);
    r = ask_with(s, sat_text, "'open", (runner_limits){0});
    CHECK(r.verdict == RUNNER_ERROR && strstr(r.excerpt, "open quote"));
    runner_result_free(&r);
    solver_free(s);
}

TEST(unknown_programs_get_a_file_with_a_suffix)
{
    solver *s = make(script("suffix", "case $1 in *.smt2) cat \"$1\";; *) echo unknown;; esac"));
    runner_result r = ask(s, "sat\n");
    CHECK(r.verdict == RUNNER_SAT);
    runner_result_free(&r);
    solver_free(s);
}

/* ---- Solvers that are kept ------------------------------------------------------------------- */

static const char *const kept[] = {"keep:z3", "keep:z3 -in", "keep:cvc5 --strings-exp",
                                   "keep:cvc4 --incremental", "lib:z3"};
enum { KEPT = sizeof kept / sizeof *kept };

TEST(kept_solvers_have_names)
{
    solver *s = make("keep:z3 -in");
    CHECK_STR(solver_text(s), "keep:z3 -in");
    CHECK_STR(solver_name(s), "z3");
    CHECK(solver_mode_of(s) == SOLVER_PERSISTENT && *solver_version(s));
    solver *l = make("lib:z3");
    CHECK_STR(solver_text(l), "lib:z3");
    CHECK_STR(solver_version(l), solver_version(s)); /* both are Debian's */
    CHECK(solver_mode_of(l) == SOLVER_LIBRARY && solver_dialect(l) == DIALECT_Z3);
    solver_free(s);
    solver_free(l);
    char *error = NULL;
    CHECK(!solver_new("lib:cvc5", &error));
    CHECK_STR(error, "'lib:cvc5': only lib:z3 is known, without options");
    free(error);
    CHECK(!solver_new("keep:no-such-solver", &error));
    free(error);
}

/* Another file name of a program that we know; and one that we do not know, which reads a pipe only:
 * the fresh one for confirmations is spoken to in the same way. */
TEST(kept_solvers_of_other_names)
{
    static const struct {
        const char *name, *body;
    } programs[] = {{"z3-9.9", "exec z3 \"$@\""}, {"other", "exec z3 -in"}};
    for (int i = 0; i < 2; i++) {
        char text[120];
        snprintf(text, sizeof text, "keep:%s", script(programs[i].name, programs[i].body));
        solver *s = make(text), *fresh = solver_fresh(s);
        CHECK_STR(solver_family(s), i ? "other" : "z3");
        for (int round = 0; round < 2; round++) {
            expect(s, unsat_text, RUNNER_UNSAT);
            expect(s, sat_text, RUNNER_SAT);
            expect(fresh, unsat_text, RUNNER_UNSAT);
            expect(fresh, sat_text, RUNNER_SAT);
        }
        solver_free(s);
        solver_free(fresh);
    }
    char text[120];
    snprintf(text, sizeof text, "sh %s", script("mine-1.2.sh", "exec z3 \"$@\""));
    solver *s = make(text), *cvc5 = make("cvc5"), *cvc4 = make("cvc4");
    CHECK_STR(solver_name(s), "mine-1.2");
    CHECK_STR(solver_family(s), "mine");
    CHECK(solver_same_lineage(cvc5, cvc4) && !solver_same_lineage(s, cvc5));
    solver_free(s);
    solver_free(cvc5);
    solver_free(cvc4);
}

TEST(kept_solvers_forget)
{
    for (size_t i = 0; i < KEPT; i++) {
        solver *s = make(kept[i]);
        for (int round = 0; round < 3; round++) {
            expect(s, sat_text, RUNNER_SAT);
            expect(s, unsat_text, RUNNER_UNSAT);
            expect(s,
                   "(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (= x #x03))"
                   "(check-sat)",
                   RUNNER_SAT);
            expect(s, "(set-logic QF_LIA)(assert (> x 3))(check-sat)", RUNNER_ERROR);
            runner_result r =
                ask(s, "(set-option :produce-models true)(set-logic QF_UF)(declare-sort S 0)"
                       "(declare-const x S)(declare-const |a b| S)(assert (distinct x |a b|))"
                       "(check-sat)(get-model)(exit)");
            CHECK_MSG(r.verdict == RUNNER_SAT && strstr(r.output, "|a b|") && r.cpu >= 0, "%s: %s",
                      kept[i], r.output);
            CHECK(strncmp(r.output, "sat\n(", 5) == 0 && !strstr(r.output, "tandem-"));
            runner_result_free(&r);
        }
        solver_free(s);
    }
}

TEST(definitions_do_not_outlive_a_formula)
{
    static const char *const some[] = {"keep:z3", "lib:z3"};
    for (size_t i = 0; i < 2; i++) {
        solver *s = make(some[i]);
        for (int round = 0; round < 3; round++) {
            expect(s,
                   "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))"
                   "(declare-const x L)(assert (= (hd x) 3))(check-sat)(get-model)",
                   RUNNER_SAT);
            expect(s,
                   "(declare-datatypes ((L 0)) (((a) (b))))(declare-const x L)"
                   "(assert (distinct x a))(assert (distinct x b))(check-sat)",
                   RUNNER_UNSAT);
            expect(s,
                   "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 0 (+ 1 (f (- n 1)))))"
                   "(assert (= (f 3) 3))(check-sat)",
                   RUNNER_SAT);
            expect(s,
                   "(define-fun-rec f ((n Int)) Int (ite (<= n 0) 7 (f (- n 1))))"
                   "(assert (= (f 3) 3))(check-sat)",
                   RUNNER_UNSAT);
        }
        solver_free(s);
    }
}

TEST(kept_solvers_check_several_times)
{
    static const char text[] = "(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))(check-sat)"
                               "(push 1)(assert (< x 2))(check-sat)(pop 1)(check-sat)";
    for (size_t i = 0; i < KEPT; i++) {
        solver *s = make(kept[i]);
        for (int round = 0; round < 2; round++) {
            solver_question q = {.text = text, .length = strlen(text), .checks = 3};
            runner_result r;
            solver_ask(s, &q, &r);
            CHECK_MSG(r.verdict == RUNNER_SAT && r.answers.n == 3 &&
                          r.answers.at[1] == ANSWER_UNSAT,
                      "%s: %s", kept[i], r.output);
            runner_result_free(&r);
        }
        solver_free(s);
    }
}

TEST(fresh_solvers_are_processes)
{
    for (size_t i = 0; i < KEPT; i++) {
        solver *s = make(kept[i]), *fresh = solver_fresh(s);
        CHECK(solver_mode_of(fresh) == SOLVER_PROCESS);
        CHECK(!strchr(solver_text(fresh), ':'));
        CHECK_STR(solver_version(fresh), solver_version(s));
        CHECK_STR(solver_name(fresh), solver_name(s));
        expect(fresh, sat_text, RUNNER_SAT);
        expect(fresh, unsat_text, RUNNER_UNSAT);
        runner_result r = ask_with(s, sat_text, "--no-such-option-anywhere", (runner_limits){0});
        CHECK_MSG(r.verdict != RUNNER_SAT, "%s", r.output);
        runner_result_free(&r);
        solver_free(s);
        solver_free(fresh);
    }
}

TEST(kept_solvers_keep_their_limits)
{
    /* the answer is far away for all of them: factors of a product of two large primes */
    static const char hard[] =
        "(set-logic QF_BV)(declare-const x (_ BitVec 96))(declare-const y (_ BitVec 96))"
        "(assert (= (bvmul x y) (_ bv1000000016000000063 96)))(assert (bvugt x (_ bv1 96)))"
        "(assert (bvult x (_ bv4294967296 96)))(assert (bvugt y x))"
        "(assert (bvult y (_ bv4294967296 96)))(check-sat)";
    static const char *const some[] = {"keep:z3", "keep:cvc5", "lib:z3"};
    for (size_t i = 0; i < 3; i++) {
        solver *s = make(some[i]);
        expect(s, sat_text, RUNNER_SAT);
        runner_result r = ask_with(s, hard, NULL, (runner_limits){.wall_seconds = 0.3});
        CHECK_MSG(r.verdict == RUNNER_TIMEOUT && r.wall >= 0.3, "%s: %s", some[i], r.output);
        runner_result_free(&r);
        r = ask_with(s, hard, NULL, (runner_limits){.wall_seconds = 300, .cpu_seconds = 0.2});
        CHECK_MSG(r.verdict == RUNNER_TIMEOUT && strstr(r.excerpt, "CPU"), "%s: %s", some[i],
                  r.excerpt);
        runner_result_free(&r);
        r = ask_with(s, hard, NULL,
                     (runner_limits){.wall_seconds = 300, .memory_bytes = UINT64_C(2) << 20});
        CHECK_MSG(r.verdict == RUNNER_MEMOUT, "%s: %s", some[i], runner_verdict_name(r.verdict));
        runner_result_free(&r);
        volatile sig_atomic_t stop = 1;
        solver_question q = {.text = hard, .length = strlen(hard), .interrupt = &stop};
        solver_ask(s, &q, &r);
        CHECK(r.verdict == RUNNER_STOPPED);
        runner_result_free(&r);
        expect(s, unsat_text, RUNNER_UNSAT);
        solver_free(s);
    }
}

/* A solver that reads commands from a pipe, in sh. `extra` are more cases; $n counts checks. */
static const char *talker(const char *name, const char *extra)
{
    strbuf body = STRBUF_INIT;
    strbuf_printf(&body,
                  "n=0\nwhile read -r line; do case $line in\n%s\n"
                  "'(echo \"'*) x=${line#*\\\"}; echo \"${x%%\\\"*}\";;\n"
                  "*check-sat*) n=$((n+1)); echo sat;;\nesac; done",
                  extra);
    const char *path = script(name, body.text);
    strbuf_free(&body);
    return path;
}

static solver *make_talker(const char *extra)
{
    char text[80];
    snprintf(text, sizeof text, "keep:%s", talker("talker", extra));
    return make(text);
}

/* What a formula left behind is no matter of the next one: neither a hang nor words, at the reset or after the reply. */
TEST(kept_solvers_that_do_not_reset)
{
    static const char *const at_reset[] = {"'(reset)') while :; do sleep 100; done;;",
                                           "'(reset)') exec sleep 100;;",
                                           "'(reset)') sh -c 'while :; do :; done';;",
                                           "'(reset)') echo sat;;",
                                           "'(reset)') echo success;;",
                                           "'(reset)') echo unsat; echo unsat;;"};
    for (size_t i = 0; i < sizeof at_reset / sizeof *at_reset; i++) {
        solver *s = make_talker(at_reset[i]);
        for (int round = 0; round < 3; round++) {
            runner_result r = ask_with(s, "(check-sat)", NULL,
                                       (runner_limits){.wall_seconds = 5, .cpu_seconds = 1});
            CHECK_MSG(r.verdict == RUNNER_SAT && !strcmp(r.output, "sat\n"), "%s: %s: %s",
                      at_reset[i], runner_verdict_name(r.verdict), r.output);
            runner_result_free(&r);
        }
        solver_free(s);
    }
}

/* Limits of time and memory count what a kept program starts, and hold where it does not even read the question. */
TEST(kept_solvers_that_break_their_limits)
{
    solver *s = make_talker("'(hang)') exec sleep 1000;;\n'(loop)') sh -c 'while :; do :; done';;\n"
                            "'(eat)') dd if=/dev/zero of=/dev/null bs=1G count=1000000 2>eaten;;");
    strbuf large = STRBUF_INIT;
    strbuf_puts(&large, "(hang)\n");
    for (int i = 0; i < 100000; i++)
        strbuf_puts(&large, "(assert true)\n");
    for (int round = 0; round < 2; round++) {
        expect(s, "(check-sat)", RUNNER_SAT);
        runner_result r = ask_with(s, large.text, NULL, (runner_limits){.wall_seconds = 0.3});
        CHECK(r.verdict == RUNNER_TIMEOUT && strstr(r.excerpt, "wall"));
        runner_result_free(&r);
        expect(s, "(check-sat)", RUNNER_SAT);
        r = ask_with(s, "(loop)", NULL, (runner_limits){.wall_seconds = 300, .cpu_seconds = 0.2});
        CHECK_MSG(r.verdict == RUNNER_TIMEOUT && strstr(r.excerpt, "CPU"), "%s", r.excerpt);
        runner_result_free(&r);
        r = ask_with(s, "(eat)", NULL,
                     (runner_limits){.wall_seconds = 300, .memory_bytes = UINT64_C(200) << 20});
        CHECK_MSG(r.verdict == RUNNER_MEMOUT, "%s", r.excerpt);
        runner_result_free(&r);
    }
    expect(s, "(check-sat)", RUNNER_SAT);
    strbuf_free(&large);
    solver_free(s);
}

TEST(kept_solvers_that_misbehave)
{
    solver *s = make_talker("'(reset)') exit 3;;"); /* dies at the reset */
    for (int i = 0; i < 3; i++)
        expect(s, "(check-sat)", RUNNER_SAT);
    solver_free(s);
    s = make_talker("'(reset)') kill -SEGV $$;;");
    for (int i = 0; i < 3; i++)
        expect(s, "(check-sat)", RUNNER_SAT);
    solver_free(s);
    s = make_talker("'(reset)') echo '(error \"no reset\")';;");
    for (int i = 0; i < 3; i++)
        expect(s, "(check-sat)", RUNNER_SAT);
    solver_free(s);
    s = make_talker("'(crash)') kill -SEGV $$;;");
    expect(s, "(check-sat)", RUNNER_SAT);
    expect(s, "(crash)", RUNNER_CRASH);
    expect(s, "(check-sat)\n(crash)", RUNNER_SAT);
    expect(s, "(check-sat)", RUNNER_SAT);
    solver_free(s);
    s = make_talker("'(flood)') yes;;\n'(partial)') printf sa; exit;;\n'(silence)') ;;");
    expect(s, "(flood)", RUNNER_ERROR);
    expect(s, "(partial)", RUNNER_ERROR);
    expect(s, "(silence)", RUNNER_ERROR);
    expect(s, "(check-sat)", RUNNER_SAT);
    runner_result r = ask_with(s, "(check-sat", NULL, (runner_limits){.wall_seconds = 0.2});
    runner_result_free(&r);
    expect(s, "(check-sat)", RUNNER_SAT);
    solver_free(s);
    s = make_talker("'(hang)') while :; do sleep 100; done;;");
    r = ask_with(s, "(hang)", NULL, (runner_limits){.wall_seconds = 0.2});
    CHECK(r.verdict == RUNNER_TIMEOUT);
    runner_result_free(&r);
    expect(s, "(check-sat)", RUNNER_SAT);
    solver_free(s);
    s = make_talker("'(bye)') exit;;"); /* an end after the answer */
    expect(s, "(check-sat)\n(bye)", RUNNER_SAT);
    expect(s, "(bye)", RUNNER_ERROR);
    expect(s, "(check-sat)", RUNNER_SAT);
    solver_free(s);
}

TEST(kept_solvers_that_grow)
{
    /* each formula leaves memory behind: the solver is replaced, and no formula is blamed */
    solver *s = make_talker("*check-sat*) x=$x$(head -c 8000000 /dev/zero | tr '\\0' x); "
                            "echo sat;;");
    for (int i = 0; i < 12; i++) {
        runner_result r =
            ask_with(s, "(check-sat)", NULL, (runner_limits){.memory_bytes = UINT64_C(100) << 20});
        CHECK_MSG(r.verdict == RUNNER_SAT, "%d: %s", i, r.excerpt);
        runner_result_free(&r);
    }
    solver_free(s);
}

/* ---- Crashes --------------------------------------------------------------------------------- */

static void expect_crash(const char *body, crash_kind kind, const char *signature)
{
    solver *s = make(script("crash", body));
    runner_result r = ask(s, "x");
    strbuf got = STRBUF_INIT;
    crash_signature(&r, &got);
    CHECK_MSG(crash_of(&r) == kind, "%s: %d (%s)", body, (int)crash_of(&r), r.excerpt);
    CHECK_STR(got.text, signature);
    strbuf_free(&got);
    runner_result_free(&r);
    solver_free(s);
}

TEST(crashes_have_signatures)
{
    expect_crash("kill -SEGV $$", CRASH_SIGNAL, "Segmentation fault");
    expect_crash("echo sat; kill -ABRT $$", CRASH_SIGNAL, "Aborted");
    expect_crash("exit 139", CRASH_SIGNAL, "Segmentation fault");
    expect_crash("kill -TERM $$", CRASH_NONE, "");
    expect_crash("echo sat", CRASH_NONE, "");
    expect_crash("echo \"z3: ../src/ast/ast.cpp:1234: void f(int): Assertion \\`n > 3' failed.\" "
                 ">&2; kill -ABRT $$",
                 CRASH_ASSERTION, "z#: ast.cpp:#: void f(int): Assertion `n > #' failed.");
    expect_crash("printf 'ASSERTION VIOLATION\\nFile: ../src/a/b.cpp\\nLine: 77\\n!m_x\\nmore\\n'; "
                 "exit 114",
                 CRASH_ASSERTION, "ASSERTION VIOLATION; File: b.cpp; Line: #; !m_x");
    expect_crash("printf 'sat\\n(\\n  (define-fun |Segmentation fault| () Int 1)\\n)\\n'",
                 CRASH_NONE, "");
    expect_crash("printf '(error \"out of memory\")\\n'; exit 101", CRASH_NONE, "");
}

/* However long the message is before it comes to the point. */
TEST(what_is_not_implemented_is_no_crash)
{
    static const char *const bodies[] = {
        "printf 'Fatal failure within f() at a.cpp:3\\nUnimplemented code encountered\\n' >&2",
        "printf 'Fatal failure within %0300d at a.cpp\\nUnreachable code reached no concrete "
        "implementation of it\\n' 1 >&2",
        "printf 'ASSERTION VIOLATION\\nFile: a.cpp\\nLine: 3\\nNOT IMPLEMENTED: not supported\\n'"};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        char body[400];
        snprintf(body, sizeof body, "%s; kill -ABRT $$", bodies[i]);
        solver *s = make(script("refuses", body));
        runner_result r = ask(s, "x");
        CHECK_MSG(crash_of(&r) == CRASH_NONE && r.verdict == RUNNER_ERROR, "%s", r.excerpt);
        runner_result_free(&r);
        solver_free(s);
    }
}

TEST(sanitizer_reports_have_signatures)
{
    expect_crash("cat >&2 <<'END'\n"
                 "=================================================================\n"
                 "==123==ERROR: AddressSanitizer: heap-use-after-free on address 0x60 at pc 0x7f\n"
                 "READ of size 8 at 0x602 thread T0\n"
                 "    #0 0x49 in __interceptor_memcpy /x/y.cpp:1\n"
                 "    #1 0x4f in smt::context::propagate() /b/src/smt/context.cpp:12:3\n"
                 "    #2 0x5f in smt::context::check(unsigned) /b/src/smt/context.cpp:99\n"
                 "\n"
                 "freed by thread T0 here:\n"
                 "    #0 0x49 in free /x/y.cpp:1\n"
                 "END\nexit 1",
                 CRASH_SANITIZER,
                 "AddressSanitizer: heap-use-after-free in smt::context::propagate < "
                 "smt::context::check");
    expect_crash("echo sat; echo '/b/src/x.cpp:12:3: runtime error: signed integer overflow: "
                 "2147483647 + 1 cannot be represented' >&2",
                 CRASH_SANITIZER,
                 "x.cpp:#:#: runtime error: signed integer overflow: # + # cannot be represented");
    expect_crash("echo sat; echo '==1==ERROR: LeakSanitizer: detected memory leaks' >&2; exit 23",
                 CRASH_SANITIZER, "LeakSanitizer: detected memory leaks");
}

/* Compiles a program that crashes in different places; its path, or the case is skipped. */
static const char *compile(const char *name, const char *flags, const char *source)
{
    static char path[64];
    char file[64], command[256];
    snprintf(path, sizeof path, "./%s", name);
    snprintf(file, sizeof file, "%s.c", name);
    FILE *f = fopen(file, "w");
    CHECK(f);
    fputs(source, f);
    fclose(f);
    snprintf(command, sizeof command, "cc -O0 %s -o %s %s 2>/dev/null", flags, path, file);
    if (system(command))
        test_skip("no compiler");
    return path;
}

static void expect_stack(solver *s, const char *text, const char *signature)
{
    runner_result r = ask(s, text);
    strbuf got = STRBUF_INIT;
    crash_signature(&r, &got);
    CHECK_STR(got.text, signature);
    strbuf_clear(&got);
    crash_message(&r, &got);
    CHECK_MSG(strstr(got.text, signature), "%s", got.text);
    strbuf_free(&got);
    runner_result_free(&r);
}

TEST(silent_crashes_have_stacks)
{
    static const char source[] =
        "#include <stdio.h>\n#include <stdlib.h>\n"
        "void die(void) { *(volatile int *)0 = 1; }\n"
        "void give_up(void) { abort(); }\n"
        "void deep(int n) { volatile char room[1000]; room[0] = (char)n; deep(n + room[0]); }\n"
        "void solve(int c)\n"
        "{ if (c == 'd') die(); if (c == 'a') give_up(); if (c == 'r') deep(1); puts(\"sat\"); }\n"
        "int main(int n, char **v) { FILE *f = n > 1 ? fopen(v[1], \"r\") : 0;\n"
        "  if (!f) return 1; solve(fgetc(f)); return 0; }\n";
    solver *s = make(compile("crasher", "", source));
    runner_result r = ask(s, "d");
    if (r.verdict == RUNNER_CRASH && !r.stack)
        test_skip("programs cannot be traced here");
    runner_result_free(&r);
    expect_stack(s, "d", "Segmentation fault in die < solve < main");
    expect_stack(s, "d and more", "Segmentation fault in die < solve < main");
    expect_stack(s, "a", "Aborted in give_up < solve < main");
    expect_stack(s, "r", "Segmentation fault in deep < deep < deep");
    expect(s, "x", RUNNER_SAT);
    solver_free(s);
    s = make(script("wrapper", "./crasher \"$1\"")); /* a shell in between */
    expect_stack(s, "d", "Segmentation fault in die < solve < main");
    solver_free(s);
}

TEST(crashes_without_names_are_told_apart)
{
    static const char source[] =
        "#include <stdio.h>\n"
        "static int one(int c) { volatile int *p = 0; return c == 'a' ? *p : p[1] + c; }\n"
        "static int two(int c) { volatile int *p = 0; *p = c; return c; }\n"
        "int main(int n, char **v) { FILE *f = n > 1 ? fopen(v[1], \"r\") : 0;\n"
        "  if (!f) return 1; int c = fgetc(f); return c == 'z' ? two(c) : one(c); }\n";
    solver *s = make(compile("stripped", "-s", source));
    strbuf signatures[3] = {STRBUF_INIT, STRBUF_INIT, STRBUF_INIT};
    for (int i = 0; i < 3; i++) {
        runner_result r = ask(s, i == 0 ? "a" : i == 1 ? "b" : "z");
        if (!r.stack)
            test_skip("programs cannot be traced here");
        crash_signature(&r, &signatures[i]);
        runner_result_free(&r);
    }
    CHECK_MSG(strstr(signatures[0].text, "stripped+0x"), "%s", signatures[0].text);
    CHECK_STR(signatures[1].text, signatures[0].text); /* the same function */
    CHECK(strcmp(signatures[2].text, signatures[0].text));
    for (int i = 0; i < 3; i++)
        strbuf_free(&signatures[i]);
    solver_free(s);
}

static void expect_name(const char *symbol, const char *wanted)
{
    strbuf got = STRBUF_INIT;
    unwind_name(symbol, &got);
    CHECK_STR(got.text, wanted);
    strbuf_free(&got);
}

TEST(names_of_functions_can_be_read)
{
    expect_name("main", "main");
    expect_name("_ZN4cvc58internal6theory1fEv", "cvc5::internal::theory::f");
    expect_name("_ZNK3smt7context5checkEj", "smt::context::check");
    expect_name("_Z3foov", "foo");
    expect_name("_ZN99xE", "_ZN99xE");
    expect_name("_ZNSt6vectorIiE4sizeEv", "_ZNSt6vectorIiE4sizeEv");
    expect_name("12", "12");
    expect_name("", "");
}

/* ---- Nothing is left behind ------------------------------------------------------------------ */

static size_t count_scratch(void)
{
    char path[64];
    snprintf(path, sizeof path, "/dev/shm/tandem-%lu", (unsigned long)geteuid());
    DIR *all = opendir(path);
    size_t n = 0;
    char mine[32];
    snprintf(mine, sizeof mine, "%ld-", (long)getpid());
    for (struct dirent *e; all && (e = readdir(all));)
        n += !strncmp(e->d_name, mine, strlen(mine));
    if (all)
        closedir(all);
    return n;
}

TEST(a_solver_that_goes_away_is_not_to_blame)
{
    static const char *const modes[] = {"", "keep:"};
    for (size_t i = 0; i < 2; i++) {
        char text[80];
        snprintf(text, sizeof text, "%s%s", modes[i], talker("gone", ""));
        solver *s = make(text);
        remove("./gone");
        runner_result r = ask(s, "(check-sat)");
        CHECK(r.verdict == RUNNER_ERROR && r.not_run);
        CHECK_MSG(strstr(r.excerpt, "cannot start ./gone"), "%s", r.excerpt);
        runner_result_free(&r);
        solver_free(s);
    }
}

TEST(no_file_is_left)
{
    solver *s = make(script("quick", "echo sat"));
    for (int i = 0; i < 5; i++)
        expect(s, "x", RUNNER_SAT);
    CHECK(count_scratch() == 0);
    solver_free(s);
}

/* Whether a process that was started with this word among its arguments is still there. */
static bool is_running(const char *word)
{
    char command[128];
    snprintf(command, sizeof command,
             "grep -alz '^%s$' /proc/[0-9]*/cmdline 2>/dev/null | "
             "grep -qv self",
             word);
    return !system(command);
}

TEST(no_process_is_left)
{
    /* many, in groups and sessions of their own, and one whose parent is gone */
    solver *s = make(script("many", "case $1 in *.smt2)\n"
                                    "for i in 1 2 3 4 5 6 7 8 9 10; do sleep 98765 & done\n"
                                    "setsid sleep 98765 &\n(sleep 98765 &)\n"
                                    "cat \"$1\"; sleep 98765;; esac"));
    runner_result r = ask_with(s, "sat\n", NULL, (runner_limits){.wall_seconds = 0.5});
    CHECK(r.verdict == RUNNER_SAT);
    runner_result_free(&r);
    r = ask_with(s, "", NULL, (runner_limits){.wall_seconds = 0.5});
    CHECK(r.verdict == RUNNER_TIMEOUT);
    runner_result_free(&r);
    solver_free(s);
    for (int i = 0; i < 500 && is_running("98765"); i++)
        usleep(10000); /* the kernel takes its time */
    CHECK(!is_running("98765"));
}

TEST(memory_of_all_processes_counts)
{
    solver *s = make(script("grower", "case $1 in *.smt2)\n"
                                      "grow() { x=$(head -c 30000000 /dev/zero | tr '\\0' x); "
                                      "sleep 100; }\n"
                                      "grow & grow & grow & grow & wait;; esac"));
    runner_result r = ask_with(
        s, "", NULL, (runner_limits){.wall_seconds = 60, .memory_bytes = UINT64_C(90) << 20});
    CHECK_MSG(r.verdict == RUNNER_MEMOUT, "%s: %s", runner_verdict_name(r.verdict), r.excerpt);
    runner_result_free(&r);
    solver_free(s);
}

TEST(a_killed_process_leaves_nothing_for_long)
{
    const char *path = script("noisy", "case $1 in *.smt2) echo \"$1\" >left; sleep 1000;; esac");
    remove("left");
    pid_t child = fork();
    if (child == 0) {
        solver *s = make(path);
        ask(s, "x");
        _exit(0);
    }
    struct stat info;
    while (stat("left", &info) || info.st_size == 0)
        usleep(1000);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    FILE *f = fopen("left", "r");
    char left[256] = "";
    CHECK(f && fscanf(f, "%255s", left) == 1);
    fclose(f);
    solver *s = make(script("quick", "echo sat"));
    CHECK_MSG(access(left, F_OK), "%s", left);
    solver_free(s);
}

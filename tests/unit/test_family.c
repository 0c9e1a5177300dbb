/* Families of solvers: their files, the words of command lines, folders of builds; findings read back. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/file.h"
#include "base/rng.h"
#include "judge/builds/replay.h"
#include "solver/family.h"
#include "solver/solver.h"
#include "solver/solver_command.h"
#include "solver/solver_words.h"
#include "solver/versions.h"

static void put(const char *path, const char *text, mode_t mode)
{
    strbuf bytes = STRBUF_INIT;
    strbuf_puts(&bytes, text);
    CHECK(file_write(path, &bytes));
    strbuf_free(&bytes);
    chmod(path, mode);
}

TEST(shipped_files_are_read)
{
    static const char *const wanted[] = {"z3",    "cvc5",    "cvc4",    "boolector", "bitwuzla",
                                         "yices", "mathsat", "opensmt", "z3-npm",    "tandem"};
    family_list all = {0};
    families_shipped(&all);
    CHECK(all.n == sizeof wanted / sizeof *wanted);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        family *f = family_of_program(strcmp(wanted[i], "yices") ? wanted[i] : "yices-smt2");
        CHECK_MSG(f, "%s", wanted[i]);
        CHECK_STR(f->name, wanted[i]);
        family_release(f);
    }
    families_free(&all);
    static const struct {
        const char *program, *name;
    } cases[] = {{"z3-4.13.0", "z3"}, {"z3-npm-1", "z3-npm"}, {"cvc5-Linux", "cvc5"},
                 {"z3str", NULL},     {"cvc", NULL},          {"", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        family *f = family_of_program(cases[i].program);
        CHECK_MSG((f != NULL) == (cases[i].name != NULL), "%s", cases[i].program);
        if (f)
            CHECK_STR(f->name, cases[i].name);
        family_release(f);
    }
}

static void expect_error(const char *text, const char *wanted)
{
    family_list all = {0};
    char *error = NULL;
    CHECK_MSG(!families_parse("f", text, &all, &error), "%s", text);
    CHECK_STR(error, wanted);
    CHECK(!all.n); /* half a family is none */
    free(error);
}

TEST(mistakes_have_a_place)
{
    expect_error("command z3\n", "f:1: a solver file begins with its name, not with 'command'");
    expect_error("# x\n\nname a b\n", "f:3: a name is one word without a slash, not 'a b'");
    expect_error("name ../a\n", "f:1: a name is one word without a slash, not '../a'");
    expect_error("name a\ncolour red\n", "f:2: there is no such key: 'colour'");
    expect_error("name a\ncommand\n", "f:2: what does it say? 'command'");
    expect_error("name a\nany-name yes\n", "f:2: nothing is expected behind 'any-name'");
    expect_error("name a\nsame -i\n", "f:2: two spellings are expected, not '-i'");
    expect_error("name a\ndialect yices\n",
                 "f:2: dialects are standard, z3, cvc5 and cvc4, not 'yices'");
    expect_error("name a\nlogic *FP*\n",
                 "f:2: a pattern of a logic and words of a command line are expected, not '*FP*'");
    expect_error("name a\nlimit \033[2J\n", "f:2: there is a control character in it");
}

/* Nothing in a file that is cut short or has other bytes in it does harm. */
TEST(hostile_files)
{
    strbuf path = STRBUF_INIT, text = STRBUF_INIT;
    rng r;
    rng_seed(&r, 1);
    strbuf_printf(&path, "%s/solvers/cvc5.solver", test_source_root());
    CHECK(file_read(path.text, &text));
    for (uint64_t i = 0; i < test_count(2000); i++) {
        char *copy = base_strndup(text.text, rng_below(&r, text.n));
        for (int k = 0; k < 3 && *copy; k++)
            copy[rng_below(&r, strlen(copy))] = (char)(1 + rng_below(&r, 255));
        family_list all = {0};
        char *error = NULL;
        CHECK(families_parse("f", copy, &all, &error) == !error);
        families_free(&all);
        free(error);
        free(copy);
    }
    strbuf_free(&path);
    strbuf_free(&text);
}

static void expect_words(const char *program, const char *given, const char *file, const char *kept,
                         const char *pipe)
{
    family *f = family_of_program(program);
    char *error = NULL;
    solver_command *command = solver_command_new(given, &error);
    char **words = solver_command_argv(command, "{}");
    char *text = words_for_file(f, words, false);
    CHECK_STR(text, file);
    free(text);
    text = words_for_file(f, words, true);
    CHECK_STR(text, kept);
    free(text);
    char **piped = words_for_pipe(f, words);
    strbuf all = STRBUF_INIT;
    for (size_t i = 0; piped[i]; i++)
        strbuf_printf(&all, "%s%s", i ? " " : "", piped[i]);
    CHECK_STR(all.text, pipe);
    strbuf_free(&all);
    solver_command_argv_free(piped);
    solver_command_argv_free(words);
    solver_command_free(command);
    family_release(f);
}

TEST(words_of_commands)
{
    expect_words("z3", "z3 -in", "\"z3\" \"{}\" ", "\"z3\" \"{}\" ", "z3 -in");
    expect_words("z3", "z3 -si {}", "\"z3\" \"{}\" ", "\"z3\" \"{}\" ", "z3 -si");
    expect_words("cvc5", "cvc5 -i --lang smt2 {}", "\"cvc5\" \"-i\" \"--lang\" \"smt2\" \"{}\" ",
                 "\"cvc5\" \"-i\" \"--lang\" \"smt2\" \"{}\"  --strings-exp --fp-exp",
                 "cvc5 -i --lang smt2 --strings-exp --fp-exp");
    expect_words("mine", "mine", "\"mine\" \"{}\" ", "\"mine\" \"{}\" ", "mine");
}

static void expect_script(const char *script, size_t checks, const char *wanted)
{
    family *f = family_of_program("cvc5");
    char *words[] = {(char *)"cvc5", (char *)"--fp-exp", NULL};
    strbuf out = STRBUF_INIT;
    words_for_script(f, words, script, checks, &out);
    CHECK_STR(out.text, wanted);
    strbuf_free(&out);
    family_release(f);
}

TEST(words_of_scripts)
{
    expect_script("(set-logic QF_LIA)(check-sat)", 1, "");
    expect_script("(set-logic QF_FP)(check-sat)(check-sat)", 2, " --incremental");
    expect_script("(set-logic QF_SLIA)(check-sat)", 1, " --strings-exp");
    expect_script("(check-sat)", 1, " --strings-exp");
}

/* A user's file: its command, its folder, its limits, its logics; also kept. */
TEST(files_of_users)
{
    char *error = NULL;
    mkdir("own", 0755);
    put("own/run", "#!/bin/sh\necho \"$*\" >args\nexec z3 \"$@\"\n", 0755);
    put("own/mine.solver",
        "name mine\nlineage z3\ncommand {folder}/run smt.random_seed=3\nany-name\npipe -in\n"
        "logics QF_* ALL\nrefuses *S*\nlimit too hard\nvary a=1\nno-cores\n",
        0644);
    static const char *const texts[] = {"own/mine.solver -st", "keep:own/mine.solver"};
    for (int i = 0; i < 2; i++) {
        solver *s = solver_new(texts[i], &error);
        CHECK_MSG(s, "%s", error);
        CHECK_STR(solver_name(s), "mine");
        CHECK(*solver_version(s) == '4' || *solver_version(s) == '5');
        CHECK(solver_takes_logic(s, "QF_BV") && solver_takes_logic(s, "ALL"));
        CHECK(!solver_takes_logic(s, "QF_S") && !solver_takes_logic(s, "BV"));
        CHECK(solver_is_limit(s, "that is too hard") && !solver_is_limit(s, "hard"));
        CHECK(solver_variations(s) == 1 && solver_has(s, SOLVER_MODELS));
        CHECK(!solver_has(s, SOLVER_CORES));
        solver *z3 = solver_new("z3", &error);
        CHECK(z3 && solver_same_lineage(s, z3));
        static const char script[] = "(declare-const x Int)(assert (> x 3))(check-sat)";
        solver_question q = {.text = script, .length = strlen(script)};
        for (int k = 0; k < 2; k++) {
            runner_result r;
            solver_ask(s, &q, &r);
            CHECK_MSG(r.verdict == RUNNER_SAT, "%s", r.excerpt);
            CHECK((strstr(r.output, ":total-time") != NULL) == !i);
            runner_result_free(&r);
        }
        solver_free(z3);
        solver_free(s);
    }
    static const struct {
        const char *file, *text, *error;
    } bad[] = {{"none.solver", NULL, "none.solver: cannot be read: No such file or directory"},
               {"two.solver", "name a\nname b\n", "two.solver: one solver is expected, not 2"},
               {"no.solver", "name a\n", "no.solver: it has no line 'command'"},
               {"gone.solver", "name a\ncommand ./nowhere\n",
                "there is no program './nowhere' that can be run"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (bad[i].text)
            put(bad[i].file, bad[i].text, 0644);
        CHECK(!solver_new(bad[i].file, &error));
        CHECK_STR(error, bad[i].error);
        free(error);
    }
    put("once.solver", "name once\ncommand z3\nreset none\n", 0644);
    CHECK(!solver_new("keep:once.solver", &error));
    CHECK_STR(error, "'keep:once.solver': once cannot be kept, it does not read formula after "
                     "formula");
    free(error);
}

TEST(versions_are_ordered)
{
    static const char *const order[] = {"1.0",    "4.8.9",  "4.8.17",   "4.9.0",
                                        "4.10.0", "4.10.1", "z3-4.8.9", "z3-4.8.17"};
    enum { N = sizeof order / sizeof *order };
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) {
            int c = version_compare(order[i], order[k]);
            CHECK_MSG((c > 0) == (i > k) && (c < 0) == (i < k), "%s %s: %d", order[i], order[k], c);
        }
    CHECK(!version_compare("4.08", "4.8") && version_compare("4.8", "4.8.1") < 0);
}

TEST(builds_of_a_folder)
{
    text_list commands = {0};
    char *error = NULL;
    mkdir("builds", 0755);
    CHECK(!versions_list("builds", &commands, &error));
    CHECK_STR(error, "builds: there is no program and no solver file in it");
    free(error);
    put("builds/z3-4.10", "#!/bin/sh\n", 0755);
    put("builds/z3-4.9", "#!/bin/sh\n", 0755);
    put("builds/README", "no program\n", 0644);
    put("builds/5.solver", "name z3-5\ncommand z3\n", 0644);
    mkdir("builds/6.1", 0755);
    mkdir("builds/6.1/bin", 0755);
    put("builds/6.1/bin/z3", "#!/bin/sh\n", 0755);
    CHECK(versions_list("builds", &commands, &error));
    CHECK(commands.n == 4);
    CHECK_STR(commands.at[0], "builds/5.solver");
    CHECK_STR(commands.at[1], "builds/6.1/bin/z3");
    CHECK_STR(commands.at[2], "builds/z3-4.9");
    CHECK_STR(commands.at[3], "builds/z3-4.10");
    text_list_free(&commands);
    CHECK(!versions_list("nowhere", &commands, &error));
    CHECK_STR(error, "nowhere: cannot be read: No such file or directory");
    free(error);
}

/* What is printed reads back, whatever it is cut to; and it is asked of other builds. */
TEST(findings_are_read_and_replayed)
{
    finding f, again;
    strbuf text = STRBUF_INIT;
    finding_init(&f);
    f.kind = FINDING_SOUNDNESS;
    f.expected = ANSWER_SAT;
    f.got = ANSWER_UNSAT;
    finding_set(&f.solver, "z3 -T:5");
    finding_set(&f.version, "4.8.12");
    finding_set(&f.options, "smt.arith.solver=2");
    finding_set(&f.signature, "= bvmul");
    finding_set(&f.formula, "(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n");
    finding_print(&f, &text);
    CHECK(finding_read(text.text, &again));
    CHECK(again.kind == f.kind && again.expected == f.expected && again.got == f.got);
    CHECK_STR(again.solver, "z3 -T:5");
    CHECK_STR(again.version, "4.8.12");
    CHECK_STR(again.options, "-T:5 smt.arith.solver=2");
    CHECK_STR(again.signature, "= bvmul");
    CHECK_STR(again.formula, f.formula);
    put("wrong", "#!/bin/sh\necho unsat\n", 0755);
    put("broken", "#!/bin/sh\necho '(error \"no\")'\n", 0755);
    static const struct {
        const char *build;
        replay_outcome outcome;
    } builds[] = {{"./wrong", REPLAY_SHOWS}, {"z3", REPLAY_RIGHT}, {"./broken", REPLAY_OTHER}};
    for (int i = 0; i < 3; i++) {
        char *error = NULL;
        judge_limits limits = {.run = {.wall_seconds = 20}};
        solver *s = solver_new(builds[i].build, &error);
        CHECK_MSG(s, "%s", error);
        replay said;
        judge_replay(&again, s, &limits, &said);
        CHECK_MSG(said.outcome == builds[i].outcome, "%s: %s", builds[i].build, said.what);
        free(said.what);
        solver_free(s);
    }
    finding_free(&again);
    for (size_t n = 0; n < text.n; n++) {
        char *part = base_strndup(text.text, n);
        if (finding_read(part, &again))
            finding_free(&again);
        free(part);
    }
    CHECK(!finding_read("(check-sat)\n", &again) && !finding_read("; nonsense: z3 1.0\n", &again));
    finding_free(&f);
    strbuf_free(&text);
}

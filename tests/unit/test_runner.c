/* The solver runner, batches, suites and results: solvers that are shell scripts misbehave in every
 * way, real ones answer. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "campaign/results.h"
#include "report/cactus.h"
#include "solver/batch.h"

static runner_result run_with(const char *text, const char *file, runner_limits limits,
                              size_t checks)
{
    char *error = NULL;
    solver_command *c = solver_command_new(text, &error);
    CHECK_MSG(c, "%s", error);
    runner_job job = {.command = c, .file = file, .limits = limits, .checks = checks};
    runner_result r;
    runner_run(&job, &r);
    solver_command_free(c);
    return r;
}

static runner_result run_script(const char *script, runner_limits limits)
{
    strbuf text = STRBUF_INIT;
    strbuf_puts(&text, "sh -c ");
    solver_command_quote(&text, script);
    runner_result r = run_with(text.text, "/dev/null", limits, 1);
    strbuf_free(&text);
    return r;
}

static void expect_script(const char *script, const char *verdict, const char *excerpt)
{
    runner_result r = run_script(script, (runner_limits){.wall_seconds = 60});
    CHECK_MSG(!strcmp(runner_verdict_name(r.verdict), verdict), "%s: %s (%s)", script,
              runner_verdict_name(r.verdict), r.excerpt);
    CHECK_MSG(strstr(r.excerpt, excerpt), "%s: %s", script, r.excerpt);
    runner_result_free(&r);
}

static void write_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    CHECK(f);
    fputs(text, f);
    fclose(f);
}

TEST(answers_are_lines)
{
    expect_script("echo sat", "sat", "");
    expect_script("printf 'unsat'", "unsat", "");
    expect_script("printf '  unsat \\r\\n'", "unsat", "");
    expect_script("echo unknown; echo '(:reason-unknown memout)'", "unknown", "");
    expect_script("echo success; echo sat; echo '(model)'", "sat", "");
    expect_script("echo satisfiable", "error", "satisfiable");
    expect_script("echo 'not sat'", "error", "not sat");
    expect_script("echo sat >&2", "error", "sat");
    expect_script("true", "error", "no answer");
    expect_script("exit 3", "error", "no answer");
}

TEST(an_error_before_the_answer_is_no_answer)
{
    expect_script("echo '(error \"line 3: no such symbol\")'; echo sat", "error",
                  "(error \"line 3: no such symbol\")");
    expect_script("echo sat; echo '(error \"no model\")'", "sat", "");
    expect_script("echo '  (error \"x'; echo 'y\")'; echo unsat", "error", "(error \"x y\")");
}

TEST(crashes)
{
    expect_script("kill -SEGV $$", "crash", "Segmentation fault");
    expect_script("kill -ABRT $$", "crash", "Aborted");
    expect_script("exit 139", "crash", "Segmentation fault");
    expect_script("echo 'ASSERTION VIOLATION'; exit 114", "crash", "ASSERTION VIOLATION");
    expect_script("echo '(error \"x\")'; kill -SEGV $$", "crash", "Segmentation fault");
    /* a crash on the way out takes no answer back, but shows */
    runner_result r = run_script("echo sat; kill -SEGV $$", (runner_limits){0});
    CHECK(r.verdict == RUNNER_SAT && r.signal == SIGSEGV && r.status == 128 + SIGSEGV);
    runner_result_free(&r);
}

TEST(limits_hold)
{
    runner_result r = run_script("sleep 1000 & sleep 1000", (runner_limits){.wall_seconds = 0.1});
    CHECK(r.verdict == RUNNER_TIMEOUT && r.wall >= 0.1 && r.signal == 0);
    runner_result_free(&r);
    r = run_script("echo sat; sleep 1000", (runner_limits){.wall_seconds = 0.5});
    CHECK(r.verdict == RUNNER_SAT);
    runner_result_free(&r);
    /* the CPU time of the group, though no process of it is over the limit by itself */
    r = run_script("for i in 1 2 3 4 5 6 7 8 9; do sh -c 'i=0; while [ $i -lt 150000 ]; do "
                   "i=$((i+1)); done'; done; while :; do :; done",
                   (runner_limits){.wall_seconds = 300, .cpu_seconds = 0.4});
    CHECK_MSG(r.verdict == RUNNER_TIMEOUT && r.cpu > 0.39, "%s %g", runner_verdict_name(r.verdict),
              r.cpu);
    CHECK(strstr(r.excerpt, "CPU"));
    runner_result_free(&r);
    r = run_script("x=xxxxxxxxxxxxxxxx; while :; do x=$x$x; done",
                   (runner_limits){.wall_seconds = 300, .memory_bytes = 64 << 20});
    CHECK_MSG(r.verdict == RUNNER_MEMOUT, "%s: %s", runner_verdict_name(r.verdict), r.excerpt);
    runner_result_free(&r);
    r = run_script("yes", (runner_limits){.wall_seconds = 300});
    CHECK(r.verdict == RUNNER_ERROR);
    CHECK_STR(r.excerpt, "too much output");
    runner_result_free(&r);
}

TEST(solvers_own_limits)
{
    expect_script("echo timeout", "timeout", "says timeout");
    expect_script("echo '(error \"out of memory\")'; exit 101", "memout", "out of memory");
    expect_script("echo \"terminate called: 'std::bad_alloc'\" >&2; kill -ABRT $$", "memout",
                  "bad_alloc");
}

TEST(several_checks)
{
    runner_limits l = {.wall_seconds = 60};
    runner_result r = run_with("sh -c 'echo sat; echo unsat'", "x", l, 2);
    CHECK(r.verdict == RUNNER_UNSAT && r.answers.n == 2 && r.answers.at[0] == ANSWER_SAT);
    runner_result_free(&r);
    r = run_with("sh -c 'echo unknown; echo unsat'", "x", l, 2);
    CHECK(r.verdict == RUNNER_UNKNOWN);
    runner_result_free(&r);
    r = run_with("sh -c 'echo sat'", "x", l, 2);
    CHECK(r.verdict == RUNNER_ERROR);
    CHECK_STR(r.excerpt, "fewer answers than checks");
    runner_result_free(&r);
    r = run_with("sh -c 'echo sat; echo \"(error\"; echo sat'", "x", l, 2);
    CHECK(r.verdict == RUNNER_ERROR && r.answers.n == 1);
    runner_result_free(&r);
}

TEST(commands_are_words)
{
    char *error = NULL;
    solver_command *c = solver_command_new("  a 'b c' \"d\\\"e\" f\\ g {} --x={}{} '' ", &error);
    CHECK(c);
    char **argv = solver_command_argv(c, "F {}");
    const char *wanted[] = {"a", "b c", "d\"e", "f g", "F {}", "--x=F {}F {}", ""};
    for (size_t i = 0; i < 7; i++)
        CHECK_STR(argv[i], wanted[i]);
    CHECK(!argv[7]);
    solver_command_argv_free(argv);
    solver_command_free(c);
    c = solver_command_new("z3", &error);
    argv = solver_command_argv(c, "x.smt2");
    CHECK_STR(argv[1], "x.smt2");
    CHECK(!argv[2]);
    solver_command_argv_free(argv);
    solver_command_free(c);
    CHECK(!solver_command_new("   ", &error));
    CHECK_STR(error, "no program in the command '   '");
    free(error);
    CHECK(!solver_command_new("z3 'x", &error));
    CHECK_STR(error, "open quote in 'z3 'x'");
    free(error);
    c = solver_command_new("no-such-solver-anywhere x", &error);
    CHECK(!solver_command_find(c, &error));
    CHECK_STR(error, "there is no program 'no-such-solver-anywhere' that can be run");
    free(error);
    runner_job job = {.command = c, .file = "x"};
    runner_result r;
    runner_run(&job, &r);
    CHECK(r.verdict == RUNNER_ERROR && strstr(r.excerpt, "no-such-solver"));
    runner_result_free(&r);
    solver_command_free(c);
}

TEST(real_solvers)
{
    write_text("real.smt2", "(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))(check-sat)"
                            "(assert (< x 3))(check-sat)");
    write_text("bad.smt2", "(set-logic QF_LIA)(declare-const x Int)(assert (> x y))(check-sat)");
    static const char *const solvers[] = {"z3", "cvc5 --incremental"};
    for (size_t i = 0; i < 2; i++) {
        runner_result r = run_with(solvers[i], "real.smt2", (runner_limits){.wall_seconds = 60}, 2);
        CHECK_MSG(r.verdict == RUNNER_UNSAT && r.answers.n == 2, "%s: %s", solvers[i], r.excerpt);
        CHECK(r.cpu > 0 && r.wall > 0 && r.memory > 1 << 20);
        runner_result_free(&r);
        r = run_with(solvers[i], "bad.smt2", (runner_limits){.wall_seconds = 60}, 1);
        CHECK_MSG(r.verdict == RUNNER_ERROR && strstr(r.excerpt, "(error"), "%s: %s", solvers[i],
                  r.excerpt);
        runner_result_free(&r);
    }
}

/* ---- Suites ---------------------------------------------------------------------------------- */

static answer expected_of(const char *path, const char *text)
{
    suite_file f = {.path = base_strdup(path)};
    suite_expect_text(&f, text);
    suite_expect_path(&f);
    answer a = f.expected.n == 1 ? (answer)f.expected.at[0] : ANSWER_NONE;
    free(f.path);
    vec_free(&f.expected);
    return a;
}

TEST(what_files_should_answer)
{
    CHECK(expected_of("a.smt2", "(set-info :status sat)(check-sat)") == ANSWER_SAT);
    CHECK(expected_of("a.smt2", "; (set-info :status sat)\n(check-sat)") == ANSWER_NONE);
    CHECK(expected_of("a.smt2", "(echo \"(set-info :status sat)\")(check-sat)") == ANSWER_NONE);
    CHECK(expected_of("a.smt2", "(set-info :source |(set-info :status sat)|)") == ANSWER_NONE);
    CHECK(expected_of("a.smt2", "(set-info :status unsat)") == ANSWER_UNSAT);
    CHECK(expected_of("sat/a.smt2", "(set-info :status unsat)") == ANSWER_UNSAT);
    CHECK(expected_of("sat/a.smt2", "(set-info :status unknown)") == ANSWER_SAT);
    CHECK(expected_of("unsat/sub/a.smt2", "") == ANSWER_UNSAT);
    CHECK(expected_of("sat/x-unsat2.smt2", "") == ANSWER_UNSAT);
    CHECK(expected_of("x_sat.smt2", "") == ANSWER_SAT);
    CHECK(expected_of("saturn.smt2", "") == ANSWER_NONE);
    CHECK(expected_of("sat_unsat.smt2", "") == ANSWER_NONE);
    CHECK(expected_of("sat-encodings/a.smt2", "") == ANSWER_NONE);
    CHECK(expected_of("unsat/a.smt2", "(set-info :tandem-answer unknown)(check-sat)") ==
          ANSWER_UNKNOWN);
}

TEST(each_check_has_its_status)
{
    suite_file f = {.path = "sat/x.smt2"};
    suite_expect_text(&f, "(set-info :status sat)(check-sat)(push 1)(check-sat-assuming (a))"
                          "(set-info :status unsat)(check-sat)");
    suite_expect_path(&f);
    CHECK(f.expected.n == 3 && f.expected.at[0] == ANSWER_SAT);
    CHECK(f.expected.at[1] == ANSWER_NONE && f.expected.at[2] == ANSWER_UNSAT);
    vec_free(&f.expected);
}

TEST(suites_are_sorted)
{
    mkdir("s", 0777);
    mkdir("s/b", 0777);
    mkdir("s/empty", 0777);
    write_text("s/z.smt2", "");
    write_text("s/b/y.smt2", "");
    write_text("s/a.smt2", "");
    write_text("s/a.txt", "");
    suite s = {0};
    char *error = NULL;
    CHECK(suite_add(&s, "s", &error) && suite_add(&s, "s/z.smt2", &error));
    CHECK(suite_add(&s, "s/a.txt", &error)); /* a file that is named is taken */
    CHECK(s.n == 4);
    CHECK_STR(s.at[0].path, "s/a.smt2");
    CHECK_STR(s.at[1].path, "s/b/y.smt2");
    CHECK_STR(s.at[2].path, "s/z.smt2");
    CHECK_STR(s.at[3].path, "s/a.txt");
    CHECK(!suite_add(&s, "s/empty", &error));
    CHECK_STR(error, "no .smt2 file below s/empty");
    free(error);
    CHECK(!suite_add(&s, "nothing", &error));
    CHECK_STR(error, "cannot read nothing: No such file or directory");
    free(error);
    suite_free(&s);
}

/* ---- Results --------------------------------------------------------------------------------- */

static results_record judged(runner_verdict verdict, const char *script)
{
    suite_file f = {.path = "x.smt2"};
    suite_expect_text(&f, script);
    runner_result run = {.verdict = verdict, .wall = 1, .excerpt = base_strdup("a, \"b\"")};
    answer a = verdict == RUNNER_SAT     ? ANSWER_SAT
               : verdict == RUNNER_UNSAT ? ANSWER_UNSAT
                                         : ANSWER_UNKNOWN;
    if (verdict <= RUNNER_UNKNOWN)
        vec_push(&run.answers, (uint8_t)a);
    results_record r = {.limit = 20};
    results_judge(&r, &run, &f);
    runner_result_free(&run);
    vec_free(&f.expected);
    return r;
}

TEST(wrong_and_solved)
{
    static const struct {
        runner_verdict verdict;
        const char *script;
        bool wrong, solved;
    } cases[] = {
        {RUNNER_SAT, "(set-info :status sat)", false, true},
        {RUNNER_SAT, "(set-info :status unsat)", true, false},
        {RUNNER_UNSAT, "(set-info :status sat)", true, false},
        {RUNNER_UNSAT, "(set-info :status unknown)", false, true},
        {RUNNER_UNSAT, "", false, true},
        {RUNNER_UNKNOWN, "(set-info :status sat)", false, false},
        {RUNNER_UNKNOWN, "(set-info :tandem-answer unknown)", false, true},
        {RUNNER_SAT, "(set-info :tandem-answer unknown)", true, false},
        {RUNNER_UNSAT, "(set-info :tandem-answer unknown)", true, false},
        {RUNNER_TIMEOUT, "(set-info :tandem-answer unknown)", false, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        results_record r = judged(cases[i].verdict, cases[i].script);
        CHECK_MSG(r.wrong == cases[i].wrong && r.solved == cases[i].solved, "case %zu", i);
        results_record_free(&r);
    }
}

TEST(sums)
{
    results_record r[4] = {judged(RUNNER_SAT, ""),
                           judged(RUNNER_TIMEOUT, ""),
                           judged(RUNNER_SAT, "(set-info :status unsat)"),
                           {0}};
    results_sum s = results_add_up(r, 4, 1);
    CHECK(s.runs == 3 && s.solved == 1 && s.wrong == 1);
    CHECK(s.verdicts[RUNNER_SAT] == 2 && s.verdicts[RUNNER_TIMEOUT] == 1);
    CHECK(s.wall == 3 && s.solved_wall == 1 && s.par2 == (1 + 40 + 40) / 3.0);
    for (size_t i = 0; i < 3; i++)
        results_record_free(&r[i]);
}

TEST(csv_round_trip)
{
    results_row row = {.solver = "z,3",
                       .command = "z3 \"x\"\n",
                       .file = "a b.smt2",
                       .expected = "sat",
                       .record = judged(RUNNER_SAT, "")};
    row.record.cpu = 0.25;
    row.record.memory = 12345;
    row.record.status = 139;
    strbuf text = STRBUF_INIT;
    strbuf_puts(&text, results_csv_header);
    results_csv_row(&text, &row);
    size_t whole = text.n;
    results_csv_row(&text, &row);
    results_rows rows = {0};
    size_t damaged;
    CHECK(results_csv_read(text.text, &rows, &damaged));
    CHECK(rows.n == 2 && damaged == 0);
    results_row *got = &rows.at[1];
    CHECK_STR(got->solver, row.solver);
    CHECK_STR(got->command, row.command);
    CHECK_STR(got->file, row.file);
    CHECK_STR(got->expected, "sat");
    CHECK_STR(got->record.note, "a, \"b\"");
    CHECK(got->record.done && got->record.solved && !got->record.wrong);
    CHECK(got->record.wall == 1 && got->record.cpu == 0.25 && got->record.limit == 20);
    CHECK(got->record.memory == 12345 && got->record.status == 139);
    results_rows_free(&rows);
    for (size_t cut = whole + 1; cut < text.n; cut++) { /* killed in the middle of a row */
        char *torn = base_strndup(text.text, cut);
        results_rows some = {0};
        CHECK(results_csv_read(torn, &some, &damaged));
        CHECK(some.n == 1 && damaged == 1);
        results_rows_free(&some);
        free(torn);
    }
    CHECK(!results_csv_read("something else\n", &rows, &damaged));
    results_record_free(&row.record);
    strbuf_free(&text);
}

/* Results of agents name their machine; both kinds of files are read. */
TEST(csv_with_machines)
{
    results_row row = {.solver = "z3",
                       .command = "z3",
                       .file = "a.smt2",
                       .expected = "sat",
                       .record = judged(RUNNER_SAT, "")};
    row.record.machine = base_strdup("Linux, \"quick\", 2 processors");
    strbuf text = STRBUF_INIT;
    strbuf_puts(&text, results_csv_machines_header);
    results_csv_row(&text, &row);
    results_rows rows = {0};
    size_t damaged;
    CHECK(results_csv_read(text.text, &rows, &damaged));
    CHECK(rows.n == 1 && damaged == 0);
    CHECK_STR(rows.at[0].record.machine, row.record.machine);
    results_rows_free(&rows);
    strbuf_clear(&text);
    strbuf_puts(&text, results_csv_header); /* which has no such column */
    results_csv_row(&text, &row);
    CHECK(results_csv_read(text.text, &rows, &damaged));
    CHECK(rows.n == 0 && damaged == 1);
    results_rows_free(&rows);
    results_record_free(&row.record);
    strbuf_free(&text);
}

/* ---- Batches --------------------------------------------------------------------------------- */

typedef struct many {
    solver_command *c;
    size_t seen[40], total;
    volatile sig_atomic_t stop;
    size_t stop_after;
} many;

static void many_job(const void *context, size_t i, runner_job *job)
{
    static const char *const files[] = {"sat", "unsat", "unknown"};
    const many *m = context;
    *job = (runner_job){.command = m->c, .file = files[i % 3], .interrupt = &m->stop};
}

static void many_done(void *context, size_t i, runner_result *result)
{
    many *m = context;
    m->seen[i]++;
    m->total++;
    if (!m->stop)
        CHECK(result->verdict == (runner_verdict)(i % 3));
    if (m->total == m->stop_after)
        m->stop = 1;
    runner_result_free(result);
}

static many run_many(size_t jobs, size_t stop_after)
{
    char *error = NULL;
    many m = {.c = solver_command_new("echo", &error), .stop_after = stop_after};
    batch b = {.n = 40,
               .jobs = jobs,
               .job = many_job,
               .done = many_done,
               .context = &m,
               .interrupt = &m.stop};
    batch_run(&b);
    solver_command_free(m.c);
    return m;
}

TEST(batches_run_everything_once)
{
    for (size_t jobs = 1; jobs <= 64; jobs *= 4) {
        many m = run_many(jobs, 0);
        CHECK(m.total == 40);
        for (size_t i = 0; i < 40; i++)
            CHECK(m.seen[i] == 1);
    }
}

TEST(interrupts_end_batches)
{
    many m = run_many(3, 5);
    CHECK(m.total >= 5 && m.total < 40);
}

/* ---- Plot ------------------------------------------------------------------------------------ */

TEST(plots_are_well_formed)
{
    double a[] = {3, 0.02, 1}, b[] = {0.0000001};
    cactus_series series[] = {{"a <b> & \"c\"", a, 3}, {"b", b, 1}, {"none", NULL, 0}};
    cactus_plot plot = {"x < y", 20, 5, series, 3};
    strbuf text = STRBUF_INIT;
    cactus_draw(&text, &plot);
    CHECK(a[0] == 0.02 && a[2] == 3);
    CHECK(strstr(text.text, "a &lt;b&gt; &amp; &quot;c&quot;: 3"));
    CHECK(!strstr(text.text, "nan") && !strstr(text.text, "inf"));
    size_t opened = 0, closed = 0;
    for (const char *p = text.text; *p; p++) {
        opened += *p == '<' && p[1] != '/';
        closed += (*p == '/' && p[1] == '>') || (*p == '<' && p[1] == '/');
    }
    CHECK(opened == closed);
    strbuf_clear(&text);
    cactus_plot empty = {"", 0, 0, NULL, 0};
    cactus_draw(&text, &empty);
    CHECK(!strstr(text.text, "nan") && !strstr(text.text, "inf"));
    strbuf_free(&text);
}

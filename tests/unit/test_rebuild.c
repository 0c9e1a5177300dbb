/* Other builds of a program from the bitcode it carries: they run, count edges, note comparisons,
 * and the one with AddressSanitizer sees what the plain ones do not. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "explore/mutate/mutate.h"
#include "explore/target/rebuild.h"
#include "explore/test/replay.h"
#include "process/process.h"
#include "report/coverage_page.h"
#include "test.h"

static const char SOURCE[] = "#include <stdlib.h>\n"
                             "#include <string.h>\n"
                             "int main(int argc, char **argv) {\n"
                             "    char *b = malloc(4);\n"
                             "    if (argc < 2) return 7;\n"
                             "    if (!strcmp(argv[1], \"--width=12\")) return 8;\n"
                             "    if (atoi(argv[1]) == 4711) return 9;\n"
                             "    memcpy(b, argv[1], strlen(argv[1]) + 1);\n"
                             "    return b[0];\n"
                             "}\n";

static const char PRINTS[] = "#include <stdio.h>\n"
                             "int main(int argc, char **argv) {\n"
                             "    if (argc > 1)\n"
                             "        puts(argv[1]);\n" /* line 4 */
                             "    if (argc > 2)\n"
                             "        puts(argv[2]);\n" /* 6 */
                             "    if (argc > 3)\n"
                             "        puts(argv[3]);\n" /* 8 */
                             "    switch (argc) { case 1: return 0; case 7: return 0; }\n"
                             "    return argc > 5 && argv[5][0] ? 1 : 0;\n"
                             "}\n";

typedef struct built {
    char *folder, *compiler, *program;
} built;

static char *join(const char *a, const char *b)
{
    strbuf out = STRBUF_INIT;
    strbuf_printf(&out, "%s%s", a, b);
    return strbuf_detach(&out);
}

static void start_with(built *b, const char *text)
{
    b->compiler = join(test_tandem(), "-cc");
    b->folder = folder_temporary();
    CHECK(!chmod(b->folder, 0755)); /* the runs are those of an ordinary user */
    b->program = join(b->folder, "/p");
    char *source = join(b->folder, "/p.c"), *error = NULL;
    if (access(b->compiler, X_OK))
        test_skip("there is no tandem-cc beside tandem");
    CHECK(folder_write(source, text, strlen(text)));
    process_config c = {
        .argv = (char *[]){b->compiler, "-fno-builtin", source, "-o", b->program, NULL}};
    process *p = process_start(&c, &error);
    CHECK_MSG(p, "%s", error);
    while (process_wait(p, 0) == PROCESS_OUTPUT)
        ;
    CHECK_MSG(!process_status(p), "%s", process_errors(p)->text);
    process_free(p);
    free(source);
}

static void start(built *b)
{
    start_with(b, SOURCE);
}

static void finish(built *b)
{
    folder_remove(b->folder);
    free(b->folder);
    free(b->compiler);
    free(b->program);
}

static char *made(const built *b, rebuild_kind kind)
{
    char *error = NULL;
    rebuild_config c = {
        .program = b->program, .compiler = b->compiler, .folder = b->folder, .kind = kind};
    char *path = explore_rebuild(&c, &error);
    CHECK_MSG(path, "%s", error);
    return path;
}

static target_result run(explore_target *t, const char *arg)
{
    explore_test test;
    target_options o = {0};
    target_result r;
    char *error = NULL;
    explore_test_init(&test);
    if (arg)
        explore_test_add_arg(&test, arg, strlen(arg));
    CHECK_MSG(target_run(t, &test, &o, &r, &error), "%s", error);
    explore_test_free(&test);
    return r;
}

TEST(the_light_build_counts_and_compares)
{
    built b;
    char *error = NULL;
    start(&b);
    char *light = made(&b, REBUILD_LIGHT), *again = made(&b, REBUILD_LIGHT);
    CHECK_STR(again, light);
    target_config c = {.path = light};
    explore_target *t = target_start(&c, &error);
    CHECK_MSG(t, "%s", error);
    CHECK(run(t, NULL).status == 7);
    CHECK(run(t, "--width=12").status == 8);
    CHECK(run(t, "4711").status == 9);
    target_result r = run(t, "12");
    CHECK(r.status == '1' && r.n_guards > 3);
    bool seen = false;
    for (uint32_t i = 0; i < r.shared->n_compares && i < 100; i++)
        seen |= r.shared->compares[i].a == 12 && r.shared->compares[i].b == 4711;
    CHECK(seen);
    target_free(t);
    free(light);
    free(again);
    finish(&b);
}

TEST(the_build_with_addresses_sees_the_overflow)
{
    built b;
    char *error = NULL;
    start(&b);
    char *path = made(&b, REBUILD_ASAN);
    target_config c = {.path = path};
    explore_target *t = target_start(&c, &error);
    CHECK_MSG(t, "%s", error);
    CHECK(run(t, NULL).status == 7);
    CHECK(run(t, "abc").status == 'a');
    target_result r = run(t, "abcdefgh");
    CHECK(r.outcome == TARGET_SIGNALED && r.status == 6);
    target_free(t);
    free(path);
    finish(&b);
}

/* Two lines of a linker become one of ours. */
TEST(a_missing_runtime_of_the_sanitizer_is_named)
{
    static const char script[] = "#!/bin/sh\n"
                                 "echo 'ld: cannot find /x/libclang_rt.asan_static.a' >&2\n"
                                 "echo 'ld: cannot find /x/libclang_rt.asan.a' >&2\n"
                                 "exit 1\n";
    built b;
    char *error = NULL;
    start(&b);
    char *linker = join(b.folder, "/linker");
    CHECK(folder_write(linker, script, strlen(script)) && !chmod(linker, 0755));
    rebuild_config c = {
        .program = b.program, .compiler = linker, .folder = b.folder, .kind = REBUILD_ASAN};
    CHECK(!explore_rebuild(&c, &error));
    CHECK(error && strstr(error, "libclang-rt-19-dev") && !strchr(error, '\n'));
    free(error);
    free(linker);
    finish(&b);
}

TEST(programs_without_bitcode_are_refused)
{
    char *error = NULL, *folder = folder_temporary();
    rebuild_config c = {.program = "/proc/self/exe", .compiler = "/bin/false", .folder = folder};
    CHECK(!explore_rebuild(&c, &error));
    CHECK(error && strstr(error, "tandem-cc"));
    free(error);
    c.program = "/nonexistent";
    CHECK(!explore_rebuild(&c, &error) && error);
    free(error);
    folder_remove(folder);
    free(folder);
}

static bool count_exits(void *context, const explore_test *t, const target_result *r,
                        mutate_news news)
{
    bool *seen = context;
    if (r->outcome == TARGET_EXITED && r->status >= 7 && r->status <= 9)
        seen[r->status - 7] = true;
    return true;
}

TEST(the_mutation_stage_reaches_all_branches)
{
    built b;
    char *error = NULL;
    bool seen[3] = {0};
    start(&b);
    mutate_config c = {.program = b.program, .shape = {.max_args = 2, .arg_bytes = 16}, .seed = 1};
    explore_mutate *m = explore_mutate_new(&c, &error);
    CHECK_MSG(m, "%s", error);
    uint64_t runs = explore_mutate_step(m, 1e18, 3000, count_exits, seen);
    CHECK(runs == 3000 && seen[0] && seen[1] && seen[2]);
    explore_mutate_free(m);
    finish(&b);
}

static uint32_t tests_at(const replay_result *r, uint32_t number)
{
    for (size_t i = 0; i < r->files.n; i++)
        for (size_t k = 0; k < r->files.at[i].lines.n; k++)
            if (strstr(r->files.at[i].path, "/p.c") && r->files.at[i].lines.at[k].number == number)
                return r->files.at[i].lines.at[k].tests;
    return UINT32_MAX;
}

TEST(replay_counts_the_tests_of_each_line)
{
    built b;
    char *error = NULL;
    start_with(&b, PRINTS);
    char *counting = made(&b, REBUILD_LINES), *tests = join(b.folder, "/tests");
    CHECK(!mkdir(tests, 0777));
    for (int i = 0; i < 3; i++) { /* with 0, 1 and 2 arguments */
        explore_test t;
        explore_test_init(&t);
        for (int k = 0; k < i; k++)
            explore_test_add_arg(&t, "x", 1);
        char *folder = join(tests, (char[]){'/', (char)('0' + i), 0});
        CHECK(explore_test_write(&t, folder));
        free(folder);
        explore_test_free(&t);
    }
    replay_result r;
    replay_config c = {.program = counting, .folder = tests, .run_seconds = 2};
    CHECK_MSG(explore_replay(&c, &r, &error), "%s", error);
    CHECK(r.tests == 3 && !r.hung && !r.crashed);
    CHECK(tests_at(&r, 3) == 3 && tests_at(&r, 4) == 2 && tests_at(&r, 6) == 1);
    CHECK(tests_at(&r, 8) == 0 && tests_at(&r, 1) == UINT32_MAX);
    CHECK(r.reached < r.lines && r.reached >= 5);
    /* three conditions, one of them never true; a switch, of which 1 and no case were met; && */
    CHECK_MSG(r.ways == 3 * 2 + 3 + 2 && r.taken == 5 + 2 + 1, "%ju of %ju", (uintmax_t)r.taken,
              (uintmax_t)r.ways);
    strbuf page = STRBUF_INIT;
    coverage_page(&page, "a < b", &r);
    CHECK(strstr(page.text, "a &lt; b") && strstr(page.text, "puts(argv[2]);"));
    CHECK(strstr(page.text, "&lt;stdio.h&gt;") && strstr(page.text, "</html>"));
    strbuf_free(&page);
    replay_free(&r);
    free(counting);
    free(tests);
    finish(&b);
}

/* explore_rate [-s SECONDS] [PROGRAM NATIVE]: how many runs a second `tandem explore` does.
 *
 * Of a small program (a few lines and a getline), or of PROGRAM, made by tandem-cc, with NATIVE the
 * same one made by an ordinary compiler: runs of the mutation stage on the light build; one test
 * again and again on the light build, behind the program's start-up and with it, and on the instrumented one; the same with a trace that is
 * read; and, to compare with, starting the native program each time, without any jail. All take
 * turns, so that what else the machine does meets all of them. At least 800 of the mutation stage a
 * second are wanted of a small program. */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/folder.h"
#include "explore/mutate/mutate.h"
#include "explore/target/rebuild.h"
#include "explore/trace/trace.h"

enum { ROUNDS = 5, WANTED = 800, LOG_RECORDS = 1 << 20 };

static const char SOURCE[] = "#include <stdio.h>\n"
                             "#include <string.h>\n"
                             "int main(void)\n"
                             "{\n"
                             "    char *line = NULL;\n"
                             "    size_t size = 0;\n"
                             "    if (getline(&line, &size, stdin) < 1) return 1;\n"
                             "    if (!strncmp(line, \"head\", 4)) puts(\"a head\");\n"
                             "    return line[0] == '#' ? 2 : 0;\n"
                             "}\n";

static const char INPUT[] = "some text\nand more\n";

typedef struct rates {
    const char *native, *input; /* the test's standard input as a file */
    explore_target *light, *late, *traced, *plain;
    explore_mutate *mutate;
    explore_test test;
    trace_bank terms;
    bank_marks mark;
} rates;

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "explore_rate: %s: %s\n", what, why);
    exit(1);
}

/* ---- What is measured: each makes one turn of `seconds` and returns how many runs that were -- */

static bool ignore(void *context, const explore_test *t, const target_result *r, mutate_news news)
{
    (void)context, (void)t, (void)r, (void)news;
    return true;
}

static uint64_t run_mutation(rates *x, double until)
{
    return explore_mutate_step(x->mutate, until, 0, ignore, NULL);
}

static void run_once(rates *x, explore_target *target, const target_options *o, target_result *r)
{
    char *error = NULL;
    if (!target_run(target, &x->test, o, r, &error))
        fail("a run", error ? error : "interrupted");
}

static uint64_t run_plainly(rates *x, explore_target *target, double until)
{
    uint64_t n = 0;
    target_result r;
    for (; clock_wall() < until; n++)
        run_once(x, target, &(target_options){0}, &r);
    return n;
}

static uint64_t run_light(rates *x, double until)
{
    return run_plainly(x, x->light, until);
}

static uint64_t run_late(rates *x, double until)
{
    return run_plainly(x, x->late, until);
}

static uint64_t run_instrumented(rates *x, double until)
{
    return run_plainly(x, x->plain, until);
}

static uint64_t run_traced(rates *x, double until)
{
    target_options o = {.symbolic = true,
                        .arg_bytes = 8,
                        .keep_boxes = 64,
                        .max_records = 1 << 18,
                        .max_depth = 4000,
                        .max_flips = 200,
                        .flags = TANDEM_RUN_MODELS};
    uint64_t n = 0;
    for (; clock_wall() < until; n++) {
        target_result r;
        explore_trace t;
        run_once(x, x->traced, &o, &r);
        trace_read(&t, &x->terms, r.shared, LOG_RECORDS, &x->test);
        trace_free(&t);
    }
    map_clear(&x->terms.variables);
    bank_release(x->terms.bank, &x->mark);
    return n;
}

/* posix_spawn does not copy this large process: the quickest that can be had without a server. */
static uint64_t run_native(rates *x, double until)
{
    char *argv[] = {(char *)x->native, NULL}, *env[] = {NULL};
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, x->input, O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
    uint64_t n = 0;
    for (; clock_wall() < until; n++) {
        int status;
        pid_t child;
        if (posix_spawn(&child, x->native, &files, NULL, argv, env) ||
            waitpid(child, &status, 0) != child)
            fail(x->native, "it cannot be run");
    }
    posix_spawn_file_actions_destroy(&files);
    return n;
}

/* ---- Beginning ------------------------------------------------------------------------------- */

static char *join(const char *folder, const char *name)
{
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/%s", folder, name);
    return strbuf_detach(&path);
}

/* The compiler of this build. */
static char *compiler(void)
{
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = 0;
    for (int i = 0; i < 2; i++)
        if (strrchr(self, '/'))
            *strrchr(self, '/') = 0;
    return join(self, "tandem-cc");
}

static void compile(const char *cc, const char *source, const char *output)
{
    strbuf command = STRBUF_INIT;
    strbuf_printf(&command, "'%s' -O1 -g -o '%s' '%s'", cc, output, source);
    if (system(command.text))
        fail(source, "it does not compile");
    strbuf_free(&command);
}

static explore_target *begin(const char *path, uint32_t records, bool late)
{
    char *error = NULL;
    explore_target *t =
        target_start(&(target_config){.path = path, .log_records = records, .late = late}, &error);
    if (!t)
        fail(path, error);
    return t;
}

static void start(rates *x, const char *program, const char *cc, const char *folder)
{
    char *error = NULL;
    char *light = explore_rebuild(
        &(rebuild_config){
            .program = program, .compiler = cc, .folder = folder, .kind = REBUILD_LIGHT},
        &error);
    if (!light)
        fail(program, error);
    mutate_config m = {
        .program = light,
        .original = program,
        .shape = {.max_args = 2, .arg_bytes = 8, .stdin_bytes = 64, .has_stdin = true}};
    x->light = begin(light, 0, false);
    x->late = begin(light, 0, true);
    x->plain = begin(program, 0, false);
    x->traced = begin(program, LOG_RECORDS, false);
    x->mutate = explore_mutate_new(&m, &error);
    if (!x->mutate)
        fail(light, error);
    free(light);
    explore_test_init(&x->test);
    explore_test_set_input(&x->test, INPUT, sizeof INPUT - 1);
    trace_bank_init(&x->terms);
    x->mark = bank_mark(x->terms.bank);
}

static void finish(rates *x)
{
    explore_mutate_free(x->mutate);
    target_free(x->light);
    target_free(x->late);
    target_free(x->plain);
    target_free(x->traced);
    explore_test_free(&x->test);
    trace_bank_free(&x->terms);
}

/* The rate of the mutation stage. */
static double measure(rates *x, double seconds)
{
    static const struct {
        const char *name;
        uint64_t (*turn)(rates *x, double until);
    } kinds[] = {
        {"mutation stage, light build", run_mutation},
        {"one test, light build", run_light},
        {"the same behind its start-up", run_late},
        {"one test, instrumented, not traced", run_instrumented},
        {"traced, and the trace read", run_traced},
        {"starting the native program", run_native},
    };
    enum { KINDS = sizeof kinds / sizeof *kinds };
    double spent[KINDS] = {0};
    uint64_t runs[KINDS] = {0};
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < KINDS; i++) {
            double now = clock_wall();
            runs[i] += kinds[i].turn(x, now + seconds / ROUNDS);
            spent[i] += clock_wall() - now;
        }
    double native = (double)runs[KINDS - 1] / spent[KINDS - 1];
    for (int i = 0; i < KINDS; i++)
        printf("%-36s %8.0f a second  %6.2f times that\n", kinds[i].name,
               (double)runs[i] / spent[i], (double)runs[i] / spent[i] / native);
    return (double)runs[0] / spent[0];
}

int main(int argc, char **argv)
{
    double seconds = 4;
    if (argc > 2 && !strcmp(argv[1], "-s")) {
        seconds = strtod(argv[2], NULL);
        argv += 2;
        argc -= 2;
    }
    if ((argc != 1 && argc != 3) || seconds <= 0) {
        fputs("usage: explore_rate [-s SECONDS] [PROGRAM NATIVE]\n", stderr);
        return 2;
    }
    char *folder = folder_temporary(), *cc = compiler(), *program, *native;
    if (!folder)
        fail("no scratch folder", "");
    chmod(folder, 0755); /* runs are an ordinary user's */
    char *input = join(folder, "input");
    if (!folder_write(input, INPUT, sizeof INPUT - 1))
        fail(input, "it cannot be written");
    if (argc == 3) {
        program = base_strdup(argv[1]);
        native = base_strdup(argv[2]);
    } else {
        char *source = join(folder, "small.c");
        program = join(folder, "small");
        native = join(folder, "native");
        if (!folder_write(source, SOURCE, sizeof SOURCE - 1))
            fail(source, "it cannot be written");
        compile(cc, source, program);
        compile("clang-19", source, native);
        free(source);
    }
    rates x = {.native = native, .input = input};
    start(&x, program, cc, folder);
    double rate = measure(&x, seconds);
    finish(&x);
    folder_remove(folder);
    free(folder);
    free(cc);
    free(input);
    free(program);
    free(native);
    if (argc == 1)
        printf("the mutation stage: %.0f a second (at least %d wanted)\n", rate, WANTED);
    return argc == 1 && rate < WANTED;
}

#include "cli/explore/explore_program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/text.h"
#include "base/vec.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "explore/target/libraries.h"
#include "process/process.h"

/* ---- Compiling ------------------------------------------------------------------------------- */

/* tandem-cc stands beside this program. */
void explore_builder_init(explore_builder *b, const char *out)
{
    strbuf *path = &b->compiler;
    char self[4096];
    b->out = out;
    strbuf_init(path);
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = 0;
    char *slash = strrchr(self, '/');
    strbuf_add(path, self, slash ? (size_t)(slash - self) + 1 : 0);
    strbuf_puts(path, "tandem-cc");
}

void explore_builder_free(explore_builder *b)
{
    strbuf_free(&b->compiler);
}

/* As tandem-cc says it. */
static bool has_no_main(const char *errors)
{
    return strstr(errors, "neither main nor LLVMFuzzerTestOneInput");
}

/* A line that comes again is shown once: one of the program is many in the instrumented one. */
static void show_errors(const char *text)
{
    const char *before = "";
    size_t n_before = 0;
    for (const char *line = text; *line;) {
        size_t n = strcspn(line, "\n") + 1;
        if (!line[n - 1])
            n--;
        if (n != n_before || strncmp(line, before, n))
            text_print(stderr, "%.*s", (int)n, line);
        before = line;
        n_before = n;
        line += n;
    }
}

/* The exit code of the compiler; the user is told what it says. */
static int compile(const char *source, char *const *argv)
{
    char *error = NULL;
    process *p =
        process_start(&(process_config){.argv = argv, .interrupt = interrupt_flag()}, &error);
    if (!p) {
        cli_complain("explore", "%s", error);
        free(error);
        return 1;
    }
    process_event event;
    while ((event = process_wait(p, 0)) == PROCESS_OUTPUT)
        ;
    int status = event == PROCESS_EXIT ? process_status(p) : 1;
    if (status && has_no_main(process_errors(p)->text)) {
        cli_complain("explore", "%s has neither main nor LLVMFuzzerTestOneInput: nothing to run",
                     source);
    } else {
        show_errors(process_errors(p)->text);
        if (status)
            cli_complain("explore", "%s does not compile to a program", source);
    }
    process_free(p);
    return status;
}

/* A program from a source file, in the folder of results. */
static bool build(const explore_builder *b, const char *source, const char *options,
                  strbuf *program)
{
    strbuf flags = STRBUF_INIT;
    VEC(char *) argv = {0};
    char *error = NULL;
    if (!folder_make(b->out, &error)) {
        cli_complain("explore", "%s", error);
        free(error);
        return false;
    }
    strbuf_printf(program, "%s/program", b->out);
    strbuf_puts(&flags, options);
    vec_push(&argv, b->compiler.text);
    char *state = NULL;
    for (char *word = strtok_r(flags.text, " ", &state); word; word = strtok_r(NULL, " ", &state))
        vec_push(&argv, word);
    vec_push(&argv, (char *)source);
    vec_push(&argv, "-o");
    vec_push(&argv, program->text);
    vec_push(&argv, "-lm");
    vec_push(&argv, NULL);
    int status = compile(source, argv.at);
    vec_free(&argv);
    strbuf_free(&flags);
    return !status;
}

/* ---- Executables ----------------------------------------------------------------------------- */

static void complain_of_libraries(const explore_target *t)
{
    explore_libraries found = {0};
    strbuf text = STRBUF_INIT;
    explore_libraries_read(t, &found);
    explore_libraries_print(&found, &text);
    if (text.n)
        cli_complain("explore", "%s", text.text);
    explore_libraries_free(&found);
    strbuf_free(&text);
}

/* Whether it can be run at all, before anything is made of it. */
static bool try_program(const char *path, jail_kind kind, bool quiet)
{
    char *error = NULL;
    struct stat info;
    if (stat(path, &info) || !S_ISREG(info.st_mode) || access(path, X_OK)) {
        cli_complain("explore",
                     "%s is neither an executable nor a C file (.c) or bitcode (.bc, .ll)", path);
        return false;
    }
    explore_target *t = target_start(
        &(target_config){.path = path, .jail = kind, .interrupt = interrupt_flag()}, &error);
    if (!t && error)
        cli_complain("explore", "%s", error);
    if (t && !quiet)
        complain_of_libraries(t);
    target_free(t);
    free(error);
    return t != NULL;
}

bool explore_program_find(const explore_builder *b, const char *target, const char *flags,
                          jail_kind kind, bool quiet, strbuf *path)
{
    bool is_source =
        text_ends(target, ".c") || text_ends(target, ".bc") || text_ends(target, ".ll");
    if (!is_source)
        strbuf_puts(path, target);
    return (!is_source || build(b, target, flags, path)) && try_program(path->text, kind, quiet);
}

/* ---- Other builds ---------------------------------------------------------------------------- */

static rebuild_config config_of(const explore_builder *b, const char *program, rebuild_kind kind,
                                strbuf *folder)
{
    strbuf_printf(folder, "%s/builds", b->out);
    return (rebuild_config){.program = program,
                            .compiler = b->compiler.text,
                            .folder = folder->text,
                            .kind = kind,
                            .interrupt = interrupt_flag()};
}

/* NULL with *error set, or interrupted. */
static char *other_build(const explore_builder *b, const char *program, rebuild_kind kind,
                         char **error)
{
    strbuf folder = STRBUF_INIT;
    rebuild_config c = config_of(b, program, kind, &folder);
    char *path = explore_rebuild(&c, error);
    strbuf_free(&folder);
    return path;
}

/* The same; `what` says what has to be done without it. */
static char *build_or_say(const explore_builder *b, const char *program, rebuild_kind kind,
                          const char *what)
{
    char *error = NULL, *path = other_build(b, program, kind, &error);
    if (!path && error && what)
        cli_complain("explore", "%s: %s", what, error);
    free(error);
    return path;
}

char *explore_program_light(const explore_builder *b, const char *program, bool quiet)
{
    return build_or_say(b, program, REBUILD_LIGHT,
                        quiet ? NULL : "no light build for the mutation stage");
}

rebuild *explore_program_asan(const explore_builder *b, const char *program)
{
    strbuf folder = STRBUF_INIT;
    rebuild_config c = config_of(b, program, REBUILD_ASAN, &folder);
    rebuild *started = explore_rebuild_start(&c);
    strbuf_free(&folder);
    return started;
}

char *explore_program_lines(const explore_builder *b, const char *program)
{
    return build_or_say(b, program, REBUILD_LINES, "lines cannot be counted");
}

/* The commands of libFuzzer and AFL++. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/folder.h"
#include "base/io.h"
#include "base/text.h"
#include "llvm/clang.h"
#include "process/process.h"
#include "solve/external/external_impl.h"

#define COMPILE_SECONDS 60.0
#define GRACE_SECONDS 0.05

enum { KEPT_OUTPUT = 1 << 16, MEMORY_MEGABYTES = 2048 };

typedef text_list command;

static void add(command *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void add(command *c, const char *format, ...)
{
    strbuf word = STRBUF_INIT;
    va_list arguments;
    va_start(arguments, format);
    strbuf_vprintf(&word, format, arguments);
    va_end(arguments);
    vec_push(c, strbuf_detach(&word));
}

static process *start(external *x, command *c, const external_task *task)
{
    char *error = NULL;
    vec_push(c, NULL);
    process_config config = {.argv = c->at, .scratch = x->folder, .interrupt = task->interrupt};
    process *p = process_start(&config, &error);
    c->n--;
    if (!p) {
        strbuf_clear(&x->message);
        strbuf_printf(&x->message, "%s cannot be started: %s", c->at[0], error);
    }
    free(error);
    return p;
}

static void forget_old_output(strbuf *text)
{
    if (text->n <= KEPT_OUTPUT)
        return;
    memmove(text->text, text->text + text->n - KEPT_OUTPUT / 2, KEPT_OUTPUT / 2 + 1);
    text->n = KEPT_OUTPUT / 2;
}

/* AFL++ has children in groups of their own, which it ends when it is asked to end; the caller is
 * in a hurry, so it is not asked twice. */
static void end(process *p)
{
    double limit = clock_wall() + GRACE_SECONDS;
    siginfo_t info = {0};
    kill(process_pid(p), SIGTERM);
    while (!waitid(P_PID, (id_t)process_pid(p), &info, WEXITED | WNOHANG | WNOWAIT) &&
           !info.si_pid && clock_wall() < limit)
        usleep(2000);
    process_kill(p);
}

/* Until it ends, the deadline, or an interrupt. */
static process_event finish(process *p, double deadline)
{
    process_event event;
    do {
        event = process_wait(p, deadline);
        forget_old_output(process_output(p));
        forget_old_output(process_errors(p));
    } while (event == PROCESS_OUTPUT);
    if (process_running(p))
        end(p);
    return event;
}

/* ---- Compiling ------------------------------------------------------------------------------- */

static void add_inputs(external *x, command *c, const char *output)
{
    box_library_names names;
    add(c, "%s/program.c", x->folder);
    for (uint32_t i = 0; x->boxes && boxes_library(x->boxes, i, &names); i++) {
        const char *slash = strrchr(names.object, '/');
        if (!slash) { /* the linker's search path */
            add(c, "-l:%s", names.object);
            continue;
        }
        char *full = realpath(names.object, NULL);
        add(c, "%s", full ? full : names.object);
        if (full)
            add(c, "-Wl,-rpath,%.*s", (int)(strrchr(full, '/') - full), full);
        free(full);
    }
    add(c, "-lm");
    add(c, "-o");
    add(c, "%s/%s", x->folder, output);
}

const char *external_missing(external_fuzzer fuzzer)
{
    if (fuzzer == EXTERNAL_LIBFUZZER && !io_has_program(TANDEM_CLANG) && !io_has_program("clang"))
        return "libFuzzer needs clang (Debian: " CLANG_PACKAGES ")";
    if (fuzzer == EXTERNAL_AFL &&
        (!io_has_program("afl-clang-fast") || !io_has_program("afl-fuzz")))
        return "AFL++ needs afl-clang-fast and afl-fuzz (Debian: afl++)";
    return NULL;
}

/* Compilers leave files behind when they are ended: in our folder, which is removed. */
static void add_environment(external *x, command *c)
{
    add(c, "env");
    add(c, "TMPDIR=%s", x->folder);
}

static void build_libfuzzer(external *x, command *c)
{
    add_environment(x, c);
    add(c, io_has_program(TANDEM_CLANG) ? TANDEM_CLANG : "clang");
    add(c, "-O1");
    add(c, "-fsanitize=fuzzer");
    add_inputs(x, c, "program");
}

/* The settings of the paper, and the one for floats; one program to run, one for its comparisons
 * to be logged. */
static void build_afl(external *x, command *c, bool log)
{
    bool lto = io_has_program("afl-clang-lto") && io_has_program("ld.lld");
    add_environment(x, c);
    add(c, "AFL_QUIET=1");
    if (log)
        add(c, "AFL_LLVM_CMPLOG=1");
    add(c, "AFL_LLVM_LAF_SPLIT_COMPARES=1");
    add(c, "AFL_LLVM_LAF_TRANSFORM_COMPARES=1");
    add(c, "AFL_LLVM_LAF_SPLIT_FLOATS=1");
    add(c, lto ? "afl-clang-lto" : "afl-clang-fast");
    add(c, "-O1");
    add_inputs(x, c, log ? "program.log" : "program");
}

static bool compiled(external *x, process *p, const external_task *task)
{
    double limit = clock_wall() + COMPILE_SECONDS;
    bool early = task->deadline && task->deadline < limit;
    process_event event = finish(p, early ? task->deadline : limit);
    if (event == PROCESS_INTERRUPT || (event == PROCESS_DEADLINE && early))
        return false;
    if (event == PROCESS_EXIT && !process_status(p))
        return true;
    strbuf_puts(&x->message, "the program for the fuzzer does not compile:\n");
    strbuf_puts(&x->message, process_errors(p)->text);
    return false;
}

bool external_build(external *x, const external_task *task)
{
    bool afl = x->config.fuzzer == EXTERNAL_AFL, good = true;
    process *compilers[2] = {0};
    const char *missing = external_missing(x->config.fuzzer);
    strbuf_clear(&x->message);
    if (missing) {
        strbuf_puts(&x->message, missing);
        return false;
    }
    for (int i = 0; i <= afl && good; i++) {
        command c = {0};
        if (afl)
            build_afl(x, &c, i == 1);
        else
            build_libfuzzer(x, &c);
        compilers[i] = start(x, &c, task);
        good = compilers[i] != NULL;
        text_list_free(&c);
    }
    for (int i = 0; i <= afl; i++) {
        if (compilers[i])
            good = compiled(x, compilers[i], task) && good;
        process_free(compilers[i]);
    }
    return good;
}

/* ---- Running --------------------------------------------------------------------------------- */

static void run_libfuzzer(external *x, const external_task *task, const emit_program *p,
                          unsigned attempt, command *c)
{
    add(c, "%s/program", x->folder);
    add(c, "-seed=%u", (unsigned)(task->seed * 1000 + attempt) % 0xffffffffu + 1);
    if (task->executions)
        add(c, "-runs=%llu", (unsigned long long)task->executions);
    add(c, "-max_len=%u", p->bytes ? p->bytes : 1);
    add(c, "-len_control=0");
    add(c, "-use_value_profile=1");
    add(c, "-timeout=%d", (int)ceil(x->config.box_timeout));
    add(c, "-rss_limit_mb=%d", MEMORY_MEGABYTES);
    add(c, "-close_fd_mask=1");
    add(c, "-print_final_stats=1");
    add(c, "-artifact_prefix=%s/found/", x->folder);
    add(c, "%s/seeds", x->folder);
}

static void run_afl(external *x, const external_task *task, const emit_program *p, unsigned attempt,
                    command *c)
{
    static const char *const settings[] = {"AFL_NO_UI=1",
                                           "AFL_SKIP_CPUFREQ=1",
                                           "AFL_NO_AFFINITY=1",
                                           "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1",
                                           "AFL_BENCH_UNTIL_CRASH=1",
                                           "AFL_AUTORESUME=1",
                                           "AFL_FAST_CAL=1"};
    /* AFL++ refuses to run where someone else has set these. */
    static const char *const foreign[] = {"ASAN_OPTIONS", "UBSAN_OPTIONS", "MSAN_OPTIONS",
                                          "LSAN_OPTIONS"};
    add(c, "env");
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        add(c, "--unset=%s", foreign[i]);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        add(c, "%s", settings[i]);
    add(c, "afl-fuzz");
    add(c, "-s");
    add(c, "%u", (unsigned)(task->seed * 1000 + attempt) % 0xffffffffu + 1);
    if (task->executions) {
        add(c, "-E");
        add(c, "%llu", (unsigned long long)task->executions);
    }
    add(c, "-G");
    add(c, "%u", p->bytes ? p->bytes : 1);
    add(c, "-t");
    add(c, "%d", (int)ceil(x->config.box_timeout * 1000));
    add(c, "-m");
    add(c, "%d", MEMORY_MEGABYTES);
    add(c, "-i");
    add(c, "%s/seeds", x->folder);
    add(c, "-o");
    add(c, "%s/out", x->folder);
    add(c, "-c");
    add(c, "%s/program.log", x->folder);
    add(c, "--");
    add(c, "%s/program", x->folder);
}

/* The number behind a word in a text, the last time it occurs; 0 if it does not. */
static uint64_t number_after(const char *text, const char *word)
{
    uint64_t number = 0;
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        number = strtoull(at + strlen(word) + strspn(at + strlen(word), " :\t"), NULL, 10);
    return number;
}

static uint64_t afl_executions(const external *x)
{
    char *path = external_path(x, "out/default/fuzzer_stats"), text[8192] = "";
    FILE *f = fopen(path, "r");
    if (f) {
        text[fread(text, 1, sizeof text - 1, f)] = '\0';
        fclose(f);
    }
    free(path);
    return number_after(text, "execs_done");
}

bool external_run_once(external *x, const external_task *task, const emit_program *p,
                       unsigned attempt, external_run *run)
{
    bool afl = x->config.fuzzer == EXTERNAL_AFL;
    command c = {0};
    char *artifacts = external_path(x, afl ? "out/default/crashes" : "found");
    folder_remove(artifacts);
    if (afl) {
        run_afl(x, task, p, attempt, &c);
    } else {
        mkdir(artifacts, 0700);
        run_libfuzzer(x, task, p, attempt, &c);
    }
    process *child = start(x, &c, task);
    text_list_free(&c);
    run->artifact = artifacts;
    if (!child)
        return false;
    process_event event = finish(child, task->deadline);
    run->over = event == PROCESS_DEADLINE || event == PROCESS_INTERRUPT;
    run->executions =
        afl ? afl_executions(x)
            : number_after(process_errors(child)->text, "stat::number_of_executed_units:");
    bool ran = run->over || run->executions;
    if (!ran) {
        strbuf_clear(&x->message);
        strbuf_printf(&x->message, "%s did not run:\n%s%s", afl ? "AFL++" : "libFuzzer",
                      process_output(child)->text, process_errors(child)->text);
    }
    process_free(child);
    return ran;
}

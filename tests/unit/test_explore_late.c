/* Runs that begin behind a program's start-up (runtime/host/late.h) are as those of fresh processes. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "made_target.h"
#include "test.h"

/* What it does is the letter of its argument. The start-up is what comes before input(). */
static const char SOURCE[] =
    "#define _GNU_SOURCE\n"
    "#include <fcntl.h>\n#include <pthread.h>\n#include <setjmp.h>\n#include <signal.h>\n"
    "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <sys/stat.h>\n"
    "#include <sys/wait.h>\n#include <time.h>\n#include <unistd.h>\n#include <x86intrin.h>\n"
    "#include \"runtime/abi.h\"\n"
    "static uint8_t *counters = tandem_nobody;\n"
    "static int constructed, counter; static volatile int seen; static jmp_buf back;\n"
    "__attribute__((constructor)) static void c(void) {\n"
    "  tandem_counts(&counters, 4); constructed++; }\n"
    "#define EDGE(i) counters[i]++\n"
    "static int input(void) { char c = 0; EDGE(1); return read(0, &c, 1) == 1 ? c : -1; }\n"
    "static void *thread(void *p) { seen += 5; return NULL; }\n"
    "static void on_signal(int s) { seen += s; }\n"
    "static void on_crash(int s) { longjmp(back, 1); }\n"
    "int tandem_target_main(int argc, char **argv, char **envp) {\n"
    "  EDGE(0); counter++;\n"
    "  switch (argv[1][0]) {\n"
    "  case 'i': return input() + constructed + counter;\n"
    "  case 'b': { int n = input(); if (n == 'b') EDGE(2); else EDGE(3); EDGE(0); return 0; }\n"
    "  case 'p': { int a = getpid(), n = input(); return a == getpid() && kill(a, 0) == 0; }\n"
    "  case 's': printf(\"start \"); printf(\"%c\\n\", input()); return 0;\n"
    "  case 'o': { FILE *f = fopen(\"/proc/self/status\", \"r\"); fgetc(f); input();\n"
    "    fgetc(f); return ftell(f); }\n"
    "  case 'O': { FILE *f = fopen(\"/etc/passwd\", \"r\"); char b[8]; setvbuf(f, b, _IOFBF, 8);\n"
    "    fgetc(f); int n = input(); for (int i = 0; i < 40; i++) fgetc(f); fclose(f);\n"
    "    int a = open(\"/etc/passwd\", O_RDONLY); return n >= 0 ? a : 99; }\n"
    "  case 'q': { int a = open(\"/etc/passwd\", O_RDONLY); char b[9]; read(a, b, 9); input();\n"
    "    return lseek(a, 4, SEEK_CUR); }\n"
    "  case 'd': { int a = open(\"/dev/null\", O_RDONLY); input(); return a; }\n"
    "  case 't': { pthread_t t; pthread_create(&t, 0, thread, 0); input(); pthread_join(t, 0);\n"
    "    return seen; }\n"
    "  case 'w': signal(SIGCHLD, SIG_IGN); if (!fork()) _exit(0); input(); return wait(0) < 0;\n"
    "  case 'c': { time_t a = time(0); input(); return time(0) - a > 5; }\n"
    "  case 'C': { struct timespec a, b; clock_gettime(CLOCK_MONOTONIC, &a); input();\n"
    "    clock_gettime(CLOCK_MONOTONIC, &b); return b.tv_sec - a.tv_sec > 0; }\n"
    "  case 'x': *(volatile int *)8 = 1; return 0;\n"
    "  case 'e': return 3;\n"
    "  case 'l': for (;;) seen++;\n"
    "  case 'h': signal(SIGUSR1, on_signal); input(); raise(SIGUSR1); return seen;\n"
    "  case 'v': signal(SIGSEGV, on_crash); if (setjmp(back)) return 9;\n"
    "    return *(volatile int *)8;\n"
    "  case 'f': { struct stat s; int n = input(); FILE *f = fopen(\"A\", \"r\");\n"
    "    return f ? fgetc(f) : 77; }\n"
    "  case 'm': { char *p = malloc(3 << 20); memset(p, 7, 3 << 20); char *q = malloc(100);\n"
    "    q[0] = p[1 << 20] + input(); return q[0]; }\n"
    "  case 'M': { char *p = malloc(3UL << 30); input(); return p != NULL; }\n"
    "  case 'g': return strcmp(getenv(\"LC_ALL\"), \"C\") + (getenv(\"TANDEM_SHARED\") != 0);\n"
    "  case 'T': { unsigned t = __rdtsc(); t ^= t >> 7 ^ t >> 14 ^ t >> 21; input(); return t & "
    "127; }\n"
    "  }\n"
    "  return 51;\n"
    "}\n";

static made_target made;

typedef struct ended {
    target_outcome outcome;
    int status;
    uint8_t edges[4];
    char output[32];
} ended;

static explore_target *start(const char *letter, bool late)
{
    char *error;
    made_target_get(&made, SOURCE, "-O1 %s/libtandem_rt.a -lpthread", (target_config){0});
    const char *const args[] = {letter};
    static const char *kept[1];
    kept[0] = args[0];
    explore_target *t = target_start(
        &(target_config){.path = made.program, .given = {kept, 1}, .late = late}, &error);
    CHECK_MSG(t, "%s", error);
    return t;
}

static ended run(explore_target *t, const char *input, bool keep_output)
{
    explore_test test;
    target_result r;
    char *error;
    ended e = {0};
    explore_test_init(&test);
    explore_test_set_input(&test, input, strlen(input));
    if (*input == 'b')
        explore_test_add_file(&test, "A", input, strlen(input));
    target_options o = {.keep_output = keep_output};
    CHECK_MSG(target_run(t, &test, &o, &r, &error), "%s", error);
    explore_test_free(&test);
    e.outcome = r.outcome;
    e.status = r.status;
    CHECK(r.n_guards == 5);
    memcpy(e.edges, r.coverage + 1, sizeof e.edges);
    if (keep_output) {
        strbuf path = STRBUF_INIT, text = STRBUF_INIT;
        strbuf_printf(&path, "%s/out", target_folder(t));
        CHECK(file_read(path.text, &text) && text.n < sizeof e.output);
        memcpy(e.output, text.text, text.n);
        strbuf_free(&path);
        strbuf_free(&text);
    }
    return e;
}

static const char *const inputs[] = {"a", "b", "", "bx", "a"};
enum { INPUTS = sizeof inputs / sizeof *inputs };

/* The same inputs both ways; true: the late way was gone to the end. */
static bool compare(const char *letter, bool keep_output)
{
    explore_target *late = start(letter, true), *fresh = start(letter, false);
    for (int i = 0; i < INPUTS; i++) {
        ended a = run(late, inputs[i], keep_output && i % 2),
              b = run(fresh, inputs[i], keep_output && i % 2);
        CHECK_MSG(a.outcome == b.outcome && a.status == b.status, "%s '%s': %d %d, fresh %d %d",
                  letter, inputs[i], a.outcome, a.status, b.outcome, b.status);
        CHECK_MSG(!memcmp(a.edges, b.edges, sizeof a.edges), "edges of %s '%s'", letter, inputs[i]);
        CHECK_STR(a.output, b.output);
    }
    bool is_late = target_is_late(late);
    target_free(late);
    target_free(fresh);
    return is_late;
}

TEST(as_fresh_processes)
{
    static const char *const letters[] = {"i", "b", "p", "o", "O", "q", "d", "t", "w", "c",
                                          "C", "x", "e", "h", "v", "f", "m", "M", "g", "?"};
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        CHECK_MSG(compare(letters[i], false), "%s: given up", letters[i]);
}

TEST(buffered_output_is_in_each_run)
{
    CHECK(compare("s", true));
}

TEST(start_up_is_done_once)
{
    explore_target *t = start("T", true); /* the clock of the processor is in its status */
    int status = run(t, "a", false).status;
    for (int i = 0; i < 8; i++)
        CHECK(run(t, "b", false).status == status);
    target_free(t);
}

TEST(clocks_go_on)
{
    explore_target *t = start("C", true);
    CHECK(run(t, "a", false).status == 0);
    sleep(2); /* the time of the start-up would be seen */
    CHECK(run(t, "a", false).status == 0);
    target_free(t);
}

TEST(given_up_where_it_does_not_fit)
{
    explore_target *t = start("i", true);
    CHECK(run(t, "a", false).status == 'a' + 2 && target_is_late(t));
    explore_test test;
    target_result r;
    char *error;
    explore_test_init(&test);
    explore_test_add_arg(&test, "one", 3);
    CHECK(target_run(t, &test, &(target_options){0}, &r, &error));
    explore_test_free(&test);
    CHECK(r.outcome == TARGET_EXITED && r.status == (-1 + 2) && !target_is_late(t));
    CHECK(run(t, "a", false).status == 'a' + 2 && !target_is_late(t));
    target_free(t);
}

TEST(start_up_without_an_end)
{
    explore_target *t = start("l", true);
    ended e = run(t, "a", false);
    CHECK(e.outcome == TARGET_HUNG && !target_is_late(t));
    target_free(t);
}

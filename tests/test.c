#include "test.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static test_case *first, **last = &first;
static jmp_buf escape;
static char message[4096];
static bool quick;

enum outcome { PASSED, FAILED, SKIPPED };

void test_register(test_case *c)
{
    *last = c;
    last = &c->next;
}

_Noreturn void test_fail(const char *file, int line, const char *format, ...)
{
    int n = snprintf(message, sizeof message, "%s:%d: ", file, line);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message + n, sizeof message - (size_t)n, format, arguments);
    va_end(arguments);
    longjmp(escape, FAILED);
}

_Noreturn void test_skip(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    longjmp(escape, SKIPPED);
}

void test_check_str(const char *file, int line, const char *got, const char *wanted)
{
    if (!got || strcmp(got, wanted))
        test_fail(file, line, "got \"%.1500s\", wanted \"%.1500s\"", got ? got : "(null)", wanted);
}

const char *test_source_root(void)
{
    return TEST_SOURCE_ROOT;
}

const char *test_tandem(void)
{
    return TEST_TANDEM;
}

const char *test_corpora(void)
{
    static const char path[] = TEST_SOURCE_ROOT "/../shared/corpora";
    if (access(path, R_OK))
        test_skip("the shared corpora are not here");
    return path;
}

uint64_t test_count(uint64_t full)
{
    return quick ? (full + 19) / 20 : full;
}

/* Apart from the loop, so that no variable of it lives across the jump. */
__attribute__((noinline)) static enum outcome run_case(const test_case *c)
{
    int outcome = setjmp(escape);
    if (outcome == PASSED)
        c->run();
    return (enum outcome)outcome;
}

int main(int argc, char **argv)
{
    const char *only = NULL;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--quick"))
            quick = true;
        else
            only = argv[i];
    }
    int failures = 0;
    for (const test_case *c = first; c; c = c->next) {
        if (only && !strstr(c->name, only))
            continue;
        enum outcome outcome = run_case(c);
        if (outcome == PASSED) {
            printf("ok %s\n", c->name);
        } else if (outcome == SKIPPED) {
            printf("skip %s: %s\n", c->name, message);
        } else {
            printf("not ok %s: %s\n", c->name, message);
            failures++;
        }
        fflush(stdout);
    }
    return failures ? 1 : 0;
}

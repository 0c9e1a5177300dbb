/* The test frame: each tests/unit/test_*.c is one program whose cases register themselves.
 *
 *     TEST(rounds_to_even) { CHECK(x == 1); CHECK_STR(text, "sat"); }
 *
 * A failed check ends its case and not the program. Output is one line a case: "ok NAME",
 * "not ok NAME: where: what" or "skip NAME: why"; tests/run.py adds them up. */
#ifndef TANDEM_TESTS_TEST_H
#define TANDEM_TESTS_TEST_H

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct test_case {
    const char *name;
    void (*run)(void);
    struct test_case *next;
} test_case;

void test_register(test_case *c);
_Noreturn void test_fail(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void test_skip(const char *format, ...) __attribute__((format(printf, 1, 2)));
void test_check_str(const char *file, int line, const char *got, const char *wanted);
/* The folder of shared corpora; skips the case when it is not there. */
const char *test_corpora(void);
/* The tandem executable under test, and the root of the source tree. */
const char *test_tandem(void);
const char *test_source_root(void);
/* `full` normally; much less under sanitizers or with --quick. */
uint64_t test_count(uint64_t full);

#define TEST(id)                                                      \
    static void test_##id(void);                                      \
    __attribute__((constructor)) static void test_register_##id(void) \
    {                                                                 \
        static test_case c = {#id, test_##id, 0};                     \
        test_register(&c);                                            \
    }                                                                 \
    static void test_##id(void)

#define CHECK(condition)                                     \
    do {                                                     \
        if (!(condition))                                    \
            test_fail(__FILE__, __LINE__, "%s", #condition); \
    } while (0)
#define CHECK_MSG(condition, ...)                       \
    do {                                                \
        if (!(condition))                               \
            test_fail(__FILE__, __LINE__, __VA_ARGS__); \
    } while (0)
#define CHECK_STR(got, wanted) test_check_str(__FILE__, __LINE__, (got), (wanted))

#endif

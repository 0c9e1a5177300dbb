#include "explore/test/test.h"
#include "fuzz/targets.h"

void fuzz_ktest_one(const uint8_t *data, size_t size)
{
    explore_test t;
    char *error = NULL;
    if (explore_test_parse_ktest(&t, "f", data, size, &error)) {
        MUST(explore_test_size(&t) <= size);
        PLANTED(t.args.n == 2 && t.has_stdin);
        explore_test_free(&t);
    } else {
        MUST(error);
    }
    free(error);
}

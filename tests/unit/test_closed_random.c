/* Random small formulas over boxes whose definitions the test knows and the solver does not: no
 * wrong sat and no wrong unsat. bench/closed_random runs a million of them. */
#include "closed_random.h"

#include <stdio.h>

#include "test.h"

TEST(no_wrong_answer_on_random_formulas)
{
    closed_random_report r = {.examples = STRBUF_INIT, .unknowns = STRBUF_INIT};
    uint64_t count = test_count(1000);
    closed_random_run(0, count, &r);
    fprintf(stderr, "%llu formulas, %llu sat, %llu unsat, %llu unknown, %llu not judged\n",
            (unsigned long long)r.formulas, (unsigned long long)r.sat, (unsigned long long)r.unsat,
            (unsigned long long)r.unknown, (unsigned long long)r.open);
    CHECK_MSG(!r.wrong, "%llu wrong answers:\n%s", (unsigned long long)r.wrong, r.examples.text);
    CHECK(r.formulas == count);
    /* A tenth is usual. How many there are depends on the machine a little: an SMT check also has a
     * limit in seconds. */
    CHECK_MSG(r.unknown * 5 <= count, "%llu of %llu unknown", (unsigned long long)r.unknown,
              (unsigned long long)count);
    CHECK_MSG(r.open * 50 <= count, "%llu of %llu not judged", (unsigned long long)r.open,
              (unsigned long long)count);
    CHECK(r.sat && r.unsat);
    closed_random_free(&r);
}

/* Limits decide how much is tried, never what is true. */
TEST(no_wrong_answer_with_random_limits)
{
    closed_random_report r = {
        .random_limits = true, .examples = STRBUF_INIT, .unknowns = STRBUF_INIT};
    uint64_t count = test_count(250);
    closed_random_run(0, count, &r);
    fprintf(stderr, "%llu formulas, %llu sat, %llu unsat, %llu unknown, %llu not judged\n",
            (unsigned long long)r.formulas, (unsigned long long)r.sat, (unsigned long long)r.unsat,
            (unsigned long long)r.unknown, (unsigned long long)r.open);
    CHECK_MSG(!r.wrong, "%llu wrong answers:\n%s", (unsigned long long)r.wrong, r.examples.text);
    CHECK(r.formulas == count);
    CHECK(r.sat && r.unsat);
    closed_random_free(&r);
}

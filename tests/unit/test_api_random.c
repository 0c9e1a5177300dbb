/* Random sequences of calls of the C API: no crash, nothing inconsistent. bench/api_random runs more. */
#include "api_random.h"

#include <stdio.h>

#include "test.h"

TEST(random_calls_do_no_harm)
{
    api_random_report r = {0};
    uint64_t count = test_count(2000);
    api_random_run(0, count, &r);
    fprintf(stderr,
            "%llu sequences, %llu calls (%llu gave nothing), %llu checks: %llu sat, %llu unsat\n",
            (unsigned long long)r.sequences, (unsigned long long)r.calls,
            (unsigned long long)r.failed, (unsigned long long)r.checks, (unsigned long long)r.sat,
            (unsigned long long)r.unsat);
    CHECK_MSG(!r.wrong, "%llu inconsistencies; the last: %s", (unsigned long long)r.wrong,
              r.example);
    CHECK(r.sequences == count && r.calls >= count * API_RANDOM_CALLS);
    CHECK(r.failed * 4 < r.calls * 3); /* most of it would be noise else */
    CHECK(count < 1000 || (r.sat && r.unsat));
}

/* Sequences that once ended the process: among 4400 to 4599 one makes values of a float sort of more than 64 bits. */
TEST(sequences_that_crashed)
{
    api_random_report r = {0};
    api_random_run(4400, 200, &r);
    CHECK_MSG(!r.wrong && r.sequences == 200, "%s", r.example);
}

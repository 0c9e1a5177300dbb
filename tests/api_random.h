/* Random sequences of calls of the C API, through its header alone: good calls, wrong ones, handles that are
 * none. Sequence number n is the same in every run. No call may crash, and what is made has to be consistent: terms print as
 * what reads back as what prints so, models make assertions true, cores have names that were given.
 *
 * One in forty of the first sequences, later one in four hundred, asks a solver, which takes longer than all the others;
 * only these start one. */
#ifndef TANDEM_TESTS_API_RANDOM_H
#define TANDEM_TESTS_API_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct api_random_report {
    uint64_t sequences, calls, failed; /* calls that returned none */
    uint64_t checks, sat, unsat;
    uint64_t wrong;
    char example[512]; /* of the last wrong one */
} api_random_report;

enum { API_RANDOM_CALLS = 50 }; /* of a sequence, at least */

static inline bool api_random_asks(uint64_t number)
{
    return number % (number < 40000 ? 40 : 400) == 0;
}

/* Adds sequences first … first + count - 1 to the report. */
void api_random_run(uint64_t first, uint64_t count, api_random_report *report);
/* One sequence, with a trace of its calls in a file. */
void api_random_trace(uint64_t number, const char *path, api_random_report *report);

#endif

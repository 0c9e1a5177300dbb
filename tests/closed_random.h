/* Random small formulas over closed boxes whose definitions the test knows and the solver does not,
 * compared with Z3 on the formula with the definitions put in.
 *
 * Formula number n is the same in every run: it belongs to block n / CLOSED_RANDOM_BLOCK, whose
 * boxes are made from the block's number (random_boxes.h). All budgets that decide an answer count
 * steps, so that the counts do not depend on the machine. */
#ifndef TANDEM_TESTS_CLOSED_RANDOM_H
#define TANDEM_TESTS_CLOSED_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

enum { CLOSED_RANDOM_BLOCK = 1000 };

typedef struct closed_random_report {
    uint64_t formulas;
    uint64_t sat, unsat, unknown; /* our answers */
    uint64_t open;                /* Z3 gives no answer within its limit: not compared */
    uint64_t wrong;
    strbuf examples; /* the wrong ones */
    strbuf unknowns; /* numbers of formulas without an answer; kept when `keep_unknowns` */
    bool keep_unknowns;
    bool random_limits; /* every formula is decided with limits drawn from their ranges */
    double seconds_ours, seconds_judge; /* wall */
    double seconds_cpu;                 /* of all processes */
} closed_random_report;

/* Adds formulas first … first + count - 1 to the report. */
void closed_random_run(uint64_t first, uint64_t count, closed_random_report *report);
void closed_random_free(closed_random_report *report);

#endif

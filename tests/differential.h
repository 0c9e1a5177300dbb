/* Our evaluator against libz3 on random ground terms.
 *
 * libz3's simplifier is asked first whether the term equals our value. Where it gives no answer (it
 * leaves some operators alone), each operator of the term is looked at by itself, at constants: by
 * the simplifier, else by the solver, which must refute that the value is another. Underspecified
 * applications are given values of our choice, which libz3 must find possible. */
#ifndef TANDEM_TESTS_DIFFERENTIAL_H
#define TANDEM_TESTS_DIFFERENTIAL_H

#include "base/strbuf.h"
#include "random_terms.h"

typedef struct differential_report {
    uint64_t terms;               /* compared, in any of the ways below */
    uint64_t simplified;          /* libz3's simplifier agrees */
    uint64_t solved;              /* it agrees operator by operator, with its solver's help */
    uint64_t chosen;              /* of these: with values chosen for underspecified applications */
    uint64_t refused;             /* libz3 does not allow the chosen values */
    uint64_t undecided;           /* its solver gives no answer within its limit */
    uint64_t open;                /* our evaluator gives no value (fuel, irrational numbers) */
    uint64_t known;               /* not compared: uses a defect of docs/z3-defects.md */
    uint64_t wrong;               /* differ */
    uint64_t operators[OP_COUNT]; /* in how many of the terms each occurs */
    strbuf examples;              /* the first that differ, as SMT-LIB */
    strbuf puzzles;               /* the first that are undecided */
} differential_report;

enum { DIFFERENTIAL_THEORIES = 8 };
const char *differential_name(unsigned theory);
/* Compares until `count` different terms were looked at. The report is filled in, its strbuf is the
 * caller's. */
void differential_run(unsigned theory, uint64_t count, uint64_t seed, differential_report *report);

#endif

/* Constrained Horn clauses: the system with a predicate for each cut point, given to z3's Spacer.
 * Its invariants are candidates like any others. */
#ifndef TANDEM_PROVE_SMT_HORN_H
#define TANDEM_PROVE_SMT_HORN_H

#include "prove/smt/teacher.h"

typedef enum horn_result {
    HORN_SOLVED,   /* invariant[cut] is set for all cut points */
    HORN_VIOLATED, /* it says that a fault is possible; a run is still to be found */
    HORN_UNKNOWN
} horn_result;

horn_result horn_solve(const ir_system *s, const engine_limits *limits, term_id *invariant);

#endif

/* A program with its undefined behaviour: assertions and what C leaves undefined, in one answer.
 *
 * Undefined behaviour is looked for like a broken assertion. A run that has it is `violated`; where
 * neither such a run nor an invariant that excludes it is found, the places are in result->open,
 * and `proved` is about runs without it. */
#ifndef TANDEM_PROVE_UNDEFINED_H
#define TANDEM_PROVE_UNDEFINED_H

#include "prove/prove.h"

/* What is to be shown. */
typedef enum prove_property {
    PROVE_ALL,         /* no assertion fails, and nothing undefined happens */
    PROVE_UNREACH,     /* no assertion fails: what SV-COMP calls unreach-call */
    PROVE_NO_OVERFLOW, /* nothing signed overflows: no-overflow */
    PROVE_DEREF        /* accesses are to memory of the program: valid-deref of valid-memsafety */
} prove_property;

/* Whether something undefined is a fault for the property. */
bool prove_property_has(prove_property p, ir_fault_kind kind);

/* `given` are conjuncts for each cut point that are to be checked; NULL: they are looked for. */
void prove_program(const ir_system *s, const prove_config *config, prove_property property,
                   const term_vec *given, prove_result *result);

#endif

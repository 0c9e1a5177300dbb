/* Which variables matter at a cut point: those whose values there can decide a guard later on. What is always written
 * before it is read again is no matter of invariants. */
#ifndef TANDEM_PROGRAM_LIVE_H
#define TANDEM_PROGRAM_LIVE_H

#include "program/system.h"

typedef struct ir_live {
    const ir_system *system;
    bool *at; /* cuts * variables */
} ir_live;

void ir_live_find(ir_live *l, const ir_system *s);
void ir_live_free(ir_live *l);
bool ir_live_variable(const ir_live *l, uint32_t cut, size_t variable);
/* Whether all variables of a term matter there. */
bool ir_live_term(const ir_live *l, uint32_t cut, term_id t);

#endif

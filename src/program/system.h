/* A program cut at its loop heads: a transition system.
 *
 * Cut points are the entry and every location that a loop comes back to, so what lies between two
 * of them has no loop and becomes one transition, whatever branches it has: a guard and the values
 * of all variables afterwards, over the variables at the cut point it leaves and the inputs on the
 * way. Branches that meet again are merged (ite), so the size stays in proportion to the program.
 * Loops of all kinds (nested, in sequence, irreducible) are cut points like any other. */
#ifndef TANDEM_PROGRAM_SYSTEM_H
#define TANDEM_PROGRAM_SYSTEM_H

#include "program/program.h"

#define IR_FAULT UINT32_MAX /* the target of transitions that break an assertion */

typedef struct ir_transition {
    uint32_t from, to; /* cut points; IR_FAULT */
    term_id guard;
    term_vec after;  /* values of the variables; empty for IR_FAULT */
    term_vec inputs; /* the inputs that occur in it */
    unsigned line;   /* of the assertion or undefined behaviour */
    ir_fault_kind kind;
} ir_transition;

typedef struct ir_system {
    const ir_program *program;
    VEC(uint32_t) cuts; /* locations; cuts.at[0] is the entry */
    VEC(ir_transition) transitions;
    VEC(ir_transition) undefined; /* to IR_FAULT by undefined behaviour: not part of the verdict */
    bool within;                  /* by ir_system_within: there is nothing to add */
    size_t n_assertions;          /* faults that there are, reachable in the graph or not */
} ir_system;

/* The program must live as long. */
ir_system *ir_system_new(const ir_program *p);
/* The same steps, with undefined behaviour as the only fault. */
ir_system *ir_system_of_undefined(const ir_system *s);
/* The same steps, with inputs and initial values that are numbers of their C types also where the
 * model has more (elements of arrays excepted: there are too many to say it). Transitions are in
 * the same order. A proof without this is one with it, and is often easier; a run needs it. */
ir_system *ir_system_within(const ir_system *s);
void ir_system_free(ir_system *s);
/* The line of a cut point in the C file. */
unsigned ir_system_line(const ir_system *s, uint32_t cut);

#endif

/* A transition system in machine words, made to run far: what can happen at a cut point is one
 * straight line of bytecode, compiled when it is hot, and arrays are memory.
 *
 * Without opaque operations (steps.h has those). Mathematical integers are 64-bit words here; a
 * step that leaves them has no value. */
#ifndef TANDEM_PROVE_WALK_MACHINE_H
#define TANDEM_PROVE_WALK_MACHINE_H

#include "program/system.h"

typedef struct machine machine;

typedef enum machine_result {
    MACHINE_STEP,    /* it is at the next cut point */
    MACHINE_FAULT,   /* the step breaks an assertion; the state is that before it */
    MACHINE_END,     /* nothing goes on: the program ends, or an assumption does not hold */
    MACHINE_NO_VALUE /* numbers beyond words; the state is that before it */
} machine_result;

/* The inputs of all transitions are at the end of the frame. `watch`: undefined behaviour on the
 * way is noticed. NULL with *reason set (static text) when the system cannot be run. */
machine *machine_new(const ir_system *s, bool watch, const char **reason);
void machine_free(machine *m);

/* Words of the variables, then of the inputs. For an array: that of all its cells that the run has
 * not written. */
uint64_t *machine_frame(machine *m);
size_t machine_frame_size(const machine *m);
/* The inputs, in the order of the frame. */
const term_vec *machine_inputs(const machine *m);
size_t machine_cell_count(const machine *m);

/* To the entry, with the variables that are in the frame. */
void machine_begin(machine *m);
uint32_t machine_cut(const machine *m);
/* One step with the inputs that are in the frame. *taken (may be NULL) is the transition. */
machine_result machine_step(machine *m, const ir_transition **taken);
/* Of the last step: it has undefined behaviour. */
bool machine_undefined(const machine *m);
/* Since the beginning: a cell was read that nobody had written. */
bool machine_read_unset(const machine *m);
/* The value of a variable or input as a term has it. */
value_id machine_value(const machine *m, size_t at);
/* What a word of the frame is for a term that is no array. */
value_id machine_word_value(const machine *m, term_id t, uint64_t word);

#endif

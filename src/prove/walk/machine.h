/* A transition system in machine words: the one executor of programs. Steps are taken one by one, arrays are memory, opaque
 * operations are called for real by whoever runs it, and terms over the variables are evaluated on the way.
 *
 * What can happen at a cut point is bytecode (place.h): a straight line, compiled when it is hot; or computed on demand
 * where it calls opaque operations, so that a call in a branch that is not taken is not made. Mathematical integers are
 * 64-bit words here; a step that leaves them has no value. Not isolated: with opaque operations this is for a worker
 * (box/worker/worker.h). */
#ifndef TANDEM_PROVE_WALK_MACHINE_H
#define TANDEM_PROVE_WALK_MACHINE_H

#include "box/box.h"
#include "prove/walk/frame.h"

typedef struct machine machine;

typedef enum machine_result {
    MACHINE_STEP,  /* it is at the next cut point */
    MACHINE_FAULT, /* the step breaks an assertion; the state is that before it */
    MACHINE_CRASH, /* an opaque operation that it needs crashed, or ended the process */
    MACHINE_END,   /* nothing goes on: the program ends, or an assumption does not hold */
    MACHINE_NO_VALUE /* numbers beyond words, or an opaque operation that is not called; the state is that before it */
} machine_result;

typedef struct machine_config {
    bool watch;            /* undefined behaviour on the way is noticed */
    const box_set *boxes;  /* the opaque operations; NULL: there are none */
    const term_vec *terms; /* to be evaluated besides; may be NULL */
    size_t first_of_all;   /* of the terms: from this one on they are asked at an index, … */
    term_id index;         /* … which is this constant */
} machine_config;

/* NULL with *reason set (static text) when the system cannot be run. */
machine *machine_new(const ir_system *s, const machine_config *config, const char **reason);
void machine_free(machine *m);
const frame_layout *machine_layout(const machine *m);

/* What became of a call. */
typedef enum machine_call {
    MACHINE_RETURNED,
    MACHINE_NOT_MADE,
    MACHINE_FAILED /* it crashed */
} machine_call;
typedef machine_call (*machine_hook)(void *context, uint32_t opaque, const uint64_t *args,
                                     uint64_t *result);
/* How opaque operations are called, before anything is run. */
void machine_set_hook(machine *m, machine_hook call, void *context);
/* Which those are that the hook calls by number. */
size_t machine_opaque_count(const machine *m);
decl_id machine_opaque(const machine *m, uint32_t opaque);

/* ---- A run, in the machine's own frame ------------------------------------------------------- */

/* Its words; the cells of arrays are those that the run has written. */
uint64_t *machine_frame(machine *m);
size_t machine_cell_count(const machine *m);
/* Instructions of one step, at most. */
size_t machine_size(const machine *m);
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
value_id machine_word_value(const machine *m, term_id t, uint64_t bits);

/* ---- Single steps from any frame ------------------------------------------------------------- */

/* One step from the frame at *cut, with the inputs that are in it. */
machine_result machine_take(machine *m, word *frame, uint32_t *cut);
/* How many were taken. */
uint64_t machine_taken(const machine *m);
/* The other terms at a frame: machine_look, then values. *failed (may be NULL): there is none because an opaque operation
 * crashed. */
void machine_look(machine *m, const word *frame);
bool machine_term(machine *m, size_t term, word *value, bool *failed);
/* Those that are asked at an index: where the last machine_look looked. */
void machine_look_at(machine *m, word index);

#endif

/* A transition system in machine words: steps executed one by one, with the opaque operations run
 * for real, and terms over the variables evaluated on the way.
 *
 * A frame holds the words of all variables, then of all inputs. Numbers are 64-bit words here; a
 * step that leaves them has no value and counts for nothing. Not isolated: with opaque operations
 * this is for a worker (box/worker/worker.h). */
#ifndef TANDEM_PROVE_RUN_STEPS_H
#define TANDEM_PROVE_RUN_STEPS_H

#include "box/box.h"
#include "fuzz/words/demand.h"
#include "program/system.h"

typedef int64_t word;
typedef VEC(word) word_vec;

typedef enum step_kind {
    STEP_DONE,    /* frame and cut point are those behind the step */
    STEP_FAULT,   /* it breaks an assertion */
    STEP_CRASH,   /* an opaque operation that it needs crashed, or ended the process */
    STEP_END,     /* nothing goes on: the program ends, or an assumption does not hold */
    STEP_NO_VALUE /* numbers beyond 64 bits, or an opaque operation that did not return before */
} step_kind;

typedef struct steps {
    const ir_system *system;
    size_t n_variables, n_inputs, n_frame;
    term_vec inputs; /* the distinct inputs of all transitions */
    fuzz_bytecode *program;
    vec_u32 first;   /* of each transition: the root of its guard; those behind it are `after` */
    size_t terms;    /* the first root of the extra terms */
    vec_u32 sources; /* of each input of the program: where it is in the frame */
    /* While running: */
    fuzz_demand demand;
    uint64_t *gathered;
    bool crashed; /* the last value that there was not: because an opaque operation crashed */
    uint64_t executions;
} steps;

/* The distinct inputs of all transitions, in the order that frames have them. */
void steps_inputs(const ir_system *s, term_vec *inputs);
/* `extra` are terms to be evaluated besides. False with *error set (caller frees). */
bool steps_init(steps *s, const ir_system *system, const term_id *extra, size_t n,
                const box_set *boxes, char **error);
void steps_free(steps *s);
/* Before anything is run: how opaque operations are called. */
void steps_start(steps *s,
                 bool (*call)(void *context, uint32_t box, const uint64_t *args, uint64_t *result),
                 void *context);
/* One step from the frame at *cut, with the inputs that are in it. *taken (may be NULL) is the
 * transition. */
step_kind steps_take(steps *s, word *frame, uint32_t *cut, size_t *taken);
/* Extra terms at a frame: steps_look, then values. */
void steps_look(steps *s, const word *frame);
bool steps_value(steps *s, size_t extra, word *value);

#endif

/* The hunt: the program as native code, run again and again in a confined process, with inputs that
 * follow habits, come from comparisons the program makes, or change those of runs that came somewhere
 * new. For any C that the compiler takes: pointers, floats, recursion, code of libraries.
 *
 * What it finds is a run that happened: it is repeated in a fresh process. Red zones lie around
 * variables and blocks (memory.inc), so that a run which leaves its memory ends there, and not
 * somewhere behind with a fault that is none of the program's text. It proves nothing. Budgets count
 * blocks of the program. */
#ifndef TANDEM_PROVE_NATIVE_HUNT_H
#define TANDEM_PROVE_NATIVE_HUNT_H

#include "program/program.h"
#include "prove/native/prepare.h"

typedef struct hunt_config {
    const char *path, *entry;
    ir_model model; /* IR_MATH: runs with signed overflow count for nothing */
    bool ilp32;
    uint32_t faults; /* bits of the kinds that are faults; others end a run, but for overflow and
                        assertions */
    const char *const *libraries; /* code of opaque functions: C files, objects */
    size_t n_libraries;
    sandbox_choice sandbox;
    uint64_t seed;
} hunt_config;

typedef struct hunt_input {
    uint64_t value; /* bits */
    uint32_t line;  /* of the call; 0: not known */
    uint16_t stub;  /* of hunt_stub */
    uint16_t site;
} hunt_input;

typedef struct hunt_fault {
    ir_fault_kind kind;
    int signal; /* it crashed; 0: it did not */
    unsigned line;
    VEC(hunt_input) inputs; /* in their order */
} hunt_fault;

typedef enum hunt_result {
    HUNT_FAULT,  /* the fault is set */
    HUNT_QUIET,  /* nothing was found */
    HUNT_CANNOT, /* it cannot be run natively: hunt_why */
    HUNT_OVER    /* its only run, without any input, came to an end */
} hunt_result;

typedef struct hunt hunt;

/* The configuration's texts have to stay. Nothing is compiled before it is needed. */
hunt *hunt_new(const hunt_config *config);
void hunt_free(hunt *h);
/* Goes on for so many blocks, or until the deadline (clock_wall; 0: none). */
hunt_result hunt_more(hunt *h, uint64_t blocks, double deadline);
const hunt_fault *hunt_found(const hunt *h); /* NULL: nothing yet */
const native_stub *hunt_stub(const hunt *h, size_t stub);
const char *hunt_why(const hunt *h);
/* How much was executed so far. */
uint64_t hunt_runs(const hunt *h);
bool hunt_is_over(const hunt *h); /* there is nothing more to run */

#endif

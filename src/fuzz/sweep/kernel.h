/* The innermost loop of a sweep: points one after the other, the constraints without boxes as a
 * filter, then the boxes, called directly, with a sum over what they answer.
 *
 * Compiled (kernel_new) or interpreted (kernel_interpret); what both call boxes for may differ, so
 * sums are only comparable between runs of the same kind. Inside a worker. */
#ifndef TANDEM_FUZZ_SWEEP_KERNEL_H
#define TANDEM_FUZZ_SWEEP_KERNEL_H

#include "box/worker/invoke.h"
#include "fuzz/sweep/domain.h"

/* What a kernel works on; all of it stays where it is. */
typedef struct kernel_task {
    const fuzz_bytecode *p;
    fuzz_bytecode filter; /* the same, up to the last constraint without boxes */
    const sweep_domain *domain;
    const box *const *boxes;  /* of the bytecode */
    fuzz_machine *machine;    /* registers */
    uint64_t *words;          /* of the inputs */
    uint64_t *sums;           /* by box: over hash_mix of arguments and reply */
    volatile uint64_t *at;    /* the place in the order of the sweep, set before each call … */
    volatile uint64_t *alive; /* … as is this, to the place + 1 */
} kernel_task;

typedef enum kernel_end {
    KERNEL_DONE, /* all points were looked at */
    KERNEL_HIT,  /* every constraint holds at *at */
    KERNEL_TRAP  /* at *at something has no value: kernel_judge can say more */
} kernel_end;

typedef struct kernel kernel;

/* Constraints have to be sorted: those without boxes first. */
void kernel_task_init(kernel_task *t);
/* NULL when there is no LLVM, or when it fails. The task must outlive it. */
kernel *kernel_new(const kernel_task *t);
void kernel_free(kernel *k);
/* `n` points from `point` on, each `step` behind the one before it (modulo the number of points); the
 * places count from `place`. */
kernel_end kernel_run(const kernel *k, uint64_t place, uint64_t point, uint64_t step, uint64_t n);
kernel_end kernel_interpret(kernel_task *t, uint64_t place, uint64_t point, uint64_t step,
                            uint64_t n);
/* A call with all that belongs to it; false when there is no value: an argument that has no C form,
 * a reply that is none of the sort, or an Int beyond a word. */
bool kernel_call(const box *x, const uint64_t *args, uint64_t *result);

#endif

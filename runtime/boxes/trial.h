/* The trial of a function that nobody has listed: is it one of its arguments and of the memory that
 * they point to, and nothing else?
 *
 * It is called twice with the arguments of the call that the program is about to make, in a copy of
 * the program that may not make system calls, cannot see the clock, and in which every write to
 * memory is noticed (runtime/boxes/writes.h). It is taken for a closed box when it only wrote
 * through its pointers (and errno), and did and gave the same both times. Memory that it takes from
 * the heap and gives back is its own business. */
#ifndef TANDEM_RUNTIME_BOXES_TRIAL_H
#define TANDEM_RUNTIME_BOXES_TRIAL_H

#include "runtime/boxes/box.h"

/* Fills in what was found out: origin TRIAL, or the reason why not; how much it wrote. */
void tandem_try(const tandem_call *c, const tandem_signature *s, tandem_class *k);
/* For functions that the runtime has in libc's place, which ask for what is no argument: in a trial, that is its answer. */
void tandem_trial_asked(tandem_origin what, uint32_t detail);

#endif

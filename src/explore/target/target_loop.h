/* Many runs of a harness or a program in one process of the target (runtime/abi.h, part 5): batches of inputs, of
 * which only those are heard of that reached something new or ended the process. A process that ends,
 * hangs or grows is replaced by another. */
#ifndef TANDEM_EXPLORE_TARGET_TARGET_LOOP_H
#define TANDEM_EXPLORE_TARGET_TARGET_LOOP_H

#include "explore/target/target.h"

typedef enum loop_event {
    LOOP_NEWS,  /* input *at reached what `seen` of the batch does not have */
    LOOP_BROKE, /* … ended its process, or hung */
    LOOP_DONE,  /* all inputs were run */
    LOOP_UNFIT, /* runs of this program need a process each */
    LOOP_FAILED /* the target cannot be started any more, or the flag was raised */
} loop_event;

/* Whether the program is a libFuzzer harness. */
bool target_is_harness(const explore_target *t);
/* Says, before the first batch, that inputs are the file A of a program without a harness, or its standard input. False:
 * it cannot run them in one process. */
bool target_loop_program(explore_target *t, bool file);
/* Says, before the first batch, what is put back after each run: TANDEM_RESTORE_…; by default what
 * runs are seen to change. */
void target_loop_restores(explore_target *t, uint32_t restores);
/* A new batch, without inputs. */
void target_batch_clear(explore_target *t);
/* The same inputs once more. */
void target_batch_again(explore_target *t);
/* False: there is no room for it. */
bool target_batch_add(explore_target *t, const void *bytes, size_t n);
/* Input `i`, as it was given. */
const char *target_batch_input(const explore_target *t, uint32_t i, size_t *n);
/* Goes on with the batch. `seconds` is the longest time of one run. *result is for NEWS and BROKE; *error
 * (caller frees) for FAILED, NULL if it was the flag. */
loop_event target_batch_run(explore_target *t, double seconds, uint32_t *at, target_result *result,
                            char **error);
/* Ends the process, if there is one. */
void target_loop_end(explore_target *t);

#endif

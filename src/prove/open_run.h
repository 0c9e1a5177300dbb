/* A run that executions have found, once more: by the evaluator, with the opaque operations called
 * in processes of their own. */
#ifndef TANDEM_PROVE_OPEN_RUN_H
#define TANDEM_PROVE_OPEN_RUN_H

#include "oracle/box.h"
#include "prove/run.h"
#include "prove/steps.h"

/* `frames` are the states before each step, with its inputs. True when it ends in a fault again;
 * *crash says so when that is the crash of an opaque operation. */
bool open_replay(const ir_system *s, box_set *boxes, const word *frames, size_t n, run *r,
                 strbuf *crash);

#endif

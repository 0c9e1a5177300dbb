/* A run that executions have found, once more: by the evaluator, with the opaque operations called
 * in processes of their own. */
#ifndef TANDEM_PROVE_RUN_OPEN_RUN_H
#define TANDEM_PROVE_RUN_OPEN_RUN_H

#include "box/box.h"
#include "prove/run/run.h"
#include "box/box.h"
#include "prove/walk/frame.h"

/* `frames` are the states before each step, with its inputs. True when it ends in a fault again;
 * *crash says so when that is the crash of an opaque operation. */
bool open_replay(const ir_system *s, box_set *boxes, const word *frames, size_t n, run *r,
                 strbuf *crash);

#endif

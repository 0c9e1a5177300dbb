/* libz3 as the z3 program, in a child that reads one script after the other.
 *
 * For callers who want many answers to small scripts: no program is started and no solver is taken
 * over from one script to the next, so that each is answered as by a z3 of its own. Scripts with
 * one check go to a new solver in a context that is kept; what is costly in the default solver,
 * making all its strategies to use one, is left out. Any other script goes through libz3's own
 * reader of commands, and a reset. Not for terms of a bank: that is z3_child.h. */
#ifndef TANDEM_ENGINE_Z3_Z3_TEXT_H
#define TANDEM_ENGINE_Z3_Z3_TEXT_H

#include <stdint.h>

#include "base/strbuf.h"

/* Before a script: its size and that of the mark behind it, a line that ends the reply. */
typedef struct z3_text_head {
    uint32_t script, mark;
} z3_text_head;

/* Serves until the input ends; the context is not used. For process_config.run. */
int z3_text_run(void *context, int input, int output);
/* "4.8.12" */
void z3_text_version(strbuf *out);

#endif

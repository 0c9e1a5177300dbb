/* Closed boxes that are programs, which the literature calls oracles: Delphi's protocol (one process
 * a call) and the persistent one (one line a call). Both are described in docs/boxes.md. */
#ifndef TANDEM_BOX_PROGRAM_BOX_PROGRAM_H
#define TANDEM_BOX_PROGRAM_BOX_PROGRAM_H

#include "box/box_impl.h"

typedef struct box_program box_program;

/* NULL with *error set (caller frees) when there is no such program. */
box_program *box_program_new(box_set *set, const box *x, const char *path, box_protocol protocol,
                             char **error);
void box_program_free(box_program *p);
/* Its reply is `replies` values, one behind the other or in a list, of which number `reply` counts.
 */
void box_program_choose_reply(box_program *p, uint32_t reply, uint32_t replies);
/* Ends the running process of the persistent protocol: the next call starts afresh. */
void box_program_restart(box_program *p);
/* 0 with *status set and, where there is something to say, *error (caller frees). */
value_id box_program_call(box_set *set, const box *x, const value_id *args, box_status *status,
                          char **error);

#endif

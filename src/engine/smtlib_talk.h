/* Talking SMT-LIB with a child: questions, marks and replies.
 *
 * Every question ends with an (echo …) of a number, its mark: what the child prints before the mark
 * is the reply, so that an error anywhere since the last question is seen. */
#ifndef TANDEM_ENGINE_SMTLIB_TALK_H
#define TANDEM_ENGINE_SMTLIB_TALK_H

#include "engine/backend.h"

typedef struct smtlib_talk {
    uint64_t asked;   /* number of the last mark sent */
    uint64_t awaited; /* and of the one whose reply is waited for */
    size_t end;       /* of that reply in the output, when it is there */
    size_t looked;    /* how far the output was searched */
} smtlib_talk;

void talk_send(engine *e, const char *text);
/* Sends the buffer's text and frees it. */
void talk_send_buffer(engine *e, strbuf *text);
/* Sends a mark; returns its number. */
uint64_t talk_mark(engine *e, smtlib_talk *talk);
/* The reply that ends with the mark; NULL, with a reason, when the child is gone. Caller frees.
 * Marks must be awaited in the order they were sent. */
char *talk_await(engine *e, smtlib_talk *talk, uint64_t mark, double deadline);
/* The first (error …) in a reply; NULL if there is none. *n is its length. */
const char *talk_error(const char *reply, size_t *n);

#endif

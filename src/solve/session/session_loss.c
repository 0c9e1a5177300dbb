/* Errors that take a part of the formula: what is left is another formula, whose answer would
 * mislead. */
#include <stdlib.h>

#include "solve/session/session_parts.h"

void session_note_loss(session *s, smt_loss loss, const char *message)
{
    if (loss == SMT_LOST_NOTHING || s->lost || s->config.ignore_errors)
        return;
    s->lost = base_strdup(message);
    s->lost_for_good = loss == SMT_LOST_DECLARATION && s->set.global_declarations;
    s->lost_level = s->lost_for_good ? 0 : s->levels.n;
}

void session_forget_loss(session *s, bool all)
{
    if (!all && (s->lost_for_good || s->levels.n >= s->lost_level))
        return;
    free(s->lost);
    s->lost = NULL;
    s->lost_level = 0;
    s->lost_for_good = false;
}

void session_report_unread(session *s, const smt_reader *reader)
{
    session_report_error(s, smt_reader_error(reader));
    session_note_loss(s, smt_reader_loss(reader), smt_reader_error(reader));
}

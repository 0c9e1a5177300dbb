/* The log of expressions and events in shared memory: appending, budgets, and finding an equal
 * expression that is already there. */
#ifndef TANDEM_RUNTIME_CORE_LOG_H
#define TANDEM_RUNTIME_CORE_LOG_H

#include "runtime/core/state.h"

/* Starts an empty log of at most `room` records. */
void tandem_log_start(tandem_record *log, uint32_t room);

/* The record of an expression. */
static inline const tandem_record *tandem_at(tandem_expr e)
{
    return &tandem_rt.log[e];
}

/* Appends a record and gives its number; 0 when the budget is spent, and then tracing is over. */
uint32_t tandem_append(uint32_t op, uint32_t flag, uint32_t width, uint32_t a, uint32_t b,
                       uint32_t c);
/* Appends `bytes` of raw data, padded to whole records. False: no room, and tracing is over. */
bool tandem_append_raw(const void *data, size_t bytes);
/* A scratch buffer of so many bytes, zeroed; each call gives the same one. */
void *tandem_scratch(size_t bytes);
/* Room for so many records more? If not, tracing is over: for what must not be torn. */
bool tandem_log_room(size_t records);
/* The same as tandem_append for expressions without side effects: equal ones are mostly one. */
tandem_expr tandem_intern(uint32_t op, uint32_t width, uint32_t a, uint32_t b, uint32_t c);

/* Remembers that `e` was fixed by an event; true if it had been before (a second event would only
 * say what follows from the first). */
bool tandem_fixed(tandem_expr e);
/* The same for events from which nothing follows: a branch on `e` that comes later is an event still. */
bool tandem_asked(tandem_expr e);

#endif

/* The trace of a context's calls, a text that replay.h runs again. A line a call: its name and arguments, written before
 * it is done; below it what callbacks of boxes returned meanwhile, and its result:
 *
 *     constant "x" 3
 *     = 17
 *     check
 *     ! "price" "#b010" "#x2a"
 *     = 1
 *
 * Handles are numbers, lists stand in [], a text that is not there is -, a list that is not there [?]. Calls that callbacks make are no
 * part of it. */
#ifndef TANDEM_API_TRACE_H
#define TANDEM_API_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tandem/tandem.h"

typedef struct api_trace {
    FILE *file; /* NULL: none */
    bool busy;  /* inside of a call */
} api_trace;

/* Begins a line; NULL when the call is not to be traced. */
api_trace *api_trace_call(tandem_context *t, const char *name);
void api_trace_text(api_trace *trace, const char *text);
void api_trace_number(api_trace *trace, uint64_t number);
void api_trace_signed(api_trace *trace, int64_t number);
void api_trace_double(api_trace *trace, double number);
void api_trace_list(api_trace *trace, const uint32_t *list, size_t n);
void api_trace_bytes(api_trace *trace, const uint8_t *bytes, size_t n);
/* The arguments are complete; the result. */
void api_trace_ready(api_trace *trace);
void api_trace_result(api_trace *trace, uint64_t number);
/* What a callback returned. */
void api_trace_callback(tandem_context *t, const char *name, const tandem_value *arguments,
                        size_t n, tandem_value result);
void api_trace_close(api_trace *trace);

#endif

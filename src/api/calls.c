/* The public functions of calls.def: each writes its call and its result into the trace, if there is one. */
#include "api/calls.h"

#include "api/trace.h"

#define WRITE_TEXT(x) api_trace_text(trace, x);
#define WRITE_SORT(x) api_trace_number(trace, x);
#define WRITE_TERM(x) api_trace_number(trace, x);
#define WRITE_FUNCTION(x) api_trace_number(trace, x);
#define WRITE_VALUE(x) api_trace_number(trace, x);
#define WRITE_SORTS(x, n) api_trace_list(trace, x, n);
#define WRITE_TERMS(x, n) api_trace_list(trace, x, n);
#define WRITE_NUMBERS(x, n) api_trace_list(trace, x, n);
#define WRITE_BYTES(x, n) api_trace_bytes(trace, x, n);
#define WRITE_TRUTH(x) api_trace_number(trace, x);
#define WRITE_WIDTH(x) api_trace_number(trace, x);
#define WRITE_POSITION(x) api_trace_number(trace, x);
#define WRITE_SIGNED(x) api_trace_signed(trace, x);
#define WRITE_UNSIGNED(x) api_trace_number(trace, x);
#define WRITE_FLOATING(x) api_trace_double(trace, x);
#define WRITE_OUT(type, x)
#define WRITE_ROOM(x, n) api_trace_number(trace, n);
#define WRITE_CODE(type, x)

#define CALL(result, name, ...)                                                       \
    RETURNS_##result tandem_##name(tandem_context *t EACH(PARAMETER_, ##__VA_ARGS__)) \
    {                                                                                 \
        api_trace *trace = api_trace_call(t, #name);                                  \
        if (trace) {                                                                  \
            EACH(WRITE_, ##__VA_ARGS__)                                               \
            api_trace_ready(trace);                                                   \
        }                                                                             \
        RETURNS_##result returned = api_##name(t EACH(PASS_, ##__VA_ARGS__));         \
        if (trace)                                                                    \
            api_trace_result(trace, RESULT_NUMBER(returned));                         \
        return returned;                                                              \
    }
/* Of a text only whether there is one. */
#define RESULT_NUMBER(x) _Generic((x), const char *: !!(x), const uint32_t *: !!(x), default: (x))
#define SPECIAL CALL
#include "api/calls.def"

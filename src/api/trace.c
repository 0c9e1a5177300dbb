#include "api/trace.h"

#include <errno.h>
#include <inttypes.h>

#include "api/context.h"

/* Longer lists are not the API's: it has refused them before it looked at them. */
enum { LONGEST = 1 << 28 };

api_trace *api_trace_call(tandem_context *t, const char *name)
{
    if (!t->trace.file || t->trace.busy)
        return NULL;
    t->trace.busy = true;
    fputs(name, t->trace.file);
    return &t->trace;
}

void api_trace_text(api_trace *trace, const char *text)
{
    if (!text) {
        fputs(" -", trace->file);
        return;
    }
    fputs(" \"", trace->file);
    for (; *text; text++)
        if (*text >= ' ' && *text <= '~' && *text != '"' && *text != '\\')
            fputc(*text, trace->file);
        else
            fprintf(trace->file, "\\%02x", (unsigned char)*text);
    fputc('"', trace->file);
}

void api_trace_number(api_trace *trace, uint64_t number)
{
    fprintf(trace->file, " %" PRIu64, number);
}

void api_trace_signed(api_trace *trace, int64_t number)
{
    fprintf(trace->file, " %" PRId64, number);
}

void api_trace_double(api_trace *trace, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits); /* a NaN has more than one pattern */
    api_trace_number(trace, bits);
}

static bool is_list(api_trace *trace, const void *list, size_t n)
{
    bool is = n <= LONGEST && (list || !n);
    fputs(is ? " [" : " [?]", trace->file);
    return is;
}

void api_trace_list(api_trace *trace, const uint32_t *list, size_t n)
{
    if (!is_list(trace, list, n))
        return;
    for (size_t i = 0; i < n; i++)
        api_trace_number(trace, list[i]);
    fputs(" ]", trace->file);
}

void api_trace_bytes(api_trace *trace, const uint8_t *bytes, size_t n)
{
    if (!is_list(trace, bytes, n))
        return;
    for (size_t i = 0; i < n; i++)
        api_trace_number(trace, bytes[i]);
    fputs(" ]", trace->file);
}

void api_trace_ready(api_trace *trace)
{
    fputc('\n', trace->file);
    fflush(
        trace->file); /* who crashes now has left what did it, and a forked copy nothing to write */
}

void api_trace_result(api_trace *trace, uint64_t number)
{
    fprintf(trace->file, "= %" PRIu64 "\n", number);
    fflush(trace->file);
    trace->busy = false;
}

void api_trace_callback(tandem_context *t, const char *name, const tandem_value *arguments,
                        size_t n, tandem_value result)
{
    if (!t->trace.file)
        return;
    fputc('!', t->trace.file);
    api_trace_text(&t->trace, name);
    for (size_t i = 0; i < n; i++)
        api_trace_text(&t->trace, api_value_text(t, arguments[i]));
    api_trace_text(&t->trace, result ? api_value_text(t, result) : NULL);
    api_trace_ready(&t->trace);
}

void api_trace_close(api_trace *trace)
{
    if (trace->file)
        fclose(trace->file);
    *trace = (api_trace){0};
}

bool tandem_trace(tandem_context *t, const char *path)
{
    if (t->calling)
        return api_fail(t, "a callback of a box may not begin a trace");
    api_trace_close(&t->trace);
    if (!path)
        return true;
    t->trace.file = fopen(path, "we");
    if (!t->trace.file)
        return api_fail(t, "%.200s: %s", path, strerror(errno));
    fprintf(t->trace.file, "; calls of tandem %s\n", TANDEM_VERSION);
    fflush(t->trace.file);
    return true;
}

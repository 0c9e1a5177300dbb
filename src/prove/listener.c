#include "prove/listener.h"

#include "base/strbuf.h"

void listener_tell(const listener *l, const char *format, ...)
{
    if (!l->tell)
        return;
    strbuf line = STRBUF_INIT;
    va_list arguments;
    va_start(arguments, format);
    strbuf_vprintf(&line, format, arguments);
    va_end(arguments);
    l->tell(l->context, line.text);
    strbuf_free(&line);
}

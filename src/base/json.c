#include "base/json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/text.h"

void json_init(json_writer *j, strbuf *out)
{
    memset(j, 0, sizeof *j);
    j->out = out;
}

static void new_line(json_writer *j)
{
    if (!j->pretty)
        return;
    strbuf_putc(j->out, '\n');
    for (unsigned i = 0; i < j->depth; i++)
        strbuf_puts(j->out, "  ");
}

/* What stands between the last thing written and a new value or key. */
static void separate(json_writer *j)
{
    if (j->after_key) {
        j->after_key = false;
        return;
    }
    if (j->filled[j->depth])
        strbuf_putc(j->out, ',');
    j->filled[j->depth] = true;
    if (j->depth)
        new_line(j);
}

static void open_container(json_writer *j, char opening, char closing)
{
    assert(j->depth < JSON_MAX_DEPTH);
    separate(j);
    strbuf_putc(j->out, opening);
    j->depth++;
    j->filled[j->depth] = false;
    j->closing[j->depth] = closing;
}

void json_object(json_writer *j)
{
    open_container(j, '{', '}');
}

void json_array(json_writer *j)
{
    open_container(j, '[', ']');
}

void json_end(json_writer *j)
{
    assert(j->depth && !j->after_key);
    bool filled = j->filled[j->depth];
    char closing = j->closing[j->depth--];
    if (filled)
        new_line(j);
    strbuf_putc(j->out, closing);
}

static void put_quoted(strbuf *out, const char *text, size_t n)
{
    strbuf_putc(out, '"');
    for (size_t i = 0; i < n;) {
        unsigned char c = (unsigned char)text[i];
        size_t length = text_utf8_length(text + i, n - i);
        if (c == '"' || c == '\\')
            strbuf_printf(out, "\\%c", c);
        else if (c == '\n')
            strbuf_puts(out, "\\n");
        else if (c < 0x20 || c == 0x7F)
            strbuf_printf(out, "\\u%04x", c);
        else if (length && !text_printable_length(text + i, n - i))
            strbuf_printf(out, "\\u%04x", (unsigned char)text[i + 1]); /* of C1 */
        else if (length)
            strbuf_add(out, text + i, length);
        else
            strbuf_puts(out, "\\ufffd");
        i += length ? length : 1;
    }
    strbuf_putc(out, '"');
}

void json_key(json_writer *j, const char *key)
{
    assert(j->depth && !j->after_key);
    separate(j);
    put_quoted(j->out, key, strlen(key));
    strbuf_puts(j->out, j->pretty ? ": " : ":");
    j->after_key = true;
}

void json_text(json_writer *j, const char *text, size_t n)
{
    separate(j);
    put_quoted(j->out, text, n);
}

void json_string(json_writer *j, const char *text)
{
    json_text(j, text, strlen(text));
}

void json_bool(json_writer *j, bool truth)
{
    separate(j);
    strbuf_puts(j->out, truth ? "true" : "false");
}

void json_null(json_writer *j)
{
    separate(j);
    strbuf_puts(j->out, "null");
}

void json_uint(json_writer *j, uint64_t number)
{
    separate(j);
    strbuf_put_u64(j->out, number);
}

void json_int(json_writer *j, int64_t number)
{
    separate(j);
    strbuf_printf(j->out, "%" PRId64, number);
}

void json_double(json_writer *j, double number)
{
    if (!isfinite(number)) {
        json_null(j);
        return;
    }
    separate(j);
    strbuf_printf(j->out, "%.6g", number);
}

void json_raw(json_writer *j, const char *json)
{
    separate(j);
    strbuf_puts(j->out, json);
}

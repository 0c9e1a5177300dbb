#include "engine/smtlib_talk.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"

void talk_send(engine *e, const char *text)
{
    process_send(e->child, text, strlen(text));
}

void talk_send_buffer(engine *e, strbuf *text)
{
    process_send(e->child, text->text, text->n);
    strbuf_free(text);
}

uint64_t talk_mark(engine *e, smtlib_talk *talk)
{
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "(echo \"tandem-%llu\")\n", (unsigned long long)++talk->asked);
    talk_send_buffer(e, &text);
    return talk->asked;
}

/* Whether the line holds the mark and nothing else; some solvers print the quotes, some do not. */
static bool is_mark(const char *line, size_t n, uint64_t number)
{
    char mark[40];
    size_t length = (size_t)snprintf(mark, sizeof mark, "tandem-%llu", (unsigned long long)number);
    while (n && strchr("\r\" ", line[n - 1]))
        n--;
    for (; n && strchr("\" ", *line); line++)
        n--;
    return n == length && !memcmp(line, mark, n);
}

static bool has_mark(engine *e)
{
    smtlib_talk *talk = e->state; /* the first member of the backend's state */
    const strbuf *out = process_output(e->child);
    for (;;) {
        const char *line = out->text + talk->looked;
        const char *newline = memchr(line, '\n', out->n - talk->looked);
        if (!newline)
            return false;
        talk->end = talk->looked;
        talk->looked += (size_t)(newline - line) + 1;
        if (is_mark(line, (size_t)(newline - line), talk->awaited))
            return true;
    }
}

char *talk_await(engine *e, smtlib_talk *talk, uint64_t mark, double deadline)
{
    talk->awaited = mark;
    talk->looked = 0;
    if (!engine_await(e, deadline, has_mark))
        return NULL;
    char *reply = base_strndup(process_output(e->child)->text, talk->end);
    process_consume(e->child, talk->looked);
    strbuf_clear(process_errors(e->child));
    return reply;
}

const char *talk_error(const char *reply, size_t *n)
{
    const char *error = reply;
    while ((error = strstr(error, "(error"))) {
        if (error == reply || error[-1] == '\n')
            break;
        error++;
    }
    if (error)
        *n = strcspn(error, "\n");
    return error;
}

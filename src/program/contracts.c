#include "program/contracts.h"

#include <ctype.h>
#include <string.h>

typedef struct contract_walk {
    const char *at;
    strbuf *out;
    strbuf pending; /* for the beginning of the next function */
    unsigned depth; /* of braces */
    bool found;
} contract_walk;

static const struct {
    const char *word, *call;
    bool before; /* it may stand before a function */
} clauses[] = {
    {"requires", "assume", true},
    {"assume", "assume", false},
    {"ensures", "assert", false},
    {"assert", "assert", false},
};

/* A condition on one line, without the comments to the end of a line that may be in it: its lines
 * are kept where it was. */
static void put_condition(strbuf *out, const char *text, const char *end)
{
    while (text < end) {
        if (end - text >= 2 && text[0] == '/' && text[1] == '/') {
            const char *line = memchr(text, '\n', (size_t)(end - text));
            text = line ? line : end;
        } else {
            strbuf_putc(out, *text == '\n' ? ' ' : *text);
            text++;
        }
    }
}

/* "requires C; ensures D" and so on, up to `end`: as statements. */
static bool take_clauses(contract_walk *w, const char *text, const char *end)
{
    bool any = false;
    while (text < end) {
        while (text < end && (isspace((unsigned char)*text) || *text == ';' || *text == '@'))
            text++;
        const char *stop = memchr(text, ';', (size_t)(end - text));
        stop = stop ? stop : end;
        for (size_t k = 0; k < sizeof clauses / sizeof *clauses; k++) {
            size_t n = strlen(clauses[k].word);
            if ((size_t)(stop - text) <= n || strncmp(text, clauses[k].word, n) ||
                isalnum((unsigned char)text[n]) || text[n] == '_' ||
                (!w->depth && !clauses[k].before))
                continue;
            strbuf *out = w->depth ? w->out : &w->pending;
            strbuf_printf(out, " %s(", clauses[k].call);
            put_condition(out, text + n, stop);
            strbuf_puts(out, ");");
            any = true;
        }
        text = stop;
    }
    w->found |= any;
    return any;
}

/* A comment, which is kept unless it says something; newlines are kept in any case. */
static void take_comment(contract_walk *w)
{
    bool line = w->at[1] == '/';
    const char *end = line ? strchr(w->at, '\n') : strstr(w->at + 2, "*/");
    if (!end)
        end = w->at + strlen(w->at);
    bool says = w->at[2] == '@' && take_clauses(w, w->at + 3, end);
    for (const char *c = w->at; c < end; c++)
        if (!says || *c == '\n')
            strbuf_putc(w->out, *c);
    if (!says && !line)
        strbuf_puts(w->out, *end ? "*/" : "");
    w->at = end + (!line && *end ? 2 : 0);
}

static void take_literal(contract_walk *w)
{
    char quote = *w->at;
    strbuf_putc(w->out, *w->at++);
    while (*w->at && *w->at != quote && *w->at != '\n') {
        if (*w->at == '\\' && w->at[1])
            strbuf_putc(w->out, *w->at++);
        strbuf_putc(w->out, *w->at++);
    }
    if (*w->at)
        strbuf_putc(w->out, *w->at++);
}

bool ir_contracts_apply(const char *source, strbuf *out)
{
    contract_walk w = {.at = source, .out = out, .pending = STRBUF_INIT};
    while (*w.at) {
        if (*w.at == '/' && (w.at[1] == '/' || w.at[1] == '*')) {
            take_comment(&w);
            continue;
        }
        if (*w.at == '"' || *w.at == '\'') {
            take_literal(&w);
            continue;
        }
        char c = *w.at++;
        strbuf_putc(out, c);
        if (c == '{' && !w.depth++) {
            strbuf_puts(out, w.pending.text);
            strbuf_clear(&w.pending);
        }
        w.depth -= c == '}' && w.depth;
    }
    strbuf_free(&w.pending);
    return w.found;
}

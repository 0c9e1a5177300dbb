/* A user's table of operators: how those of a theory are written in C, in place of our own form or where there is
 * none. Lines of the form
 *
 *     NAME EXPRESSION          with $0 … $9 or @0 … @9 for the arguments, as in emit_pattern
 *     # …                      goes into the program as it is: #include, #define
 *     ; …                      a comment
 *
 * What a program finds is judged by our evaluator as ever: a wrong translation costs time, no truth. */
#include <ctype.h>
#include <stdlib.h>

#include "emit/emit_impl.h"

/* The line for this name: its expression, up to *end; NULL: there is none. */
static const char *find(const char *table, const char *name, const char **end)
{
    size_t n = strlen(name);
    for (const char *line = table; *line; line = **end ? *end + 1 : *end) {
        *end = strchrnul(line, '\n');
        if (n && !strncmp(line, name, n) && (line[n] == ' ' || line[n] == '\t'))
            return line + n + strspn(line + n, " \t");
    }
    return NULL;
}

/* Whether all arguments that the expression names are there. */
static bool fits(const char *text, uint32_t arity)
{
    for (; *text; text++)
        if ((*text == '$' || *text == '@') && isdigit((unsigned char)text[1]) &&
            (uint32_t)(text[1] - '0') >= arity)
            return false;
    return true;
}

bool emit_by_table(emitter *e, term_id t)
{
    const term_bank *b = e->bank;
    term_op op = term_op_of(b, t);
    const char *name =
        op == OP_APP ? symbol_text(b, decl_name(b, term_decl(b, t))) : term_op_text(op);
    const char *end,
        *found = e->operators && term_arity(b, t) ? find(e->operators, name, &end) : NULL;
    if (!found)
        return false;
    strbuf pattern = STRBUF_INIT;
    for (const char *p = found; p < end; p++) /* a remainder is no property of sorts */
        strbuf_puts(&pattern, *p == '%' ? "%%" : (const char[]){*p, '\0'});
    if (fits(pattern.text, term_arity(b, t)))
        emit_pattern(e, t, EMIT_BINARY, pattern.text);
    else
        emit_decline(e, "the table of operators gives '%s' more arguments than it has", name);
    strbuf_free(&pattern);
    return true;
}

void emit_table_lines(const emitter *e, strbuf *out)
{
    for (const char *line = e->operators; line && *line;) {
        const char *end = strchrnul(line, '\n');
        if (*line == '#')
            strbuf_printf(out, "%.*s\n", (int)(end - line), line);
        line = *end ? end + 1 : end;
    }
}

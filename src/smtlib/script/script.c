#include "smtlib/script/script.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "smtlib/format/format_tokens.h"
#include "smtlib/script/answers.h"

static const char core_name[] = "tandem!core!";

const char *script_before(script_want want)
{
    static const char *const texts[] = {"", "(set-option :produce-models true)\n",
                                        "(set-option :produce-unsat-cores true)\n", "",
                                        "(set-option :produce-proofs true)\n"};
    return texts[want];
}

const char *script_after(script_want want)
{
    static const char *const texts[] = {"", "(get-model)\n", "(get-unsat-core)\n",
                                        "(get-info :reason-unknown)\n", "(get-proof)\n"};
    return texts[want];
}

static void print_named(term_bank *b, const formula *f, const smt_print_options *options,
                        strbuf *out)
{
    if (f->logic) {
        strbuf_puts(out, "(set-logic ");
        smt_print_symbol(b, f->logic, out);
        strbuf_puts(out, ")\n");
    }
    smt_print_declarations(b, f->assertions.at, f->assertions.n, NULL, options, out);
    for (size_t i = 0; i < f->assertions.n; i++) {
        strbuf_puts(out, "(assert (! ");
        smt_print_term(b, f->assertions.at[i], options, out);
        strbuf_printf(out, " :named %s%zu))\n", core_name, i);
    }
    strbuf_puts(out, "(check-sat)\n");
}

void script_print(term_bank *b, const formula *f, smt_dialect dialect, script_want want,
                  strbuf *out)
{
    smt_print_options options = {.dialect = dialect};
    if (want != SCRIPT_CORE) {
        formula_print(b, f, dialect, script_before(want), script_after(want), out);
        return;
    }
    strbuf_puts(out, script_before(want));
    print_named(b, f, &options, out);
    strbuf_puts(out, script_after(want));
}

typedef enum command_class { COMMAND_KEPT, COMMAND_CHECK, COMMAND_DROPPED } command_class;

static bool begins(const format_form *f, uint32_t token, const char *prefix)
{
    size_t n = strlen(prefix);
    return f->tokens.n > token && f->tokens.at[token].length >= n &&
           !memcmp(f->text + f->tokens.at[token].start, prefix, n);
}

static command_class classify(const format_form *f)
{
    if (f->tokens.at[0].kind != FORMAT_OPEN || f->tokens.n < 3)
        return COMMAND_DROPPED;
    if (begins(f, 1, "check-sat"))
        return COMMAND_CHECK;
    if (begins(f, 1, "get-") || begins(f, 1, "echo") || begins(f, 1, "exit"))
        return COMMAND_DROPPED;
    if (begins(f, 1, "set-option") && (begins(f, 2, ":produce-") || begins(f, 2, ":print-success")))
        return COMMAND_DROPPED;
    return COMMAND_KEPT;
}

size_t script_extend(const char *text, size_t most, script_want want, strbuf *out)
{
    size_t start = out->n, end = start, checks = 0, where;
    const char *what;
    format_lexer lexer = {.text = text, .n = strlen(text)};
    format_form form = {0};
    strbuf_puts(out, script_before(want));
    while ((!most || checks < most) && format_next(&lexer, &form, &where, &what) == FORMAT_FORM) {
        command_class class = classify(&form);
        if (class == COMMAND_DROPPED)
            continue;
        const format_token *last = &form.tokens.at[form.tokens.n - 1];
        strbuf_add(out, form.text + form.tokens.at[0].start,
                   last->start + last->length - form.tokens.at[0].start);
        strbuf_putc(out, '\n');
        if (class == COMMAND_CHECK) {
            checks++;
            end = out->n;
        }
    }
    vec_free(&form.tokens);
    vec_free(&form.open);
    out->n = end;
    if (out->capacity)
        out->text[end] = '\0';
    if (checks)
        strbuf_puts(out, script_after(want));
    return checks;
}

const char *script_reply(const char *output)
{
    const char *reply = "";
    for (const char *line = output; *line;) {
        size_t n = strcspn(line, "\n");
        const char *next = line + n + (line[n] != '\0');
        size_t first = strspn(line, " \t\r");
        size_t length = n > first ? n - first : 0;
        while (length && strchr(" \t\r", line[first + length - 1]))
            length--;
        answer a;
        if (length && answer_read(line + first, length, &a))
            reply = next;
        line = next;
    }
    reply += strspn(reply, " \t\r\n");
    return *reply == '(' && !text_begins(reply, "(error") ? reply : "";
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

bool script_core(const char *output, size_t assertions, vec_u32 *positions)
{
    const char *reply = script_reply(output);
    const char *end = strchr(reply, ')');
    vec_clear(positions);
    if (!end)
        return false;
    for (const char *p = reply; (p = strstr(p, core_name)) && p < end;) {
        p += sizeof core_name - 1;
        unsigned long position = strtoul(p, NULL, 10);
        if (position >= assertions)
            return false;
        vec_push(positions, (uint32_t)position);
    }
    if (positions->n)
        qsort(positions->at, positions->n, sizeof *positions->at, compare_numbers);
    return positions->n != 0;
}

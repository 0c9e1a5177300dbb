#include "reduce/script/layout.h"

#include "smtlib/format/format.h"
#include "term/core/walk.h"

enum {
    SMALL_TREE = 80,     /* terms of an assertion that is printed without let */
    READABLE_LINES = 15, /* what a reduced script should not be longer than */
    MOST_SPACE = 3       /* times as many bytes: deep terms are not read anyway */
};

void layout_formula(term_bank *b, const formula *f, smt_dialect dialect, const char *before,
                    const char *after, strbuf *out)
{
    smt_print_options options = {.dialect = dialect, .no_let = true};
    for (size_t i = 0; i < f->assertions.n && options.no_let; i++)
        options.no_let = term_tree_size(b, f->assertions.at[i]) <= SMALL_TREE;
    strbuf_puts(out, before ? before : "");
    smt_print_script(b, f->logic, f->assertions.at, f->assertions.n, &options, out);
    strbuf_puts(out, after ? after : "");
}

static size_t count_lines(const strbuf *text, size_t start)
{
    size_t lines = 0;
    for (size_t i = start; i < text->n; i++)
        lines += text->text[i] == '\n';
    return lines;
}

void layout_script(const strbuf *text, strbuf *out)
{
    char *error = NULL;
    strbuf flat = STRBUF_INIT;
    size_t start = out->n;
    if (!smt_format(text->text, text->n, NULL, out, &error) ||
        out->n - start > MOST_SPACE * text->n) {
        out->n = start;
        strbuf_add(out, text->text, text->n);
    } else if (count_lines(out, start) > READABLE_LINES &&
               smt_format(text->text, text->n, &(smt_format_options){.width = UINT16_MAX}, &flat,
                          &error) &&
               count_lines(&flat, 0) <= READABLE_LINES) {
        out->n = start;
        strbuf_add(out, flat.text, flat.n);
    }
    strbuf_free(&flat);
    free(error);
}

#include "smtlib/format/format_tokens.h"

#include <string.h>

#include "smtlib/read/sexpr.h"

/* UTF-8: bytes that continue a character take no column. */
uint32_t format_columns(const char *text, uint32_t n)
{
    uint32_t columns = 0;
    for (uint32_t i = 0; i < n; i++)
        columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

/* Skips white space; tells how many line ends were in it. */
static size_t skip_space(format_lexer *l)
{
    sexpr_scanner s = {.at = l->text + l->at, .end = l->text + l->n};
    size_t lines = sexpr_skip_blanks(&s);
    l->at = (size_t)(s.at - l->text);
    return lines;
}

/* The token at l->at, which is no space. Returns its end, or 0 with *what set. */
static size_t scan(const format_lexer *l, format_kind *kind, const char **what)
{
    sexpr_scanner s = {
        .at = l->text + l->at, .end = l->text + l->n, .comments = true, .backslash = l->backslash};
    sexpr_token t = sexpr_next(&s);
    *kind = t.kind == SEXPR_OPEN      ? FORMAT_OPEN
            : t.kind == SEXPR_CLOSE   ? FORMAT_CLOSE
            : t.kind == SEXPR_COMMENT ? FORMAT_COMMENT
                                      : FORMAT_ATOM;
    if (t.kind != SEXPR_BROKEN)
        return l->at + t.n;
    *what = *t.text == '"' ? "a string is not closed" : "a quoted symbol is not closed";
    return 0;
}

/* Columns and comments so far, as needed by the next token. */
static void measure(const format_form *form, format_token *t)
{
    if (!form->tokens.n)
        return;
    const format_token *last = &vec_last(&form->tokens);
    const char *text = form->text + last->start;
    bool tall = last->kind == FORMAT_COMMENT || memchr(text, '\n', last->length);
    bool space = last->kind != FORMAT_OPEN && t->kind != FORMAT_CLOSE;
    t->flat = last->flat + format_columns(text, last->length) + space;
    t->tall = last->tall + tall;
}

/* (set-info :smt-lib-version 2.0) decides how strings are escaped from here on. */
static void note_version(format_lexer *l, const format_form *f)
{
    static const char *const wanted[] = {"(", "set-info", ":smt-lib-version"};
    if (f->tokens.n != 5)
        return;
    for (uint32_t i = 0; i < 3; i++)
        if (f->tokens.at[i].length != strlen(wanted[i]) ||
            memcmp(f->text + f->tokens.at[i].start, wanted[i], strlen(wanted[i])))
            return;
    l->backslash =
        f->tokens.at[3].length == 3 && !memcmp(f->text + f->tokens.at[3].start, "2.0", 3);
}

static void add_token(format_lexer *l, format_form *form, format_kind kind, size_t end,
                      size_t lines)
{
    format_token t = {.start = (uint32_t)(l->text + l->at - form->text),
                      .length = (uint32_t)(end - l->at),
                      .kind = (uint8_t)kind,
                      .own_line = lines > 0,
                      .blank = lines > 1};
    measure(form, &t);
    vec_push(&form->tokens, t);
    uint32_t self = (uint32_t)form->tokens.n - 1;
    if (kind == FORMAT_OPEN)
        vec_push(&form->open, self);
    else if (kind == FORMAT_CLOSE)
        form->tokens.at[vec_pop(&form->open)].match = self;
    l->at = end;
}

format_status format_next(format_lexer *l, format_form *form, size_t *where, const char **what)
{
    size_t lines = skip_space(l), start = l->at;
    vec_clear(&form->tokens);
    vec_clear(&form->open);
    if (l->at == l->n)
        return FORMAT_END;
    form->text = l->text + start;
    do {
        format_kind kind;
        if (l->at == l->n || l->at - start > UINT32_MAX / 4) {
            *where = start + form->tokens.at[vec_last(&form->open)].start;
            *what = l->at == l->n ? "a parenthesis is not closed" : "this form is too large";
            return FORMAT_BROKEN;
        }
        size_t end = scan(l, &kind, what);
        if (!end || (kind == FORMAT_CLOSE && !form->open.n)) {
            *where = l->at;
            *what = end ? "a parenthesis closes nothing" : *what;
            return FORMAT_BROKEN;
        }
        add_token(l, form, kind, end, lines);
        if (form->open.n)
            lines = skip_space(l);
    } while (form->open.n);
    note_version(l, form);
    return FORMAT_FORM;
}

#include "smtlib/format/format.h"

#include <string.h>

#include "smtlib/format/format_tokens.h"

/* A list that is printed over several lines. */
typedef struct frame {
    uint32_t indent;  /* of its items */
    uint32_t body;    /* of the body of a let */
    uint32_t items;   /* printed so far */
    uint32_t inlined; /* so many stay on the first line */
    bool is_let;
    bool after_atom, after_keyword;
} frame;

typedef struct layout {
    uint32_t width, step, deepest;
    const format_form *form;
    strbuf *out;
    uint32_t column;
    bool must_break; /* after a comment */
    VEC(frame) frames;
    vec_u32 closers; /* how many CLOSE tokens follow each other from here */
} layout;

/* Items that stay on the line of the head (the head counts). */
static uint32_t inlined_items(const char *head, uint32_t n)
{
    static const struct {
        const char *name;
        uint32_t items;
    } table[] = {{"_", UINT32_MAX},
                 {"as", UINT32_MAX},
                 {"set-info", 3},
                 {"set-option", 3},
                 {"define-fun", 4},
                 {"define-fun-rec", 4},
                 {"define-const", 3},
                 {"define-sort", 3},
                 {"declare-fun", 4},
                 {"declare-const", 3},
                 {"declare-datatype", 2},
                 {"declare-datatypes", 2},
                 {"define-funs-rec", 2},
                 {"forall", 2},
                 {"exists", 2},
                 {"lambda", 2},
                 {"let", 2},
                 {"match", 2},
                 {"par", 2},
                 {"declare-cb", 4},
                 {"declare-oracle-fun", 5}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strlen(table[i].name) == n && !memcmp(table[i].name, head, n))
            return table[i].items;
    return 1;
}

static const format_token *token_at(const layout *l, uint32_t i)
{
    return &l->form->tokens.at[i];
}

static bool token_is(const layout *l, uint32_t i, const char *text)
{
    const format_token *t = token_at(l, i);
    return t->length == strlen(text) && !memcmp(l->form->text + t->start, text, t->length);
}

static void put_token(layout *l, uint32_t i)
{
    const format_token *t = token_at(l, i);
    const char *text = l->form->text + t->start;
    strbuf_add(l->out, text, t->length);
    const char *last = memrchr(text, '\n', t->length);
    if (last)
        l->column = format_columns(last + 1, t->length - (uint32_t)(last + 1 - text));
    else
        l->column += format_columns(text, t->length);
}

static void put_space(layout *l)
{
    strbuf_putc(l->out, ' ');
    l->column++;
}

static void new_line(layout *l, uint32_t indent, bool blank)
{
    strbuf_puts(l->out, blank ? "\n\n" : "\n");
    memset(strbuf_reserve(l->out, indent), ' ', indent);
    l->out->n += indent;
    l->out->text[l->out->n] = 0;
    l->column = indent;
    l->must_break = false;
}

static uint32_t indent_of(const layout *l, const frame *f)
{
    uint32_t indent = f->is_let && f->items >= 2 ? f->body : f->indent;
    return indent < l->deepest ? indent : l->deepest;
}

static frame open_frame(const layout *l, uint32_t i)
{
    uint32_t column = l->column; /* of the parenthesis */
    frame f = {.body = column, .indent = column + l->step, .inlined = 1};
    const format_token *head = token_at(l, i + 1);
    if (head->kind == FORMAT_ATOM) {
        f.inlined = inlined_items(l->form->text + head->start, head->length);
        f.is_let = token_is(l, i + 1, "let");
    } else if (head->kind == FORMAT_OPEN && !token_is(l, i + 2, "_") && !token_is(l, i + 2, "as")) {
        f.indent = column + 1; /* a list of lists */
    }
    return f;
}

/* Whether the item that starts at token i stays on the line. */
static bool stays(const layout *l, const frame *f, uint32_t i)
{
    const format_token *t = token_at(l, i);
    if (!f->items || f->items < f->inlined || f->after_keyword)
        return true;
    if (t->kind != FORMAT_ATOM || !f->after_atom || l->form->text[t->start] == ':')
        return false;
    uint32_t end = l->column + 1 + format_columns(l->form->text + t->start, t->length);
    return end + l->closers.at[i + 1] <= l->width;
}

static void put_comment(layout *l, uint32_t i)
{
    const format_token *t = token_at(l, i);
    const frame *f = l->frames.n ? &vec_last(&l->frames) : NULL;
    if (t->own_line || l->must_break)
        new_line(l, f ? indent_of(l, f) : 0, t->blank);
    else
        put_space(l);
    put_token(l, i);
    l->must_break = true;
}

/* Prints tokens first .. last on one line. */
static void put_flat(layout *l, uint32_t first, uint32_t last)
{
    for (uint32_t i = first; i <= last; i++) {
        if (i > first && token_at(l, i - 1)->kind != FORMAT_OPEN &&
            token_at(l, i)->kind != FORMAT_CLOSE)
            put_space(l);
        put_token(l, i);
    }
}

static bool fits(const layout *l, uint32_t i)
{
    const format_token *t = token_at(l, i);
    uint32_t last = t->match;
    if (token_at(l, last)->tall != t->tall)
        return false;
    uint64_t end = (uint64_t)l->column + format_flat_width(l->form, i, last);
    return end + l->closers.at[last] <= l->width;
}

/* Prints what starts at token i; returns the last token printed. */
static uint32_t put_item(layout *l, uint32_t i)
{
    const format_token *t = token_at(l, i);
    if (l->frames.n) {
        frame *f = &vec_last(&l->frames);
        if (l->must_break || !stays(l, f, i))
            new_line(l, indent_of(l, f), t->blank);
        else if (f->items)
            put_space(l);
        f->items++;
        f->after_atom = t->kind == FORMAT_ATOM;
        f->after_keyword = f->after_atom && l->form->text[t->start] == ':';
    }
    if (t->kind == FORMAT_ATOM) {
        put_token(l, i);
        return i;
    }
    if (fits(l, i)) {
        put_flat(l, i, t->match);
        return t->match;
    }
    frame inner = open_frame(l, i);
    put_token(l, i);
    vec_push(&l->frames, inner);
    return i;
}

static void count_closers(layout *l)
{
    size_t n = l->form->tokens.n;
    vec_resize(&l->closers, n + 1);
    l->closers.at[n] = 0;
    for (size_t i = n; i-- > 0;)
        l->closers.at[i] =
            l->form->tokens.at[i].kind == FORMAT_CLOSE ? l->closers.at[i + 1] + 1 : 0;
}

static void put_form(layout *l)
{
    count_closers(l);
    for (uint32_t i = 0; i < l->form->tokens.n; i++) {
        switch (token_at(l, i)->kind) {
        case FORMAT_COMMENT:
            put_comment(l, i);
            break;
        case FORMAT_CLOSE: {
            frame f = vec_pop(&l->frames);
            if (l->must_break)
                new_line(l, indent_of(l, &f), false);
            put_token(l, i);
            break;
        }
        default:
            i = put_item(l, i);
        }
    }
}

/* A form that starts at the top: on a line of its own, or a comment behind the one before. */
static void put_top(layout *l, bool first)
{
    const format_token *t = token_at(l, 0);
    bool comment = t->kind == FORMAT_COMMENT;
    if (!first && comment && !t->own_line && !l->must_break) {
        put_space(l);
        put_token(l, 0);
        l->must_break = true;
        return;
    }
    if (!first)
        strbuf_puts(l->out, t->blank ? "\n\n" : "\n");
    l->column = 0;
    l->must_break = false;
    if (comment) {
        put_token(l, 0);
        l->must_break = true;
    } else {
        put_form(l);
    }
}

static char *message_at(const char *text, size_t where, const char *what)
{
    size_t line = 1, start = 0;
    for (size_t i = 0; i < where; i++)
        if (text[i] == '\n') {
            line++;
            start = i + 1;
        }
    strbuf message = STRBUF_INIT;
    strbuf_printf(&message, "%zu:%zu: %s", line, where - start + 1, what);
    return strbuf_detach(&message);
}

bool smt_format(const char *text, size_t n, const smt_format_options *options, strbuf *out,
                char **error)
{
    format_lexer lexer = {.text = text, .n = n};
    format_form form = {0};
    layout l = {.width = options && options->width ? options->width : 100,
                .step = options && options->indent ? options->indent : 2,
                .form = &form,
                .out = out};
    l.deepest =
        l.width * 3 / 5; /* deep nesting must not make lines, or the text, grow without end */
    size_t where = 0;
    const char *what = NULL;
    format_status status;
    bool first = true;
    while ((status = format_next(&lexer, &form, &where, &what)) == FORMAT_FORM) {
        put_top(&l, first);
        first = false;
    }
    if (!first)
        strbuf_putc(out, '\n');
    vec_free(&form.tokens);
    vec_free(&form.open);
    vec_free(&l.frames);
    vec_free(&l.closers);
    if (status == FORMAT_END)
        return true;
    *error = message_at(text, where, what);
    return false;
}

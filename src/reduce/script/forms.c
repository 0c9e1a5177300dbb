#include "reduce/script/forms.h"

#include <string.h>

#include "smtlib/read/lexer.h"

static size_t offset_of(const lexer *x, const char *place)
{
    return (size_t)x->dropped + (size_t)(place - x->buffer);
}

static void add_token(forms *f, const lexer *x, vec_u32 *open)
{
    form_node node = {.start = offset_of(x, x->start),
                      .end = offset_of(x, x->next),
                      .last = f->nodes.n + 1,
                      .depth = (uint32_t)open->n,
                      .list = x->kind == TOKEN_OPEN};
    if (node.list)
        vec_push(open, (uint32_t)f->nodes.n);
    vec_push(&f->nodes, node);
}

bool forms_read(forms *f, const char *text, size_t n)
{
    lexer_text from = {text, n};
    lexer x;
    vec_u32 open = {0};
    bool good = true;
    *f = (forms){.text = text};
    lexer_init(&x, lexer_read_text, &from, n);
    while (good && lexer_next(&x) != TOKEN_END) {
        if (x.kind == TOKEN_ERROR) {
            good = false;
        } else if (x.kind != TOKEN_CLOSE) {
            add_token(f, &x, &open);
        } else if (open.n) {
            form_node *list = &f->nodes.at[vec_pop(&open)];
            list->end = offset_of(&x, x.next);
            list->last = f->nodes.n;
        } else {
            good = false;
        }
    }
    good &= open.n == 0;
    vec_free(&open);
    lexer_free(&x);
    if (!good)
        forms_free(f);
    return good;
}

void forms_free(forms *f)
{
    vec_free(&f->nodes);
}

bool forms_is(const forms *f, size_t node, const char *head)
{
    const form_node *list = &f->nodes.at[node];
    if (!list->list || list->last == node + 1)
        return false;
    const form_node *first = list + 1;
    size_t n = first->end - first->start;
    return !first->list && strlen(head) == n && !memcmp(f->text + first->start, head, n);
}

void forms_add(const forms *f, size_t node, strbuf *out)
{
    const form_node *n = &f->nodes.at[node];
    strbuf_add(out, f->text + n->start, n->end - n->start);
}

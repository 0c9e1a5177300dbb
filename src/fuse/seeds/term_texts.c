#include "fuse/seeds/term_texts.h"

enum { MOST_BYTES = 1 << 26 };

void term_texts_init(term_texts *t)
{
    *t = (term_texts){.text = STRBUF_INIT};
}

void term_texts_free(term_texts *t)
{
    vec_free(&t->numbers);
    vec_free(&t->list);
    strbuf_free(&t->text);
}

void term_texts_keep(term_texts *t, term_id term, const char *text, size_t n)
{
    if (t->text.n + n > MOST_BYTES)
        return;
    if (term >= t->numbers.n)
        vec_resize(&t->numbers, term + term / 4 + 1);
    vec_push(&t->list, ((term_text){(uint32_t)t->text.n, (uint32_t)n}));
    t->numbers.at[term] = (uint32_t)t->list.n;
    strbuf_add(&t->text, text, n);
}

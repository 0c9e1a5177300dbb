/* Texts of terms that stay in the bank, printed once and copied after that; for one dialect. */
#ifndef TANDEM_FUSE_SEEDS_TERM_TEXTS_H
#define TANDEM_FUSE_SEEDS_TERM_TEXTS_H

#include "base/strbuf.h"
#include "term/core/term.h"

typedef struct term_text {
    uint32_t start, length;
} term_text;

typedef struct term_texts {
    vec_u32 numbers; /* by term: number in the list + 1; 0, or not there: none */
    VEC(term_text) list;
    strbuf text;
} term_texts;

void term_texts_init(term_texts *t);
void term_texts_free(term_texts *t);
/* Keeps a copy, unless very much is kept already. The term must have none yet. */
void term_texts_keep(term_texts *t, term_id term, const char *text, size_t n);

/* False: there is none. */
static inline bool term_texts_put(const term_texts *t, term_id term, strbuf *out)
{
    uint32_t number = term < t->numbers.n ? t->numbers.at[term] : 0;
    if (!number)
        return false;
    const term_text *known = &t->list.at[number - 1];
    strbuf_add(out, t->text.text + known->start, known->length);
    return true;
}

#endif

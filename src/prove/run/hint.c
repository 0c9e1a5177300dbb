#include "prove/run/hint.h"

#include <stdlib.h>

#include "term/eval/eval.h"

size_t hint_size(const ir_system *s)
{
    frame_layout l;
    frame_layout_init(&l, s);
    size_t n = 1 + l.n;
    frame_layout_free(&l);
    return n;
}

bool hint_add(const ir_system *s, const term_model *m, uint32_t cut, word_vec *hints)
{
    frame_layout l;
    frame_layout_init(&l, s);
    evaluator *e = eval_new(m, &(eval_config){.complete = true});
    word *hint = base_alloc_zero(1 + l.n, sizeof *hint);
    bool good = true;
    hint[0] = cut;
    for (size_t i = 0; i < l.n_plain && good; i++)
        good = frame_put(&l, hint + 1, i, eval_term(e, frame_term(&l, i)));
    if (good)
        vec_append(hints, hint, 1 + l.n);
    eval_free(e);
    free(hint);
    frame_layout_free(&l);
    return good;
}

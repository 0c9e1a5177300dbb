#include "prove/run/hint.h"

#include "term/eval/eval.h"

size_t hint_size(const ir_system *s)
{
    term_vec inputs = {0};
    steps_inputs(s, &inputs);
    size_t n = 1 + s->program->variables.n + inputs.n;
    vec_free(&inputs);
    return n;
}

bool hint_add(const ir_system *s, const term_model *m, uint32_t cut, word_vec *hints)
{
    const ir_program *p = s->program;
    term_vec inputs = {0};
    steps_inputs(s, &inputs);
    evaluator *e = eval_new(m, &(eval_config){.complete = true});
    word_vec hint = {0};
    word at = cut;
    bool good = true;
    vec_push(&hint, at);
    for (size_t i = 0; i < p->variables.n + inputs.n && good; i++) {
        term_id t = i < p->variables.n ? p->variables.at[i].term : inputs.at[i - p->variables.n];
        value_id v = eval_term(e, t);
        word w = 0;
        uint64_t bits = 0;
        switch (sort_kind_of(p->bank, term_sort(p->bank, t))) {
        case SORT_BOOL:
            good = v != 0;
            w = v && value_is_true(v);
            break;
        case SORT_INT:
            good = v && value_small_int(p->bank, v, &w);
            break;
        default:
            good = v && value_small_bits(p->bank, v, &bits);
            w = (word)bits;
        }
        vec_push(&hint, w);
    }
    eval_free(e);
    vec_free(&inputs);
    if (good)
        vec_append(hints, hint.at, hint.n);
    vec_free(&hint);
    return good;
}

#include "prove/run/open_run.h"

#include <string.h>

#include "term/eval/eval.h"

static value_id as_value(term_bank *b, sort_id sort, word w)
{
    if (sort_kind_of(b, sort) == SORT_FP)
        return value_fp_u64(b, sort, (uint64_t)w);
    return sort == SORT_ID_BOOL ? value_bool(w != 0) : value_int(b, w);
}

/* The transition that is taken; NULL with *crashed set when an opaque operation is in the way. */
static const ir_transition *taken(const ir_system *s, evaluator *e, uint32_t cut, bool *crashed)
{
    for (size_t i = 0; i < s->transitions.n; i++) {
        if (s->transitions.at[i].from != cut)
            continue;
        value_id v = eval_term(e, s->transitions.at[i].guard);
        *crashed = !v && eval_why(e) == EVAL_BOX;
        if (*crashed || (v && value_is_true(v)))
            return *crashed ? NULL : &s->transitions.at[i];
    }
    return NULL;
}

/* The box's words, without what makes the names of its declarations unique. */
static void put_crash(const char *message, strbuf *out)
{
    for (const char *c = message; *c; c++) {
        if (*c == '!' && c > message)
            c += strspn(c + 1, "0123456789");
        else
            strbuf_putc(out, *c);
    }
}

static bool step(const ir_system *s, box_set *boxes, term_model *state, uint32_t *cut, run *r,
                 strbuf *crash)
{
    term_bank *b = s->program->bank;
    evaluator *e = eval_new(state, &(eval_config){.complete = true,
                                                  .call = boxes ? boxes_evaluate : NULL,
                                                  .call_context = boxes});
    bool crashed = false;
    run_step one = {.cut = *cut};
    one.taken = taken(s, e, *cut, &crashed);
    for (size_t v = 0; v < s->program->variables.n; v++)
        vec_push(&one.values, eval_term(e, s->program->variables.at[v].term));
    for (size_t k = 0; one.taken && k < one.taken->inputs.n; k++)
        vec_push(&one.inputs, eval_term(e, one.taken->inputs.at[k]));
    vec_u32 after = {0};
    bool good = one.taken != NULL;
    for (size_t v = 0; good && v < one.taken->after.n; v++) {
        vec_push(&after, eval_term(e, one.taken->after.at[v]));
        good = vec_last(&after) != 0;
        crashed |= !good && eval_why(e) == EVAL_BOX;
    }
    eval_free(e);
    for (size_t v = 0; good && v < after.n; v++)
        model_set_value(state, term_decl(b, s->program->variables.at[v].term), after.at[v]);
    if (good)
        *cut = one.taken->to;
    vec_free(&after);
    vec_push(&r->steps, one);
    if (crashed)
        put_crash(boxes_message(boxes), crash);
    return good;
}

bool open_replay(const ir_system *s, box_set *boxes, const word *frames, size_t n, run *r,
                 strbuf *crash)
{
    term_bank *b = s->program->bank;
    term_vec inputs = {0};
    steps_inputs(s, &inputs);
    size_t n_variables = s->program->variables.n, size = n_variables + inputs.n;
    term_model *state = model_new(b);
    uint32_t cut = 0;
    bool good = true;
    for (size_t k = 0; size && k < n / size && good && cut != IR_FAULT; k++) {
        const word *frame = frames + k * size;
        for (size_t v = 0; !k && v < n_variables; v++) {
            decl_id d = term_decl(b, s->program->variables.at[v].term);
            model_set_value(state, d, as_value(b, decl_range(b, d), frame[v]));
        }
        for (size_t i = 0; i < inputs.n; i++) {
            decl_id d = term_decl(b, inputs.at[i]);
            model_set_value(state, d, as_value(b, decl_range(b, d), frame[n_variables + i]));
        }
        good = step(s, boxes, state, &cut, r, crash);
    }
    model_free(state);
    vec_free(&inputs);
    bool fault = cut == IR_FAULT || crash->n;
    if (!fault) {
        run_free(r);
        *r = (run){0};
    }
    return fault;
}

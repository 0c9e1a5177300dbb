#include "prove/run/open_run.h"

#include <string.h>

#include "term/eval/eval.h"

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

bool open_replay(const ir_system *s, box_set *boxes, const word *frames, size_t n, run *r,
                 strbuf *crash)
{
    term_bank *b = s->program->bank;
    frame_layout l;
    frame_layout_init(&l, s);
    term_model *state = model_new(b);
    uint32_t cut = 0;
    bool good = true;
    for (size_t k = 0; l.n && k < n / l.n && good && cut != IR_FAULT; k++) {
        /* Variables of the first one, inputs of each. */
        for (size_t i = k ? l.n_variables : 0; i < l.n_plain; i++)
            model_set_value(state, term_decl(b, frame_term(&l, i)),
                            frame_value(&l, frames + k * l.n, i));
        bool crashed;
        good = run_execute_step(s, cut, state, boxes, r, &crashed);
        if (good)
            cut = vec_last(&r->steps).taken->to;
        if (crashed)
            put_crash(boxes_message(boxes), crash);
    }
    model_free(state);
    frame_layout_free(&l);
    bool fault = cut == IR_FAULT || crash->n;
    if (!fault) {
        run_free(r);
        *r = (run){0};
    }
    return fault;
}

#include "judge/evidence/computation.h"

#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/eval/eval.h"

enum { MOST_STEPS = 16, LONGEST = 300 };

static bool is_step(const term_bank *b, term_id t)
{
    return term_op_of(b, t) != OP_CONST && term_op_of(b, t) != OP_PATTERN && !term_has_var(b, t);
}

/* The term with its arguments' values in their places, if all have one. */
static term_id with_values(term_bank *b, evaluator *e, term_id t)
{
    uint32_t n = term_arity(b, t);
    if (!n || term_is_binder(term_op_of(b, t)))
        return t;
    term_vec args = {0};
    bool whole = true;
    for (uint32_t i = 0; i < n && whole; i++) {
        value_id v = eval_term(e, term_arg(b, t, i));
        whole = v;
        if (v)
            vec_push(&args, term_const(b, v));
    }
    term_id made = whole ? term_rebuild(b, t, args.at) : 0;
    vec_free(&args);
    return made ? made : t;
}

static bool note_step(const hearing *h, evaluator *e, term_id t)
{
    term_bank *b = h->c->bank;
    value_id v = eval_term(e, t);
    if (!v)
        return false;
    strbuf line = STRBUF_INIT;
    smt_print_term(b, with_values(b, e, t), NULL, &line);
    strbuf_puts(&line, " = ");
    smt_print_value(b, v, DIALECT_STANDARD, &line);
    bool fits = line.n <= LONGEST;
    if (fits)
        hearing_note(h, NULL, "  %s", line.text);
    strbuf_free(&line);
    return fits;
}

bool computation_note(const hearing *h, const formula *f, const term_model *m)
{
    term_bank *b = h->c->bank;
    bank_marks mark = bank_mark(b);
    term_vec order = {0};
    size_t steps = 0, noted = 0;
    term_postorder(b, f->assertions.at, f->assertions.n, &order);
    for (size_t i = 0; i < order.n; i++)
        steps += is_step(b, order.at[i]);
    if (steps <= MOST_STEPS) {
        term_model *empty = m ? NULL : model_new(b);
        evaluator *e = eval_new(m ? m : empty, &(eval_config){.complete = true});
        for (size_t i = 0; i < order.n; i++)
            noted += is_step(b, order.at[i]) && note_step(h, e, order.at[i]);
        eval_free(e);
        model_free(empty);
    }
    vec_free(&order);
    bank_release(b, &mark);
    return noted;
}

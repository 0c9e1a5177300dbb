/* Values that were made concrete, in any trace so far. Another way for one is a value that none of
 * them had: else the same few values would come again and again. */
#include "explore/question/flip_impl.h"

/* What the equation of a pin says a value of; 0: it has another shape. */
static term_id value_in(const term_bank *b, term_id same)
{
    if (term_op_of(b, same) != OP_EQ || term_arity(b, same) != 2)
        return 0;
    term_id first = term_arg(b, same, 0), second = term_arg(b, same, 1);
    if (term_op_of(b, second) == OP_CONST)
        return first;
    return term_op_of(b, first) == OP_CONST ? second : 0;
}

static void note(flipper *s, flip_pin pin)
{
    uint32_t of_one = 0;
    for (size_t i = 0; i < s->pins.n; i++) {
        if (s->pins.at[i].same == pin.same)
            return;
        of_one += s->pins.at[i].value == pin.value;
    }
    if (s->pins.n < s->limits->pins && of_one < s->limits->pins_of_one)
        vec_push(&s->pins, pin);
}

void flip_note_pins(flipper *s)
{
    for (size_t i = 0; i < s->trace->conditions.n; i++) {
        const trace_condition *c = &s->trace->conditions.at[i];
        if (c->kind != TRACE_PIN || trace_has_box(s->trace, c->term))
            continue; /* boxes are of one trace only */
        flip_pin pin = {.value = value_in(s->bank, c->term), .same = c->term};
        if (pin.value)
            note(s, pin);
    }
}

void flip_add_pins(flipper *s, const trace_condition *c, flip_question *q)
{
    term_id value = c->kind == TRACE_PIN ? value_in(s->bank, c->term) : 0;
    for (size_t i = 0; value && i < s->pins.n; i++)
        if (s->pins.at[i].value == value && s->pins.at[i].same != c->term)
            question_add(&q->near, term_not(s->bank, s->pins.at[i].same));
}

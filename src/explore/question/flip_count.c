/* What is counted for each function. */
#include "explore/question/flip_impl.h"

static flip_box_count *count_of(flip_box_counts *all, const trace_box *x)
{
    for (size_t i = 0; i < all->n; i++)
        if (!strcmp(all->at[i].name, x->name))
            return &all->at[i];
    flip_box_count one = {.origin = x->origin};
    memcpy(one.name, x->name, sizeof one.name);
    vec_push(all, one);
    return &vec_last(all);
}

void flip_count_met(flipper *s)
{
    for (size_t i = 0; s->config.functions && i < s->trace->boxes.n; i++)
        count_of(s->config.functions, &s->trace->boxes.at[i])->met++;
}

/* Whether an earlier box of the question is of the same function. */
static bool is_repeated(const flipper *s, const flip_question *q, size_t i)
{
    const trace_box *boxes = s->trace->boxes.at;
    for (size_t k = 0; k < i; k++)
        if (!strcmp(boxes[q->box_numbers.at[k]].name, boxes[q->box_numbers.at[i]].name))
            return true;
    return false;
}

void flip_count_asked(flipper *s, const flip_question *q, bool solved)
{
    for (size_t i = 0; s->config.functions && i < q->box_numbers.n; i++) {
        if (is_repeated(s, q, i))
            continue;
        flip_box_count *c =
            count_of(s->config.functions, &s->trace->boxes.at[q->box_numbers.at[i]]);
        c->asked++;
        c->solved += solved;
    }
}

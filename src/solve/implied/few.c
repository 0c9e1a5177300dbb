/* Where every constant that is left has a list of values, all combinations are tried on the real boxes, whatever their
 * sorts are. Each call is a fact like any other, confirmed before an answer rests on it. */
#include "solve/implied/implied_impl.h"

/* The lists of the constants of the reduced literals; false: one has none, or there are too many combinations. */
static bool find_lists(const prober *p, vec_u32 *numbers, uint64_t *points)
{
    const closed *c = p->c;
    vec_u32 decls = {0};
    *points = 1;
    literals_constants(p->bank, c->reduced.at, c->reduced.n, &decls);
    bool good = !c->functions && !c->quantified_box;
    for (size_t i = 0; i < decls.n && good; i++) {
        uint32_t k = 0;
        while (k < p->subjects.n && term_decl(p->bank, p->subjects.at[k].constant) != decls.at[i])
            k++;
        good = k < p->subjects.n && p->subjects.at[k].settled;
        *points *= good ? p->subjects.at[k].seen.n : 1;
        good = good && *points <= c->limits->implied_points;
        vec_push(numbers, k);
    }
    vec_free(&decls);
    return good;
}

static void set_point(const prober *p, const vec_u32 *numbers, uint64_t point)
{
    model_clear(p->c->model);
    for (size_t i = 0; i < numbers->n; i++) {
        const subject *s = &p->subjects.at[numbers->at[i]];
        model_set_value(p->c->model, term_decl(p->bank, s->constant),
                        s->seen.at[point % s->seen.n]);
        point /= s->seen.n;
    }
}

/* Goes through all points; *open: some could not be judged. */
static closed_step go_through(const prober *p, const vec_u32 *numbers, uint64_t points, bool *open)
{
    closed *c = p->c;
    for (uint64_t k = 0; k < points; k++) {
        eval_reason why;
        if (closed_over(c))
            return STEP_DECIDED;
        set_point(p, numbers, k);
        bool holds = closed_holds(c, &c->reduced, &why);
        *open |= holds || why != EVAL_OK;
        if (!holds)
            continue;
        literals_classes_complete(&c->classes, c->boxes, c->model);
        if (closed_try_model(c) == STEP_DECIDED)
            return STEP_DECIDED;
    }
    return STEP_GO_ON;
}

closed_step implied_try_few(const prober *p)
{
    closed *c = p->c;
    vec_u32 numbers = {0}, core = {0};
    uint64_t points;
    bool open = false, few = find_lists(p, &numbers, &points);
    closed_step step = few ? go_through(p, &numbers, points, &open) : STEP_GO_ON;
    if (few && step != STEP_DECIDED)
        closed_explain(c, "all %llu combinations of listed values tried%s",
                       (unsigned long long)points, open ? ": some stay open" : "");
    for (size_t i = 0; i < c->literals.n + c->box_decls.n; i++)
        vec_push(&core, (uint32_t)i);
    if (few && step != STEP_DECIDED && !open)
        step = closed_refuted(c, &core);
    vec_free(&numbers);
    vec_free(&core);
    return step;
}

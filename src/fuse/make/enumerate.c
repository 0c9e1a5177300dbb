/* The strategy `small`: the formula of a number, and its answer by trying all values. */
#include "fuse/make/maker_impl.h"
#include "fuse/make/small.h"
#include "fuse/seeds/logic.h"
#include "term/eval/eval.h"

/* The next assignment; false: all have been tried. */
static bool advance(making *w, const small_formula *f, size_t *places)
{
    for (uint32_t i = 0; i < f->n_variables; i++) {
        places[i] = (places[i] + 1) % f->domains[i]->n;
        model_set_value(w->out->model, f->variables[i], f->domains[i]->at[places[i]]);
        if (places[i])
            return true;
    }
    return false;
}

/* SAT with the model of the result, UNSAT, or NONE: some assignment has no value, or too many. */
static answer try_all(making *w, const small_formula *f)
{
    size_t places[SMALL_VARIABLES] = {0};
    const uint64_t most = w->m->limits->small_points;
    bool open = false, sat = false;
    for (uint32_t i = 0; i < f->n_variables; i++)
        model_set_value(w->out->model, f->variables[i], f->domains[i]->at[0]);
    for (uint64_t tried = 0; !sat; tried++) {
        eval_reset(w->evaluator);
        value_id v = tried < most ? eval_term(w->evaluator, f->term) : 0;
        sat = v && value_is_true(v);
        open |= !v;
        if (sat || tried >= most || !advance(w, f, places))
            break;
    }
    return sat ? ANSWER_SAT : open ? ANSWER_NONE : ANSWER_UNSAT;
}

fuse_outcome fuse_small(making *w)
{
    small_formula f;
    uint64_t number = w->plan->number;
    if (!small_make(w->m->small, number, w->m->names, &f))
        return FUSE_NO_PAIR;
    fused *out = w->out;
    eval_config config = {.fuel = w->m->limits->value_fuel, .young = out->mark.terms};
    making_open_model(w, &config);
    vec_push(&out->formula.assertions, f.term);
    making_record_new(w, f.variables, f.n_variables);
    w->needs = logic_of_terms_since(w->m->bank, &f.term, 1, 0);
    answer a = try_all(w, &f);
    if (a == ANSWER_SAT)
        return making_sat(w, &out->formula.assertions);
    vec_push(&out->expected, a);
    out->certain = a == ANSWER_UNSAT ? CERTAIN_EVALUATION : CERTAIN_NOTHING;
    making_drop_model(w->m, out);
    return FUSE_MADE;
}

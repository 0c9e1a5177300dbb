#include "prove/run/walk.h"

#include <stdlib.h>

#include "base/clock.h"
#include "prove/smt/atoms.h"
#include "term/eval/eval.h"

void walk_states_init(walk_states *w, const ir_system *s)
{
    w->n_cuts = s->cuts.n;
    w->values = base_alloc_zero(s->cuts.n, sizeof *w->values);
}

void walk_states_free(walk_states *w)
{
    for (size_t i = 0; w->values && i < w->n_cuts; i++)
        vec_free(&w->values[i]);
    free(w->values);
}

/* Small numbers mostly, those of the program, and any. */
static int64_t random_number(rng *random, const number_vec *thresholds)
{
    switch (rng_below(random, 8)) {
    case 0:
        return (int64_t)rng_next(random);
    case 1:
    case 2:
        return thresholds->n ? thresholds->at[rng_below(random, thresholds->n)] : 0;
    case 3:
        return (int64_t)rng_below(random, 200) - 100;
    default:
        return (int64_t)rng_below(random, 12) - 2;
    }
}

static value_id random_value(term_bank *b, sort_id sort, rng *random, const number_vec *thresholds)
{
    int64_t n = random_number(random, thresholds);
    switch (sort_kind_of(b, sort)) {
    case SORT_BOOL:
        return value_bool(n & 1);
    case SORT_INT:
        return value_int(b, n % 1000000);
    case SORT_BV:
        return value_bv_u64(b, sort_bv_width(b, sort), (uint64_t)n);
    case SORT_ARRAY:
        return value_array_constant(
            b, sort, random_value(b, sort_array_element(b, sort), random, thresholds));
    default:
        return value_default(b, sort);
    }
}

static void random_inputs(const ir_system *s, uint32_t cut, rng *random,
                          const number_vec *thresholds, term_model *state)
{
    term_bank *b = s->program->bank;
    for (size_t i = 0; i < s->transitions.n; i++) {
        const ir_transition *t = &s->transitions.at[i];
        for (size_t k = 0; t->from == cut && k < t->inputs.n; k++)
            model_set_value(state, term_decl(b, t->inputs.at[k]),
                            random_value(b, term_sort(b, t->inputs.at[k]), random, thresholds));
    }
}

static void keep(walk_states *w, const ir_system *s, uint64_t most, uint32_t cut,
                 const term_model *state)
{
    term_bank *b = s->program->bank;
    vec_u32 *to = &w->values[cut];
    if (to->n >= most * s->program->variables.n)
        return;
    for (size_t v = 0; v < s->program->variables.n; v++)
        vec_push(to, model_value(state, term_decl(b, s->program->variables.at[v].term)));
}

/* One walk from the entry; true when it ended in a fault. */
static bool walk_once(const ir_system *s, const prove_limits *limits, rng *random,
                      const number_vec *thresholds, size_t *left, walk_states *states, run *r)
{
    term_bank *b = s->program->bank;
    term_model *state = model_new(b);
    for (size_t v = 0; v < s->program->variables.n; v++) {
        decl_id d = term_decl(b, s->program->variables.at[v].term);
        model_set_value(state, d, random_value(b, decl_range(b, d), random, thresholds));
    }
    uint32_t cut = 0;
    bool good = true;
    for (size_t n = 0; good && cut != IR_FAULT && *left && n < limits->walk_length; n++, --*left) {
        if (cut)
            keep(states, s, limits->walk_states, cut, state);
        random_inputs(s, cut, random, thresholds, state);
        good = run_execute_step(s, cut, state, NULL, r);
        if (good)
            cut = vec_last(&r->steps).taken->to;
    }
    model_free(state);
    return good && cut == IR_FAULT;
}

bool walk(const ir_system *s, const prove_limits *limits, rng *random, size_t steps,
          double deadline, walk_states *states, run *r)
{
    number_vec thresholds = {0};
    atoms_thresholds(s, limits, &thresholds);
    bool broken = false;
    while (steps && !broken && !(deadline && clock_wall() > deadline)) {
        size_t before = steps;
        broken = walk_once(s, limits, random, &thresholds, &steps, states, r);
        steps -= steps == before; /* one that goes nowhere counts too */
        if (broken)
            run_shorten(r);
        else
            run_free(r);
    }
    vec_free(&thresholds);
    return broken;
}

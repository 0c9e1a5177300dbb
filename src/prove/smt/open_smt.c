#include "prove/smt/open_smt.h"

#include <stdlib.h>

#include "prove/run/hint.h"
#include "prove/smt/ideal.h"
#include "solve/closed/closed.h"
#include "term/eval/eval.h"

typedef enum truth_of_step { STEP_BREAKS, STEP_KEEPS, STEP_UNSURE } truth_of_step;

struct open_smt {
    const ir_system *system;
    const prove_config *config;
    teacher teacher;
    engine *closed; /* of the closed-box solver; made when it is first asked */
    frame_layout layout;
};

open_smt *open_smt_new(const ir_system *s, const prove_config *config, double deadline,
                       char **error)
{
    open_smt *o = base_alloc_zero(1, sizeof *o);
    o->system = s;
    o->config = config;
    if (!teacher_start(&o->teacher, s, LIMITS_OR(config->limits, prove_limits_default), deadline,
                       error)) {
        open_smt_free(o);
        return NULL;
    }
    frame_layout_init(&o->layout, s);
    return o;
}

void open_smt_free(open_smt *o)
{
    if (!o)
        return;
    teacher_end(&o->teacher);
    if (o->closed)
        engine_free(o->closed);
    frame_layout_free(&o->layout);
    free(o);
}

uint64_t open_smt_questions(const open_smt *o)
{
    return o->teacher.questions;
}

static term_id conjunction(const ir_system *s, const term_vec *conjuncts)
{
    return term_and(s->program->bank, conjuncts->at, (uint32_t)conjuncts->n);
}

/* With the real operations: does the step of the model lead out? */
static truth_of_step really(open_smt *o, const ir_transition *t, term_id before, term_id after)
{
    term_bank *b = o->system->program->bank;
    term_model *m = model_new(b);
    term_vec names = {0};
    vec_append(&names, o->teacher.names.at, o->teacher.names.n);
    vec_append(&names, o->layout.inputs.at, o->layout.inputs.n);
    for (size_t i = 0; i < names.n; i++) { /* without the functions that the solver made up */
        decl_id d = term_decl(b, names.at[i]);
        value_id v = model_has(o->teacher.model, d) ? model_value(o->teacher.model, d) : 0;
        model_set_value(m, d, v ? v : value_default(b, decl_range(b, d)));
    }
    vec_free(&names);
    term_id out =
        t->to == IR_FAULT ? TERM_ID_TRUE : term_not(b, teacher_after(&o->teacher, t, after));
    term_id all[] = {before, t->guard, out};
    evaluator *e = eval_new(m, &(eval_config){.complete = true,
                                              .call = o->config->boxes ? boxes_evaluate : NULL,
                                              .call_context = o->config->boxes});
    value_id v = eval_term(e, term_and(b, all, 3));
    truth_of_step answer = !v ? STEP_UNSURE : value_is_true(v) ? STEP_BREAKS : STEP_KEEPS;
    eval_free(e);
    model_free(m);
    return answer;
}

/* False: there is none, which the teacher's own would have said already. */
static bool have_engine(open_smt *o)
{
    engine_config config = {.command = ENGINE_LIBZ3, .want_models = true, .want_cores = true};
    char *error = NULL;
    if (!o->closed)
        o->closed = engine_new(o->system->program->bank, &config, &error);
    free(error);
    return o->closed;
}

/* The closed-box solver on the same question; ENGINE_SAT fills the teacher's model. */
static engine_answer ask_closed(open_smt *o, const ir_transition *t, term_id before, term_id after)
{
    term_bank *b = o->system->program->bank;
    term_id out =
        t->to == IR_FAULT ? TERM_ID_TRUE : term_not(b, teacher_after(&o->teacher, t, after));
    term_id all[] = {before, t->guard, out};
    if (!have_engine(o))
        return ENGINE_UNKNOWN;
    closed_config config = {.engine = {.command = ENGINE_LIBZ3},
                            .smt = o->closed,
                            .seed = o->config->seed,
                            .deadline = o->teacher.deadline,
                            .max_iterations = o->teacher.limits->closed_rounds,
                            .limits = o->config->solve_limits,
                            .fuzz_limits = o->config->fuzz_limits,
                            .thrift = o->teacher.limits->closed_thrift};
    model_clear(o->teacher.model);
    closed_result r =
        closed_solve(&(closed_problem){b, o->config->boxes, all, 3, o->teacher.model}, &config);
    engine_answer answer = r.answer;
    o->teacher.questions += r.counts.smt_checks;
    closed_result_free(&r);
    return answer;
}

bool open_smt_judge(open_smt *o, const ir_transition *t, const ir_transition *wide,
                    const term_vec *conjuncts, prove_sureness *sure, word_vec *hints)
{
    term_id before = t->from ? conjunction(o->system, &conjuncts[t->from]) : TERM_ID_TRUE;
    term_id after = t->to == IR_FAULT ? TERM_ID_FALSE : conjunction(o->system, &conjuncts[t->to]);
    *sure = PROVE_BY_EXECUTION;
    teacher_answer answer = teacher_step(&o->teacher, wide, before, after);
    if (answer != TEACHER_HOLDS && wide->guard != t->guard)
        answer = teacher_step(&o->teacher, t, before, after);
    if (answer == TEACHER_HOLDS) {
        *sure = PROVE_BY_SMT;
        return true;
    }
    if (answer == TEACHER_BROKEN && really(o, t, before, after) == STEP_BREAKS) {
        hint_add(o->system, o->teacher.model, t->from, hints);
        return false;
    }
    if (!o->config->boxes)
        return answer == TEACHER_UNSURE;
    if (!o->teacher.limits->closed_rounds) /* nothing that is known speaks against it */
        return true;
    switch (ask_closed(o, t, before, after)) {
    case ENGINE_SAT:
        hint_add(o->system, o->teacher.model, t->from, hints);
        return false;
    case ENGINE_UNSAT:
        *sure = PROVE_BY_VALUES;
        return true;
    default:
        return true;
    }
}

bool open_smt_weed(open_smt *o, term_vec *conjuncts)
{
    return ideal_weed(&o->teacher, conjuncts) == LEARN_SAFE;
}

bool open_smt_starts(open_smt *o, word_vec *hints)
{
    size_t before = hints->n;
    for (size_t i = 0; i < o->system->transitions.n; i++) {
        const ir_transition *t = &o->system->transitions.at[i];
        if (!t->from && teacher_step(&o->teacher, t, TERM_ID_TRUE, TERM_ID_FALSE) == TEACHER_BROKEN)
            hint_add(o->system, o->teacher.model, 0, hints);
    }
    return hints->n > before;
}

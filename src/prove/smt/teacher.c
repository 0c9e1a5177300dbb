#include "prove/smt/teacher.h"

#include "base/clock.h"
#include "prove/ctext/c_text.h"
#include "term/core/subst.h"
#include "term/eval/eval.h"

/* Units decide, so that answers do not depend on the machine; the clock is for questions during
 * which the solver does not count (products of variables, mostly). */
#define ENGINE_MEMORY (UINT64_C(2) << 30)

/* Bits alone have a solver of their own, which is much quicker. */
static symbol_id logic_of(const ir_system *s)
{
    const ir_program *p = s->program;
    for (size_t v = 0; v < p->variables.n; v++)
        if (p->variables.at[v].type.n_dims)
            return 0;
    return p->model == IR_MACHINE ? symbol_make(p->bank, "QF_BV") : 0;
}

bool teacher_start(teacher *t, const ir_system *s, const prove_limits *limits, double deadline,
                   char **error)
{
    term_bank *b = s->program->bank;
    *t = (teacher){
        .limits = limits, .system = s, .deadline = deadline, .rlimit = limits->question_units};
    t->engine = engine_new(b,
                           &(engine_config){.command = ENGINE_LIBZ3,
                                            .memory_bytes = ENGINE_MEMORY,
                                            .want_models = true,
                                            .want_cores = true,
                                            .logic = logic_of(s)},
                           error);
    t->model = model_new(b);
    for (size_t v = 0; v < s->program->variables.n; v++)
        vec_push(&t->names, s->program->variables.at[v].term);
    return t->engine != NULL;
}

void teacher_end(teacher *t)
{
    if (t->engine)
        engine_free(t->engine);
    if (t->model)
        model_free(t->model);
    vec_free(&t->names);
    *t = (teacher){0};
}

bool teacher_expired(const teacher *t)
{
    return (t->budget && engine_counts(t->engine)->units >= t->budget) ||
           (t->deadline && clock_wall() >= t->deadline);
}

term_id teacher_after(const teacher *t, const ir_transition *transition, term_id formula)
{
    return term_substitute(t->system->program->bank, formula, t->names.at, transition->after.at,
                           t->names.n);
}

/* In a level of its own, which the caller pops. */
static engine_answer ask(teacher *t, const ir_transition *transition, term_id after,
                         const term_vec *assumptions)
{
    term_bank *b = t->system->program->bank;
    engine_assert(t->engine, transition->guard);
    if (transition->to != IR_FAULT)
        engine_assert(t->engine, term_not(b, teacher_after(t, transition, after)));
    engine_limits limits = {.rlimit = t->rlimit, .guard = t->limits->question_guard};
    double left = t->deadline ? t->deadline - clock_wall() : 0;
    if (t->deadline)
        limits.seconds = left < 0.001 ? 0.001 : left;
    t->questions++;
    return engine_check(t->engine, assumptions->at, assumptions->n, &limits);
}

static teacher_answer judge(teacher *t, engine_answer answer)
{
    if (answer == ENGINE_UNSAT)
        return TEACHER_HOLDS;
    if (answer == ENGINE_UNKNOWN)
        return TEACHER_UNSURE;
    model_clear(t->model);
    return engine_model(t->engine, t->model) ? TEACHER_BROKEN : TEACHER_UNSURE;
}

teacher_answer teacher_step(teacher *t, const ir_transition *transition, term_id before,
                            term_id after)
{
    if (before == TERM_ID_FALSE || (transition->to != IR_FAULT && after == TERM_ID_TRUE))
        return TEACHER_HOLDS;
    if (teacher_expired(t))
        return TEACHER_UNSURE;
    engine_push(t->engine);
    engine_assert(t->engine, before);
    teacher_answer answer = judge(t, ask(t, transition, after, &(term_vec){0}));
    engine_pop(t->engine, 1);
    return answer;
}

teacher_answer teacher_needs(teacher *t, const ir_transition *transition, const term_vec *before,
                             term_id after, vec_u32 *needed)
{
    if (teacher_expired(t))
        return TEACHER_UNSURE;
    engine_push(t->engine);
    teacher_answer answer = judge(t, ask(t, transition, after, before));
    if (answer == TEACHER_HOLDS && !engine_core(t->engine, needed))
        answer = TEACHER_UNSURE;
    engine_pop(t->engine, 1);
    return answer;
}

teacher_answer teacher_check(teacher *t, const term_id *invariant, const ir_transition **broken)
{
    for (size_t i = 0; i < t->system->transitions.n; i++) {
        const ir_transition *one = &t->system->transitions.at[i];
        term_id after = one->to == IR_FAULT ? TERM_ID_FALSE : invariant[one->to];
        teacher_answer answer = teacher_step(t, one, invariant[one->from], after);
        if (answer != TEACHER_HOLDS) {
            *broken = one;
            return answer;
        }
    }
    return TEACHER_HOLDS;
}

void teacher_state_text(const teacher *t, const ir_transition *after, strbuf *out)
{
    const ir_program *p = t->system->program;
    evaluator *e = eval_new(t->model, &(eval_config){.complete = true});
    size_t start = out->n;
    for (size_t v = 0; v < p->variables.n; v++) {
        const ir_variable *x = &p->variables.at[v];
        value_id value = x->shown ? eval_term(e, after ? after->after.at[v] : x->term) : 0;
        if (!value)
            continue;
        strbuf_printf(out, "%s%s = ", out->n > start ? ", " : "", x->name);
        c_text_value(p, &x->type, value, out);
    }
    eval_free(e);
}

#include "prove/smt/teacher.h"

#include "base/clock.h"
#include "prove/ctext/c_text.h"
#include "prove/invariant/arrays.h"
#include "prove/smt/choices.h"
#include "prove/smt/identities.h"
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
    instances_init(&t->instances, b);
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
    instances_free(&t->instances);
    map_free(&t->choices);
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

/* Whether the question has its answer by arithmetic: nothing breaks the step with these formulas before it. What is
 * left to show otherwise is *after, over the variables before the step. */
static bool by_arithmetic(teacher *t, const ir_transition *transition, const term_vec *before,
                          term_id *after)
{
    term_bank *b = t->system->program->bank;
    if (t->system->program->model != IR_MACHINE)
        return false;
    term_vec parts = {0};
    bool good = false;
    vec_append(&parts, before->at, before->n);
    vec_push(&parts, transition->guard);
    if (transition->to == IR_FAULT) {
        good = identities_matter(b, transition->guard) && identities_refute(b, parts.at, parts.n);
    } else {
        *after = identities_left(b, parts.at, parts.n, *after);
        good = *after == TERM_ID_TRUE;
    }
    vec_free(&parts);
    return good;
}

/* The parts of a question: behind what is known before the step, its guard and where it leads; `after` is over the
 * variables before it. */
static void add_step(teacher *t, const ir_transition *transition, term_id after, term_vec *parts)
{
    term_bank *b = t->system->program->bank;
    vec_push(parts, transition->guard);
    if (transition->to == IR_FAULT)
        return;
    term_id out = choices_merge(b, term_not(b, after));
    out = choices_name(b, &t->choices, out, parts);
    vec_push(parts, out);
}

/* In a level of its own, which the caller pops: with the last parts asserted, the first ones assumed. */
static engine_answer ask(teacher *t, const term_vec *parts, size_t assumed)
{
    for (size_t i = assumed; i < parts->n; i++)
        engine_assert(t->engine, parts->at[i]);
    engine_limits limits = {.rlimit = t->rlimit, .guard = t->limits->question_guard};
    double left = t->deadline ? t->deadline - clock_wall() : 0;
    if (t->deadline)
        limits.seconds = left < 0.001 ? 0.001 : left;
    t->questions++;
    return engine_check(t->engine, parts->at, assumed, &limits);
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

static teacher_answer ask_once(teacher *t, const term_vec *parts)
{
    engine_push(t->engine);
    teacher_answer answer = judge(t, ask(t, parts, 0));
    engine_pop(t->engine, 1);
    return answer;
}

static void add_values(evaluator *e, const term_vec *terms, vec_u32 *values)
{
    for (size_t v = 0; v < terms->n; v++)
        vec_push(values, eval_term(e, terms->at[v]));
}

/* The indices that matter before and after the step of the model. */
static void indices_of_model(const teacher *t, evaluator *e, const ir_transition *transition,
                             vec_u32 *indices)
{
    vec_u32 values = {0};
    add_values(e, &t->names, &values);
    arrays_indices_of(t->system, t->limits, values.at, indices);
    vec_clear(&values);
    add_values(e, &transition->after, &values);
    if (transition->to != IR_FAULT)
        arrays_indices_of(t->system, t->limits, values.at, indices);
    for (size_t i = 0; i < t->instances.used; i++)
        vec_push(indices, eval_term(e, t->instances.witnesses.at[i]));
    vec_free(&values);
}

/* What is asserted of all elements and false of one in the model is added for that one; false when there is no
 * such. */
static bool add_broken(teacher *t, const ir_transition *transition, term_id before, term_vec *parts)
{
    term_bank *b = t->system->program->bank;
    evaluator *e = eval_new(t->model, &(eval_config){.complete = true});
    bool conjunction = term_op_of(b, before) == OP_AND;
    size_t old = parts->n;
    vec_u32 indices = {0};
    indices_of_model(t, e, transition, &indices);
    for (uint32_t i = 0; i < (conjunction ? term_arity(b, before) : 1); i++) {
        term_id conjunct = conjunction ? term_arg(b, before, i) : before;
        for (size_t k = 0; k < indices.n; k++) {
            term_id index = indices.at[k] ? term_const(b, indices.at[k]) : 0;
            term_id one = index ? instances_one(b, conjunct, index) : conjunct;
            if (one == conjunct)
                break;
            value_id v = eval_term(e, one);
            if (v && !value_is_true(v))
                vec_push(parts, one);
        }
    }
    vec_free(&indices);
    eval_free(e);
    return parts->n > old;
}

teacher_answer teacher_step(teacher *t, const ir_transition *transition, term_id before,
                            term_id after)
{
    if (before == TERM_ID_FALSE || (transition->to != IR_FAULT && after == TERM_ID_TRUE))
        return TEACHER_HOLDS;
    if (teacher_expired(t))
        return TEACHER_UNSURE;
    term_vec parts = {0}, whole = {0};
    vec_push(&parts, before);
    bool fault = transition->to == IR_FAULT;
    after = fault ? after : teacher_after(t, transition, after);
    if (by_arithmetic(t, transition, &parts, &after)) {
        vec_free(&parts);
        return TEACHER_HOLDS;
    }
    add_step(t, transition, after, &parts);
    vec_append(&whole, parts.at, parts.n);
    bool replaced =
        instances_of_question(&t->instances, parts.at, parts.n, t->limits->array_indices);
    teacher_answer answer = ask_once(t, &parts);
    for (uint64_t round = 0;
         replaced && answer == TEACHER_BROKEN && round < t->limits->array_rounds &&
         add_broken(t, transition, before, &parts);
         round++)
        answer = ask_once(t, &parts);
    if (replaced && t->thorough && answer != TEACHER_HOLDS)
        answer = ask_once(t, &whole);
    vec_free(&parts);
    vec_free(&whole);
    return answer;
}

/* The same question by arithmetic alone, from the equations of `before`. */
static bool needs_equations(teacher *t, const ir_transition *transition, const term_vec *before,
                            term_id after, vec_u32 *needed)
{
    term_vec equations = {0};
    size_t old = needed->n;
    for (size_t i = 0; i < before->n; i++)
        if (identities_is_equation(t->system->program->bank, before->at[i])) {
            vec_push(&equations, before->at[i]);
            vec_push(needed, (uint32_t)i);
        }
    bool good = by_arithmetic(t, transition, &equations, &after);
    if (!good)
        needed->n = old;
    vec_free(&equations);
    return good;
}

teacher_answer teacher_needs(teacher *t, const ir_transition *transition, const term_vec *before,
                             term_id after, vec_u32 *needed)
{
    if (teacher_expired(t))
        return TEACHER_UNSURE;
    term_vec parts = {0};
    after = transition->to == IR_FAULT ? after : teacher_after(t, transition, after);
    if (needs_equations(t, transition, before, after, needed))
        return TEACHER_HOLDS;
    vec_append(&parts, before->at, before->n);
    add_step(t, transition, after, &parts);
    instances_of_question(&t->instances, parts.at, parts.n, t->limits->array_indices);
    engine_push(t->engine);
    teacher_answer answer = judge(t, ask(t, &parts, before->n));
    if (answer == TEACHER_HOLDS && !engine_core(t->engine, needed))
        answer = TEACHER_UNSURE;
    engine_pop(t->engine, 1);
    vec_free(&parts);
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

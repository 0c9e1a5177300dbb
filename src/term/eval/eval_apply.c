/* Applications: definitions, functions of the model, closed boxes, datatypes, and operators that
 * the standard leaves open. */
#include "term/eval/eval_machine.h"

#include <assert.h>

static void record_missing(evaluator *e, term_id application, const value_id *args, uint32_t n)
{
    uint32_t n_indices;
    const uint32_t *indices = term_index_words(e->bank, application, &n_indices);
    vec_u32 key = {0};
    vec_push(&key, term_op_of(e->bank, application));
    vec_append(&key, indices, n_indices);
    vec_append(&key, args, n);
    if (tuple_map_put(&e->missing_keys, key.at, (uint32_t)key.n, 1)) {
        eval_missing missing = {.application = application};
        vec_append(&missing.args, args, n);
        vec_push(&e->missing, missing);
    }
    vec_free(&key);
}

/* Opens the frame of a call with the arguments bound to the first parameters, and enters it. */
static eval_result call_values(evaluator *e, eval_task *task, const term_id *parameters,
                               uint32_t n_parameters, const value_id *args, term_id body)
{
    if (!eval_spend(e, EVAL_CALL_COST))
        return eval_undetermined(EVAL_FUEL);
    eval_open_frame(e, task, 0, n_parameters, body);
    for (uint32_t i = 0; i < n_parameters; i++)
        eval_bind(e, task->inner, i, parameters[i], args[i]);
    return eval_enter(e, task);
}

/* Whether a model's function can be called here: an operator may stand at other sorts than the one that the
 * solver had in mind, and a solver may write anything. */
static bool fits(const evaluator *e, term_id t, const term_id *parameters, uint32_t n_parameters,
                 const value_id *args, uint32_t n, term_id body)
{
    if (n_parameters > n || term_sort(e->bank, body) != term_sort(e->bank, t))
        return false;
    for (uint32_t i = 0; i < n_parameters; i++)
        if (term_sort(e->bank, parameters[i]) != value_sort(e->bank, args[i]))
            return false;
    return true;
}

eval_result eval_underspecified(evaluator *e, eval_task *task, const value_id *args, uint32_t n)
{
    term_op op = term_op_of(e->bank, task->term);
    uint32_t n_indices, n_parameters = 0;
    const uint32_t *indices = term_index_words(e->bank, task->term, &n_indices);
    value_id v = model_partial(e->model, op, indices, n_indices, args, n);
    if (v)
        return v;
    const term_id *parameters = NULL;
    term_id body = op == OP_APP
                       ? model_function(e->model, term_decl(e->bank, task->term), &parameters)
                       : model_partial_function(e->model, op, &parameters, &n_parameters);
    if (op == OP_APP)
        n_parameters = n;
    if (body && fits(e, task->term, parameters, n_parameters, args, n, body))
        return call_values(e, task, parameters, n_parameters, args, body);
    record_missing(e, task->term, args, n);
    return eval_undetermined(EVAL_UNDERSPECIFIED);
}

/* Calls are remembered by declaration and arguments, undetermined ones included: this keeps
 * recursion over shared structures cheap, and a closed box is asked once. */
static void call_key(evaluator *e, const eval_task *task, vec_u32 *key)
{
    uint32_t n = term_arity(e->bank, task->term);
    vec_push(key, term_decl(e->bank, task->term));
    for (uint32_t i = 0; i < n; i++) {
        eval_result r = eval_get(e, task->frame, term_arg(e->bank, task->term, i));
        vec_push(key, (uint32_t)r);
        vec_push(key, (uint32_t)(r >> 32));
    }
}

static eval_result recall(evaluator *e, const eval_task *task)
{
    vec_u32 key = {0};
    call_key(e, task, &key);
    eval_result r = tuple_map_get(&e->calls, key.at, (uint32_t)key.n, 0);
    vec_free(&key);
    return r;
}

static eval_result remember_call(evaluator *e, const eval_task *task, eval_result r)
{
    if (!r || r == eval_undetermined(EVAL_FUEL)) /* the next evaluation may get farther */
        return r;
    vec_u32 key = {0};
    call_key(e, task, &key);
    tuple_map_put(&e->calls, key.at, (uint32_t)key.n, r);
    vec_free(&key);
    return r;
}

static term_id parameter_at(const evaluator *e, decl_id d, const term_id *of_model, uint32_t i)
{
    return of_model ? of_model[i] : decl_parameter(e->bank, d, i);
}

/* `of_model` are the parameters of a function of the model, NULL for a definition. */
static eval_result call_body(evaluator *e, eval_task *task, const term_id *of_model, term_id body)
{
    decl_id d = term_decl(e->bank, task->term);
    uint32_t n = term_arity(e->bank, task->term);
    eval_result r = recall(e, task);
    if (r)
        return r;
    if (!eval_spend(e, EVAL_CALL_COST))
        return eval_undetermined(EVAL_FUEL);
    eval_open_frame(e, task, 0, n, body);
    for (uint32_t i = 0; i < n; i++)
        eval_bind(e, task->inner, i, parameter_at(e, d, of_model, i),
                  eval_get(e, task->frame, term_arg(e->bank, task->term, i)));
    r = eval_enter(e, task);
    return r ? remember_call(e, task, r) : 0;
}

static eval_result constant_body(evaluator *e, term_id body)
{
    /* Each entry costs, so that a constant defined by itself comes to an end. */
    eval_result r = eval_get(e, 0, body);
    if (!r && !eval_spend(e, EVAL_CALL_COST))
        return eval_undetermined(EVAL_FUEL);
    return r ? r : eval_need(e, 0, body);
}

static eval_result without_meaning(evaluator *e, decl_id d)
{
    value_id v = e->config.complete ? value_default(e->bank, decl_range(e->bank, d)) : 0;
    return v ? v : eval_undetermined(EVAL_UNASSIGNED);
}

static eval_result call_box(evaluator *e, eval_task *task, decl_id d, uint32_t n)
{
    if (task->acc)
        return task->acc;
    eval_result r = n ? recall(e, task) : 0;
    if (r)
        return r;
    const value_id *args = eval_gather(e, task);
    value_id v = e->config.call(e->config.call_context, d, args, n);
    if (v == EVAL_NO_VALUE)
        return eval_undetermined(EVAL_BOX);
    return v ? remember_call(e, task, v) : 0;
}

static eval_result apply_free(evaluator *e, eval_task *task, decl_id d, uint32_t n)
{
    value_id v = n ? 0 : model_value(e->model, d);
    if (v)
        return v;
    const term_id *parameters = NULL;
    term_id body = model_function(e->model, d, &parameters);
    if (body)
        return n ? call_body(e, task, parameters, body) : constant_body(e, body);
    if (e->config.call) {
        eval_result r = call_box(e, task, d, n);
        if (r)
            return r;
    }
    return without_meaning(e, d);
}

static eval_result apply_definition(evaluator *e, eval_task *task, decl_id d, uint32_t n)
{
    term_id body = decl_body(e->bank, d);
    if (!body)
        return eval_undetermined(EVAL_UNASSIGNED);
    if (!n)
        return constant_body(e, body);
    /* Recursion on what is not known would only burn fuel. */
    if (task->acc && decl_kind_of(e->bank, d) == DECL_RECURSIVE)
        return task->acc;
    return call_body(e, task, NULL, body);
}

static value_id update_field(evaluator *e, decl_id d, const value_id *args)
{
    vec_u32 fields = {0};
    for (uint32_t i = 0; i < value_child_count(e->bank, args[0]); i++)
        vec_push(&fields, value_child(e->bank, args[0], i));
    fields.at[decl_field_index(e->bank, d)] = args[1];
    value_id v = value_data(e->bank, decl_constructor(e->bank, d), fields.at);
    vec_free(&fields);
    return v;
}

static eval_result apply_data(evaluator *e, eval_task *task, decl_id d, uint32_t n)
{
    if (task->acc)
        return task->acc;
    const value_id *args = eval_gather(e, task);
    decl_kind kind = decl_kind_of(e->bank, d);
    if (kind == DECL_CONSTRUCTOR)
        return value_data(e->bank, d, args);
    bool fits = value_constructor(e->bank, args[0]) == decl_constructor(e->bank, d);
    if (kind == DECL_TESTER)
        return value_bool(fits);
    if (kind == DECL_UPDATER)
        return fits ? update_field(e, d, args) : args[0];
    return fits ? value_child(e->bank, args[0], decl_field_index(e->bank, d))
                : eval_underspecified(e, task, args, n);
}

eval_result eval_step_app(evaluator *e, eval_task *task)
{
    decl_id d = term_decl(e->bank, task->term);
    uint32_t n = term_arity(e->bank, task->term);
    if (task->inner) {
        eval_result r = eval_enter(e, task);
        return r ? remember_call(e, task, r) : 0;
    }
    if (!eval_need_args(e, task))
        return 0;
    switch (decl_kind_of(e->bank, d)) {
    case DECL_DEFINED:
    case DECL_RECURSIVE:
        return apply_definition(e, task, d, n);
    case DECL_FREE:
        return apply_free(e, task, d, n);
    default:
        return apply_data(e, task, d, n);
    }
}

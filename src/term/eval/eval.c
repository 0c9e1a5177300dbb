#include "term/eval/eval.h"

#include <assert.h>

#include "base/alloc.h"
#include "term/eval/eval_machine.h"

#define DEFAULT_FUEL (UINT64_C(1) << 23)

static void open_for(evaluator *e, const term_model *m, const eval_config *config)
{
    e->model = m;
    e->bank = model_bank(m);
    e->config = config ? *config : (eval_config){0};
    if (!e->config.fuel)
        e->config.fuel = DEFAULT_FUEL;
}

evaluator *eval_new(const term_model *m, const eval_config *config)
{
    evaluator *e = base_alloc_zero(1, sizeof *e);
    open_for(e, m, config);
    e->round = 1;
    vec_push(&e->frames, (eval_frame){0});
    return e;
}

void eval_reset(evaluator *e)
{
    map_clear(&e->memo);
    if (!++e->round) {
        vec_free(&e->young);
        e->round = 1;
    }
    map_clear(&e->local);
    tuple_map_clear(&e->calls);
    map_clear(&e->domains);
    vec_clear(&e->domain_values);
    tuple_map_clear(&e->missing_keys);
    for (size_t i = 0; i < e->missing.n; i++)
        vec_free(&e->missing.at[i].args);
    vec_clear(&e->missing);
    e->why = EVAL_OK;
}

void eval_restart(evaluator *e, const term_model *m, const eval_config *config)
{
    enum { LARGE = 1024 }; /* clearing should not cost what one large formula left */
    if (e->memo.capacity > LARGE)
        map_free(&e->memo);
    eval_reset(e);
    open_for(e, m, config);
}

void eval_free(evaluator *e)
{
    if (!e)
        return;
    eval_reset(e);
    map_free(&e->memo);
    vec_free(&e->young);
    vec_free(&e->dense);
    map_free(&e->local);
    tuple_map_free(&e->calls);
    vec_free(&e->tasks);
    vec_free(&e->frames);
    vec_free(&e->bindings);
    vec_free(&e->values);
    vec_free(&e->points);
    map_free(&e->domains);
    vec_free(&e->domain_values);
    tuple_map_free(&e->missing_keys);
    vec_free(&e->missing);
    free(e);
}

bool eval_spend(evaluator *e, uint64_t amount)
{
    if (e->fuel < amount) {
        e->fuel = 0;
        return false;
    }
    e->fuel -= amount;
    return true;
}

static eval_result lookup_var(const evaluator *e, uint32_t frame, term_id var)
{
    for (; frame; frame = e->frames.at[frame].parent) {
        const eval_frame *f = &e->frames.at[frame];
        for (uint32_t i = f->n; i-- > 0;) /* of a name bound twice the last counts */
            if (e->bindings.at[f->first + i].var == var)
                return e->bindings.at[f->first + i].result;
    }
    return eval_undetermined(EVAL_UNASSIGNED);
}

static uint64_t local_key(const evaluator *e, uint32_t frame, term_id t)
{
    return (uint64_t)e->frames.at[frame].serial << 32 | t;
}

/* Open results are left out: what was open in a base need not be so where more is known. So are
 * terms that are far from the others, which would make the table long. */
void eval_freeze(evaluator *e)
{
    enum { SPARSE = 16, SMALL = 1024 };
    size_t widest = SPARSE * e->memo.count + SMALL;
    term_id first = UINT32_MAX, last = 0;
    for (size_t i = 0; i < e->memo.capacity; i++) {
        const map_entry *m = &e->memo.slots[i];
        if (m->key == MAP_NO_KEY || !eval_value_of(m->value))
            continue;
        first = m->key < first ? (term_id)m->key : first;
        last = m->key > last ? (term_id)m->key : last;
    }
    if (last && last - first > widest)
        first = last - (term_id)widest;
    vec_clear(&e->dense);
    e->dense_first = first;
    vec_resize(&e->dense, last ? (size_t)last - first + 1 : 0);
    for (size_t i = 0; i < e->memo.capacity; i++) {
        const map_entry *m = &e->memo.slots[i];
        if (m->key != MAP_NO_KEY && eval_value_of(m->value) && m->key >= first)
            e->dense.at[m->key - first] = m->value;
    }
    map_free(&e->memo);
}

/* Its place among the young ones; EVAL_MOST_YOUNG: it is none. */
static uint32_t young_place(const evaluator *e, term_id t)
{
    uint32_t place = t - e->config.young;
    return e->config.young && t >= e->config.young && place < EVAL_MOST_YOUNG ? place
                                                                              : EVAL_MOST_YOUNG;
}

static eval_result remembered(const evaluator *e, term_id t)
{
    uint32_t place = young_place(e, t);
    if (place < EVAL_MOST_YOUNG)
        return place < e->young.n && e->young.at[place].round == e->round
                   ? e->young.at[place].result
                   : 0;
    for (int i = 0; i < 2 && e->config.base[i]; i++) {
        const evaluator *base = e->config.base[i];
        uint32_t at = t - base->dense_first;
        if (at < base->dense.n && base->dense.at[at])
            return base->dense.at[at];
    }
    return map_get(&e->memo, t, 0);
}

eval_result eval_get(const evaluator *e, uint32_t frame, term_id t)
{
    term_op op = term_op_of(e->bank, t);
    if (op == OP_CONST)
        return term_value(e->bank, t);
    if (op == OP_VAR)
        return lookup_var(e, frame, t);
    if (!frame || !term_has_var(e->bank, t))
        return remembered(e, t);
    return map_get(&e->local, local_key(e, frame, t), 0);
}

eval_result eval_need(evaluator *e, uint32_t frame, term_id t)
{
    eval_result r = eval_get(e, frame, t);
    if (r)
        return r;
    if (!term_has_var(e->bank, t))
        frame = 0;
    if (frame && !eval_spend(e, 1))
        return eval_undetermined(EVAL_FUEL);
    vec_push(&e->tasks, ((eval_task){.term = t, .frame = frame}));
    return 0;
}

bool eval_need_args(evaluator *e, eval_task *task)
{
    uint32_t n = term_arity(e->bank, task->term);
    while (task->next < n) {
        eval_result r = eval_need(e, task->frame, term_arg(e->bank, task->term, task->next));
        if (!r)
            return false;
        if (!eval_value_of(r) && !task->acc)
            task->acc = r;
        task->next++;
    }
    return true;
}

const value_id *eval_gather(evaluator *e, const eval_task *task)
{
    uint32_t n = term_arity(e->bank, task->term);
    vec_clear(&e->values);
    for (uint32_t i = 0; i < n; i++)
        vec_push(&e->values,
                 eval_value_of(eval_get(e, task->frame, term_arg(e->bank, task->term, i))));
    return e->values.at;
}

void eval_open_frame(evaluator *e, eval_task *task, uint32_t parent, uint32_t n, term_id body)
{
    eval_frame f = {parent, ++e->serial, e->bindings.n, n, body};
    task->inner = (uint32_t)e->frames.n;
    vec_push(&e->frames, f);
    vec_resize(&e->bindings, e->bindings.n + n);
}

void eval_close_frame(evaluator *e, eval_task *task)
{
    assert(task->inner == e->frames.n - 1);
    e->bindings.n = e->frames.at[task->inner].first;
    e->frames.n--;
    task->inner = 0;
}

void eval_bind(evaluator *e, uint32_t frame, uint32_t i, term_id var, eval_result r)
{
    assert(i < e->frames.at[frame].n);
    e->bindings.at[e->frames.at[frame].first + i] = (eval_binding){var, r};
}

eval_result eval_enter(evaluator *e, eval_task *task)
{
    eval_result r = eval_need(e, task->inner, e->frames.at[task->inner].body);
    if (r)
        eval_close_frame(e, task);
    return r;
}

/* and, or, =>: the first argument that decides ends it. */
static eval_result step_connective(evaluator *e, eval_task *task)
{
    term_op op = term_op_of(e->bank, task->term);
    uint32_t n = term_arity(e->bank, task->term);
    while (task->next < n) {
        bool premise = op == OP_IMPLIES && task->next + 1 < n;
        eval_result r = eval_need(e, task->frame, term_arg(e->bank, task->term, task->next));
        if (!r)
            return 0;
        if (!eval_value_of(r)) {
            if (!task->acc)
                task->acc = r;
        } else if (value_is_true(eval_value_of(r)) == (op != OP_AND && !premise)) {
            return value_bool(op != OP_AND);
        }
        task->next++;
    }
    return task->acc ? task->acc : value_bool(op == OP_AND);
}

/* With an undetermined condition, branches of one value decide. */
static eval_result step_ite(evaluator *e, const eval_task *task)
{
    term_id t = task->term;
    uint32_t frame = task->frame;
    eval_result condition = eval_need(e, frame, term_arg(e->bank, t, 0));
    if (!condition)
        return 0;
    if (eval_value_of(condition))
        return eval_need(e, frame,
                         term_arg(e->bank, t, value_is_true(eval_value_of(condition)) ? 1 : 2));
    eval_result yes = eval_need(e, frame, term_arg(e->bank, t, 1));
    if (!yes)
        return 0;
    if (!eval_value_of(yes))
        return condition;
    eval_result no = eval_need(e, frame, term_arg(e->bank, t, 2));
    return !no || no == yes ? no : condition;
}

/* (/ a b c) is ((a / b) / c): only the binary operator is underspecified. */
static term_id nested(term_bank *b, term_id t)
{
    term_id result = term_arg(b, t, 0);
    for (uint32_t i = 1; i < term_arity(b, t); i++)
        result = term_make2(b, term_op_of(b, t), result, term_arg(b, t, i));
    return result;
}

static eval_result step_operator(evaluator *e, eval_task *task)
{
    term_id t = task->term;
    term_op op = term_op_of(e->bank, t);
    uint32_t n = term_arity(e->bank, t), n_indices;
    if (task->inner)
        return eval_enter(e, task);
    if ((op == OP_DIV || op == OP_IDIV) && n > 2)
        return eval_need(e, task->frame, nested(e->bank, t));
    if (!eval_need_args(e, task))
        return 0;
    bool open = task->acc != 0;
    if (open && op != OP_EQ && op != OP_DISTINCT)
        return task->acc;
    const value_id *args = eval_gather(e, task);
    const uint32_t *indices = term_index_words(e->bank, t, &n_indices);
    eval_reason why = EVAL_OK;
    value_id v = eval_op(e->bank, op, indices, n_indices, term_sort(e->bank, t), args, n, &why);
    if (v)
        return v;
    if (open)
        return task->acc;
    return why == EVAL_UNDERSPECIFIED ? eval_underspecified(e, task, args, n)
                                      : eval_undetermined(why);
}

static eval_result step(evaluator *e, eval_task *task)
{
    switch (term_op_of(e->bank, task->term)) {
    case OP_AND:
    case OP_OR:
    case OP_IMPLIES:
        return step_connective(e, task);
    case OP_ITE:
        return step_ite(e, task);
    case OP_APP:
        return eval_step_app(e, task);
    case OP_FORALL:
    case OP_EXISTS:
        return eval_step_quantifier(e, task);
    case OP_LAMBDA:
        return eval_step_lambda(e, task);
    case OP_SELECT:
        return eval_step_select(e, task);
    case OP_STORE:
        return eval_step_store(e, task);
    case OP_SET_FILTER:
    case OP_SET_MAP:
    case OP_BAG_FILTER:
    case OP_BAG_MAP:
        return eval_step_mapped(e, task);
    case OP_PATTERN: /* a trigger has no value */
        return eval_undetermined(EVAL_QUANTIFIER);
    default:
        return step_operator(e, task);
    }
}

void eval_remember(evaluator *e, term_id t, eval_result r)
{
    uint32_t place = young_place(e, t);
    if (place == EVAL_MOST_YOUNG) {
        map_put(&e->memo, t, r);
        return;
    }
    if (place >= e->young.n)
        vec_resize(&e->young, place + place / 2 + 1);
    e->young.at[place] = (eval_young){r, e->round};
}

static void remember(evaluator *e, const eval_task *task, eval_result r)
{
    if (task->frame)
        map_put(&e->local, local_key(e, task->frame, task->term), r);
    else
        eval_remember(e, task->term, r);
}

/* The memory is kept, unless there is so much of it that clearing costs more than making it anew. */
static void forget_local(evaluator *e)
{
    enum { LARGE = 64 };
    if (e->local.capacity > LARGE)
        map_free(&e->local);
    else
        map_clear(&e->local);
}

value_id eval_term(evaluator *e, term_id t)
{
    enum { DEPTH = 32 };
    value_id quick = eval_quick(e, t, DEPTH);
    if (quick) {
        e->why = EVAL_OK;
        return quick;
    }
    e->fuel = e->config.fuel;
    e->serial = 0;
    forget_local(e);
    eval_result result = eval_need(e, 0, t);
    while (e->tasks.n) {
        eval_result r = step(e, &vec_last(&e->tasks));
        if (!r)
            continue;
        remember(e, &vec_last(&e->tasks), r);
        e->tasks.n--;
        result = r;
    }
    e->why = eval_value_of(result) ? EVAL_OK : eval_reason_of(result);
    return eval_value_of(result);
}

eval_reason eval_why(const evaluator *e)
{
    return e->why;
}

const char *eval_reason_text(eval_reason reason)
{
    switch (reason) {
    case EVAL_OK:
        return "determined";
    case EVAL_UNDERSPECIFIED:
        return "an operator has no fixed value at these arguments";
    case EVAL_QUANTIFIER:
        return "a quantifier ranges over a domain too large to expand";
    case EVAL_ALGEBRAIC:
        return "an irrational number";
    case EVAL_FUEL:
        return "evaluation went beyond its limits";
    case EVAL_UNASSIGNED:
        return "the model says nothing about a symbol";
    case EVAL_BOX:
        return "a closed-box call could not be made";
    }
    return "unknown reason";
}

size_t eval_missing_count(const evaluator *e)
{
    return e->missing.n;
}

const eval_missing *eval_missing_at(const evaluator *e, size_t i)
{
    return &e->missing.at[i];
}

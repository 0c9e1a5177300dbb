/* Arrays given by their bodies. Over a small index sort the body is evaluated everywhere; over a
 * large one it must be a case distinction: where the variable is only compared with known values
 * (or used to look them up, or passed to a function that does just that), evaluating at those
 * values and at one other tells everything. */
#include "term/eval_machine.h"

#include "term/value_equal.h"
#include "term/walk.h"

enum { SMALL_DOMAIN = 4096, MAX_POINTS = 1 << 16 };

typedef enum search_state { SEARCH_DONE, SEARCH_WAIT, SEARCH_FAILED } search_state;

typedef struct point_search {
    evaluator *e;
    vec_u32 bodies; /* pairs: a body to look through, and the variable in it */
    map seen;       /* the same pairs */
    vec_u32 points;
} point_search;

static void look_into(point_search *s, term_id body, term_id var)
{
    bool is_new;
    map_insert(&s->seen, (uint64_t)body << 32 | var, &is_new);
    if (is_new) {
        vec_push(&s->bodies, body);
        vec_push(&s->bodies, var);
    }
}

/* The value of a term that the variable is compared with or looked up in. */
static search_state known_value(point_search *s, term_id t, value_id *v)
{
    if (term_has_var(s->e->bank, t))
        return SEARCH_FAILED;
    eval_result r = eval_need(s->e, 0, t);
    *v = eval_value_of(r);
    return !r ? SEARCH_WAIT : *v ? SEARCH_DONE : SEARCH_FAILED;
}

static search_state look_at_lookup(point_search *s, term_id array)
{
    value_id v;
    search_state state = known_value(s, array, &v);
    for (uint32_t i = 0; state == SEARCH_DONE && i < value_array_size(s->e->bank, v); i++)
        vec_push(&s->points, value_array_index_at(s->e->bank, v, i));
    return state;
}

static search_state look_at_call(point_search *s, term_id t, term_id var)
{
    evaluator *e = s->e;
    decl_id d = term_decl(e->bank, t);
    const term_id *parameters = NULL;
    term_id body = 0;
    if (decl_kind_of(e->bank, d) == DECL_DEFINED)
        body = decl_body(e->bank, d);
    else if (decl_kind_of(e->bank, d) == DECL_FREE)
        body = model_function(e->model, d, &parameters);
    if (!body)
        return SEARCH_FAILED;
    for (uint32_t i = 0; i < term_arity(e->bank, t); i++)
        if (term_arg(e->bank, t, i) == var)
            look_into(s, body, parameters ? parameters[i] : decl_parameter(e->bank, d, i));
    return SEARCH_DONE;
}

/* One subterm that has the variable as an argument. */
static search_state look_at(point_search *s, term_id t, term_id var)
{
    const term_bank *b = s->e->bank;
    term_op op = term_op_of(b, t);
    value_id v;
    if ((op == OP_EQ || op == OP_DISTINCT) && term_arity(b, t) == 2) {
        term_id other = term_arg(b, t, term_arg(b, t, 0) == var ? 1 : 0);
        search_state state = known_value(s, other, &v);
        if (state == SEARCH_DONE)
            vec_push(&s->points, v);
        return state;
    }
    if (op == OP_SELECT && term_arg(b, t, 0) != var)
        return look_at_lookup(s, term_arg(b, t, 0));
    return op == OP_APP ? look_at_call(s, t, var) : SEARCH_FAILED;
}

static search_state look_through(point_search *s, term_id body, term_id var)
{
    const term_bank *b = s->e->bank;
    term_vec order = {0};
    search_state state = body == var ? SEARCH_FAILED : SEARCH_DONE;
    term_postorder(b, &body, 1, &order);
    for (size_t i = 0; i < order.n && state == SEARCH_DONE; i++)
        for (uint32_t j = 0; j < term_arity(b, order.at[i]); j++)
            if (term_arg(b, order.at[i], j) == var) {
                state = look_at(s, order.at[i], var);
                break;
            }
    vec_free(&order);
    return state;
}

/* The i-th of a sequence of different values of the sort; 0 where we know of none. */
static value_id nth_value(term_bank *b, sort_id s, uint32_t i)
{
    switch (sort_kind_of(b, s)) {
    case SORT_INT:
        return value_int(b, i);
    case SORT_REAL: {
        mpq_t number;
        mpq_init(number);
        mpq_set_ui(number, i, 1);
        value_id v = value_real_mpq(b, number);
        mpq_clear(number);
        return v;
    }
    case SORT_BV:
        return value_bv_u64(b, sort_bv_width(b, s), i);
    case SORT_FP:
        return value_fp_u64(b, s, i);
    case SORT_STRING:
        return value_string(b, &i, 1);
    case SORT_DECLARED:
        return value_element(b, s, i);
    default:
        return 0;
    }
}

static value_id fresh_value(term_bank *b, sort_id s, const vec_u32 *points)
{
    map taken = {0};
    for (size_t i = 0; i < points->n; i++)
        map_put(&taken, points->at[i], 1);
    value_id fresh = 0;
    for (uint32_t i = 0; i <= points->n && !fresh; i++) {
        value_id v = nth_value(b, s, i);
        if (!v)
            break;
        fresh = map_find(&taken, v) ? 0 : v;
    }
    map_free(&taken);
    return fresh;
}

/* Fills s->points with all values that matter and, last, one that stands for the others. */
static search_state search(point_search *s, term_id lambda)
{
    term_bank *b = s->e->bank;
    term_id var = term_arg(b, lambda, 0);
    search_state state = SEARCH_DONE;
    eval_reason why;
    look_into(s, term_body(b, lambda), var);
    for (size_t i = 0; i < s->bodies.n && state == SEARCH_DONE; i += 2)
        state = look_through(s, s->bodies.at[i], s->bodies.at[i + 1]);
    if (state == SEARCH_DONE && s->points.n > MAX_POINTS)
        state = SEARCH_FAILED;
    for (size_t i = 0; i < s->points.n && state == SEARCH_DONE; i++)
        if (!value_is_plain(b, s->points.at[i], &why))
            state = SEARCH_FAILED;
    if (state == SEARCH_DONE) {
        value_id fresh = fresh_value(b, term_sort(b, var), &s->points);
        vec_push(&s->points, fresh);
        state = fresh ? SEARCH_DONE : SEARCH_FAILED;
    }
    return state;
}

/* Pushes the number of points and the points on e->points. */
static search_state find_points(evaluator *e, term_id lambda)
{
    uint32_t n;
    const value_id *all =
        eval_domain(e, term_sort(e->bank, term_arg(e->bank, lambda, 0)), SMALL_DOMAIN, &n);
    if (all) {
        vec_push(&e->points, n);
        vec_append(&e->points, all, n);
        return SEARCH_DONE;
    }
    point_search s = {.e = e};
    search_state state = search(&s, lambda);
    if (state == SEARCH_DONE) {
        vec_push(&e->points, (uint32_t)s.points.n);
        vec_append(&e->points, s.points.at, s.points.n);
    }
    vec_free(&s.bodies);
    vec_free(&s.points);
    map_free(&s.seen);
    return state;
}

/* The list at `list` holds n, n points and n elements; the last element is the default. */
static value_id build(evaluator *e, sort_id sort, const uint32_t *list)
{
    uint32_t n = list[0];
    vec_u32 pairs = {0};
    for (uint32_t i = 0; i + 1 < n; i++) {
        vec_push(&pairs, list[1 + i]);
        vec_push(&pairs, list[1 + n + i]);
    }
    value_id base = value_array_constant(e->bank, sort, list[2 * n]);
    value_id v = value_array_store_all(e->bank, base, pairs.at, n - 1);
    vec_free(&pairs);
    return v;
}

static void bind_point(evaluator *e, const eval_task *task)
{
    term_id var = term_arg(e->bank, task->term, 0);
    eval_bind(e, task->inner, 0, var, e->points.at[task->acc + 1 + task->next]);
    e->frames.at[task->inner].serial = ++e->serial;
}

static term_id curried(term_bank *b, term_id lambda)
{
    term_id inner = term_quantifier(b, OP_LAMBDA, term_args(b, lambda) + 1,
                                    term_var_count(b, lambda) - 1, term_body(b, lambda), NULL, 0);
    return term_quantifier(b, OP_LAMBDA, term_args(b, lambda), 1, inner, NULL, 0);
}

eval_result eval_step_lambda(evaluator *e, eval_task *task)
{
    if (term_var_count(e->bank, task->term) > 1)
        return eval_need(e, task->frame, curried(e->bank, task->term));
    if (!task->inner) {
        size_t place = e->points.n, waiting = e->tasks.n;
        search_state state = find_points(e, task->term);
        if (e->tasks.n > waiting)
            return 0;
        if (state != SEARCH_DONE)
            return eval_undetermined(EVAL_QUANTIFIER);
        task->acc = place;
        eval_open_frame(e, task, task->frame, 1, term_body(e->bank, task->term));
        bind_point(e, task);
    }
    eval_result r = 0;
    while (task->next < e->points.at[task->acc]) {
        r = eval_need(e, task->inner, term_body(e->bank, task->term));
        if (!r)
            return 0;
        if (eval_value_of(r) && !eval_spend(e, 1))
            r = eval_undetermined(EVAL_FUEL);
        if (!eval_value_of(r))
            break;
        vec_push(&e->points, eval_value_of(r));
        task->next++;
        if (task->next < e->points.at[task->acc])
            bind_point(e, task);
    }
    if (eval_value_of(r))
        r = build(e, term_sort(e->bank, task->term), e->points.at + task->acc);
    e->points.n = task->acc;
    eval_close_frame(e, task);
    return r;
}

/* (select a i) in another shape of `a`. */
static eval_result select_in(evaluator *e, uint32_t frame, term_id array, value_id index)
{
    return eval_need(e, frame, term_make2(e->bank, OP_SELECT, array, term_const(e->bank, index)));
}

static eval_result select_lambda(evaluator *e, eval_task *task, term_id lambda, value_id index)
{
    term_bank *b = e->bank;
    uint32_t n = term_var_count(b, lambda);
    term_id body = n == 1 ? term_body(b, lambda) : term_body(b, curried(b, lambda));
    if (!eval_spend(e, EVAL_CALL_COST))
        return eval_undetermined(EVAL_FUEL);
    eval_open_frame(e, task, task->frame, 1, body);
    eval_bind(e, task->inner, 0, term_arg(b, lambda, 0), index);
    return eval_enter(e, task);
}

static eval_result select_store(evaluator *e, const eval_task *task, term_id store, value_id index)
{
    uint32_t frame = task->frame;
    eval_result at = eval_need(e, frame, term_arg(e->bank, store, 1));
    if (!eval_value_of(at))
        return at;
    eval_reason why;
    switch (value_equal(e->bank, eval_value_of(at), index, &why)) {
    case VALUES_EQUAL:
        return eval_need(e, frame, term_arg(e->bank, store, 2));
    case VALUES_DIFFER:
        return select_in(e, frame, term_arg(e->bank, store, 0), index);
    default:
        return eval_undetermined(why);
    }
}

/* The array as a whole has no value that we can write down, but this element may have one. */
static eval_result select_lazily(evaluator *e, eval_task *task, term_id array, value_id index,
                                 eval_result otherwise)
{
    term_bank *b = e->bank;
    switch (term_op_of(b, array)) {
    case OP_LAMBDA:
        return select_lambda(e, task, array, index);
    case OP_STORE:
        return select_store(e, task, array, index);
    case OP_CONST_ARRAY:
        return eval_need(e, task->frame, term_arg(b, array, 0));
    case OP_ITE: {
        eval_result condition = eval_get(e, task->frame, term_arg(b, array, 0));
        if (!eval_value_of(condition))
            return otherwise;
        uint32_t branch = value_is_true(eval_value_of(condition)) ? 1 : 2;
        return select_in(e, task->frame, term_arg(b, array, branch), index);
    }
    case OP_APP: {
        decl_id d = term_decl(b, array);
        decl_kind kind = decl_kind_of(b, d);
        term_id body = 0;
        if (!term_arity(b, array) && kind == DECL_DEFINED)
            body = decl_body(b, d);
        else if (!term_arity(b, array) && kind == DECL_FREE)
            body = model_function(e->model, d, NULL);
        return body ? select_in(e, 0, body, index) : otherwise;
    }
    default:
        return otherwise;
    }
}

eval_result eval_step_select(evaluator *e, eval_task *task)
{
    if (task->inner)
        return eval_enter(e, task);
    term_id array = term_arg(e->bank, task->term, 0);
    eval_result r = eval_need(e, task->frame, array);
    if (!r)
        return 0;
    eval_result index = eval_need(e, task->frame, term_arg(e->bank, task->term, 1));
    if (!index)
        return 0;
    if (!eval_value_of(index)) {
        bool constant = eval_value_of(r) && !value_array_size(e->bank, eval_value_of(r));
        return constant ? value_array_default(e->bank, eval_value_of(r)) : index;
    }
    if (!eval_value_of(r))
        return select_lazily(e, task, array, eval_value_of(index), r);
    value_id args[2] = {eval_value_of(r), eval_value_of(index)};
    eval_reason why = EVAL_OK;
    value_id v =
        eval_op(e->bank, OP_SELECT, NULL, 0, term_sort(e->bank, task->term), args, 2, &why);
    return v ? v : eval_undetermined(why);
}

/* A chain of stores is built at once: every array in between would be written down in full. */
static void list_chain(evaluator *e, eval_task *task)
{
    task->acc = e->points.n;
    vec_push(&e->points, 0);
    term_id t = task->term;
    do {
        vec_push(&e->points, t);
        t = term_arg(e->bank, t, 0);
    } while (term_op_of(e->bank, t) == OP_STORE && !eval_get(e, task->frame, t));
    e->points.at[task->acc] = (uint32_t)(e->points.n - task->acc - 1);
    task->inner = UINT32_MAX; /* no frame: only a sign that the chain is listed */
}

eval_result eval_step_store(evaluator *e, eval_task *task)
{
    if (!task->inner)
        list_chain(e, task);
    uint32_t n = e->points.at[task->acc];
    term_id base_term = term_arg(e->bank, e->points.at[task->acc + n], 0);
    eval_result base = eval_need(e, task->frame, base_term), open = 0;
    if (!base)
        return 0;
    for (; task->next < 2 * n; task->next++) {
        term_id store = e->points.at[task->acc + 1 + task->next / 2];
        if (!eval_need(e, task->frame, term_arg(e->bank, store, 1 + task->next % 2)))
            return 0;
    }
    vec_u32 pairs = {0};
    for (uint32_t i = n; i-- > 0 && !open;) { /* the innermost first: later ones win */
        term_id store = e->points.at[task->acc + 1 + i];
        eval_result index = eval_get(e, task->frame, term_arg(e->bank, store, 1));
        eval_result element = eval_get(e, task->frame, term_arg(e->bank, store, 2));
        eval_reason why;
        if (!eval_value_of(index) || !eval_value_of(element))
            open = eval_value_of(index) ? element : index;
        else if (!value_is_plain(e->bank, eval_value_of(index), &why))
            open = eval_undetermined(why);
        vec_push(&pairs, eval_value_of(index));
        vec_push(&pairs, eval_value_of(element));
    }
    if (!eval_value_of(base))
        open = base;
    if (!open)
        open = value_array_store_all(e->bank, eval_value_of(base), pairs.at, n);
    vec_free(&pairs);
    e->points.n = task->acc;
    return open;
}

/* Arrays given by their bodies. Over a small index sort the body is evaluated everywhere; over a
 * large one it must be a case distinction: where the variable is only compared with known values
 * (or used to look them up, or passed to a function that does just that), evaluating at those
 * values and at one other tells everything. */
#include "term/eval/eval_machine.h"

#include "term/core/walk.h"
#include "term/value/value_equal.h"

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

static value_id nth_value(term_bank *b, sort_id s, uint32_t i);

/* The same element i times. */
static value_id nth_sequence(term_bank *b, sort_id s, uint32_t i)
{
    vec_u32 elements = {0};
    value_id element = value_default(b, sort_element(b, s));
    for (uint32_t k = 0; k < i; k++)
        vec_push(&elements, element);
    value_id v = element ? value_seq(b, s, elements.at, elements.n) : 0;
    vec_free(&elements);
    return v;
}

/* Different in the first field of which there are enough values. */
static value_id nth_tuple(term_bank *b, sort_id s, uint32_t i)
{
    vec_u32 fields = {0};
    bool counted = false, good = true;
    for (uint32_t k = 0; k < sort_parameter_count(b, s) && good; k++) {
        sort_id field = sort_parameter_at(b, s, k);
        value_id v = counted || sort_cardinality(b, field, MAX_POINTS) ? 0 : nth_value(b, field, i);
        counted |= v != 0;
        vec_push(&fields, v ? v : value_default(b, field));
        good = vec_last(&fields) != 0;
    }
    value_id v = good && counted ? value_data(b, sort_constructor(b, s, 0), fields.at) : 0;
    vec_free(&fields);
    return v;
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
    case SORT_FP: { /* of any width */
        mpz_t bits;
        mpz_init_set_ui(bits, i);
        value_id v = value_fp_mpz(b, s, bits);
        mpz_clear(bits);
        return v;
    }
    case SORT_STRING:
        return value_string(b, &i, 1);
    case SORT_DECLARED:
        return value_element(b, s, i);
    case SORT_SEQ:
        return nth_sequence(b, s, i);
    case SORT_DATATYPE:
        return sort_is_tuple(b, s) ? nth_tuple(b, s, i) : 0;
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

term_id eval_curried(term_bank *b, term_id lambda)
{
    term_id inner = term_quantifier(b, OP_LAMBDA, term_args(b, lambda) + 1,
                                    term_var_count(b, lambda) - 1, term_body(b, lambda), NULL, 0);
    return term_quantifier(b, OP_LAMBDA, term_args(b, lambda), 1, inner, NULL, 0);
}

eval_result eval_step_lambda(evaluator *e, eval_task *task)
{
    if (term_var_count(e->bank, task->term) > 1)
        return eval_need(e, task->frame, eval_curried(e->bank, task->term));
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

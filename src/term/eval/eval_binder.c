/* Quantifiers, by expansion over small domains. A variable with a large domain is bound to
 * "undetermined": what does not depend on it is decided all the same. */
#include "term/eval/eval_machine.h"

enum { EXPANSION_BITS = 16 };
#define EXPANSION_LIMIT (UINT64_C(1) << EXPANSION_BITS)

const value_id *eval_domain(evaluator *e, sort_id s, uint64_t limit, uint32_t *n)
{
    bool is_new;
    uint64_t *place = map_insert(&e->domains, s, &is_new);
    if (is_new && sort_cardinality(e->bank, s, EXPANSION_LIMIT)) {
        size_t first = e->domain_values.n;
        value_enumerate(e->bank, s, EXPANSION_LIMIT, &e->domain_values);
        *place = (uint64_t)first << 32 | (e->domain_values.n - first);
    }
    *n = (uint32_t)*place;
    return *n && *n <= limit ? e->domain_values.at + (*place >> 32) : NULL;
}

/* Two arrays over all elements of a sort may differ in what they are elsewhere, where nothing is: their
 * values do not tell that they are equal. */
static bool is_index(const term_bank *b, sort_id s)
{
    for (sort_id i = 1, end = bank_mark(b).sorts; i < end; i++)
        if (sort_kind_of(b, i) == SORT_ARRAY && sort_array_index(b, i) == s)
            return true;
    return false;
}

/* The same, or the elements that the model gives to a declared sort. */
static const value_id *range_of(evaluator *e, sort_id s, uint64_t limit, uint32_t *n)
{
    if (sort_kind_of(e->bank, s) == SORT_DECLARED && !map_find(&e->domains, s)) {
        const value_id *elements = model_elements(e->model, s, n);
        if (is_index(e->bank, s))
            *n = 0;
        map_put(&e->domains, s, (uint64_t)e->domain_values.n << 32 | *n);
        vec_append(&e->domain_values, elements, *n);
    }
    return eval_domain(e, s, limit, n);
}

/* The value at a place, which is counted round the domain; 0: it is too large. Words are made when they are needed, since
 * few rounds decide most quantifiers. */
static value_id value_at(evaluator *e, sort_id s, uint64_t limit, uint64_t place, uint32_t *n)
{
    const term_bank *b = e->bank;
    if (sort_kind_of(b, s) == SORT_BV && sort_bv_width(b, s) <= EXPANSION_BITS) {
        uint32_t width = sort_bv_width(b, s);
        *n = UINT32_C(1) << width;
        return *n <= limit ? value_bv_u64(e->bank, width, place % *n) : 0;
    }
    const value_id *values = range_of(e, s, limit, n);
    return values ? values[place % *n] : 0;
}

/* Binds the variables for one round, counted in the mixed radix of their domains; returns the
 * number of rounds. Domains that would make the product too large count as one. */
static uint64_t bind_round(evaluator *e, const eval_task *task, uint64_t round)
{
    uint32_t n_vars = term_var_count(e->bank, task->term);
    uint64_t rounds = 1;
    for (uint32_t i = 0; i < n_vars; i++) {
        term_id var = term_arg(e->bank, task->term, i);
        uint32_t n;
        value_id v =
            value_at(e, term_sort(e->bank, var), EXPANSION_LIMIT / rounds, round / rounds, &n);
        eval_bind(e, task->inner, i, var, v ? v : eval_undetermined(EVAL_QUANTIFIER));
        rounds *= v ? n : 1;
    }
    e->frames.at[task->inner].serial = ++e->serial;
    return rounds;
}

eval_result eval_step_quantifier(evaluator *e, eval_task *task)
{
    term_id body = term_body(e->bank, task->term);
    bool forall = term_op_of(e->bank, task->term) == OP_FORALL;
    uint32_t n_vars = term_var_count(e->bank, task->term);
    if (!term_has_var(e->bank, body))
        return eval_need(e, 0, body);
    if (!task->inner) {
        eval_open_frame(e, task, task->frame, n_vars, body);
        bind_round(e, task, 0);
    }
    for (;;) {
        eval_result r = eval_need(e, task->inner, body);
        if (!r)
            return 0;
        if (eval_value_of(r) && value_is_true(eval_value_of(r)) != forall) {
            task->acc = r;
            break;
        }
        if (!eval_value_of(r) && !task->acc)
            task->acc = r;
        if (!eval_spend(e, 1 + n_vars)) {
            task->acc = eval_undetermined(EVAL_FUEL);
            break;
        }
        task->next++;
        if (task->next >= bind_round(e, task, task->next)) {
            if (!task->acc)
                task->acc = value_bool(forall);
            break;
        }
    }
    eval_close_frame(e, task);
    return task->acc;
}

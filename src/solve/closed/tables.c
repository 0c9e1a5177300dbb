#include "solve/closed/tables.h"

#include "term/core/walk.h"
#include "term/eval/eval.h"

/* Calls of the first exchange with a worker: more at once when that went well. */
enum { FIRST_BATCH = 16 };

/* What the call is tabulated by, and all values of it, point by point. */
typedef struct domain {
    term_bank *bank;
    box_set *boxes;
    term_id call;
    bool by_constants; /* `base` are constants that the arguments depend on, not the arguments */
    term_vec base;
    uint64_t points;
    vec_u32 values, starts; /* of base term i: values starts[i] … starts[i + 1] - 1 */
} domain;

/* The number of points; 0: more than `most`. */
static uint64_t count_points(const domain *m, uint64_t most)
{
    uint64_t points = 1;
    for (size_t i = 0; i < m->base.n && points; i++) {
        uint64_t size = sort_cardinality(m->bank, term_sort(m->bank, m->base.at[i]), most);
        points = size && points * size <= most ? points * size : 0;
    }
    return points;
}

/* The free constants of the arguments; false: there are free functions besides the boxes. */
static bool base_of_constants(domain *m)
{
    vec_u32 decls = {0};
    bool good = true;
    vec_clear(&m->base);
    term_free_decls(m->bank, term_args(m->bank, m->call), term_arity(m->bank, m->call), &decls);
    for (size_t i = 0; i < decls.n && good; i++) {
        if (!decl_arity(m->bank, decls.at[i]) && !boxes_find(m->boxes, decls.at[i]))
            vec_push(&m->base, term_app(m->bank, decls.at[i], NULL, 0));
        else
            good = boxes_find(m->boxes, decls.at[i]);
    }
    vec_free(&decls);
    return good;
}

static bool find_domain(domain *m, uint64_t most)
{
    vec_append(&m->base, term_args(m->bank, m->call), term_arity(m->bank, m->call));
    m->points = count_points(m, most);
    if (!m->points) {
        m->by_constants = true;
        m->points = base_of_constants(m) ? count_points(m, most) : 0;
    }
    for (size_t i = 0; i < m->base.n && m->points; i++) {
        vec_push(&m->starts, (uint32_t)m->values.n);
        value_enumerate(m->bank, term_sort(m->bank, m->base.at[i]), most, &m->values);
    }
    vec_push(&m->starts, (uint32_t)m->values.n);
    return m->points;
}

static void free_domain(domain *m)
{
    vec_free(&m->base);
    vec_free(&m->values);
    vec_free(&m->starts);
}

/* Value of base term `i` at point `k`, of which its values are divided off; the first term changes
 * fastest. */
static value_id value_at(const domain *m, size_t i, uint64_t *k)
{
    uint32_t size = m->starts.at[i + 1] - m->starts.at[i];
    value_id v = m->values.at[m->starts.at[i] + *k % size];
    *k /= size;
    return v;
}

/* Appends the arguments of the call at point `k`; false: one has no value. */
static bool add_point(const domain *m, uint64_t k, vec_u32 *args)
{
    for (size_t i = 0; i < m->base.n && !m->by_constants; i++)
        vec_push(args, value_at(m, i, &k));
    if (!m->by_constants)
        return true;
    term_model *model = model_new(m->bank);
    for (size_t i = 0; i < m->base.n; i++)
        model_set_value(model, term_decl(m->bank, m->base.at[i]), value_at(m, i, &k));
    evaluator *e =
        eval_new(model, &(eval_config){.call = boxes_evaluate, .call_context = m->boxes});
    bool good = true;
    for (uint32_t i = 0; i < term_arity(m->bank, m->call) && good; i++) {
        value_id v = eval_term(e, term_arg(m->bank, m->call, i));
        good = v && v != EVAL_NO_VALUE;
        vec_push(args, v);
    }
    eval_free(e);
    model_free(model);
    return good;
}

/* `rows` gets the arguments of all points. */
static bool call_everywhere(const domain *m, const table_config *config, vec_u32 *rows)
{
    uint32_t arity = term_arity(m->bank, m->call);
    uint64_t batch = FIRST_BATCH;
    for (uint64_t k = 0; k < m->points;) {
        uint64_t first = k, end = k + batch < m->points ? k + batch : m->points;
        if (config->over && config->over(config->context))
            return false;
        for (; k < end; k++)
            if (!add_point(m, k, rows))
                return false;
        bool quick = boxes_call_many(m->boxes, term_decl(m->bank, m->call),
                                     rows->at + first * arity, (size_t)(end - first));
        batch = quick ? 4 * batch : 1;
    }
    return true;
}

/* The bits of the base, lowest first, as Bool terms; false when it has no bits. */
static bool bits_of(const domain *m, term_vec *bits)
{
    term_bank *b = m->bank;
    for (size_t i = 0; i < m->base.n; i++) {
        term_id t = m->base.at[i];
        if (term_sort(b, t) == SORT_ID_BOOL) {
            vec_push(bits, t);
            continue;
        }
        if (sort_kind_of(b, term_sort(b, t)) != SORT_BV)
            return false;
        for (uint32_t k = 0; k < sort_bv_width(b, term_sort(b, t)); k++) {
            term_id bit = term_make(b, OP_EXTRACT, (uint32_t[]){k, k}, 2, &t, 1);
            vec_push(bits, term_eq(b, bit, term_const(b, value_bv_u64(b, 1, 1))));
        }
    }
    return true;
}

term_id table_choice(term_bank *b, term_id at, term_vec *leaves)
{
    uint32_t width = sort_bv_width(b, term_sort(b, at));
    for (uint64_t step = 1; step < leaves->n; step *= 2)
        for (size_t i = 0; i + step < leaves->n; i += 2 * step) {
            term_id low = leaves->at[i], high = leaves->at[i + step];
            if (low == high)
                continue;
            term_id border = term_const(b, value_bv_u64(b, width, i + step));
            leaves->at[i] = term_make3(b, OP_ITE, term_make2(b, OP_BVULT, at, border), low, high);
        }
    return leaves->at[0];
}

/* The same by bits; there are as many leaves as the bits have values. */
static term_id choice_by_bits(term_bank *b, const term_vec *bits, term_vec *leaves)
{
    for (size_t bit = 0; bit < bits->n; bit++) {
        for (size_t i = 0; i < leaves->n / 2; i++) {
            term_id low = leaves->at[2 * i], high = leaves->at[2 * i + 1];
            leaves->at[i] = low == high ? low : term_make3(b, OP_ITE, bits->at[bit], high, low);
        }
        leaves->n /= 2;
    }
    return leaves->at[0];
}

/* The call's value by the table: values are enumerated in the order of their bits. 0: none. */
static term_id by_table(const domain *m, const table_config *config, const vec_u32 *rows)
{
    term_bank *b = m->bank;
    uint32_t arity = term_arity(b, m->call);
    term_vec bits = {0}, leaves = {0};
    bool good = bits_of(m, &bits) && m->points == UINT64_C(1) << bits.n;
    for (uint64_t k = 0; good && k < m->points; k++) {
        box_status status;
        value_id v =
            boxes_known(m->boxes, term_decl(b, m->call), rows->at + k * arity, arity, &status);
        good = v || (status != BOX_UNAVAILABLE && !config->total);
        vec_push(&leaves, v ? term_const(b, v) : m->call);
    }
    bool number = m->by_constants && m->base.n == 1 && term_sort(b, m->base.at[0]) != SORT_ID_BOOL;
    term_id t = !good    ? 0
                : number ? table_choice(b, m->base.at[0], &leaves)
                         : choice_by_bits(b, &bits, &leaves);
    vec_free(&bits);
    vec_free(&leaves);
    return t;
}

table_state table_of_call(term_bank *b, box_set *boxes, const table_config *config, term_id call,
                          term_id *table)
{
    domain m = {.bank = b, .boxes = boxes, .call = call};
    vec_u32 rows = {0};
    table_state state = TABLE_NONE;
    *table = 0;
    if (find_domain(&m, config->points)) {
        state = TABLE_CALLED;
        if (call_everywhere(&m, config, &rows))
            *table = by_table(&m, config, &rows);
        if (*table)
            state = TABLE_MADE;
    }
    vec_free(&rows);
    free_domain(&m);
    return state;
}

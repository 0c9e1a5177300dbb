/* Complete tables of boxes with small domains.
 *
 * Where every argument is a Bool or a bit-vector, what the table says of a call in the formula is
 * one equation: the call equals a tree of choices by the bits of its arguments. Solvers take that
 * apart much faster than an equation for every point. */
#include "solve/closed/closed_impl.h"

/* Calls of the first exchange with a worker: more at once when that went well. */
enum { FIRST_BATCH = 16 };

/* The domain of a box, point by point. */
typedef struct domain {
    uint32_t arity;
    uint64_t points;
    vec_u32 values, starts; /* of argument i: values starts[i] … starts[i + 1] - 1 */
} domain;

static bool find_domain(closed *c, decl_id d, domain *out)
{
    *out = (domain){.arity = decl_arity(c->bank, d), .points = 1};
    for (uint32_t i = 0; i < out->arity && out->points; i++) {
        uint64_t size =
            sort_cardinality(c->bank, decl_domain(c->bank, d, i), c->limits->table_points);
        out->points =
            size && out->points * size <= c->limits->table_points ? out->points * size : 0;
    }
    if (!out->points)
        return false;
    for (uint32_t i = 0; i < out->arity; i++) {
        vec_push(&out->starts, (uint32_t)out->values.n);
        value_enumerate(c->bank, decl_domain(c->bank, d, i), c->limits->table_points, &out->values);
    }
    vec_push(&out->starts, (uint32_t)out->values.n);
    return true;
}

static void free_domain(domain *m)
{
    vec_free(&m->values);
    vec_free(&m->starts);
}

/* Appends the arguments of point `k`; the first argument changes fastest. */
static void add_point(const domain *m, uint64_t k, vec_u32 *args)
{
    for (uint32_t i = 0; i < m->arity; i++) {
        uint32_t size = m->starts.at[i + 1] - m->starts.at[i];
        vec_push(args, m->values.at[m->starts.at[i] + k % size]);
        k /= size;
    }
}

static void call_everywhere(closed *c, decl_id d, const domain *m)
{
    vec_u32 rows = {0};
    size_t batch = FIRST_BATCH;
    for (uint64_t k = 0; k < m->points && !closed_over(c);) {
        vec_clear(&rows);
        uint64_t first = k, end = k + batch < m->points ? k + batch : m->points;
        for (; k < end; k++)
            add_point(m, k, &rows);
        bool quick = boxes_call_many(c->boxes, d, rows.at, (size_t)(end - first));
        batch = quick ? 4 * batch : 1;
    }
    vec_free(&rows);
    closed_explain(c, "table: '%s' at all %llu points", symbol_text(c->bank, decl_name(c->bank, d)),
                   (unsigned long long)m->points);
}

/* The bits of the call's arguments, lowest first, as Bool terms; false when they have no bits. */
static bool bits_of(closed *c, term_id call, term_vec *bits)
{
    term_bank *b = c->bank;
    for (uint32_t i = 0; i < term_arity(b, call); i++) {
        term_id arg = term_arg(b, call, i);
        if (term_sort(b, arg) == SORT_ID_BOOL) {
            vec_push(bits, arg);
            continue;
        }
        if (sort_kind_of(b, term_sort(b, arg)) != SORT_BV)
            return false;
        for (uint32_t k = 0; k < sort_bv_width(b, term_sort(b, arg)); k++) {
            term_id bit = term_make(b, OP_EXTRACT, (uint32_t[]){k, k}, 2, &arg, 1);
            vec_push(bits, term_eq(b, bit, term_const(b, value_bv_u64(b, 1, 1))));
        }
    }
    return true;
}

/* The call's value by the table: values are enumerated in the order of their bits. Where the box
 * has no value, the call itself, about which nothing is said then. 0: there is no such term. */
static term_id by_table(closed *c, term_id call, const domain *m)
{
    term_bank *b = c->bank;
    term_vec bits = {0}, layer = {0};
    vec_u32 args = {0};
    bool good = bits_of(c, call, &bits) && m->points == UINT64_C(1) << bits.n;
    for (uint64_t k = 0; good && k < m->points; k++) {
        box_status status;
        vec_clear(&args);
        add_point(m, k, &args);
        value_id v = boxes_known(c->boxes, term_decl(b, call), args.at, m->arity, &status);
        good = status != BOX_UNAVAILABLE;
        vec_push(&layer, v ? term_const(b, v) : call);
    }
    for (size_t bit = 0; good && bit < bits.n; bit++) {
        for (size_t i = 0; i < layer.n / 2; i++) {
            term_id low = layer.at[2 * i], high = layer.at[2 * i + 1];
            layer.at[i] = low == high ? low : term_make3(b, OP_ITE, bits.at[bit], high, low);
        }
        layer.n /= 2;
    }
    term_id t = good ? layer.at[0] : 0;
    vec_free(&bits);
    vec_free(&layer);
    vec_free(&args);
    return t;
}

/* Tells the SMT engine about all calls of the box; false when that takes single facts. */
static bool tell_table(closed *c, decl_id d, const domain *m)
{
    bool good = !c->config->no_facts;
    for (size_t i = 0; i < c->box_calls.n && good; i++) {
        term_id call = c->box_calls.at[i];
        if (term_decl(c->bank, call) != d)
            continue;
        term_id value = by_table(c, call, m);
        good = value != 0;
        if (good && value != call)
            closed_note(c, d, term_eq(c->bank, call, value));
    }
    return good;
}

/* Calls a box at every point of a small domain; true when it is small. */
static bool table_of(closed *c, decl_id d, bool *told)
{
    domain m;
    if (!find_domain(c, d, &m))
        return false;
    call_everywhere(c, d, &m);
    *told &= tell_table(c, d, &m);
    free_domain(&m);
    return true;
}

closed_step closed_tables(closed *c)
{
    bool any = false, told = true;
    closed_note_facts(c);
    for (size_t i = 0; i < c->box_decls.n; i++)
        any |= table_of(c, c->box_decls.at[i], &told);
    if (!any)
        return STEP_STUCK;
    if (told)
        c->facts_noted = boxes_fact_count(c->boxes);
    return closed_active(c, 2);
}

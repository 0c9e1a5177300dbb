/* Records about memory: tables at symbolic addresses, and what closed boxes saw and did. */
#include "explore/trace/trace_impl.h"
#include "solve/closed/tables.h"

enum { MOST_LEAVES = 1 << 16 };

static term_id byte_term(trace_reader *r, uint8_t value)
{
    return term_const(r->bank, value_bv_u64(r->bank, 8, value));
}

/* ---- Tables ---------------------------------------------------------------------------------- */

typedef struct table {
    uint64_t base;
    uint32_t n;
    const uint8_t *bytes;
    const tandem_expr *exprs; /* NULL: all concrete */
    term_id offset;
    uint32_t width; /* of a load, in bytes */
} table;

static bool find_table(trace_reader *r, const tandem_record *x, table *t)
{
    const tandem_record *data = x->b && x->b < r->at ? &r->log[x->b] : NULL;
    if (!data || data->op != TANDEM_TABLE_DATA || r->widths[x->b] != UINT16_MAX || !data->c ||
        x->width % 8 || x->width > 64 || data->c < x->width / 8u)
        return trace_refuse(r, "record %u is no table for %u bits", x->b, x->width);
    size_t padded = ((size_t)data->c + sizeof *data - 1) / sizeof *data;
    *t = (table){.base = trace_record_constant(data),
                 .n = data->c,
                 .bytes = (const uint8_t *)(data + 1),
                 .exprs = data->flag & 1 ? (const tandem_expr *)(data + 1 + padded) : NULL,
                 .width = x->width / 8u};
    return t->width > 0;
}

/* Little-endian: the last byte is the high part. */
static term_id leaf(trace_reader *r, const table *t, uint32_t at)
{
    term_id whole = 0;
    for (uint32_t i = 0; i < t->width; i++) {
        tandem_expr e = t->exprs ? t->exprs[at + i] : 0;
        term_id one = e ? trace_bits(r, e, 8) : byte_term(r, t->bytes[at + i]);
        if (!one)
            return 0;
        whole = whole ? term_make2(r->bank, OP_CONCAT, one, whole) : one;
    }
    return whole;
}

term_id trace_table(trace_reader *r, const tandem_record *x)
{
    table t = {0};
    term_id address = trace_bits(r, x->a, 64);
    if (!address || !find_table(r, x, &t))
        return 0;
    uint32_t n = t.n - t.width + 1;
    if (n > MOST_LEAVES)
        return trace_refuse(r, "a table of %u bytes", t.n);
    t.offset = term_make2(r->bank, OP_BVSUB, address,
                          term_const(r->bank, value_bv_u64(r->bank, 64, t.base)));
    trace_add_condition(r, TRACE_ASSUME,
                        term_make2(r->bank, OP_BVULE, t.offset,
                                   term_const(r->bank, value_bv_u64(r->bank, 64, n - 1))));
    term_vec leaves = {0};
    bool good = true;
    for (uint32_t i = 0; i < n && good; i++) {
        term_id one = leaf(r, &t, i);
        good = one;
        vec_push(&leaves, one);
    }
    term_id result = good ? table_choice(r->bank, t.offset, &leaves) : 0;
    vec_free(&leaves);
    return result;
}

/* ---- Boxes ----------------------------------------------------------------------------------- */

/* Raw bytes behind a record. */
typedef struct raw {
    const uint8_t *at;
    size_t left;
} raw;

static bool take(raw *from, void *to, size_t n)
{
    if (n > from->left)
        return false;
    memcpy(to, from->at, n);
    from->at += n;
    from->left -= n;
    return true;
}

static void add_output(trace_box *traced, uint64_t value, uint32_t width)
{
    vec_push(&traced->outputs, value);
    vec_push(&traced->widths, width);
    vec_push(&traced->decls, 0);
}

static void add_input(trace_box *traced, term_id t, uint64_t value)
{
    vec_push(&traced->inputs, t);
    vec_push(&traced->seen, value);
}

static bool read_arguments(trace_reader *r, trace_box *traced, raw *from, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        tandem_box_arg a;
        if (!take(from, &a, sizeof a))
            return false;
        trace_argument one = {.value = a.value, .width = a.width};
        if (a.expr) {
            one.term = a.width <= 64 ? trace_bits(r, a.expr, a.width) : 0;
            if (!one.term)
                return false;
            add_input(traced, one.term, a.value & (UINT64_MAX >> (64 - a.width)));
        }
        vec_push(&traced->args, one);
    }
    return true;
}

static bool read_bytes(trace_reader *r, trace_box *traced, raw *from, uint32_t n, bool changed)
{
    for (uint32_t i = 0; i < n; i++) {
        tandem_box_byte b;
        if (!take(from, &b, sizeof b))
            return false;
        trace_byte one = {.address = b.address, .value = b.value};
        if (b.expr && !changed) {
            one.term = trace_bits(r, b.expr, 8);
            if (!one.term)
                return false;
            add_input(traced, one.term, b.value);
        }
        if (changed) {
            vec_push(&traced->changed, one);
            add_output(traced, b.value, 8);
        } else {
            vec_push(&traced->reached, one);
        }
    }
    return true;
}

bool trace_read_box(trace_reader *r, const tandem_record *x)
{
    raw from = {(const uint8_t *)(x + 1), (size_t)x->c * sizeof *x};
    tandem_box b;
    trace_box traced = {.site = x->b};
    if (x->a >= r->n_functions)
        return trace_refuse(r, "box of function %u", x->a);
    memcpy(traced.name, r->functions[x->a].name, sizeof traced.name);
    traced.name[sizeof traced.name - 1] = 0;
    traced.address = r->functions[x->a].address;
    if (r->functions[x->a].origin < TANDEM_ORIGIN_COUNT)
        traced.origin = (tandem_origin)r->functions[x->a].origin;
    bool good = take(&from, &b, sizeof b) && b.n_args <= TANDEM_MAX_ARGS && b.result_width <= 64;
    if (good) {
        traced.floats = b.floats;
        traced.keeper = b.keeper;
        traced.result_width = b.result_width;
        add_output(&traced, b.result, b.result_width);
        add_output(&traced, b.error, 32);
        good = read_arguments(r, &traced, &from, b.n_args) &&
               read_bytes(r, &traced, &from, b.n_reached, false) &&
               read_bytes(r, &traced, &from, b.n_changed, true);
    }
    map_put(&r->box_at, r->at, r->trace->boxes.n);
    vec_push(&r->trace->boxes, traced);
    return good || trace_refuse(r, "a box of %s that is cut off", traced.name);
}

term_id trace_fmod(trace_reader *r, const tandem_record *x)
{
    if (x->width != 32 && x->width != 64)
        return trace_refuse(r, "no number of %u bits", x->width);
    term_id inputs[] = {trace_bits(r, x->a, x->width), trace_bits(r, x->b, x->width)};
    if (!inputs[0] || !inputs[1])
        return 0;
    sort_id sort = sort_bv(r->bank, x->width), domain[] = {sort, sort};
    decl_id decl = decl_new(r->bank, symbol_fresh(r->bank, "fmod"), domain, 2, sort);
    trace_box traced = {.is_fmod = true, .result_width = x->width};
    add_input(&traced, inputs[0], 0);
    add_input(&traced, inputs[1], 0);
    add_output(&traced, 0, x->width);
    traced.decls.at[0] = decl;
    memcpy(traced.name, "fmod", sizeof "fmod");
    map_put(&r->trace->box_of_decl, decl, (uint64_t)r->trace->boxes.n << 32);
    vec_push(&r->trace->boxes, traced);
    return term_app(r->bank, decl, inputs, 2);
}

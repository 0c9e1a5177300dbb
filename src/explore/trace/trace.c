#include "explore/trace/trace.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/hash.h"
#include "explore/target/recall.h"
#include "explore/trace/trace_impl.h"

void trace_bank_init(trace_bank *tb)
{
    *tb = (trace_bank){.bank = bank_new(true)};
}

void trace_bank_free(trace_bank *tb)
{
    map_free(&tb->variables);
    bank_free(tb->bank);
}

uint32_t trace_refuse(trace_reader *r, const char *format, ...)
{
    if (r->trace->refused.n)
        return 0;
    va_list arguments;
    va_start(arguments, format);
    strbuf_printf(&r->trace->refused, "record %u: ", r->at);
    strbuf_vprintf(&r->trace->refused, format, arguments);
    va_end(arguments);
    return 0;
}

/* ---- Events ---------------------------------------------------------------------------------- */

trace_condition *trace_new_condition(trace_reader *r, trace_kind kind, term_id t)
{
    trace_condition c = {
        .kind = kind, .term = t, .first = (uint32_t)r->trace->alternatives.n, .record = r->at};
    vec_push(&r->trace->conditions, c);
    return &vec_last(&r->trace->conditions);
}

void trace_add_condition(trace_reader *r, trace_kind kind, term_id t)
{
    if (t && t != TERM_ID_TRUE)
        trace_new_condition(r, kind, t);
}

void trace_add_alternative(trace_reader *r, trace_condition *c, term_id t, uint32_t taken)
{
    vec_push(&r->trace->alternatives, ((trace_alternative){.term = t, .taken = taken}));
    c->n++;
}

static void branch(trace_reader *r, const tandem_record *x)
{
    term_id t = trace_truth(r, x->a);
    if (!t)
        return;
    term_id other = term_not(r->bank, t);
    bool chosen = x->op == TANDEM_BRANCH && x->c == 1;
    trace_condition *c = trace_new_condition(r,
                                             chosen                  ? TRACE_CHOICE
                                             : x->op == TANDEM_CHECK ? TRACE_CHECK
                                                                     : TRACE_BRANCH,
                                             chosen    ? TERM_ID_TRUE
                                             : x->flag ? t
                                                       : other);
    c->site = x->b;
    c->taken = x->flag != 0;
    trace_add_alternative(r, c, x->flag ? other : t, !x->flag);
}

/* One alternative for each case not taken, and one for the default. */
static void choose(trace_reader *r, const tandem_record *x)
{
    uint32_t width = x->a && x->a < r->at ? r->widths[x->a] : 0;
    term_id value = width && width <= 64 ? trace_bits(r, x->a, width) : 0;
    if (!value || x->c > r->n - r->at - 1) {
        trace_refuse(r, "a switch over nothing");
        return;
    }
    term_vec others = {0};
    term_id taken = 0;
    uint32_t which = x->c;
    for (uint32_t i = 0; i < x->c; i++) {
        const tandem_record *one = x + 1 + i;
        if (one->op != TANDEM_CASE) {
            trace_refuse(r, "a switch without its cases");
            vec_free(&others);
            return;
        }
        uint64_t number = trace_record_constant(one);
        term_id same =
            term_eq(r->bank, value, term_const(r->bank, value_bv_u64(r->bank, width, number)));
        vec_push(&others, same);
        if (one->flag && !taken) {
            taken = same;
            which = i;
        }
    }
    term_id none = term_not(r->bank, term_or(r->bank, others.at, (uint32_t)others.n));
    trace_condition *c = trace_new_condition(r, TRACE_SWITCH, taken ? taken : none);
    c->site = x->b;
    c->taken = which;
    for (uint32_t i = 0; i < others.n; i++)
        if (i != which)
            trace_add_alternative(r, c, others.at[i], i);
    if (taken && others.n)
        trace_add_alternative(r, c, none, x->c);
    vec_free(&others);
}

static void pin(trace_reader *r, const tandem_record *x)
{
    uint32_t width = x->a && x->a < r->at ? r->widths[x->a] : 0;
    term_id t = width && width <= 64 ? trace_bits(r, x->a, width) : 0;
    if (!t) {
        trace_refuse(r, "nothing was made concrete");
        return;
    }
    uint64_t value = x->b | (uint64_t)x->c << 32;
    term_id same = term_eq(r->bank, t, term_const(r->bank, value_bv_u64(r->bank, width, value)));
    if (same == TERM_ID_TRUE)
        return;
    trace_condition *c = trace_new_condition(r, TRACE_PIN, same);
    c->site = TRACE_NO_SITE;
    c->taken = (uint32_t)hash_mix(value, width);
    trace_add_alternative(r, c, term_not(r->bank, same), c->taken);
}

static void fact(trace_reader *r, const tandem_record *x, term_id t)
{
    const uint64_t *traced = map_find(&r->box_at, x->b);
    if (traced)
        vec_push(&r->trace->facts, ((trace_fact){.term = t, .box = (uint32_t)*traced}));
    else
        trace_refuse(r, "a fact of record %u, which is no box", x->b);
}

/* One of the program's own (c) decides about the way of a run: where it does not hold the run has
 * ended, and only then the other side is wanted. */
static void assume(trace_reader *r, const tandem_record *x)
{
    term_id t = trace_truth(r, x->a);
    if (!t)
        return;
    if (x->c == 2) {
        fact(r, x, t);
        return;
    }
    if (x->c == 3 || x->c == 4) {
        if (term_op_of(r->bank, t) != OP_CONST)
            trace_wonder(r, t, x->c == 3 ? TRACE_BOUNDS_SITE : TRACE_ARITHMETIC_SITE);
        return;
    }
    if (!x->c) {
        if (t != TERM_ID_TRUE)
            trace_stay_inside(r, x, t);
        return;
    }
    trace_condition *c = trace_new_condition(r, TRACE_BRANCH, x->flag ? t : term_not(r->bank, t));
    c->site = x->b;
    c->taken = x->flag != 0;
    if (!x->flag)
        trace_add_alternative(r, c, t, 1);
}

static void end_of_input(trace_reader *r, const tandem_record *x)
{
    if (x->a >= r->n_inputs) {
        trace_refuse(r, "the end of input %u", x->a);
        return;
    }
    const tandem_input *i = &r->inputs[x->a];
    vec_push(&r->trace->ends, ((trace_end){.kind = i->kind, .index = i->index, .offset = x->b}));
}

/* Raw records behind this one; UINT64_MAX: more than there are. */
static uint64_t raw_records(const trace_reader *r, const tandem_record *x)
{
    uint64_t n = 0;
    if (x->op == TANDEM_BOX || x->op == TANDEM_SWITCH)
        n = x->c;
    else if (x->op == TANDEM_TABLE_DATA)
        n = ((uint64_t)x->c + 15) / 16 + (x->flag & 1 ? ((uint64_t)x->c * 4 + 15) / 16 : 0);
    return n <= r->n - r->at - 1 ? n : UINT64_MAX;
}

static void event(trace_reader *r, const tandem_record *x)
{
    switch ((tandem_op)x->op) {
    case TANDEM_BRANCH:
    case TANDEM_CHECK:
        branch(r, x);
        break;
    case TANDEM_SWITCH:
        choose(r, x);
        break;
    case TANDEM_CONCRETE:
        pin(r, x);
        break;
    case TANDEM_ASSUME:
        assume(r, x);
        break;
    case TANDEM_TABLE_DATA:
        r->widths[r->at] = UINT16_MAX; /* a table, and no expression */
        break;
    case TANDEM_BOX:
        trace_read_box(r, x);
        break;
    case TANDEM_END_OF_INPUT:
        end_of_input(r, x);
        break;
    default:
        trace_refuse(r, "operator %u is no event", x->op);
    }
}

/* Logs are not believed: a truth value of eight bits would be taken for a byte. */
static bool has_width(const trace_reader *r, term_id t, uint32_t width)
{
    sort_id sort = term_sort(r->bank, t);
    sort_kind kind = sort_kind_of(r->bank, sort);
    return kind == SORT_BOOL ? width == 1
                             : kind != SORT_BV || sort_bv_width(r->bank, sort) == width;
}

static void read_records(trace_reader *r)
{
    for (r->at = 1; r->at < r->n && !r->trace->refused.n; r->at++) {
        const tandem_record *x = &r->log[r->at];
        uint64_t raw = raw_records(r, x);
        if (raw == UINT64_MAX) {
            trace_refuse(r, "its data is cut off");
            break;
        }
        if (x->op >= TANDEM_BRANCH) {
            event(r, x);
        } else if (x->op != TANDEM_NONE) {
            term_id t = trace_expression(r, x);
            if (t && !has_width(r, t, x->width))
                t = trace_refuse(r, "expression %u has another width", r->at);
            r->terms[r->at] = t;
            r->widths[r->at] = t ? x->width : 0;
        }
        r->at += (uint32_t)raw;
    }
}

/* ---- The whole ------------------------------------------------------------------------------- */

/* What the run itself saw: recorded results at recorded inputs. */
static value_id replay_box(void *context, decl_id d, const value_id *args, uint32_t n)
{
    explore_trace *t = context;
    const uint64_t *place = map_find(&t->box_of_decl, d);
    if (!place)
        return 0;
    const trace_box *traced = &t->boxes.at[*place >> 32];
    uint64_t words[2] = {0};
    for (uint32_t i = 0; i < n; i++) {
        uint64_t word = 0;
        value_small_bits(t->bank, args[i], &word);
        if (i < 2)
            words[i] = word;
        if (!traced->is_fmod && word != traced->seen.at[i])
            return EVAL_NO_VALUE;
    }
    uint32_t k = (uint32_t)*place;
    uint64_t result = traced->is_fmod ? recall_fmod(traced->result_width, words[0], words[1])
                                      : traced->outputs.at[k];
    return value_bv_u64(t->bank, traced->widths.at[k], result);
}

/* Conditions that the run's own inputs do not make true are no conditions. */
static void check_conditions(explore_trace *t)
{
    term_model *m = model_new(t->bank);
    for (size_t i = 0; i < t->variables.n; i++)
        model_set_value(m, t->variables.at[i].decl,
                        value_bv_u64(t->bank, 8, t->variables.at[i].value));
    evaluator *e = eval_new(m, &(eval_config){.call = replay_box, .call_context = t});
    size_t kept = 0;
    for (size_t i = 0; i < t->conditions.n; i++)
        if (eval_term(e, t->conditions.at[i].term) == VALUE_ID_TRUE)
            t->conditions.at[kept++] = t->conditions.at[i];
    t->n_mismatched = (uint32_t)(t->conditions.n - kept);
    t->conditions.n = kept;
    kept = 0;
    for (size_t i = 0; i < t->facts.n; i++)
        if (eval_term(e, t->facts.at[i].term) == VALUE_ID_TRUE)
            t->facts.at[kept++] = t->facts.at[i];
    t->n_mismatched += (uint32_t)(t->facts.n - kept);
    t->facts.n = kept;
    eval_free(e);
    model_free(m);
}

/* Our own copy: nothing can change under our hands. */
static bool copy_log(trace_reader *r, const tandem_shared *shared, uint32_t log_records)
{
    const volatile tandem_shared *s = shared;
    uint32_t n = s->n_records, inputs = s->n_inputs, functions = s->n_functions;
    r->n = n < log_records ? n : log_records;
    r->n_inputs = inputs < TANDEM_MAX_INPUTS ? inputs : TANDEM_MAX_INPUTS;
    r->n_functions = functions < TANDEM_MAX_FUNCTIONS ? functions : TANDEM_MAX_FUNCTIONS;
    r->log = base_alloc((r->n + 1u) * sizeof *r->log);
    r->inputs = base_alloc((r->n_inputs + 1u) * sizeof *r->inputs);
    r->functions = base_alloc((r->n_functions + 1u) * sizeof *r->functions);
    memcpy(r->log, shared->log, r->n * sizeof *r->log);
    memcpy(r->inputs, shared->inputs, r->n_inputs * sizeof *r->inputs);
    memcpy(r->functions, shared->functions, r->n_functions * sizeof *r->functions);
    memcpy(r->trace->concretized, shared->concretized, sizeof r->trace->concretized);
    r->trace->full = s->full & 7;
    for (uint32_t i = 0; i < r->n_inputs; i++) {
        r->inputs[i].name[TANDEM_NAME_BYTES - 1] = 0;
        if (r->inputs[i].kind > TANDEM_OBJECT || r->inputs[i].bytes > TANDEM_REQUEST_BYTES ||
            r->inputs[i].index > TANDEM_REQUEST_BYTES)
            return trace_refuse(r, "input %u is none", i);
        vec_push(&r->trace->inputs, r->inputs[i]);
    }
    return true;
}

void trace_read(explore_trace *t, trace_bank *tb, const tandem_shared *shared, uint32_t log_records,
                const explore_test *test)
{
    *t = (explore_trace){.bank = tb->bank, .refused = STRBUF_INIT};
    trace_reader r = {.trace = t, .tb = tb, .bank = tb->bank, .test = test};
    bool good = copy_log(&r, shared, log_records);
    r.terms = base_alloc_zero(r.n + 1u, sizeof *r.terms);
    r.widths = base_alloc_zero(r.n + 1u, sizeof *r.widths);
    if (good)
        read_records(&r);
    trace_start_sets(t);
    check_conditions(t);
    free(r.log);
    free(r.inputs);
    free(r.functions);
    free(r.terms);
    free(r.widths);
    map_free(&r.variable_of);
    map_free(&r.box_at);
}

void trace_free(explore_trace *t)
{
    for (size_t i = 0; i < t->boxes.n; i++) {
        trace_box *b = &t->boxes.at[i];
        vec_free(&b->args);
        vec_free(&b->reached);
        vec_free(&b->changed);
        vec_free(&b->inputs);
        vec_free(&b->seen);
        vec_free(&b->outputs);
        vec_free(&b->decls);
        vec_free(&b->widths);
    }
    vec_free(&t->variables);
    vec_free(&t->conditions);
    vec_free(&t->alternatives);
    vec_free(&t->boxes);
    vec_free(&t->facts);
    vec_free(&t->ends);
    vec_free(&t->inputs);
    vec_free(&t->sets);
    map_free(&t->box_of_decl);
    map_free(&t->set_of_term);
    strbuf_free(&t->refused);
}

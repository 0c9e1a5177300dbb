#include "prove/run/real.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/rng.h"
#include "prove/ctext/c_text.h"
#include "prove/run/sitting.h"
#include "term/eval/eval.h"

enum { MAX_NEEDS = 3 }; /* that are shown */

/* One execution. */
typedef struct execution {
    real_runs *runs;
    const ir_program *p;
    const run *candidate; /* may be NULL */
    rng random;
    double deadline;
    term_model *state; /* variables at the location, inputs since the last cut point */
    uint32_t location;
    run *run; /* its last step is the one that is being made */
    strbuf *crash;
    const ir_edge *fault; /* it ended there */
    uint64_t odds;        /* inputs change once in so many times; 0: always */
} execution;

/* ---- Inputs ---------------------------------------------------------------------------------- */

static bool is_result(const ir_location *l, term_id input)
{
    for (size_t i = 0; i < l->calls.n; i++)
        if (l->calls.at[i].input == input)
            return true;
    return false;
}

/* What the candidate's step has for an input of the location: the n-th that is no result. */
static value_id candidate_input(const execution *e, size_t n)
{
    size_t step = e->run->steps.n - 1;
    if (!e->candidate || step >= e->candidate->steps.n)
        return 0;
    const run_step *s = &e->candidate->steps.at[step];
    const ir_location *l = &e->runs->told->program->locations.at[e->location];
    for (size_t i = 0; i < l->inputs.n; i++) {
        if (is_result(l, l->inputs.at[i].term) || n--)
            continue;
        for (size_t k = 0; s->taken && k < s->inputs.n; k++)
            if (s->taken->inputs.at[k] == l->inputs.at[i].term)
                return s->inputs.at[k];
        return 0;
    }
    return 0;
}

static value_id random_number(execution *e, sort_id sort)
{
    term_bank *b = e->p->bank;
    int64_t n = rng_one_in(&e->random, 8) ? (int64_t)rng_below(&e->random, 2000) - 1000
                                          : (int64_t)rng_below(&e->random, 12) - 2;
    switch (sort_kind_of(b, sort)) {
    case SORT_BOOL:
        return value_bool(n & 1);
    case SORT_INT:
        return value_int(b, n);
    case SORT_BV:
        return value_bv_u64(b, sort_bv_width(b, sort), (uint64_t)n);
    default:
        return value_default(b, sort);
    }
}

static value_id any_value(execution *e, term_id t)
{
    sort_id sort = term_sort(e->p->bank, t);
    return e->candidate ? value_default(e->p->bank, sort) : random_number(e, sort);
}

static void set(execution *e, term_id constant, value_id v)
{
    model_set_value(e->state, term_decl(e->p->bank, constant), v);
}

static void take_inputs(execution *e, const ir_location *l)
{
    size_t n = 0;
    for (size_t i = 0; i < l->inputs.n; i++) {
        term_id t = l->inputs.at[i].term;
        value_id v = is_result(l, t) ? 0 : candidate_input(e, n++);
        decl_id d = term_decl(e->p->bank, t);
        bool stays = !v && e->odds && model_has(e->state, d) && !rng_one_in(&e->random, e->odds);
        if (!stays)
            set(e, t, v ? v : any_value(e, t));
    }
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

static value_id value_of(execution *e, term_id t)
{
    box_set *boxes = e->runs->boxes;
    evaluator *v = eval_new(e->state, &(eval_config){.complete = true,
                                                     .call = boxes ? boxes_evaluate : NULL,
                                                     .call_context = boxes});
    value_id result = eval_term(v, t);
    eval_free(v);
    return result;
}

static bool holds(execution *e, term_id t)
{
    value_id v = value_of(e, t);
    return v && value_is_true(v);
}

static void put_crash(const ir_opaque *f, const sitting_call *c, size_t n, strbuf *out)
{
    strbuf_printf(out, "%s(", f->name);
    for (size_t i = 0; i < n; i++)
        strbuf_printf(out, "%s%" PRId64, i ? ", " : "", (int64_t)c->args[i]);
    strbuf_puts(out, "): crashed");
}

/* False: the run cannot go on. */
static bool make_call(execution *e, const ir_foreign_call *c)
{
    real_runs *x = e->runs;
    const ir_opaque *f = &e->p->foreign.at[c->function];
    sitting_call call = {.decl = f->decl};
    if (!holds(e, c->when))
        return true;
    if (!x->sitting || !boxes_find(x->boxes, f->decl))
        return !c->input; /* what has no result is taken to do nothing */
    for (size_t i = 0; i < c->args.n; i++)
        if (!sitting_word(x->boxes, e->p->bank, f->decl, (uint32_t)i, value_of(e, c->args.at[i]),
                          &call.args[i]))
            return false;
    if (!sitting_make(x->sitting, &call, 1, e->deadline))
        return false;
    if (call.status == BOX_CRASHED)
        put_crash(f, &call, c->args.n, e->crash);
    value_id v =
        call.status == BOX_OK ? sitting_value(x->boxes, e->p->bank, f->decl, call.result) : 0;
    if (c->input && v)
        set(e, c->input, v);
    return call.status == BOX_OK && (v || !c->input);
}

static const ir_edge *way_out(execution *e)
{
    const ir_edge *good = NULL;
    for (size_t i = 0; i < e->p->edges.n; i++) {
        const ir_edge *edge = &e->p->edges.at[i];
        if (edge->from != e->location || (edge->to == IR_UNDEFINED && !e->runs->undefined))
            continue;
        bool taken = holds(e, edge->guard);
        if (taken && edge->to == IR_UNDEFINED)
            return edge;
        if (taken && !good)
            good = edge;
    }
    return good;
}

/* Whether the variable can hold the value: where mathematical integers leave the type of C, real
 * code would be given, and would be compared with, other numbers. */
static bool can_hold(const ir_program *p, uint32_t variable, value_id v)
{
    const ir_type *type = &p->variables.at[variable].type;
    int64_t n, half = INT64_C(1) << (type->width < 64 ? type->width - 1 : 62);
    if (!v || type->n_dims || !ir_type_is_widened(p, type))
        return true;
    return value_small_int(p->bank, v, &n) && (type->width >= 64 || (n >= -half && n < half));
}

/* False: a number has left its type. */
static bool follow(execution *e, const ir_edge *edge)
{
    vec_u32 values = {0};
    bool good = true;
    for (size_t i = 0; i < edge->assignments.n; i++) {
        vec_push(&values, value_of(e, edge->assignments.at[i].value));
        good = good && can_hold(e->p, edge->assignments.at[i].variable, vec_last(&values));
    }
    for (size_t i = 0; i < values.n; i++) {
        term_id t = e->p->variables.at[edge->assignments.at[i].variable].term;
        set(e, t,
            values.at[i] ? values.at[i] : value_default(e->p->bank, term_sort(e->p->bank, t)));
    }
    vec_free(&values);
    e->location = edge->to;
    return good;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static void begin_step(execution *e, uint32_t cut)
{
    run_step s = {.cut = cut};
    for (size_t v = 0; v < e->p->variables.n; v++)
        vec_push(&s.values,
                 model_value(e->state, term_decl(e->p->bank, e->p->variables.at[v].term)));
    vec_push(&e->run->steps, s);
}

/* Which transition the step was; its inputs are still there. */
static void end_step(execution *e, bool undefined)
{
    const ir_system *s = e->runs->system;
    run_step *step = &vec_last(&e->run->steps);
    vec_u32 now = {0};
    for (size_t v = 0; v < e->p->variables.n; v++) {
        term_id t = e->p->variables.at[v].term;
        vec_push(&now, model_value(e->state, term_decl(e->p->bank, t)));
        set(e, t, step->values.at[v]);
    }
    const ir_transition *list = undefined ? s->undefined.at : s->transitions.at;
    for (size_t i = 0; i < (undefined ? s->undefined.n : s->transitions.n) && !step->taken; i++)
        if (list[i].from == step->cut && holds(e, list[i].guard))
            step->taken = &list[i];
    for (size_t i = 0; step->taken && i < step->taken->inputs.n; i++)
        vec_push(&step->inputs, value_of(e, step->taken->inputs.at[i]));
    for (size_t v = 0; v < now.n; v++)
        set(e, e->p->variables.at[v].term, now.at[v]);
    vec_free(&now);
}

static uint32_t cut_of(const ir_system *s, uint32_t location)
{
    for (uint32_t cut = 0; cut < s->cuts.n; cut++)
        if (s->cuts.at[cut] == location)
            return cut;
    return UINT32_MAX;
}

static void start(execution *e)
{
    const run_step *first =
        e->candidate && e->candidate->steps.n ? &e->candidate->steps.at[0] : NULL;
    for (size_t v = 0; v < e->p->variables.n; v++) {
        term_id t = e->p->variables.at[v].term;
        value_id known = first && v < first->values.n ? first->values.at[v] : 0;
        set(e, t, known ? known : any_value(e, t));
    }
    e->location = IR_ENTRY;
    begin_step(e, 0);
}

/* True when it ends in a fault. */
static bool execute(execution *e)
{
    start(e);
    const uint64_t most = e->runs->limits->real_blocks;
    for (uint64_t blocks = 0; blocks < most && clock_wall() < e->deadline; blocks++) {
        e->runs->blocks++;
        const ir_location *l = &e->p->locations.at[e->location];
        take_inputs(e, l);
        for (size_t i = 0; i < l->calls.n; i++)
            if (!make_call(e, &l->calls.at[i]))
                return e->crash->n > 0;
        const ir_edge *edge = way_out(e);
        if (!edge)
            return false;
        bool fault = edge->to == IR_ERROR || edge->to == IR_UNDEFINED;
        if (!fault && !follow(e, edge))
            return false;
        uint32_t cut = fault ? UINT32_MAX : cut_of(e->runs->system, e->location);
        if (fault || cut != UINT32_MAX)
            end_step(e, edge->to == IR_UNDEFINED);
        if (fault)
            return vec_last(&e->run->steps).taken != NULL;
        if (cut != UINT32_MAX && !vec_last(&e->run->steps).taken)
            return false; /* the transitions know better */
        if (cut != UINT32_MAX)
            begin_step(e, cut);
    }
    return false;
}

bool real_confirm(real_runs *x, const run *candidate, double deadline, run *r, strbuf *crash)
{
    char *error = NULL;
    if (x->sitting && sitting_lost(x->sitting))
        real_runs_end(x);
    if (x->boxes && !x->sitting)
        x->sitting =
            sitting_new(x->boxes, x->call_seconds, (uint32_t)x->limits->call_recoveries, &error);
    free(error);
    if (x->sitting)
        sitting_renew(x->sitting);
    execution e = {.runs = x,
                   .p = x->system->program,
                   .candidate = candidate,
                   .deadline = deadline ? deadline : clock_wall() + 1e9,
                   .state = model_new(x->system->program->bank),
                   .run = r,
                   .crash = crash};
    rng_seed(&e.random, x->seed + x->runs++);
    if (!candidate && x->runs % 2)
        e.odds = UINT64_C(2) << rng_below(&e.random, 10);
    bool fault = execute(&e);
    model_free(e.state);
    if (!fault) {
        run_free(r);
        *r = (run){0};
    }
    return fault;
}

bool real_search(real_runs *x, size_t runs, double deadline, run *r, strbuf *crash)
{
    bool found = false;
    uint64_t last = x->blocks + x->limits->breach_search_blocks;
    for (size_t i = 0; i < runs && !found && x->blocks < last && clock_wall() < deadline; i++)
        found = real_confirm(x, NULL, deadline, r, crash);
    return found;
}

/* ---- What a run would need ------------------------------------------------------------------- */

static void need(const ir_program *p, const run_step *s, const ir_location *l, size_t *n,
                 strbuf *out)
{
    for (size_t c = 0; c < l->calls.n; c++)
        for (size_t i = 0; s->taken && i < s->taken->inputs.n && i < s->inputs.n; i++) {
            if (s->taken->inputs.at[i] != l->calls.at[c].input)
                continue;
            const ir_opaque *f = &p->foreign.at[l->calls.at[c].function];
            if (++*n > MAX_NEEDS)
                continue;
            strbuf_printf(out, "%s%s() can return ", *n > 1 ? " and " : "only if ", f->name);
            for (size_t k = 0; k < l->inputs.n; k++)
                if (l->inputs.at[k].term == l->calls.at[c].input)
                    c_text_value(p, &l->inputs.at[k].type, s->inputs.at[i], out);
        }
}

bool real_needs(const ir_program *p, const run *candidate, strbuf *out)
{
    size_t n = 0;
    for (size_t i = 0; i < candidate->steps.n; i++)
        for (size_t k = 0; k < p->locations.n; k++)
            need(p, &candidate->steps.at[i], &p->locations.at[k], &n, out);
    if (n > MAX_NEEDS)
        strbuf_puts(out, " and so on");
    return n > 0;
}

void real_runs_end(real_runs *x)
{
    sitting_free(x->sitting);
    x->sitting = NULL;
}

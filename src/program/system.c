#include "program/system.h"

#include <assert.h>
#include <stdlib.h>

#include "program/sums.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/rewrite/rewrite.h"

enum { NO_CUT = UINT32_MAX };

typedef VEC(uint32_t) index_vec;

typedef struct cutter {
    ir_system *system;
    const ir_program *p;
    rewriter *simplify;
    index_vec *out;  /* of each location: its edges */
    index_vec order; /* reachable locations, sources first but for edges that go back */
    uint32_t *cut;   /* of each location: its number as a cut point */
} cutter;

/* What is known at a location, on the way from one cut point. */
typedef struct way_state {
    term_id reached; /* 0: not at all */
    term_vec values;
} way_state;

/* ---- Where to cut ---------------------------------------------------------------------------- */

static void add_cut(cutter *c, uint32_t location)
{
    if (c->cut[location] != NO_CUT)
        return;
    c->cut[location] = (uint32_t)c->system->cuts.n;
    vec_push(&c->system->cuts, location);
}

/* Depth first with an explicit stack; an edge into a location that is still open goes back. */
static void find_cuts(cutter *c)
{
    enum { NEW, OPEN, DONE };
    size_t n = c->p->locations.n;
    uint8_t *state = base_alloc_zero(n, 1);
    size_t *next = base_alloc_zero(n, sizeof *next);
    index_vec stack = {0};
    add_cut(c, IR_ENTRY);
    vec_push(&stack, (uint32_t)IR_ENTRY);
    state[IR_ENTRY] = OPEN;
    while (stack.n) {
        uint32_t at = vec_last(&stack);
        if (next[at] == c->out[at].n) {
            state[at] = DONE;
            vec_push(&c->order, at);
            (void)vec_pop(&stack);
            continue;
        }
        uint32_t to = c->p->edges.at[c->out[at].at[next[at]++]].to;
        if (to == IR_ERROR || to == IR_UNDEFINED)
            continue;
        if (state[to] == OPEN)
            add_cut(c, to);
        if (state[to] == NEW) {
            state[to] = OPEN;
            vec_push(&stack, to);
        }
    }
    for (size_t i = 0; i < c->order.n / 2; i++) {
        uint32_t other = c->order.at[c->order.n - 1 - i];
        c->order.at[c->order.n - 1 - i] = c->order.at[i];
        c->order.at[i] = other;
    }
    free(state);
    free(next);
    vec_free(&stack);
}

/* ---- From one cut point to the next ---------------------------------------------------------- */

static term_id both(cutter *c, term_id x, term_id y)
{
    term_id t[] = {x, y};
    return rewrite_term(c->simplify, term_and(c->p->bank, t, 2));
}

/* Values after the edge, from those before it. */
static void pass_edge(cutter *c, const way_state *before, const ir_edge *e, way_state *after)
{
    term_bank *b = c->p->bank;
    term_vec names = {0};
    for (size_t v = 0; v < c->p->variables.n; v++)
        vec_push(&names, c->p->variables.at[v].term);
    term_subst *s = term_subst_new(b, names.at, before->values.at, names.n);
    after->reached = both(c, before->reached, term_subst_apply(s, e->guard));
    after->values = (term_vec){0};
    vec_append(&after->values, before->values.at, before->values.n);
    for (size_t i = 0; i < e->assignments.n; i++) {
        ir_assignment a = e->assignments.at[i];
        after->values.at[a.variable] = rewrite_term(c->simplify, term_subst_apply(s, a.value));
    }
    term_subst_free(s);
    vec_free(&names);
}

static void split_condition(const term_bank *b, term_id t, term_vec *parts)
{
    if (term_op_of(b, t) != OP_AND) {
        vec_push(parts, t);
        return;
    }
    for (uint32_t i = 0; i < term_arity(b, t); i++)
        split_condition(b, term_arg(b, t, i), parts);
}

static bool is_part(const term_vec *parts, term_id t)
{
    for (size_t i = 0; i < parts->n; i++)
        if (parts->at[i] == t)
            return true;
    return false;
}

/* The conjuncts of `t` that the other has not; those that it has too are appended to `common`, which may be NULL. */
static term_id own_part(cutter *c, term_id t, term_id other, term_vec *common)
{
    term_vec mine = {0}, theirs = {0}, own = {0};
    split_condition(c->p->bank, t, &mine);
    split_condition(c->p->bank, other, &theirs);
    for (size_t i = 0; i < mine.n; i++)
        if (!is_part(&theirs, mine.at[i]))
            vec_push(&own, mine.at[i]);
        else if (common)
            vec_push(common, mine.at[i]);
    term_id result = term_and(c->p->bank, own.at, (uint32_t)own.n);
    vec_free(&mine);
    vec_free(&theirs);
    vec_free(&own);
    return result;
}

/* One of two values; where they differ by a constant, that is what is chosen. */
static term_id choose(cutter *c, term_id condition, term_id x, term_id y)
{
    term_bank *b = c->p->bank;
    if (term_sort(b, x) != SORT_ID_INT)
        return rewrite_term(c->simplify, term_make3(b, OP_ITE, condition, x, y));
    term_id zero = term_const(b, value_int(b, 0));
    term_id difference = rewrite_term(c->simplify, ir_sum_difference(b, x, y));
    bool constant = term_op_of(b, x) != OP_CONST && term_op_of(b, difference) == OP_CONST;
    return rewrite_term(
        c->simplify,
        constant ? term_make2(b, OP_ADD, y, term_make3(b, OP_ITE, condition, difference, zero))
                 : term_make3(b, OP_ITE, condition, x, y));
}

/* Two ways exclude each other: what one has of its own tells which it is. */
static void merge(cutter *c, way_state *into, way_state *one)
{
    term_bank *b = c->p->bank;
    if (!into->reached) {
        *into = *one;
        return;
    }
    term_vec parts = {0};
    term_id own = own_part(c, one->reached, into->reached, &parts);
    term_id either[] = {own_part(c, into->reached, one->reached, NULL), own};
    term_id condition = own == TERM_ID_TRUE ? one->reached : own;
    for (size_t v = 0; v < into->values.n; v++) {
        term_id x = one->values.at[v], y = into->values.at[v];
        if (x != y)
            into->values.at[v] = choose(c, condition, x, y);
    }
    vec_push(&parts, term_or(b, either, 2));
    into->reached = rewrite_term(c->simplify, term_and(b, parts.at, (uint32_t)parts.n));
    vec_free(&parts);
    vec_free(&one->values);
}

static void collect_inputs(const cutter *c, ir_transition *t)
{
    term_bank *b = c->p->bank;
    vec_u32 decls = {0};
    term_vec roots = {0};
    vec_push(&roots, t->guard);
    vec_append(&roots, t->after.at, t->after.n);
    term_free_decls(b, roots.at, roots.n, &decls);
    for (size_t i = 0; i < decls.n; i++) {
        if (decl_arity(b, decls.at[i])) /* an opaque operation */
            continue;
        term_id constant = term_app(b, decls.at[i], NULL, 0);
        bool variable = false;
        for (size_t v = 0; v < c->p->variables.n && !variable; v++)
            variable = c->p->variables.at[v].term == constant;
        if (!variable)
            vec_push(&t->inputs, constant);
    }
    vec_free(&decls);
    vec_free(&roots);
}

/* ---- Inputs that nobody looks at ------------------------------------------------------------- */

static bool mentions(const term_bank *b, term_id t, decl_id d)
{
    vec_u32 decls = {0};
    bool found = false;
    term_free_decls(b, &t, 1, &decls);
    for (size_t i = 0; i < decls.n && !found; i++)
        found = decls.at[i] == d;
    vec_free(&decls);
    return found;
}

/* Without what the guard says of the input's type, if that is all that there is of the input: there
 * always is such a number. */
static void forget_input(cutter *c, ir_transition *t, const ir_input *x)
{
    term_bank *b = c->p->bank;
    decl_id d = term_decl(b, x->term);
    term_vec guard = {0}, range = {0}, rest = {0};
    bool idle = true;
    split_condition(b, t->guard, &guard);
    split_condition(b, rewrite_term(c->simplify, x->range), &range);
    for (size_t v = 0; v < t->after.n && idle; v++)
        idle = !mentions(b, t->after.at[v], d);
    for (size_t i = 0; i < guard.n && idle; i++) {
        bool known = false;
        for (size_t k = 0; k < range.n && !known; k++)
            known = range.at[k] == guard.at[i];
        if (!known)
            vec_push(&rest, guard.at[i]);
        idle = known || !mentions(b, guard.at[i], d);
    }
    if (idle)
        t->guard = term_and(b, rest.at, (uint32_t)rest.n);
    vec_free(&guard);
    vec_free(&range);
    vec_free(&rest);
}

static void forget_inputs(cutter *c, ir_transition *t)
{
    for (size_t k = 0; k < c->p->locations.n; k++)
        for (size_t i = 0; i < c->p->locations.at[k].inputs.n; i++) {
            const ir_input *x = &c->p->locations.at[k].inputs.at[i];
            if (!x->called && x->range != TERM_ID_TRUE &&
                mentions(c->p->bank, t->guard, term_decl(c->p->bank, x->term)))
                forget_input(c, t, x);
        }
}

/* `e` is the last edge on the way. */
static void add_transition(cutter *c, uint32_t from, uint32_t to, way_state *end, const ir_edge *e)
{
    ir_transition t = {.from = from, .to = to, .guard = end->reached};
    if (to == IR_FAULT) {
        vec_free(&end->values);
        t.line = e->line;
        t.kind = e->kind;
    }
    t.after = end->values;
    if (end->reached == TERM_ID_FALSE) {
        vec_free(&t.after);
        return;
    }
    forget_inputs(c, &t);
    collect_inputs(c, &t);
    if (e->to == IR_UNDEFINED)
        vec_push(&c->system->undefined, t);
    else
        vec_push(&c->system->transitions, t);
}

static void take_edge(cutter *c, uint32_t cut, way_state *states, const ir_edge *e)
{
    way_state end;
    pass_edge(c, &states[e->from], e, &end);
    if (e->to == IR_ERROR || e->to == IR_UNDEFINED)
        add_transition(c, cut, IR_FAULT, &end, e);
    else if (c->cut[e->to] != NO_CUT)
        add_transition(c, cut, c->cut[e->to], &end, e);
    else if (end.reached != TERM_ID_FALSE)
        merge(c, &states[e->to], &end);
    else
        vec_free(&end.values);
}

static void walk_from(cutter *c, uint32_t cut)
{
    way_state *states = base_alloc_zero(c->p->locations.n, sizeof *states);
    way_state *start = &states[c->system->cuts.at[cut]];
    start->reached = TERM_ID_TRUE;
    for (size_t v = 0; v < c->p->variables.n; v++)
        vec_push(&start->values, c->p->variables.at[v].term);
    for (size_t i = 0; i < c->order.n; i++) {
        uint32_t at = c->order.at[i];
        if (!states[at].reached)
            continue;
        for (size_t k = 0; k < c->out[at].n; k++)
            take_edge(c, cut, states, &c->p->edges.at[c->out[at].at[k]]);
    }
    for (size_t i = 0; i < c->p->locations.n; i++)
        vec_free(&states[i].values);
    free(states);
}

ir_system *ir_system_new(const ir_program *p)
{
    ir_system *s = base_alloc_zero(1, sizeof *s);
    s->program = p;
    cutter c = {.system = s, .p = p, .simplify = rewriter_new(p->bank)};
    c.out = base_alloc_zero(p->locations.n, sizeof *c.out);
    c.cut = base_alloc(p->locations.n * sizeof *c.cut);
    for (size_t i = 0; i < p->locations.n; i++)
        c.cut[i] = NO_CUT;
    for (size_t k = 0; k < p->edges.n; k++) {
        vec_push(&c.out[p->edges.at[k].from], (uint32_t)k);
        s->n_assertions += p->edges.at[k].to == IR_ERROR;
    }
    find_cuts(&c);
    for (uint32_t cut = 0; cut < s->cuts.n; cut++)
        walk_from(&c, cut);
    for (size_t i = 0; i < p->locations.n; i++)
        vec_free(&c.out[i]);
    free(c.out);
    free(c.cut);
    vec_free(&c.order);
    rewriter_free(c.simplify);
    return s;
}

static ir_transition copy_of(const ir_transition *t)
{
    ir_transition copy = *t;
    copy.after = (term_vec){0};
    copy.inputs = (term_vec){0};
    vec_append(&copy.after, t->after.at, t->after.n);
    vec_append(&copy.inputs, t->inputs.at, t->inputs.n);
    return copy;
}

static void copy_transition(ir_system *to, const ir_transition *t)
{
    ir_transition copy = copy_of(t);
    vec_push(&to->transitions, copy);
}

ir_system *ir_system_of_undefined(const ir_system *s)
{
    ir_system *u = base_alloc_zero(1, sizeof *u);
    u->program = s->program;
    u->n_assertions = s->undefined.n;
    vec_append(&u->cuts, s->cuts.at, s->cuts.n);
    for (size_t i = 0; i < s->transitions.n; i++)
        if (s->transitions.at[i].to != IR_FAULT)
            copy_transition(u, &s->transitions.at[i]);
    for (size_t i = 0; i < s->undefined.n; i++)
        copy_transition(u, &s->undefined.at[i]);
    return u;
}

/* ---- Numbers of their types ------------------------------------------------------------------ */

static void add_limits(const ir_program *p, term_id t, const ir_type *type, term_vec *limits)
{
    if (type->n_dims || !ir_type_is_widened(p, type))
        return;
    /* With constants that are machine words, for executions. */
    term_bank *b = p->bank;
    int64_t high = type->width < 64 ? (INT64_C(1) << (type->width - 1)) - 1 : INT64_MAX;
    term_id low = term_const(b, value_int(b, -high - 1));
    vec_push(limits, term_make2(b, OP_LE, low, t));
    vec_push(limits, term_make2(b, OP_LE, t, term_const(b, value_int(b, high))));
}

static bool occurs(const vec_u32 *decls, decl_id d)
{
    for (size_t i = 0; i < decls->n; i++)
        if (decls->at[i] == d)
            return true;
    return false;
}

/* Of what comes from outside in one transition. */
static term_id within(const ir_program *p, const ir_transition *t)
{
    term_vec limits = {0}, roots = {0};
    vec_u32 decls = {0};
    vec_push(&roots, t->guard);
    vec_append(&roots, t->after.at, t->after.n);
    term_free_decls(p->bank, roots.at, roots.n, &decls);
    for (size_t v = 0; !t->from && v < p->variables.n; v++)
        if (occurs(&decls, term_decl(p->bank, p->variables.at[v].term)))
            add_limits(p, p->variables.at[v].term, &p->variables.at[v].type, &limits);
    for (size_t k = 0; t->inputs.n && k < p->locations.n; k++)
        for (size_t i = 0; i < p->locations.at[k].inputs.n; i++) {
            const ir_input *x = &p->locations.at[k].inputs.at[i];
            if (occurs(&decls, term_decl(p->bank, x->term)))
                add_limits(p, x->term, &x->type, &limits);
        }
    vec_push(&limits, t->guard);
    term_id all = term_and(p->bank, limits.at, (uint32_t)limits.n);
    vec_free(&limits);
    vec_free(&roots);
    vec_free(&decls);
    return all;
}

ir_system *ir_system_within(const ir_system *s)
{
    ir_system *w = base_alloc_zero(1, sizeof *w);
    w->program = s->program;
    w->n_assertions = s->n_assertions;
    w->within = true;
    vec_append(&w->cuts, s->cuts.at, s->cuts.n);
    for (size_t i = 0; i < s->transitions.n; i++) {
        copy_transition(w, &s->transitions.at[i]);
        if (!s->within)
            vec_last(&w->transitions).guard = within(s->program, &s->transitions.at[i]);
    }
    for (size_t i = 0; i < s->undefined.n; i++) {
        ir_transition copy = copy_of(&s->undefined.at[i]);
        if (!s->within)
            copy.guard = within(s->program, &s->undefined.at[i]);
        vec_push(&w->undefined, copy);
    }
    return w;
}

static void free_transitions(ir_transition *list, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        vec_free(&list[i].after);
        vec_free(&list[i].inputs);
    }
}

void ir_system_free(ir_system *s)
{
    if (!s)
        return;
    free_transitions(s->transitions.at, s->transitions.n);
    free_transitions(s->undefined.at, s->undefined.n);
    vec_free(&s->undefined);
    vec_free(&s->transitions);
    vec_free(&s->cuts);
    free(s);
}

unsigned ir_system_line(const ir_system *s, uint32_t cut)
{
    return s->program->locations.at[s->cuts.at[cut]].line;
}

#include "prove/run/run.h"

#include <stdlib.h>

#include "base/clock.h"
#include "box/box.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/eval/eval.h"
#include "term/rewrite/rewrite.h"

/* Where the system can be after some steps, in terms of the inputs so far. */
typedef struct front {
    term_id reached; /* 0: not */
    term_vec values;
} front;

struct unrolling {
    const ir_system *system;
    front *fronts; /* of each cut point */
    size_t depth;
    VEC(term_vec) renamed; /* for each depth, the inputs of each transition one after the other */
    rewriter *simplify;
};

void run_free(run *r)
{
    for (size_t i = 0; i < r->steps.n; i++) {
        vec_free(&r->steps.at[i].values);
        vec_free(&r->steps.at[i].inputs);
    }
    vec_free(&r->steps);
}

static void free_step(run_step *s)
{
    vec_free(&s->values);
    vec_free(&s->inputs);
}

static bool same_state(const run_step *x, const run_step *y)
{
    return x->cut == y->cut && x->values.n == y->values.n &&
           !memcmp(x->values.at, y->values.at, x->values.n * sizeof *x->values.at);
}

void run_shorten(run *r)
{
    size_t n = 0;
    for (size_t i = 0; i < r->steps.n; i++) {
        size_t last = i;
        for (size_t k = i + 1; k < r->steps.n; k++)
            if (same_state(&r->steps.at[i], &r->steps.at[k]))
                last = k;
        while (i < last)
            free_step(&r->steps.at[i++]);
        r->steps.at[n++] = r->steps.at[last];
    }
    r->steps.n = n;
}

bool run_is_undefined(const ir_system *s, const run_step *step, const ir_transition *undefined)
{
    term_bank *b = s->program->bank;
    if (undefined->from != step->cut)
        return false;
    term_model *m = model_new(b);
    for (size_t v = 0; v < step->values.n; v++)
        if (step->values.at[v])
            model_set_value(m, term_decl(b, s->program->variables.at[v].term), step->values.at[v]);
    for (size_t k = 0; k < step->inputs.n; k++)
        if (step->inputs.at[k])
            model_set_value(m, term_decl(b, step->taken->inputs.at[k]), step->inputs.at[k]);
    evaluator *e = eval_new(m, &(eval_config){.complete = false});
    bool is = value_is_true(eval_term(e, undefined->guard));
    eval_free(e);
    model_free(m);
    return is;
}

unrolling *unrolling_new(const ir_system *s)
{
    unrolling *u = base_alloc_zero(1, sizeof *u);
    u->system = s;
    u->fronts = base_alloc_zero(s->cuts.n, sizeof *u->fronts);
    u->simplify = rewriter_new(s->program->bank);
    u->fronts[0].reached = TERM_ID_TRUE;
    for (size_t v = 0; v < s->program->variables.n; v++)
        vec_push(&u->fronts[0].values, s->program->variables.at[v].term);
    return u;
}

static void free_fronts(unrolling *u)
{
    for (size_t i = 0; i < u->system->cuts.n; i++)
        vec_free(&u->fronts[i].values);
    free(u->fronts);
}

void unrolling_free(unrolling *u)
{
    if (!u)
        return;
    free_fronts(u);
    for (size_t i = 0; i < u->renamed.n; i++)
        vec_free(&u->renamed.at[i]);
    vec_free(&u->renamed);
    rewriter_free(u->simplify);
    free(u);
}

size_t unrolling_depth(const unrolling *u)
{
    return u->depth;
}

/* New constants for all inputs of this depth. */
static void rename_inputs(unrolling *u)
{
    term_bank *b = u->system->program->bank;
    term_vec names = {0};
    for (size_t i = 0; i < u->system->transitions.n; i++) {
        const ir_transition *t = &u->system->transitions.at[i];
        for (size_t k = 0; k < t->inputs.n; k++) {
            /* One input may be in several transitions: it is the same one there. */
            term_id fresh = 0;
            size_t before = 0;
            for (size_t j = 0; j < i && !fresh; j++)
                for (size_t l = 0; l < u->system->transitions.at[j].inputs.n && !fresh;
                     l++, before++)
                    if (u->system->transitions.at[j].inputs.at[l] == t->inputs.at[k])
                        fresh = names.at[before];
            if (!fresh)
                fresh = term_app(
                    b, decl_constant(b, symbol_fresh(b, "in"), term_sort(b, t->inputs.at[k])), NULL,
                    0);
            vec_push(&names, fresh);
        }
    }
    vec_push(&u->renamed, names);
}

/* Variables by their values in the front, inputs by those of this depth. */
static term_subst *instantiate(const unrolling *u, const front *at, size_t transition)
{
    const ir_system *s = u->system;
    const ir_transition *t = &s->transitions.at[transition];
    size_t first = 0;
    for (size_t i = 0; i < transition; i++)
        first += s->transitions.at[i].inputs.n;
    term_vec from = {0}, to = {0};
    for (size_t v = 0; v < s->program->variables.n; v++)
        vec_push(&from, s->program->variables.at[v].term);
    vec_append(&to, at->values.at, at->values.n);
    vec_append(&from, t->inputs.at, t->inputs.n);
    vec_append(&to, vec_last(&u->renamed).at + first, t->inputs.n);
    term_subst *result = term_subst_new(s->program->bank, from.at, to.at, from.n);
    vec_free(&from);
    vec_free(&to);
    return result;
}

static void arrive(unrolling *u, front *to, term_id reached, term_vec *values)
{
    term_bank *b = u->system->program->bank;
    if (!to->reached) {
        *to = (front){.reached = reached, .values = *values};
        return;
    }
    for (size_t v = 0; v < values->n; v++)
        if (values->at[v] != to->values.at[v])
            to->values.at[v] = rewrite_term(
                u->simplify, term_make3(b, OP_ITE, reached, values->at[v], to->values.at[v]));
    term_id either[] = {to->reached, reached};
    to->reached = rewrite_term(u->simplify, term_or(b, either, 2));
    vec_free(values);
}

/* All fronts one step further; the ways into a fault are appended to `faults`. */
static void advance(unrolling *u, term_vec *faults)
{
    const ir_system *s = u->system;
    term_bank *b = s->program->bank;
    rename_inputs(u);
    front *next = base_alloc_zero(s->cuts.n, sizeof *next);
    for (size_t i = 0; i < s->transitions.n; i++) {
        const ir_transition *t = &s->transitions.at[i];
        const front *at = &u->fronts[t->from];
        if (!at->reached)
            continue;
        term_subst *sub = instantiate(u, at, i);
        term_id both[] = {at->reached, term_subst_apply(sub, t->guard)};
        term_id reached = rewrite_term(u->simplify, term_and(b, both, 2));
        if (reached != TERM_ID_FALSE && t->to == IR_FAULT) {
            vec_push(faults, reached);
        } else if (reached != TERM_ID_FALSE) {
            term_vec values = {0};
            for (size_t v = 0; v < t->after.n; v++)
                vec_push(&values, rewrite_term(u->simplify, term_subst_apply(sub, t->after.at[v])));
            arrive(u, &next[t->to], reached, &values);
        }
        term_subst_free(sub);
    }
    free_fronts(u);
    u->fronts = next;
    u->depth++;
}

/* ---- Arrays that were never written ---------------------------------------------------------- */

/* The type of an array that comes from outside and whose elements the model has more numbers for
 * than C; NULL: it is none. */
static const ir_type *wide_array(const unrolling *u, decl_id d)
{
    const ir_program *p = u->system->program;
    sort_id sort = decl_range(p->bank, d);
    if (sort_kind_of(p->bank, sort) != SORT_ARRAY ||
        sort_array_element(p->bank, sort) != SORT_ID_INT)
        return NULL;
    for (size_t v = 0; v < p->variables.n; v++)
        if (term_decl(p->bank, p->variables.at[v].term) == d)
            return ir_type_is_widened(p, &p->variables.at[v].type) ? &p->variables.at[v].type
                                                                   : NULL;
    static const ir_type elements = {.width = 32}; /* of an input: the narrowest that is widened */
    return &elements;
}

/* Each element of such an array that the formula looks at is a number of its type. */
static term_id with_elements(const unrolling *u, term_id formula)
{
    term_bank *b = u->system->program->bank;
    term_vec order = {0}, limits = {0};
    vec_u32 decls = {0};
    vec_push(&limits, formula);
    term_free_decls(b, &formula, 1, &decls);
    for (size_t i = 0; i < decls.n; i++) {
        const ir_type *type = decl_arity(b, decls.at[i]) ? NULL : wide_array(u, decls.at[i]);
        if (type && !order.n)
            term_postorder(b, &formula, 1, &order);
        for (size_t k = 0; type && k < order.n; k++)
            if (term_op_of(b, order.at[k]) == OP_SELECT) {
                term_id element = term_make2(b, OP_SELECT, term_app(b, decls.at[i], NULL, 0),
                                             term_arg(b, order.at[k], 1));
                vec_push(&limits, ir_type_range(b, element, type->width, type->is_unsigned));
            }
    }
    term_id all = term_and(b, limits.at, (uint32_t)limits.n);
    vec_free(&order);
    vec_free(&limits);
    vec_free(&decls);
    return all;
}

/* Elements that nothing looks at may be anything in a model; here they become 0. */
static value_id number_of_type(term_bank *b, const ir_type *type, value_id v)
{
    int64_t n;
    int64_t half = type->width < 64 ? INT64_C(1) << (type->width - 1) : INT64_MAX;
    bool good = value_small_int(b, v, &n) && n < half && n >= -half;
    return good ? v : value_int(b, 0);
}

static value_id array_of_type(const unrolling *u, decl_id d, value_id v)
{
    term_bank *b = u->system->program->bank;
    const ir_type *type = wide_array(u, d);
    if (!type)
        return v;
    value_id result = value_array_constant(b, decl_range(b, d),
                                           number_of_type(b, type, value_array_default(b, v)));
    for (uint32_t i = 0; i < value_array_size(b, v); i++)
        result = value_array_store(b, result, value_array_index_at(b, v, i),
                                   number_of_type(b, type, value_array_element_at(b, v, i)));
    return result;
}

/* ---- Execution ------------------------------------------------------------------------------- */

/* The inputs of `depth` as the solver's model has them; anything where it says nothing. */
static void take_inputs(const unrolling *u, const term_model *found, size_t depth,
                        term_model *state)
{
    term_bank *b = u->system->program->bank;
    size_t k = 0;
    for (size_t i = 0; i < u->system->transitions.n; i++)
        for (size_t j = 0; j < u->system->transitions.at[i].inputs.n; j++, k++) {
            term_id input = u->system->transitions.at[i].inputs.at[j];
            decl_id renamed = term_decl(b, u->renamed.at[depth].at[k]);
            value_id v = model_has(found, renamed) ? model_value(found, renamed) : 0;
            if (!v)
                v = value_default(b, term_sort(b, input));
            model_set_value(state, term_decl(b, input), array_of_type(u, term_decl(b, input), v));
        }
}

static bool is_true(value_id v)
{
    return v && value_is_true(v);
}

/* The transition that is taken; NULL: none, or an opaque operation is in the way. */
static const ir_transition *taken_from(const ir_system *s, uint32_t cut, evaluator *e,
                                       bool *crashed)
{
    for (size_t i = 0; i < s->transitions.n && !*crashed; i++) {
        if (s->transitions.at[i].from != cut)
            continue;
        value_id v = eval_term(e, s->transitions.at[i].guard);
        *crashed = !v && eval_why(e) == EVAL_BOX;
        if (is_true(v))
            return &s->transitions.at[i];
    }
    return NULL;
}

bool run_execute_step(const ir_system *s, uint32_t cut, term_model *state, box_set *boxes, run *r,
                      bool *crashed)
{
    term_bank *b = s->program->bank;
    bool fails = false;
    evaluator *e = eval_new(state, &(eval_config){.complete = true,
                                                  .call = boxes ? boxes_evaluate : NULL,
                                                  .call_context = boxes});
    run_step step = {.cut = cut, .taken = taken_from(s, cut, e, &fails)};
    vec_u32 after = {0};
    bool good = step.taken != NULL;
    for (size_t v = 0; v < s->program->variables.n; v++)
        vec_push(&step.values, eval_term(e, s->program->variables.at[v].term));
    for (size_t k = 0; good && k < step.taken->inputs.n; k++)
        vec_push(&step.inputs, eval_term(e, step.taken->inputs.at[k]));
    for (size_t v = 0; good && v < step.taken->after.n; v++) {
        vec_push(&after, eval_term(e, step.taken->after.at[v]));
        good = vec_last(&after) != 0;
        fails |= !good && eval_why(e) == EVAL_BOX;
    }
    eval_free(e);
    for (size_t v = 0; good && v < after.n; v++)
        model_set_value(state, term_decl(b, s->program->variables.at[v].term), after.at[v]);
    vec_free(&after);
    vec_push(&r->steps, step);
    if (crashed)
        *crashed = fails;
    return good;
}

/* True when the execution with these inputs breaks an assertion. */
static bool execute(const unrolling *u, const term_model *found, box_set *boxes, run *r)
{
    const ir_system *s = u->system;
    term_bank *b = s->program->bank;
    term_model *state = model_new(b);
    for (size_t v = 0; v < s->program->variables.n; v++) {
        decl_id d = term_decl(b, s->program->variables.at[v].term);
        value_id value = model_has(found, d) ? model_value(found, d) : 0;
        value = value ? value : value_default(b, decl_range(b, d));
        model_set_value(state, d, array_of_type(u, d, value));
    }
    uint32_t cut = 0;
    bool good = true;
    for (size_t depth = 0; good && cut != IR_FAULT && depth < u->depth; depth++) {
        take_inputs(u, found, depth, state);
        good = run_execute_step(s, cut, state, boxes, r, NULL);
        if (good)
            cut = vec_last(&r->steps).taken->to;
    }
    model_free(state);
    return good && cut == IR_FAULT;
}

teacher_answer unrolling_step(unrolling *u, teacher *t, run *r, bool *over)
{
    term_bank *b = u->system->program->bank;
    term_vec faults = {0};
    advance(u, &faults);
    *over = true;
    for (size_t i = 0; i < u->system->cuts.n; i++)
        *over = *over && !u->fronts[i].reached;
    term_id any = term_or(b, faults.at, (uint32_t)faults.n);
    vec_free(&faults);
    if (any == TERM_ID_FALSE)
        return TEACHER_HOLDS;
    ir_transition fault = {.to = IR_FAULT, .guard = with_elements(u, any)};
    teacher_answer answer = teacher_step(t, &fault, TERM_ID_TRUE, TERM_ID_TRUE);
    if (answer != TEACHER_BROKEN)
        return answer;
    if (execute(u, t->model, t->boxes, r))
        return TEACHER_BROKEN;
    run_free(r);
    return TEACHER_UNSURE;
}

bool unrolling_ends(const unrolling *u, teacher *t)
{
    term_vec reached = {0};
    for (size_t i = 0; i < u->system->cuts.n; i++)
        if (u->fronts[i].reached)
            vec_push(&reached, u->fronts[i].reached);
    ir_transition any = {.to = IR_FAULT};
    any.guard = term_or(u->system->program->bank, reached.at, (uint32_t)reached.n);
    vec_free(&reached);
    return teacher_step(t, &any, TERM_ID_TRUE, TERM_ID_TRUE) == TEACHER_HOLDS;
}

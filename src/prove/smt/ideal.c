#include "prove/smt/ideal.h"

#include <stdlib.h>

#include "base/map.h"
#include "prove/smt/minimise.h"
#include "term/core/subst.h"
#include "term/core/walk.h"
#include "term/eval/eval.h"

enum { WIDE = 64, MAX_PAIRS = 40 };

bool ideal_fits(const ir_system *ideal, const ir_system *s)
{
    const ir_program *p = ideal->program, *q = s->program;
    if (p->variables.n != q->variables.n || ideal->cuts.n != s->cuts.n)
        return false;
    for (size_t v = 0; v < p->variables.n; v++)
        if (p->variables.at[v].type.n_dims != q->variables.at[v].type.n_dims ||
            p->variables.at[v].type.width != q->variables.at[v].type.width)
            return false;
    return true;
}

/* ---- Integers as bits ------------------------------------------------------------------------ */

typedef struct translation {
    const ir_system *ideal, *system;
    term_bank *b;
    map done;
} translation;

static term_id widen(translation *x, term_id t, bool is_unsigned)
{
    sort_id sort = term_sort(x->b, t);
    if (sort_kind_of(x->b, sort) != SORT_BV)
        return t;
    uint32_t more = WIDE - sort_bv_width(x->b, sort);
    if (!more)
        return t;
    return term_make(x->b, is_unsigned ? OP_ZERO_EXTEND : OP_SIGN_EXTEND, &more, 1, &t, 1);
}

static const ir_variable *variable_of(const translation *x, term_id t)
{
    const ir_program *p = x->ideal->program;
    for (size_t v = 0; v < p->variables.n; v++)
        if (p->variables.at[v].term == t)
            return &x->system->program->variables.at[v];
    return NULL;
}

static term_id leaf(translation *x, term_id t)
{
    int64_t n;
    if (term_op_of(x->b, t) == OP_CONST) {
        if (term_sort(x->b, t) == SORT_ID_BOOL)
            return t;
        if (term_sort(x->b, t) != SORT_ID_INT || !value_small_int(x->b, term_value(x->b, t), &n))
            return 0;
        return term_const(x->b, value_bv_u64(x->b, WIDE, (uint64_t)n));
    }
    if (term_op_of(x->b, t) == OP_VAR)
        return term_sort(x->b, t) == SORT_ID_INT
                   ? term_var(x->b, term_symbol(x->b, t), sort_bv(x->b, WIDE))
                   : 0;
    const ir_variable *v = variable_of(x, t);
    if (!v)
        return 0;
    return v->type.n_dims ? v->term : widen(x, v->term, v->type.is_unsigned);
}

/* 0 where the sorts do not fit. */
static term_id pair(translation *x, term_op op, term_id a, term_id b)
{
    term_id args[] = {a, b};
    return term_make(x->b, op, NULL, 0, args, 2);
}

static term_id element(translation *x, term_id t, const term_id *args)
{
    const ir_variable *v = variable_of(x, term_arg(x->b, t, 0));
    term_id read = v ? pair(x, OP_SELECT, args[0], args[1]) : 0;
    return read ? widen(x, read, v->type.is_unsigned) : 0;
}

/* Of several operands two by two. */
static term_id fold(translation *x, term_op op, const term_id *args, uint32_t n)
{
    term_id t = args[0];
    for (uint32_t i = 1; i < n && t; i++)
        t = pair(x, op, t, args[i]);
    return t;
}

static term_id operation(translation *x, term_id t, const term_id *args, uint32_t n)
{
    switch (term_op_of(x->b, t)) {
    case OP_ADD:
        return fold(x, OP_BVADD, args, n);
    case OP_SUB:
        return fold(x, OP_BVSUB, args, n);
    case OP_MUL:
        return fold(x, OP_BVMUL, args, n);
    case OP_NEG:
        return term_make(x->b, OP_BVNEG, NULL, 0, args, 1);
    case OP_MOD:
        return pair(x, OP_BVSREM, args[0], args[1]);
    case OP_IDIV:
        return pair(x, OP_BVSDIV, args[0], args[1]);
    case OP_LE:
        return n == 2 ? pair(x, OP_BVSLE, args[0], args[1]) : 0;
    case OP_LT:
        return n == 2 ? pair(x, OP_BVSLT, args[0], args[1]) : 0;
    case OP_GE:
        return n == 2 ? pair(x, OP_BVSGE, args[0], args[1]) : 0;
    case OP_GT:
        return n == 2 ? pair(x, OP_BVSGT, args[0], args[1]) : 0;
    case OP_SELECT:
        return element(x, t, args);
    case OP_NOT:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_IMPLIES:
    case OP_ITE:
    case OP_EQ:
        return term_make(x->b, term_op_of(x->b, t), NULL, 0, args, n);
    default:
        return 0;
    }
}

static term_id translate_one(translation *x, term_id t)
{
    uint32_t n = term_arity(x->b, t);
    term_op op = term_op_of(x->b, t);
    if (op == OP_FORALL) {
        term_id body = (term_id)map_get(&x->done, term_body(x->b, t), 0);
        term_id bound =
            term_var_count(x->b, t) == 1 ? (term_id)map_get(&x->done, term_arg(x->b, t, 0), 0) : 0;
        return body && bound ? term_quantifier(x->b, OP_FORALL, &bound, 1, body, NULL, 0) : 0;
    }
    if (!n)
        return leaf(x, t);
    term_id *args = base_alloc_zero(n, sizeof *args);
    bool good = true;
    for (uint32_t i = 0; i < n && good; i++) {
        args[i] = (term_id)map_get(&x->done, term_arg(x->b, t, i), 0);
        good = args[i] != 0;
    }
    term_id result = good ? operation(x, t, args, n) : 0;
    free(args);
    return result;
}

static term_id to_bits(const ir_system *ideal, const ir_system *s, term_id t)
{
    translation x = {.ideal = ideal, .system = s, .b = s->program->bank};
    term_vec order = {0};
    term_postorder(x.b, &t, 1, &order);
    for (size_t i = 0; i < order.n; i++) {
        term_id one = translate_one(&x, order.at[i]);
        if (one)
            map_put(&x.done, order.at[i], one);
    }
    term_id result = (term_id)map_get(&x.done, t, 0);
    vec_free(&order);
    map_free(&x.done);
    return result;
}

term_id ideal_translate(const ir_system *ideal, const ir_system *s, term_id t)
{
    const ir_program *p = ideal->program, *q = s->program;
    if (q->model == IR_MACHINE)
        return to_bits(ideal, s, t);
    term_vec from = {0}, to = {0};
    for (size_t v = 0; v < p->variables.n; v++) {
        vec_push(&from, p->variables.at[v].term);
        vec_push(&to, q->variables.at[v].term);
    }
    term_id result = term_substitute(q->bank, t, from.at, to.at, from.n);
    vec_free(&from);
    vec_free(&to);
    return result;
}

/* ---- Learning -------------------------------------------------------------------------------- */

/* How many declarations it is about. */
static size_t mentioned(const ir_system *s, term_id t)
{
    vec_u32 decls = {0};
    term_free_decls(s->program->bank, &t, 1, &decls);
    size_t n = decls.n;
    vec_free(&decls);
    return n;
}

static bool is_order(const ir_system *s, term_id t)
{
    term_op op = term_op_of(s->program->bank, t);
    return op == OP_LE || op == OP_GE || op == OP_LT || op == OP_GT;
}

static bool is_among(const term_vec *list, term_id t)
{
    for (size_t i = 0; i < list->n; i++)
        if (list->at[i] == t)
            return true;
    return false;
}

static void add(const teacher *ideal, const ir_system *s, term_id found, term_vec *conjuncts)
{
    term_id t = ideal_translate(ideal->system, s, found);
    if (t && t != TERM_ID_TRUE && !is_among(conjuncts, t))
        vec_push(conjuncts, t);
}

/* What is needed with ideal integers, and what one variable is: the rest is seldom needed and makes
 * questions about bits dear. `needed` is NULL when it is not known. */
static void take(const teacher *ideal, const ir_system *s, const term_vec *found,
                 const term_vec *needed, term_vec *few, term_vec *all)
{
    size_t pairs = 0;
    for (size_t i = 0; i < found->n; i++) {
        term_id one = found->at[i];
        bool pair = is_order(ideal->system, one) && mentioned(ideal->system, one) > 1;
        bool wanted = needed && is_among(needed, one);
        if (needed && (wanted || mentioned(ideal->system, one) == 1))
            add(ideal, s, one, few);
        if (wanted || !pair || (!needed && pairs++ < MAX_PAIRS))
            add(ideal, s, one, all);
    }
}

bool ideal_learn(teacher *ideal, const ir_system *s, const vocabulary_config *config, term_vec *few,
                 term_vec *all)
{
    size_t n = s->cuts.n;
    term_vec *found = base_alloc_zero(n, sizeof *found);
    term_vec *needed = base_alloc_zero(n, sizeof *needed);
    learn_result learned = learn(ideal, config, NULL, NULL, found);
    for (size_t cut = 0; cut < n; cut++)
        vec_append(&needed[cut], found[cut].at, found[cut].n);
    if (learned == LEARN_SAFE)
        minimise(ideal, needed);
    for (size_t cut = 1; cut < n; cut++)
        take(ideal, s, &found[cut], learned == LEARN_SAFE ? &needed[cut] : NULL, &few[cut],
             &all[cut]);
    for (size_t cut = 0; cut < n; cut++) {
        vec_free(&found[cut]);
        vec_free(&needed[cut]);
    }
    free(found);
    free(needed);
    return learned != LEARN_STUCK;
}

/* ---- Weeding --------------------------------------------------------------------------------- */

static term_id all_of(const teacher *t, const term_vec *conjuncts)
{
    return term_and(t->system->program->bank, conjuncts->at, (uint32_t)conjuncts->n);
}

static bool is_false(evaluator *e, term_id t)
{
    value_id v = eval_term(e, t);
    return v && !value_is_true(v);
}

/* Without the conjuncts that are false behind the step that the teacher has found. */
static bool weed_by_model(teacher *t, const ir_transition *one, term_vec *conjuncts)
{
    size_t n = 0;
    evaluator *e = eval_new(t->model, &(eval_config){.complete = true});
    for (size_t i = 0; i < conjuncts->n; i++) {
        term_id after = teacher_after(t, one, conjuncts->at[i]);
        bool broken = is_false(e, after);
        for (size_t k = 0; k < t->instances.used && !broken; k++) {
            term_id at =
                instances_at(t->system->program->bank, after, t->instances.witnesses.at[k]);
            broken = at != after && is_false(e, at);
        }
        if (!broken)
            conjuncts->at[n++] = conjuncts->at[i];
    }
    eval_free(e);
    bool fewer = n < conjuncts->n;
    conjuncts->n = n;
    return fewer;
}

/* One by one: without those that do not hold, or of which that is not known. */
static bool weed_singly(teacher *t, const ir_transition *one, term_id before, term_vec *conjuncts)
{
    size_t n = 0;
    for (size_t i = 0; i < conjuncts->n; i++)
        if (teacher_step(t, one, before, conjuncts->at[i]) == TEACHER_HOLDS)
            conjuncts->at[n++] = conjuncts->at[i];
    bool fewer = n < conjuncts->n;
    conjuncts->n = n;
    return fewer;
}

/* True when something was left out. */
static bool weed_step(teacher *t, const ir_transition *one, term_vec *conjuncts)
{
    bool changed = false;
    for (;;) {
        term_id before = one->from ? all_of(t, &conjuncts[one->from]) : TERM_ID_TRUE;
        teacher_answer answer = teacher_step(t, one, before, all_of(t, &conjuncts[one->to]));
        if (answer == TEACHER_HOLDS || teacher_expired(t))
            return changed;
        if (answer == TEACHER_BROKEN && weed_by_model(t, one, &conjuncts[one->to])) {
            changed = true;
            continue;
        }
        return weed_singly(t, one, before, &conjuncts[one->to]) || changed;
    }
}

learn_result ideal_weed(teacher *t, term_vec *conjuncts)
{
    const ir_system *s = t->system;
    bool changed = true;
    while (changed && !teacher_expired(t)) {
        changed = false;
        for (size_t i = 0; i < s->transitions.n; i++)
            if (s->transitions.at[i].to != IR_FAULT)
                changed |= weed_step(t, &s->transitions.at[i], conjuncts);
    }
    if (teacher_expired(t))
        return LEARN_STUCK;
    for (size_t i = 0; i < s->transitions.n; i++) {
        const ir_transition *one = &s->transitions.at[i];
        term_id before = one->from ? all_of(t, &conjuncts[one->from]) : TERM_ID_TRUE;
        if (one->to == IR_FAULT && teacher_step(t, one, before, TERM_ID_FALSE) != TEACHER_HOLDS)
            return LEARN_WEAK;
    }
    return LEARN_SAFE;
}

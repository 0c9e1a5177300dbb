/* The baseline that learns bit by bit, as Delphi's better mode does: no functions are left for the SMT engine. A call is
 * a constant; equal arguments of two calls of a box mean equal results, bit for bit; and what a box answered is, for
 * each of its calls, an implication from the bits of the arguments to those of the result. What is left is a formula
 * over bit-vectors for an engine that only knows bits. For comparison: bit-vectors and Bool only. */
#include <stdlib.h>

#include "solve/closed/closed_impl.h"
#include "term/core/subst.h"
#include "term/core/walk.h"

typedef struct call {
    decl_id box;
    term_id result; /* the constant in its place */
    term_vec args;  /* with constants in place of calls */
} call;

struct bits {
    closed *c;
    engine *e;
    VEC(call) calls;
    bool good; /* everything is made of bits */
};

static bool is_bits(const term_bank *b, sort_id s)
{
    return s == SORT_ID_BOOL || sort_kind_of(b, s) == SORT_BV;
}

/* One bit of a term, as a formula. */
static term_id bit(term_bank *b, term_id t, uint32_t i)
{
    if (term_sort(b, t) == SORT_ID_BOOL)
        return t;
    uint32_t indices[] = {i, i};
    term_id one = term_const(b, value_bv_u64(b, 1, 1));
    return term_eq(b, term_build(b, OP_EXTRACT, indices, 2, &t, 1), one);
}

/* That the terms differ in one of their bits, one literal for each. */
static void differ(term_bank *b, term_id x, term_id y, term_vec *clause)
{
    sort_id s = term_sort(b, x);
    uint32_t width = s == SORT_ID_BOOL ? 1 : sort_bv_width(b, s);
    for (uint32_t i = 0; i < width; i++)
        vec_push(clause, term_not(b, term_eq(b, bit(b, x, i), bit(b, y, i))));
}

/* Unless the arguments differ, so the results agree. */
static void assert_congruence(struct bits *m, const call *k, const term_id *args, term_id result)
{
    term_bank *b = m->c->bank;
    term_vec clause = {0};
    sort_id s = term_sort(b, result);
    uint32_t width = s == SORT_ID_BOOL ? 1 : sort_bv_width(b, s);
    for (size_t i = 0; i < k->args.n; i++)
        differ(b, k->args.at[i], args[i], &clause);
    vec_push(&clause, TERM_ID_FALSE);
    for (uint32_t i = 0; i < width; i++) {
        vec_last(&clause) = term_eq(b, bit(b, k->result, i), bit(b, result, i));
        engine_assert(m->e, term_or(b, clause.at, (uint32_t)clause.n));
    }
    vec_free(&clause);
}

/* The literals with a constant for each call, arguments first. */
static void take_calls_out(struct bits *m)
{
    closed *c = m->c;
    term_bank *b = c->bank;
    term_vec from = {0}, to = {0};
    for (size_t i = 0; i < c->box_calls.n; i++) {
        term_id t = c->box_calls.at[i];
        call k = {.box = term_decl(b, t)};
        for (uint32_t a = 0; a < term_arity(b, t); a++) {
            vec_push(&k.args, term_substitute(b, term_arg(b, t, a), from.at, to.at, from.n));
            m->good &= is_bits(b, term_sort(b, k.args.at[a]));
        }
        m->good &= is_bits(b, term_sort(b, t));
        k.result = term_app(b, decl_constant(b, symbol_fresh(b, "bits"), term_sort(b, t)), NULL, 0);
        vec_push(&from, t);
        vec_push(&to, k.result);
        for (size_t other = 0; other < m->calls.n && m->good; other++)
            if (m->calls.at[other].box == k.box)
                assert_congruence(m, &k, m->calls.at[other].args.at, m->calls.at[other].result);
        vec_push(&m->calls, k);
    }
    for (size_t i = 0; i < c->literals.n && m->good; i++)
        engine_assert(m->e, term_substitute(b, c->literals.at[i], from.at, to.at, from.n));
    vec_free(&from);
    vec_free(&to);
}

static struct bits *bits_new(closed *c)
{
    engine_config config = c->config->engine;
    char *error = NULL;
    config.logic = symbol_make(c->bank, "QF_BV");
    config.want_models = true;
    config.want_cores = false;
    struct bits *m = base_alloc_zero(1, sizeof *m);
    m->c = c;
    m->e = engine_new(c->bank, &config, &error);
    m->good = m->e && !c->functions && !c->quantified_box;
    free(error);
    for (size_t i = 0; i < c->constants.n; i++)
        m->good &= is_bits(c->bank, term_sort(c->bank, c->constants.at[i]));
    if (m->good)
        take_calls_out(m);
    return m;
}

static void bits_free(struct bits *m)
{
    for (size_t i = 0; i < m->calls.n; i++)
        vec_free(&m->calls.at[i].args);
    vec_free(&m->calls);
    if (m->e)
        engine_free(m->e);
    free(m);
}

/* Asks the boxes at the arguments of the model; what is new goes to the engine. Whether it was wrong somewhere. */
static bool learn(struct bits *m)
{
    closed *c = m->c;
    term_bank *b = c->bank;
    bool wrong = false;
    vec_u32 values = {0};
    term_vec terms = {0}, given = {0};
    VEC(size_t) asked = {0};
    for (size_t i = 0; i < m->calls.n; i++) {
        vec_push(&asked, terms.n);
        vec_append(&terms, m->calls.at[i].args.at, m->calls.at[i].args.n);
        vec_push(&terms, m->calls.at[i].result);
    }
    vec_resize(&values, terms.n);
    bool all = engine_values(m->e, terms.at, terms.n, values.at);
    for (size_t i = 0; i < m->calls.n && all; i++) {
        const call *k = &m->calls.at[i];
        const value_id *args = values.at + asked.at[i];
        value_id real = boxes_evaluate(c->boxes, k->box, args, (uint32_t)k->args.n);
        if (!real || real == EVAL_NO_VALUE || real == args[k->args.n])
            continue;
        wrong = true;
        vec_clear(&given);
        for (size_t a = 0; a < k->args.n; a++)
            vec_push(&given, term_const(b, args[a]));
        for (size_t other = 0; other < m->calls.n; other++)
            if (m->calls.at[other].box == k->box)
                assert_congruence(m, &m->calls.at[other], given.at, term_const(b, real));
    }
    vec_free(&values);
    vec_free(&terms);
    vec_free(&given);
    vec_free(&asked);
    return wrong;
}

/* The values of the constants are a model, if the boxes agree. */
static closed_step try_values(struct bits *m)
{
    closed *c = m->c;
    vec_u32 values = {0};
    vec_resize(&values, c->constants.n);
    model_clear(c->model);
    bool good = engine_values(m->e, c->constants.at, c->constants.n, values.at);
    for (size_t i = 0; good && i < c->constants.n; i++)
        model_set_value(c->model, term_decl(c->bank, c->constants.at[i]), values.at[i]);
    vec_free(&values);
    return good ? closed_try_model(c) : STEP_GO_ON;
}

/* All literals and all boxes. */
static closed_step refuted(closed *c)
{
    vec_u32 core = {0};
    for (uint32_t i = 0; i < c->literals.n + c->box_decls.n; i++)
        vec_push(&core, i);
    closed_step step = closed_refuted(c, &core);
    vec_free(&core);
    return step;
}

closed_step closed_bits(closed *c, uint64_t steps)
{
    struct bits *m = bits_new(c);
    closed_step step = m->good ? STEP_GO_ON : STEP_STUCK;
    for (uint64_t i = 0; i < steps && step == STEP_GO_ON && !closed_over(c); i++) {
        engine_limits limits = closed_limits(c, c->smt_rlimit);
        c->result->counts.smt_checks++;
        engine_answer answer = engine_check(m->e, NULL, 0, &limits);
        if (answer == ENGINE_UNSAT) {
            step = refuted(c);
        } else if (answer != ENGINE_SAT) {
            step = STEP_STUCK;
        } else {
            step = try_values(m);
            closed_explain(c, "bits %llu: the SMT engine proposed a model; %s",
                           (unsigned long long)i + 1,
                           step == STEP_DECIDED ? "the boxes agree" : "the boxes refute it");
            /* its model has to be the last thing that it said */
            if (step == STEP_GO_ON && !learn(m))
                step = STEP_STUCK;
        }
    }
    bits_free(m);
    return closed_over(c) ? STEP_DECIDED : step;
}

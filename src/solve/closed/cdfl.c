/* The conflict-driven fuzz loop.
 *
 * The fuzzer holds a set of literals that begins with those that call boxes, and what bounds a
 * single constant of theirs; it only grows. Each iteration: it finds values for their constants on
 * the real boxes; the SMT engine looks for a completion of that partial model; if there is none,
 * the literals of the (minimised) core go to the fuzzer. A core that brings no new literal forbids
 * the values it names, and what is around them as far as the conflict goes (lemma.c), so that every iteration makes progress; a core without any of the values is
 * a proof of unsatisfiability. A fuzzer that has tried all there is ends the loop: exhaust.c does
 * it again, call by call, as a proof. */
#include <stdlib.h>

#include "solve/closed/closed_impl.h"

struct cdfl {
    closed *c;
    term_vec pulled; /* literals and forbidden values that the fuzzer has */
    uint8_t *state;  /* of each literal: */
    bool nothing_to_fuzz;
};
enum { WITH_SMT, WITH_FUZZER, NOT_FOR_FUZZER };

static bool pull(cdfl *l, size_t i)
{
    if (l->state[i] != WITH_SMT)
        return false;
    if (!fuzz_step_accepts(l->c->fuzz, l->c->literals.at[i])) {
        l->state[i] = NOT_FOR_FUZZER;
        return false;
    }
    l->state[i] = WITH_FUZZER;
    vec_push(&l->pulled, l->c->literals.at[i]);
    return true;
}

/* What is said about one constant of the fuzzer's alone: bounds, mostly, which keep it where an
 * answer can be; the SMT engine would have to send them all one by one. */
static void pull_bounds(cdfl *l)
{
    closed *c = l->c;
    vec_u32 decls = {0}, own = {0};
    literals_constants(c->bank, l->pulled.at, l->pulled.n, &decls);
    for (size_t i = 0; i < c->literals.n; i++) {
        bool known = false;
        vec_clear(&own);
        literals_constants(c->bank, &c->literals.at[i], 1, &own);
        for (size_t k = 0; k < decls.n && own.n == 1; k++)
            known |= decls.at[k] == own.at[0];
        if (known)
            pull(l, i);
    }
    vec_free(&decls);
    vec_free(&own);
}

/* What is implied of the fuzzer's constants. */
static void pull_implied(cdfl *l)
{
    closed *c = l->c;
    vec_u32 decls = {0}, own = {0};
    map known = {0};
    literals_constants(c->bank, l->pulled.at, l->pulled.n, &decls);
    for (size_t i = 0; i < decls.n; i++)
        map_put(&known, decls.at[i], 1);
    for (size_t i = 0; i < c->implied.n; i++) {
        vec_clear(&own);
        literals_constants(c->bank, &c->implied.at[i], 1, &own);
        if (own.n == 1 && map_get(&known, own.at[0], 0) &&
            fuzz_step_accepts(c->fuzz, c->implied.at[i]))
            vec_push(&l->pulled, c->implied.at[i]);
    }
    map_free(&known);
    vec_free(&decls);
    vec_free(&own);
}

cdfl *cdfl_new(closed *c)
{
    cdfl *l = base_alloc_zero(1, sizeof *l);
    l->c = c;
    l->state = base_alloc_zero(c->literals.n, 1);
    l->nothing_to_fuzz = true;
    for (size_t i = 0; i < c->literals.n; i++)
        if (literals_has_box(c->bank, c->boxes, c->literals.at[i]))
            l->nothing_to_fuzz &= !pull(l, i);
    if (!c->config->lazy_start)
        pull_bounds(l);
    pull_implied(l);
    return l;
}

void cdfl_free(cdfl *l)
{
    vec_free(&l->pulled);
    free(l->state);
    free(l);
}

/* The partial model as equations. */
static void equations_of(cdfl *l, const term_model *partial, term_vec *equations)
{
    closed *c = l->c;
    term_bank *b = c->bank;
    eval_config config = {.complete = true, .call = closed_evaluate, .call_context = c};
    evaluator *e = eval_new(partial, &config);
    bool agrees = true;
    for (size_t i = 0; i < l->pulled.n; i++) /* all of them, for the facts at this point */
        agrees &= value_is_true(eval_term(e, l->pulled.at[i]));
    if (!agrees)
        closed_suspect(c);
    eval_free(e);
    for (size_t i = 0; i < model_size(partial); i++) {
        decl_id d = model_decl_at(partial, i);
        term_id equation =
            term_eq(b, term_app(b, d, NULL, 0), term_const(b, model_value(partial, d)));
        vec_push(equations, equation);
        closed_explain_term(c, "partial model:", equation);
    }
}

/* Drops assumptions one by one while the rest still conflicts; cheap because cores are small. */
static void minimise(closed *c, const term_vec *equations, vec_u32 *core)
{
    size_t first = c->literals.n + c->box_decls.n;
    term_vec kept = {0};
    vec_u32 smaller = {0}, where = {0};
    for (size_t i = 0; i < core->n; i++)
        if (core->at[i] >= first)
            vec_push(&where, (uint32_t)(core->at[i] - first));
    for (size_t drop = 0; drop < where.n && where.n > 1 && where.n <= c->limits->core_minimised;) {
        vec_clear(&kept);
        for (size_t i = 0; i < where.n; i++)
            if (i != drop)
                vec_push(&kept, equations->at[where.at[i]]);
        if (closed_check_smt(c, kept.at, kept.n, &smaller) != ENGINE_UNSAT) {
            drop++;
            continue;
        }
        vec_clear(core);
        vec_u32 now = {0};
        for (size_t i = 0; i < smaller.n; i++) {
            if (smaller.at[i] < first) {
                vec_push(core, smaller.at[i]);
                continue;
            }
            size_t at = smaller.at[i] - first;
            uint32_t original = where.at[at < drop ? at : at + 1];
            vec_push(&now, original);
            vec_push(core, (uint32_t)(first + original));
        }
        vec_free(&where);
        where = now;
        drop = 0;
    }
    vec_free(&kept);
    vec_free(&smaller);
    vec_free(&where);
}

/* What the fuzzer learns from a conflict. */
static void learn(cdfl *l, const term_vec *equations, const vec_u32 *core)
{
    closed *c = l->c;
    size_t first = c->literals.n + c->box_decls.n, pulled = 0;
    term_vec values = {0}, wide = {0};
    for (size_t i = 0; i < core->n; i++) {
        if (core->at[i] < c->literals.n && pull(l, core->at[i])) {
            closed_explain_term(c, "learned:", c->literals.at[core->at[i]]);
            pulled++;
        } else if (core->at[i] >= first) {
            vec_push(&values, equations->at[core->at[i] - first]);
        }
    }
    if (!pulled && values.n) {
        bool lemma = closed_lemma(c, &values, &wide);
        term_id forbidden = term_not(c->bank, term_and(c->bank, wide.at, (uint32_t)wide.n));
        closed_explain_term(c, lemma ? "lemma:" : "forbidden:", forbidden);
        if (fuzz_step_accepts(c->fuzz, forbidden))
            vec_push(&l->pulled, forbidden);
        c->result->counts.lemmas += lemma;
    }
    c->result->counts.learned += pulled ? pulled : 1;
    vec_free(&values);
    vec_free(&wide);
}

static closed_step complete(cdfl *l, const term_model *partial)
{
    closed *c = l->c;
    term_vec equations = {0};
    vec_u32 core = {0};
    closed_step step = STEP_GO_ON;
    equations_of(l, partial, &equations);
    engine_answer answer = closed_check_smt(c, equations.at, equations.n, &core);
    if (answer == ENGINE_SAT) {
        closed_try_engine(c, &step);
        closed_explain(c, "    the SMT engine completes it; %s",
                       step == STEP_DECIDED ? "the boxes agree" : "the boxes refute it");
    } else if (answer == ENGINE_UNSAT) {
        minimise(c, &equations, &core);
        bool involves_values = false;
        for (size_t i = 0; i < core.n; i++)
            involves_values |= core.at[i] >= c->literals.n + c->box_decls.n;
        closed_explain(c, "    the SMT engine refutes it: a core of %zu", core.n);
        if (involves_values)
            learn(l, &equations, &core);
        else
            step = closed_refuted(c, &core);
    } else {
        closed_explain(c, "    the SMT engine does not know: %s", engine_reason(c->smt));
    }
    vec_free(&equations);
    vec_free(&core);
    return step;
}

/* The disjunct that the SMT engine's model makes true and the fuzzer can take; 0: none. */
static term_id chosen(closed *c, term_id disjunction)
{
    term_bank *b = c->bank;
    uint32_t n = term_arity(b, disjunction);
    vec_u32 values = {0};
    term_id found = 0;
    vec_resize(&values, n);
    bool good = engine_values(c->smt, term_args(b, disjunction), n, values.at);
    for (uint32_t i = 0; good && i < n && !found; i++)
        if (value_is_true(values.at[i]) && fuzz_step_accepts(c->fuzz, term_arg(b, disjunction, i)))
            found = term_arg(b, disjunction, i);
    vec_free(&values);
    return found;
}

/* What the fuzzer has, with the disjuncts that the SMT engine chooses in place of disjunctions: they say more, and
 * are easier. Every other time, since the choice may be a bad one. False: there is nothing to choose. */
static bool take_apart(cdfl *l, term_vec *constraints)
{
    closed *c = l->c;
    bool any = false, apart = false;
    vec_u32 core = {0};
    for (size_t i = 0; i < l->pulled.n; i++)
        any |= term_op_of(c->bank, l->pulled.at[i]) == OP_OR;
    if (!any || c->config->no_disjuncts || c->result->counts.iterations % 2 == 0)
        return false;
    any = closed_check_smt(c, NULL, 0, &core) == ENGINE_SAT;
    for (size_t i = 0; any && i < l->pulled.n; i++) {
        term_id t = l->pulled.at[i], now = term_op_of(c->bank, t) == OP_OR ? chosen(c, t) : 0;
        apart |= now != 0;
        if (now)
            closed_explain_term(c, "chosen:", now);
        vec_push(constraints, now ? now : t);
    }
    vec_free(&core);
    return apart;
}

closed_step cdfl_iterate(cdfl *l, uint64_t executions)
{
    closed *c = l->c;
    vec_u32 core = {0};
    if (closed_over(c))
        return STEP_DECIDED;
    /* the SMT check first: it may be unsat by itself */
    if (!c->result->counts.iterations++ && !c->result->counts.smt_checks) {
        engine_answer answer = closed_check_smt(c, NULL, 0, &core);
        closed_step step = answer == ENGINE_UNSAT ? closed_refuted(c, &core) : STEP_GO_ON;
        vec_free(&core);
        if (step == STEP_DECIDED)
            return step;
    }
    if (l->nothing_to_fuzz)
        return STEP_STUCK;
    closed_explain(c, "iteration %llu: the fuzzer has %zu constraints",
                   (unsigned long long)c->result->counts.iterations, l->pulled.n);
    for (size_t i = 0; i < l->pulled.n; i++)
        closed_explain_term(c, "fuzz:", l->pulled.at[i]);
    term_model *partial = model_new(c->bank);
    term_vec chosen_ones = {0};
    bool apart = take_apart(l, &chosen_ones);
    fuzz_step_result r =
        closed_fuzz(c, apart ? &chosen_ones : &l->pulled, executions, false, partial);
    closed_step step = closed_fuzz_stuck(&r) && !apart ? STEP_STUCK : STEP_GO_ON;
    c->exhausted &= !apart;
    vec_free(&chosen_ones);
    if (r.outcome == FUZZ_FOUND)
        step = complete(l, partial);
    else
        closed_explain(c, "    no partial model in %llu executions%s%s",
                       (unsigned long long)r.executions, r.trouble ? ": " : "",
                       r.trouble ? r.trouble : "");
    model_free(partial);
    return step;
}

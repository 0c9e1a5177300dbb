#include "judge/proof/proof.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "engine/engine.h"
#include "judge/proof/proof_impl.h"
#include "smtlib/script/script.h"
#include "term/core/walk.h"
#include "term/eval/eval.h"

enum { TOGETHER = 64 }; /* obligations in one question */

/* What has to be unsatisfiable: the premises of a step, and its clause false. */
typedef struct obligation {
    uint32_t step;
    term_id term;
} obligation;

typedef struct checker {
    term_bank *bank;
    engine *engine;
    const proof *p;
    map names; /* hash of a name -> number of the step + 1; the last one counts */
    VEC(obligation) list;
    double until;
    proof_report *report;
} checker;

static void complain(checker *c, const proof_step *s, const char *what, const char *detail)
{
    c->report->verdict = PROOF_WRONG;
    strbuf_printf(&c->report->why, "%s %s%s%s %s%s", *s->rule ? "step" : "assumption", s->name,
                  *s->rule ? ", rule " : "", s->rule, what, detail);
}

static void leave_open(checker *c, const char *why)
{
    if (c->report->verdict == PROOF_GOOD)
        strbuf_puts(&c->report->why, why);
    if (c->report->verdict == PROOF_GOOD)
        c->report->verdict = PROOF_OPEN;
}

/* ---- Obligations ----------------------------------------------------------------------------- */

static const proof_step *step_called(const checker *c, const char *name)
{
    uint64_t number = map_get(&c->names, hash_bytes(name, strlen(name)) | 1, 0);
    const proof_step *s = number ? &c->p->steps.at[number - 1] : NULL;
    return s && !strcmp(s->name, name) ? s : NULL;
}

/* Inside `scope` or around it. */
static bool is_visible(const proof *p, uint32_t from, uint32_t scope)
{
    while (from != scope && from)
        from = p->outer.at[from];
    return from == scope;
}

static bool add_premises(checker *c, const proof_step *s, term_vec *parts)
{
    for (size_t i = 0; i < s->premises.n; i++) {
        const proof_step *premise = step_called(c, s->premises.at[i]);
        if (!premise || !is_visible(c->p, s->scope, premise->scope)) {
            complain(c, s,
                     premise ? "uses what holds inside of a subproof only: "
                             : "uses what was not shown before: ",
                     s->premises.at[i]);
            return false;
        }
        vec_push(parts, premise->term);
    }
    return true;
}

/* What a subproof showed: its last clause, under what it assumed. */
static bool add_inside(checker *c, const proof_step *s, term_vec *parts)
{
    term_vec assumed = {0};
    const proof_step *last = &c->p->steps.at[s->end];
    for (size_t i = 0; i < c->p->steps.n; i++) {
        const proof_step *one = &c->p->steps.at[i];
        if (&c->p->steps.at[i] < s && one->scope == last->scope && !*one->rule)
            vec_push(&assumed, one->term);
    }
    term_id all = term_and(c->bank, assumed.at, (uint32_t)assumed.n);
    vec_push(parts, term_make2(c->bank, OP_IMPLIES, all, last->term));
    vec_free(&assumed);
    return true;
}

static bool add_obligation(checker *c, uint32_t number)
{
    const proof_step *s = &c->p->steps.at[number];
    term_vec parts = {0};
    bool good = add_premises(c, s, &parts) && (!s->closes || add_inside(c, s, &parts));
    if (good) {
        vec_push(&parts, term_not(c->bank, s->term));
        term_id t = term_and(c->bank, parts.at, (uint32_t)parts.n);
        vec_push(&c->list, ((obligation){number, t}));
    }
    vec_free(&parts);
    return good;
}

/* ---- Questions ------------------------------------------------------------------------------- */

static engine_answer ask(checker *c, term_id t)
{
    double left = c->until - clock_wall();
    if (left <= 0)
        return ENGINE_UNKNOWN;
    engine_push(c->engine);
    engine_assert(c->engine, t);
    engine_answer a = engine_check(c->engine, NULL, 0, &(engine_limits){.seconds = left});
    return a; /* popped by the caller, who may want a model */
}

static void tell_values(checker *c, const term_model *m, term_id t)
{
    vec_u32 decls = {0};
    enum { MOST = 6 };
    size_t told = 0;
    term_free_decls(c->bank, &t, 1, &decls);
    for (size_t i = 0; i < decls.n && told < MOST; i++) {
        value_id v = model_value(m, decls.at[i]);
        if (!v)
            continue;
        strbuf_puts(&c->report->why, told++ ? ", " : " with ");
        smt_print_symbol(c->bank, decl_name(c->bank, decls.at[i]), &c->report->why);
        strbuf_puts(&c->report->why, " = ");
        smt_print_value(c->bank, v, DIALECT_STANDARD, &c->report->why);
    }
    vec_free(&decls);
}

/* Which of them is true in the engine's model, as our evaluator says? False: none for certain. */
static bool convict(checker *c, const obligation *list, size_t n)
{
    term_model *m = model_new(c->bank);
    bool found = false;
    if (engine_model(c->engine, m)) {
        evaluator *e = eval_new(m, &(eval_config){.complete = true});
        for (size_t i = 0; i < n && !found; i++)
            if (value_is_true(eval_term(e, list[i].term))) {
                complain(c, &c->p->steps.at[list[i].step],
                         "does not follow from its premises:", "");
                tell_values(c, m, list[i].term);
                strbuf_puts(&c->report->why, " they are true and it is false");
                found = true;
            }
        eval_free(e);
    }
    model_free(m);
    return found;
}

/* Are all of them unsatisfiable? In halves where the answer is not clear. */
static void decide(checker *c, const obligation *list, size_t n)
{
    term_vec any = {0};
    for (size_t i = 0; i < n; i++)
        vec_push(&any, list[i].term);
    engine_answer a = ask(c, term_or(c->bank, any.at, (uint32_t)any.n));
    vec_free(&any);
    bool wrong = a == ENGINE_SAT && convict(c, list, n);
    if (engine_level(c->engine))
        engine_pop(c->engine, (unsigned)engine_level(c->engine));
    if (a == ENGINE_UNSAT) {
        c->report->decided += n;
    } else if (!wrong && n > 1 && clock_wall() < c->until) {
        decide(c, list, n / 2);
        if (c->report->verdict != PROOF_WRONG)
            decide(c, list + n / 2, n - n / 2);
    } else if (!wrong) {
        leave_open(c, "a step could not be decided");
    }
}

/* ---- Assumptions and the end ----------------------------------------------------------------- */

static bool is_asserted(const checker *c, term_id t)
{
    for (size_t i = 0; i < c->p->asserted.n; i++)
        if (c->p->asserted.at[i] == t)
            return true;
    return false;
}

/* Solvers write what was asserted in other words. */
static void check_assumption(checker *c, const proof_step *s)
{
    bool same = is_asserted(c, s->term), open = false;
    for (size_t i = 0; i < c->p->asserted.n && !same; i++) {
        engine_answer a = ask(c, term_make2(c->bank, OP_DISTINCT, s->term, c->p->asserted.at[i]));
        if (engine_level(c->engine))
            engine_pop(c->engine, (unsigned)engine_level(c->engine));
        same = a == ENGINE_UNSAT;
        open |= a == ENGINE_UNKNOWN;
    }
    if (same)
        c->report->decided++;
    else if (open)
        leave_open(c, "an assumption could not be compared");
    else
        complain(c, s, "is no assertion of the formula", "");
}

static void check_end(checker *c)
{
    const proof_step *last = &vec_last(&c->p->steps);
    term_model *none = model_new(c->bank);
    evaluator *e = eval_new(none, NULL);
    value_id v = eval_term(e, last->term);
    eval_free(e);
    model_free(none);
    if (last->scope || !v || value_is_true(v))
        complain(c, last, "is the last, and no contradiction", "");
}

static void check(checker *c)
{
    const proof *p = c->p;
    for (size_t i = 0; i < p->steps.n && c->report->verdict != PROOF_WRONG; i++) {
        const proof_step *s = &p->steps.at[i];
        if (*s->rule)
            add_obligation(c, (uint32_t)i);
        else if (!s->scope)
            check_assumption(c, s);
        else
            c->report->decided++;
        map_put(&c->names, hash_bytes(s->name, strlen(s->name)) | 1, i + 1);
    }
    if (c->report->verdict != PROOF_WRONG)
        check_end(c);
    for (size_t i = 0; i < c->list.n && c->report->verdict != PROOF_WRONG; i += TOGETHER)
        decide(c, c->list.at + i, c->list.n - i < TOGETHER ? c->list.n - i : TOGETHER);
}

void proof_check(const char *script, const char *output, const hearing_limits *limits,
                 const volatile sig_atomic_t *interrupt, proof_report *report)
{
    const hearing_limits *l = LIMITS_OR(limits, hearing_limits_default);
    const char *reply = script_reply(output);
    *report = (proof_report){.verdict = PROOF_NONE, .why = STRBUF_INIT};
    if (!*reply)
        return;
    term_bank *b = bank_new(true);
    proof p;
    char *error = NULL;
    engine_config config = {.command = ENGINE_LIBZ3, .want_models = true, .interrupt = interrupt};
    engine *e = NULL;
    if (!proof_read(b, script, reply, l->proof_steps, &p, &report->why)) {
        report->verdict = PROOF_OPEN;
    } else if ((e = engine_new(b, &config, &error))) {
        checker c = {.bank = b,
                     .engine = e,
                     .p = &p,
                     .until = clock_wall() + l->proof_seconds,
                     .report = report};
        report->verdict = PROOF_GOOD;
        report->steps = p.steps.n;
        check(&c);
        vec_free(&c.list);
        map_free(&c.names);
    }
    free(error);
    engine_free(e);
    proof_free(&p);
    bank_free(b);
}

void proof_report_free(proof_report *report)
{
    strbuf_free(&report->why);
}

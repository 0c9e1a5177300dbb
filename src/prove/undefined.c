#include "prove/undefined.h"

#include <stdlib.h>

#include "base/clock.h"
#include "prove/native/hunt.h"
#include "prove/run/real.h"
#include "prove/run/violation.h"

/* What a question may take when the time is over: some are answered at once. */
#define LEAST_SECONDS 0.3

typedef struct inquiry {
    const ir_system *system;
    const ir_system *undefined; /* the same steps, with undefined behaviour as the only fault */
    const prove_config *config;
    prove_property property;
    double deadline; /* clock_wall; 0: none */
} inquiry;

static const prove_limits *limits_of(const inquiry *q)
{
    return LIMITS_OR(q->config->limits, prove_limits_default);
}

/* ---- Runs ------------------------------------------------------------------------------------ */

/* The steps of a run as those of the program's own system. */
static void tell_run(const inquiry *q, run *r)
{
    for (size_t k = 0; k < r->steps.n; k++) {
        if (!r->steps.at[k].taken)
            continue;
        size_t at = (size_t)(r->steps.at[k].taken - q->undefined->transitions.at), n = 0;
        const ir_transition *own = NULL;
        for (size_t i = 0; i < q->system->transitions.n && !own; i++)
            if (q->system->transitions.at[i].to != IR_FAULT && n++ == at)
                own = &q->system->transitions.at[i];
        r->steps.at[k].taken = own ? own : &q->system->undefined.at[at - n];
    }
}

/* The step ends in the undefined behaviour. */
static void end_step(const ir_system *s, run_step *step, const ir_transition *undefined)
{
    term_bank *b = s->program->bank;
    vec_u32 inputs = {0};
    for (size_t i = 0; i < undefined->inputs.n; i++) {
        value_id v = value_default(b, term_sort(b, undefined->inputs.at[i]));
        for (size_t k = 0; k < step->inputs.n; k++)
            if (step->taken->inputs.at[k] == undefined->inputs.at[i])
                v = step->inputs.at[k];
        vec_push(&inputs, v);
    }
    vec_free(&step->inputs);
    step->inputs = inputs;
    step->taken = undefined;
}

/* What happens first is what is told: a run that breaks an assertion may have gone on behind an
 * overflow. */
static void end_at_undefined(const inquiry *q, prove_result *result)
{
    run *r = &result->run;
    const ir_system *s = q->system;
    for (size_t i = 0; i < r->steps.n; i++)
        for (size_t k = 0; r->steps.at[i].taken && k < s->undefined.n; k++) {
            if (!run_is_undefined(s, &r->steps.at[i], &s->undefined.at[k]))
                continue;
            for (size_t n = i + 1; n < r->steps.n; n++) {
                vec_free(&r->steps.at[n].values);
                vec_free(&r->steps.at[n].inputs);
            }
            r->steps.n = i + 1;
            end_step(s, &r->steps.at[i], &s->undefined.at[k]);
            result->undefined = PROVE_UNDEFINED_FOUND;
            return;
        }
}

/* ---- Questions ------------------------------------------------------------------------------- */

static double seconds_left(const inquiry *q, double most)
{
    double left = q->deadline ? q->deadline - clock_wall() : most;
    return left < LEAST_SECONDS ? LEAST_SECONDS : left < most ? left : most;
}

bool prove_property_has(prove_property p, ir_fault_kind kind)
{
    switch (p) {
    case PROVE_NO_OVERFLOW:
        return kind == IR_OVERFLOW || kind == IR_QUOTIENT;
    case PROVE_DEREF:
        return kind == IR_BOUNDS || kind == IR_MEMORY;
    case PROVE_UNREACH:
        return kind == IR_ASSERTION;
    default:
        return true;
    }
}

/* In the meaning of SV-COMP numbers wrap around and the run goes on. */
static bool matters(const inquiry *q, const ir_transition *t)
{
    return q->property == PROVE_ALL || t->kind != IR_OVERFLOW;
}

static bool any_matters(const inquiry *q)
{
    for (size_t i = 0; i < q->system->undefined.n; i++)
        if (matters(q, &q->system->undefined.at[i]))
            return true;
    return false;
}

/* The places that invariants do not exclude; none when all is excluded. */
static void find_open(const inquiry *q, prove_result *result)
{
    const term_vec *invariants = result->invariants;
    const ir_system *s = q->system;
    term_bank *b = s->program->bank;
    teacher t;
    char *error = NULL;
    ir_system *within = ir_system_within(s);
    bool good = teacher_start(
        &t, within, limits_of(q),
        q->deadline ? clock_wall() + seconds_left(q, limits_of(q)->search_guard) : 0, &error);
    t.budget = limits_of(q)->undefined_units;
    vec_clear(&result->open);
    for (size_t i = 0; i < s->undefined.n; i++) {
        const ir_transition *one = &s->undefined.at[i];
        term_id before =
            one->from ? term_and(b, invariants[one->from].at, (uint32_t)invariants[one->from].n)
                      : TERM_ID_TRUE;
        if (matters(q, one) && !(good && teacher_step(&t, &within->undefined.at[i], before,
                                                      TERM_ID_FALSE) == TEACHER_HOLDS))
            vec_push(&result->open, one);
    }
    result->questions += t.questions;
    free(error);
    teacher_end(&t);
    ir_system_free(within);
}

static bool is_assertion(const prove_result *r)
{
    if (r->hunted)
        return hunt_found(r->hunted)->kind == IR_ASSERTION;
    const ir_transition *last = vec_last(&r->run.steps).taken;
    return r->crash.n || (last && last->kind == IR_ASSERTION);
}

/* Looks for undefined behaviour. */
static void inquire(const inquiry *q, bool quick, uint64_t units, prove_result *found)
{
    prove_config config = *q->config;
    config.quick = quick;
    config.units = units;
    config.seconds = seconds_left(q, limits_of(q)->search_guard);
    prove(q->undefined, &config, found);
    if (!found->run_system)
        tell_run(q, &found->run);
    found->undefined = found->verdict == PROVE_PROVED     ? PROVE_UNDEFINED_EXCLUDED
                       : found->verdict == PROVE_VIOLATED ? PROVE_UNDEFINED_FOUND
                       : found->verdict == PROVE_ALMOST   ? PROVE_UNDEFINED_NOT_MET
                                                          : PROVE_UNDEFINED_OPEN;
    /* A real run may break an assertion on its way. */
    if (found->verdict == PROVE_VIOLATED && is_assertion(found))
        found->undefined = PROVE_UNDEFINED_OPEN;
}

/* ---- Together -------------------------------------------------------------------------------- */

/* Behind the answer about assertions. */
static void conclude(const inquiry *q, prove_result *r)
{
    bool stands = r->verdict == PROVE_PROVED || r->verdict == PROVE_ALMOST;
    if (r->proof) /* it is among what was proved */
        r->undefined = PROVE_UNDEFINED_EXCLUDED;
    else if (stands) {
        find_open(q, r);
        if (!r->open.n)
            r->undefined = PROVE_UNDEFINED_EXCLUDED;
    }
    if (r->undefined == PROVE_UNDEFINED_EXCLUDED || r->verdict == PROVE_VIOLATED)
        return;
    prove_result found;
    inquire(q, false, limits_of(q)->undefined_units, &found);
    r->questions += found.questions;
    if (found.verdict == PROVE_VIOLATED && q->property == PROVE_ALL) {
        prove_result before = *r;
        *r = found;
        found = before;
    } else if (found.undefined == PROVE_UNDEFINED_EXCLUDED ||
               (found.undefined == PROVE_UNDEFINED_NOT_MET && r->verdict == PROVE_ALMOST)) {
        r->undefined = found.undefined;
        vec_clear(&r->open);
    }
    prove_result_free(&found);
}

static void tell_nothing_asserted(prove_result *r)
{
    r->verdict = PROVE_UNKNOWN;
    strbuf_clear(&r->reason);
    strbuf_puts(&r->reason, "there is no assertion to prove, and undefined behaviour was neither "
                            "found nor excluded");
}

/* A property about one kind of undefined behaviour: assertions are of no interest. */
static void prove_only(const inquiry *q, ir_system *u, prove_result *result)
{
    for (size_t i = 0; i < u->transitions.n; i++)
        if (u->transitions.at[i].to == IR_FAULT &&
            !prove_property_has(q->property, u->transitions.at[i].kind))
            u->transitions.at[i].guard = TERM_ID_FALSE;
    prove(u, q->config, result);
    if (result->verdict == PROVE_UNKNOWN)
        violation_hunt_on(q->config, q->deadline, result);
    if (!result->run_system)
        tell_run(q, &result->run);
    result->undefined = result->verdict == PROVE_PROVED     ? PROVE_UNDEFINED_EXCLUDED
                        : result->verdict == PROVE_VIOLATED ? PROVE_UNDEFINED_FOUND
                        : result->verdict == PROVE_ALMOST   ? PROVE_UNDEFINED_NOT_MET
                                                            : PROVE_UNDEFINED_OPEN;
}

void prove_program(const ir_system *s, const prove_config *config, prove_property property,
                   const term_vec *given, prove_result *result)
{
    double start = clock_wall();
    ir_system *u = ir_system_of_undefined(s);
    inquiry q = {.system = s,
                 .undefined = u,
                 .config = config,
                 .property = property,
                 .deadline = config->seconds ? start + config->seconds : 0};
    prove_undefined undefined = any_matters(&q) ? PROVE_UNDEFINED_OPEN : PROVE_UNDEFINED_NO_PLACE;
    bool done = false;
    if (config->real)
        config->real->undefined = property == PROVE_ALL;
    if (property > PROVE_UNREACH && !given) {
        prove_only(&q, u, result);
        done = true;
    } else if (undefined == PROVE_UNDEFINED_OPEN && property == PROVE_ALL && !given) {
        inquire(&q, true, limits_of(&q)->undefined_first_units, result);
        undefined = result->undefined;
        done = result->verdict == PROVE_VIOLATED || result->proof;
        if (!done)
            prove_result_free(result);
    }
    if (!done) {
        if (given)
            prove_check(s, config, given, result);
        else
            prove(s, config, result);
        result->undefined = undefined;
        if (result->verdict == PROVE_VIOLATED && (result->run_system || result->hunted) &&
            !is_assertion(result))
            result->undefined = PROVE_UNDEFINED_FOUND;
        else if (undefined == PROVE_UNDEFINED_OPEN)
            conclude(&q, result);
        if (result->verdict == PROVE_VIOLATED && property == PROVE_ALL && !result->run_system)
            end_at_undefined(&q, result);
        if (!given && result->verdict == PROVE_UNKNOWN &&
            violation_hunt_on(config, q.deadline, result))
            result->undefined = is_assertion(result) ? PROVE_UNDEFINED_OPEN : PROVE_UNDEFINED_FOUND;
        if (!s->n_assertions && result->undefined == PROVE_UNDEFINED_OPEN)
            tell_nothing_asserted(result);
    }
    ir_system_free(u);
    result->seconds = clock_wall() - start;
}

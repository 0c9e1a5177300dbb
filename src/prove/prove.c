#include "prove/prove.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/clock.h"
#include "prove/check.h"
#include "prove/open.h"
#include "prove/portfolio/portfolio.h"
#include "prove/run/violation.h"

void prover_note(prover *p, const char *text)
{
    if (p->result->reason.n)
        strbuf_puts(&p->result->reason, "; ");
    strbuf_puts(&p->result->reason, text);
}

/* Why there is no verdict. */
static void tell_portfolio(prover *p)
{
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "no fault in the first %zu steps%s", unrolling_depth(p->unrolling),
                  p->unsure ? " (as far as the solver knows)" : "");
    prover_note(p, text.text);
    strbuf_free(&text);
    if (p->walker && p->result->deepest) {
        strbuf walked = STRBUF_INIT;
        strbuf_printf(&walked, "none in executions of up to %" PRIu64 " steps", p->result->deepest);
        prover_note(p, walked.text);
        strbuf_free(&walked);
    }
    if (teacher_expired(&p->teacher))
        prover_note(p, "the time is over");
}

/* Executions only: what goes far comes first. A program that has one run only is not called almost
 * correct before that has gone as far as the limit says. */
static void walk_alone(prover *p, double deadline)
{
    static const portfolio_step far = {.steps = AT(walk_alone), .walks = true};
    p->teacher.deadline = deadline;
    p->teacher.listener = p->config->listener;
    p->walks = true;
    walk_states_init(&p->states, p->system);
    if (!member_walks(p, &far) && p->over)
        member_complete(p, walker_deepest(p->walker), PROVE_ONLY_RUN);
    p->cut_short = p->walker && walker_is_determined(p->walker) && !p->over &&
                   p->result->deepest < p->limits->walk_alone;
    walk_states_free(&p->states);
    walker_free(p->walker);
}

/* The only run is still under way, and nobody knows where it goes. */
static void doubt(prover *p)
{
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, "its only run was executed for %" PRIu64 " steps and did not end",
                  p->result->deepest);
    p->result->verdict = PROVE_UNKNOWN;
    prover_note(p, text.text);
    strbuf_free(&text);
}

/* A teacher that asks an SMT engine. */
bool prover_begin(prover *p, prove_teacher who, double deadline)
{
    char *error = NULL;
    bool good = teacher_start(&p->teacher, p->system, p->limits, deadline, &error);
    if (error)
        prover_note(p, error);
    free(error);
    if (!good)
        return false;
    p->teacher.budget = p->config->units;
    if (who == PROVE_HYBRID) {
        p->teacher.rlimit = p->limits->any_units;
        p->teacher.budget = p->limits->any_total;
    }
    p->unrolling = unrolling_new(p->within);
    walk_states_init(&p->states, p->system);
    p->walks = true;
    p->teacher.listener = p->config->listener;
    p->teacher.boxes = p->config->boxes;
    return true;
}

static void end_questions(prover *p)
{
    p->result->questions +=
        p->teacher.questions + p->within_teacher.questions + p->ideal_teacher.questions;
    if (p->exact) {
        end_questions(&p->exact->prover);
        p->result->questions += p->exact->result.questions;
        prove_result_free(&p->exact->result);
        free(p->exact);
    }
    unrolling_free(p->unrolling);
    walk_states_free(&p->states);
    walker_free(p->walker);
    teacher_end(&p->ideal_teacher);
    teacher_end(&p->teacher);
    teacher_end(&p->within_teacher);
}

static void prove_by_questions(prover *p, prove_teacher who, double deadline)
{
    if (prover_begin(p, who, deadline) && !portfolio_run(p))
        tell_portfolio(p);
    end_questions(p);
}

/* By executions, and SMT where that is wanted too. */
static void prove_by_executions(prover *p, prove_teacher who, double deadline)
{
    prove_config chosen = *p->config;
    chosen.teacher = who;
    open_prove(p->system, &chosen, deadline, p->result);
    if (p->result->verdict == PROVE_ALMOST && p->cut_short)
        doubt(p);
    if (p->result->verdict == PROVE_ALMOST)
        violation_hunt(&chosen, p->limits->hunt_more, deadline, p->result);
}

void prove(const ir_system *s, const prove_config *config, prove_result *result)
{
    double start = clock_wall();
    prove_result_init(s, result);
    prover p = {.limits = LIMITS_OR(config->limits, prove_limits_default),
                .system = s,
                .config = config,
                .result = result,
                .quick = config->quick,
                .learners = config->learners};
    ir_system *within = ir_system_within(s);
    p.within = within;
    double deadline = config->seconds ? start + config->seconds : 0;
    prove_teacher who = prove_who(s, config);
    /* What holds for any opaque operations, if that is soon found. */
    p.quick |= who == PROVE_HYBRID;
    bool done = violation_search(config, deadline, result);
    /* Native runs know what no text here says. */
    bool opaque = s->program->opaques.n || s->program->foreign.n;
    if (!done && (who != PROVE_SMT || opaque))
        done = violation_hunt(
            config, opaque && who != PROVE_SMT ? p.limits->hunt_more : p.limits->hunt_first,
            deadline, result);
    if (!done && who == PROVE_FUZZ && !s->program->opaques.n)
        walk_alone(&p, deadline);
    bool bound = (config->grammar || config->outside) && !config->quick;
    if (!done && who != PROVE_FUZZ && !bound)
        prove_by_questions(&p, who, deadline);
    if (!done && bound && who == PROVE_SMT)
        prover_note(
            &p,
            "invariants of a grammar, or for other fuzzers, are learned from executions, and the "
            "program cannot be executed");
    if (!done && who != PROVE_SMT && result->verdict == PROVE_UNKNOWN)
        prove_by_executions(&p, who, deadline);
    ir_system_free(within);
    if (result->verdict == PROVE_UNKNOWN && result->needs.n) {
        strbuf_clear(&result->reason);
        strbuf_puts(&result->reason, result->needs.text);
    }
    result->seconds = clock_wall() - start;
}

#include "prove/check.h"

#include <stdlib.h>

#include "base/clock.h"
#include "prove/open.h"

static term_id conjunction(const ir_system *s, const term_vec *conjuncts)
{
    return term_and(s->program->bank, conjuncts->at, (uint32_t)conjuncts->n);
}

teacher_answer prove_confirm(const ir_system *s, const prove_limits *limits, double deadline,
                             const term_vec *conjuncts, prove_result *result,
                             const ir_transition **broken, strbuf *state)
{
    teacher fresh;
    char *error = NULL;
    teacher_answer answer = TEACHER_UNSURE;
    *broken = NULL;
    if (teacher_start(&fresh, s, limits, deadline, &error)) {
        term_id *invariant = base_alloc_zero(s->cuts.n, sizeof *invariant);
        invariant[0] = TERM_ID_TRUE;
        for (size_t cut = 1; cut < s->cuts.n; cut++)
            invariant[cut] = conjunction(s, &conjuncts[cut]);
        answer = teacher_check(&fresh, invariant, broken);
        free(invariant);
        result->questions += fresh.questions;
    }
    if (answer == TEACHER_BROKEN)
        teacher_state_text(&fresh, NULL, state);
    free(error);
    teacher_end(&fresh);
    return answer;
}

prove_teacher prove_who(const ir_system *s, const prove_config *config)
{
    /* Executions are of mathematical integers, as far as they fit words. */
    bool runs = s->program->model == IR_MATH && (!s->program->opaques.n || config->boxes);
    if (!runs || config->quick)
        return PROVE_SMT;
    bool both = s->program->opaques.n || config->grammar || config->outside;
    if (config->teacher == PROVE_AUTO ||
        (config->teacher == PROVE_SMT && (config->grammar || config->outside)))
        return both ? PROVE_HYBRID : PROVE_SMT;
    return config->teacher;
}

void prove_result_init(const ir_system *s, prove_result *result)
{
    *result = (prove_result){.verdict = PROVE_UNKNOWN,
                             .n_cuts = s->cuts.n,
                             .reason = STRBUF_INIT,
                             .crash = STRBUF_INIT,
                             .needs = STRBUF_INIT};
    result->invariants = base_alloc_zero(s->cuts.n, sizeof *result->invariants);
}

void prove_check(const ir_system *s, const prove_config *config, const term_vec *conjuncts,
                 prove_result *result)
{
    double start = clock_wall();
    prove_result_init(s, result);
    const ir_transition *broken = NULL;
    strbuf state = STRBUF_INIT;
    prove_teacher who = prove_who(s, config);
    if (who != PROVE_SMT) {
        prove_config chosen = *config;
        chosen.teacher = who;
        open_check(s, &chosen, config->seconds ? start + config->seconds : 0, conjuncts, result);
        result->seconds = clock_wall() - start;
        return;
    }
    /* For all integers if that is so, else for inputs that are numbers of their types. */
    ir_system *within = ir_system_within(s);
    double deadline = config->seconds ? start + config->seconds : 0;
    const prove_limits *limits = LIMITS_OR(config->limits, prove_limits_default);
    teacher_answer answer = prove_confirm(s, limits, deadline, conjuncts, result, &broken, &state);
    if (answer != TEACHER_HOLDS) {
        strbuf_clear(&state);
        answer = prove_confirm(within, limits, deadline, conjuncts, result, &broken, &state);
    }
    if (answer == TEACHER_HOLDS) {
        result->verdict = PROVE_PROVED;
        result->learner = "given";
        for (size_t cut = 0; cut < s->cuts.n; cut++)
            vec_append(&result->invariants[cut], conjuncts[cut].at, conjuncts[cut].n);
    } else if (answer == TEACHER_UNSURE) {
        strbuf_puts(&result->reason, "the solver does not know");
    } else if (broken->to == IR_FAULT) {
        strbuf_printf(&result->reason,
                      "the invariant is too weak: the assertion of line %u can fail from %s",
                      broken->line, state.text);
    } else if (!broken->from) {
        strbuf_printf(&result->reason,
                      "the invariant does not hold when the loop of line %u is reached first",
                      ir_system_line(s, broken->to));
    } else {
        strbuf_printf(&result->reason, "the invariant is not kept by the loop of line %u: from %s",
                      ir_system_line(s, broken->to), state.text);
    }
    strbuf_free(&state);
    ir_system_free(within);
    result->seconds = clock_wall() - start;
}

void prove_result_free(prove_result *r)
{
    for (size_t cut = 0; cut < r->n_cuts; cut++)
        vec_free(&r->invariants[cut]);
    free(r->invariants);
    run_free(&r->run);
    strbuf_free(&r->reason);
    strbuf_free(&r->crash);
    vec_free(&r->sureness);
    vec_free(&r->open);
    vec_free(&r->assumed);
    strbuf_free(&r->needs);
}

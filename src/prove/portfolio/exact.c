#include <stdlib.h>

#include "prove/check.h"
#include "prove/portfolio/portfolio.h"

static exact_proof *exact_begin(const prover *p)
{
    exact_proof *x = base_alloc_zero(1, sizeof *x);
    x->config = *p->config;
    x->config.ideal = x->config.exact = NULL;
    x->config.hunt = NULL;
    prove_result_init(p->config->exact, &x->result);
    x->prover = (prover){.limits = p->limits,
                         .system = p->config->exact,
                         .config = &x->config,
                         .within = p->config->exact,
                         .result = &x->result,
                         .quick = p->quick,
                         .pauses = true};
    prover_begin(&x->prover, PROVE_SMT, p->teacher.deadline);
    return x;
}

bool member_exact(prover *p, const portfolio_step *step)
{
    if (!p->config->exact || teacher_expired(&p->teacher))
        return false;
    if (!p->exact)
        p->exact = exact_begin(p);
    prover *x = &p->exact->prover;
    if (!x->teacher.engine || p->exact->over)
        return false;
    listener_tell(&p->config->listener, "the machine's numbers as ideal integers");
    x->quick = step->cheap;
    if (!step->cheap && !x->late) { /* what is dearer, from the beginning */
        x->late = true;
        x->at = 0;
    }
    x->teacher.budget = engine_counts(x->teacher.engine)->units + portfolio_limit(p, step->units);
    bool verdict = portfolio_run(x);
    p->exact->over = verdict || (x->late && !teacher_expired(&x->teacher));
    if (verdict && x->result->verdict == PROVE_VIOLATED)
        listener_tell(&p->config->listener, "they are not: one is another number in line %u",
                      vec_last(&x->result->run.steps).taken->line);
    if (!verdict || x->result->verdict != PROVE_PROVED)
        return false;
    prove_result before = *p->result;
    *p->result = *x->result;
    *x->result = before;
    p->result->questions = before.questions;
    x->result->questions = 0;
    p->result->proof = p->config->exact;
    return true;
}

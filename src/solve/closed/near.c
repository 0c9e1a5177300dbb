/* Answers near a known point. */
#include <stdlib.h>

#include "base/hash.h"
#include "solve/closed/closed_impl.h"
#include "solve/near/climb.h"
#include "solve/near/rows.h"
#include "solve/near/search.h"
#include "solve/near/transplant.h"
#include "term/core/walk.h"

/* ---- SMT ------------------------------------------------------------------------------------- */

static bool solve_terms(void *context, question *q, const term_id *terms, size_t n)
{
    closed *c = context;
    engine_limits limits = closed_limits(c, c->smt_rlimit ? c->smt_rlimit : c->limits->round_smt);
    c->result->counts.smt_checks++;
    engine_push(c->smt);
    for (size_t i = 0; i < n; i++)
        engine_assert(c->smt, terms[i]);
    bool found = engine_check(c->smt, NULL, 0, &limits) == ENGINE_SAT;
    if (found)
        question_take(q, c->smt);
    engine_pop(c->smt, 1);
    return found;
}

/* ---- The member ------------------------------------------------------------------------------ */

/* The values of the question are the answer, if the boxes agree. */
static closed_step accept(closed *c, question *q, closed_member by)
{
    model_clear(c->model);
    question_model(q, c->model);
    closed_step step = closed_try_model(c);
    if (step == STEP_DECIDED)
        c->result->by = by;
    else
        question_restart(q);
    return step;
}

/* Copies, and rows of calls. */
static bool transplanted(closed *c, question *q, const closed_near_effort *effort)
{
    near_smt smt = {.solve = solve_terms, .context = c};
    if (rows_try(q, &smt))
        return true;
    question_restart(q);
    return q->program && transplant(q, effort->transplants);
}

static bool climbed(closed *c, question *q, const closed_near_effort *effort, uint64_t seed)
{
    question_restart(q);
    return q->program && ((effort->row_climbs && rows_search(q, seed, effort->row_climbs)) ||
                          (effort->climbs && climb(q, seed, effort->climbs)));
}

/* The search that also says when everything was tried. */
static closed_step searched(closed *c, question *q, const near_search *search)
{
    fuzz_outcome outcome = search_near(q, search);
    if (outcome == FUZZ_FOUND)
        return accept(c, q, CLOSED_BY_SEARCH);
    if (outcome == FUZZ_EXHAUSTED && c->result->scope == BOX_SCOPE_PLACE)
        return closed_answer(c, ENGINE_UNSAT, NULL);
    return STEP_GO_ON;
}

static closed_step look(closed *c, question *q, const closed_near_effort *effort, uint64_t try_all,
                        const uint8_t *proposal)
{
    uint64_t seed = hash_mix(c->config->seed, q->wanted);
    closed_step step = STEP_GO_ON;
    if (transplanted(c, q, effort))
        step = accept(c, q, CLOSED_BY_TRANSPLANT);
    if (step != STEP_DECIDED && climbed(c, q, effort, seed))
        step = accept(c, q, CLOSED_BY_SEARCH);
    near_search search = {.seed = seed,
                          .executions = effort->executions,
                          .limits = c->config->fuzz_limits,
                          .try_all = try_all,
                          .proposal = proposal};
    if (step != STEP_DECIDED && q->program && effort->executions && !question_expired(q))
        step = searched(c, q, &search);
    return step;
}

closed_step closed_near(closed *c, question *q, const closed_near_effort *effort, uint64_t try_all)
{
    uint64_t before = q->executions;
    closed_step step = question_try(q) ? accept(c, q, CLOSED_BY_PROPOSAL) : STEP_GO_ON;
    if (step != STEP_DECIDED) {
        VEC(uint8_t) proposal = {0};
        vec_append(&proposal, q->values, q->places.n);
        question_restart(q);
        q->most_calls = boxes_call_count(c->boxes) + effort->calls;
        step = look(c, q, effort, try_all, proposal.at);
        vec_free(&proposal);
    }
    c->result->counts.executions += q->executions - before;
    closed_explain(c, "near a point: %zu places, %llu executions: %s", q->places.n,
                   (unsigned long long)(q->executions - before),
                   step == STEP_DECIDED ? "decided" : "nothing");
    return step;
}

/* Questions with closed boxes: what is cheap first, then the solver for closed boxes. */
#include "base/clock.h"
#include "base/hash.h"
#include "explore/question/flip_impl.h"
#include "solve/closed/closed.h"
#include "solve/near/bytes.h"
#include "solve/near/climb.h"
#include "solve/near/rows.h"
#include "solve/near/transplant.h"

/* What is known without calling a box: true when the question is answered. */
static bool without_calls(flipper *s, flip_question *q, flip_answer *answer)
{
    near_smt smt = flip_smt(s);
    *answer = FLIP_SAT;
    if (fixed_solve_all(&q->near, &smt)) { /* the filter: every box as it was called */
        s->counts.filter_sat++;
        return true;
    }
    question_restart(&q->near);
    if (s->limits->box_refuted && flip_ask_all(s, q, 1) == ENGINE_UNSAT) {
        s->counts.box_refuted++;
        *answer = FLIP_UNSAT;
        return true;
    }
    return false;
}

/* What the attempt may cost. The first attempts are cheap: there are many branches, and most need
 * no more. What comes again and again gets more each time. */
static closed_near_effort effort_of(const flipper *s, uint64_t failures, bool cheaply)
{
    const explore_limits *l = s->limits;
    uint64_t thrift = s->config.no_predictor || failures > 1 ? 1 : failures ? 2 : 4;
    uint64_t patience = failures > 2 ? UINT64_C(1) << (failures - 2 < 4 ? failures - 2 : 4) : 1;
    uint64_t executions = s->config.executions ? s->config.executions : l->box_executions;
    closed_near_effort effort = {.transplants = l->box_few_transplants,
                                 .calls = l->box_calls / thrift * patience};
    if (!cheaply)
        effort = (closed_near_effort){.transplants = l->box_transplants / thrift,
                                      .row_climbs = l->box_row_climbs / thrift,
                                      .climbs = l->box_climbs / thrift * patience,
                                      .executions = executions / thrift * patience,
                                      .calls = effort.calls};
    return effort;
}

static void count(flipper *s, const closed_result *r, const flip_question *q)
{
    s->counts.smt_checks += r->counts.smt_checks;
    if (r->answer == ENGINE_SAT) {
        s->counts.box_proposed += r->by == CLOSED_BY_PROPOSAL;
        s->counts.box_transplanted += r->by == CLOSED_BY_TRANSPLANT;
        s->counts.box_fuzzed += r->by == CLOSED_BY_SEARCH || r->by == CLOSED_BY_OTHERS;
    }
    s->counts.box_exhausted += r->answer == ENGINE_UNSAT;
    s->counts.box_unknown += r->answer == ENGINE_UNKNOWN;
}

/* The answer's values of the places. */
static void take_model(flip_question *q, const term_model *m)
{
    for (uint32_t i = 0; i < q->near.inputs.n; i++) {
        value_id v = model_value(m, q->near.inputs.at[i].decl);
        if (v)
            question_set_word(&q->near, i, word_of_value(q->near.bank, v));
    }
}

/* The values are what SMT proposes with the boxes uninterpreted. */
static flip_answer with_calls(flipper *s, flip_question *q, uint64_t failures, bool cheaply)
{
    term_model *m = model_new(s->bank);
    closed_config config = {.smt = s->engine,
                            .seed = hash_mix(s->config.seed, s->counts.questions),
                            .deadline = s->config.deadline,
                            .limits = s->config.solve_limits,
                            .fuzz_limits = s->config.fuzz_limits,
                            .thrift = s->limits->box_thrift,
                            .interrupt = s->config.interrupt,
                            .near = &q->near,
                            .near_effort = effort_of(s, failures, cheaply),
                            .near_try_all = s->limits->try_all};
    s->counts.box_asked++;
    closed_result r = closed_solve(
        &(closed_problem){s->bank, s->boxes, q->near.terms.at, q->near.terms.n, m}, &config);
    count(s, &r, q);
    flip_answer answer = r.answer == ENGINE_SAT     ? FLIP_SAT
                         : r.answer == ENGINE_UNSAT ? FLIP_UNSAT
                                                    : FLIP_UNKNOWN;
    if (answer == FLIP_SAT)
        take_model(q, m);
    else
        question_restart(&q->near);
    closed_result_free(&r);
    model_free(m);
    s->counts.box_hopeless += answer == FLIP_UNKNOWN && !cheaply && flip_has_none(s, q);
    return answer;
}

static bool float_tries(flipper *s, flip_question *q)
{
    uint64_t tries = s->limits->box_float_tries;
    bool found = (transplant(&q->near, tries) ||
                  climb(&q->near, hash_mix(s->config.seed, s->counts.questions), tries)) &&
                 flip_confirmed(s, q);
    if (!found)
        question_restart(&q->near);
    return found;
}

/* Cheaper than SMT, and as good: true when it answers the question. */
static bool first_tries(flipper *s, flip_question *q)
{
    if (!trace_has_box(s->trace, q->near.wanted) && bytes_try(&q->near, s->limits->bytes_tried) &&
        flip_confirmed(s, q)) {
        s->counts.byte_sat++;
        return true;
    }
    if (!s->config.no_fuzz && rows_try(&q->near, NULL) && flip_confirmed(s, q)) {
        s->counts.box_asked++;
        s->counts.box_transplanted++;
        return true;
    }
    question_restart(&q->near);
    if (q->floats && q->near.program && !s->config.no_fuzz && float_tries(s, q)) {
        s->counts.box_asked++; /* SMT is slow at these */
        s->counts.box_fuzzed++;
        return true;
    }
    return false;
}

flip_answer flip_solve_boxes(flipper *s, flip_question *q, uint64_t way, bool cheaply)
{
    flip_answer answer;
    if (s->limits->box_first_tries && first_tries(s, q))
        return FLIP_SAT;
    if (without_calls(s, q, &answer))
        return answer;
    uint64_t *failures = map_insert(&s->failures, way, NULL);
    if (s->config.no_fuzz ||
        (!s->config.no_predictor && *failures >= s->limits->predictor_failures)) {
        s->counts.box_predicted++;
        return FLIP_PREDICTED;
    }
    double start = clock_wall(), smt = s->counts.smt_seconds;
    answer = with_calls(s, q, *failures, cheaply);
    s->counts.fuzz_seconds += clock_wall() - start - (s->counts.smt_seconds - smt);
    *failures = answer == FLIP_SAT ? 0 : *failures + 1;
    return answer;
}

/* Questions with closed boxes: the stages of fuzz solving. */
#include "base/clock.h"
#include "base/hash.h"
#include "explore/question/climb.h"
#include "explore/question/flip_impl.h"
#include "explore/question/transplant.h"

/* What is known without calling a box: true when the question is answered. */
static bool without_calls(flipper *s, question *q, flip_answer *answer)
{
    *answer = FLIP_SAT;
    if (flip_filter(s, q)) {
        s->counts.filter_sat++;
        return true;
    }
    flip_restore(q);
    if (flip_ask_all(s, q, 1) == ENGINE_UNSAT) {
        s->counts.box_refuted++;
        *answer = FLIP_UNSAT;
        return true;
    }
    return false;
}

/* q->values is what SMT proposes with the boxes uninterpreted. */
static flip_answer with_calls(flipper *s, question *q, bool cheaply, uint64_t thrift,
                              uint64_t patience)
{
    uint64_t executions = s->config.executions ? s->config.executions : s->limits->box_executions;
    s->counts.box_asked++;
    if (question_try(q) && flip_confirmed(s, q)) {
        s->counts.box_proposed++;
        return FLIP_SAT;
    }
    VEC(uint64_t) proposal = {0};
    if (q->program) {
        question_to_words(q);
        vec_append(&proposal, q->words, q->program->inputs.n);
    }
    flip_restore(q);
    fuzz_outcome outcome = FUZZ_BUDGET;
    q->most_calls = recall_made(s->boxes) + s->limits->box_calls / thrift * patience;
    bool found = (flip_rows(s, q, true) ||
                  (q->program && transplant(q, cheaply ? s->limits->box_few_transplants
                                                       : s->limits->box_transplants / thrift))) &&
                 flip_confirmed(s, q);
    s->counts.box_transplanted += found;
    if (!found && q->program && !cheaply &&
        flip_search_rows(s, q, s->limits->box_row_climbs / thrift)) {
        found = true;
        s->counts.box_fuzzed++;
    }
    if (!found && q->program && !cheaply) {
        found = climb(q, hash_mix(s->config.seed, s->counts.questions),
                      s->limits->box_climbs / thrift * patience);
        outcome = found ? FUZZ_FOUND
                  : question_expired(q)
                      ? FUZZ_BUDGET
                      : flip_search(s, q, executions / thrift * patience, proposal.at);
        found = outcome == FUZZ_FOUND && flip_confirmed(s, q);
        s->counts.box_fuzzed += found;
    }
    vec_free(&proposal);
    bool refuted = !found && outcome == FUZZ_EXHAUSTED;
    s->counts.box_exhausted += refuted;
    s->counts.box_unknown += !found && !refuted;
    s->counts.box_hopeless += !found && !refuted && !cheaply && flip_has_none(s, q);
    return found ? FLIP_SAT : refuted ? FLIP_UNSAT : FLIP_UNKNOWN;
}

static bool float_tries(flipper *s, question *q)
{
    bool found =
        (transplant(q, s->limits->box_float_tries) ||
         climb(q, hash_mix(s->config.seed, s->counts.questions), s->limits->box_float_tries)) &&
        flip_confirmed(s, q);
    if (!found)
        flip_restore(q);
    return found;
}

flip_answer flip_solve_boxes(flipper *s, question *q, uint64_t way, bool cheaply)
{
    flip_answer answer;
    if (!trace_has_box(s->trace, q->wanted) && flip_try_bytes(s, q)) {
        s->counts.byte_sat++;
        return FLIP_SAT;
    }
    if (!s->config.no_fuzz && flip_rows(s, q, false) && flip_confirmed(s, q)) {
        s->counts.box_asked++; /* cheaper than SMT, and as good */
        s->counts.box_transplanted++;
        return FLIP_SAT;
    }
    flip_restore(q);
    if (q->floats && q->program && !s->config.no_fuzz && float_tries(s, q)) {
        s->counts.box_asked++; /* SMT is slow at these */
        s->counts.box_fuzzed++;
        return FLIP_SAT;
    }
    if (without_calls(s, q, &answer))
        return answer;
    uint64_t *failures = map_insert(&s->failures, way, NULL);
    if (s->config.no_fuzz ||
        (!s->config.no_predictor && *failures >= s->limits->predictor_failures)) {
        s->counts.box_predicted++;
        return FLIP_PREDICTED;
    }
    double start = clock_wall(), smt = s->counts.smt_seconds;
    /* The first attempts are cheap: there are many branches, and most need no more. What comes
     * again and again gets more each time. */
    uint64_t thrift = s->config.no_predictor || *failures > 1 ? 1 : *failures ? 2 : 4;
    uint64_t patience = *failures > 2 ? UINT64_C(1) << (*failures - 2 < 4 ? *failures - 2 : 4) : 1;
    answer = with_calls(s, q, cheaply, thrift, patience);
    s->counts.fuzz_seconds += clock_wall() - start - (s->counts.smt_seconds - smt);
    *failures = answer == FLIP_SAT ? 0 : *failures + 1;
    return answer;
}

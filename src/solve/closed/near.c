/* Answers near a known point. */
#include <stdlib.h>

#include "base/hash.h"
#include "solve/closed/closed_impl.h"
#include "solve/near/bytes.h"
#include "solve/near/climb.h"
#include "solve/near/climb_number.h"
#include "solve/near/rows.h"
#include "solve/near/search.h"
#include "solve/near/targets.h"
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

/* What the calls should give, by an SMT engine that knows nothing of them but facts. */
static bool propose(void *context, question *q, const term_vec *more, value_id *targets)
{
    closed *c = context;
    term_vec terms = {0};
    vec_append(&terms, q->terms.at, q->terms.n);
    vec_append(&terms, more->at, more->n);
    engine_limits limits = closed_limits(c, c->smt_rlimit ? c->smt_rlimit : c->limits->round_smt);
    c->result->counts.smt_checks++;
    engine_push(c->smt);
    for (size_t i = 0; i < terms.n; i++)
        engine_assert(c->smt, terms.at[i]);
    bool found = engine_check(c->smt, NULL, 0, &limits) == ENGINE_SAT;
    if (found)
        question_take(q, c->smt);
    found = found && engine_values(c->smt, q->results.at, q->results.n, targets);
    engine_pop(c->smt, 1);
    vec_free(&terms);
    return found;
}

/* ---- The question ---------------------------------------------------------------------------- */

/* A byte of a free constant. */
typedef struct byte_place {
    decl_id decl;
    uint32_t shift;
} byte_place;
typedef VEC(byte_place) byte_places;

/* What byte `shift` of a term is, through concatenations and the like. False: no byte of one. */
static bool find_byte(const term_bank *b, term_id t, uint32_t shift, byte_place *place)
{
    while (sort_kind_of(b, term_sort(b, t)) == SORT_BV) {
        if (term_op_of(b, t) == OP_APP && !term_arity(b, t)) {
            *place = (byte_place){term_decl(b, t), shift};
            return true;
        }
        if (term_op_of(b, t) == OP_CONCAT) {
            uint32_t n = term_arity(b, t), bits = 0;
            do { /* the last part is the lowest */
                shift -= bits / 8;
                bits = sort_bv_width(b, term_sort(b, term_arg(b, t, --n)));
            } while (bits % 8 == 0 && shift >= bits / 8 && n);
            if (bits % 8 || shift >= bits / 8)
                return false;
            t = term_arg(b, t, n);
        } else if (term_op_of(b, t) == OP_ZERO_EXTEND &&
                   8 * shift + 8 <= sort_bv_width(b, term_sort(b, term_arg(b, t, 0)))) {
            t = term_arg(b, t, 0);
        } else {
            return false;
        }
    }
    return false;
}

/* The texts of the formulas: bytes of constants that calls see one after the other. A gap is a
 * place without declaration. */
static void find_texts(closed *c, byte_places *texts)
{
    static const byte_place gap = {0};
    for (size_t i = 0; i < c->box_calls.n; i++) {
        term_id call = c->box_calls.at[i];
        size_t n;
        const box_cell *cells = boxes_cells(c->boxes, term_decl(c->bank, call), &n);
        for (size_t k = 0; k < n; k++) {
            byte_place place;
            bool gone = k && cells[k].address != cells[k - 1].address + 1;
            if (cells[k].argument == BOX_CELL_FIXED || gone)
                vec_push(texts, gap);
            if (cells[k].argument != BOX_CELL_FIXED &&
                find_byte(c->bank, term_arg(c->bank, call, cells[k].argument), cells[k].shift,
                          &place))
                vec_push(texts, place);
        }
        vec_push(texts, gap);
    }
}

/* The value that the last model has for a constant, or 0. */
static uint64_t start_of(const closed *c, decl_id d)
{
    uint64_t word = 0;
    value_id v = model_value(c->model, d);
    if (v)
        word_of_small(c->bank, v, &word);
    return word;
}

static void add_once(closed *c, question *q, decl_id d, bool joins)
{
    if (question_find(q, d) == UINT32_MAX)
        question_add_input(q, d, start_of(c, d), joins);
}

/* Whether all constants are words, and calls see more than one byte of them. */
static bool is_about_texts(const closed *c, const byte_places *texts)
{
    size_t bytes = 0;
    for (size_t i = 0; i < texts->n; i++)
        bytes += texts->at[i].decl != 0;
    for (size_t i = 0; i < c->constants.n && bytes > 1; i++)
        if (!word_fits_sort(c->bank, term_sort(c->bank, c->constants.at[i])))
            return false;
    return bytes > 1;
}

question *closed_question(closed *c)
{
    byte_places texts = {0};
    find_texts(c, &texts);
    if (!is_about_texts(c, &texts)) {
        vec_free(&texts);
        return NULL;
    }
    question *q = base_alloc_zero(1, sizeof *q);
    question_init(q, c->bank, c->boxes, c->limits);
    q->deadline = c->config->deadline;
    q->interrupt = c->config->interrupt;
    decl_id before = 0;
    for (size_t i = 0; i < texts.n; i++) {
        const byte_place *p = &texts.at[i];
        bool follows = before && q->inputs.n && vec_last(&q->inputs).decl == before;
        if (p->decl && p->decl != before)
            add_once(c, q, p->decl, follows && !p->shift);
        before = p->decl;
    }
    vec_free(&texts);
    for (size_t i = 0; i < c->constants.n; i++)
        add_once(c, q, term_decl(c->bank, c->constants.at[i]), false);
    for (size_t i = 0; i < c->literals.n; i++)
        question_add(q, c->literals.at[i]);
    question_close(q);
    if (question_compile(q))
        return q;
    closed_question_free(q);
    return NULL;
}

void closed_question_free(question *q)
{
    if (q)
        question_free(q);
    free(q);
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

/* Copies, rows of calls, other bytes. Each has its part of the calls. */
static bool transplanted(closed *c, question *q, const closed_near_effort *effort)
{
    near_smt smt = {.solve = solve_terms, .context = c};
    question_allow(q, effort->calls / 4);
    if (rows_try(q, &smt))
        return true;
    question_restart(q);
    question_allow(q, effort->calls / 4);
    if (q->program && (bytes_try(q, q->places.n) || numbers_try(q)))
        return true;
    question_allow(q, effort->calls / 4);
    return q->program && transplant(q, effort->transplants);
}

/* Call by call. */
static bool reached(closed *c, question *q, const closed_near_effort *effort, uint64_t seed)
{
    near_targets t = {.propose = propose,
                      .context = c,
                      .seed = seed,
                      .effort = effort->row_climbs,
                      .rounds = c->limits->near_targets};
    question_restart(q);
    question_allow(q, effort->calls / 2);
    return q->program && effort->row_climbs && targets_try(q, &t);
}

static bool climbed(closed *c, question *q, const closed_near_effort *effort, uint64_t seed)
{
    question_restart(q);
    if (!q->program)
        return false;
    question_allow(q, effort->calls / 4);
    if (effort->row_climbs && rows_search(q, seed, effort->row_climbs))
        return true;
    question_allow(q, effort->calls / 2);
    return effort->climbs && climb(q, seed, effort->climbs);
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
    if (step != STEP_DECIDED && reached(c, q, effort, seed))
        step = accept(c, q, CLOSED_BY_SEARCH);
    near_search search = {.seed = seed,
                          .executions = effort->executions,
                          .limits = c->config->fuzz_limits,
                          .try_all = try_all,
                          .proposal = proposal};
    question_allow(q, effort->calls / 4);
    if (step != STEP_DECIDED && q->program && effort->executions && !question_expired(q))
        step = searched(c, q, &search);
    return step;
}

closed_step closed_near(closed *c, question *q, const closed_near_effort *effort, uint64_t try_all)
{
    uint64_t before = q->executions;
    closed_note_facts(c);
    closed_step step = question_try(q) ? accept(c, q, CLOSED_BY_PROPOSAL) : STEP_GO_ON;
    if (step != STEP_DECIDED) {
        VEC(uint8_t) proposal = {0};
        vec_append(&proposal, q->values, q->places.n);
        question_restart(q);
        step = look(c, q, effort, try_all, proposal.at);
        vec_free(&proposal);
    }
    c->result->counts.executions += q->executions - before;
    c->facts_noted = boxes_fact_count(c->boxes); /* the SMT engine is better off without so many */
    closed_explain(c, "near a point: %zu places, %llu executions: %s", q->places.n,
                   (unsigned long long)(q->executions - before),
                   step == STEP_DECIDED ? "decided" : "nothing");
    return step;
}

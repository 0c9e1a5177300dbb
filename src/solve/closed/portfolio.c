/* Which loop runs when: one of them alone, or the portfolio of mode auto.
 *
 * All budgets count executions, calls, steps or what z3 counts, so that the seed decides the order
 * of events and the clock only when it ends. */
#include "box/words.h"
#include "box/worker/invoke.h"
#include "solve/closed/closed_impl.h"
#include "solve/near/question.h"

static uint64_t thrifty(const closed *c, uint64_t budget)
{
    return c->config->thrift ? budget / c->config->thrift + 1 : budget;
}

static const sweep_budget all_of_it = {UINT64_MAX, 1e9, UINT64_MAX};

static uint64_t doubled(uint64_t budget)
{
    return budget < UINT64_C(1) << 40 ? budget * 2 : budget;
}

/* Why nobody can go on; `stuck` is what the mode says of itself. */
static closed_step give_up(closed *c, const char *stuck)
{
    return closed_answer(c, ENGINE_UNKNOWN,
                         c->exhausted ? "the fuzzer tried every input and found no model" : stuck);
}

/* A model cannot be checked then: only unsat is possible, and the SMT engine may find it. */
static void run_quantified(closed *c)
{
    c->smt_rlimit = 4 * c->limits->round_smt;
    if (c->config->mode == CLOSED_FUZZ ||
        closed_active(c, &(active_budget){.steps = c->limits->quantified_proposals}) !=
            STEP_DECIDED)
        closed_answer(c, ENGINE_UNKNOWN,
                      "a closed box is called under a quantifier over too many values to try");
}

/* What the portfolio still has to try, and how much of it in one round. */
typedef struct portfolio {
    closed *c;
    cdfl *loop;
    struct question *near; /* NULL: the formulas are no question about texts */
    closed_near_effort near_effort;
    bool exhaust, sweep, loops, fuzz, active, along, trail; /* worth trying (again) */
    uint64_t rows;                                          /* how often `along` was tried */
    uint64_t points, executions, calls, rlimit, steps, rounds;
    sweep_budget slice;
} portfolio;

static closed_step run_along(portfolio *p)
{
    closed_step step = closed_along(p->c, p->c->config->seed + p->rows++);
    p->along = step != STEP_STUCK;
    return step;
}

static closed_step run_sweep(portfolio *p)
{
    closed_step step = closed_sweep(p->c, &p->slice);
    p->sweep = step != STEP_STUCK;
    return step;
}

/* Small domains before the SMT engine is asked, which may take long. */
static closed_step sweep_first(closed *c)
{
    const solve_limits *l = c->limits;
    sweep_budget few = {thrifty(c, 4 * l->sweep_first), l->sweep_seconds, l->sweep_first};
    return closed_sweep(c, &few);
}

/* Equations put in and simplified: what is left may be false already. */
static closed_step look_closely(closed *c)
{
    const term_vec *literals = closed_reduced(c);
    bool impossible = false;
    for (size_t i = 0; i < literals->n; i++)
        impossible |= literals->at[i] == TERM_ID_FALSE;
    closed_step step = STEP_GO_ON;
    if (impossible && c->config->want_core) { /* who needs to know which literals it were */
        vec_u32 core = {0};
        if (closed_check_smt(c, NULL, 0, &core) == ENGINE_UNSAT)
            step = closed_refuted(c, &core);
        vec_free(&core);
    }
    return impossible && step == STEP_GO_ON ? closed_answer(c, ENGINE_UNSAT, NULL) : step;
}

/* From what was proposed last, the first time. */
static closed_step look_near(portfolio *p)
{
    closed_near_effort *e = &p->near_effort;
    const solve_limits *l = p->c->limits;
    if (!e->calls) {
        *e = (closed_near_effort){.transplants = thrifty(p->c, l->near_transplants),
                                  .row_climbs = thrifty(p->c, l->near_row_climbs),
                                  .climbs = thrifty(p->c, l->near_climbs),
                                  .calls = thrifty(p->c, l->near_calls)};
        p->near = closed_question(p->c);
    }
    bool few = p->near && p->near->places.n <= 2 && p->exhaust; /* all of them will be tried */
    closed_step step = p->near && !few ? closed_near(p->c, p->near, e, 0) : STEP_GO_ON;
    e->row_climbs = doubled(e->row_climbs);
    e->climbs = doubled(e->climbs);
    e->calls = doubled(e->calls);
    return step;
}

/* New calls that cost little: C functions are called in a worker that is there. */
static uint64_t cheap_calls(const closed *c)
{
    bool functions = true;
    for (size_t i = 0; i < c->box_decls.n; i++)
        functions &= boxes_find(c->boxes, c->box_decls.at[i])->kind == BOX_FUNCTION;
    return c->limits->first_calls * (functions ? c->limits->first_functions : 1);
}

/* What the SMT engine knows of the constants may make few of many. */
static closed_step know_first(closed *c)
{
    closed_step step = closed_implied(c);
    if (step != STEP_GO_ON)
        return step;
    step = look_closely(c);
    if (step != STEP_DECIDED)
        step = closed_exhaust(c, &(exhaust_limits){c->limits->first_points, cheap_calls(c)});
    return step == STEP_DECIDED ? step : sweep_first(c);
}

/* The cheap things first: congruence alone, a handful of points, a good guess. */
static closed_step first_round(portfolio *p)
{
    closed *c = p->c;
    const solve_limits *l = c->limits;
    c->smt_rlimit = thrifty(c, l->round_smt);
    closed_step step = look_closely(c);
    if (step != STEP_DECIDED)
        step = closed_exhaust(c, &(exhaust_limits){l->first_points, cheap_calls(c)});
    if (step != STEP_DECIDED)
        step = closed_fuzz_all(c, l->first_executions);
    if (step != STEP_DECIDED)
        step = sweep_first(c);
    if (step != STEP_DECIDED)
        step = closed_active(c, &(active_budget){.steps = 1});
    if (step != STEP_DECIDED)
        step = know_first(c);
    if (step != STEP_DECIDED && closed_all_known(c))
        step = closed_surrogate(c, 1, thrifty(c, l->round_smt));
    if (step != STEP_DECIDED)
        step = look_near(p);
    if (step != STEP_DECIDED) {
        step = closed_exhaust(c, &(exhaust_limits){p->points, p->calls});
        p->exhaust = step != STEP_STUCK;
    }
    if (step != STEP_DECIDED) /* a model that is easy to meet with costs less than what follows */
        step = closed_fuzz_all(c, p->executions / 16 + 1);
    if (step != STEP_DECIDED)
        step = run_along(p);
    if (step != STEP_DECIDED)
        step = run_sweep(p);
    if (step != STEP_DECIDED)
        step = closed_surrogate(c, l->round_guesses, thrifty(c, l->round_smt));
    if (step != STEP_DECIDED)
        step = closed_tables(c);
    c->smt_rlimit = c->config->thrift ? thrifty(c, c->limits->round_smt) : 0;
    return step;
}

static closed_step run_loop(portfolio *p)
{
    closed_step step = STEP_GO_ON;
    for (uint64_t i = 0; i < p->c->limits->round_loops && step == STEP_GO_ON; i++)
        step = cdfl_iterate(p->loop, p->executions);
    p->loops = step != STEP_STUCK;
    return step;
}

/* A share for each other: where the fuzzer takes part and proposals are slow, there are few. */
static closed_step run_active(portfolio *p)
{
    const solve_limits *l = p->c->limits;
    active_budget budget = {.steps = p->c->guess_open ? 2 : p->steps, .least = l->round_slow};
    if (p->fuzz || p->loops)
        budget.units = p->executions * l->execution_units;
    closed_step step = closed_active(p->c, &budget);
    p->active = step != STEP_STUCK;
    return step;
}

static closed_step one_round(portfolio *p)
{
    closed *c = p->c;
    closed_step step = STEP_GO_ON;
    if (++p->rounds % c->limits->patience_rounds == 0 && boxes_be_patient(c->boxes))
        closed_explain(c, "calls that hung get more time");
    if (p->loops)
        step = run_loop(p);
    if (step != STEP_DECIDED && p->sweep)
        step = run_sweep(p);
    if (step != STEP_DECIDED && p->exhaust) {
        step = closed_exhaust(c, &(exhaust_limits){p->points, p->calls});
        p->exhaust = step != STEP_STUCK;
    }
    if (step != STEP_DECIDED && p->fuzz) {
        step = closed_fuzz_all(c, p->executions * 4);
        p->fuzz = step != STEP_STUCK;
    }
    if (step != STEP_DECIDED && p->along)
        step = run_along(p);
    if (step != STEP_DECIDED)
        step = look_near(p);
    /* the more when the fuzzer cannot take part */
    if (step != STEP_DECIDED)
        step = closed_surrogate(c, c->limits->round_guesses,
                                p->loops || p->fuzz ? p->rlimit : 4 * p->rlimit);
    if (step != STEP_DECIDED && p->active)
        step = run_active(p);
    if (step != STEP_DECIDED && p->trail) {
        step = closed_trail(c, p->executions * c->limits->trail_factor);
        p->trail = step != STEP_STUCK;
    }
    if (step != STEP_DECIDED && !p->loops && !p->exhaust && !p->sweep && !p->fuzz && !p->active &&
        !c->guess_open)
        step = give_up(c, "the SMT engine gave up and the fuzzer cannot take part");
    return step;
}

static uint64_t first_calls(const closed *c)
{
    bool together = true;
    for (size_t i = 0; i < c->box_decls.n; i++)
        together &= boxes_batch(c->boxes, c->box_decls.at[i]);
    return c->limits->round_calls * (together ? c->limits->round_batched : 1);
}

static void run_auto(closed *c)
{
    const solve_limits *l = c->limits;
    portfolio p = {.c = c,
                   .exhaust = true,
                   .loops = true,
                   .sweep = true,
                   .slice = {thrifty(c, l->sweep_round), l->sweep_seconds, UINT64_MAX},
                   .fuzz = true,
                   .trail = true,
                   .active = true,
                   .points = thrifty(c, l->round_points),
                   .executions = thrifty(c, l->round_executions),
                   .calls = first_calls(c),
                   .rlimit = thrifty(c, 2 * l->round_smt),
                   .steps = c->config->thrift ? 2 : l->round_proposals};
    uint64_t rounds = 0, limit = c->config->max_iterations;
    closed_step step = first_round(&p);
    p.loop = cdfl_new(c);
    while (step != STEP_DECIDED && !closed_over(c)) {
        if (limit && rounds++ >= limit) {
            /* but a sweep whose end is in reach ends */
            if (!p.sweep || c->config->thrift || closed_sweep(c, &all_of_it) != STEP_DECIDED)
                closed_answer(c, ENGINE_UNKNOWN, "iterations used up");
            break;
        }
        step = one_round(&p);
        p.points = p.points < l->exhaust_points ? p.points * 2 : p.points;
        p.executions = doubled(p.executions);
        p.slice.points = doubled(p.slice.points);
        p.slice.seconds *= 2;
        p.calls = doubled(p.calls);
        p.rlimit = p.rlimit < UINT32_MAX / 2 ? p.rlimit * 2 : p.rlimit;
        p.steps = p.steps < l->round_proposals_most ? p.steps * 2 : p.steps;
    }
    cdfl_free(p.loop);
    closed_question_free(p.near);
}

/* One place in one run: near its values, then a little of everything else. */
static void run_place(closed *c)
{
    const solve_limits *l = c->limits;
    uint64_t points = thrifty(c, l->round_points);
    c->smt_rlimit = thrifty(c, l->round_smt);
    closed_step step =
        closed_near(c, c->config->near, &c->config->near_effort, c->config->near_try_all);
    if (step == STEP_DECIDED || !c->config->near_effort.executions || closed_over(c))
        return;
    cdfl *loop = cdfl_new(c);
    step = closed_exhaust(c, &(exhaust_limits){points, thrifty(c, l->round_calls)});
    for (uint64_t i = 0; i < l->round_loops && step == STEP_GO_ON; i++)
        step = cdfl_iterate(loop, thrifty(c, l->round_executions));
    if (step != STEP_DECIDED)
        closed_active(c, &(active_budget){.steps = thrifty(c, l->round_proposals)});
    cdfl_free(loop);
}

static void run_one(closed *c, closed_mode mode)
{
    closed_step step = STEP_GO_ON;
    uint64_t budget = thrifty(c, 5 * c->limits->round_executions), rounds = 0,
             limit = c->config->max_iterations;
    if (mode == CLOSED_CDFL && !c->config->lazy_start && closed_implied(c) == STEP_DECIDED)
        return;
    cdfl *l = mode == CLOSED_CDFL ? cdfl_new(c) : NULL;
    c->smt_rlimit = c->config->thrift ? thrifty(c, c->limits->round_smt) : 0;
    while (step == STEP_GO_ON && !closed_over(c)) {
        if (limit && rounds++ >= limit) {
            closed_answer(c, ENGINE_UNKNOWN, "iterations used up");
            break;
        }
        if (mode == CLOSED_CDFL)
            step = cdfl_iterate(l, budget);
        else if (mode == CLOSED_FUZZ)
            step = closed_fuzz_all(c, budget);
        else if (mode == CLOSED_BITS)
            step = closed_bits(c, UINT64_MAX);
        else
            step = closed_active(c, &(active_budget){.steps = 1});
        budget = doubled(budget);
    }
    bool follow = c->exhausted && c->limits->mode_sweeps;
    if (step == STEP_STUCK && follow) /* in two sweeps that is a proof */
        step = closed_sweep(c, &all_of_it);
    if (step == STEP_STUCK && mode == CLOSED_CDFL && follow) /* so it is call by call */
        step = closed_exhaust(c, &(exhaust_limits){.points = 1 << 20, .calls = 1 << 16});
    if (step != STEP_DECIDED && !c->result->reason && !closed_over(c))
        give_up(c, mode == CLOSED_BITS ? "there is more than bit-vectors, or nothing new to propose"
                   : mode == CLOSED_ACTIVE ? "the SMT engine has nothing new to propose"
                                           : "the fuzzer cannot take these constraints");
    if (l)
        cdfl_free(l);
}

void closed_run(closed *c)
{
    if (c->quantified_box)
        run_quantified(c);
    else if (c->config->near)
        run_place(c);
    else if (c->config->mode == CLOSED_AUTO)
        run_auto(c);
    else
        run_one(c, c->config->mode);
}

/* Sweeps as a member of the portfolio.
 *
 * What must hold falls into parts that share no constants. Where the inputs of a part are few enough
 * (fuzz/sweep/domain.h) all are tried on the boxes, a slice at a time, the smallest part first. A part
 * without a point that holds decides `unsat`, once a second sweep, in a fresh worker and in another
 * order, has seen the same; a point of every part, with what the SMT engine says of the rest, is a model that
 * is confirmed like any other. Points without value are judged by the evaluator; if it cannot, there is no unsat. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "solve/sweep/sweep_parts.h"

enum {
    SHOWN_SECONDS = 1, /* what takes less is not shown as progress */
    MOST_DOUBTS = 64   /* points of a box that changes its mind, before we give up */
};

#define SHOWN_EVERY 0.5 /* seconds */

/* ---- Models ---------------------------------------------------------------------------------- */

static void set_point(const sweep_part *p, uint64_t point, term_bank *b, term_model *m)
{
    uint64_t *words = base_alloc_zero(p->p->inputs.n + 1, sizeof *words);
    sweep_domain_point(&p->domain, point, words);
    for (size_t i = 0; i < p->p->inputs.n; i++) {
        const fuzz_input *in = &p->p->inputs.at[i];
        model_set_value(m, in->decl, value_of_word(b, in->sort, words[i]));
    }
    free(words);
}

/* The SMT engine completes what the parts say. */
static closed_step complete(closed_sweeper *s)
{
    closed *c = s->c;
    term_bank *b = c->bank;
    term_vec equations = {0};
    vec_u32 core = {0};
    closed_step step = STEP_GO_ON;
    for (size_t i = 0; i < model_size(c->model); i++) {
        decl_id d = model_decl_at(c->model, i);
        vec_push(&equations,
                 term_eq(b, term_app(b, d, NULL, 0), term_const(b, model_value(c->model, d))));
    }
    if (closed_check_smt(c, equations.at, equations.n, &core) == ENGINE_SAT)
        closed_try_engine(c, &step);
    vec_free(&equations);
    vec_free(&core);
    return step;
}

/* Every part has a point. */
static closed_step try_points(closed_sweeper *s)
{
    closed *c = s->c;
    model_clear(c->model);
    for (size_t i = 0; i < s->parts.n; i++)
        set_point(&s->parts.at[i], s->parts.at[i].point, c->bank, c->model);
    closed_step step;
    if (s->rest) {
        step = complete(s);
    } else {
        boxes_unhurried(c->boxes, true); /* they answered there */
        literals_classes_complete(&c->classes, c->boxes, c->model);
        step = closed_try_model(c);
        boxes_unhurried(c->boxes, false);
        if (step != STEP_DECIDED)
            closed_suspect(c);
    }
    closed_explain(c, "sweep: points of all parts; %s",
                   step == STEP_DECIDED ? "a model that holds" : "no model");
    return step == STEP_DECIDED ? step : closed_over(c) ? STEP_DECIDED : STEP_STUCK;
}

/* ---- What a sweep says ----------------------------------------------------------------------- */

typedef enum opens { OPENS_FALSE, OPENS_TRUE, OPENS_UNKNOWN } opens;

/* The points where something has no value, by the evaluator. */
static opens judge_open(closed *c, sweep_part *p)
{
    opens all = p->shared.n_open > SWEEP_OPEN ? OPENS_UNKNOWN : OPENS_FALSE;
    uint64_t n = p->shared.n_open < SWEEP_OPEN ? p->shared.n_open : SWEEP_OPEN;
    for (uint64_t i = 0; i < n && all != OPENS_TRUE; i++) {
        eval_reason why;
        model_clear(c->model);
        set_point(p, p->shared.open[i] % p->domain.count, c->bank, c->model);
        if (closed_holds(c, &p->constraints, &why)) {
            p->point = p->shared.open[i] % p->domain.count;
            all = OPENS_TRUE;
        } else if (why != EVAL_OK) {
            return OPENS_UNKNOWN; /* one is enough */
        }
    }
    return all;
}

static closed_step conclude_unsat(closed *c, const sweep_part *p)
{
    closed_explain(c, "sweep: none of %llu points, tried twice",
                   (unsigned long long)p->domain.count);
    if (p->p->inputs.n)
        closed_core_around(c, p->p->inputs.at[0].decl);
    c->result->rests_on_boxes = true;
    return closed_answer(c, ENGINE_UNSAT, "rests on each closed box being a function");
}

/* The first sweep is complete: what is left open decides whether it is worth repeating. */
static closed_step after_first(closed_sweeper *s, sweep_part *p)
{
    closed *c = s->c;
    boxes_unhurried(c->boxes, true); /* these points decide */
    opens left = judge_open(c, p);
    boxes_unhurried(c->boxes, false);
    sweep_run_free(p->run);
    p->run = NULL;
    closed_explain(c, "sweep: all %llu points tried, %llu without value",
                   (unsigned long long)p->domain.count, (unsigned long long)p->shared.n_open);
    if (left == OPENS_FALSE) {
        p->second = true;
        p->first = p->shared;
        return STEP_GO_ON;
    }
    p->state = left == OPENS_TRUE && !p->partial ? PART_HIT : PART_STUCK;
    if (left == OPENS_UNKNOWN && !s->rest && s->parts.n == 1 && !c->functions)
        return closed_over(c) ? STEP_DECIDED
                              : closed_answer(c, ENGINE_UNKNOWN,
                                              "where the formula could hold, a closed box has no "
                                              "value");
    return STEP_GO_ON;
}

/* Two sweeps of a box are not the same: it is no function, unless it lost its footing in a crash. */
static closed_step differs(closed *c, sweep_part *p)
{
    const sweep_shared *h = &p->shared;
    p->state = PART_STUCK;
    closed_explain(c, "sweep: the second sweep has seen other answers");
    if (h->deaths || h->n_open || p->first.deaths || p->first.n_open || h->differs >= p->p->boxes.n)
        return STEP_STUCK;
    boxes_disown(c->boxes, p->p->boxes.at[h->differs]);
    return closed_over(c) ? STEP_DECIDED : STEP_STUCK;
}

static closed_step after_slice(closed_sweeper *s, sweep_part *p)
{
    closed *c = s->c;
    switch ((sweep_state)p->shared.state) {
    case SWEEP_FOUND:
        p->point = p->shared.hit % p->domain.count;
        if (!p->second)
            p->state = p->partial ? PART_STUCK : PART_HIT;
        else if (++p->doubts > MOST_DOUBTS)
            p->state = PART_STUCK;
        return STEP_GO_ON;
    case SWEEP_COMPLETE:
        if (!p->second)
            return after_first(s, p);
        p->state = PART_STUCK;
        for (size_t i = 0; i < p->p->boxes.n; i++)
            if (p->shared.sums[i] != p->first.sums[i]) {
                p->shared.differs = i;
                return differs(c, p);
            }
        return !p->doubts && judge_open(c, p) == OPENS_FALSE ? conclude_unsat(c, p) : STEP_STUCK;
    case SWEEP_DIFFERENT:
        return differs(c, p);
    case SWEEP_FAILED:
        closed_explain(c, "sweep: failed after %llu points", (unsigned long long)p->shared.points);
        p->state = PART_STUCK;
        return STEP_STUCK;
    default:
        return STEP_GO_ON;
    }
}

/* ---- Slices ---------------------------------------------------------------------------------- */

static bool start(closed_sweeper *s, sweep_part *p)
{
    closed *c = s->c;
    char *error = NULL;
    uint64_t thrift = c->config->thrift ? c->config->thrift : 1;
    sweep_run_config config = {.p = p->p,
                               .domain = &p->domain,
                               .seed = c->config->seed,
                               .interpret = c->config->no_jit ||
                                            p->domain.count <= c->limits->sweep_interpreted,
                               .least = c->limits->sweep_least / thrift,
                               .patience = c->limits->sweep_patience * UINT64_C(1000) / thrift,
                               .most_deaths = c->limits->exhaust_hung,
                               .jobs = c->config->jobs,
                               .first = p->second ? &p->first : NULL};
    p->run = sweep_run_new(c->bank, c->boxes, &config, &error);
    if (!p->run)
        closed_explain(c, "sweep: %s", error);
    free(error);
    return p->run;
}

static double seconds_for(const sweep_part *p, double points)
{
    const sweep_shared *h = &p->shared;
    return h->points ? points * 1e-9 * (double)h->nanoseconds / (double)h->points : 0;
}

/* What is left of both sweeps. */
static double seconds_left(const sweep_part *p)
{
    double all = (double)p->domain.count;
    return seconds_for(p, (p->second ? all : 2 * all) - (double)p->shared.place);
}

static double time_left(const closed *c)
{
    return c->config->deadline ? c->config->deadline - clock_wall() : c->limits->sweep_longest;
}

/* Whether it is worth going on: the end of both sweeps is in reach, or good luck in the first. */
static bool promises(const closed *c, const sweep_part *p)
{
    double first = seconds_for(p, (double)(p->domain.count - p->shared.place));
    return seconds_left(p) <= time_left(c) ||
           (!p->second && first <= c->limits->sweep_overtime * time_left(c));
}

/* swept 2^28 of 2^32, 9 s left */
static void show_progress(const closed *c, const sweep_part *p)
{
    double left = seconds_left(p), all = 2 * (double)p->domain.count;
    double done = (double)p->shared.place + (p->second ? all / 2 : 0);
    if (!c->config->progress || left < SHOWN_SECONDS || !p->shared.points)
        return;
    strbuf line = STRBUF_INIT;
    strbuf_printf(&line, "swept 2^%.1f of 2^%.1f points, %.0f s left", log2(done > 1 ? done : 1),
                  log2(all), left);
    c->config->progress(c->config->progress_context, line.text);
    strbuf_free(&line);
}

static closed_step sweep_slice(closed_sweeper *s, sweep_part *p, const sweep_budget *budget)
{
    closed *c = s->c;
    double until = clock_wall() + budget->seconds;
    uint64_t points = budget->points;
    closed_step step = STEP_GO_ON;
    if (p->shared.points && seconds_left(p) <= time_left(c) && !c->config->thrift) {
        /* the end is certain: more of the time than all the others got since the last slice */
        double share = c->limits->sweep_share * (clock_wall() - s->ended);
        until = share > budget->seconds ? clock_wall() + share : until;
        points = UINT64_MAX;
    }
    if (!p->domain.count) { /* the ranges left nothing */
        p->state = PART_STUCK;
        return closed_answer(c, ENGINE_UNSAT, NULL);
    }
    while (step == STEP_GO_ON && p->state == PART_OPEN && points && clock_wall() < until) {
        if (closed_over(c))
            return STEP_DECIDED;
        if (!p->run && !start(s, p)) {
            p->state = PART_STUCK;
            break;
        }
        uint64_t before = p->run ? p->shared.points : 0;
        bool fresh = !p->shared.points; /* the rate is not known: a little at first */
        uint64_t slice = fresh && points > c->limits->sweep_probe ? c->limits->sweep_probe : points;
        double seconds = until - clock_wall();
        seconds = seconds < SHOWN_EVERY ? seconds : SHOWN_EVERY;
        show_progress(c, p);
        if (!sweep_run_slice(p->run, slice, seconds, c->config->deadline, &p->shared)) {
            closed_explain(c, "sweep: the worker cannot go on after %llu points",
                           (unsigned long long)p->shared.points);
            p->state = PART_STUCK;
            break;
        }
        uint64_t done = p->shared.points - before;
        c->result->counts.points += done;
        points -= done < points ? done : points;
        step = after_slice(s, p);
        if (p->second && !p->run)
            p->shared = (sweep_shared){0};
        if (step == STEP_GO_ON && p->state == PART_OPEN && p->shared.points && !promises(c, p)) {
            closed_explain(c, "sweep: %llu points would take %.0f s",
                           (unsigned long long)p->domain.count, seconds_left(p));
            p->state = PART_STUCK;
        }
    }
    if (c->config->progress)
        c->config->progress(c->config->progress_context, NULL);
    if (p->state == PART_STUCK) {
        sweep_run_free(p->run);
        p->run = NULL;
    }
    return step == STEP_DECIDED ? step : STEP_GO_ON;
}

closed_step closed_sweep(closed *c, const sweep_budget *budget)
{
    if (c->quantified_box)
        return STEP_STUCK;
    if (!c->sweeper)
        c->sweeper = sweep_parts_find(c);
    closed_sweeper *s = c->sweeper;
    bool open = false, all = s->parts.n > 0;
    for (size_t i = 0; i < s->parts.n; i++) {
        sweep_part *p = &s->parts.at[i];
        if (p->state == PART_OPEN && p->domain.count > c->limits->sweep_hangs &&
            boxes_hang(c->boxes))
            p->state = PART_STUCK;
        if (p->state == PART_OPEN && p->domain.count <= budget->largest &&
            sweep_slice(s, p, budget) == STEP_DECIDED)
            return STEP_DECIDED;
        s->ended = clock_wall();
        open |= p->state == PART_OPEN;
        all &= p->state == PART_HIT;
    }
    if (!all)
        return open ? STEP_GO_ON : STEP_STUCK;
    closed_step step = try_points(s);
    /* one part that is all: a box has changed its mind, which the second sweep will show */
    bool doubtful = step != STEP_DECIDED && s->parts.n == 1 && !s->rest &&
                    ++s->parts.at[0].doubts <= MOST_DOUBTS;
    for (size_t i = 0; i < s->parts.n && step != STEP_DECIDED; i++)
        s->parts.at[i].state = doubtful ? PART_OPEN : PART_STUCK;
    return doubtful ? STEP_GO_ON : step;
}

/* Checks: asking the engine, judging its models, remembering what came out. */
#include "solve/session/session_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

const char *session_why_text(engine_why why)
{
    switch (why) {
    case ENGINE_WHY_NONE:
        return "none";
    case ENGINE_WHY_INCOMPLETE:
        return "incomplete";
    case ENGINE_WHY_UNITS:
        return "resourceout";
    case ENGINE_WHY_TIMEOUT:
        return "timeout";
    case ENGINE_WHY_HUNG:
        return "hung";
    case ENGINE_WHY_MEMORY:
        return "memout";
    case ENGINE_WHY_INTERRUPTED:
        return "interrupted";
    case ENGINE_WHY_CRASH:
        return "crash";
    case ENGINE_WHY_ERROR:
        return "error";
    case ENGINE_WHY_COUNT:
        break;
    }
    return "none";
}

const char *session_model_text(session_model_state state)
{
    static const char *const texts[] = {"none", "checked", "undetermined", "wrong"};
    return texts[state];
}

engine_config session_engine_config(const session *s)
{
    return (engine_config){
        .command = s->config.engine,
        .seed = s->set.seed,
        .memory_bytes = s->config.memory_bytes,
        .want_models = true, /* every sat is checked */
        .late = s->config.late,
        .want_cores = s->set.produce_cores || s->set.produce_unsat_assumptions,
        .logic = s->logic,
        .interrupt = s->config.interrupt,
    };
}

bool session_ready(session *s)
{
    if (s->engine && !s->engine_stale)
        return true;
    engine_config config = session_engine_config(s);
    char *error = NULL;
    engine *e = engine_new(s->bank, &config, &error);
    if (!e) {
        session_error(s, "%s", error ? error : "the solver cannot be started");
        free(error);
        return false;
    }
    if (s->engine)
        engine_free(s->engine);
    s->engine = e;
    s->engine_stale = false;
    size_t level = 0;
    for (size_t i = 0; i <= s->assertions.n; i++) {
        for (; level < s->levels.n && s->levels.at[level].assertions == i; level++)
            engine_push(e);
        if (i == s->assertions.n)
            break;
        session_assertion a = s->assertions.at[i];
        engine_assert(e, a.guard ? term_make2(s->bank, OP_IMPLIES, a.guard, a.term) : a.term);
    }
    session_mark_levels(s);
    return true;
}

double session_seconds_left(const session *s)
{
    return s->config.deadline ? s->config.deadline - clock_wall() : 0;
}

static engine_limits limits_of(const session *s)
{
    engine_limits limits = {.seconds = s->config.timeout, .rlimit = s->set.resource_limit};
    double own = (double)s->set.timeout_ms / 1000;
    if (own > 0 && (limits.seconds == 0 || own < limits.seconds))
        limits.seconds = own;
    if (s->config.deadline) {
        double left = session_seconds_left(s);
        if (left < 0.001)
            left = 0.001; /* 0 would be no limit */
        if (limits.seconds == 0 || left < limits.seconds)
            limits.seconds = left;
    }
    return limits;
}

void session_set_reason(session_check *c, const char *format, ...)
{
    strbuf text = STRBUF_INIT;
    va_list arguments;
    va_start(arguments, format);
    strbuf_vprintf(&text, format, arguments);
    va_end(arguments);
    free(c->reason);
    c->reason = strbuf_detach(&text);
}

/* Why the engine does not know, in the same words for every engine. */
static void explain_unknown(session *s, session_check *c, const engine_limits *limits)
{
    c->why = engine_why_unknown(s->engine);
    if (c->why == ENGINE_WHY_TIMEOUT)
        session_set_reason(c, "the time limit of %.3g s was reached", limits->seconds);
    else if (c->why == ENGINE_WHY_UNITS)
        session_set_reason(c, "the limit of %" PRIu64 " resource units was reached",
                           limits->rlimit);
    else if (c->why == ENGINE_WHY_MEMORY)
        session_set_reason(c, "the memory limit of %.0f MB was reached",
                           (double)s->config.memory_bytes / (1 << 20));
    else if (c->why == ENGINE_WHY_INTERRUPTED)
        session_set_reason(c, "interrupted");
    else
        session_set_reason(c, "%s", engine_reason(s->engine));
}

static void set_busy(session *s, bool busy)
{
    if (s->config.busy)
        *s->config.busy = busy;
}

static void print_answer(session *s, const session_check *c)
{
    static const char *const texts[] = {"sat", "unsat", "unknown"};
    fprintf(s->out, "%s\n", texts[c->answer]);
    fflush(s->out);
    set_busy(s, false);
    if (c->answer == ENGINE_SAT && s->config.models)
        session_get_model(s);
    fflush(s->out);
    if (c->answer == ENGINE_UNKNOWN && c->model != SESSION_MODEL_WRONG)
        session_remark(s, 0, "unknown: %s", c->reason);
    else if (c->answer == ENGINE_SAT && c->model == SESSION_MODEL_CHECKED)
        session_remark(s, 1, "the model was checked");
    else if (c->answer == ENGINE_SAT)
        session_remark(s, 1, "%s", c->reason);
}

static void collect(session *s, const term_id *assumptions, size_t n, term_vec *formulas)
{
    vec_clear(&s->assumptions);
    for (size_t i = 0; i < s->assertions.n; i++) {
        vec_push(formulas, s->assertions.at[i].term);
        if (s->assertions.at[i].guard)
            vec_push(&s->assumptions, s->assertions.at[i].guard);
    }
    s->n_guards = s->assumptions.n;
    vec_append(formulas, assumptions, n);
    vec_append(&s->assumptions, assumptions, n);
}

/* What is left of the time of a check that began at `start`; 0: there is no limit. */
static double seconds_of(const engine_limits *limits, double start)
{
    if (limits->seconds <= 0)
        return 0;
    double left = limits->seconds - (clock_wall() - start);
    return left < 0.001 ? 0.001 : left;
}

/* A check without closed boxes. */
static void check_open(session *s, session_check *c, const term_vec *formulas,
                       const engine_limits *limits)
{
    double start = clock_wall();
    map told = {0};
    bool again = true;
    for (uint64_t round = 0; again; round++) {
        engine_limits left = *limits;
        left.seconds = seconds_of(limits, start);
        c->answer = engine_check(s->engine, s->assumptions.at, s->assumptions.n, &left);
        c->why = ENGINE_WHY_NONE;
        again = false;
        if (c->answer == ENGINE_UNKNOWN)
            explain_unknown(s, c, limits);
        else if (c->answer == ENGINE_SAT)
            again = session_judge(s, c, formulas,
                                  round < session_limits(s)->refine_rounds ? &told : NULL,
                                  seconds_of(limits, start));
    }
    map_free(&told);
}

const session_check *session_run_check(session *s, const term_id *assumptions, size_t n)
{
    session_check c = {.answer = ENGINE_UNKNOWN, .why = ENGINE_WHY_ERROR};
    if (s->model)
        model_free(s->model);
    s->model = NULL;
    s->mode = MODE_UNKNOWN;
    double start = clock_wall();
    set_busy(s, true);
    if (s->lost) {
        session_set_reason(&c, "an error took a part of the formula: %s", s->lost);
    } else if (session_lost_box_formula(s)) {
        session_set_reason(&c, "what an oracle says is not known: its program is not bound");
    } else if (session_ready(s)) {
        term_vec formulas = {0};
        collect(s, assumptions, n, &formulas);
        engine_limits limits = limits_of(s);
        char *doubt = NULL;
        bool all = session_consult_box_formulas(s, &formulas, &doubt);
        session_emit(s, &formulas);
        s->checked_boxes =
            s->box_formulas.n || session_fuzzes(s) || session_calls_boxes(s, &formulas);
        if (s->checked_boxes)
            session_check_closed(s, &c, &formulas, &limits);
        else
            check_open(s, &c, &formulas, &limits);
        if (!all && c.answer == ENGINE_SAT)
            session_doubt(s, &c, doubt);
        free(doubt);
        vec_free(&formulas);
    }
    c.seconds = clock_wall() - start;
    s->mode = c.answer == ENGINE_SAT     ? MODE_SAT
              : c.answer == ENGINE_UNSAT ? MODE_UNSAT
                                         : MODE_UNKNOWN;
    if (!s->failed && s->out)
        print_answer(s, &c);
    set_busy(s, false);
    vec_push(&s->checks, c);
    return &vec_last(&s->checks);
}

value_id session_value(session *s, term_id t)
{
    if (s->mode != MODE_SAT || !s->model)
        return 0;
    eval_config calls = {.call = boxes_evaluate, .call_context = s->boxes};
    /* a model of a formula with boxes is ours, and no engine's */
    return check_value(s->model, s->checked_boxes ? NULL : s->engine, s->boxes ? &calls : NULL,
                       session_limits(s), t);
}

static bool needs_formula(const session *s, size_t formula)
{
    for (size_t i = 0; i < s->box_core.n; i++)
        if (s->box_core.at[i] == formula)
            return true;
    return false;
}

bool session_needed(session *s, vec_u32 *positions)
{
    if (!s->checked_boxes)
        return engine_core(s->engine, positions);
    uint32_t position = 0;
    for (size_t i = 0; i < s->assertions.n; i++)
        if (s->assertions.at[i].guard) {
            if (needs_formula(s, i))
                vec_push(positions, position);
            position++;
        }
    for (; position < s->assumptions.n; position++)
        if (needs_formula(s, s->assertions.n + position - s->n_guards))
            vec_push(positions, position);
    return true;
}

bool session_core(session *s, vec_u32 *positions)
{
    vec_u32 all = {0};
    bool good = s->mode == MODE_UNSAT && session_needed(s, &all);
    for (size_t i = 0; i < all.n; i++)
        if (all.at[i] >= s->n_guards)
            vec_push(positions, all.at[i] - (uint32_t)s->n_guards);
    vec_free(&all);
    return good;
}

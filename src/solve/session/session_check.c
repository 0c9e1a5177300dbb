/* Checks: asking the engine, judging its models, remembering what came out. */
#include "solve/session/session_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "smtlib/print/printer.h"
#include "solve/session/refine.h"

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
    static const char *const texts[] = {"none", "checked", "unchecked", "undetermined", "wrong"};
    return texts[state];
}

engine_config session_engine_config(const session *s)
{
    return (engine_config){
        .command = s->config.engine,
        .seed = s->set.seed,
        .memory_bytes = s->config.memory_bytes,
        .want_models = true, /* every sat is checked */
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

static void set_reason(session_check *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void set_reason(session_check *c, const char *format, ...)
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
        set_reason(c, "the time limit of %.3g s was reached", limits->seconds);
    else if (c->why == ENGINE_WHY_UNITS)
        set_reason(c, "the limit of %" PRIu64 " resource units was reached", limits->rlimit);
    else if (c->why == ENGINE_WHY_MEMORY)
        set_reason(c, "the memory limit of %.0f MB was reached",
                   (double)s->config.memory_bytes / (1 << 20));
    else if (c->why == ENGINE_WHY_INTERRUPTED)
        set_reason(c, "interrupted");
    else
        set_reason(c, "%s", engine_reason(s->engine));
}

/* A term for a message: one line, cut where it gets long. */
static void put_excerpt(session *s, term_id t, strbuf *out)
{
    enum { LONGEST = 200 };
    size_t start = out->n;
    smt_print_term(s->bank, t, NULL, out);
    if (out->n - start > LONGEST) {
        out->n = start + LONGEST;
        strbuf_puts(out, " ...");
    }
}

static void report_wrong_model(session *s, session_check *c, term_id assertion)
{
    strbuf text = STRBUF_INIT;
    if (assertion) {
        strbuf_puts(&text, "it makes this false: ");
        put_excerpt(s, assertion, &text);
    } else {
        strbuf_puts(&text, "the value of a constant rests on itself");
    }
    c->answer = ENGINE_UNKNOWN;
    c->why = ENGINE_WHY_ERROR;
    c->model = SESSION_MODEL_WRONG;
    set_reason(c, "%s answered sat with a wrong model: %s", engine_name(s->engine), text.text);
    session_remark(s, 0, "%s", c->reason);
    if (s->log && (s->config.verbosity || s->set.verbosity)) {
        strbuf_clear(&text);
        smt_print_model(s->bank, s->model, symtab_decls(s->table), &text);
        session_remark(s, 1, "the wrong model: %s", text.text);
    }
    strbuf_free(&text);
}

/* A model of less than was asserted. */
static void doubt_sat(session *s, session_check *c, const char *doubt)
{
    c->answer = ENGINE_UNKNOWN;
    c->why = ENGINE_WHY_INCOMPLETE;
    c->model = SESSION_MODEL_NONE;
    set_reason(c, "%s", doubt);
    if (s->model)
        model_free(s->model);
    s->model = NULL;
}

static bool has_stand_in(const session *s, const term_vec *formulas)
{
    return !strcmp(s->config.engine, ENGINE_LIBZ3) &&
           check_has_stand_in(s->bank, formulas->at, formulas->n);
}

/* The engine had less than the theory: it is told more, and true returned, or its sat is not believed. */
static bool refine_or_doubt(session *s, session_check *c, const term_vec *formulas, map *told)
{
    if (told && refine(s->engine, s->model, session_limits(s), formulas->at, formulas->n, told)) {
        model_free(s->model);
        s->model = NULL;
        return true;
    }
    doubt_sat(s, c,
              "the solver found a model of less than this theory, which could not be confirmed");
    return false;
}

/* Judges the engine's sat: `c` becomes what we answer. True: the engine is to be asked again, after it was told
 * more. `told` NULL: no more. */
static bool judge(session *s, session_check *c, const term_vec *formulas, map *told)
{
    s->model = model_new(s->bank);
    if (!engine_model(s->engine, s->model)) {
        c->model = SESSION_MODEL_UNDETERMINED;
        set_reason(c, "no model could be had: %s", engine_reason(s->engine));
        model_free(s->model);
        s->model = NULL;
        if (has_stand_in(s, formulas))
            doubt_sat(s, c,
                      "the solver found a model of less than this theory, and cannot show it");
        return false;
    }
    term_vec plain = {0}; /* what the evaluator can judge of a formula with quantifiers */
    for (size_t i = 0; i < formulas->n; i++)
        if (!check_has_quantifier(s->bank, &formulas->at[i], 1))
            vec_push(&plain, formulas->at[i]);
    engine_config fresh = session_engine_config(s);
    fresh.want_cores = false;
    fresh.logic = 0;
    check_result r = check_model(s->model, s->engine, &fresh, session_limits(s), plain.at, plain.n);
    bool quantified = plain.n < formulas->n;
    vec_free(&plain);
    bool exact = r.verdict == CHECK_TRUE && !quantified;
    if (!exact && has_stand_in(s, formulas))
        return refine_or_doubt(s, c, formulas, told);
    if (r.verdict == CHECK_FALSE) {
        report_wrong_model(s, c, r.assertion);
    } else if (quantified) {
        c->model = SESSION_MODEL_UNCHECKED;
        set_reason(c, "the formula has quantifiers: what they say was not checked");
    } else if (r.verdict == CHECK_TRUE) {
        c->model = SESSION_MODEL_CHECKED;
    } else {
        c->model = SESSION_MODEL_UNDETERMINED;
        set_reason(c, "the model could not be checked: %s", eval_reason_text(r.why));
    }
    return false;
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

/* A check without closed boxes. */
static void check_open(session *s, session_check *c, const term_vec *formulas,
                       const engine_limits *limits)
{
    double start = clock_wall();
    map told = {0};
    bool again = true;
    for (uint64_t round = 0; again; round++) {
        engine_limits left = *limits;
        if (limits->seconds > 0) {
            left.seconds = limits->seconds - (clock_wall() - start);
            if (left.seconds < 0.001)
                left.seconds = 0.001; /* 0 would be no limit */
        }
        c->answer = engine_check(s->engine, s->assumptions.at, s->assumptions.n, &left);
        c->why = ENGINE_WHY_NONE;
        again = false;
        if (c->answer == ENGINE_UNKNOWN)
            explain_unknown(s, c, limits);
        else if (c->answer == ENGINE_SAT)
            again = judge(s, c, formulas, round < session_limits(s)->refine_rounds ? &told : NULL);
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
        set_reason(&c, "an error took a part of the formula: %s", s->lost);
    } else if (session_lost_box_formula(s)) {
        set_reason(&c, "what an oracle says is not known: its program is not bound");
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
            doubt_sat(s, &c, doubt);
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

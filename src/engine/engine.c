#include "engine/engine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "engine/backend.h"

#define QUESTION_SECONDS 20.0

engine *engine_new(term_bank *b, const engine_config *config, char **error)
{
    engine *e = base_alloc_zero(1, sizeof *e);
    e->bank = b;
    e->config = *config;
    e->config.command = base_strdup(config->command);
    e->backend = strcmp(config->command, ENGINE_LIBZ3) ? &smtlib_backend : &z3_backend;
    e->scan = scan_new(b);
    strbuf_init(&e->reason);
    strbuf_init(&e->name);
    e->answer = ENGINE_UNKNOWN;
    if (config->late && e->backend == &z3_backend)
        return e;
    if (e->backend->start(e, error)) {
        e->was_started = true;
        return e;
    }
    engine_free(e);
    return NULL;
}

void engine_free(engine *e)
{
    if (!e)
        return;
    engine_drop_child(e);
    e->backend->free(e);
    scan_free(e->scan);
    vec_free(&e->entries);
    vec_free(&e->levels);
    strbuf_free(&e->reason);
    strbuf_free(&e->name);
    free((char *)e->config.command);
    free(e);
}

void engine_drop_child(engine *e)
{
    if (!e->child)
        return;
    process_kill(e->child);
    uint64_t peak = process_peak_memory(e->child);
    if (peak > e->peak_of_the_dead)
        e->peak_of_the_dead = peak;
    process_free(e->child);
    e->child = NULL;
    e->unsettled = false;
    e->backend->stop(e);
}

void engine_give_up(engine *e, engine_why why, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    e->answer = ENGINE_UNKNOWN;
    e->why = why;
    strbuf_clear(&e->reason);
    strbuf_vprintf(&e->reason, format, arguments);
    va_end(arguments);
}

double engine_question_deadline(engine *e)
{
    e->late = ENGINE_WHY_HUNG;
    return clock_wall() + QUESTION_SECONDS;
}

double engine_check_seconds(engine *e, const engine_limits *limits)
{
    bool guarded = limits->guard > 0 && (limits->seconds <= 0 || limits->guard < limits->seconds);
    e->late = guarded ? ENGINE_WHY_HUNG : ENGINE_WHY_TIMEOUT;
    return guarded ? limits->guard : limits->seconds;
}

engine_why engine_classify_reason(const char *words)
{
    static const struct {
        const char *part;
        engine_why why;
    } known[] = {
        {"timeout", ENGINE_WHY_TIMEOUT},      {"canceled", ENGINE_WHY_TIMEOUT},
        {"cancelled", ENGINE_WHY_TIMEOUT},    {"memout", ENGINE_WHY_MEMORY},
        {"memory", ENGINE_WHY_MEMORY},        {"interrupted", ENGINE_WHY_INTERRUPTED},
        {"resource limit", ENGINE_WHY_UNITS}, {"resourceout", ENGINE_WHY_UNITS},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strstr(words, known[i].part))
            return known[i].why;
    return ENGINE_WHY_INCOMPLETE;
}

/* The first line that the child left on its standard error, for a message. */
static int error_line(engine *e, const char **line)
{
    const strbuf *errors = process_errors(e->child);
    *line = errors->text;
    size_t n = strcspn(errors->text, "\r\n");
    return n > 200 ? 200 : (int)n;
}

static void explain_end(engine *e)
{
    const char *line;
    int n = error_line(e, &line);
    int number = process_signal(e->child), status = process_status(e->child);
    if (status == TANDEM_EXIT_OOM || strstr(line, "out of memory") || strstr(line, "bad_alloc"))
        engine_give_up(e, ENGINE_WHY_MEMORY, "the solver ran out of memory");
    else if (number == SIGPROF)
        engine_give_up(e, ENGINE_WHY_HUNG, "the solver does not come to an end");
    else if (number)
        engine_give_up(e, ENGINE_WHY_CRASH, "the solver was ended by signal %d (%s)%s%.*s", number,
                       strsignal(number), n ? ": " : "", n, line);
    else
        engine_give_up(e, ENGINE_WHY_CRASH, "the solver ended with exit code %d%s%.*s", status,
                       n ? ": " : "", n, line);
    if (e->why == ENGINE_WHY_CRASH)
        e->counters.crashes++;
}

/* What to say of an event that ends a question; false for output, which does not. */
static bool explain(engine *e, process_event event)
{
    switch (event) {
    case PROCESS_OUTPUT:
        return false;
    case PROCESS_EXIT:
        explain_end(e);
        break;
    case PROCESS_DEADLINE:
        engine_give_up(e, e->late,
                       e->late == ENGINE_WHY_HUNG ? "the solver does not answer"
                                                  : "time limit reached");
        break;
    case PROCESS_MEMORY:
        engine_give_up(e, ENGINE_WHY_MEMORY, "memory limit reached");
        break;
    case PROCESS_FLOOD:
        engine_give_up(e, ENGINE_WHY_ERROR, "the solver printed too much");
        break;
    case PROCESS_INTERRUPT:
        engine_give_up(e, ENGINE_WHY_INTERRUPTED, "interrupted");
        break;
    }
    return true;
}

bool engine_await(engine *e, double deadline, bool (*complete)(engine *e))
{
    while (!complete(e)) {
        process_event event = process_wait(e->child, deadline);
        if (event == PROCESS_EXIT && complete(e))
            break;
        if (explain(e, event)) {
            engine_drop_child(e);
            return false;
        }
    }
    return true;
}

/* Gives a new child the whole stack. */
static void replay(engine *e)
{
    size_t level = 0;
    for (size_t i = 0; i <= e->entries.n; i++) {
        for (; level < e->levels.n && e->levels.at[level] == i; level++)
            e->backend->push(e);
        if (i < e->entries.n)
            e->backend->add(e, e->entries.at[i]);
    }
    e->unsettled = e->entries.n > 0;
}

/* A child with the whole stack, or false with a reason. */
static bool ensure_child(engine *e)
{
    if (e->child) {
        /* It may have ended since the last question; then its end is not this question's fault. */
        process_event event = process_wait(e->child, clock_wall());
        if (event == PROCESS_EXIT || event == PROCESS_MEMORY || event == PROCESS_FLOOD)
            engine_drop_child(e);
    }
    if (e->child)
        return true;
    char *error = NULL;
    if (!e->backend->start(e, &error)) {
        engine_give_up(e, ENGINE_WHY_ERROR, "%s", error ? error : "the solver does not start");
        free(error);
        return false;
    }
    e->counters.restarts += e->was_started;
    e->was_started = true;
    replay(e);
    return true;
}

void engine_set_logic(engine *e, symbol_id logic)
{
    e->config.logic = logic;
    if (e->child)
        e->backend->set_logic(e);
}

static void leave_query(engine *e)
{
    if (e->in_query)
        scan_pop(e->scan, 1);
    e->in_query = false;
}

static void settle(engine *e)
{
    if (e->child && e->unsettled)
        e->backend->settle(e);
    e->unsettled = false;
}

void engine_push(engine *e)
{
    leave_query(e);
    scan_push(e->scan);
    vec_push(&e->levels, e->entries.n);
    if (e->child)
        e->backend->push(e);
}

void engine_pop(engine *e, unsigned levels)
{
    assert(levels <= e->levels.n);
    if (!levels)
        return;
    leave_query(e);
    settle(e);
    scan_pop(e->scan, levels);
    e->entries.n = e->levels.at[e->levels.n - levels];
    e->levels.n -= levels;
    if (e->child)
        e->backend->pop(e, levels);
}

size_t engine_level(const engine *e)
{
    return e->levels.n;
}

static void add_entry(engine *e, engine_entry_kind kind, uint32_t id, bool record)
{
    engine_entry entry = {.kind = kind, .id = id};
    if (record)
        vec_push(&e->entries, entry);
    if (e->child) {
        e->backend->add(e, entry);
        e->unsettled = true;
    }
}

/* The term as solvers are given it; the recursive functions in it are sent before. */
static term_id prepare(engine *e, term_id t, bool record)
{
    vec_u32 recursive = {0};
    t = scan_term(e->scan, t, &recursive);
    for (size_t i = 0; i < recursive.n; i++)
        add_entry(e, ENTRY_DEFINE, recursive.at[i], record);
    vec_free(&recursive);
    return t;
}

void engine_assert(engine *e, term_id t)
{
    leave_query(e);
    t = prepare(e, t, true);
    add_entry(e, ENTRY_ASSERT, t, true);
}

void engine_reset(engine *e)
{
    leave_query(e);
    settle(e);
    scan_reset(e->scan);
    e->entries.n = 0;
    e->levels.n = 0;
    /* Another child is cheaper to trust than a solver's reset command. */
    engine_drop_child(e);
    e->was_started = false;
}

void engine_renew(engine *e)
{
    leave_query(e);
    engine_drop_child(e);
    e->was_started = false; /* no restart that anyone has to hear of */
}

static void count_answer(engine *e, double seconds)
{
    e->counters.seconds += seconds;
    e->counters.sat += e->answer == ENGINE_SAT;
    e->counters.unsat += e->answer == ENGINE_UNSAT;
    e->counters.unknown += e->answer == ENGINE_UNKNOWN;
    e->counters.why[engine_why_unknown(e)] += e->answer == ENGINE_UNKNOWN;
}

engine_answer engine_check(engine *e, const term_id *assumptions, size_t n,
                           const engine_limits *limits)
{
    static const engine_limits no_limits = {0};
    double start = clock_wall();
    e->counters.checks++;
    leave_query(e);
    strbuf_clear(&e->reason);
    e->answer = ENGINE_UNKNOWN;
    e->why = ENGINE_WHY_NONE;
    if (e->config.interrupt && *e->config.interrupt) {
        engine_give_up(e, ENGINE_WHY_INTERRUPTED, "interrupted");
    } else if (ensure_child(e)) {
        scan_push(e->scan);
        e->in_query = true;
        term_vec prepared = {0};
        for (size_t i = 0; i < n; i++)
            vec_push(&prepared, prepare(e, assumptions[i], false));
        if (e->child && e->backend->check(e, prepared.at, n, limits ? limits : &no_limits))
            e->unsettled = false;
        vec_free(&prepared);
    }
    count_answer(e, clock_wall() - start);
    return e->answer;
}

engine_why engine_why_unknown(const engine *e)
{
    return e->answer == ENGINE_UNKNOWN ? e->why : ENGINE_WHY_NONE;
}

const char *engine_reason(const engine *e)
{
    return e->reason.text;
}

/* Questions about the last answer need the child that gave it. The answer stands whatever becomes
 * of them; the reason says what went wrong. */
static bool can_ask(engine *e, engine_answer needed)
{
    if (e->answer == needed && e->child && e->in_query)
        return true;
    if (e->answer == needed && !e->reason.n)
        strbuf_puts(&e->reason, "the solver is gone");
    return false;
}

bool engine_model(engine *e, term_model *m)
{
    if (!can_ask(e, ENGINE_SAT))
        return false;
    bool done = e->backend->model(e, m);
    e->answer = ENGINE_SAT;
    if (done)
        scan_resolve_model(e->scan, m);
    return done;
}

bool engine_values(engine *e, const term_id *terms, size_t n, value_id *values)
{
    if (!n)
        return can_ask(e, ENGINE_SAT);
    memset(values, 0, n * sizeof *values);
    if (!can_ask(e, ENGINE_SAT))
        return false;
    term_vec prepared = {0};
    scan_push(e->scan);
    for (size_t i = 0; i < n; i++)
        vec_push(&prepared, prepare(e, terms[i], false));
    bool done = !n || e->backend->values(e, prepared.at, n, values);
    scan_pop(e->scan, 1);
    vec_free(&prepared);
    e->answer = ENGINE_SAT;
    return done;
}

bool engine_core(engine *e, vec_u32 *positions)
{
    if (!can_ask(e, ENGINE_UNSAT))
        return false;
    bool done = e->backend->core(e, positions);
    e->answer = ENGINE_UNSAT;
    return done;
}

void engine_statistics(engine *e, strbuf *out)
{
    engine_answer answer = e->answer;
    if (e->child)
        e->backend->statistics(e, out);
    e->answer = answer;
}

const engine_counters *engine_counts(const engine *e)
{
    engine_counters *counters = (engine_counters *)&e->counters;
    uint64_t living = e->child ? process_peak_memory(e->child) : 0;
    counters->peak_memory = living > e->peak_of_the_dead ? living : e->peak_of_the_dead;
    return counters;
}

const char *engine_name(const engine *e)
{
    return e->name.n ? e->name.text : e->config.command;
}

pid_t engine_child(const engine *e)
{
    return e->child ? process_pid(e->child) : 0;
}

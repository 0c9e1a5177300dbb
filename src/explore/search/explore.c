#include "explore/search/explore.h"

#include <stdio.h>

#include "base/clock.h"
#include "explore/search/explore_impl.h"

enum { LOG_RECORDS = 1 << 20 };
static const double SYNC_SECONDS = 1;

/* ---- Time ------------------------------------------------------------------------------------ */

static double deadline(const explorer *x)
{
    return x->config->seconds > 0 ? x->started + x->config->seconds : 1e300;
}

bool explorer_out_of_time(const explorer *x)
{
    const explore_config *c = x->config;
    return x->error || (c->interrupt && *c->interrupt) || clock_wall() >= deadline(x) ||
           (c->stop_at_first && x->p->findings);
}

bool explorer_over(const explorer *x)
{
    const explore_config *c = x->config;
    return explorer_out_of_time(x) || (c->max_traces && x->p->traces >= c->max_traces) ||
           !explorer_runs_left(x);
}

/* ---- Mutation -------------------------------------------------------------------------------- */

static bool keep_mutant(void *context, const explore_test *t, const target_result *r,
                        mutate_news news)
{
    explorer *x = context;
    (void)r; /* of another build */
    queue_entry *added;
    if (news == MUTATE_NEW_COUNT || news == MUTATE_SAMPLE) {
        explorer_sanitize_later(x, t, SANITIZE_COUNT);
        return true;
    }
    uint64_t tests = x->p->tests, aside = x->put_aside;
    explorer_try(x, t, 0, &added);
    x->p->mutants_kept += x->p->tests - tests;
    return x->put_aside == aside;
}

/* The time since the last one belongs to `side`, with what was reached in it. */
static void account(explorer *x, balance_side side)
{
    double now = explorer_now(x);
    balance_note(&x->balance, side, now - x->worked, (double)(x->p->edges - x->worked_edges));
    x->worked = now;
    x->worked_edges = x->p->edges;
}

static void begin_work(explorer *x)
{
    x->worked = explorer_now(x);
    x->worked_edges = x->p->edges;
}

/* At most `quiet` turns that bring no new edge; 0: any number. */
static void mutate(explorer *x, double seconds, uint64_t quiet)
{
    if (!x->mutate || explorer_over(x))
        return;
    begin_work(x);
    double until = x->worked + seconds, last = x->config->seconds;
    until = last <= 0 || until < last ? until : last;
    uint64_t runs = 1, left = quiet ? quiet : UINT64_MAX;
    for (double now = x->worked; runs && left && now < until && !explorer_over(x);
         now = explorer_now(x)) {
        double turn = now + x->limits->turn_seconds < until ? now + x->limits->turn_seconds : until;
        uint64_t edges = x->p->edges;
        runs = explorer_mutate_until(x, turn, keep_mutant);
        left -= x->p->edges == edges;
        x->p->mutants += runs;
        explore_mutate_loops(x->mutate, &x->p->looped);
        explorer_tell(x, EXPLORE_MUTATING, false);
    }
    account(x, BALANCE_MUTATION);
    explorer_sanitize(x, false);
    begin_work(x); /* that was neither side's */
}

/* The share of mutation, for the solver's time since `worked`: when it has become worth a slice, or
 * now. */
static void give_way(explorer *x, bool now)
{
    double share = x->config->share < 0 ? balance_share(&x->balance) : x->config->share;
    double owed = (explorer_now(x) - x->worked) * share / (1 - share);
    if (!now && owed < x->limits->idle_seconds)
        return;
    account(x, BALANCE_SOLVER);
    mutate(x, owed > x->limits->least_seconds ? owed : x->limits->least_seconds, 0);
}

/* ---- Tracing and flipping -------------------------------------------------------------------- */

static void count_trace(explorer *x, const queue_entry *e, const explore_trace *t, bool followed)
{
    explore_progress *p = x->p;
    p->traces++;
    p->refused += t->refused.n > 0;
    p->mismatched += t->n_mismatched;
    p->full += t->full != 0;
    p->conditions += t->conditions.n;
    p->boxes += t->boxes.n;
    for (int i = 0; i < TANDEM_REASON_COUNT; i++)
        p->concretized[i] += t->concretized[i];
    if (!e->expected.any)
        return;
    *(e->expected.pure ? followed ? &p->pure_followed : &p->pure_diverged
      : followed       ? &p->other_followed
                       : &p->other_diverged) += 1;
}

static void use_answer(explorer *x, queue_entry *e, explore_trace *t, const queue_flip *f,
                       const flip_result *answer)
{
    const trace_condition *c = &t->conditions.at[f->condition];
    explore_test test;
    queue_entry *added;
    trace_make_test(t, &e->test, answer->values, &test);
    uint64_t tests = x->p->tests;
    uint32_t gain = explorer_try(x, &test, e->generation + 1, &added);
    x->p->solved_kept += x->p->tests - tests;
    if (c->kind == TRACE_ASSUME)
        explorer_sanitize_later(x, &test, SANITIZE_NEW);
    bool decides = c->kind <= TRACE_SWITCH;
    if (gain > 1 && !answer->optimistic && (decides || c->kind == TRACE_CHOICE))
        queue_reached(&x->queue, t, f);
    if (added && answer->goal && gain < 2) {
        added->goal = answer->goal;
        added->aims = (uint32_t)x->limits->queue_aims;
    }
    if (added && !answer->optimistic && decides)
        added->expected =
            (queue_expectation){.any = true,
                                .pure = answer->pure,
                                .prefix = f->prefix,
                                .n = f->n,
                                .site = c->site,
                                .taken = t->alternatives.at[c->first + f->alternative].taken};
    explore_test_free(&test);
}

/* The run of `e` was to reach something, and went another way before: the last ways it took are turned around, so that
 * what it takes to get there holds as well. */
static void follow_goal(explorer *x, const queue_entry *e, explore_trace *t)
{
    uint64_t asked = 0;
    bool found = false;
    flip_aim(x->flips, e->goal);
    for (size_t i = t->conditions.n; i-- > 0 && !found;) {
        const trace_condition *c = &t->conditions.at[i];
        for (uint32_t k = 0; c->kind <= TRACE_SWITCH && k < c->n && !found; k++) {
            flip_result answer;
            if (asked++ >= x->limits->queue_aimed || explorer_over(x))
                break;
            flip_try(x->flips, (uint32_t)i, k, false, &answer);
            if (answer.answer != FLIP_SAT)
                continue;
            queue_entry *added;
            explore_test test;
            trace_make_test(t, &e->test, answer.values, &test);
            uint64_t tests = x->p->tests;
            uint32_t gain = explorer_try(x, &test, e->generation + 1, &added);
            x->p->solved_kept += x->p->tests - tests;
            found = added;
            if (added && gain < 2 && e->aims) {
                added->goal = e->goal;
                added->aims = e->aims - 1;
            }
            explore_test_free(&test);
        }
    }
    flip_aim(x->flips, 0);
}

/* Asks about the trace until the budget is used; true when nothing is left. */
static bool flip_all(explorer *x, queue_entry *e, explore_trace *t, bool is_test)
{
    queue_flips flips = {0};
    uint32_t asked = 0;
    bool again = false;
    size_t i = 0;
    queue_flips_of(&x->queue, t, is_test, &flips);
    explore_recall *recall = recall_open(t, x->tracer, x->limits);
    flip_begin(x->flips, t, recall);
    if (e->goal)
        follow_goal(x, e, t);
    e->goal = 0;
    for (; i < flips.n && asked < x->limits->trace_questions && !explorer_over(x); i++) {
        flip_result answer;
        const queue_flip *f = &flips.at[i];
        if (!queue_attempt(&x->queue, t, f))
            continue;
        asked++;
        flip_try(x->flips, f->condition, f->alternative,
                 f->class == 0 && x->config->order == EXPLORE_COVERAGE, &answer);
        if (answer.answer == FLIP_SAT)
            use_answer(x, e, t, f, &answer);
        else if (answer.answer == FLIP_UNKNOWN && answer.boxes)
            again = queue_retry(&x->queue, t, f) || again;
        else if (answer.answer == FLIP_UNSAT)
            queue_refuted(&x->queue, t, f);
        give_way(x, false);
        explorer_tell(x, EXPLORE_SOLVING, false);
    }
    flip_end(x->flips);
    recall_close(recall);
    bool done = i == flips.n && !again;
    vec_free(&flips);
    return done;
}

/* Terms of old traces go when there are many; nothing refers to them then. */
static void tidy(explorer *x)
{
    if (bank_term_count(x->terms.bank) < x->limits->trace_terms)
        return;
    flip_forget(x->flips);
    queue_forget_goals(&x->queue);
    map_clear(&x->terms.variables);
    bank_release(x->terms.bank, &x->mark);
}

static void trace(explorer *x, queue_entry *e)
{
    const explore_config *c = x->config;
    target_options options = {
        .symbolic = true,
        .arg_bytes = c->shape.arg_bytes,
        .symbolic_env = (uint32_t)c->n_variables,
        .keep_boxes = (uint32_t)x->limits->trace_boxes,
        .max_records = (uint32_t)x->limits->trace_records,
        .max_depth = (uint32_t)x->limits->trace_depth,
        .max_flips = (uint32_t)x->limits->trace_flips,
        .flags = (c->judge       ? TANDEM_RUN_FACTS
                  : c->no_models ? 0
                                 : TANDEM_RUN_MODELS) |
                 (c->no_deferred ? TANDEM_RUN_NO_DEFERRED : 0),
        .seconds = c->run_seconds * 4,
    };
    target_result r;
    explore_trace t;
    tidy(x);
    bool first = !e->tries++;
    if (!explorer_run(x, x->tracer, &e->test, &options, &r))
        return;
    if (r.outcome == TARGET_LOST) {
        e->exhausted = true;
        return;
    }
    trace_read(&t, &x->terms, r.shared, LOG_RECORDS, &e->test);
    x->p->threads = x->p->threads || r.shared->threads;
    bool is_test = r.finding != TANDEM_FINDING_SILENT_EXIT;
    bool followed = queue_note(&x->queue, &t, &e->expected, is_test);
    count_trace(x, e, &t, followed);
    e->expected.any = false;
    if (first)
        explorer_note(x, &e->test, &r);
    bool broken = first && findings_wanted(&x->findings, &r);
    if (broken)
        explorer_sanitizer_await(x);
    if (broken && findings_note(&x->findings, &e->test, &r, &t))
        x->p->findings++;
    e->exhausted = flip_all(x, e, &t, is_test);
    if (first) {
        explorer_lengthen(x, e, &t);
        if (e->gain)
            explorer_pad_numbers(x, e);
        if (e->gain > 1) {
            explorer_other_counts(x, e);
            explorer_failures(x, e);
        }
    }
    trace_free(&t);
}

/* ---- All ------------------------------------------------------------------------------------- */

/* What other fuzzers have found meanwhile. */
static void take_inputs(explorer *x)
{
    if ((!x->sync.folder && !x->config->n_siblings) || clock_wall() - x->synced < SYNC_SECONDS)
        return;
    if (x->sync.folder)
        sync_read(&x->sync, explorer_add_seed, x);
    explorer_read_siblings(x);
    x->synced = clock_wall();
}

static void work(explorer *x)
{
    explorer_begin(x);
    if (x->config->merge) {
        x->p->complete = !explorer_over(x);
        explorer_tell(x, EXPLORE_BEGINNING, true);
        return;
    }
    take_inputs(x);
    /* What is cheap comes first: the solver begins with tests that lead somewhere. */
    double tenth = x->config->seconds / 10;
    double first = x->limits->first_seconds;
    mutate(x, tenth > 0 && tenth < first ? tenth : first, x->limits->first_turns);
    while (!explorer_over(x)) {
        queue_entry *e = x->config->no_solving ? NULL : queue_choose(&x->queue);
        if (!e && !x->config->no_solving && x->revived < x->limits->queue_revivals &&
            queue_revive(&x->queue)) {
            x->revived++;
            flip_forgive(x->flips);
            continue;
        }
        if (!e && !x->mutate) {
            x->p->complete = true;
            break;
        }
        begin_work(x);
        if (e)
            trace(x, e);
        if (e)
            give_way(x, true);
        else
            mutate(x, x->limits->idle_seconds, 0);
        explorer_sanitize(x, false);
        take_inputs(x);
        explorer_tell(x, EXPLORE_TRACING, false);
    }
    explorer_sanitize(x, true);
    explorer_tell(x, EXPLORE_TRACING, true);
}

static bool start(explorer *x)
{
    const explore_config *c = x->config;
    target_config target = {.path = c->program,
                            .jail = c->jail,
                            .given = c->given,
                            .log_records = LOG_RECORDS,
                            .seconds = c->run_seconds,
                            .signatures = c->signatures,
                            .signatures_name = c->signatures_name,
                            .interrupt = c->interrupt};
    mutate_config m = {.jail = c->jail,
                       .given = c->given,
                       .variables = c->variables,
                       .n_variables = c->n_variables,
                       .program = c->light ? c->light : c->program,
                       .original = c->program,
                       .shape = c->shape,
                       .seed = c->flips.seed,
                       .limits = x->limits,
                       .run_seconds = c->run_seconds,
                       .dictionaries = c->dictionaries,
                       .n_dictionaries = c->n_dictionaries,
                       .max_bytes = c->max_len,
                       .interrupt = c->interrupt};
    flip_config flips = c->flips;
    flips.interrupt = c->interrupt;
    flips.limits = x->limits;
    flips.functions = &x->p->box_counts;
    flips.deadline = c->seconds > 0 ? deadline(x) : 0;
    x->tracer = target_start(&target, &x->error);
    target.log_records = 0;
    x->runner = x->tracer ? target_start(&target, &x->error) : NULL;
    x->flips = x->runner ? flip_new(&x->terms, &flips, &x->error) : NULL;
    if (!x->flips || !output_open(&x->output, c->out, c->program, &x->error))
        return false;
    x->output.args = c->given.args;
    x->output.n_args = c->given.n_args;
    if (c->sync && !sync_open(&x->sync, c->sync, &x->error))
        return false;
    if (!c->no_mutation && !(x->mutate = explore_mutate_new(&m, &x->error)))
        return false;
    findings_config findings = {.output = &x->output,
                                .target = x->runner,
                                .limits = x->limits,
                                .run_seconds = c->run_seconds,
                                .errors = c->errors,
                                .interrupt = c->interrupt};
    corpus_init(&x->coverage, target_guards(x->runner));
    x->harness = target_is_harness(x->runner);
    findings_init(&x->findings, &findings);
    explorer_sanitizer_start(x);
    x->p->guards = target_guards(x->runner);
    return true;
}

bool explore_run(const explore_config *config, explore_progress *p, char **error)
{
    *p = (explore_progress){0};
    explorer x = {.config = config,
                  .limits = LIMITS_OR(config->limits, explore_limits_default),
                  .p = p,
                  .started = clock_wall()};
    x.balance.limits = x.limits;
    queue_init(&x.queue, config->order, config->flips.seed, x.limits);
    trace_bank_init(&x.terms);
    x.mark = bank_mark(x.terms.bank);
    if (start(&x)) {
        work(&x);
        classes_read(target_shared(x.tracer), &p->classes);
        findings_free(&x.findings);
        corpus_free(&x.coverage);
    }
    explorer_sanitizer_end(&x);
    explore_mutate_free(x.mutate);
    sync_close(&x.sync);
    vec_free(&x.siblings);
    output_close(&x.output);
    flip_free(x.flips);
    target_free(x.runner);
    target_free(x.tracer);
    queue_free(&x.queue);
    trace_bank_free(&x.terms);
    map_free(&x.seen);
    map_free(&x.aside);
    *error = x.error;
    return !x.error;
}

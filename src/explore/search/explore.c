#include "explore/search/explore.h"

#include <stdio.h>

#include "base/clock.h"
#include "explore/search/explore_impl.h"

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

/* What mutation is owed for so many seconds of the solver, by what is known of both now. */
static double owed_for(const explorer *x, double seconds)
{
    double share = x->config->share < 0 ? balance_share(&x->balance) : x->config->share;
    return seconds * share / (1 - share);
}

/* A question may have taken long, and mutation would then be owed many seconds in a row: what it has brought in the first of them
 * decides about the rest. */
void explorer_give_way(explorer *x, bool now)
{
    double worked = explorer_now(x) - x->worked, owed = owed_for(x, worked), had = 0;
    if (!now && owed < x->limits->idle_seconds)
        return;
    account(x, BALANCE_SOLVER);
    for (bool first = true; (first || had < owed) && !explorer_over(x); first = false) {
        double turn = owed - had < x->limits->turn_seconds ? owed - had : x->limits->turn_seconds;
        turn = turn > x->limits->least_seconds ? turn : x->limits->least_seconds;
        mutate(x, turn, 0);
        had += turn;
        owed = owed_for(x, worked);
    }
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
    /* Whoever begins reaches what is easy: that does not say who is better from here on. */
    x->balance = (explore_balance){.limits = x->limits};
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
            explorer_trace(x, e);
        if (e)
            explorer_give_way(x, true);
        else
            mutate(x, x->limits->idle_seconds, 0);
        explorer_sanitize(x, false);
        take_inputs(x);
        explorer_tell(x, EXPLORE_TRACING, false);
    }
    explorer_sanitize(x, true);
    explorer_tell(x, EXPLORE_TRACING, true);
}

/* A harness has one input, its data. */
static bool fits_harness(explorer *x)
{
    const target_given *g = &x->config->given;
    x->harness = target_is_harness(x->runner);
    if (x->harness && (g->clock == TANDEM_NATURE_INPUT || g->random == TANDEM_NATURE_INPUT))
        x->error = base_strdup("--clock symbolic and --random symbolic are for programs with a "
                               "main: the only input of a "
                               "harness is its data");
    return !x->error;
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
                       .counted = c->seconds <= 0,
                       .dictionaries = c->dictionaries,
                       .n_dictionaries = c->n_dictionaries,
                       .max_bytes = c->max_len,
                       .folds = &x->folds,
                       .interrupt = c->interrupt};
    flip_config flips = c->flips;
    flips.interrupt = c->interrupt;
    flips.limits = x->limits;
    flips.functions = &x->p->box_counts;
    flips.deadline = c->seconds > 0 ? deadline(x) : 0;
    x->tracer = target_start(&target, &x->error);
    target.log_records = 0;
    x->runner = x->tracer ? target_start(&target, &x->error) : NULL;
    x->flips = x->runner && fits_harness(x) ? flip_new(&x->terms, &flips, &x->error) : NULL;
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
    fold_list_free(&x.folds);
    vec_free(&x.fields);
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

/* What `tandem race` shows while it runs, and at its end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "campaign/finding_file.h"
#include "cli/cli.h"
#include "cli/race/race.h"

enum { SHOWN_WHILE = 5, SHOWN_AT_END = 15, SHOWN_INPUTS = 10, SHOWN_UNSURE = 12 };

static void put_head(const race_show *show, const race *r, strbuf *out)
{
    double passed = clock_wall() - show->start;
    strbuf_printf(out, "%.0f s  step %llu, %.1f/min; best margin %.3g; %llu restarts", passed,
                  (unsigned long long)r->steps, passed > 0 ? 60 * (double)r->steps / passed : 0,
                  r->best.n ? r->best.at[0].score : 0, (unsigned long long)r->restarts);
    if (r->invalid)
        strbuf_printf(out, ", %llu refused inputs", (unsigned long long)r->invalid);
}

static void put_construct(const race_show *show, const race *r, size_t arm, strbuf *out)
{
    agent_belief belief = agent_believe(r->agent, arm);
    strbuf_printf(out, "%-22s %.2f  [%.2f, %.2f]  %4zu", show->grammar->constructs.at[arm].name,
                  belief.mean, belief.low, belief.high, r->agent->arms[arm].pulls);
}

static bool is_sure(const race *r, size_t arm)
{
    const race_limits *l = LIMITS_OR(r->config.rules.limits, race_limits_default);
    agent_belief belief = agent_believe(r->agent, arm);
    return belief.high - belief.low <= l->sure_width;
}

/* Those of which the evidence says next to nothing yet. */
static void put_unsure(const race_show *show, const race *r, strbuf *out)
{
    strbuf names = STRBUF_INIT;
    size_t n = 0;
    for (size_t i = 0; i < r->agent->n; i++) {
        const agent_arm *arm = &r->agent->arms[i];
        if (arm->off || arm->successes + arm->failures == 0 || is_sure(r, i))
            continue;
        if (n++ < SHOWN_UNSURE)
            strbuf_printf(&names, "%s %s", n > 1 ? "," : "", show->grammar->constructs.at[i].name);
    }
    if (n)
        strbuf_printf(out, "    too early to say:%s%s\n", names.text,
                      n > SHOWN_UNSURE ? ", and others" : "");
    strbuf_free(&names);
}

/* The first `n` constructs of the ranking that there is evidence about. */
static size_t put_ranking(const race_show *show, const race *r, size_t n, const char *indent,
                          strbuf *out)
{
    size_t *order = base_alloc((r->agent->n + 1) * sizeof *order), shown = 0;
    agent_rank(r->agent, order);
    for (size_t i = 0; i < r->agent->n && shown < n; i++) {
        const agent_arm *arm = &r->agent->arms[order[i]];
        if (arm->off || arm->successes + arm->failures == 0)
            break;
        if (!is_sure(r, order[i]))
            continue;
        strbuf_printf(out, "%s%2zu  ", indent, ++shown);
        put_construct(show, r, order[i], out);
        strbuf_putc(out, '\n');
    }
    free(order);
    return shown;
}

void race_show_tick(void *context, const race *r)
{
    race_show *show = context;
    if (!screen_due(&show->screen))
        return;
    strbuf text = STRBUF_INIT;
    put_head(show, r, &text);
    if (show->screen.terminal) {
        strbuf_putc(&text, '\n');
        put_ranking(show, r, SHOWN_WHILE, "  ", &text);
    }
    screen_show(&show->screen, text.text);
    strbuf_free(&text);
}

void race_show_finding(void *context, const finding *f)
{
    race_show *show = context;
    char *error = NULL;
    if (!finding_file_put(show->folder, f, &error)) {
        cli_complain("race", "%s", error);
        free(error);
    }
    show->findings += f->state == FINDING_CONFIRMED;
    if (f->state != FINDING_CONFIRMED || !(show->screen.terminal || show->screen.lines))
        return;
    screen_clear(&show->screen);
    text_print(stderr, "%s: %s: %s\n", finding_kind_name(f->kind), f->solver, f->message);
}

/* ---- At the end ------------------------------------------------------------------------------ */

static void put_times(const race_show *show, const race_input *input, strbuf *out)
{
    const race_rules *rules = &show->journal->rules;
    for (size_t i = 0; i < rules->n_solvers; i++)
        strbuf_printf(out, "  %s %s %.3f s", solver_name(show->journal->solvers[i]),
                      runner_verdict_name(input->times[i].verdict), input->times[i].seconds);
}

/* How much of the time went where it should: to solvers. */
static void put_share(const race_show *show, strbuf *out)
{
    double passed = clock_wall() - show->start;
    uint64_t run = show->journal->next - show->journal->replayed;
    if (run && passed > 0)
        strbuf_printf(out, "%.1f %% of %.1f s in solvers, %.1f inputs a minute\n",
                      100 * show->journal->wall_seconds / passed, passed,
                      60 * (double)run / passed);
    if (show->findings)
        strbuf_printf(out, "%zu confirmed findings in %s/findings\n", show->findings, show->folder);
}

void race_print_result(const race_show *show, const race *r, strbuf *out)
{
    if (r->config.algorithm == RACE_BANDIT) {
        strbuf_puts(out, "    construct              mean  interval      pulls\n");
        strbuf unsure = STRBUF_INIT;
        put_unsure(show, r, &unsure);
        if (!put_ranking(show, r, SHOWN_AT_END, "", out) && !unsure.n)
            strbuf_puts(out, "    no construct made a difference\n");
        strbuf_add(out, unsure.text, unsure.n);
        strbuf_putc(out, '\n');
        strbuf_free(&unsure);
    }
    for (size_t i = 0; i < r->best.n && i < SHOWN_INPUTS; i++) {
        strbuf_printf(out, "input %02zu  margin %8.3f", i + 1, r->best.at[i].score);
        put_times(show, &r->best.at[i], out);
        strbuf_putc(out, '\n');
    }
    if (!r->best.n)
        strbuf_puts(out, "no input on which the references answered in time\n");
    strbuf_printf(out,
                  "\n%llu measurements, %llu repeated, %llu refused, %llu restarts, %.1f s of CPU "
                  "time; seed %llu\n",
                  (unsigned long long)r->measured, (unsigned long long)r->repeated,
                  (unsigned long long)r->invalid, (unsigned long long)r->restarts,
                  show->journal->solver_seconds, (unsigned long long)r->config.seed);
    put_share(show, out);
    strbuf_printf(out, "everything is in %s\n", show->folder);
}

static void put_json_input(const race_show *show, const race_input *input, json_writer *j)
{
    json_object(j);
    json_key(j, "margin");
    json_double(j, input->score);
    json_key(j, "step");
    json_uint(j, input->step);
    json_key(j, "runs");
    json_array(j);
    for (size_t i = 0; i < show->journal->rules.n_solvers; i++) {
        json_object(j);
        json_key(j, "solver");
        json_string(j, solver_text(show->journal->solvers[i]));
        json_key(j, "answer");
        json_string(j, runner_verdict_name(input->times[i].verdict));
        json_key(j, "seconds");
        json_double(j, input->times[i].seconds);
        json_end(j);
    }
    json_end(j);
    json_end(j);
}

static void put_json_ranking(const race_show *show, const race *r, json_writer *j)
{
    size_t *order = base_alloc((r->agent->n + 1) * sizeof *order);
    agent_rank(r->agent, order);
    json_key(j, "ranking");
    json_array(j);
    for (size_t i = 0; i < r->agent->n; i++) {
        agent_belief belief = agent_believe(r->agent, order[i]);
        json_object(j);
        json_key(j, "construct");
        json_string(j, show->grammar->constructs.at[order[i]].name);
        json_key(j, "mean");
        json_double(j, belief.mean);
        json_key(j, "low");
        json_double(j, belief.low);
        json_key(j, "high");
        json_double(j, belief.high);
        json_key(j, "pulls");
        json_uint(j, r->agent->arms[order[i]].pulls);
        json_end(j);
    }
    json_end(j);
    free(order);
}

void race_print_json(const race_show *show, const race *r, strbuf *out)
{
    json_writer j;
    json_init(&j, out);
    j.pretty = true;
    json_object(&j);
    json_key(&j, "algorithm");
    json_string(&j, race_algorithm_name(r->config.algorithm));
    json_key(&j, "seed");
    json_uint(&j, r->config.seed);
    json_key(&j, "limits");
    limits_json(show->limits, &j);
    json_key(&j, "steps");
    json_uint(&j, r->steps);
    json_key(&j, "findings");
    json_uint(&j, show->findings);
    json_key(&j, "solver_seconds");
    json_double(&j, show->journal->solver_seconds);
    put_json_ranking(show, r, &j);
    json_key(&j, "inputs");
    json_array(&j);
    for (size_t i = 0; i < r->best.n; i++)
        put_json_input(show, &r->best.at[i], &j);
    json_end(&j);
    json_end(&j);
    strbuf_putc(out, '\n');
}

void race_print_evaluation(const race_show *show, const race_evaluation *e, strbuf *out)
{
    strbuf_printf(out, "PAR-2 margin, summed over %llu runs (± standard error)\n",
                  (unsigned long long)e->repetitions);
    double bandit = 0, best = 0, error;
    for (int a = 0; a < RACE_ALGORITHM_COUNT; a++) {
        double sum = race_evaluation_sum(e, (race_algorithm)a, &error);
        strbuf_printf(out, "%-10s %10.3f ± %.3f\n", race_algorithm_name((race_algorithm)a), sum,
                      error);
        if (a == RACE_BANDIT)
            bandit = sum;
        else if (a == RACE_RANDOM || sum > best)
            best = sum;
    }
    if (best > 0)
        strbuf_printf(out, "bandit over the best baseline: %+.1f %%\n",
                      100 * (bandit - best) / best);
    put_share(show, out);
    strbuf_printf(out, "%.1f s of CPU time; everything is in %s\n", show->journal->solver_seconds,
                  show->folder);
}

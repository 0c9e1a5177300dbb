/* What a race or an evaluation leaves in its folder. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cli/cli.h"
#include "cli/files.h"
#include "cli/race/race.h"
#include "report/cactus.h"
#include "report/curve.h"

static bool write_input(const race_show *show, const race_input *input, const char *prefix,
                        size_t number)
{
    strbuf path = STRBUF_INIT, text = STRBUF_INIT;
    strbuf_printf(&path, "%s/inputs/%s%03zu.smt2", show->folder, prefix, number);
    strbuf_printf(&text, "; margin %.3f, found at step %llu\n", input->score,
                  (unsigned long long)input->step);
    for (size_t i = 0; i < show->journal->rules.n_solvers; i++)
        strbuf_printf(&text, "; %s %s: %s in %.3f s\n",
                      i < show->journal->rules.n_targets ? "target" : "reference",
                      solver_text(show->journal->solvers[i]),
                      runner_verdict_name(input->times[i].verdict), input->times[i].seconds);
    strbuf_puts(&text, input->text);
    bool good = cli_write_file("race", path.text, &text);
    strbuf_free(&path);
    strbuf_free(&text);
    return good;
}

/* The margin of an input as if there were only one of the references. */
static double pair_margin(const race_rules *all, const race_input *input, size_t reference)
{
    race_rules rules = *all;
    race_time *times = base_alloc((rules.n_targets + 1) * sizeof *times);
    memcpy(times, input->times, rules.n_targets * sizeof *times);
    times[rules.n_targets] = input->times[reference];
    rules.n_solvers = rules.n_targets + 1;
    double score = race_score(&rules, times);
    free(times);
    return score;
}

/* The inputs as a suite: who took how long, against all references and against each. */
static bool write_table(const race_show *show, const race *r)
{
    const race_rules *rules = &show->journal->rules;
    strbuf path = STRBUF_INIT, text = STRBUF_INIT;
    strbuf_puts(&text, "file\tmargin");
    for (size_t i = 0; i < rules->n_solvers; i++)
        strbuf_printf(&text, "\t%s\tseconds", solver_text(show->journal->solvers[i]));
    for (size_t i = rules->n_targets; i < rules->n_solvers; i++)
        strbuf_printf(&text, "\tmargin against %s", solver_text(show->journal->solvers[i]));
    strbuf_putc(&text, '\n');
    for (size_t k = 0; k < r->best.n; k++) {
        const race_input *input = &r->best.at[k];
        strbuf_printf(&text, "inputs/%03zu.smt2\t%.3f", k + 1, input->score);
        for (size_t i = 0; i < rules->n_solvers; i++)
            strbuf_printf(&text, "\t%s\t%.3f", runner_verdict_name(input->times[i].verdict),
                          input->times[i].seconds);
        for (size_t i = rules->n_targets; i < rules->n_solvers; i++)
            strbuf_printf(&text, "\t%.3f", pair_margin(rules, input, i));
        strbuf_putc(&text, '\n');
    }
    strbuf_printf(&path, "%s/inputs.tsv", show->folder);
    bool good = cli_write_file("race", path.text, &text);
    strbuf_free(&path);
    strbuf_free(&text);
    return good;
}

static bool write_ranking(const race_show *show, const race *r)
{
    size_t *order = base_alloc((r->agent->n + 1) * sizeof *order);
    strbuf path = STRBUF_INIT, text = STRBUF_INIT;
    agent_rank(r->agent, order);
    strbuf_puts(&text, "rank\tconstruct\tmean\tlow\thigh\tpulls\tsuccesses\tfailures\n");
    for (size_t i = 0; i < r->agent->n; i++) {
        agent_belief b = agent_believe(r->agent, order[i]);
        const agent_arm *arm = &r->agent->arms[order[i]];
        strbuf_printf(&text, "%zu\t%s\t%.4f\t%.4f\t%.4f\t%zu\t%.2f\t%.2f\n", i + 1,
                      show->grammar->constructs.at[order[i]].name, b.mean, b.low, b.high,
                      arm->pulls, arm->successes, arm->failures);
    }
    strbuf_printf(&path, "%s/ranking.tsv", show->folder);
    bool good = cli_write_file("race", path.text, &text);
    strbuf_free(&path);
    strbuf_free(&text);
    free(order);
    return good;
}

static bool write_curve(const race_show *show, const race *r)
{
    strbuf path = STRBUF_INIT, picture = STRBUF_INIT;
    curve_series series = {race_algorithm_name(r->config.algorithm), r->margins.at, r->margins.n};
    curve_plot plot = {"Best margin found", "inputs tried", "margin", &series, 1, 0};
    curve_draw(&picture, &plot);
    strbuf_printf(&path, "%s/margin.svg", show->folder);
    bool good = cli_write_file("race", path.text, &picture);
    strbuf_clear(&picture);
    strbuf_puts(&picture, "input\tmargin\tseconds\n");
    for (size_t i = 0; i < r->margins.n; i++)
        strbuf_printf(&picture, "%zu\t%.4f\t%.3f\n", i + 1, r->margins.at[i], r->spent.at[i]);
    strbuf_clear(&path);
    strbuf_printf(&path, "%s/margin.tsv", show->folder);
    good &= cli_write_file("race", path.text, &picture);
    strbuf_free(&path);
    strbuf_free(&picture);
    return good;
}

bool race_write_folder(const race_show *show, const race *r)
{
    for (size_t i = 0; i < r->best.n; i++)
        if (!write_input(show, &r->best.at[i], "", i + 1))
            return false;
    return write_table(show, r) && write_ranking(show, r) && write_curve(show, r);
}

/* ---- Evaluations ----------------------------------------------------------------------------- */

static bool write_margins(const race_show *show, const race_evaluation *e)
{
    strbuf path = STRBUF_INIT, text = STRBUF_INIT;
    strbuf_puts(&text, "algorithm\trun\tmargin\n");
    for (int a = 0; a < RACE_ALGORITHM_COUNT; a++)
        for (uint64_t i = 0; i < e->repetitions; i++)
            strbuf_printf(&text, "%s\t%llu\t%.4f\n", race_algorithm_name((race_algorithm)a),
                          (unsigned long long)i + 1, e->margins[a][i]);
    strbuf_printf(&path, "%s/evaluation.tsv", show->folder);
    bool good = cli_write_file("race", path.text, &text);
    strbuf_free(&path);
    strbuf_free(&text);
    return good;
}

/* The times of the first target on the best inputs of each algorithm: the more curves rise, the
 * harder the inputs. */
static bool write_cactus(const race_show *show, const race_evaluation *e)
{
    cactus_series series[RACE_ALGORITHM_COUNT];
    for (int a = 0; a < RACE_ALGORITHM_COUNT; a++) {
        const race_inputs *inputs = &e->inputs[a];
        series[a] = (cactus_series){race_algorithm_name((race_algorithm)a),
                                    base_alloc((inputs->n + 1) * sizeof(double)), 0};
        for (size_t i = 0; i < inputs->n; i++) {
            const race_time *t = inputs->at[i].times;
            if (t && (t->verdict == RUNNER_SAT || t->verdict == RUNNER_UNSAT))
                series[a].seconds[series[a].n++] = t->seconds;
        }
    }
    cactus_plot plot = {"The target on the best input of each run", show->journal->rules.timeout,
                        e->repetitions, series, RACE_ALGORITHM_COUNT};
    strbuf path = STRBUF_INIT, picture = STRBUF_INIT;
    cactus_draw(&picture, &plot);
    strbuf_printf(&path, "%s/evaluation.svg", show->folder);
    bool good = cli_write_file("race", path.text, &picture);
    strbuf_free(&path);
    strbuf_free(&picture);
    for (int a = 0; a < RACE_ALGORITHM_COUNT; a++)
        free(series[a].seconds);
    return good;
}

bool race_write_evaluation(const race_show *show, const race_evaluation *e)
{
    for (int a = 0; a < RACE_ALGORITHM_COUNT; a++) {
        strbuf prefix = STRBUF_INIT;
        strbuf_printf(&prefix, "%s-", race_algorithm_name((race_algorithm)a));
        bool good = true;
        for (size_t i = 0; good && i < e->inputs[a].n; i++)
            good = !e->inputs[a].at[i].text ||
                   write_input(show, &e->inputs[a].at[i], prefix.text, i + 1);
        strbuf_free(&prefix);
        if (!good)
            return false;
    }
    return write_margins(show, e) && write_cactus(show, e);
}

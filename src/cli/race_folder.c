/* What a race leaves in its folder: inputs, the ranking, the curve of the best margin. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cli/cli.h"
#include "cli/files.h"
#include "cli/race.h"
#include "report/curve.h"

static bool write_input(const race_show *show, const race_input *input, size_t number)
{
    strbuf path = STRBUF_INIT, text = STRBUF_INIT;
    strbuf_printf(&path, "%s/inputs/%03zu.smt2", show->folder, number);
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
    curve_plot plot = {"Best margin found", "inputs tried", "margin", &series, 1};
    curve_draw(&picture, &plot);
    strbuf_printf(&path, "%s/margin.svg", show->folder);
    bool good = cli_write_file("race", path.text, &picture);
    strbuf_free(&path);
    strbuf_free(&picture);
    return good;
}

bool race_write_folder(const race_show *show, const race *r)
{
    for (size_t i = 0; i < r->best.n; i++)
        if (!write_input(show, &r->best.at[i], i + 1))
            return false;
    return write_ranking(show, r) && write_curve(show, r);
}

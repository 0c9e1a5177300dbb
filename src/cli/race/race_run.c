/* A race that is prepared: the search, or all algorithms compared. */
#include <stdlib.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/race/race_job.h"

static int end_code(race_job *j)
{
    if (j->journal.error)
        return race_fail(CLI_EXIT_FILE, base_strdup(j->journal.error));
    return interrupt_code(CLI_EXIT_OK);
}

/* Times the best inputs again and reduces them, when that was asked for. */
static void look_again(race_job *j, race *r)
{
    race_after after = {
        .race = r, .limits = &j->reduce, .measure = journal_again, .context = &j->journal};
    bool going = !*interrupt_flag();
    if (going && j->o.reduce)
        going = race_reduce(&after, j->limits.reduced_part, j->o.reduce_checks);
    if (going && j->o.retime)
        race_retime(&after, (uint32_t)j->o.retime);
}

int race_run_search(race_job *j, const race_budget *budget)
{
    race *r = race_new(j->grammar, &j->config);
    if (budget->deadline > 0)
        interrupt_after(budget->deadline - clock_wall()); /* also what is being measured then */
    race_run(r, &j->journal, budget, race_show_tick, &j->show);
    interrupt_go_on();
    look_again(j, r);
    screen_clear(&j->show.screen);
    strbuf text = STRBUF_INIT;
    if (j->o.json)
        race_print_json(&j->show, r, &text);
    else
        race_print_result(&j->show, r, &text);
    cli_print("%s", text.text);
    strbuf_free(&text);
    bool written = race_write_folder(&j->show, r);
    race_free(r);
    int code = end_code(j);
    return code || written ? code : CLI_EXIT_FILE;
}

static void tick_evaluation(void *context, const race *r)
{
    race_job *j = context;
    race_show_tick(&j->show, r);
}

int race_run_evaluation(race_job *j, const race_budget *budget)
{
    race_evaluation e = {
        .repetitions = j->o.repetitions, .budget = *budget, .best = (size_t)j->o.best};
    bool whole =
        race_evaluate(&e, &j->config, &j->journal, race_another_grammar, j, tick_evaluation);
    screen_clear(&j->show.screen);
    bool written = true;
    if (whole) {
        strbuf text = STRBUF_INIT;
        race_print_evaluation(&j->show, &e, &text);
        cli_print("%s", text.text);
        strbuf_free(&text);
        written = race_write_evaluation(&j->show, &e);
    } else if (!j->journal.error) {
        cli_complain("race", "the evaluation is not complete; --resume %s goes on", j->folder);
    }
    race_evaluation_free(&e);
    int code = end_code(j);
    return code || written ? code : CLI_EXIT_FILE;
}

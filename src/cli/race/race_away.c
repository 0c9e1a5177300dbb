/* `tandem race --cluster`: its coordinator, which runs no solver, and what agents make of it. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/folder.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/limits.h"
#include "cli/race/race_cluster.h"
#include "cli/race/race_job.h"

static race_party party_of(race_job *j)
{
    race_party p = {.config = j->config,
                    .journal = j->journal,
                    .budget = {.steps = j->o.steps, .seconds = j->o.solver_time},
                    .seconds = j->o.for_,
                    .evaluate = j->o.evaluate,
                    .repetitions = j->o.repetitions,
                    .best = (size_t)j->o.best,
                    .grammar_of = race_another_grammar,
                    .context = j};
    p.journal.found = NULL;
    return p;
}

/* ---- The coordinator ------------------------------------------------------------------------- */

static bool make_folders(const race_job *j, char **error)
{
    static const char *const parts[] = {"inputs", "findings"};
    bool good = true;
    for (size_t i = 0; good && i < sizeof parts / sizeof *parts; i++) {
        strbuf path = STRBUF_INIT;
        strbuf_printf(&path, "%s/%s", j->folder, parts[i]);
        good = folder_make(path.text, error);
        strbuf_free(&path);
    }
    return good;
}

/* The same command goes on with a race; agents read it, too. */
static bool keep_command(race_job *j, campaign_link *l, int argc, char **argv, char **error)
{
    strbuf lines = STRBUF_INIT;
    for (int i = 0; i < argc; i++)
        strbuf_printf(&lines, "%s\n", argv[i]);
    char *was = store_get(j->store, "command");
    bool good = true;
    if (was && strcmp(was, lines.text) != 0) {
        strbuf text = STRBUF_INIT;
        strbuf_printf(&text, "the race '%s' there has other options: choose another --name",
                      l->name);
        *error = strbuf_detach(&text);
        good = false;
    } else if (!was) {
        suite none = {0};
        good = campaign_link_upload(l, &none, NULL, j->o.grammar, error) &&
               kept_arguments_keep(j->store, "race", argc, argv, &j->operands, error);
        if (good && !store_set(j->store, "command", lines.text)) {
            *error = base_strdup(store_error(j->store));
            good = false;
        }
    }
    free(was);
    strbuf_free(&lines);
    return good;
}

static void complain(void *context, const char *message)
{
    const race_show *show = context;
    if (show->screen.terminal || show->screen.lines)
        text_print(stderr, "tandem race: %s\n", message);
}

static bool show_race(race_job *j, const race *sum)
{
    strbuf text = STRBUF_INIT;
    if (j->o.json)
        race_print_json(&j->show, sum, &text);
    else
        race_print_result(&j->show, sum, &text);
    cli_print("%s", text.text);
    strbuf_free(&text);
    return race_write_folder(&j->show, sum);
}

static bool show_evaluation(race_job *j, const race_evaluation *e)
{
    strbuf text = STRBUF_INIT;
    race_print_evaluation(&j->show, e, &text);
    cli_print("%s", text.text);
    strbuf_free(&text);
    return race_write_evaluation(&j->show, e);
}

static int meet(race_job *j, campaign_link *l)
{
    race_party party = party_of(j);
    race_evaluation e = {
        .repetitions = party.repetitions, .budget = party.budget, .best = party.best};
    for (int a = 0; a < RACE_ALGORITHM_COUNT; a++)
        e.margins[a] = base_alloc_zero(e.repetitions, sizeof **e.margins);
    race *sum = race_new(j->grammar, &j->config);
    race_meeting m = {.party = &party,
                      .link = l,
                      .store = j->store,
                      .sum = sum,
                      .evaluation = party.evaluate ? &e : NULL,
                      .tick = race_show_tick,
                      .found = race_show_finding,
                      .complain = complain,
                      .context = &j->show};
    bool finished, written = true;
    char *error = NULL;
    bool good = race_meet(&m, &finished, &error);
    screen_clear(&j->show.screen);
    j->journal.solver_seconds = m.solver_seconds;
    if (!good)
        race_fail(CLI_EXIT_FILE, error);
    else if (!party.evaluate)
        written = show_race(j, sum);
    else if (finished)
        written = show_evaluation(j, &e);
    else
        cli_complain("race", "the evaluation is not complete; the same command goes on");
    race_free(sum);
    race_evaluation_free(&e);
    return !good || !written ? CLI_EXIT_FILE : interrupt_code(CLI_EXIT_OK);
}

int race_lead(race_job *j, int argc, char **argv)
{
    campaign_link link = {.who = STRBUF_INIT, .functions = STRBUF_INIT};
    char *error = NULL;
    int code = CLI_EXIT_FILE;
    if (j->o.resume || j->o.replay || j->o.reduce || j->o.retime) {
        error = base_strdup("--cluster goes without --resume, --replay, --reduce and --retime");
        code = CLI_EXIT_USAGE;
    } else if (!j->o.steps && j->o.solver_time <= 0 && j->o.for_ <= 0) {
        error =
            base_strdup("--cluster wants a budget for each race: --steps, --solver-time or --for");
        code = CLI_EXIT_USAGE;
    } else if (campaign_link_open(&link, j->o.cluster, j->o.name, j->folder, LINK_EITHER, &error)) {
        j->store = cluster_store(link.cluster, link.id, link.name);
        if (make_folders(j, &error) && keep_command(j, &link, argc, argv, &error))
            code = meet(j, &link);
        store_close(j->store);
        j->store = NULL;
    }
    campaign_link_close(&link);
    return error ? race_fail(code, error) : code;
}

/* ---- Agents ---------------------------------------------------------------------------------- */

static int may_run(const agent_role *role, const option_operands *commands)
{
    int code = CLI_EXIT_OK;
    for (size_t i = 0; !code && i < commands->n; i++)
        code = agent_may_run(role, commands->at[i]);
    return code;
}

static int prepare(race_job *j, const agent_role *role)
{
    char *error = NULL;
    bool ours;
    suite none = {0};
    int code = CLI_EXIT_INPUT;
    if (!kept_arguments_load(role->store, "race", 0, NULL, &j->kept, &ours, &error) ||
        !campaign_link_download(role->link, role->folder, &none, &error))
        return race_fail(CLI_EXIT_INPUT, error);
    suite_free(&none);
    if (!cli_parse(&race_page, (int)j->kept.n - 1, j->kept.at, &j->o, &j->operands, &code) ||
        !cli_limits("agent", &j->limit_set, &j->o.limit, false, &code))
        return code;
    j->o.cluster = NULL;
    j->o.quiet = true;
    j->o.grammar = role->link->functions.n ? role->link->functions.text : NULL;
    j->folder = role->folder;
    code = may_run(role, &j->o.target);
    if (!code)
        code = may_run(role, &j->o.reference);
    return code ? code : race_configure(j);
}

int race_as_agent(const agent_role *role, agent_tasks *run)
{
    race_job j = {0};
    race_job_open(&j);
    int code = prepare(&j, role);
    if (!code) {
        race_party party = party_of(&j);
        party.folder = role->folder;
        tasks_trade trade = {.work = race_party_work, .context = &party};
        code = run(role->context, &trade);
    }
    race_job_close(&j);
    return code;
}

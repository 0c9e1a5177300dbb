/* A campaign that is prepared: it is run here or by agents, or one of its formulas is printed. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/folder.h"
#include "cli/cli.h"
#include "cli/fuse/fuse_gate.h"
#include "cli/fuse/fuse_job.h"
#include "cli/interrupt.h"
#include "fuse/cluster/coordinate.h"

int fuse_print_unit(fuse_job *j)
{
    uint64_t unit;
    if (!options_read_number(j->o.unit, &unit))
        return fuse_fail(CLI_EXIT_USAGE, base_strdup("--unit wants a number"));
    fused f;
    unit_report report = {0};
    if (!fuse_campaign_weights(j->store, j->setting.schedule, unit))
        return fuse_fail(CLI_EXIT_INPUT, base_strdup("the campaign did not come to that unit"));
    if (!unit_make(&j->setting, unit, &f, &report)) {
        cli_print("; no formula: every plan was dropped\n");
        return CLI_EXIT_OK;
    }
    strbuf text = STRBUF_INIT;
    unit_print(&j->setting, &f, DIALECT_STANDARD, &text);
    for (const char *line = fuse_story(j->setting.maker, &f); *line;) {
        size_t n = strcspn(line, "\n");
        cli_print("; %.*s\n", (int)n, line);
        line += n + (line[n] != '\0');
    }
    cli_put(&text);
    strbuf_free(&text);
    unit_report_free(&report);
    fuse_release(j->setting.maker, &f);
    return CLI_EXIT_OK;
}

static void print_result(const fuse_job *j, const fuse_status *status)
{
    strbuf text = STRBUF_INIT;
    if (j->o.json)
        fuse_print_json(&j->screen, status, &text);
    else
        fuse_print_summary(&j->screen, status, &text);
    cli_print("%s", text.text);
    strbuf_free(&text);
}

/* Preparing the seeds counts, but does not take it all. 0: no limit. */
static double time_left(const fuse_job *j)
{
    double left = j->o.for_ - (clock_wall() - j->start),
           least = j->limits.formulas_share * j->o.for_;
    return left > least ? left : least;
}

static int write_reports(const fuse_job *j)
{
    char *error = NULL;
    fuse_gate gate = {.store = j->store,
                      .folder = j->folder,
                      .solvers = j->setting.solvers.at,
                      .n = j->setting.solvers.n,
                      .junit = j->o.junit,
                      .sarif = j->o.sarif};
    return fuse_gate_write(&gate, &error) ? CLI_EXIT_OK : fuse_fail(CLI_EXIT_FILE, error);
}

static void watch_agents(void *context, const cluster_counts *counts)
{
    fuse_screen *screen = context;
    screen->counts = *counts;
    screen->clustered = true;
}

/* Without its coordinator a campaign waits; one that is over is done. */
static bool coordinate(fuse_job *j, const fuse_campaign *c, fuse_status *status, char **error)
{
    campaign_link *l = &j->link;
    fuse_coordinator k = {.campaign = c,
                          .cluster = l->cluster,
                          .id = l->id,
                          .who = l->who.text,
                          .watch = watch_agents};
    bool finished;
    uint64_t changed;
    bool good = fuse_coordinate(&k, status, &finished, error);
    if (good && !cluster_set_state(l->cluster, l->name, finished ? "done" : "paused", &changed)) {
        *error = base_strdup(cluster_error(l->cluster));
        good = false;
    }
    return good;
}

int fuse_run_campaign(fuse_job *j)
{
    char *error = NULL;
    if (j->o.coverage && !folder_make(j->o.coverage, &error))
        return fuse_fail(CLI_EXIT_FILE, error);
    fuse_campaign c = {.setting = &j->setting,
                       .store = j->store,
                       .folder = j->folder,
                       .jobs = j->o.jobs,
                       .seconds = time_left(j),
                       .count = j->o.count,
                       .bugs = j->o.quota ? j->o.quota : j->o.bugs,
                       .reduce = !j->o.no_reduce,
                       .bisect = j->o.versions,
                       .known = j->o.known,
                       .tick = fuse_screen_tick,
                       .found = fuse_screen_found,
                       .complain = fuse_screen_complain,
                       .context = &j->screen,
                       .interrupt = interrupt_flag()};
    fuse_status status;
    bool good =
        j->o.cluster ? coordinate(j, &c, &status, &error) : fuse_campaign_run(&c, &status, &error);
    screen_clear(&j->screen.screen);
    print_result(j, &status);
    int code = CLI_EXIT_OK;
    if (!good)
        code = fuse_fail(CLI_EXIT_FILE, error);
    uint64_t found = 0;
    for (int i = 0; i < FINDING_KIND_COUNT; i++)
        found += status.kinds[i];
    if (!code && found)
        code = CLI_EXIT_FOUND;
    /* what a solver says that cannot be used at all is no finding */
    if (good && !j->o.cluster && !*interrupt_flag() && fuse_tell_errors(&j->setting, &status) &&
        found == status.kinds[FINDING_UNKNOWN])
        code = CLI_EXIT_ENGINE;
    free(status.answers);
    int written = write_reports(j);
    return interrupt_code(written ? written : code);
}

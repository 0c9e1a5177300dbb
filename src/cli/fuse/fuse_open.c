/* Opening a campaign: a new folder with the arguments kept in it, or the arguments of one that is resumed. */
#include <stdio.h>
#include <stdlib.h>

#include "base/folder.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/fuse/fuse_job.h"
#include "cli/limits.h"
#include "cli/run_note.h"
#include "cli/seed.h"

static int open_store(fuse_job *j)
{
    char *error = NULL;
    strbuf path = STRBUF_INIT;
    strbuf_printf(&path, "%s/findings", j->folder);
    bool good = (j->resumed && !j->o.cluster) || folder_make(path.text, &error);
    strbuf_clear(&path);
    strbuf_printf(&path, "%s/campaign.db", j->folder);
    if (good && j->o.cluster) {
        good = campaign_link_open(&j->link, j->o.cluster, j->o.name, j->folder, j->resumed, &error);
        if (good)
            j->store = cluster_store(j->link.cluster, j->link.id, j->link.name);
    } else if (good) {
        good = (j->store = store_open(path.text, !j->resumed, &error));
    }
    if (good && !j->resumed && kept_arguments_begun(j->store)) {
        strbuf message = STRBUF_INIT;
        strbuf_printf(&message,
                      "%s has a campaign already: go on with --resume %s, or name another with -o",
                      j->folder, j->folder);
        error = strbuf_detach(&message);
        good = false;
    }
    strbuf_free(&path);
    return good ? CLI_EXIT_OK : fuse_fail(CLI_EXIT_FILE, error);
}

/* The seed that was chosen is one of the arguments. */
static int keep_arguments(fuse_job *j, int argc, char **argv)
{
    char *error = NULL;
    seeded_arguments all;
    if (!seed_choose(j->o.seed, argc, argv, &all, &j->seed))
        return fuse_fail(CLI_EXIT_USAGE, base_strdup("--seed wants a number, or random"));
    bool good = kept_arguments_keep(j->store, "fuse", all.argc, all.argv, &j->paths, &error);
    seeded_arguments_free(&all);
    if (good && !j->o.quiet)
        text_print(stderr, "tandem fuse: seed %llu\n", (unsigned long long)j->seed);
    return good ? CLI_EXIT_OK : fuse_fail(CLI_EXIT_FILE, error);
}

int fuse_open_campaign(fuse_job *j, int argc, char **argv)
{
    j->resumed = j->o.resume || (j->o.cluster && !j->paths.n);
    j->folder = j->o.resume ? j->o.resume : j->o.output;
    if (j->o.cluster && j->o.resume)
        return fuse_fail(
            CLI_EXIT_USAGE,
            base_strdup("--cluster goes on with a campaign by its --name, not by --resume"));
    if (j->o.unit && !j->resumed)
        return fuse_fail(CLI_EXIT_USAGE,
                         base_strdup("--unit belongs to a campaign: --resume FOLDER"));
    if (j->resumed && j->paths.n)
        return fuse_fail(CLI_EXIT_USAGE,
                         base_strdup("a campaign that is resumed has its seeds already"));
    if (!j->resumed && !j->paths.n)
        return fuse_fail(CLI_EXIT_USAGE, base_strdup("which FILE or FOLDER has the seeds?"));
    /* before a folder is made: a mistake should leave nothing behind */
    int code = j->resumed ? CLI_EXIT_OK : fuse_job_solvers(j);
    if (!code && !j->resumed)
        code = fuse_job_files(j);
    if (!code)
        code = open_store(j);
    if (code)
        return code;
    char *error = NULL;
    if (!j->resumed) {
        cli_run_note(j->folder, "fuse", argc, argv);
        return keep_arguments(j, argc, argv);
    }
    bool ours;
    if (!kept_arguments_load(j->store, "fuse", argc, argv, &j->kept, &ours, &error))
        return fuse_fail(CLI_EXIT_FILE, error);
    if (!ours && !j->o.trust && !j->o.unit && !j->o.cluster)
        return fuse_fail(CLI_EXIT_REFUSED, kept_arguments_refusal(&j->kept, argc, j->folder));
    const char *unit = j->o.unit, *url = j->o.cluster;
    vec_free(&j->paths);
    vec_free(&j->o.solver);
    vec_free(&j->o.allow_code);
    vec_free(&j->o.strategy);
    vec_free(&j->o.fusion);
    size_t more_limits = j->o.limit.n;
    vec_free(&j->o.limit);
    const char *folder = j->folder;
    if (cli_parse(&fuse_page, (int)j->kept.n - 1, j->kept.at, &j->o, &j->paths, &code))
        cli_kept_limits("fuse", &j->limit_set, &j->o.limit, j->o.limit.n - more_limits, j->o.quiet,
                        &code);
    j->folder = folder;
    j->o.cluster = url;
    j->o.unit = unit; /* whatever the store says: it decides that nothing is run */
    if (!code && !seed_kept(j->o.seed, &j->seed))
        code = fuse_fail(CLI_EXIT_USAGE, base_strdup("--seed wants a number, or random"));
    return code;
}

/* `tandem agent` on a campaign of `tandem fuse`: prepared as the coordinator did it. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/fuse/fuse_job.h"
#include "cli/interrupt.h"
#include "cli/limits.h"
#include "cli/seed.h"

static int add_kept_solvers(fuse_job *j, const agent_role *role)
{
    text_list commands = {0};
    option_operands named = {0};
    char *error = NULL;
    campaign_kept_solvers(role->store, &commands);
    int code = CLI_EXIT_OK;
    for (size_t i = 0; i < commands.n && !code; i++) {
        code = agent_may_run(role, commands.at[i]);
        vec_push(&named, commands.at[i]);
    }
    fuse_solvers_config config = {.named = &named, .grants = &j->o.allow_code};
    if (!code && named.n && !fuse_add_solvers(&config, &j->setting, &error))
        code = fuse_fail(CLI_EXIT_ENGINE, error);
    vec_free(&named);
    text_list_free(&commands);
    return code;
}

/* As the coordinator prepared it, with what is on the server instead of its files. */
static int prepare_served(fuse_job *j, const agent_role *role)
{
    char *error = NULL;
    bool ours;
    int code = CLI_EXIT_INPUT;
    if (!kept_arguments_load(role->store, "fuse", 0, NULL, &j->kept, &ours, &error))
        return fuse_fail(CLI_EXIT_INPUT, error);
    if (!cli_parse(&fuse_page, (int)j->kept.n - 1, j->kept.at, &j->o, &j->paths, &code) ||
        !cli_limits("agent", &j->limit_set, &j->o.limit, false, &code))
        return code;
    vec_free(&j->o.allow_code); /* a grant is given by whoever owns the machine */
    j->folder = role->folder;
    j->o.cluster = j->o.functions = j->o.unit = NULL;
    j->o.quiet = true;
    if (!seed_kept(j->o.seed, &j->seed))
        return fuse_fail(CLI_EXIT_INPUT, base_strdup("the campaign has no seed"));
    code = add_kept_solvers(j, role);
    if (!code && !campaign_link_download(role->link, role->folder, &j->files, &error))
        code = fuse_fail(CLI_EXIT_FILE, error);
    if (role->link->functions.n)
        j->o.functions = role->link->functions.text;
    fuse_fill_setting(j);
    j->link.names = role->link->names;
    if (!code)
        code = fuse_load_seeds(j);
    j->link.names = (text_list){0};
    if (!code)
        code = fuse_prepare_maker(j);
    if (!code && !fuse_probe_logics(&j->setting, j->o.quiet))
        code = interrupt_code(CLI_EXIT_ENGINE);
    if (!code && !fuse_same_seeds(role->store, j->setting.seeds))
        code = fuse_fail(CLI_EXIT_INPUT,
                         base_strdup("the seeds are not read here as the coordinator read them"));
    return code;
}

int fuse_as_agent(const agent_role *role, agent_units *run)
{
    fuse_job j;
    fuse_job_open(&j);
    int code = prepare_served(&j, role);
    if (!code)
        code = run(role->context, &j.setting);
    fuse_job_free(&j);
    return code;
}

/* What every run of `tandem fuse` prepares: limits, solvers, seeds with their models, the maker of formulas. */
#include "cli/fuse/fuse_job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/folder.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/files.h"
#include "cli/interrupt.h"

int fuse_fail(int code, char *error)
{
    cli_complain("fuse", "%s", error);
    free(error);
    return code;
}

void fuse_job_open(fuse_job *j)
{
    *j = (fuse_job){.start = clock_wall(), .link = {.who = STRBUF_INIT, .functions = STRBUF_INIT}};
    j->groups[0] = (limit_group){&fuse_limits_table, &j->limits};
    j->groups[1] = (limit_group){&hearing_limits_table, &j->hearing};
    j->groups[2] = (limit_group){&reduce_limits_table, &j->reduce};
    j->limit_set = (limit_set){j->groups, 3};
}

void fuse_job_free(fuse_job *j)
{
    fuse_setting *s = &j->setting;
    for (size_t i = 0; i < s->solvers.n; i++)
        solver_free(s->solvers.at[i]);
    vec_free(&s->solvers);
    schedule_free(s->schedule);
    fuse_maker_free(s->maker);
    seeds_free(s->seeds);
    store_close(j->store);
    campaign_link_close(&j->link);
    suite_free(&j->files);
    vec_free(&j->paths);
    vec_free(&j->o.solver);
    vec_free(&j->o.allow_code);
    vec_free(&j->o.strategy);
    vec_free(&j->o.fusion);
    vec_free(&j->o.limit);
    text_list_free(&j->kept);
}

bool fuse_runs_none(const fuse_job *j)
{
    return j->o.unit || (j->o.cluster && j->resumed);
}

int fuse_job_solvers(fuse_job *j)
{
    fuse_solvers_config config = {.named = &j->o.solver,
                                  .versions = j->o.versions,
                                  .grants = &j->o.allow_code,
                                  .only_names = fuse_runs_none(j)};
    char *error = NULL;
    return fuse_add_solvers(&config, &j->setting, &error) ? CLI_EXIT_OK
                                                          : fuse_fail(CLI_EXIT_ENGINE, error);
}

/* ---- Seeds ----------------------------------------------------------------------------------- */

int fuse_job_files(fuse_job *j)
{
    char *error = NULL;
    for (size_t i = 0; i < j->paths.n; i++)
        if (!suite_add(&j->files, j->paths.at[i], &error))
            return fuse_fail(CLI_EXIT_FILE, error);
    return CLI_EXIT_OK;
}

static void show_models(void *context, size_t done, size_t of)
{
    const fuse_screen *screen = context;
    if (screen->screen.terminal)
        fprintf(stderr, "\r\033[Kmodels of seeds: %zu of %zu", done, of);
}

int fuse_load_seeds(fuse_job *j)
{
    answer label = ANSWER_NONE;
    if (j->o.label)
        answer_read(j->o.label, strlen(j->o.label), &label);
    seed_set *seeds = j->setting.seeds = seeds_load(&j->files, label);
    fuse_name_seeds(&j->link, seeds);
    for (size_t i = 0; i < seeds->messages.n && !j->o.quiet; i++)
        text_print(stderr, "tandem fuse: left out: %s\n", seeds->messages.at[i]);
    if (!seeds->seeds.n)
        return fuse_fail(CLI_EXIT_INPUT, base_strdup("no file can be used as a seed"));
    strbuf own = STRBUF_INIT, shared = STRBUF_INIT;
    char *folder = folder_cache("fuse", true);
    strbuf_printf(&own, "%s/models.cache", j->folder);
    strbuf_printf(&shared, "%s/models.cache", folder ? folder : "");
    seed_search how = {.seconds = j->o.model_time,
                       .caches = {own.text, folder ? shared.text : NULL},
                       .limits = &j->limits,
                       .interrupt = interrupt_flag()};
    seeds_search(seeds, &how);
    if (j->o.cluster) /* agents are to have the same, whatever their engine */
        seeds_find_models(seeds, show_models, &j->screen);
    free(folder);
    strbuf_free(&own);
    strbuf_free(&shared);
    screen_clear(&j->screen.screen);
    return interrupt_code(CLI_EXIT_OK);
}

int fuse_prepare_maker(fuse_job *j)
{
    fuse_setting *s = &j->setting;
    fuse_config config = {.limits = &j->limits,
                          .max_triplets = (uint32_t)j->o.triplets,
                          .max_size = j->o.max_size,
                          .table = j->o.functions};
    char *error = NULL;
    if (j->o.functions && !cli_may_read("fuse", j->o.functions))
        return CLI_EXIT_FILE;
    s->maker = fuse_maker_new(s->seeds, &config, &error);
    if (!s->maker)
        return fuse_fail(CLI_EXIT_INPUT, error);
    unsigned strategies;
    fuse_choice choice = {.setting = s,
                          .solvers = &j->o.solver,
                          .strategies = &j->o.strategy,
                          .functions = &j->o.fusion,
                          .code_allowed = j->o.allow_code.n};
    int code = fuse_choose_strategies(&choice, &strategies);
    if (code)
        return code;
    s->schedule = schedule_new(s->seeds, fuse_function_count(s->maker), strategies, &j->limits);
    if (!schedule_possible(s->schedule))
        return fuse_fail(
            CLI_EXIT_INPUT,
            base_strdup("no strategy can use these seeds: does any have a known answer? "
                        "--oracle sat or --oracle unsat says it for all"));
    return fuse_choose_functions(&choice);
}

void fuse_fill_setting(fuse_job *j)
{
    const fuse_options *o = &j->o;
    fuse_setting *s = &j->setting;
    s->seed = j->seed;
    s->limits = (judge_limits){
        .run = {.wall_seconds = o->timeout, .cpu_seconds = o->cpu, .memory_bytes = o->memory},
        .slow_factor = o->slow > 0 ? j->limits.slow_factor : 0,
        .slow_floor = o->slow,
        .regressions = o->versions != NULL,
        .hearing = &j->hearing,
        .interrupt = interrupt_flag()};
    s->bounds = &j->limits;
    s->reduce_bounds = &j->reduce;
    s->models = !o->no_models;
    s->cores = !o->no_cores;
    s->proofs = o->proofs;
    s->coverage = o->coverage;
    s->vary_options = o->vary_options;
    s->patient = o->patient || o->slow > 0;
    s->reduce_seconds = o->reduce_time;
    s->small_from = o->from;
    j->screen = (fuse_screen){.setting = s,
                              .limits = &j->limit_set,
                              .folder = j->folder,
                              .start = j->start,
                              .verbose = o->verbose > 0,
                              .quiet = o->quiet};
    screen_open(&j->screen.screen, "fuse", o->quiet);
}

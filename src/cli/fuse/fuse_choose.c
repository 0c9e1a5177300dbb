/* Strategies and fusion functions that a campaign uses. */
#include <string.h>

#include "cli/cli.h"
#include "cli/fuse/fuse.h"
#include "fuse/functions/functions.h"

int fuse_list_strategies(void)
{
#define FUSE_STRATEGY(id, name, help) cli_print("%-14s%s\n", name, help);
    FUSE_STRATEGIES(FUSE_STRATEGY)
#undef FUSE_STRATEGY
    return CLI_EXIT_OK;
}

int fuse_list_functions(void)
{
    for (size_t i = 0; i < fusion_builtin_count; i++)
        cli_print("%s\n", fusion_builtin[i].name);
    return CLI_EXIT_OK;
}

int fuse_choose_strategies(const fuse_choice *c, unsigned *strategies)
{
    *strategies = 0;
    for (size_t i = 0; i < c->strategies->n; i++) {
        fuse_strategy s;
        if (!fuse_strategy_read(c->strategies->at[i], &s)) {
            cli_complain("fuse", "there is no strategy '%s'; --strategy list lists them",
                         c->strategies->at[i]);
            return CLI_EXIT_USAGE;
        }
        *strategies |= 1u << s;
    }
    bool boxes = false, allowed = c->code_allowed;
    for (size_t i = 0; i < c->setting->solvers.n; i++)
        boxes |= solver_knows_boxes(c->setting->solvers.at[i]);
    for (size_t i = 0; i < c->solvers->n; i++)
        allowed |= strstr(c->solvers->at[i], "--allow-code") != NULL;
    if (!c->strategies->n)
        *strategies = (1u << FUSE_STRATEGY_COUNT) - 1 - (1u << FUSE_CONCAT) - (1u << FUSE_SMALL) -
                      (boxes && allowed ? 0 : 1u << FUSE_BOXED);
    if (*strategies & 1u << FUSE_BOXED && !boxes) {
        cli_complain("fuse",
                     "strategy '%s' is for solvers that know closed boxes: add --solver "
                     "'tandem solve'",
                     fuse_strategy_name(FUSE_BOXED));
        return CLI_EXIT_USAGE;
    }
    if (*strategies & 1u << FUSE_BOXED && !allowed) {
        cli_complain("fuse", "formulas of strategy '%s' carry C text that is run: add --allow-code",
                     fuse_strategy_name(FUSE_BOXED));
        return CLI_EXIT_REFUSED;
    }
    return CLI_EXIT_OK;
}

static bool is_named(const option_operands *names, const char *name)
{
    for (size_t i = 0; i < names->n; i++)
        if (!strcmp(names->at[i], name))
            return true;
    return false;
}

/* Those that --fusion does not name are not used. */
int fuse_choose_functions(const fuse_choice *c)
{
    const fuse_setting *s = c->setting;
    size_t n = fuse_function_count(s->maker);
    for (size_t i = 0; i < c->functions->n; i++) {
        size_t k = 0;
        while (k < n && strcmp(fuse_function_name(s->maker, k), c->functions->at[i]))
            k++;
        if (k < n)
            continue;
        cli_complain("fuse", "there is no fusion function '%s'; --fusion list lists them",
                     c->functions->at[i]);
        return CLI_EXIT_USAGE;
    }
    for (size_t i = 0; c->functions->n && i < n; i++)
        if (!is_named(c->functions, fuse_function_name(s->maker, i)))
            schedule_drop_function(s->schedule, i);
    return CLI_EXIT_OK;
}

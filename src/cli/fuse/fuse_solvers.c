/* Which solvers a campaign tests. */
#include <stdlib.h>
#include <string.h>

#include "cli/fuse/fuse.h"
#include "solver/solver_command.h"
#include "solver/versions.h"

static bool add(const fuse_solvers_config *c, fuse_setting *s, const char *text, char **error)
{
    char *granted = solver_command_grant(text, c->grants->at, c->grants->n);
    solver *one = c->only_names ? solver_named(granted, error) : solver_new(granted, error);
    free(granted);
    if (one)
        vec_push(&s->solvers, one);
    return one;
}

static bool add_builds(const fuse_solvers_config *c, fuse_setting *s, char **error)
{
    text_list builds = {0};
    bool good = versions_list(c->versions, &builds, error);
    for (size_t i = 0; good && i < builds.n; i++)
        good = add(c, s, builds.at[i], error);
    text_list_free(&builds);
    return good;
}

static bool add_usual(const fuse_solvers_config *c, fuse_setting *s, char **error)
{
    static const char *const usual[] = {"z3", "cvc5", "cvc4"};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (!add(c, s, usual[i], error)) {
            free(*error);
            *error = NULL;
        }
    if (!s->solvers.n)
        *error = base_strdup("none of z3, cvc5 and cvc4 is installed; name one with --solver");
    return s->solvers.n;
}

bool fuse_add_solvers(const fuse_solvers_config *c, fuse_setting *s, char **error)
{
    bool good = true;
    for (size_t i = 0; good && i < c->named->n; i++)
        good = !strcmp(c->named->at[i], "none") || add(c, s, c->named->at[i], error);
    if (good && c->versions)
        good = add_builds(c, s, error);
    return good && !c->named->n && !c->versions ? add_usual(c, s, error) : good;
}

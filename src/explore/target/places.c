#include "explore/target/places.h"

#include <stdlib.h>
#include <string.h>

/* Whether the text has the path of something in the folder. */
static bool speaks_of(const char *text, const char *folder)
{
    size_t n = strlen(folder);
    for (const char *at = text; (at = strstr(at, folder)); at++)
        if (at[n] == '/' && (at == text || (at[-1] != '/' && at[-1] != '.')))
            return true;
    return false;
}

static bool is_wanted(const char *folder, const char *program, const target_given *given)
{
    const char *libraries = getenv("LD_LIBRARY_PATH");
    bool wanted = speaks_of(program, folder) || (libraries && speaks_of(libraries, folder));
    for (size_t i = 0; i < given->n_args && !wanted; i++)
        wanted = speaks_of(given->args[i], folder);
    for (size_t i = 0; given->env && i < given->n_env && !wanted; i++)
        wanted = speaks_of(given->env[i], folder);
    return wanted;
}

unsigned target_places(const char *program, const target_given *given)
{
    static const char *const names[] = {TANDEM_PLACE_NAMES};
    char *real = realpath(program, NULL);
    unsigned places = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        places |= (unsigned)!is_wanted(names[i], real ? real : program, given) << i;
    free(real);
    return places;
}

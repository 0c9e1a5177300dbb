#include "cli/seed.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/options.h"

enum { SEED_BITS = 48 }; /* short enough to be typed again */

static uint64_t draw(void)
{
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        seed = hash_mix((uint64_t)(1e6 * clock_wall()), 0);
    return seed >> (64 - SEED_BITS);
}

static bool is_random(const char *text)
{
    return !strcmp(text, "random");
}

bool seed_choose(const char *text, int argc, char **argv, seeded_arguments *all, uint64_t *seed)
{
    bool drawn = is_random(text);
    if (drawn)
        *seed = draw();
    else if (!options_read_number(text, seed))
        return false;
    strbuf_init(&all->option);
    strbuf_printf(&all->option, "--seed=%" PRIu64, *seed);
    all->argv = base_alloc(((size_t)argc + 1) * sizeof *all->argv);
    all->argc = 0;
    for (int i = 0; i < argc; i++)
        all->argv[all->argc++] = argv[i];
    if (drawn) { /* in front, as if it had been given: a "--" may follow */
        memmove(all->argv + 1, all->argv, (size_t)argc * sizeof *all->argv);
        all->argv[0] = all->option.text;
        all->argc++;
    }
    return true;
}

void seeded_arguments_free(seeded_arguments *all)
{
    free(all->argv);
    strbuf_free(&all->option);
}

bool seed_kept(const char *text, uint64_t *seed)
{
    *seed = 0;
    return is_random(text) || options_read_number(text, seed);
}
